"""Pictures of every part of each game, to be looked at: three widths, light and dark; `docs/pictures.py --all FOLDER`.

Games are played by policies and then handed to a person at the first decision of each part, as a saved game is.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from playwright.sync_api import Page

from rulewright.core.model.game import Game
from rulewright.core.model.layout import FRAME, SEAT, SITE
from rulewright.core.run.steps import clone, start, step, turn_to
from rulewright.native.loading import load_game
from rulewright.observe.naming import question
from rulewright.observe.words.progress import phase
from rulewright.play.records.replay import PERSON, Replay, offered, record, replay_of, replay_text

WIDTHS = {390: 844, 1280: 900, 1920: 1080}
THEMES = ("light", "dark")
_SEED = 11


@dataclass(frozen=True, slots=True)
class Shown:
    """A table to show: a name for its pictures, the ruleset with modules and settings, and how many seats."""

    name: str
    ruleset: str
    modules: tuple[str, ...] | None = None
    settings: tuple[tuple[str, str | int], ...] = ()
    seats: int = 3
    persons: int = 3


SHOWN = (
    Shown("moon", "skymines"),
    Shown("belt", "skymines", ("base", "belt", "missions", "threats")),
    Shown("luna", "skymines", ("base", "moon", "luna"), (("luna", 1),), 2, 1),
    Shown("ceres", "ceres"),
    Shown("tutorial", "tutorial", seats=2, persons=2),
)


def every_phase(page: Page, address: str, folder: Path, only: str = "") -> None:
    """Pictures of all games, or of those whose name begins so."""
    folder.mkdir(parents=True, exist_ok=True)
    for shown in SHOWN:
        if not shown.name.startswith(only):
            continue
        game = load_game(shown.ruleset, modules=shown.modules)
        for number, (title, saved) in enumerate(_moments(game, shown)):
            name = f"{shown.name}-{number:02}-{re.sub('[^a-z0-9]+', '-', title.lower()).strip('-')[:40]}"
            page.set_viewport_size({"width": 1280, "height": 900})
            page.goto(address)
            page.click("details:has(#save) > summary")
            page.fill("#save", saved)
            page.locator("form:has(#save) button").click()
            page.wait_for_url(re.compile("/t/"))
            pictures(page, folder, name)


def pictures(page: Page, folder: Path, name: str) -> None:
    """What a page shows at each width and in each theme."""
    for width, height in WIDTHS.items():
        page.set_viewport_size({"width": width, "height": height})
        for theme in THEMES:
            page.emulate_media(color_scheme="dark" if theme == "dark" else "light", reduced_motion="reduce")
            page.screenshot(path=folder / f"{name}-{width}-{theme}.png", full_page=width > 390)
            if width == 390:
                page.screenshot(path=folder / f"{name}-{width}-{theme}-whole.png", full_page=True)


def _moments(game: Game, shown: Shown) -> Iterator[tuple[str, str]]:
    """A saved game at the first decision of each part for the first seat, in the middle of a game, and at its end."""
    policies = ("search:8",) * shown.persons
    whole = record(game, seats=shown.seats, seed=_SEED, settings=dict(shown.settings), policies=policies)
    state = start(game, seats=shown.seats, seed=_SEED, settings=dict(shown.settings))
    found: dict[str, int] = {}
    for number, choice in enumerate(whole.choices):
        asked = clone(state)
        if asked[SEAT] == 0 and number > len(whole.choices) // 2:
            found.setdefault(phase(game, asked) or question(game.blueprint, asked[SITE]), number)
        if state[SEAT] != choice.seat - 1:
            turn_to(game, state, choice.seat - 1)
        step(game, state, offered(game, state)[choice.choose])
    assert state[FRAME] is None
    yield "begin", _saved(game, whole, 0)
    for title, number in found.items():
        yield title, _saved(game, whole, number)
    yield "end", _saved(game, whole, len(whole.choices))


def _saved(game: Game, whole: Replay, number: int) -> str:
    """The first choices of a game as a saved one that a person goes on with in the first seat."""
    policies = (PERSON, *["random"] * (len(whole.policies) - 1))
    kept = replay_of(
        game, seats=whole.seats, seed=whole.seed, settings=whole.settings, choices=whole.choices[:number],
        policies=policies,
    )  # fmt: skip
    return replay_text(replace(kept, variant=None))
