"""Figures by Plotly, in one plain dress, as HTML pieces that share one copy of the library."""

from __future__ import annotations

import math
from collections.abc import Sequence
from textwrap import wrap
from typing import Any

import pandas as pd

from experiments.report.wording import (
    GREYS,
    LOST_AT,
    SERIES,
    STAGE_COLOURS,
    kind_name,
    standing,
)

Figure = Any  # plotly ships no types
FONT = "system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif"
ROOM = (0.11, 0.045)  # of the width and of the score, between two points that are both named
FAR_RIGHT = 0.7
LEGEND = 100  # characters of a line in a legend
CONFIG = {"displayModeBar": False, "responsive": True}


def html(figure: Figure, name: str, height: int) -> str:
    """The figure as a piece of HTML; ``name`` becomes its element id, so bytes stay the same."""
    import plotly.io as pio

    figure.update_layout(**_dress(height))
    piece = pio.to_html(
        figure, full_html=False, include_plotlyjs=False, div_id=f"figure-{name}", config=CONFIG,
        default_height=f"{height}px",
    )  # fmt: skip
    return f'<div class="plot" style="height:{height}px">{piece}</div>'


def _dress(height: int) -> dict[str, Any]:
    return {
        "template": "none",
        "height": height,
        "font": {"family": FONT, "size": 13, "color": "#1d2733"},
        "margin": {"l": 8, "r": 16, "t": 56, "b": 44},
        "paper_bgcolor": "rgba(0,0,0,0)",
        "plot_bgcolor": "rgba(0,0,0,0)",
        "legend": {"orientation": "h", "yanchor": "bottom", "y": 1.0, "x": 0},
        "hoverlabel": {"font": {"family": FONT, "size": 13}},
    }


def dots(scores: pd.DataFrame, series: str, name: str, title: str) -> str:
    """Means with intervals: one row a kind, one colour a ``series`` value.

    ``scores`` has columns kind, mean, low, high and the series column, and keeps its order.
    """
    import plotly.graph_objects as go

    figure = go.Figure()
    kinds = list(dict.fromkeys(scores["kind"]))
    members = list(dict.fromkeys(scores[series]))
    colours = _colours(members)
    for place, member in enumerate(members):
        rows = scores[scores[series] == member]
        offset = (place - (len(members) - 1) / 2) * 0.72 / max(len(members), 1)
        figure.add_trace(_dot_trace(rows, kinds, offset, str(member), colours[member]))
    ticks = {"tickvals": list(range(len(kinds))), "ticktext": [kind_name(k) for k in kinds]}
    span = [len(kinds) - 0.5, -0.5]
    figure.update_yaxes(range=span, automargin=True, showgrid=False, zeroline=False, **ticks)
    figure.update_xaxes(range=[-0.03, 1.03], title=title, gridcolor="#e3e8ee", zeroline=False)
    for border in range(len(kinds) - 1):
        figure.add_hline(y=border + 0.5, line={"color": "#e3e8ee", "width": 1})
    return html(figure, name, 120 + max(40, 11 * len(members)) * len(kinds))


def _colours(members: Sequence[str]) -> dict[str, str]:
    """A colour a memory, greys for references and controls, which only mark the ends."""
    memories = [member for member in members if standing(str(member)) == "memory"]
    others = [member for member in members if member not in memories]
    colours = {member: SERIES[place % len(SERIES)] for place, member in enumerate(memories)}
    return colours | {member: GREYS[place % len(GREYS)] for place, member in enumerate(others)}


def _dot_trace(
    rows: pd.DataFrame, kinds: Sequence[str], offset: float, label: str, colour: str
) -> Any:
    import plotly.graph_objects as go

    middle = rows["mean"].astype(float)
    return go.Scatter(
        x=middle,
        y=[kinds.index(kind) + offset for kind in rows["kind"]],
        mode="markers",
        name=label,
        marker={"color": colour, "size": 9},
        error_x={
            "type": "data", "symmetric": False, "color": colour, "thickness": 1.4, "width": 0,
            "array": (rows["high"].astype(float) - middle).clip(lower=0),
            "arrayminus": (middle - rows["low"].astype(float)).clip(lower=0),
        },
        customdata=rows[["low", "high"]],
        hovertemplate=label
        + ": %{x:.2f} (%{customdata[0]:.2f}–%{customdata[1]:.2f})<extra></extra>",
    )  # fmt: skip


def losses(shares: pd.DataFrame, rows: str, name: str) -> str:
    """The loss funnel as stacked bars: of all probes, the share lost at each stage.

    ``shares`` has one row per ``rows`` value and one column per key of ``LOST_AT``; every segment
    can be clicked, the page then lists the very probes behind it.
    """
    import plotly.graph_objects as go

    figure = go.Figure()
    for stage in ("", "used", "retrieved", "kept", "stored", "expressed"):
        figure.add_trace(
            go.Bar(
                y=shares[rows], x=shares[stage], name=LOST_AT[stage], orientation="h",
                marker={"color": STAGE_COLOURS[stage]}, customdata=[stage] * len(shares),
                hovertemplate="%{y}: %{x:.0%} " + LOST_AT[stage] + "<extra></extra>",
            )
        )  # fmt: skip
    figure.update_layout(barmode="stack", bargap=0.35, legend_traceorder="normal", dragmode=False)
    figure.update_xaxes(range=[0, 1], tickformat=".0%", gridcolor="#e3e8ee")
    figure.update_yaxes(autorange="reversed", automargin=True, ticklen=8)
    return html(figure, name, 150 + 34 * len(shares))


def curves(points: pd.DataFrame, series: str, name: str, titles: tuple[str, str]) -> str:
    """Lines over months with their intervals as bands; columns month, rate, low, high, series."""
    import plotly.graph_objects as go

    figure = go.Figure()
    for place, member in enumerate(dict.fromkeys(points[series])):
        rows = points[points[series] == member].sort_values("month")
        colour = SERIES[place % len(SERIES)]
        figure.add_trace(_band(rows, colour))
        figure.add_trace(
            go.Scatter(
                x=rows["month"], y=rows["rate"], mode="lines+markers",
                name="<br>".join(_lines(str(member))),
                line={"color": colour, "width": 2},
                hovertemplate=f"{member}, month %{{x}}: %{{y:.2f}}<extra></extra>",
            )
        )  # fmt: skip
    figure.update_xaxes(title=titles[0], dtick=1, gridcolor="#eef1f5", zeroline=False)
    figure.update_yaxes(range=[0, 1.03], title=titles[1], gridcolor="#e3e8ee", automargin=True)
    return html(figure, name, 420)


def _lines(name: str) -> list[str]:
    """A name that stands in a legend, each part on lines of its own, none longer than the page."""
    parts = name.replace("; ", ";\n").splitlines()
    return [line for part in parts for line in wrap(part, LEGEND, break_long_words=False)]


def _band(rows: pd.DataFrame, colour: str) -> Any:
    import plotly.graph_objects as go

    months, known = list(rows["month"]), rows.ffill()
    return go.Scatter(
        x=months + months[::-1],
        y=list(known["high"]) + list(known["low"])[::-1],
        fill="toself", fillcolor=colour, opacity=0.10, line={"width": 0},
        hoverinfo="skip", showlegend=False,
    )  # fmt: skip


def scatter(points: pd.DataFrame, name: str, titles: tuple[str, str]) -> str:
    """Cost against score: one labelled mark a trial; columns label, cost, score, standing."""
    import plotly.graph_objects as go

    colours = {"memory": SERIES[0], "reference": "#5b5b5b", "control": "#5b5b5b"}
    figure, written = go.Figure(), _written(points)
    for kind, symbol in (
        ("memory", "circle"),
        ("reference", "square"),
        ("control", "diamond-open"),
    ):
        rows = points[points["standing"] == kind]
        figure.add_trace(
            go.Scatter(
                x=rows["cost"], y=rows["score"], text=[written[label] for label in rows["label"]],
                mode="markers+text", name=kind, cliponaxis=False, customdata=rows["label"],
                textposition=_sides(rows, points),
                marker={"size": 11, "symbol": symbol, "color": colours[kind]},
                hovertemplate="%{customdata}: %{y:.2f} at %{x:,.0f} tokens<extra></extra>",
            )
        )  # fmt: skip
    figure.update_xaxes(title=titles[0], gridcolor="#eef1f5", type="log", dtick=1)
    figure.update_yaxes(title=titles[1], gridcolor="#e3e8ee", range=[-0.03, 1.1], automargin=True)
    return html(figure, name, 420)


def _written(points: pd.DataFrame) -> dict[str, str]:
    """The labels that have room: of points that lie close together only the best is named."""
    width, placed, written = _decades(points), list[tuple[float, float]](), dict[str, str]()
    for label, cost, score in (
        points.sort_values(["score", "label"], ascending=[False, True])[["label", "cost", "score"]]
    ).itertuples(index=False):
        at = math.log10(cost) / width
        free = all(abs(at - x) > ROOM[0] or abs(score - y) > ROOM[1] for x, y in placed)
        written[label] = label if free else ""
        placed += [(at, score)] if free else []
    return written


def _sides(rows: pd.DataFrame, points: pd.DataFrame) -> list[str]:
    """On which side each label stands: on the left of what lies far right."""
    start = math.log10(points["cost"].min())
    right = [(math.log10(cost) - start) / _decades(points) > FAR_RIGHT for cost in rows["cost"]]
    return ["middle left" if far else "middle right" for far in right]


def _decades(points: pd.DataFrame) -> float:
    """How many powers of ten the costs span."""
    return max(math.log10(points["cost"].max() / points["cost"].min()), 0.1)
