"""Options that are offered at a place of a scenario: the scenario is played up to the step in which the place is."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from pathlib import Path

from rulewright.author.editor.formatting.quotes import written_value
from rulewright.author.editor.key_path import key_path_at
from rulewright.core.compile.overlay import with_texts
from rulewright.core.diagnostics import Diagnostic
from rulewright.core.load.reader import read_yaml
from rulewright.core.load.renamed import by_new_names
from rulewright.core.model.document import Mapping, items_of
from rulewright.core.pipeline import ReadRuleset
from rulewright.play.scenarios.runner import ScenarioRunner
from rulewright.play.scenarios.runs import runner_of
from rulewright.play.scenarios.scenario import offered_after

_CHOOSING = ("choose", "refused", "by_itself", "options")
_STEP = re.compile(r"\s*-\s")
_SEAT = re.compile(r"\bseat:\s*([1-9]\d?)\b")
_VALUE = re.compile(r"""\b(?:choose|refused|by_itself):\s*["']?|[\[,]\s*["']?""")
_NUMBER = re.compile(r"-?(0|[1-9]\d*)")


@dataclass(frozen=True, slots=True)
class ChoicePlace:
    """A place in a scenario where an option is named: what comes before its step, the seat, where the name begins.

    `seat` counts from 0, `start` is a column from 1.
    """

    before: str
    seat: int
    start: int


@dataclass(slots=True)
class OfferedChoices:
    """Plays scenarios up to a place. The compiled games are kept until a file of their ruleset changes."""

    kept: dict[Path, tuple[tuple[bytes, ...], dict[str, ScenarioRunner]]] = field(default_factory=dict)

    def at(self, path: Path, place: ChoicePlace, root: Path, read: ReadRuleset) -> tuple[str, ...]:
        """Return the keys of the options at a place of a file, () where its scenario cannot be played so far.

        `read` are the files of the ruleset as they are now.
        """
        files = tuple(each.data for each in read.source.files())
        if root not in self.kept or self.kept[root][0] != files:
            self.kept[root] = files, {}
        runner = runner_of(path, self.kept[root][1], ScenarioRunner)
        document, _ = read_yaml(path.name, place.before.encode("utf-8", "replace"))
        if isinstance(runner, Diagnostic) or not isinstance(document, Mapping):
            return ()
        runner.files = runner.files or read
        scenarios = items_of(by_new_names(document, read.source)[0].get("scenarios"))
        last = scenarios[-1] if scenarios else None
        return _offered(runner, last, place.seat, path.parent) if isinstance(last, Mapping) else ()

    def warm(self, path: Path, text: str, root: Path, read: ReadRuleset) -> None:
        """Make the game of the first scenario in a file that chooses anything, so that the first answer is quick."""
        lines = text.split("\n")
        number = next((number for number, line in enumerate(lines, 1) if "choose:" in line), 0)
        place = choice_place(text, number, lines[number - 1].index("choose:") + len("choose: ") + 1) if number else None
        if place is not None:
            self.at(path, place, root, read)


def _offered(runner: ScenarioRunner, node: Mapping, seat: int, folder: Path) -> tuple[str, ...]:
    """Return the keys of the options of a seat (from 0) after the choices of a scenario, or () if it has faults."""
    written, _ = runner.written_one(node, folder)
    if written is None or written.built.compiled is None:
        return ()
    game, build, numbers, kinds, faults = with_texts(
        written.built.compiled, written.game, written.build, written.effects, written.amounts
    )
    return () if faults else offered_after(game, build, written.scenario(numbers, kinds), seat)


def choice_place(text: str, line: int, column: int) -> ChoicePlace | None:
    """Return what is needed to play up to a line and column (from 1), or None if no option is named there."""
    found = key_path_at(text, line, column)
    if found is None or found.is_key or found.keys[:2] != ("scenarios", "when") or found.keys[-1] not in _CHOOSING:
        return None
    lines = text.split("\n")
    first = next((number for number in range(line - 1, -1, -1) if _STEP.match(lines[number])), 0)
    if "scenario:" in lines[first]:
        return None
    seat = _SEAT.search("\n".join(lines[first:line]))
    begun = [each.end() for each in _VALUE.finditer(lines[line - 1][: column - 1])]
    return ChoicePlace("\n".join(lines[:first]) + "\n", int(seat[1]) - 1 if seat else 0, max(begun, default=0) + 1)


def as_written(key: str) -> str:
    """Return the key of an option as YAML, in quotes where it needs them. Numbers need none."""
    return key if _NUMBER.fullmatch(key) else written_value(key, in_flow=True, keeps_quotes=False)
