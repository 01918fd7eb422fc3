"""Every check finds what it is there for, with the place and a sentence that says what to do."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

import worlds

Content = dict[str, Any]
Write = Callable[[Content], Path]


def spoil(content: Content, path: str, value: Any) -> None:
    """Put a value at a place such as ``edges.0.child``; ``+`` at the end adds to a list."""
    *parts, last = path.split(".")
    place: Any = content
    for part in parts:
        place = place[int(part)] if isinstance(place, list) else place.setdefault(part, {})
    if last == "+":
        place.append(value)
    else:
        place[int(last) if isinstance(place, list) else last] = value


CHILD, PARENT = "my daughter's school", "my village"

FAULTS = [
    # names that lead nowhere
    ("edges.0.child", "scool", "edges.0.child", "did you mean 'school'"),
    ("edges.0.pattern", "proximty", "edges.0.pattern", "did you mean 'proximity'"),
    ("edges.0.rules.Amberly", "Larkfield School", "edges.0.rules.Amberly", "'Ambersley'"),
    ("edges.0.rules.Ambersley", "Larkfeld", "edges.0.rules.Ambersley", "'Larkfield School'"),
    ("triples.0.entities.1", "shad", "triples.0.entities.1", "did you mean 'shed'"),
    ("triples.0.entities.1", "tree", "triples.0.entities", "names an entity twice"),
    ("triples.0.entities.1", "gate_code", "triples.0.entities", "is all there is that is literal"),
    ("constraints.0.other", "loger", "constraints.0.other", "did you mean 'lodger'"),
    ("constraints.0.value", "Wyke", "constraints.0.value", "did you mean 'Wyke Hollow'"),
    ("constraints.0.excluded.0", "Hetty", "constraints.0.excluded", "'Hetty Sarn'"),
    ("entities.lodger.nulls.0", "noone", "entities.lodger.nulls.0", "did you mean 'nobody'"),
    ("edges.+", {"parent": "village", "child": "school"}, "edges.6", "stands here twice"),
    ("edges.+", {"parent": "village", "child": "gate_code"}, "edges.6", "cannot depend"),
    ("entities.gate_code.changes", ['It is "{value}".'], "entities.gate_code.changes", "never"),
    # the shape of the graph
    ("edges.+", {"parent": "school_bus", "child": "village"}, "edges", "village -> school"),
    ("edges.+", {"parent": "choir", "child": "choir"}, "edges", "choir -> choir"),
    # values
    ("entities.choir.pool.0", "Mr. Reed's", "entities.choir.pool.0", "holds '.'"),
    ("entities.choir.pool.0", 'the "Reeds"', "entities.choir.pool.0", "holds '\"'"),
    ("entities.choir.pool.0", " Reeds", "entities.choir.pool.0", "blank"),
    ("entities.choir.pool.0", "UNKNOWN", "entities.choir.pool.0", "unknown value"),
    ("entities.choir.pool.0", "the Mill", "entities.choir.pool.0", "part of the value 'the Mill S"),
    ("entities.choir.pool.0", "silver med", "entities.choir.pool.0", "'a silver medlar'"),
    ("entities.choir.pool.0", "Cantus Orrin", "entities.choir.pool", "stands here twice"),
    ("entities.choir.pool.0", "garden", "entities.choir.pool.0", "sentences of entities.tree"),
    ("entities.choir.pool.0", "friends", "entities.choir.pool.0", "sentences of small talk"),
    ("entities.car.pool", ["a Zel", "a Tin"], "entities.car.pool", "tells 3 values"),
    (
        "entities.shed.nulls",
        ["fern green", "brick red", "dove grey", "mustard yellow"],
        "entities.shed.pool",
        "there is 1",
    ),
    # sentences
    ("entities.choir.states", ["I sing."], "entities.choir.states.0", "must hold {value} once"),
    ("entities.choir.states", ["I sing {valu}."], "entities.choir.states.0", "did you mean 'value"),
    ("entities.choir.states", ["{value} is it."], "entities.choir.states.0", "begins with a value"),
    ("entities.choir.questions", ["Is it {value}?"], "entities.choir.questions.0", "no use for"),
    ("entities.gate_code.states", ["It is {value}."], "entities.gate_code.states.0", "in quotes"),
    ("edges.0.wordings", ["{child} depends on that."], "edges.0.wordings.0", "name the parent"),
    ("edges.0.wordings", ["It depends on {parent}."], "edges.0.wordings.0", "name the child"),
    ("edges.0.wordings", ["{child} is like {parent}."], "edges.0.wordings.0", "'depends on'"),
    (
        "edges.0.rule_wordings",
        ["If {parent} becomes {trigger}, {child} would be {value}."],
        "edges.0.rule_wordings.0",
        "loses the conditional",
    ),
    (
        "edges.0.rule_wordings",
        ["If {parent} becomes {trigger}, {child} will probably be {value}."],
        "edges.0.rule_wordings.0",
        "'probably'",
    ),
    (
        "edges.0.rule_wordings",
        ["{child} will be {value} with {parent} being {trigger}."],
        "edges.0.rule_wordings.0",
        "loses the conditional",
    ),
    (
        "edges.0.rule_wordings",
        ["If it becomes {trigger}, {child} will be {value}."],
        "edges.0.rule_wordings.0",
        "does not name the parent ('my village')",
    ),
    (
        "edges.0.rule_wordings",
        ["If {parent} becomes that, {child} will be {value}."],
        "edges.0.rule_wordings.0",
        "must hold {trigger} once",
    ),
    # sentences that imply too little or too much
    (
        "edges.0.implied_wordings",
        ["{child} and {parent} go well together."],
        "edges.0.implied_wordings.0",
        "shows no link",
    ),
    (
        "edges.0.implied_wordings",
        ["If you ask me, {child} is so because of {parent}."],
        "edges.0.implied_wordings.0",
        "says 'if', which is more than to imply",
    ),
    (
        "edges.0.implied_wordings",
        ["{child} depends on {parent}, it came about because of {parent}."],
        "edges.0.implied_wordings.0",
        "says 'depends'",
    ),
    (
        "edges.0.implied_wordings",
        ["It came about because of {parent}."],
        "edges.0.implied_wordings.0",
        "name the child",
    ),
    (
        "edges.0.implied_wordings",
        ["{child} is {value} because of {parent}."],
        "edges.0.implied_wordings.0",
        "no use for the slot {value}",
    ),
    # small talk of the world
    ("small_talk.livin", ["Hm."], "small_talk.livin", "did you mean 'living'"),
    (
        "small_talk.living",
        ["I like {value}."],
        "small_talk.living.0",
        "no use for the slot {value}",
    ),
    ("small_talk.living", ["Cantus Orrin!"], "entities.choir.pool.1", "small_talk.living"),
    ("small_talk.living", ["My choir is a joy."], "small talk", "is read as a fact"),
    # sentences that are mistaken for others
    ("entities.shed.states", ["The tree in my garden is {value}."], "entities.shed", "is read as"),
    ("entities.shed.states", ["I like {value}. It is so."], "entities.shed.states.0", "is read as"),
    (
        "entities.shed.questions",
        ["What is my choir?"],
        "entities.shed.questions",
        "also a question about 'choir'",
    ),
    (
        "entities.village.changes",
        ["Lo and behold, my village becomes {value}."],
        "entities.village.changes.0",
        "cannot be told from a rule",
    ),
    ("entities.car.follow_ups", ["My choir is big."], "small talk", "is read as a fact"),
    # task kinds
    ("triples", [], "triples", "aggregation needs a triple"),
    ("entities.car.marks", [], "entities", "tracking needs"),
    ("entities.godfather.marks", [], "entities", "deletion needs"),
    ("edges", [], "edges", "cascade and absence need a root"),
]


@pytest.mark.parametrize(("path", "value", "where", "message"), FAULTS)
def test_a_fault_is_found_at_its_place(
    content: Content, write: Write, path: str, value: Any, where: str, message: str
) -> None:
    spoil(content, path, value)
    found = worlds.check(write(content))
    assert any(p.where.startswith(where) and message in p.message for p in found), found
    assert all(problem.severity == "error" for problem in found[:1])


def test_the_starter_passes_as_it_is_under_any_name(tmp_path: Path) -> None:
    for name in ("a", "my_town", "w2"):
        path = tmp_path / f"{name}.yaml"
        path.write_text(worlds.starter(name), encoding="utf-8")
        assert worlds.check(path) == []


def test_null_values_may_be_shared_and_need_not_be_unique(content: Content, write: Write) -> None:
    spoil(content, "entities.choir.pool.+", "nobody")
    spoil(content, "entities.choir.nulls", ["nobody"])
    assert worlds.check(write(content)) == []


def test_an_edge_whose_rules_cover_everything_leaves_no_absence(
    content: Content, write: Write
) -> None:
    content["edges"] = content["edges"][:1]
    found = worlds.check(write(content))
    assert [p.message for p in found if "absence" in p.message]
    assert not [p.message for p in found if "yields cascade" in p.message]


def test_without_rules_nothing_cascades(content: Content, write: Write) -> None:
    for edge in content["edges"]:
        edge.pop("rules", None)
    assert any("no root yields cascade" in p.message for p in worlds.check(write(content)))


def test_constraints_that_leave_no_state_over_are_found(content: Content, write: Write) -> None:
    pools = {name: entity["pool"] for name, entity in content["entities"].items()}
    content["constraints"] = [
        {"entity": "village", "value": value, "other": "lodger", "excluded": pools["lodger"]}
        for value in pools["village"]
    ]
    found = worlds.check(write(content))
    assert [p.where for p in found] == ["constraints", "constraints"]
    assert found[0].message == "no state of the world respects all of them"
    assert "rejected all of 1000 states" in found[1].message


def test_a_pool_of_an_unusual_size_is_only_advice(content: Content, write: Write) -> None:
    spoil(content, "entities.tree.pool", ["a silver medlar", "a weeping quince"])
    found = worlds.check(write(content))
    assert [(p.severity, p.where) for p in found] == [("warning", "entities.tree.pool")]
    assert worlds.load(write(content)).entities["tree"].pool == (
        "a silver medlar",
        "a weeping quince",
    )


def test_a_root_without_consequences_is_only_advice(content: Content, write: Write) -> None:
    content["entities"]["mood"] = {"phrase": "my mood", "pool": ["glum", "calm", "bright"]}
    nulls = ["nothing", "nil"]
    content["entities"]["snack"] = {
        "phrase": "my snack",
        "pool": [*nulls, "toast", "figs"],
        "nulls": nulls,
    }
    content["edges"].append(
        {
            "parent": "mood",
            "child": "snack",
            "rules": dict.fromkeys(["glum", "calm", "bright"], "nil"),
        }
    )
    found = worlds.check(write(content))
    assert ("warning", "entities.mood") in [(p.severity, p.where) for p in found]


def test_requests_and_dependencies_that_hold_one_another_are_found(
    content: Content, write: Write
) -> None:
    content["entities"]["godfather_dog"] = {
        "phrase": "my godfather and his dog",
        "marks": ["deletable"],
        "pool": ["Rufus", "Bella", "Tramp", "Pongo", "Lassie"],
    }
    found = worlds.check(write(content))
    assert any("recognised in a request about 'godfather_dog'" in p.message for p in found)
    spoil(content, "entities.village.phrase", "my daughter's school town")
    spoil(content, "entities.village.states", ["I live in {value}."])
    found = worlds.check(write(content))
    assert any("recognised in" in p.message for p in found)


@settings(max_examples=40, deadline=None)
@given(data=st.data())
def test_check_never_raises_whatever_is_put_where(
    data: st.DataObject, tmp_path_factory: pytest.TempPathFactory
) -> None:
    content = yaml.safe_load(worlds.starter("spoilt"))
    places = [
        "name",
        "edges",
        "triples",
        "entities.choir",
        "entities.choir.pool",
        "edges.0.rules",
        "edges.0.wordings",
        "constraints.0",
        "entities.car.marks",
    ]
    junk = st.recursive(
        st.none() | st.booleans() | st.integers() | st.text(max_size=8) | st.just("{value}"),
        lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner),
        max_leaves=5,
    )
    spoil(content, data.draw(st.sampled_from(places)), data.draw(junk))
    path = tmp_path_factory.mktemp("junk") / "spoilt.yaml"
    path.write_text(yaml.safe_dump(content), encoding="utf-8")
    assert isinstance(worlds.check(path), list)
