"""Games of a few lines, written beside the test that plays them."""

from __future__ import annotations

from pathlib import Path

from rulewright.core.diagnostics import Diagnostic, render
from rulewright.core.model.game import Game, State
from rulewright.core.model.layout import FRAME, OPTIONS, SITE
from rulewright.core.pipeline import Built
from rulewright.core.run.steps import start, step
from tests.errors.rulesets.skeleton import build_with

LABELS = 6


def built(folder: Path, does: str, more: str = "") -> Built:
    """The skeleton with `does` as the text of its first procedure, and more content."""
    lines = "".join(f"      {line}\n" for line in does.split("\n"))
    content = f"procedures:\n  - id: begin\n    does: |\n{lines}"
    if more.startswith("procedures:\n"):
        more = more.removeprefix("procedures:\n")
    first = "kind: content\npatches:\n  - {change: play, because: a test, set: {does: begin}}\n"
    return build_with(folder, first + content + more)


def game_of(folder: Path, does: str, more: str = "") -> Game:
    made = built(folder, does, more)
    assert made.compiled is not None, "\n".join(render(each) for each in made.diagnostics)
    return made.game()


def faults_of(folder: Path, does: str, more: str = "") -> tuple[Diagnostic, ...]:
    return built(folder, does, more).diagnostics


def begun(game: Game, seats: int = 1, seed: int = 1) -> State:
    return start(game, seats=seats, seed=seed)


def labels(game: Game, state: State) -> list[str]:
    """The labels of the options offered, once each."""
    site = game.blueprint.sites[state[SITE]]
    mask = (1 << LABELS) - 1
    return list(dict.fromkeys(site.labels[code & mask] for code in state[OPTIONS]))


def choose_label(game: Game, state: State, label: str) -> None:
    site = game.blueprint.sites[state[SITE]]
    mask = (1 << LABELS) - 1
    step(game, state, next(code for code in state[OPTIONS] if site.labels[code & mask] == label))


def value(game: Game, state: State, name: str, offset: int = 0) -> int:
    family = next(each for each in game.blueprint.families if each.id == name)
    return int(state[family.base + offset])


def is_over(state: State) -> bool:
    return state[FRAME] is None
