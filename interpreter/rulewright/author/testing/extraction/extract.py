"""A recorded game and some of its choices to the text of a scenario that has been run, as one readable function."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from time import monotonic
from typing import TypeVar

from rulewright.author.testing.extraction.bench import Bench, ScenarioDraft
from rulewright.author.testing.extraction.drafting import (
    ARRANGED_SEED,
    ExtractedDraft,
    GameCourse,
    course_of,
    extract_draft,
    until_it_shows,
)
from rulewright.author.testing.extraction.outcome import outcome
from rulewright.author.testing.extraction.writing import Heading, any_rule, rules_of, scenario_text
from rulewright.core.load.assemble import assemble
from rulewright.core.load.folder import ruleset_above
from rulewright.core.load.reader import read_yaml
from rulewright.core.load.scenarios import scenarios_in
from rulewright.core.model.document import Mapping
from rulewright.core.model.layout import FRAME, SITE
from rulewright.core.model.secret_seeds import is_secret
from rulewright.core.pipeline import Choice, build_ruleset, find_ruleset, find_variant
from rulewright.core.validate.shape import check_shape
from rulewright.observe.naming import question
from rulewright.play.records.replay import Replay
from rulewright.play.records.replay_settled import settled_replay
from rulewright.play.scenarios.runner import ScenarioRunner


class CannotExtract(ValueError):  # noqa: N818 - said as a sentence
    """The reason why some choices cannot be written as a scenario."""


class NothingChanges(CannotExtract):
    """The choices change nothing on the table that a test could tell."""


@dataclass(frozen=True, slots=True)
class ExtractedScenario:
    """The text of a scenario file, which choices (from 1) it is about, and whether it begins with the whole game."""

    text: str
    first: int
    last: int
    lines: int
    whole: str
    remarks: tuple[str, ...] = ()


def extract_scenario(
    choice: Choice,
    replay: Replay,
    first: int | None = None,
    last: int | None = None,
    *,
    folder: Path | None = None,
    seconds: float = 60.0,
) -> ExtractedScenario:
    """Return a scenario of the choices `first` to `last` of a game (from 1), as small as the time allows.

    It will stand in a file of `folder` (none: the one where the program runs); where it is not found to be of this
    ruleset and variant there, a remark in it says so.
    Without `last` it ends with the first choice that changes the table; without `first` it is of the last one that
    does. The game must be one that the rules allow. Raises CannotExtract.
    """
    if not replay.choices:
        raise CannotExtract("nothing has been chosen yet")
    built = build_ruleset(choice)
    assert built.compiled is not None
    assert built.assembly is not None
    bench = Bench(built)
    count = len(replay.choices)
    replay, places = settled_replay(bench.game, replay)
    course = course_of(bench, replay)
    begin, end = _range(bench, course, places, count, first, last)
    drafted = extract_draft(bench, replay, course, begin, end)
    if is_secret(drafted.draft.seed) and course.states[-1][FRAME] is not None:
        raise CannotExtract(
            "only the whole game leads to this position, and its secret seed reveals hidden "
            "information; finish the game first"
        )
    if not drafted.draft.then:
        between = f"{places[begin] + 1} to {places[end] + 1}"
        raise NothingChanges(f"choices {between} change nothing that a scenario can test; include more choices")
    drafted = replace(drafted, draft=shrink(bench, drafted.draft, seconds))
    state, taken = course.states[begin], course.choices[begin][-1]
    asked = question(bench.blueprint, state[SITE])
    rules = rules_of(built.assembly, drafted.procedures)
    default, _ = assemble(built.source)
    heading = Heading(
        f"seat {taken.seat} chooses {taken.choose} ({asked}, choice {places[begin] + 1})",
        rules or any_rule(built.source),
        built.source.root.name,
        replay.modules if replay.modules != default.modules and choice.variant is None else (),
        choice.variant.stem if choice.variant is not None else None,
    )
    remarks = [_elsewhere(choice, built.source.root.resolve(), folder if folder is not None else Path())]
    if choice.variant is not None and _passes_without(choice, drafted, heading):
        remarks.append("It also passes without the variant, so it does not prove it: take other choices.")
    heading = replace(heading, remarks=tuple(filter(None, remarks)))
    text = scenario_text(drafted, heading)
    failure = _failure(choice, text)
    if failure:
        raise CannotExtract(f"the scenario as written does not pass: {failure}")
    lines = len(drafted.draft.lines)
    return ExtractedScenario(text, places[begin] + 1, places[end] + 1, lines, drafted.whole, heading.remarks)


def _range(
    bench: Bench, course: GameCourse, places: tuple[int, ...], count: int, first: int | None, last: int | None
) -> tuple[int, int]:
    """Return (begin, end) among the choices of a scenario, by the numbers they have among all `count` of the game."""
    for number in (first, last):
        if number is not None and not 1 <= number <= count:
            raise CannotExtract(f"the game has the choices 1 to {count}, not {number}")
    end = bisect_right(places, last - 1) - 1 if last is not None else len(places) - 1
    if first is not None:
        begin = bisect_left(places, first - 1)
        if last is not None and last < first:
            raise CannotExtract(f"choice {last} comes before choice {first}")
        if begin > end:
            raise CannotExtract(
                "this choice had only one option, which a scenario takes automatically; include more choices"
            )
        return begin, end if last is not None else until_it_shows(bench, course, begin)
    if end < 0:
        raise CannotExtract(
            "this choice had only one option, which a scenario takes automatically; include more choices"
        )
    begin = end
    while begin > 0 and not outcome(bench.blueprint, course.states[begin], course.states[end + 1]):
        begin -= 1
    return begin, end


def _elsewhere(choice: Choice, root: Path, folder: Path) -> str:
    """Return advice on the folder that a scenario needs for its names to be found, or "" if it has the right one."""
    file = folder / "scenario.yaml"
    if root != ruleset_above(file) and find_ruleset(root.name, file) != root:
        return (
            f"Save it in {root.name}/scenarios, or next to the folder {root.name}; otherwise its ruleset is not found."
        )
    if choice.variant is not None:
        meant = find_variant(choice.variant.stem, root, folder)
        if meant is None or meant.resolve() != choice.variant.resolve():
            return f"Save it next to {choice.variant.name}; otherwise its variant is not found."
    return ""


def _passes_without(choice: Choice, drafted: ExtractedDraft, heading: Heading) -> bool:
    """Whether the scenario would pass by the rules without the variant as well, and so says nothing of it."""
    text = scenario_text(drafted, replace(heading, variant=None))
    return not _failure(replace(choice, variant=None), text)


def _failure(choice: Choice, text: str) -> str:
    """Return why a scenario text fails as a file next to the variant, or "" if it passes.

    What is written has thus been run exactly as it is.
    """
    folder = choice.variant.parent if choice.variant is not None else None
    document, faults = read_yaml("scenario.yaml", text.encode())
    assert isinstance(document, Mapping)
    faults += tuple(check_shape("scenarios", document))
    if faults:
        return faults[0].message
    for node in scenarios_in(document):
        result, wrong = ScenarioRunner(choice.ruleset, choice.modules).result(node, folder)
        if result is None:
            return wrong[0].message
        if result.failure is not None:
            return result.failure.message
    return ""


Item = TypeVar("Item")


def shrink(bench: Bench, draft: ScenarioDraft, seconds: float = 60.0) -> ScenarioDraft:
    """Return a draft without the lines and choices that its tests do not need, as far as `seconds` allow.

    A draft of a whole game only loses choices that nothing else depends on.
    """
    end = monotonic() + seconds
    if draft.play:
        lines = _least(draft.lines, lambda kept: bench.passes(replace(draft, lines=kept)), end)
        draft = replace(draft, lines=lines)
    if draft.lead:
        about = draft.when[draft.lead :]
        lead = _least(
            draft.when[: draft.lead],
            lambda kept: bench.passes(replace(draft, when=(*kept, *about), lead=len(kept))),
            end,
        )
        draft = replace(draft, when=(*lead, *about), lead=len(lead))
    if draft.play and draft.seed != ARRANGED_SEED and bench.passes(replace(draft, seed=ARRANGED_SEED)):
        draft = replace(draft, seed=ARRANGED_SEED)
    return draft


def _least(items: tuple[Item, ...], holds: Callable[[tuple[Item, ...]], bool], end: float) -> tuple[Item, ...]:
    """Return the items without those that can be left out. Large stretches are tried first, then smaller ones."""
    size = max(1, len(items) // 2)
    while size and monotonic() < end:
        at, dropped = 0, False
        while at < len(items) and monotonic() < end:
            kept = items[:at] + items[at + size :]
            if holds(kept):
                items, dropped = kept, True
            else:
                at += size
        if size == 1 and not dropped:
            break
        size = size if size == 1 and dropped else max(1, size // 2) if size > 1 else 0
    return items
