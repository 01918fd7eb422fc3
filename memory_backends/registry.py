"""Finding an implementation by name: built in, brought by another package, or ``module:Class``.

Nothing here knows what is being registered: backends, gates and embedders use it, and so may
studies. A registry imports only the class that is asked for; ``describe`` is the one call that
imports them all. Two packages that claim one name are refused, naming both.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points
from importlib.util import find_spec
from inspect import isabstract
from pathlib import Path
from typing import Generic, TypeVar, cast

from pydantic import BaseModel

from memory_backends.options import listed, read_options
from sim.errors import Misuse, UnknownName, did_you_mean, told

T = TypeVar("T")
BUILT_IN = "built in"


@dataclass(frozen=True, slots=True)
class Row:
    """One implementation as ``lifeworld list`` shows it; ``source`` says how to get it."""

    name: str
    group: str
    capabilities: tuple[str, ...]
    options: tuple[str, ...]
    source: str
    doc: str


@dataclass(frozen=True, slots=True)
class Listing:
    """Where a registered name leads (``module:Class``), and how one gets it."""

    target: str
    source: str


class Registry(Generic[T]):
    """Implementations of one port, by name.

    ``what`` is the word for them in messages ("backend"), ``group`` their entry point group,
    ``base`` the class they must subclass; it has an ``Options`` model and takes ``options=``.
    ``built_in`` maps names to ``module:Class``, ``extras`` those names that need an extra of this
    distribution to that extra. ``abilities`` tells the capabilities of a class.
    """

    def __init__(
        self,
        what: str,
        *,
        group: str,
        base: type,
        built_in: Mapping[str, str],
        extras: Mapping[str, str] | None = None,
        abilities: Callable[[type[T]], tuple[str, ...]] = lambda _: (),
        plugins: Callable[[], Iterable[EntryPoint]] | None = None,
    ) -> None:
        self.what, self.group, self.base = what, group, base
        self._built_in, self._extras, self._abilities = built_in, extras or {}, abilities
        self._plugins = plugins or (lambda: entry_points(group=group))

    def names(self) -> list[str]:
        """All registered names, sorted. Raises Misuse when two packages claim one."""
        return sorted(self._listings)

    def resolve(self, spec: str) -> type[T]:
        """The class behind a registered name or a ``module:Class``.

        A spec whose part before the colon is a registered name is never taken for a module.
        Raises UnknownName, or Misuse when it cannot be imported or is of another kind.
        """
        head, colon, rest = spec.partition(":")
        if not colon:
            return self._load(self._listing(spec).target)
        if head in self._listings:
            raise Misuse(f"{self.what} {head!r} takes no {':' + rest!r} after its name")
        return self._load(spec)

    def create(self, spec: str, /, *args: object, **options: object) -> T:
        """An instance, its options validated. Raises Misuse when one of them is wrong."""
        made = self.resolve(spec)
        read = read_options(_options(made), options, f"{self.what} {spec!r}")
        return cast("Callable[..., T]", made)(*args, options=read)

    def describe(self) -> list[Row]:
        """One row for each name, sorted; a package that cannot be loaded says so in its row."""
        return [self._row(name) for name in self.names()]

    @cached_property
    def _listings(self) -> dict[str, Listing]:
        found = {name: Listing(to, self._own_source(name)) for name, to in self._built_in.items()}
        for plugin in self._plugins():
            new = Listing(f"{plugin.module}:{plugin.attr}", f"installed by {_owner(plugin)}")
            old = found.setdefault(plugin.name, new)
            if old.target != new.target:
                raise Misuse(
                    f"two {self.what}s are called {plugin.name!r}: {old.target} ({old.source}) and "
                    f"{new.target} ({new.source}); rename or uninstall one of them"
                )
        return found

    def _own_source(self, name: str) -> str:
        extra = self._extras.get(name)
        return f"pip install 'lifeworld[{extra}]'" if extra else BUILT_IN

    def _listing(self, name: str) -> Listing:
        if name not in self._listings:
            raise UnknownName(self.what, name, self._listings)
        return self._listings[name]

    def _load(self, target: str) -> type[T]:
        module, _, name = target.partition(":")
        found = getattr(imported(module, f"{self.what} {target!r}"), name, None)
        if found is None:
            raise UnknownName("class", name, self._classes(module), where=f"module {module}")
        if not (isinstance(found, type) and issubclass(found, self.base)):
            base = f"{self.base.__module__}.{self.base.__name__}"
            raise Misuse(f"{target!r} is no {self.what}: it is not a subclass of {base}")
        lacking = sorted(getattr(found, "__abstractmethods__", ()))
        if lacking:
            raise Misuse(f"{target!r} is no complete {self.what}: it lacks {', '.join(lacking)}")
        return cast("type[T]", found)

    def _classes(self, module: str) -> list[str]:
        inside = vars(sys.modules[module])
        return [
            name
            for name, value in inside.items()
            if isinstance(value, type) and issubclass(value, self.base) and not isabstract(value)
        ]

    def _row(self, name: str) -> Row:
        listing = self._listings[name]
        try:
            found = self._load(listing.target)
        except Misuse as error:
            return Row(name, "", (), (), listing.source, str(error))
        doc = (found.__doc__ or "").strip().partition("\n")[0]
        group = getattr(found, "group", "")
        abilities, options = self._abilities(found), listed(_options(found))
        source = getattr(found, "getting", "") or listing.source
        return Row(name, group, abilities, options, source, doc)


def _options(kind: type) -> type[BaseModel]:
    return cast("type[BaseModel]", kind.Options)  # type: ignore[attr-defined]


def imported(module: str, who: str) -> object:
    """A module, here or installed. Raises Misuse, in which ``who`` wants it, when it fails."""
    try:
        _look_here_too(module.partition(".")[0])
        return import_module(module)
    except Exception as error:
        missing = getattr(error, "name", None) if isinstance(error, ModuleNotFoundError) else None
        if missing is not None and f"{module}.".startswith(f"{missing}."):
            why = f"there is no module {missing!r} here{did_you_mean(missing, _modules_here())}"
            raise Misuse(f"{who} cannot be loaded: {why}") from error
        raise Misuse(f"{who} cannot be loaded: {told(error)}") from error


def _modules_here() -> list[str]:
    """The modules in the current directory."""
    found = [each.stem for each in Path.cwd().glob("*.py")]
    found += [each.parent.name for each in Path.cwd().glob("*/__init__.py")]
    return sorted(found)


def _look_here_too(top: str) -> None:
    """A class given as ``module:Class`` may live in a file of the current directory."""
    here = Path.cwd()
    if top in sys.modules:
        return
    if find_spec(top) is None and ((here / f"{top}.py").exists() or (here / top).is_dir()):
        sys.path.append(str(here))


def _owner(plugin: EntryPoint) -> str:
    return f"{plugin.dist.name} {plugin.dist.version}" if plugin.dist else "an unnamed package"
