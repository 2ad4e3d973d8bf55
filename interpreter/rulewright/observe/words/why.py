"""Why an option is not open: the first requirement that fails, the values it saw, and where it is written.

The functions that find it are made with a traced build (`core/backend/printed_reasons.py`); this room asks them in
worlds that look alike to a seat (`sight/determinize.py`) and reports only what is the same in all of them, so that no
answer shows anything hidden. Who may ask, and when, is not decided here: see `play/session/questions.py`.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any

from rulewright.core.locales.catalogue import phrases
from rulewright.core.model.game import Blueprint, Game, OptionMeaning, State
from rulewright.core.model.kinds import DomainName, PieceOf
from rulewright.core.model.layout import FRAME, SEAT, SITE
from rulewright.core.model.limits import LimitReached
from rulewright.core.model.reasons import ReasonTree
from rulewright.observe.naming import (
    hidden_option_key,
    hidden_title,
    label_title,
    labels_at,
    name_title,
    thing_title,
    things_named,
)
from rulewright.observe.sight.determinize import determinizations
from rulewright.observe.sight.hiding import hidden_pieces
from rulewright.observe.sight.offers import offers
from rulewright.observe.words.reasons import IMPOSSIBLE, UNCLEAR, Teller, Why, merge, tell

ReasonFunctions = dict[str, Any]
"""What explains a build: see `explain` in `core/run/build.py`."""

AT_ANOTHER_TIME = "it belongs to another part of the turn, or would leave nothing to choose"


@dataclass(frozen=True, slots=True)
class Closed:
    """An option that is not open, or some candidates of it: its label, the candidates' names, why, and its title."""

    label: str
    names: tuple[str, ...]
    why: Why
    title: str


def why_not(
    game: Game, functions: ReasonFunctions, state: State, key: str, seat: int | None = None, language: str = "en"
) -> Why | None:
    """The first requirement of an option that fails, as `seat` may know it; None for a seat that may know all.

    None when the decision has no such option at all. For an option that is open the answer means nothing.
    """
    if state[FRAME] is None:
        return None
    asking = _Asking.of(game, functions, state, seat)
    at = _named_option(game, state, key, asking.hidden)
    if at is None:
        return None
    site, number, values = at
    teller = Teller(game, seat, language)
    merged = [asking.tree(site, number, each) for each in values]
    told = next((each for each in merged if not teller.is_sort(each, "missing")), merged[0])
    if told == 0:
        free = site == game.blueprint.free_site
        file, line, _ = game.blueprint.sites[site].places[number]
        said = phrases(language, "phrases")("another_time" if free else "cannot_now")
        return Why("test", AT_ANOTHER_TIME if free else IMPOSSIBLE, f"{file}:{line}", said=said)
    return teller.why(told)


def closed_options(
    game: Game, functions: ReasonFunctions, state: State, seat: int | None = None, language: str = "en"
) -> tuple[Closed, ...]:
    """What is not open in this decision: options, and candidates by the reason that keeps them closed.

    Candidates that `seat` cannot see are counted: they share one reason, or it depends on what is hidden.
    """
    blueprint = game.blueprint
    asking, teller = _Asking.of(game, functions, state, seat), Teller(game, seat, language)
    named = {OptionMeaning(each.site, each.option, each.candidate) for each in offers(game, state, None)}
    closed: list[Closed] = []
    for at, number in labels_at(blueprint, state[SITE]):
        its = blueprint.sites[at]
        label, domain = its.labels[number], its.domains[number]
        title = name_title(blueprint, its, label, language)
        title = label_title(blueprint, at, number, language) if its.named else title
        if its.named and not domain:
            if (at, number, -1) not in named:
                why = why_not(game, functions, state, label, seat, language)
                closed += [Closed(label, (), why, title)] if why is not None else []
            continue
        grouped: dict[Why, list[str]] = {}
        for value in asking.candidates(at, number):
            if (at, number, value) not in named:
                tree = asking.tree(at, number, value)
                if tree != 0:
                    grouped.setdefault(teller.why(tree), []).append(thing_title(blueprint, domain, value, language))
        closed += [Closed(label, tuple(names), why, title) for why, names in _by_words(grouped).items()]
        counts = {len(each) for each in asking.unseen(at, number)}
        its_own = (each for each in named if (each.site, each.option) == (at, number))
        open_unseen = any(each.candidate in asking.hidden for each in its_own)
        if counts != {0} and isinstance(domain, PieceOf) and not open_unseen:
            times = f"{min(counts)} x " if len(counts) == 1 and counts != {1} else ""
            names = (f"{times}{hidden_title(blueprint, domain, language)}",)
            closed.append(Closed(label, names, teller.why(asking.shared(at, number) or UNCLEAR), title))
        if not any(asking.among(at, number)):
            file, line, _ = its.places[number]
            said = phrases(language, "phrases")("no_candidate")
            missing = Why("missing", "no candidate for it", f"{file}:{line}", said=said)
            closed.append(Closed(label, (), missing, title))
    return tuple(closed)


@dataclass(frozen=True, slots=True)
class _Asking:
    """Asks in worlds that look alike to a seat; what is found in all of them reveals nothing of what is hidden."""

    game: Game
    functions: ReasonFunctions
    worlds: tuple[State, ...]
    hidden: frozenset[int]

    @classmethod
    def of(cls, game: Game, functions: ReasonFunctions, state: State, seat: int | None) -> _Asking:
        return cls(game, functions, seen_by(game, state, seat), hidden_pieces(game, state, seat))

    def among(self, site: int, number: int) -> list[list[int]]:
        """The candidates of an option in each world."""
        found = [_among(self.game, self.functions, world, site, number) for world in self.worlds]
        return [[value for value in each if value >= 0] for each in found]

    def candidates(self, site: int, number: int) -> Iterable[int]:
        """The candidates by name, each once, in an order that comes from no hidden one."""
        hides = self._hides(site, number)
        return dict.fromkeys(v for each in self.among(site, number) for v in each if not (hides and v in self.hidden))

    def unseen(self, site: int, number: int) -> list[list[int]]:
        """The candidates that may not be named, in each world."""
        hides = self._hides(site, number)
        return [[value for value in each if hides and value in self.hidden] for each in self.among(site, number)]

    def tree(self, site: int, number: int, value: int) -> Any:
        """What keeps a candidate closed in every world: a tree, or 0 if nothing does.

        One that is a candidate only in some worlds is kept closed by what is hidden, and of one that may not be named
        nothing is reported that does not hold for all such.
        """
        plain = self.game.blueprint.sites[site].named and not self.game.blueprint.sites[site].domains[number]
        told = merge(tuple(_asked(self.game, self.functions, world, site, number, value) for world in self.worlds))
        if plain or told == UNCLEAR:
            return told
        if value in self.hidden and self._hides(site, number) and any(self.unseen(site, number)):
            return merge((told, self.shared(site, number)))
        return told

    def shared(self, site: int, number: int) -> Any:
        """What keeps each candidate closed that may not be named: a tree; 0 if there is none or nothing does."""
        pairs = zip(self.worlds, self.unseen(site, number), strict=True)
        trees = [
            _asked(self.game, self.functions, world, site, number, each) for world, found in pairs for each in found
        ]
        return merge(tuple(trees)) if trees else 0

    def _hides(self, site: int, number: int) -> bool:
        return isinstance(self.game.blueprint.sites[site].domains[number], PieceOf)


def candidates_of(game: Game, functions: ReasonFunctions, state: State) -> tuple[tuple[int, int, int, Why | None], ...]:
    """Everything a decision may offer, open or not: site, option, candidate (0 if it has none) and what fails."""
    blueprint = game.blueprint
    found = []
    for at, number in labels_at(blueprint, state[SITE]):
        plain = blueprint.sites[at].named and not blueprint.sites[at].domains[number]
        for value in (0,) if plain else _among(game, functions, state, at, number):
            if value >= 0:
                tree = _asked(game, functions, state, at, number, value)
                found.append((at, number, value, tell(game, tree, None) if tree else None))
    return tuple(found)


def seen_by(game: Game, state: State, seat: int | None) -> tuple[State, ...]:
    """The states in which a seat is answered; the one there is if it may know all."""
    return (state,) if seat is None else determinizations(game, state, seat)


def _by_words(grouped: dict[Why, list[str]]) -> dict[Why, list[str]]:
    """Candidates that fail by the same requirement together; values are shown if they all saw the same."""
    found: dict[tuple[str, str], tuple[Why, list[str]]] = {}
    for why, names in grouped.items():
        key = (why.first.text, why.first.place)
        if key in found:
            kept, known = found[key]
            if kept != why:
                same = tuple(each for each in kept.first.seen if each in why.first.seen)
                kept = replace(kept.first, seen=same, behind=(), said=_alike(kept, why))
            found[key] = kept, known + names
        else:
            found[key] = why, names
    return dict(found.values())


def _alike(one: Why, other: Why) -> str:
    """What people read of two reasons that are the same but for their values."""
    if one.reason == other.reason:
        return one.reason
    return next((each.general for each in reversed(one.path) if each.general), "")


def _named_option(
    game: Game, state: State, key: str, hidden: frozenset[int]
) -> tuple[int, int, tuple[int, ...]] | None:
    """The site, the option there and the candidates that a key may mean; one that names none means all `hidden`."""
    blueprint = game.blueprint
    for where, number in labels_at(blueprint, state[SITE]):
        its = blueprint.sites[where]
        label, domain = its.labels[number], its.domains[number]
        if its.named and not domain:
            if key == label:
                return where, number, (0,)
            continue
        if isinstance(domain, PieceOf) and key == hidden_option_key(blueprint, where, number):
            kind = domain.kind
            values = tuple(sorted(piece for piece in hidden if blueprint.pieces[piece].kind == kind))
            return (where, number, values) if values else None
        prefix = f"{label} " if its.named else ""
        if key.startswith(prefix):
            values = _values_named(blueprint, domain, key.removeprefix(prefix), state[SEAT])
            if values:
                return where, number, values
    return None


def _values_named(blueprint: Blueprint, domain: DomainName, name: str, seat: int) -> tuple[int, ...]:
    """The things of a domain that a name may mean; of pieces printed for seats the asked one's come first."""
    if domain == "number":
        return (int(name),) if name.isascii() and name.isdigit() and len(name) < 10 else ()
    found = things_named(blueprint, domain, name)
    if isinstance(domain, PieceOf):
        found.sort(key=lambda piece: blueprint.pieces[piece].owner != seat)
    return tuple(found)


def _frame(game: Game, state: State, site: int) -> tuple[Any, ...]:
    """The frame of a decision; for free actions one of their own for the seat that is asked."""
    blueprint = game.blueprint
    if site == state[SITE]:
        frame: tuple[Any, ...] = state[FRAME]
        return frame
    name = blueprint.sites[site].procedure
    procedure = next(number for number, (id_, *_) in enumerate(blueprint.procedures) if id_ == name)
    return (None, procedure, 0, state[SEAT], *[0] * (blueprint.procedures[procedure].n_locals - 1))


def _among(game: Game, functions: ReasonFunctions, state: State, site: int, number: int) -> tuple[int, ...]:
    try:
        found: tuple[int, ...] = functions["AMONG"][site](state, _frame(game, state, site), number)
    except LimitReached:
        return ()
    return found


def _asked(game: Game, functions: ReasonFunctions, state: State, site: int, number: int, value: int) -> Any:
    """What keeps a candidate of an option closed in one world: a tree or 0, with its place if it is missing."""
    frame = _frame(game, state, site)
    try:
        tree = functions["WHY"][site](state, frame, number, value)
    except LimitReached:  # in a world that looks like this one to a seat
        return UNCLEAR
    blueprint, found = game.blueprint, ReasonTree(*tree) if tree else None
    if found is not None and blueprint.reasons[found.reason - 1].sort == "missing":
        domain = blueprint.sites[site].domains[number]
        at = state[blueprint.piece_zone + value] if isinstance(domain, PieceOf) else -1
        return found._replace(values=(at, _among(game, functions, state, site, number)), behind=())
    return tree
