"""A memory whose library calls a model itself, through the openai client."""

from __future__ import annotations

from datetime import datetime

from memory_backends import BackendOptions, MemoryBackend
from sim.views import Memory, Session


class Noting(MemoryBackend):
    """Has the model note every session, and asks it again when it searches."""

    name = "noting"
    calls_models = True

    def __init__(self, user_id: str, options: BackendOptions | None = None) -> None:
        super().__init__(user_id, options)
        self._kept: list[Memory] = []

    def add(self, session: Session) -> None:
        said = self._asked(f"Note: {session.turns[0].text}")
        source = (session.id,), (session.turns[0].id,)
        self._kept.append(Memory(session.id, said, session.started_at, *source))

    def search(self, query: str, *, k: int, at: datetime) -> list[Memory]:
        self._asked(f"Search: {query}")
        return [memory for memory in self._kept if memory.created_at <= at][-k:]

    def get_all(self) -> list[Memory]:
        return list(self._kept)

    def _asked(self, text: str) -> str:
        import openai

        door = self.let_in()
        messages = [{"role": "user", "content": text}]
        with openai.OpenAI(base_url=door.url, api_key=door.key, max_retries=0) as client:
            reply = client.chat.completions.create(
                model=door.model, messages=messages, temperature=0
            )
        return reply.choices[0].message.content or ""
