"""A game of which one text was bound and emitted anew plays as one compiled whole with that text in its files."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from rulewright.author.testing.mutation.mutants import Mutant, mutants_of
from rulewright.author.testing.mutation.stage import Stage, notices, set_stage
from rulewright.core.compile.incremental import ChangedGame, with_trees
from rulewright.core.compile.overlay import with_texts
from rulewright.core.diagnostics import Span
from rulewright.core.language.unparse import unparse_effect, unparse_expression
from rulewright.core.model.document import Mapping, Scalar, Sequence
from rulewright.core.pipeline import Built, Choice, build_ruleset, ruleset_root
from rulewright.core.run.build import traced_build
from rulewright.play.scenarios.files import files_of_scenarios
from rulewright.play.scenarios.runner import ScenarioRunner, WrittenScenario
from rulewright.play.scenarios.scenario import run_scenario
from tests.unit.author.testing.mutation.weak_ruleset import write

HERE = Span("test", 1, 1)


def _text(value: str) -> Scalar:
    return Scalar(value, value, "plain", HERE)


@pytest.fixture(autouse=True)
def names_without_anything_allowed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Words and looks of what a text no longer names are refused in files, though its rules can be played."""
    monkeypatch.setattr("rulewright.core.compile.compiling.check_words", lambda world, program: None)
    monkeypatch.setattr("rulewright.core.compile.compiling.check_looks", lambda world, blueprint, sections: None)


def _whole(ruleset: str, modules: tuple[str, ...], mutant: Mutant) -> Built:
    """The ruleset with the mutant's text written into its entry, compiled from its files."""
    key = mutant.text.field.removeprefix(f"{mutant.text.entry}.")
    words = unparse_effect(mutant.tree) if mutant.text.sort == "effect" else unparse_expression(mutant.tree)
    patch = Mapping(
        (
            (_text("change"), _text(mutant.text.entry)),
            (_text("because"), _text("a test")),
            (_text("set"), Mapping(((_text(key), _text(words)),), HERE)),
        ),
        HERE,
    )
    return build_ruleset(Choice(ruleset, modules), extra_patches=Sequence((patch,), HERE))


def _differs_whole(built: Built, written: WrittenScenario) -> bool | None:
    """Whether a scenario goes otherwise; None where only a refusal is told otherwise, as spelling may have changed."""
    assert built.compiled is not None
    game = built.game()
    build = traced_build(game)
    try:
        game, build, numbers, kinds, faults = with_texts(built.compiled, game, build, written.effects, written.amounts)
        assert not faults
        failure = run_scenario(game, build, written.scenario(numbers, kinds))
    except (ValueError, IndexError, TypeError):
        return True
    if failure is not None and "is refused because of" in failure.message:
        return None
    return failure is not None


def _agree(ruleset: str, stage: Stage, written: list[WrittenScenario], mutant: Mutant) -> None:
    unit = stage.texts[mutant.text.scalar.span][1]
    changed = with_trees(stage.incremental, unit, {mutant.text.scalar.span: mutant.tree})
    whole = _whole(ruleset, stage.incremental.compiled.blueprint.modules, mutant)
    if not isinstance(changed, ChangedGame):
        assert changed is None or whole.compiled is None
        return
    assert whole.compiled is not None, (mutant.place, mutant.after, whole.diagnostics)
    affected = stage.affected(changed)
    for number, each in enumerate(written):
        noticed = notices(stage.acts[number], changed)
        differs = _differs_whole(whole, each)
        assert differs is None or noticed == differs, (mutant.place, mutant.after, each.draft.sentence)
        assert number in affected or not noticed, (mutant.place, mutant.after, each.draft.sentence)


def _stage(ruleset: str) -> tuple[Stage, list[WrittenScenario]]:
    """The stage of most scenarios of a ruleset."""
    runner = ScenarioRunner(ruleset)
    games: dict[int, list[WrittenScenario]] = {}
    for file in files_of_scenarios(Path(ruleset)):
        for each in runner.written(file)[0]:
            if each.plays:
                games.setdefault(id(each.built), []).append(each)
    written = max(games.values(), key=len)
    return set_stage(written, lambda count: None), written


def _mutants(stage: Stage, count: int, seed: int) -> list[Mutant]:
    """Some of the mutants whose texts a patch of an entry can set."""
    mutants = [
        each for each in mutants_of([stage]) if each.text.field.count(".") == 1 and each.text.sort != "candidates"
    ]
    return random.Random(seed).sample(mutants, min(count, len(mutants)))


def test_a_small_game(tmp_path: Path) -> None:
    ruleset = str(write(tmp_path))
    stage, written = _stage(ruleset)
    for mutant in _mutants(stage, 25, seed=1):
        _agree(ruleset, stage, written, mutant)


def test_the_tutorial() -> None:
    ruleset = str(ruleset_root("tutorial"))
    stage, written = _stage(ruleset)
    for mutant in _mutants(stage, 12, seed=1):
        _agree(ruleset, stage, written, mutant)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["ceres", "skymines"])
def test_a_shipped_game(name: str) -> None:
    ruleset = str(ruleset_root(name))
    stage, written = _stage(ruleset)
    some = random.Random(1).sample(range(len(written)), 30)
    stage = set_stage([written[number] for number in some], lambda count: None)
    for mutant in _mutants(stage, 12, seed=2):
        _agree(ruleset, stage, [written[number] for number in some], mutant)


def test_the_pieces_play_as_the_whole(tmp_path: Path) -> None:
    stage, written = _stage(str(write(tmp_path)))
    assert not stage.failing
    assert len(stage.acts) == len(written) == 4
