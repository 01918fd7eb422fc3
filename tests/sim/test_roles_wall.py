"""The assistant's side of the cast sees views only, and listing roles is lazy."""

import ast
import subprocess
import sys
from dataclasses import fields
from datetime import datetime
from pathlib import Path

import pytest

import sim.roles
from sim.facts import GOLD_MARK, Fact
from sim.plans import Reveal, SessionPlan
from sim.roles import ROLES
from sim.roles.answerer import READERS

ROLES_FOLDER = Path(sim.roles.__file__).parent
STORING = (
    *(
        "article_compiler",
        "critic",
        "dependency_extractor",
        "extractor",
        "fact_manager",
        "file_keeper",
        "gate",
        "note_writer",
        "placement",
        "query_writer",
        "session_record",
    ),
    *("structural_note", "summariser", "synthesiser"),
)
ASSISTANTS_SIDE = [
    *[ROLES_FOLDER / f"{name}.py" for name in ("answerer", "assistant", "topics", *STORING)],
    *sorted((ROLES_FOLDER / "extracting").glob("*.py")),
    *sorted((ROLES_FOLDER / "structure").glob("*.py")),
    *sorted((ROLES_FOLDER / "reading").glob("*.py")),
    *sorted((ROLES_FOLDER / "replying").glob("*.py")),
]
ALLOWED = (
    *("sim.views", "sim.lexicon", "sim.text", "sim.cast.role", "sim.roles.re"),
    *("sim.roles.gate", "sim.roles.session_record", "sim.roles.structure", "sim.roles.summariser"),
    *("sim.roles.topics", "sim.roles.extract"),
)


def imports(path):
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.ImportFrom):
            yield node.module or ""
        elif isinstance(node, ast.Import):
            yield from (name.name for name in node.names)


@pytest.mark.parametrize("path", ASSISTANTS_SIDE, ids=lambda path: path.stem)
def test_the_assistants_side_imports_views_only(path):
    ours = [name for name in imports(path) if name.split(".")[0] == "sim"]
    assert [name for name in ours if not name.startswith(ALLOWED)] == []


def test_inputs_of_the_assistants_side_have_no_field_for_gold():
    for name in ("answerer", "assistant", *STORING):
        for entry in fields(ROLES[name].input):
            assert str(entry.type) in (
                "Aspect",
                "Filed",
                "Lexicon",
                "Noted",
                "Question",
                "Session",
                "StructuralNote",
                "tuple[Article, ...]",
                "tuple[Filed, ...]",
                "tuple[Memory, ...]",
                "tuple[Neighbour, ...]",
                "tuple[Noted, ...]",
                "tuple[Turn, ...]",
                "int",
                "str",
                "tuple[str, ...]",
                "tuple[str, ...] | None",
            )


def test_the_users_side_reads_words_not_ids():
    """A model playing the user is shown sentences; the mark of gold ids must not slip through."""
    from sim.life import PersonaCard
    from sim.roles.reveal_checker import RevealInput
    from sim.roles.user import UserInput
    from sim.views import Turn

    told = Reveal(Fact("gold:home", "ada", "home", ("Brask",), "value", ("Brask",)), "In Brask.")
    turn = Turn("s1.0", "user", "Hi.", datetime(2031, 1, 6))
    given = UserInput(PersonaCard("Ada"), SessionPlan("p", "Hi.", (told,)), (turn,), (told,))
    assert GOLD_MARK not in given.reading()
    assert GOLD_MARK not in RevealInput("Hi.", (told,)).reading()


def test_the_readers_are_two_twins_of_one_role():
    assert sorted(READERS) == ["ideal", "literal"]
    assert {reader.name for reader in READERS.values()} == {"answerer"}
    assert ROLES["answerer"] is READERS["ideal"]


def test_an_unknown_attribute_is_refused_by_name():
    with pytest.raises(AttributeError, match=r"'sim\.roles' has no attribute 'ROLLS'"):
        _ = sim.roles.ROLLS


def test_importing_the_package_loads_no_role_and_a_role_only_itself():
    code = (
        "import sys, sim.roles, sim.roles.assistant\n"
        "loaded = {m for m in sys.modules if m.startswith('sim.')}\n"
        "assert not loaded & {'sim.facts', 'sim.plans', 'sim.probes', 'sim.roles.user'}, loaded\n"
    )
    subprocess.run([sys.executable, "-c", code], check=True)
