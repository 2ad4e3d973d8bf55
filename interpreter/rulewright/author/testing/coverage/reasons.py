"""Reasons why a place was not reached, and the other place to blame if nothing leads to it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from rulewright.core.diagnostics import counted
from rulewright.core.language.statement_paths import BODY, ELSE, THEN
from rulewright.core.model.places import CoveredPlace, PlaceId
from rulewright.play.series.coverage import Coverage, PlaceCount, ReasonKey

MOST_REASONS = 5
INSIDE = "inside"


@dataclass(frozen=True, slots=True)
class WhyUnreached:
    """The reason why a place was not reached: a code, a sentence, and failed requirements with their counts.

    Codes: `inside` (what leads there was not reached), `uncalled`, `unbegun` (the effect the game begins with),
    `unwoken`, `unused` (an effect that nothing ran), `unworked` (a value that was never computed), `unadded` (a
    modifier that never added), `never-true` and `never-false` (a condition), `no-rounds` (a loop without a round),
    `ended` (the effect always ended before), `never-open` (an option), `never-chosen` (an option that was open).
    """

    code: str
    text: str
    reasons: tuple[tuple[ReasonKey, int], ...] = ()


@dataclass(slots=True)
class Reasoning:
    """The reasons for each place of a coverage. `sections` are those of entries, by (file, id).

    `begins` is the procedure that is the whole game, which nothing calls.
    """

    coverage: Coverage
    places: tuple[CoveredPlace, ...]
    sections: dict[tuple[str, str], str]
    begins: str
    callers: dict[str, list[PlaceId]] = field(init=False, default_factory=dict)
    _roots: dict[PlaceId, PlaceId] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for place in self.places:
            if place.calls:
                self.callers.setdefault(place.calls, []).append(place.id)

    def is_reached(self, id_: PlaceId) -> bool:
        """Return whether a place was run. A value also counts if it was computed to see what can be chosen."""
        count = self.coverage.counts[id_]
        return count.ran > 0 or (self.coverage.places[id_].sort in ("value", "modifier") and count.looked > 0)

    def why(self, id_: PlaceId) -> WhyUnreached | None:
        """Return the reason why a place was not reached, or None if it was."""
        if self.is_reached(id_):
            return None
        place, count = self.coverage.places[id_], self.coverage.counts[id_]
        before = self._before(id_)
        if before is not None:
            return WhyUnreached(INSIDE, f"not reachable: {before.name} is not reached")
        match place.sort:
            case "effect":
                return self._of_effect(place)
            case "value":
                return WhyUnreached("unworked", "never evaluated")
            case "modifier":
                return WhyUnreached(
                    "unadded", "it never added anything: its condition, if any, was never true when it was needed"
                )
            case "option":
                return _of_option(count)
            case "branch":
                other = self.coverage.counts[id_._replace(path=_other_way(id_.path))]
                code, text = ("never-true", "true") if place.word == THEN else ("never-false", "false")
                return WhyUnreached(code, f"the condition was never {text}, in {counted(other.ran, 'time')}")
            case _:
                return self._of_statement(id_, count)

    def root(self, id_: PlaceId) -> PlaceId:
        """Return the place to blame if a place was not reached: itself, or what leads there."""
        if id_ not in self._roots:
            before = self._before(id_)
            self._roots[id_] = id_ if before is None else self.root(before)
        return self._roots[id_]

    def _before(self, id_: PlaceId) -> PlaceId | None:
        """Return the nearest place on the way to this one that was not reached either, or None if all were."""
        for step in self._way(id_):
            if step in self.coverage.places and not self.is_reached(step):
                return step
        return self._caller_missed(id_)

    def _way(self, id_: PlaceId) -> Iterator[PlaceId]:
        """Yield what must be reached just before a place: what precedes it in its block, or else what contains it."""
        entry, _, name = id_.text.rpartition(".")
        if name in ("when", "for"):
            yield id_._replace(text=f"{entry}.does", path="")
        if not id_.path:
            return
        within, _, last = id_.path.rpartition("/")
        if last.isdigit():
            for position in range(int(last) - 1, -1, -1):
                before = id_._replace(path=f"{within}/{position}".lstrip("/"))
                if before in self.coverage.places:
                    yield before
                    return
            if not within:
                if name == "does":
                    yield PlaceId(f"{entry}.when", THEN, id_.file)
            elif within.endswith(f"/{BODY}"):
                within = within.removesuffix(f"/{BODY}")
        yield id_._replace(path=within)

    def _caller_missed(self, id_: PlaceId) -> PlaceId | None:
        """Return the first place that calls an effect, or None if one of those places was reached."""
        if id_.path or self.coverage.places[id_].sort != "effect":
            return None
        callers = self.callers.get(id_.text.partition(".")[0], ())
        return callers[0] if callers and not any(self.is_reached(each) for each in callers) else None

    def _of_effect(self, place: CoveredPlace) -> WhyUnreached:
        entry = place.id.text.partition(".")[0]
        section = self.sections.get((place.id.file, entry), "")
        if section == "components":
            key = place.id.file, entry
            unseen = self.coverage.designs[key].has_pieces and not self.coverage.design_counts[key].shown
            seen = "; no seat ever saw the component" if unseen else ""
            return WhyUnreached("unused", f"the component's text was never run{seen}")
        if section == "triggers":
            return WhyUnreached("unwoken", "the event it waits for never happened")
        if entry == self.begins and not self.callers.get(entry):
            return WhyUnreached("unbegun", "it begins the game, and no game here is played from its beginning")
        return WhyUnreached("uncalled", "never run" if self.callers.get(entry) else "never run: no effect calls it")

    def _of_statement(self, id_: PlaceId, count: PlaceCount) -> WhyUnreached:
        within, _, last = id_.path.rpartition("/")
        looked = f"; checked {counted(count.looked, 'time')} to find the open options" if count.looked else ""
        if last == "0" and within.endswith(f"/{BODY}"):
            return WhyUnreached("no-rounds", f"the loop around it never ran{looked}")
        return WhyUnreached("ended", f"the effect always ended earlier{looked}")


def _of_option(count: PlaceCount) -> WhyUnreached:
    if count.opened:
        return WhyUnreached("never-chosen", f"open in {count.opened} of {counted(count.asked, 'time')}, never chosen")
    if not count.asked:
        return WhyUnreached("never-open", "the decision was never reached")
    causes = sorted(count.closed.items(), key=lambda each: (-each[1], each[0]))[:MOST_REASONS]
    return WhyUnreached("never-open", f"never open, in {counted(count.asked, 'time')}", tuple(causes))


def _other_way(path: str) -> str:
    within, slash, last = path.rpartition("/")
    return f"{within}{slash}{ELSE if last == THEN else THEN}"
