"""Why an option is not open: the first requirement that fails, in the ruleset's words, and where it is written."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from interpreter.model.game import Build, Game, State, read_code
from interpreter.model.layout import FRAME, OPTIONS, SEAT, SITE
from interpreter.observe.naming import thing_name


@dataclass(frozen=True, slots=True)
class WhyNot:
    """A requirement that fails: its text and its place, `file:line`."""

    text: str
    place: str


def why_not(game: Game, build: Build, state: State, key: str) -> WhyNot | None:
    """The first requirement of an option that fails; None when the decision has no such option at all.

    `build` is a traced build. For an option that is open the answer means nothing.
    """
    blueprint, site = game.blueprint, state[SITE]
    if state[FRAME] is None:
        return None
    answer = _why_at(game, build, state, site, state[FRAME], range(len(blueprint.sites[site].labels)), key)
    if answer is None and blueprint.sites[site].free:
        answer = _why_at(
            game, build, state, blueprint.free_site, _free_frame(game, state), blueprint.sites[site].free, key
        )
    return answer


def _why_at(
    game: Game, build: Build, state: State, site: int, frame: tuple[Any, ...], options: Iterable[int], key: str
) -> WhyNot | None:
    """The first requirement that fails of the option of a site that a key names."""
    info = game.blueprint.sites[site]
    function = build.names.get("WHY", {}).get(site)
    if function is None:
        return None
    for number in options:
        label, domain = info.labels[number], info.domains[number]
        if info.named and not domain:
            if key == label:
                return _reason(game, function(state, frame, number, 0))
            continue
        prefix = f"{label} " if info.named else ""
        if not key.startswith(prefix):
            continue
        wanted = key.removeprefix(prefix)
        reasons = [
            function(state, frame, number, value)
            for value in values_of(game, domain)
            if thing_name(game.blueprint, domain, value) == wanted
        ]
        if reasons:
            return _reason(game, next((each for each in reasons if _is_own(game, each)), reasons[0]))
    return None


def _free_frame(game: Game, state: State) -> tuple[Any, ...]:
    """A frame of the free actions for the seat that is asked."""
    blueprint = game.blueprint
    name = blueprint.sites[blueprint.free_site].procedure
    procedure = next(number for number, (id_, *_) in enumerate(blueprint.procedures) if id_ == name)
    return (None, procedure, 0, state[SEAT], *[0] * (blueprint.procedures[procedure][3] - 1))


def closed_options(game: Game, build: Build, state: State) -> dict[str, WhyNot]:
    """The named options of this decision that are not open at all, each with its reason; candidates are not listed."""
    blueprint, site = game.blueprint, state[SITE]
    info = blueprint.sites[site]
    listed = [(site, number) for number in range(len(info.labels))] if info.named else []
    listed += [(blueprint.free_site, number) for number in info.free]
    open_here = {read_code(blueprint, site, code)[:2] for code in state[OPTIONS]}
    closed = {}
    for at, number in listed:
        if (at, number) in open_here:
            continue
        its = blueprint.sites[at]
        label = its.labels[number]
        if its.domains[number]:
            closed[label] = WhyNot("no candidate for it", _place(its.places[number]))
        else:
            reason = why_not(game, build, state, label)
            if reason is not None:
                closed[label] = reason
    return closed


def values_of(game: Game, domain: str) -> range:
    """All values a candidate of a domain could have."""
    if domain == "number":
        return range(100)
    if domain == "seat":
        return range(game.blueprint.max_seats)
    if domain.endswith(" piece"):
        return range(len(game.blueprint.pieces))
    return range(len(game.blueprint.domains[domain].names))


def _reason(game: Game, number: int) -> WhyNot | None:
    if number == 0:
        return WhyNot("what it must do cannot all be done", "")
    text, file, line = game.blueprint.reasons[number - 1]
    return WhyNot(text, f"{file}:{line}")


def _is_own(game: Game, number: int) -> bool:
    """A reason that says more than that the piece lies elsewhere."""
    return number > 0 and game.blueprint.reasons[number - 1][0] != "not among the candidates"


def _place(place: tuple[str, int, int]) -> str:
    return f"{place[0]}:{place[1]}"
