"""The only doors through which text enters the page without being escaped by the template."""

from __future__ import annotations

import json

from markupsafe import Markup


def trusted(piece: str) -> Markup:
    """A piece that Lifeworld or Plotly wrote itself: style, script, figures. Nobody's words."""
    return Markup(piece)  # noqa: S704 - the callers pass files of this package and Plotly's output


def script_data(value: object) -> Markup:
    """JSON that is safe inside a script element, whatever simulated people say in it.

    >>> script_data(["</script>"])
    Markup('["\\\\u003c/script\\\\u003e"]')
    """
    text = json.dumps(value, ensure_ascii=False)
    for character in "<>&\u2028\u2029":
        text = text.replace(character, f"\\u{ord(character):04x}")
    return trusted(text)
