"""A recorded game and some of its choices to the text of a scenario that has been run, as one readable function."""

from __future__ import annotations

from dataclasses import dataclass, replace

from interpreter.load.assemble import assemble
from interpreter.load.reader import read_yaml
from interpreter.model.document import Mapping, items_of
from interpreter.model.layout import SITE
from interpreter.observe.naming import question
from interpreter.pipeline import Choice, build_ruleset
from interpreter.play.replay import Replay
from interpreter.proof import Prover
from interpreter.validate.shape import check_shape
from interpreter.workbench.retelling.bench import Bench
from interpreter.workbench.retelling.outcome import outcome
from interpreter.workbench.retelling.shrinking import shrink
from interpreter.workbench.retelling.telling import Course, course_of, tell, until_it_shows
from interpreter.workbench.retelling.writing import Heading, rules_of, scenario_text


class CannotRetell(ValueError):  # noqa: N818 - said as a sentence
    """Why no scenario can be written of some choices."""


class NothingChanges(CannotRetell):
    """The choices change nothing on the table that a test could tell."""


@dataclass(frozen=True, slots=True)
class Retold:
    """The text of a scenario file, which choices (from 1) it is about, and whether it begins with the whole game."""

    text: str
    first: int
    last: int
    lines: int
    whole: str


def retell(
    choice: Choice, replay: Replay, first: int | None = None, last: int | None = None, seconds: float = 60.0
) -> Retold:
    """A scenario of the choices `first` to `last` of a game (from 1), made as small as it can be in the time given.

    Without `last` it ends with the first choice that changes the table; without `first` it is of the last one that
    does. The game must be one that the rules allow. Raises CannotRetell.
    """
    built = build_ruleset(choice)
    assert built.compiled is not None
    assert built.assembly is not None
    if not replay.choices:
        raise CannotRetell("nothing has been chosen yet")
    bench = Bench(built)
    course = course_of(bench, replay)
    begin, end = _range(bench, course, first, last)
    told = tell(bench, replay, course, begin, end)
    if not told.draft.then:
        raise NothingChanges(f"choices {begin + 1} to {end + 1} change nothing that a test can tell; take more of them")
    told = replace(told, draft=shrink(bench, told.draft, seconds))
    state, taken = course.states[begin], course.choices[begin][-1]
    asked = question(bench.blueprint, state[SITE])
    rules = rules_of(built.assembly, told.procedures)
    default, _ = assemble(built.source)
    heading = Heading(
        f"seat {taken.seat} chooses {taken.choose} ({asked}, choice {begin + 1})",
        rules or _any_rule(built.source),
        built.source.id,
        replay.modules if replay.modules != default.modules and replay.variant is None else (),
        replay.variant,
    )
    text = scenario_text(told, heading)
    _prove(choice, text)
    return Retold(text, begin + 1, end + 1, len(told.draft.lines), told.whole)


def _range(bench: Bench, course: Course, first: int | None, last: int | None) -> tuple[int, int]:
    count = len(course.codes)
    for number in (first, last):
        if number is not None and not 1 <= number <= count:
            raise CannotRetell(f"the game has the choices 1 to {count}, not {number}")
    if first is not None:
        end = last - 1 if last is not None else until_it_shows(bench, course, first - 1)
        if end < first - 1:
            raise CannotRetell(f"choice {last} comes before choice {first}")
        return first - 1, end
    end = last - 1 if last is not None else count - 1
    begin = end
    while begin > 0 and not outcome(bench.blueprint, course.states[begin], course.states[end + 1]):
        begin -= 1
    return begin, end


def _any_rule(source: object) -> tuple[str, ...]:
    from interpreter.load.folder import RulesetSource
    from interpreter.validate.references import rule_ids

    assert isinstance(source, RulesetSource)
    return tuple(sorted(rule_ids(source)))[:1] or ("rules.unknown",)


def _prove(choice: Choice, text: str) -> None:
    """That the text, read as a file, passes: whatever is written has been run as it stands there."""
    document, faults = read_yaml("scenario.yaml", text.encode())
    assert isinstance(document, Mapping)
    faults += tuple(check_shape("scenarios", document))
    if faults:
        raise CannotRetell(f"the scenario as written has not the shape of one: {faults[0].message}")
    for node in items_of(document.get("scenarios")):
        assert isinstance(node, Mapping)
        result, wrong = Prover(choice.ruleset, choice.modules, choice.variant).result(node)
        if result is None or result.failure is not None:
            said = (
                result.failure.message if result is not None and result.failure is not None else str(wrong[0].message)
            )
            raise CannotRetell(f"the scenario as written does not pass: {said}")
