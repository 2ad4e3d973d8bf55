"""Explanations of closed options: the first failing requirement, the values it read, its position.

The functions that find it are made with a traced build (`core/backend/printed_reasons.py`). This module calls them in
states that look alike to a seat (`sight/determinize.py`) and reports only what is equal in all of them, so that no
answer shows anything hidden. `play/session/questions.py` decides who may ask, and when.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any

from rulewright.core.locales.catalogue import phrases
from rulewright.core.model.game import Blueprint, Game, OptionMeaning, State, read_code
from rulewright.core.model.kinds import DomainName, PieceOf
from rulewright.core.model.layout import FRAME, OPTIONS, SEAT, SITE
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
    """A closed option, or some closed candidates of it: its label, their names, the reason, its title."""

    label: str
    names: tuple[str, ...]
    why: Why
    title: str


def why_not(
    game: Game, functions: ReasonFunctions, state: State, key: str, seat: int | None = None, language: str = "en"
) -> Why | None:
    """Return the first failing requirement of an option, as `seat` may know it (None: all).

    None if the decision has no such option at all. The answer is meaningless for an open option.
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
    """Return the closed options of this decision, and closed candidates by reason.

    Candidates that `seat` cannot see are counted: they share one reason, or it depends on hidden things.
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
    """Questions in states that look alike to a seat, with answers that are equal in all of them.

    So nothing hidden is revealed.
    """

    game: Game
    functions: ReasonFunctions
    worlds: tuple[State, ...]
    hidden: frozenset[int]

    @classmethod
    def of(cls, game: Game, functions: ReasonFunctions, state: State, seat: int | None) -> _Asking:
        return cls(game, functions, seen_by(game, state, seat), hidden_pieces(game, state, seat))

    def among(self, site: int, number: int) -> list[list[int]]:
        """Return the candidates of an option in each world."""
        found = [_among(self.game, self.functions, world, site, number) for world in self.worlds]
        return [[value for value in each if value >= 0] for each in found]

    def candidates(self, site: int, number: int) -> Iterable[int]:
        """Return the candidates by name, each once, in an order that comes from no hidden one."""
        hides = self._hides(site, number)
        return dict.fromkeys(v for each in self.among(site, number) for v in each if not (hides and v in self.hidden))

    def unseen(self, site: int, number: int) -> list[list[int]]:
        """Return the candidates that may not be named, in each world."""
        hides = self._hides(site, number)
        return [[value for value in each if hides and value in self.hidden] for each in self.among(site, number)]

    def tree(self, site: int, number: int, value: int) -> Any:
        """Return why a candidate is closed in every state: a tree, or 0 if nothing closes it.

        A candidate in some of the states only is closed by hidden things. For one that may not be named, only what
        holds for all such candidates is reported.
        """
        plain = self.game.blueprint.sites[site].named and not self.game.blueprint.sites[site].domains[number]
        told = merge(tuple(_asked(self.game, self.functions, world, site, number, value) for world in self.worlds))
        if plain or told == UNCLEAR:
            return told
        if value in self.hidden and self._hides(site, number) and any(self.unseen(site, number)):
            return merge((told, self.shared(site, number)))
        return told

    def shared(self, site: int, number: int) -> Any:
        """Return why each candidate that may not be named is closed: a tree, or 0 if there is none."""
        pairs = zip(self.worlds, self.unseen(site, number), strict=True)
        trees = [
            _asked(self.game, self.functions, world, site, number, each) for world, found in pairs for each in found
        ]
        return merge(tuple(trees)) if trees else 0

    def _hides(self, site: int, number: int) -> bool:
        return isinstance(self.game.blueprint.sites[site].domains[number], PieceOf)


def candidates_of(game: Game, functions: ReasonFunctions, state: State) -> tuple[tuple[int, int, int, Why | None], ...]:
    """Return (site, option, candidate, reason) of everything a decision may offer, open or not.

    The candidate is 0 if the option has none, the reason None if it is open.
    """
    blueprint = game.blueprint
    offered = {read_code(blueprint, state[SITE], code)[:2] for code in state[OPTIONS]}
    found = []
    for at, number in labels_at(blueprint, state[SITE]):
        plain = blueprint.sites[at].named and not blueprint.sites[at].domains[number]
        for value in (0,) if plain else _among(game, functions, state, at, number):
            if value >= 0:
                tree = _asked(game, functions, state, at, number, value)
                why = tell(game, tree, None) if tree else None
                if plain and why is not None and why.sort == "otherwise" and (at, number) in offered:
                    why = None  # nothing else can be chosen, and it is asked all the same, which tells others nothing
                found.append((at, number, value, why))
    return tuple(found)


def seen_by(game: Game, state: State, seat: int | None) -> tuple[State, ...]:
    """Return the states in which a seat's question is answered, the true one alone for None."""
    return (state,) if seat is None else determinizations(game, state, seat)


def _by_words(grouped: dict[Why, list[str]]) -> dict[Why, list[str]]:
    """Group candidates by the requirement that fails, with the values that they all read."""
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
    """Return the words of two reasons that differ at most in their values."""
    if one.reason == other.reason:
        return one.reason
    return next((each.general for each in reversed(one.path) if each.general), "")


def _named_option(
    game: Game, state: State, key: str, hidden: frozenset[int]
) -> tuple[int, int, tuple[int, ...]] | None:
    """Return (site, option, candidates) that a key may mean, all `hidden` ones if it names none."""
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
    """Return the things of a domain that a name may mean.

    Of pieces printed for seats, those of the asked seat come first.
    """
    if domain == "number":
        return (int(name),) if name.isascii() and name.isdigit() and len(name) < 10 else ()
    found = things_named(blueprint, domain, name)
    if isinstance(domain, PieceOf):
        found.sort(key=lambda piece: blueprint.pieces[piece].owner != seat)
    return tuple(found)


def _frame(game: Game, state: State, site: int) -> tuple[Any, ...]:
    """Return the frame of a decision, for free actions a new one of the seat that is asked."""
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
    """Return why a candidate of an option is closed in one state: a tree or 0.

    If the candidate is missing, the tree has its position.
    """
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
