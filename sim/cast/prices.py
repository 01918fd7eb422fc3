"""What tokens cost: from a dated file that the user gives, or from the package genai-prices."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date
from pathlib import Path
from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from sim.errors import BadData, Misuse, told
from sim.files import read_text
from sim.reasons import reason

MILLION = 1_000_000
THOUSAND = 1_000  # tokens to ask for: below where any provider has another price for long prompts
Dollars = Annotated[float, Field(ge=0)]


class Price(BaseModel):
    """US dollars a million tokens.

    >>> Price(read=2, written=8).of(500_000, 250_000)
    3.0
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    read: Dollars
    written: Dollars

    def of(self, tokens_read: int, tokens_written: int) -> float:
        """What so many tokens cost, in US dollars."""
        return (tokens_read * self.read + tokens_written * self.written) / MILLION


class Prices(BaseModel):
    """Prices of models by the name a recipe calls them, as they were on a day.

    ``source`` says where they come from.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    as_of: date | None = None
    source: str = ""
    models: dict[str, Price] = Field(default_factory=dict)

    def of(self, model: str) -> Price | None:
        """The price of a model, called as in the recipe or by its bare name; None if unknown.

        >>> Prices(models={"gpt-4o": Price(read=2.5, written=10)}).of("openai:gpt-4o").read
        2.5
        """
        bare = model.partition(":")[2].partition("@")[0]
        return self.models.get(model) or self.models.get(bare)

    def check(self, models: Iterable[str]) -> None:
        """Refuse a limit on money for models without a price. Raises Misuse naming them."""
        unknown = [model for model in models if self.of(model) is None]
        if unknown:
            raise Misuse(
                f"limits.usd needs the price of {', '.join(map(repr, unknown))}: name a file with "
                "it under 'prices' (as_of, models: {MODEL: {read, written}} in dollars a million "
                "tokens), or set limits.tokens instead"
            )


def load_prices(path: str | Path | None, models: Iterable[str]) -> Prices:
    """The prices in a file; without a file those that genai-prices knows, if it is installed.

    Raises BadData for a file that is no list of prices.
    """
    if path is None:
        return _known(models)
    import yaml

    try:
        prices = Prices.model_validate(yaml.safe_load(read_text(path)) or {})
    except (yaml.YAMLError, ValidationError, ValueError) as error:
        raise BadData(str(path), f"this is no list of prices: {_first(error)}") from error
    if prices.as_of is None:
        raise BadData(str(path), "say as_of: the day on which these were the prices")
    return prices


def _known(models: Iterable[str]) -> Prices:
    """Prices from the package, as of its version; none without it."""
    try:
        import genai_prices  # noqa: F401
    except ImportError:
        return Prices()
    from importlib.metadata import version

    found = {model: price for model in models if (price := _priced(model)) is not None}
    return Prices(source=f"genai-prices {version('genai-prices')}", models=found)


def _priced(model: str) -> Price | None:
    """The price of a named provider's model; what stands behind a bare URL has none."""
    from genai_prices import Usage, calc_price

    provider, _, bare = model.partition(":")
    if "@" in bare:
        return None
    try:
        found = calc_price(
            Usage(input_tokens=THOUSAND, output_tokens=THOUSAND), bare, provider_id=provider
        )
    except LookupError:
        return None
    scale = MILLION / THOUSAND
    return Price(read=float(found.input_price) * scale, written=float(found.output_price) * scale)


def _first(error: Exception) -> str:
    """What is wrong first, with its place."""
    if not isinstance(error, ValidationError):
        return told(error)
    found = error.errors(include_url=False)[0]
    place = ".".join(map(str, found["loc"]))
    return f"{place}: {reason(found)}" if place else reason(found)
