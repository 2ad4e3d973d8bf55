"""A cache of the parts of a table as a seat last saw them, redrawn only if their inputs have changed.

The inputs are recorded while a part is drawn: the slots of the state that were read, and the lookups in the choices. So
no drawing code has to declare them, or can forget to. Everything else is constant for one game, seat and language.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass, field, fields, replace
from operator import itemgetter
from typing import Any, Final, NamedTuple, TypeVar

from rulewright.core.model.game import Game, State
from rulewright.observe.words.table_values import Sight
from rulewright.table.drawing.options import Choices
from rulewright.table.drawing.scene import Scene
from rulewright.table.pages.html import Markup

_VARIANTS = 2
"""How many drawings of a part are kept: a choice that is taken back shows what was there before it."""
_STATES: Final = tuple(each.name for each in fields(Sight) if each.type in ("State", "State | None"))
_LISTS: Final = tuple(each.name for each in fields(Choices) if each.name != "several")
"""The names of what is watched of a sight and of choices: all states, all lists."""

Key = TypeVar("Key", bound=Hashable)
Value = TypeVar("Value")
_Draw = Callable[[Scene], Markup | None]


class _Read(NamedTuple):
    """Slots of a state that were read, and what was in them."""

    take: itemgetter[Any]
    held: Any

    def is_so(self, state: State) -> bool:
        return bool(self.take(state) == self.held)


class _Asked(NamedTuple):
    """The lookups in a part of the choices, and their results.

    `keys` is None if the part was iterated as a whole.
    """

    keys: frozenset[Any] | None
    found: dict[Any, Any]

    def is_so(self, known: Mapping[Any, Any]) -> bool:
        return self.found == (known if self.keys is None else {key: known[key] for key in known if key in self.keys})


class _Part(NamedTuple):
    """A part as it was drawn, and what from. `several` is looked at only where there is an option."""

    drawn: Markup | None
    read: tuple[_Read | None, ...]
    asked: tuple[_Asked, ...]
    several: bool | None

    def is_so(self, states: tuple[State, ...], choices: Choices) -> bool:
        if self.several is not None and self.several != choices.several:
            return False
        if not all(read is None or read.is_so(state) for read, state in zip(self.read, states, strict=True)):
            return False
        return all(each.is_so(known) for each, known in zip(self.asked, _lists_of(choices), strict=True))


@dataclass(slots=True)
class DrawingMemory:
    """The parts of one game that one seat was shown in one language."""

    _of: tuple[object, ...] = ()
    _parts: dict[Hashable, list[_Part]] = field(default_factory=dict)

    def open(self, game: Game, scene: Scene) -> KnownParts:
        """Return the remembered parts that may be unchanged in a scene.

        `game` is the scene's game before its seats were named.
        """
        sight = scene.sight
        whole = tuple(getattr(sight, each) is None for each in _STATES)
        of = (game, scene.kept, sight.seat, sight.is_open, *whole, scene.still)
        if len(self._of) != len(of) or any(one is not other for one, other in zip(self._of, of, strict=True)):
            self._parts.clear()
            self._of = of
        return KnownParts(self._parts, scene)


class KnownParts:
    """The parts of one drawing: those that are still so, and those that have to be drawn."""

    __slots__ = ("_parts", "_scene", "_states", "_watch")

    def __init__(self, parts: dict[Hashable, list[_Part]], scene: Scene) -> None:
        self._parts, self._scene, self._states = parts, scene, _states_of(scene.sight)
        self._watch: _Watch | None = None

    def part(self, key: Hashable, draw: _Draw) -> Markup | None:
        """Return a part of the drawing, drawn if it is not known as it is now."""
        known = self._parts.setdefault(key, [])
        for at, each in enumerate(known):
            if each.is_so(self._states, self._scene.choices):
                if at:
                    known.insert(0, known.pop(at))
                return each.drawn
        if self._watch is None:
            self._watch = _Watch(self._scene)
        part = self._watch.drawn(draw, self._states)
        known.insert(0, part)
        del known[_VARIANTS:]
        return part.drawn


class _Watch:
    """A scene that notices what is read of it."""

    __slots__ = ("_lists", "_scene", "_states")

    def __init__(self, scene: Scene) -> None:
        sight, choices = scene.sight, scene.choices
        self._states = tuple(_WatchedState(each, set(), set()) for each in _states_of(sight))
        self._lists = tuple(_WatchedLookup(each) for each in _lists_of(choices))
        watched: dict[str, Any] = dict(zip(_STATES, self._states, strict=True))
        states = {name: each for name, each in watched.items() if getattr(sight, name) is not None}
        lists: dict[str, Any] = dict(zip(_LISTS, self._lists, strict=True))
        self._scene = replace(scene, recall=None, sight=replace(sight, **states), choices=replace(choices, **lists))

    def drawn(self, draw: _Draw, states: tuple[State, ...]) -> _Part:
        for each in self._states:
            each.read.clear()
        for lookup in self._lists:
            lookup.forget()
        drawn = draw(self._scene)
        read = tuple(_read(watched.read, state) for watched, state in zip(self._states, states, strict=True))
        asked = tuple(each.asked() for each in self._lists)
        some = asked[_LISTS.index("offers")].found
        return _Part(drawn, read, asked, self._scene.choices.several if some else None)


def _states_of(sight: Sight) -> tuple[State, ...]:
    return tuple(getattr(sight, each) or [] for each in _STATES)


def _lists_of(choices: Choices) -> tuple[Mapping[Any, Any], ...]:
    return tuple(getattr(choices, each) for each in _LISTS)


def _read(slots: set[int], state: State) -> _Read | None:
    if not slots:
        return None
    take = itemgetter(*sorted(slots))
    return _Read(take, take(state))


class _WatchedState(list[Any]):
    """A state, or a copy of it to work something out on, that notices which slots of the state are read."""

    __slots__ = ("_written", "read")

    def __init__(self, state: State, read: set[int], written: set[int]) -> None:
        super().__init__(state)
        self.read, self._written = read, written

    def __getitem__(self, at: Any) -> Any:
        if not isinstance(at, slice):
            if at not in self._written:
                self.read.add(at)
            return super().__getitem__(at)
        if at.start is None and at.stop is None:
            return _WatchedState(super().__getitem__(at), self.read, {*self._written})
        self.read.update(each for each in range(*at.indices(len(self))) if each not in self._written)
        return super().__getitem__(at)

    def __setitem__(self, at: Any, value: Any) -> None:
        self._written.update(range(*at.indices(len(self))) if isinstance(at, slice) else (at,))
        super().__setitem__(at, value)

    def __iter__(self) -> Any:
        self.read.update(each for each in range(len(self)) if each not in self._written)
        return super().__iter__()


class _WatchedLookup(dict[Key, Value]):
    """A part of the choices that notices what is looked up in it."""

    __slots__ = ("_all", "_keys")

    def __init__(self, known: Mapping[Key, Value]) -> None:
        super().__init__(known)
        self.forget()

    def forget(self) -> None:
        self._keys: set[object] = set()
        self._all = False

    def asked(self) -> _Asked:
        if self._all:
            return _Asked(None, dict(dict.items(self)))
        return _Asked(frozenset(self._keys), {key: value for key, value in dict.items(self) if key in self._keys})

    def __getitem__(self, key: Key) -> Value:
        self._keys.add(key)
        return super().__getitem__(key)

    def __contains__(self, key: object) -> bool:
        self._keys.add(key)
        return super().__contains__(key)

    def get(self, key: Any, default: Any = None) -> Any:
        self._keys.add(key)
        return super().get(key, default)

    def __iter__(self) -> Any:
        self._all = True
        return super().__iter__()

    def keys(self) -> Any:
        self._all = True
        return super().keys()

    def items(self) -> Any:
        self._all = True
        return super().items()

    def values(self) -> Any:
        self._all = True
        return super().values()
