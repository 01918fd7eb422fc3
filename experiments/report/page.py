"""Writing the page: sections made from tables and journals, one template, no network."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from experiments.report import filler, published, sections, versus
from experiments.report.transcripts import stories
from experiments.report.trusted import script_data, trusted
from experiments.report.versus import Compared
from experiments.report.wording import LOST_AT

TEMPLATES = Path(__file__).parent / "templates"


@dataclass(frozen=True, slots=True)
class Made:
    """How a run was made, from its ``run.json``."""

    header: dict[str, Any]

    @property
    def name(self) -> str:
        """The recipe's name."""
        return str(self.header.get("recipe", {}).get("name", "run"))

    @property
    def recipe(self) -> str:
        """The resolved recipe, as YAML a person can read."""
        import yaml

        return str(yaml.safe_dump(self.header.get("recipe", {}), sort_keys=False, width=88))

    @property
    def identity(self) -> str:
        """Hashes of everything that can change the result, as JSON."""
        return json.dumps(self.header.get("identified_by", {}), indent=1, ensure_ascii=False)

    @property
    def facts(self) -> list[tuple[str, str]]:
        """Versions, seed, identity and revision, in the order they are shown."""
        left_out = ("recipe", "versions", "identified_by")  # each has a place of its own
        rest = {k: v for k, v in self.header.items() if k not in left_out}
        pairs = [*rest.items(), *self.header.get("versions", {}).items()]
        return [(key.replace("_", " "), _plain(value)) for key, value in pairs]


def _plain(value: object) -> str:
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def write(runs: Sequence[Compared], out: Path) -> Path:
    """Write one self-contained page about the first run, in which others are compared with it.

    The page loads nothing from anywhere; all text that simulated people said is escaped.
    Returns ``out``.
    """
    page = _template().render(**_content(runs[0]), versus=versus.sections(runs))
    partial = out.with_suffix(out.suffix + ".partial")
    partial.write_text(page, encoding="utf-8")
    partial.replace(out)
    return out


def _template() -> Any:
    from jinja2 import Environment, FileSystemLoader, StrictUndefined

    environment = Environment(
        loader=FileSystemLoader(TEMPLATES),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    return environment.get_template("report.html.j2")


def _content(run: Compared) -> dict[str, Any]:
    from plotly.offline import get_plotlyjs

    header = json.loads((run.path / "run.json").read_text(encoding="utf-8"))
    return {
        "made": Made(header),
        "style": trusted((TEMPLATES / "report.css").read_text(encoding="utf-8")),
        "script": trusted((TEMPLATES / "report.js").read_text(encoding="utf-8")),
        "plotly": trusted(get_plotlyjs()),
        "stage_names": script_data(LOST_AT),
        "stories": stories(run.path),
        "published": published.section(run.tables["scores"]),
        "filler": filler.section(run.path),
        **sections.all_sections(run.tables),
    }
