"""A difference in words for people: entries by their titles, values before and after, where each was written."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from typing import Final, Literal, NamedTuple

from rulewright.author.difference.affected import Reach, Reaches, ScenarioReach
from rulewright.author.difference.compare import COMPARED, Difference, EntryChange
from rulewright.author.difference.sides import Side
from rulewright.author.difference.text_meanings import compared_lines, options_of
from rulewright.author.difference.value_differences import SideValue, ValueChange
from rulewright.core.diagnostics import Span, counted, some_of
from rulewright.core.load.entries import Entry
from rulewright.core.load.patches import Patch
from rulewright.core.locales.catalogue import ENGLISH, phrases
from rulewright.core.model.document import text_of, title_of
from rulewright.core.model.sections import SECTIONS

_HEADINGS = {
    "manifest": "The ruleset", "modules": "Modules", "picked": "Settings picked",
    "patches": "Patches", "ledger": "Rules", "variants": "Variants", "matches": "Matches",
}  # fmt: skip
_ONE = {each.id: each.one or each.sort for each in SECTIONS}
_MANY = {each.id: each.many for each in SECTIONS}
_FIELDS = {
    ("counters", "min"): "least", ("counters", "max"): "most", ("components", "each_seat"): "one per seat",
    ("procedures", "does"): "what happens", ("triggers", "does"): "what happens", ("triggers", "when"): "only when",
    ("free_actions", "does"): "what happens", ("free_actions", "when"): "only when", ("modifiers", "when"): "only when",
    ("modifiers", "add"): "adds", ("modifiers", "amount"): "becomes", ("quantities", "amount"): "computed as",
    ("scoring", "amount"): "points",
    ("scoring", "halves"): "counts half points",
    ("zones", "visible"): "seen by", ("counters", "visible"): "seen by", ("markers", "visible"): "seen by",
    ("zones", "start"): "pieces at the start", ("picked", "picked"): "value",
    ("settings", "default"): "default value", ("manifest", "seats"): "seats",
}  # fmt: skip
_NOT_WRITTEN = "not written"


LineSort = Literal["removed", "added", "heading", "said"]
_SORTS: Final[dict[str, LineSort]] = {"-": "removed", "+": "added", " ": "said"}
_MOST_NAMED = 6
_SHORT = 60
_WIDEST = 96


class DifferenceLine(NamedTuple):
    """A line of a difference, and what it tells of: what was there, what is there now, a heading, or anything else."""

    text: str
    sort: LineSort = "said"

    def indented(self, by: str) -> DifferenceLine:
        return self._replace(text=f"{by}{self.text}")


@dataclass(slots=True)
class Wording:
    """A difference in lines of text. `language` is that of titles, `whole` lists each entry that modules add."""

    difference: Difference
    language: str = "en"
    whole: bool = False
    reaches: Reaches = field(init=False)

    def __post_init__(self) -> None:
        self.reaches = Reaches(self.difference.before, self.difference.after)

    def lines(self) -> Iterator[str]:
        """Yield the texts of all lines."""
        return (each.text for each in self.told())

    def told(self) -> Iterator[DifferenceLine]:
        """Yield all differences, section by section. The first lines say what is compared."""
        both = self.difference
        yield DifferenceLine(f"- {called(both.before)}", "removed")
        yield DifferenceLine(f"+ {called(both.after)}", "added")
        if both.is_empty:
            yield _headed("No difference: the rules are the same, even if the files differ.")
            return
        if both.switched_on or both.switched_off:
            yield _headed("Modules")
            yield from (DifferenceLine(f"  {name} is switched off") for name in both.switched_off)
            yield from (DifferenceLine(f"  {name} is switched on{self._brings(name)}") for name in both.switched_on)
        shown = [each for each in both.entries if self.whole or not self._comes_with_module(each)]
        for idle in dict.fromkeys(each.idle for each in shown):
            if idle:
                yield _headed(f"In the module {idle}, which is off on both sides:")
            for section in COMPARED:
                here = [each for each in shown if each.section == section and each.idle == idle]
                if here:
                    yield _headed(_heading(section))
                    for each in here:
                        yield from (line.indented("  ") for line in self._entry(each))
        yield from map(DifferenceLine, ("", *self._summary(shown)))

    def _brings(self, module: str) -> str:
        """Return a sentence part on the entries that a module adds or replaces when it is switched on, or ""."""
        new = [each for each in self.difference.entries if each.status == "added" and each.entry.module == module]
        own = [each for each in self.difference.entries if self._is_replaced(each) and each.entry.module == module]
        numbers = [
            counted(count, one, many)
            for section, one in _ONE.items()
            if (count := sum(each.section == section for each in new))
            for many in (_MANY[section] or f"{one}s",)
        ]
        text = f" and brings {', '.join(numbers)}" if numbers and not self.whole else ""
        if own and not self.whole:
            listed = self._named([each.entry for each in own])
            text += f"\n    it has its own {listed}" if text else f" with its own {listed}"
        return text

    def _is_replaced(self, each: EntryChange) -> bool:
        both = self.difference
        return (
            each.before is not None
            and each.after is not None
            and each.before.module in both.switched_off
            and each.after.module in both.switched_on
        )

    def _comes_with_module(self, each: EntryChange) -> bool:
        """Whether an entry exists, is gone or differs because a module is on or off, or because the game differs."""
        both = self.difference
        if each.status != "changed" and both.before.source.id != both.after.source.id:
            return True
        if each.status == "added":
            return each.entry.module in both.switched_on
        if each.status == "removed":
            return each.entry.module in both.switched_off and each.deleted_by is None
        return self._is_replaced(each)

    def _entry(self, each: EntryChange) -> Iterator[DifferenceLine]:
        name = self.title(each.entry)
        if each.renamed:
            yield DifferenceLine(f"{name}: seems to be {each.renamed}, renamed")
        if each.status == "added":
            yield DifferenceLine(f"{name} is new{self._places(None, each.entry.id_span())}")
            if each.section == "patches":
                because = " ".join((text_of(each.entry.node.get("because")) or "").split())
                yield DifferenceLine(f"  because: {because}")
        elif each.status == "removed":
            yield DifferenceLine(f"{name} was removed{self._places(each.entry.id_span(), None)}")
            yield from _said_because(each.deleted_by)
        else:
            lead = "" if each.renamed else f"{name}: "
            if len(each.changes) > 1 and lead:
                yield DifferenceLine(name)
                lead = ""
            indent = "" if lead else "  "
            for change in each.changes:
                lines = list(self._change(each, change))
                yield lines[0].indented(f"{indent}{lead}")
                yield from (line.indented(f"  {indent}") for line in lines[1:])
            yield from self._because(each)
        yield from (DifferenceLine(f"  {line}") for line in self.reach_lines(self.reaches.of(each)))

    def _because(self, each: EntryChange) -> Iterator[DifferenceLine]:
        """Yield the reasons given by patches that changed the values of an entry."""
        said = [value.patched for change in each.changes for value in (change.before, change.after)]
        yield from dict.fromkeys(line for patched in said for line in _said_because(patched))

    def _change(self, each: EntryChange, change: ValueChange) -> Iterator[DifferenceLine]:
        """Yield one changed value, on one line if it is short, or as whole texts with the changes marked."""
        before, after = change.before, change.after
        place = self._places(before.span, after.span)
        what = field_name(each.section, change)
        if change.sort == "order":
            yield DifferenceLine(f"{what} are in another order{place}")
            yield DifferenceLine(f"  - {before.text}", "removed")
            yield DifferenceLine(f"  + {after.text}", "added")
        elif change.path == ("rules",):
            said = [f"no longer implements {before.text}"] if before.text else []
            said += [f"now also implements {after.text}"] if after.text else []
            yield DifferenceLine(f"{', '.join(said)}{place}")
        elif change.is_new != change.is_gone and (before.text or after.text) == change.path[-1]:
            list_name = field_name(each.section, replace(change, path=change.path[:-1]))
            yield DifferenceLine(f"{list_name}: {change.path[-1]} is {'new' if change.is_new else 'gone'}{place}")
        elif change.path == ("picked",):
            yield DifferenceLine(f"{before.text or 'off'} -> {after.text or 'off'}{place}")
        elif _is_long(before.text) or _is_long(after.text) or change.sort == "effect":
            yield DifferenceLine(f"{what}{place}")
            if change.sort == "effect":
                yield from map(DifferenceLine, _options(before.text, after.text))
            yield from compared_text(before, after)
        else:
            yield DifferenceLine(f"{what}: {before.text or _NOT_WRITTEN} -> {after.text or _NOT_WRITTEN}{place}")

    def _places(self, before: Span | None, after: Span | None) -> str:
        """Return the positions of both values, `(file:line -> file:line)`, or one position if they are the same."""
        one = self.place(before, 0) if before is not None else ""
        other = self.place(after, 1) if after is not None else ""
        if not one or not other:
            return f"  ({one or other})" if one or other else ""
        return f"  ({one} -> {other})" if one != other else f"  ({one})"

    def place(self, span: Span, side: int) -> str:
        """Return a position as `file:line`, with the file as the user named it if a side was named by its folder."""
        at = (self.difference.before, self.difference.after)[side]
        root, named = at.source.root.name, at.choice.ruleset.rstrip("/")
        file = span.file
        if named != root and file.startswith(f"{root}/"):
            file = f"{named}{file.removeprefix(root)}"
        return f"{file}:{span.line}"

    def reach_lines(self, reach: Reach) -> Iterator[str]:
        """Yield the reach of a change, one line for each kind of thing."""
        if reach.rules:
            yield f"rules: {some_of(reach.rules, _MOST_NAMED)}"
        if reach.readers:
            yield f"read by: {self._named(reach.readers)}"
        if reach.through:
            yield f"rules of what reads it: {some_of(reach.through, _MOST_NAMED)}"
        if reach.scenarios:
            yield f"{counted(len(reach.scenarios), 'scenario')}: {_some_places(reach.scenarios)}"

    def _named(self, entries: Iterable[Entry]) -> str:
        return some_of([self.title(each) for each in entries], 4)

    def title(self, entry: Entry) -> str:
        """Return the title of an entry with its id."""
        titles = title_of(entry.node)
        shown = titles.get(self.language) or titles.get(ENGLISH)
        return f"{' '.join(shown.split())} ({entry.id})" if shown else entry.id

    def _summary(self, shown: list[EntryChange]) -> Iterator[str]:
        counts = {status: sum(each.status == status for each in shown) for status in ("changed", "added", "removed")}
        words = {"changed": "changed", "added": "new", "removed": "gone"}
        listed = [f"{count} {words[status]}" for status, count in counts.items() if count]
        if listed:
            yield f"{counted(len(shown), 'entry', 'entries')} differ{'s' * (len(shown) == 1)}: {', '.join(listed)}"
        left = sum(self._comes_with_module(each) for each in self.difference.entries)
        if left and not self.whole:
            alone = self.difference.before.source.id != self.difference.after.source.id
            where = "of one ruleset alone" if alone else "with the modules"
            yield f"{counted(left, 'entry', 'entries')} more {where}; --whole lists them"
        reached = [self.reaches.of(each) for each in shown]
        rules = sorted({rule for each in reached for rule in (*each.rules, *each.through)})
        scenarios = {each.place for reach in reached for each in reach.scenarios}
        if rules or scenarios:
            yield f"reaches {counted(len(rules), 'rule')} and {counted(len(scenarios), 'scenario')}"


def called(side: Side) -> str:
    """Return a side on one line: its name, its ruleset and its modules."""
    of = f", a variant of {side.choice.ruleset}" if side.choice.variant is not None else ""
    return f"{side.label}{of} ({', '.join(side.assembly.modules)})"


def field_name(section: str, change: ValueChange) -> str:
    """Return the name of the field that a change is about: `copies`, `title in pl`, `tiers: 2: reward`."""
    path = change.path
    if len(path) == 2 and path[0] == "title":
        return f"title in {path[1]}"
    first = _FIELDS.get((section, path[0]), path[0].replace("_", " "))
    return ": ".join((first, *(step.replace("_", " ") for step in path[1:])))


def compared_text(before: SideValue, after: SideValue) -> Iterator[DifferenceLine]:
    """Both texts in full, what was there with `-`, what is there now with `+`, and carets below what has changed."""
    if before.span is None or after.span is None:
        sign, value = ("+", after) if before.span is None else ("-", before)
        yield from (DifferenceLine(f"  {sign} {line}", _SORTS[sign]) for line in value.text.split("\n"))
        return
    for line in compared_lines(before.text, after.text):
        carets = [" "] * len(line.text)
        for low, high in line.marked:
            carets[low:high] = "^" * (high - low)
        for start, stop in _folded(line.text):
            yield DifferenceLine(f"  {line.side} {line.text[start:stop]}".rstrip(), _SORTS[line.side])
            if "^" in carets[start:stop]:
                yield DifferenceLine(f"    {''.join(carets[start:stop])}".rstrip())


def _folded(text: str) -> Iterator[tuple[int, int]]:
    """Yield (start, end) of the pieces of a line folded to fit a screen, between words."""
    start = 0
    while len(text) - start > _WIDEST:
        stop = text.rfind(" ", start + _WIDEST // 2, start + _WIDEST) + 1 or start + _WIDEST
        yield start, stop
        start = stop
    yield start, len(text)


def _options(before: str, after: str) -> Iterator[str]:
    one, other = options_of(before), options_of(after)
    for label in other:
        if label not in one:
            yield f"the option '{label}' is new"
    for label in one:
        if label not in other:
            yield f"the option '{label}' is gone"


def _is_long(text: str) -> bool:
    return len(text) > _SHORT or "\n" in text


def _said_because(patch: Patch | None) -> Iterator[DifferenceLine]:
    if patch is not None and patch.because:
        yield DifferenceLine(f"  because: {patch.because} ({patch.source})")


def _headed(heading: str) -> DifferenceLine:
    return DifferenceLine(f"\n{heading}", "heading")


def _heading(section: str) -> str:
    return _HEADINGS.get(section) or phrases(ENGLISH, "headings")(section)


def _some_places(scenarios: Iterable[ScenarioReach]) -> str:
    """Return the positions of some scenarios, those of one file together."""
    files: dict[str, list[str]] = {}
    for each in scenarios:
        file, _, line = each.place.rpartition(":")
        files.setdefault(file, []).append(line)
    shown = [f"{file}:{some_of(lines, 3)}" for file, lines in files.items()]
    return "; ".join([*shown[:2], *([counted(len(shown) - 2, "more file")] if len(shown) > 2 else [])])
