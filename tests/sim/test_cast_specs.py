"""Names of models, their parameters, and what they are refused for."""

import sys
import types

import pytest
from pydantic import ValidationError

from sim.cast.models.exchange import Message, Reply, Request
from sim.cast.models.faults import Passing, Standing
from sim.cast.models.named import LangChainClient, open_named
from sim.cast.models.parameters import Parameters
from sim.cast.models.spec import COMPATIBLE_KEY, OPENAI_URL, parse_spec
from sim.errors import Misuse

ASKED = Request((Message("system", "Be brief."), Message("user", "Hi")), max_tokens=9)


def test_openai_is_itself_unless_the_environment_says_otherwise(monkeypatch):
    monkeypatch.delenv("OPENAI_BASE_URL", raising=False)
    monkeypatch.setenv("OPENAI_API_KEY", "sk-secret")
    spec = parse_spec("openai:gpt-4o")
    assert (spec.url, spec.model, spec.key) == (OPENAI_URL, "gpt-4o", "sk-secret")
    monkeypatch.setenv("OPENAI_BASE_URL", "http://127.0.0.1:9/v1/")
    assert parse_spec("openai:gpt-4o").url == "http://127.0.0.1:9/v1"


def test_another_endpoint_never_gets_the_key_of_openai(monkeypatch):
    monkeypatch.setenv("OPENAI_API_KEY", "sk-secret")
    monkeypatch.delenv(COMPATIBLE_KEY, raising=False)
    spec = parse_spec("openai-compatible:small@http://127.0.0.1:8812/v1")
    assert (spec.model, spec.url, spec.key) == ("small", "http://127.0.0.1:8812/v1", "")
    monkeypatch.setenv(COMPATIBLE_KEY, "own")
    assert spec.key == "own"


def test_a_spec_does_not_hold_the_key(monkeypatch):
    monkeypatch.setenv("OPENAI_API_KEY", "sk-secret")
    assert "sk-secret" not in repr(parse_spec("openai:gpt-4o"))


@pytest.mark.parametrize(
    ("written", "sentence"),
    [
        ("gpt-4o", "is no model: write openai:MODEL"),
        (":x", "is no model"),
        ("openai:", "is no model"),
        ("openai-compatible:small", "names no endpoint"),
        ("openai-compatible:@http://h/v1", "names no endpoint"),
        ("openai-compatible:small@ftp://h", "no http or https URL"),
        ("openai-compatible:small@http://u:pw@h/v1", "put the key into"),
        ("openai-compatible:small@http://h/v1?key=pw", "put the key into"),
    ],
)
def test_what_is_no_model_is_said_in_a_sentence(written, sentence):
    with pytest.raises(Misuse, match=sentence.replace("?", r"\?")) as caught:
        parse_spec(written)
    assert "pw@" not in str(caught.value)
    assert "key=pw" not in str(caught.value)


def test_our_timeout_is_a_minute_and_replies_are_no_samples():
    assert (Parameters().timeout, Parameters().sampled) == (60, False)
    assert Parameters(temperature=0.1).sampled


@pytest.mark.parametrize(
    "wrong", [{"temperature": -1}, {"timeout": 0}, {"max_tokens": 0}, {"x": 1}]
)
def test_impossible_parameters_are_refused(wrong):
    with pytest.raises(ValidationError):
        Parameters.model_validate(wrong)


def test_a_missing_integration_names_the_package():
    with pytest.raises(Misuse, match=r"pip install (langchain )?langchain-mistralai"):
        open_named(parse_spec("mistralai:mistral-large"))


class Chat:
    """As much of a LangChain chat model as is used."""

    def __init__(self, outcome):
        self.outcome, self.seen = outcome, []

    def invoke(self, messages, **options):
        self.seen.append((messages, options))
        if isinstance(self.outcome, Exception):
            raise self.outcome
        return self.outcome


def message(content, **more):
    given = {"usage_metadata": None, "response_metadata": {}, "additional_kwargs": {}} | more
    return types.SimpleNamespace(content=content, **given)


def client(outcome):
    return LangChainClient(Chat(outcome), parse_spec("some:model"))


def test_langchain_gets_messages_and_options_and_its_counts_are_used():
    chat = client(message("Hello", usage_metadata={"input_tokens": 5, "output_tokens": 1}))
    assert chat.complete(ASKED) == Reply("Hello", 5, 1)
    messages, options = chat._model.seen[0]
    assert messages == [("system", "Be brief."), ("user", "Hi")]
    assert options == {"temperature": 0.0, "max_tokens": 9}


def test_a_schema_and_a_seed_reach_langchain():
    chat = client(message("{}"))
    asked = Request(ASKED.messages, "gate", {"type": "object"}, seed=3)
    chat.complete(asked)
    options = chat._model.seen[0][1]
    assert options["seed"] == 3
    assert options["response_format"]["json_schema"]["name"] == "gate"


def test_parts_a_cut_and_a_refusal_are_understood():
    parts = [{"type": "text", "text": "Hel"}, "lo", {"type": "image"}]
    assert client(message(parts)).complete(ASKED).text == "Hello"
    cut = client(message("He", response_metadata={"stop_reason": "max_tokens"}))
    assert cut.complete(ASKED).cut
    no = client(message("", additional_kwargs={"refusal": "No."}))
    assert no.complete(ASKED).refused == "No."


class Busy(Exception):
    is_retryable = True


@pytest.mark.parametrize(
    ("raised", "kind"),
    [
        (Busy("429"), Passing),
        (IndexError("choices"), Passing),
        (TypeError("null"), Passing),
        (ConnectionResetError("peer"), Passing),
        (PermissionError("file"), Passing),
        (ValueError("no such model"), Standing),
        (RuntimeError("wrong key"), Standing),
    ],
)
def test_faults_are_told_apart_by_is_retryable_and_the_malformed_kinds(raised, kind):
    with pytest.raises(kind):
        client(raised).complete(ASKED)


@pytest.fixture
def module(monkeypatch, tmp_path):
    """A module of the user's with factories in it."""
    (tmp_path / "my_models.py").write_text(
        "class Own:\n"
        "    def complete(self, request): return request\n"
        "    def close(self): pass\n"
        "def own(): return Own()\n"
        "def number(): return 3\n"
        "def chat():\n"
        "    import types\n"
        "    return types.SimpleNamespace(invoke=lambda messages, **o: None)\n"
    )
    monkeypatch.syspath_prepend(str(tmp_path))
    yield "my_models"
    sys.modules.pop("my_models", None)


def test_a_factory_makes_a_client_of_ours_or_a_langchain_model(module):
    assert open_named(parse_spec(f"{module}:own")).complete(ASKED) is ASKED
    assert isinstance(open_named(parse_spec(f"{module}:chat")), LangChainClient)


def test_a_factory_that_is_not_there_or_makes_something_else_is_refused(module):
    with pytest.raises(Misuse, match="has no function 'nothing'"):
        open_named(parse_spec(f"{module}:nothing"))
    with pytest.raises(Misuse, match="makes a int"):
        open_named(parse_spec(f"{module}:number"))
