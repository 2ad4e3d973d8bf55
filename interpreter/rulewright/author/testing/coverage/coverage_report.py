"""The report of a coverage count: the places of every file, those reached, and the ways to the others.

Modules and files that were never on are listed apart: nothing can be said of them. Values that only a table shows are
left out, as play never works them out.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection
from dataclasses import dataclass

from rulewright.author.testing.coverage.reasons import Reasoning, WhyUnreached
from rulewright.core.diagnostics import counted
from rulewright.core.load.conditions import applies
from rulewright.core.load.entries import gather
from rulewright.core.load.folder import RulesetSource
from rulewright.core.model.places import CoveredPlace, Design, PlaceId
from rulewright.core.validate.manifests import manifest_of
from rulewright.play.series.coverage import Coverage, DesignCount, PlaceCount

SORTS = ("effect", "statement", "branch", "option", "value", "modifier")
"""The sorts of places in the order in which they are reported."""


@dataclass(frozen=True, slots=True)
class PlaceReport:
    """One place: its counts, and why it was not reached, None if it was."""

    place: CoveredPlace
    count: PlaceCount
    why: WhyUnreached | None

    @property
    def reached(self) -> bool:
        return self.why is None


@dataclass(frozen=True, slots=True)
class Share:
    """A share of places: `reached` of `places`."""

    reached: int
    places: int

    @property
    def percent(self) -> float:
        """The percentage to one decimal, rounded down so that 100 means all. It is 100 if there are no places."""
        return 1000 * self.reached // self.places / 10 if self.places else 100.0


@dataclass(frozen=True, slots=True)
class FileReport:
    """A file that was on, with its places in written order. The module is "" for a variant's file."""

    file: str
    module: str
    places: tuple[PlaceReport, ...]

    @property
    def share(self) -> Share:
        return share_of(self.places)


@dataclass(frozen=True, slots=True)
class DesignReport:
    """A component that is made of pieces or has texts: how often it was moved, shown and chosen, and its texts run."""

    design: Design
    module: str
    count: DesignCount
    ran: int
    why: str

    @property
    def reached(self) -> bool:
        return not self.why


@dataclass(frozen=True, slots=True)
class OffFile:
    """A file that was never on, and how many entries it has."""

    file: str
    module: str
    entries: int


@dataclass(frozen=True, slots=True)
class Gap:
    """A place not reached although all that leads there was, and how many others that keeps from being reached."""

    report: PlaceReport
    why: WhyUnreached
    behind: int


@dataclass(frozen=True, slots=True)
class CoverageReport:
    """The coverage of one ruleset by scenarios or games. `by` says what ran: '12 scenarios', '200 games'."""

    ruleset: str
    by: str
    files: tuple[FileReport, ...]
    designs: tuple[DesignReport, ...]
    off: tuple[OffFile, ...]
    gaps: tuple[Gap, ...]

    @property
    def places(self) -> tuple[PlaceReport, ...]:
        return tuple(place for file in self.files for place in file.places)

    @property
    def share(self) -> Share:
        return share_of(self.places)

    def share_of_sort(self, sort: str) -> Share:
        return share_of([each for each in self.places if each.place.sort == sort])

    @property
    def share_of_designs(self) -> Share:
        return Share(sum(each.reached for each in self.designs), len(self.designs))


def share_of(places: Collection[PlaceReport]) -> Share:
    return Share(sum(each.reached for each in places), len(places))


def report_of(source: RulesetSource, coverage: Coverage, noun: str, own: str = "") -> CoverageReport:
    """Return the report of the counts of a ruleset, or of the files that begin with `own`. `noun` names what ran."""
    modules = {file.name: module for module, file in source.contents()}
    places = [each for each in coverage.places.values() if each.id.file not in coverage.ignored]
    reasoning = Reasoning(coverage, tuple(places), _sections(source), manifest_of(source).begins)
    places = [each for each in places if each.played or reasoning.is_reached(each.id)]
    by_file: dict[str, list[PlaceReport]] = {}
    for place in places:
        report = PlaceReport(place, coverage.counts[place.id], reasoning.why(place.id))
        by_file.setdefault(place.id.file, []).append(report)
    order = [*modules, *sorted(set(by_file) - set(modules))]
    files = tuple(
        FileReport(file, modules.get(file, ""), tuple(sorted(by_file[file], key=_as_written)))
        for file in order
        if file in by_file
    )
    by = counted(coverage.runs, noun)
    designs, off = tuple(_designs(coverage, modules, order)), tuple(_off(source, coverage))
    found = CoverageReport(source.id, by, files, designs, off, _gaps(files, reasoning))
    return _within(own, found) if own else found


def _within(here: str, whole: CoverageReport) -> CoverageReport:
    """Return the part of a report that is about a package or the file of a variant."""
    return CoverageReport(
        here.rstrip("/"),
        whole.by,
        tuple(each for each in whole.files if each.file.startswith(here)),
        tuple(each for each in whole.designs if each.design.span.file.startswith(here)),
        tuple(each for each in whole.off if each.file.startswith(here)),
        tuple(each for each in whole.gaps if each.report.place.span.file.startswith(here)),
    )


def _sections(source: RulesetSource) -> dict[tuple[str, str], str]:
    """Map (file, id) of every entry of a ruleset to its section, for all modules."""
    return {
        (file.name, entry.id): entry.section
        for module, file in source.contents()
        for entry in gather([(module, file.node)])[0]
    }


def _as_written(report: PlaceReport) -> tuple[int, int, str, int, str]:
    place = report.place
    return place.span.line, place.span.column, place.id.text, place.id.path.count("/"), place.id.path


def _gaps(files: tuple[FileReport, ...], reasoning: Reasoning) -> tuple[Gap, ...]:
    """Return the places to look at first: those that keep the most others from being reached come first."""
    missing = [each for file in files for each in file.places if not each.reached]
    behind: Counter[PlaceId] = Counter(reasoning.root(each.place.id) for each in missing)
    found = [
        Gap(each, each.why, behind[each.place.id] - 1)
        for each in missing
        if each.why is not None and behind[each.place.id]
    ]
    return tuple(sorted(found, key=lambda gap: -gap.behind))


def _designs(coverage: Coverage, modules: dict[str, str], order: list[str]) -> list[DesignReport]:
    ran: Counter[tuple[str, str]] = Counter()
    has_texts: set[tuple[str, str]] = set()
    by_entry: dict[str, list[tuple[str, str]]] = {}
    for key in coverage.designs:
        by_entry.setdefault(key[1], []).append(key)
    for id_, place in coverage.places.items():
        for key in by_entry.get(id_.text.partition(".")[0], ()):
            has_texts.add(key)
            if place.sort in ("effect", "value"):
                ran[key] += coverage.counts[id_].ran
    found = [
        DesignReport(design, modules.get(key[0], ""), count, ran[key], _why_unused(design, count, ran[key]))
        for key, design in coverage.designs.items()
        if (design.has_pieces or key in has_texts) and key[0] not in coverage.ignored
        for count in (coverage.design_counts[key],)
    ]
    place_of = {file: number for number, file in enumerate(order)}
    return sorted(found, key=lambda each: (place_of.get(each.design.span.file, 0), each.design.span.line))


def _why_unused(design: Design, count: DesignCount, ran: int) -> str:
    """Return why a component played no part, or "" if it was seen arriving, was chosen, or had text run."""
    if count.shown or count.chosen or ran:
        return ""
    if not design.has_pieces:
        return "never chosen, and none of its texts ran"
    return "moved, but never to a zone that a seat sees" if count.moved else "never moved"


def _off(source: RulesetSource, coverage: Coverage) -> list[OffFile]:
    found = []
    for module, file in source.contents():
        if not any(module in chosen and applies(file.node, chosen) for chosen in coverage.choices):
            entries, _ = gather([(module, file.node)])
            found.append(OffFile(file.name, module, len(entries)))
    return found
