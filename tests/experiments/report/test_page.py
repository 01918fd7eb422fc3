"""The page as a whole: self-contained, escaped, the same every time, and about this run."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from pathlib import Path

import pytest

from experiments.report import write
from experiments.running import Run


class Outline(HTMLParser):
    """Ids, links and where a page would load something from."""

    def __init__(self) -> None:
        super().__init__()
        self.ids: list[str] = []
        self.anchors: list[str] = []
        self.loads: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = dict(attrs)
        self.ids += [values["id"]] if values.get("id") else []
        if tag == "a":
            self.anchors.append(values.get("href") or "")
        if tag in ("script", "img", "link", "iframe"):
            self.loads += [values[key] or "" for key in ("src", "href") if key in values]


def outline(page: str) -> Outline:
    read = Outline()
    read.feed(page)
    return read


def test_nothing_is_loaded_from_anywhere(page: str) -> None:
    assert outline(page).loads == []
    assert "@import" not in page.split("<script>", 1)[0]


def test_every_id_is_there_once(page: str) -> None:
    ids = outline(page).ids
    assert sorted(ids) == sorted(set(ids))


def test_every_link_of_the_contents_leads_to_a_section(page: str) -> None:
    read = outline(page)
    targets = [link[1:] for link in read.anchors if link.startswith("#")]
    assert len(targets) >= 7
    assert set(targets) <= set(read.ids)


def test_the_same_run_makes_the_same_bytes(run: Run, page: str, tmp_path: Path) -> None:
    again = write([run], tmp_path / "again.html").read_text(encoding="utf-8")
    assert again == page


def test_scripted_readers_are_named_as_such(page: str) -> None:
    assert "they measure what the memory puts in front of a reader, not a language model" in page


def test_the_lead_names_the_best_memory_and_no_control(run: Run, page: str) -> None:
    found = re.search(r'<p class="lead">(.*?)</p>', page, re.DOTALL)
    assert found is not None
    assert found[1].startswith("Over 2 lives, bm25 leads on")


@pytest.mark.parametrize("section", ["which", "kinds", "funnel", "retention", "gating", "cost"])
def test_sections_with_data_are_there(page: str, section: str) -> None:
    assert section in outline(page).ids


def test_the_recipe_stands_in_the_page(page: str) -> None:
    assert "name: tiny_report" in page
    assert "seed: 3" in page


def test_partial_files_do_not_stay(run: Run) -> None:
    assert not list(Path(run.path).glob("*.partial"))
