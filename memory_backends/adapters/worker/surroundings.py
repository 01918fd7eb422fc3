"""What a worker's process is started with: an interpreter, a script, and an environment."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from pathlib import Path
from shutil import which

from sim.errors import Misuse, did_you_mean

SCRIPTS = Path(__file__).parent / "scripts"
SECRET = re.compile(r"(_API_KEY|_TOKEN|_SECRET|_PASSWORD)$")
OURS = ("PYTHONPATH", "PYTHONHOME", "VIRTUAL_ENV", "__PYVENV_LAUNCHER__")
QUIET: Mapping[str, str] = {
    "ANONYMIZED_TELEMETRY": "False",
    "CACHING": "false",
    "COGNEE_SKIP_CONNECTION_TEST": "true",
    "DO_NOT_TRACK": "1",
    "HF_HUB_OFFLINE": "1",
    "LITELLM_LOCAL_MODEL_COST_MAP": "True",
    "MEM0_TELEMETRY": "False",
    "TELEMETRY_DISABLED": "1",
    "TRANSFORMERS_OFFLINE": "1",
}
"""Telemetry and downloads that the libraries would do by themselves, switched off."""


def environment(given: Mapping[str, str], endpoint: Mapping[str, str]) -> dict[str, str]:
    """The variables of a worker: those of this process, without keys and without our own Python.

    A library must not find a key by which it could call a model that nobody counts; what
    ``given`` names is passed on all the same. The local time is UTC, so that a simulated date is
    the date that is read.
    """
    kept = {
        name: os.environ[name]
        for name in sorted(os.environ)
        if name not in OURS and not SECRET.search(name.upper())
    }
    always = {"PYTHONPATH": str(SCRIPTS), "PYTHONUTF8": "1", "PYTHONHASHSEED": "0", "TZ": "UTC"}
    return {**kept, **QUIET, **always, **endpoint, **given}


def command(python: str, script: str) -> list[str]:
    """The command line. Raises Misuse when the interpreter or the script is not there."""
    found = which(python)
    if found is None:
        raise Misuse(f"backend 'worker' finds no interpreter {python!r}: name one that runs here")
    return [found, str(_path(script).absolute())]


def shipped() -> list[str]:
    """The scripts that come with it, by the name of their library."""
    found = (each.stem.removesuffix("_worker") for each in SCRIPTS.glob("*_worker.py"))
    return sorted(name for name in found if name != "lifeworld")


def _path(script: str) -> Path:
    if script.endswith(".py"):
        path = Path(script).expanduser()
        if not path.is_file():
            raise Misuse(f"backend 'worker' finds no script {script!r} from {Path.cwd().name!r}")
        return path
    known = shipped()
    if script not in known:
        near = did_you_mean(script, known)
        raise Misuse(
            f"no worker is called {script!r}{near} (known: {', '.join(known)}); a script of your "
            "own ends in .py"
        )
    return SCRIPTS / f"{script}_worker.py"
