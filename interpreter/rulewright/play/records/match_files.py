"""The file of a match in play: the table and every choice of every game, as strict YAML or JSON.

It holds no results. What is loaded is replayed by the rules, game by game, so that it is either a match the rules allow
or a refusal that names the first wrong game and choice.
"""

from __future__ import annotations

import errno
import json
import os
import re
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rulewright.core.diagnostics import did_you_mean, nearest
from rulewright.core.load.text import LARGEST_FILE, bytes_in
from rulewright.core.model.game import Blueprint, Game
from rulewright.core.model.layout import FRAME
from rulewright.core.model.match import Plan
from rulewright.core.model.packages_used import PackageUsed
from rulewright.core.model.secret_seeds import read_seed, written_seed
from rulewright.core.model.settings import Chosen, setting_text
from rulewright.core.run.atoms import LimitReached
from rulewright.core.run.steps import WrongSetup, settings_chosen
from rulewright.core.writing import write_whole
from rulewright.play.policies.naming import is_policy
from rulewright.play.records.replay import PERSON, run_replay
from rulewright.play.records.replay_files import (
    FORMAT_VERSION,
    RecordedChoice,
    Replay,
    ReplayRefused,
    choices_in,
    packages_in,
    packages_to_json,
    plain_of,
    settings_in,
)
from rulewright.play.session.match import (
    Match,
    begin_match,
    finish_game,
    is_single,
    next_game,
    plan_digest,
    settings_known,
)

KIND = "saved_match"
_HEAD = 200
_KIND_SAID = re.compile(r"kind[\"']?\s*:\s*[\"']?([a-zA-Z_-]{1,40})")

Games = Callable[[int], Game]
"""The game at a place of the plan."""


class MatchRefused(ReplayRefused):
    """A saved match that cannot be read, does not fit its plan, or breaks the rules."""


@dataclass(frozen=True, slots=True)
class SavedGame:
    """One game as the file has it."""

    game: str
    ruleset_digest: str
    settings: dict[str, str | int]
    seed: int
    choices: tuple[RecordedChoice, ...]
    final_digest: str | None
    asks_singly: bool = False


@dataclass(frozen=True, slots=True)
class SavedMatch:
    """A match as the file has it: nothing in it has been tried yet.

    `modules` are given for a single game that is played again, so that they need not be named once more.
    """

    match: str
    plan_digest: str
    settings: dict[str, str | int]
    seats: int
    seed: int
    policies: tuple[str, ...]
    games: tuple[SavedGame, ...]
    variant: str | None = None
    modules: tuple[str, ...] | None = None
    packages: tuple[PackageUsed, ...] = ()


# ---- Going on


def resume_match(plan: Plan, saved: SavedMatch, games: Games) -> tuple[Match, Replay | None]:
    """Return (match up to its last finished game, game under way). Raises MatchRefused if they do not fit the plan.

    Every game is played again from its choices; that yields the results.
    """
    if saved.match != plan.id:
        raise MatchRefused(f"it is a match '{saved.match}', not '{plan.id}'")
    if saved.plan_digest != plan_digest(plan):
        raise MatchRefused(f"it was saved when '{plan.id}' had other games or other modules")
    if not 0 < len(saved.policies) <= saved.seats:
        raise MatchRefused(f"it has {saved.seats} seats, but {len(saved.policies)} player types")
    for policy in saved.policies:
        if policy != PERSON and not is_policy(policy):
            raise MatchRefused(f"'{policy[:60]}' is not a player type")
    try:
        match = begin_match(plan, seats=saved.seats, seed=saved.seed, settings=saved.settings)
    except WrongSetup as fault:
        raise MatchRefused(str(fault)) from None
    blueprints = [games(place).blueprint for place in range(len(plan.games))]
    settings = {name for blueprint in blueprints for name in blueprint.settings}
    for name in saved.settings:
        if name not in settings:
            hint = did_you_mean(name, settings)
            raise MatchRefused(f"there is no setting '{name}' in any of its games{hint and f'; {hint}'}")
    for number, each in enumerate(saved.games, 1):
        try:
            match, under_way = _played_again(match, saved, each, games)
        except (ReplayRefused, LimitReached) as fault:
            raise MatchRefused(f"game {number}: {fault}", getattr(fault, "step", None)) from None
        if under_way is not None:
            if number < len(saved.games):
                raise MatchRefused(f"game {number}: it is not over, but another game follows")
            return match, under_way
    return match, None


def _played_again(match: Match, saved: SavedMatch, each: SavedGame, games: Games) -> tuple[Match, Replay | None]:
    coming = next_game(match)
    if coming is None:
        raise ReplayRefused("the match was already over")
    planned = match.plan.games[coming.game]
    if each.game != planned.id:
        raise ReplayRefused(f"'{planned.id}' is to be played here, not '{each.game}'")
    if each.seed != coming.seed:
        raise ReplayRefused(f"its seed does not follow from the seed of the match: {written_seed(coming.seed)}")
    game = games(coming.game)
    blueprint = game.blueprint
    _check_settings(blueprint, settings_known(game, coming), each.settings)
    replay = Replay(
        blueprint.ruleset, each.ruleset_digest, blueprint.modules, each.settings, saved.seats, each.seed,
        saved.policies, each.choices, (), each.final_digest, saved.variant, each.asks_singly,
    )  # fmt: skip
    state = run_replay(game, replay).state
    if state[FRAME] is not None:
        return match, replay
    return finish_game(match, game, state, replay), None


def _check_settings(blueprint: Blueprint, wanted: Chosen, found: Chosen) -> None:
    """Check that a game was set up as the match requires: every setting has the value it must have."""
    try:
        right, there = settings_chosen(blueprint, wanted), settings_chosen(blueprint, found)
    except WrongSetup as fault:
        raise ReplayRefused(f"the table cannot be set up: {fault}") from None
    for name, setting in blueprint.settings.items():
        if right[name] != there[name]:
            raise ReplayRefused(f"the setting '{name}' must be '{setting_text(setting, right[name])}' here")


def saved_match(
    match: Match, policies: tuple[str, ...], under_way: Replay | None = None, variant: str | None = None
) -> SavedMatch:
    """Return a match as its file holds it. Every game played must have been stored with its choices."""
    replays = [each.replay for each in match.played] + ([under_way] if under_way is not None else [])
    places = [each.coming.game for each in match.played]
    if under_way is not None:
        coming = next_game(match)
        assert coming is not None
        places.append(coming.game)
    kept = []
    for place, replay in zip(places, replays, strict=True):
        assert replay is not None
        kept.append(
            SavedGame(
                match.plan.games[place].id, replay.ruleset_digest, replay.settings, replay.seed, replay.choices,
                replay.final_digest, replay.asks_singly,
            )
        )  # fmt: skip
    plan = match.plan
    modules = plan.games[0].modules if is_single(plan) else None
    packages = tuple(dict.fromkeys(used for each in replays if each is not None for used in each.packages))
    return SavedMatch(
        plan.id, plan_digest(plan), match.settings, match.seats, match.seed, policies, tuple(kept), variant, modules,
        packages,
    )  # fmt: skip


# ---- The file


def is_saved_match(path: Path) -> bool:
    """Whether a file says that it is a saved match, even if misspelled."""
    try:
        return says_match(bytes_in(path, _HEAD).decode(errors="replace"))
    except OSError:
        return False


def says_match(text: str) -> bool:
    """Whether a text says that it is a saved match, even if misspelled."""
    head = text[:_HEAD]
    found = _KIND_SAID.search(head)
    return KIND in head or (found is not None and nearest(found[1], (KIND, "replay")) == KIND)


def read_match(path: Path) -> SavedMatch:
    """Return the saved match in a JSON or YAML file. Raises MatchRefused if there is none."""
    try:
        data = bytes_in(path)
    except OSError as fault:
        raise MatchRefused(f"'{path}' cannot be read: {fault.strerror}") from None
    return parse_match(path.name, data)


def parse_match(name: str, data: bytes) -> SavedMatch:
    """Return the saved match in the bytes of a file called `name`. Raises MatchRefused with diagnostics."""
    plain = plain_of(name, data, KIND, "a saved match", MatchRefused)
    return SavedMatch(
        plain["match"], plain["plan_digest"], settings_in(plain), plain["seats"], read_seed(plain["seed"]),
        tuple(plain["policies"]), tuple(_game(each) for each in plain["games"]), plain.get("variant"),
        tuple(plain["modules"]) if "modules" in plain else None, packages_in(plain),
    )  # fmt: skip


def _game(plain: dict[str, Any]) -> SavedGame:
    return SavedGame(
        plain["game"], plain["ruleset_digest"], settings_in(plain), read_seed(plain["seed"]), choices_in(plain),
        plain.get("final_digest"), plain.get("asks_singly", False),
    )  # fmt: skip


def match_text(saved: SavedMatch) -> str:
    """Return the text of a match file: JSON with one choice per line."""
    data: dict[str, Any] = {"kind": KIND, "format_version": FORMAT_VERSION, "match": saved.match}
    if saved.variant is not None:
        data["variant"] = saved.variant
    if saved.modules is not None:
        data["modules"] = list(saved.modules)
    data |= packages_to_json(saved.packages)
    data |= {
        "plan_digest": saved.plan_digest,
        "settings": saved.settings,
        "seats": saved.seats,
        "seed": written_seed(saved.seed),
        "policies": list(saved.policies),
    }
    lines = [f'  "{key}": {_json(value)}' for key, value in data.items()]
    games = ",\n".join(_game_text(each) for each in saved.games)
    return "{\n" + ",\n".join(lines) + f',\n  "games": [\n{games}\n  ]\n}}\n'


def _game_text(each: SavedGame) -> str:
    data: dict[str, Any] = {
        "game": each.game,
        "ruleset_digest": each.ruleset_digest,
        "settings": each.settings,
        "seed": written_seed(each.seed),
    }
    if each.final_digest is not None:
        data["final_digest"] = each.final_digest
    if each.asks_singly:
        data["asks_singly"] = True
    head = ", ".join(f'"{key}": {_json(value)}' for key, value in data.items())
    choices = ",\n".join(f"      {_json({'seat': one.seat, 'choose': one.choose})}" for one in each.choices)
    return f'    {{{head}, "choices": [\n{choices}\n    ]}}'


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)


def write_match(path: Path, saved: SavedMatch) -> None:
    """Write the file of a match. Raises OSError, also if the file would be too large to be read again."""
    text = match_text(saved)
    if len(text.encode()) > LARGEST_FILE:
        raise OSError(errno.EFBIG, os.strerror(errno.EFBIG), str(path))
    write_whole(path, text)
