"""What a worker's process finds around it."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from memory_backends.adapters.worker.surroundings import SCRIPTS, command, environment, shipped


def test_keys_and_our_own_python_stay_here(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "secret")
    monkeypatch.setenv("HF_TOKEN", "secret")
    monkeypatch.setenv("VIRTUAL_ENV", "/somewhere")
    monkeypatch.setenv("LANG", "C.UTF-8")
    around = environment({}, {})
    assert "secret" not in around.values()
    assert "VIRTUAL_ENV" not in around
    assert around["LANG"] == "C.UTF-8"
    assert around["PYTHONPATH"] == str(SCRIPTS)
    assert around["TZ"] == "UTC"


def test_the_endpoint_is_given_and_the_user_has_the_last_word(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "secret")
    endpoint = {"OPENAI_API_KEY": "ticket", "OPENAI_BASE_URL": "http://127.0.0.1:1/v1"}
    around = environment({"HF_HUB_OFFLINE": "0", "MY_API_KEY": "mine"}, endpoint)
    assert around["OPENAI_API_KEY"] == "ticket"
    assert around["HF_HUB_OFFLINE"] == "0"
    assert around["MY_API_KEY"] == "mine"


def test_telemetry_is_off() -> None:
    around = environment({}, {})
    assert around["TELEMETRY_DISABLED"] == around["DO_NOT_TRACK"] == "1"


def test_a_shipped_script_is_found_by_the_name_of_its_library() -> None:
    interpreter, script = command(sys.executable, "memos")
    assert Path(interpreter).samefile(sys.executable)
    assert Path(script).name == "memos_worker.py"
    assert shipped() == ["cognee", "hipporag", "lightmem", "memoryos", "memos"]
