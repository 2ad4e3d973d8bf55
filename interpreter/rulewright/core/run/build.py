"""Functions from the compiled code of a blueprint, in a plain, a traced or a coverage build.

The traced build records events, and the coverage build counts what is reached. Functions that check the bounds of
emitted code are here as well.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from functools import partial
from types import CodeType
from typing import Any

from rulewright.core.model.game import Blueprint, Build, Game, State
from rulewright.core.model.limits import UNTOLD, LimitReached
from rulewright.core.run.atoms import MOST_NUMBERS_KEPT, namespace
from rulewright.core.run.cover import cover_names, empty_tally


class NotExplained(Exception):  # noqa: N818 - whoever meets it makes the game with what explains it
    """An explanation was requested in a game that was made only to be played."""


def make_build(
    blueprint: Blueprint, code: CodeType, *, traced: bool = False, places: int | None = None, asks_singly: bool = False
) -> Build:
    """Run the emitted module in a namespace of its own that holds only the atoms and the tables.

    With `places` it is the module of a covered build, which counts how often each of its places is reached. If it
    `asks_singly`, a seat with one option is asked where others cannot know that it has only one.
    """
    events: list[Any] | None = [] if traced else None
    tally = empty_tally(blueprint, places) if places is not None else None
    more = partial(cover_names, blueprint, tally) if tally is not None else None
    names: dict[str, Any] = namespace(blueprint, events, more)
    names["__builtins__"] = {
        "len": len, "tuple": tuple, "set": set, "dict": dict, "min": min, "max": max, "abs": abs, "range": range,
        "sorted": sorted,
        "True": True, "False": False, "None": None,
    }  # fmt: skip
    sites = enumerate(blueprint.sites if asks_singly else ())
    names["ASKED_SINGLY"] = frozenset(number for number, site in sites if site.secret)
    for number, table in enumerate(blueprint.tables):
        names[f"T{number}"] = table
    names |= {"LIMITS": blueprint.limits, **limit_names(names)}
    exec(code, names)  # noqa: S102 - the back end's own source: see backends/python
    return Build(names["P"], names["Q"], events, names, tally)


def traced_build(game: Game) -> Build:
    """Return a build of a game that records events and explains requirements."""
    assert game.traced_code is not None
    return make_build(game.blueprint, game.traced_code, traced=True, asks_singly=game.asks_singly)


def asking_singly(game: Game) -> Game:
    """Return the game as people play it together: a seat with one option is asked where that is a secret.

    A choice that is made by itself looks unlike any other, so others would learn that it was the only one. The game
    itself if nothing is secret; its states are states of both games.
    """
    if game.asks_singly or not any(each.secret for each in game.blueprint.sites):
        return game
    assert game.plain_code is not None
    return replace(game, plain=make_build(game.blueprint, game.plain_code, asks_singly=True), asks_singly=True)


def settling_alone(game: Game) -> Game:
    """Return the game as it is simulated: a decision with one option is settled without asking."""
    if not game.asks_singly:
        return game
    assert game.plain_code is not None
    return replace(game, plain=make_build(game.blueprint, game.plain_code), asks_singly=False)


def asking_always(game: Game) -> Game:
    """Return the game as it is looked into: a decision with one option is asked as any other is.

    Its states are states of the game as well, but for those that wait for such a decision.
    """
    assert game.plain_code is not None
    made = make_build(game.blueprint, game.plain_code)
    made.names["ASKED_SINGLY"] = frozenset(range(len(game.blueprint.sites)))
    return replace(game, plain=made)


def begin_record(build: Build) -> None:
    """Clear the record of a traced build and its current effect, before another game or step."""
    if build.events is not None:
        build.events.clear()
        build.names["in_course"](None)


def replace_functions(build: Build, code: CodeType, tables: dict[str, tuple[Any, ...]]) -> Build:
    """Return a build with some functions replaced, also for calls by the others.

    The given build must not be used again.
    """
    names = build.names
    names |= tables
    exec(code, names)  # noqa: S102
    return Build(names["P"], names["Q"], build.events, names)


def replace_atom(build: Build, name: str, atom: Callable[..., Any]) -> None:
    """Replace the atom of this name in a build."""
    assert name in build.names
    build.names[name] = atom


def extend_build(
    build: Build, code: CodeType, tables: dict[str, tuple[Any, ...]], limits: tuple[tuple[str, int, str], ...]
) -> Build:
    """Return a build with additional functions, leaving the given build unchanged."""
    names = {**build.names, **tables, "LIMITS": limits}
    names |= limit_names(names)
    exec(code, names)  # noqa: S102
    return Build(names["P"], names["Q"], build.events, names, build.tally)


def is_explained(game: Game, build: Build) -> bool:
    """Return whether a build can be asked why, by what it has or by what its game brings."""
    return bool(game.why_source) or "WHY" in build.names


def explain(game: Game, build: Build) -> dict[str, Any]:
    """Return the functions that explain a traced build's offers and values, made on first use.

    Raises NotExplained if the game was made without them.
    """
    if "WHY" not in build.names:
        if not game.why_source:
            raise NotExplained
        exec(compile(game.why_source, "<why>", "exec"), build.names)  # noqa: S102
    return build.names


def told(work: Callable[[], Any]) -> Any:
    """Return a value of an explanation."""
    try:
        return work()
    except LimitReached:
        return UNTOLD


def limit_names(names: dict[str, Any]) -> dict[str, Any]:
    """Return the functions for the code of one namespace."""

    def outside(value: int, limit: int) -> int:
        """Raise LimitReached because a value is out of bounds."""
        file, line, words = names["LIMITS"][limit]
        raise LimitReached(f"{words.replace('{}', str(value))} ({file}:{line})")

    def inside(value: int, low: int, high: int, limit: int) -> int:
        return value if low <= value <= high else outside(value, limit)

    def there(thing: int, limit: int) -> int:
        return thing if thing >= 0 else outside(thing, limit)

    def not_zero(value: int, limit: int) -> int:
        return value or outside(value, limit)

    def element(items: tuple[int, ...], index: int, limit: int) -> int:
        return items[index] if 0 <= index < len(items) else outside(index, limit)

    def room(S: State, piece: int, to: int, limit: int) -> int:  # noqa: N803
        """Return a space that a piece goes to, where the piece may already be."""
        return to if S[to] < 0 or S[to] == piece or piece < 0 else outside(piece, limit)

    def once(things: Iterable[int], limit: int) -> tuple[int, ...]:
        found = tuple(dict.fromkeys(things))
        return found if limit < 0 or len(found) <= MOST_NUMBERS_KEPT else (outside(len(found), limit),)

    return {each.__name__: each for each in (once, outside, inside, there, not_zero, element, room, told)}
