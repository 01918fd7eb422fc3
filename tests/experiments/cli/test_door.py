"""Every error is one sentence with the right exit code; nothing heavy is imported for --help."""

import subprocess
import sys

import pytest

from sim.errors import BackendFailed, Misuse

HEAVY = ["pandas", "mesa", "langgraph", "langchain_core", "plotly", "scipy", "numpy", "simpy",
         "pydantic", "yaml", "networkx", "bm25s", "pyarrow"]  # fmt: skip


def python(code):
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return done.stdout


@pytest.fixture
def raising(monkeypatch, lifeworld):
    """A command line whose ``conformance`` raises something."""

    def prepare(error, *args):
        def raise_it(*_args, **_more):
            raise error

        monkeypatch.setattr("memory_backends.create", raise_it)
        return lifeworld("conformance", "bm25", *args)

    return prepare


@pytest.mark.parametrize(
    ("error", "code", "sentence"),
    [
        (Misuse("no such thing: name another"), 2, "no such thing: name another"),
        (BackendFailed("b", "add", "s1", "u", ValueError("x")), 1,
         "backend 'b' failed in add for session 's1' of user 'u': ValueError: x"),
        (PermissionError(13, "Permission denied"), 1,
         "the file system refused: permission denied"),
        (IsADirectoryError(21, "Is a directory", "runs"), 2,
         "the file system refused 'runs': is a directory"),
        (Misuse("two\n  lines"), 2, "two lines"),
        (ZeroDivisionError("by zero"), 1,
         "this is a fault of Lifeworld, not of your input: ZeroDivisionError: by zero "
         "(add --debug for the traceback)"),
    ],
)  # fmt: skip
def test_an_error_is_one_sentence(raising, error, code, sentence):
    said = raising(error)
    assert (said.code, said.sentence, said.out) == (code, sentence, "")


@pytest.mark.parametrize("error", [Misuse("wrong"), ZeroDivisionError("by zero")])
def test_a_traceback_is_shown_on_demand(raising, error):
    said = raising(error, "--debug")
    assert "Traceback (most recent call last)" in said.err
    assert "raise_it" in said.err


@pytest.mark.parametrize(
    "args",
    [["nonsense"], ["run"], ["list", "things"], ["tables", "x", "--limit", "0"], ["world", "bend"]],
)
def test_a_wrong_command_line_is_misuse(lifeworld, args):
    assert lifeworld(*args).code == 2


def test_help_names_every_command(lifeworld):
    said = lifeworld("--help")
    assert said.code == 0
    for command in [
        "quickstart",
        "run",
        "judge",
        "report",
        "tables",
        "show",
        "list",
        "import",
        "conformance",
        "bench",
        "world",
        "persona",
        "domain",
    ]:
        assert f" {command} " in said.out


@pytest.mark.parametrize("later", ["plan", "view", "corpus", "export"])
def test_commands_of_later_parts_are_not_there(lifeworld, later):
    assert lifeworld(later).code == 2


def test_every_command_explains_itself(lifeworld):
    for command in ("quickstart", "run", "judge", "report", "tables", "show", "list", "import"):
        assert lifeworld(command, "--help").code == 0


def test_the_version_is_that_of_the_distribution(lifeworld):
    from importlib.metadata import version

    assert lifeworld("--version").out == f"lifeworld {version('lifeworld')}\n"


def test_help_imports_nothing_heavy():
    code = f"import sys, experiments.cli.main; print(sorted(set(sys.modules) & set({HEAVY})))"
    assert python(code) == "[]\n"


def test_the_module_is_the_command():
    done = subprocess.run(
        [sys.executable, "-m", "experiments.cli", "run", "quickstat"],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 2
    assert done.stdout == ""
    assert done.stderr.startswith(
        "lifeworld: no recipe is called 'quickstat': did you mean 'quickstart'? (known: "
    )
    assert done.stderr.count("\n") == 1


def test_a_reader_that_has_seen_enough_is_no_error():
    command = f"{sys.executable} -m experiments.cli list backends | head -n 1"
    done = subprocess.run(["/bin/sh", "-c", command], capture_output=True, text=True, check=True)
    assert (done.stdout, done.stderr) == ("adaptive_k\n", "")
