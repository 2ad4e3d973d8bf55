"""Why an option is not open: the first requirement that fails, in the ruleset's words, and where it is written."""

from __future__ import annotations

from dataclasses import dataclass

from interpreter.model.game import Build, Game, State
from interpreter.model.layout import FRAME, LABEL_BITS, SITE
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
    blueprint = game.blueprint
    site = state[SITE]
    info = blueprint.sites[site]
    function = build.names.get("WHY", {}).get(site)
    if function is None or state[FRAME] is None:
        return None
    for number, (label, domain) in enumerate(zip(info.labels, info.domains, strict=True)):
        if info.named and not domain:
            if key == label:
                return _reason(game, function(state, state[FRAME], number, 0))
            continue
        prefix = f"{label} " if info.named else ""
        if not key.startswith(prefix):
            continue
        wanted = key.removeprefix(prefix)
        reasons = [
            function(state, state[FRAME], number, value)
            for value in values_of(game, domain)
            if thing_name(blueprint, domain, value) == wanted
        ]
        if reasons:
            return _reason(game, next((each for each in reasons if _is_own(game, each)), reasons[0]))
    return None


def closed_options(game: Game, build: Build, state: State) -> dict[str, WhyNot]:
    """The named options of this decision that are not open at all, each with its reason; candidates are not listed."""
    blueprint = game.blueprint
    info = blueprint.sites[state[SITE]]
    if not info.named:
        return {}
    mask = (1 << LABEL_BITS) - 1
    open_labels = {info.labels[code & mask] for code in state[3]}
    closed = {}
    for number, (label, domain) in enumerate(zip(info.labels, info.domains, strict=True)):
        if label in open_labels:
            continue
        if domain:
            closed[label] = WhyNot("no candidate for it", _place(info.places[number]))
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
