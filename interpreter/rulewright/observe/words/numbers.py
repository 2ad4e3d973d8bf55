"""Explanations of numbers: a quantity or score, from its base, modifiers and inner quantities.

The parts come from functions of a traced build (`core/backend/module.py`), in states that look alike to the seat that
asks, as in `words/why.py`. `words/history.py` reports how a counter got its value.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from rulewright.core.locales.catalogue import phrases
from rulewright.core.locales.wording import said_of, title_in
from rulewright.core.model.game import Blueprint, Game, State
from rulewright.core.model.kinds import DomainName, PieceOf, is_set
from rulewright.core.model.limits import UNTOLD, LimitReached
from rulewright.core.model.points import points_text
from rulewright.core.model.reasons import ReasonTree
from rulewright.observe.naming import things_named
from rulewright.observe.words.reasons import UNCLEAR, Why, merge, tell
from rulewright.observe.words.why import ReasonFunctions, seen_by

_DEEPEST = 8


def why_number(
    game: Game,
    functions: ReasonFunctions,
    state: State,
    name: str,
    of_seat: int,
    given: tuple[str, ...] = (),
    viewer: int | None = None,
    language: str = "en",
) -> Why | None:
    """Explain a seat's quantity or line of the scoring, as `viewer` may know it (None: all).

    `given` are the names of the quantity's arguments. None if there is no such quantity, or if it takes other
    arguments.
    """
    number = numbers_named(game.blueprint).get(name)
    if number is None:
        return None
    takes = game.blueprint.quantity_takes.get(name, ())
    if len(takes) != len(given):
        return None
    values = [_value(game.blueprint, domain, text, of_seat) for domain, text in zip(takes, given, strict=True)]
    if None in values:
        return None
    worlds = seen_by(game, state, viewer)
    trees = tuple(_whole(game, functions, world, number, (of_seat, *values)) for world in worlds)
    return tell(game, merge(trees), viewer, language)


def why_false(game: Game, functions: ReasonFunctions, state: State, test: int) -> tuple[Why, tuple[int, ...]] | None:
    """Return (why a test is false, the slots it read), with each quantity explained.

    Everything is shown, for authors of rules. None if there is nothing to say.
    """
    tree = functions["WHYQ"][test](state, 0)
    if not tree:
        return None
    whole = _followed(game, functions, state, tree, 0)
    return tell(game, whole, None), tuple(dict.fromkeys(_slots(game.blueprint, whole)))


def _slots(blueprint: Blueprint, tree: Any) -> Iterator[int]:
    """Yield the slots of counters and markers whose values are in a tree."""
    number, values, behind = tree
    if tree == UNCLEAR:
        return
    for (_, sort, *_), value in zip(blueprint.reasons[number - 1].labels, values, strict=True):
        if sort == "slot" and value != UNTOLD:
            yield value[0]
    for each in behind:
        yield from _slots(blueprint, each)


def total_of(
    game: Game, functions: ReasonFunctions, state: State, of_seat: int, viewer: int | None, language: str
) -> Why | None:
    """Explain a seat's total as the sum of its scoring, as `viewer` may know it, None without scoring."""
    say = phrases(language, "table")
    scoring = tuple(game.blueprint.scoring[each] for each in game.blueprint.scoring_as_read)
    if not scoring:
        return None
    worlds = seen_by(game, state, viewer)
    rows = [[game.plain.quantities[number](world[:], of_seat) for _, _, number in scoring] for world in worlds]
    parts = [
        f"{title_in(title, language, name)} {_alike(game.blueprint, amounts, say('hidden'))}"
        for (name, title, _), amounts in zip(scoring, zip(*rows, strict=True), strict=True)
    ]
    behind = tuple(why_number(game, functions, state, name, of_seat, (), viewer, language) for name, _, _ in scoring)
    total = _alike(game.blueprint, [sum(row) for row in rows], say("hidden"))
    said = said_of(language, say("total"), f"{total} ({', '.join(parts)})")
    return Why("value", f"{say('total')} {total} = {' + '.join(parts)}", "", (), tuple(filter(None, behind)), said)


def _alike(blueprint: Blueprint, amounts: Sequence[int], hidden: str) -> str:
    return points_text(blueprint, amounts[0]) if len(set(amounts)) == 1 else hidden


def number_titled(blueprint: Blueprint, title: str, language: str) -> str | None:
    """Return the id of a line of the scoring, tie-break, quantity, counter or marker by its title."""
    wanted = title.lower()
    return next((name for each, name in titles_of_numbers(blueprint, language) if each.lower() == wanted), None)


def titles_of_numbers(blueprint: Blueprint, language: str) -> Iterator[tuple[str, str]]:
    """Yield (title, id) of each number that may be asked for."""
    titled = {name: title for name, title, _ in (*blueprint.scoring, *blueprint.tie_breaks)}
    titled |= {each.id: each.title for each in blueprint.families if each.sort != "zone"}
    for name in numbers_named(blueprint):
        titled.setdefault(name, blueprint.procedure_titles.get(name, {}))
    for name, title in titled.items():
        if title:
            yield title_in(title, language, name), name


def numbers_named(blueprint: Blueprint) -> dict[str, int]:
    """Map the ids of quantities that may be asked for to their numbers.

    Scores and tie-breaks are included. Quantities that take a set are not, because nobody can name a set.
    """
    named = {name for name, takes in blueprint.quantity_takes.items() if not any(map(is_set, takes))}
    found = {name: info.number for name, info in blueprint.quantities.items() if name in named}
    return {name: number for name, number in found.items() if not name.endswith(".start")}


def _whole(
    game: Game, functions: ReasonFunctions, state: State, number: int, given: tuple[Any, ...], depth: int = 0
) -> Any:
    """Return the tree of a quantity with the trees of those it is made of."""
    try:
        tree = functions["NUM"][number](state, *given)
    except LimitReached:
        return UNCLEAR
    return _followed(game, functions, state, tree, depth)


def _followed(game: Game, functions: ReasonFunctions, state: State, tree: Any, depth: int) -> Any:
    number, values, behind = tree
    if tree == UNCLEAR:
        return tree
    labels = game.blueprint.reasons[number - 1].labels
    inner = [_followed(game, functions, state, each, depth + 1) for each in behind if each]
    if depth < _DEEPEST:
        for (_, sort, *_), value in zip(labels, values, strict=True):
            if sort == "quantity" and value != UNTOLD and value[1] >= 0:
                inner.append(_whole(game, functions, state, value[1], value[2:], depth + 1))
    return ReasonTree(number, values, tuple(inner))


def _value(blueprint: Blueprint, domain: DomainName, text: str, seat: int) -> int | None:
    """Return the thing or number that a text names, of pieces printed for seats the seat's own."""
    if domain == "number":
        return int(text) if text.lstrip("-").isdigit() and text.isascii() and len(text) < 10 else None
    if isinstance(domain, PieceOf):
        pieces = things_named(blueprint, domain, text)
        return next((each for each in pieces if blueprint.pieces[each].owner in (-1, seat)), None)
    return next(iter(things_named(blueprint, domain, text)), None) if domain in blueprint.domains else None
