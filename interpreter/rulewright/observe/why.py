"""Why an option is not open: the first requirement that fails, the values it saw, and where it is written.

The functions that find it are emitted beside a traced build (`compile/emit_reasons.py`); this room asks them in worlds
that look alike to a seat (`observe/imagine.py`) and tells only what is the same in all of these, so that no answer
shows anything hidden. Who may ask, and when, is not told here: see `play/questions.py`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from rulewright.model.game import Blueprint, Game, State, read_code
from rulewright.model.layout import FRAME, OPTIONS, SEAT, SITE
from rulewright.observe.imagine import worlds
from rulewright.observe.naming import thing_name, thing_title
from rulewright.observe.reasons import IMPOSSIBLE, UNCLEAR, Teller, Why, merge, tell

Functions = dict[str, Any]
"""What explains a build: see `explain` in `run/build.py`."""
Tree = tuple[int, tuple[Any, ...], tuple[Any, ...]]
"""What those functions return: the number of a reason, values, the trees behind it; or 0 for nothing."""

AT_ANOTHER_TIME = "it belongs to another part of the turn, or would leave nothing to choose"


@dataclass(frozen=True, slots=True)
class Closed:
    """An option that is not open, or some candidates of it: its label, the candidates' names, and why."""

    label: str
    names: tuple[str, ...]
    why: Why


def why_not(
    game: Game, functions: Functions, state: State, key: str, seat: int | None = None, language: str = "en"
) -> Why | None:
    """The first requirement of an option that fails, as `seat` may know it; None for a seat that may know all.

    None when the decision has no such option at all. For an option that is open the answer means nothing.
    """
    if state[FRAME] is None:
        return None
    at = _named_option(game, state, key)
    if at is None:
        return None
    site, number, values = at
    teller = Teller(game, seat, language)
    found = [tuple(_asked(game, functions, world, site, number, each) for each in values)
             for world in seen_by(game, state, seat)]  # fmt: skip
    merged = [merge(trees) for trees in zip(*found, strict=True)]
    told = next((each for each in merged if not teller.is_sort(each, "missing")), merged[0])
    if told == 0:
        text = AT_ANOTHER_TIME if site == game.blueprint.free_site else IMPOSSIBLE
        file, line, _ = game.blueprint.sites[site].places[number]
        return Why("test", text, f"{file}:{line}")
    return teller.why(told)


def closed_options(
    game: Game, functions: Functions, state: State, seat: int | None = None, language: str = "en"
) -> tuple[Closed, ...]:
    """What is not open of this decision: options, and candidates by the reason that keeps them closed."""
    blueprint, site = game.blueprint, state[SITE]
    info = blueprint.sites[site]
    listed = [(site, number) for number in range(len(info.labels))]
    listed += [(blueprint.free_site, number) for number in info.free]
    open_here = {read_code(blueprint, site, code) for code in state[OPTIONS]}
    closed: list[Closed] = []
    alike = seen_by(game, state, seat)
    for at, number in listed:
        its = blueprint.sites[at]
        label, domain = its.labels[number], its.domains[number]
        if its.named and not domain:
            if not any(each[:2] == (at, number) for each in open_here):
                why = why_not(game, functions, state, label, seat, language)
                closed += [Closed(label, (), why)] if why is not None else []
            continue
        among = _among(game, functions, state, at, number)
        grouped: dict[Why, list[str]] = {}
        for value in among:
            if value >= 0 and (at, number, value) not in open_here:
                found = [_asked(game, functions, world, at, number, value) for world in alike]
                tree = merge(tuple(found))
                if tree not in (0, UNCLEAR):
                    why = Teller(game, seat, language).why(tree)
                    names = grouped.setdefault(why, [])
                    names.append(thing_title(blueprint, domain, value, language))
        closed += [Closed(label, tuple(names), why) for why, names in _by_words(grouped).items()]
        if not among:
            file, line, _ = its.places[number]
            closed.append(Closed(label, (), Why("missing", "no candidate for it", f"{file}:{line}")))
    return tuple(closed)


def candidates_of(game: Game, functions: Functions, state: State) -> tuple[tuple[int, int, int, Why | None], ...]:
    """Everything a decision may offer, open or not: site, option, candidate (0 where it has none) and what fails."""
    blueprint, site = game.blueprint, state[SITE]
    found = []
    listed = [(site, number) for number in range(len(blueprint.sites[site].labels))]
    listed += [(blueprint.free_site, number) for number in blueprint.sites[site].free]
    for at, number in listed:
        plain = blueprint.sites[at].named and not blueprint.sites[at].domains[number]
        for value in (0,) if plain else _among(game, functions, state, at, number):
            if value >= 0:
                tree = _asked(game, functions, state, at, number, value)
                found.append((at, number, value, tell(game, tree, None) if tree else None))
    return tuple(found)


def seen_by(game: Game, state: State, seat: int | None) -> tuple[State, ...]:
    """The states in which a seat is answered; the one there is where it may know all."""
    return (state,) if seat is None else worlds(game, state, seat)


def _by_words(grouped: dict[Why, list[str]]) -> dict[Why, list[str]]:
    """Candidates that fail by the same requirement together; values are told where they all saw the same."""
    found: dict[tuple[str, str], tuple[Why, list[str]]] = {}
    for why, names in grouped.items():
        key = (why.first.text, why.first.place)
        if key in found:
            kept, known = found[key]
            if kept != why:
                same = tuple(each for each in kept.first.seen if each in why.first.seen)
                kept = Why(kept.first.sort, kept.first.text, kept.first.place, same)
            found[key] = kept, known + names
        else:
            found[key] = why, names
    return dict(found.values())


def _named_option(game: Game, state: State, key: str) -> tuple[int, int, tuple[int, ...]] | None:
    """The site, the option there and the candidates that a key may mean."""
    blueprint, site = game.blueprint, state[SITE]
    info = blueprint.sites[site]
    at = [(site, number) for number in range(len(info.labels))]
    at += [(blueprint.free_site, number) for number in info.free]
    for where, number in at:
        its = blueprint.sites[where]
        label, domain = its.labels[number], its.domains[number]
        if its.named and not domain:
            if key == label:
                return where, number, (0,)
            continue
        prefix = f"{label} " if its.named else ""
        if key.startswith(prefix):
            values = _values_named(blueprint, domain, key.removeprefix(prefix), state[SEAT])
            if values:
                return where, number, values
    return None


def _values_named(blueprint: Blueprint, domain: str, name: str, seat: int) -> tuple[int, ...]:
    """The things of a domain that a name may mean; of pieces printed for seats the asked one's come first."""
    if domain == "number":
        return (int(name),) if name.isascii() and name.isdigit() and len(name) < 10 else ()
    if domain == "seat":
        count = blueprint.max_seats
    elif domain.endswith(" piece"):
        found = [n for n in range(len(blueprint.pieces)) if thing_name(blueprint, domain, n) == name]
        kind = domain.removesuffix(" piece")
        found = [n for n in found if blueprint.pieces[n].kind == kind]
        return tuple(sorted(found, key=lambda piece: blueprint.pieces[piece].owner != seat))
    else:
        count = len(blueprint.domains[domain].names)
    return tuple(n for n in range(count) if thing_name(blueprint, domain, n) == name)


def _frame(game: Game, state: State, site: int) -> tuple[Any, ...]:
    """The frame of a decision; for free actions one of their own for the seat that is asked."""
    blueprint = game.blueprint
    if site == state[SITE]:
        frame: tuple[Any, ...] = state[FRAME]
        return frame
    name = blueprint.sites[site].procedure
    procedure = next(number for number, (id_, *_) in enumerate(blueprint.procedures) if id_ == name)
    return (None, procedure, 0, state[SEAT], *[0] * (blueprint.procedures[procedure][3] - 1))


def _among(game: Game, functions: Functions, state: State, site: int, number: int) -> tuple[int, ...]:
    found: tuple[int, ...] = functions["AMONG"][site](state, _frame(game, state, site), number)
    return found


def _asked(game: Game, functions: Functions, state: State, site: int, number: int, value: int) -> Any:
    """What keeps a candidate of an option closed in one world: a tree or 0, with its place where it is missing."""
    frame = _frame(game, state, site)
    tree = functions["WHY"][site](state, frame, number, value)
    blueprint = game.blueprint
    if tree and blueprint.reasons[tree[0] - 1][3] == "missing":
        domain = blueprint.sites[site].domains[number]
        at = state[blueprint.piece_zone + value] if domain.endswith(" piece") else -1
        return tree[0], (at, _among(game, functions, state, site, number)), ()
    return tree
