"""Files spoilt by chance, and what is done with them: `prove(seed)` makes and tries the file of a seed again.

`python -m tests.properties.fuzzing 17 200..300` does the same and lists what is found.
"""

from __future__ import annotations

import contextlib
import copy
import json
import random
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import rulewright as rw
from rulewright.core.model.game import Game
from rulewright.core.model.layout import FRAME, OPTIONS
from rulewright.core.run.steps import start, step
from rulewright.play.records.saves import state_from_json, state_to_json
from tests.properties import generated_variants
from tests.properties.fuzzing.commands import Fault, command, passes, within_time
from tests.properties.fuzzing.origins import FOLDERS, any_origin, folder_named
from tests.properties.fuzzing.spoiling import spoilt, spoilt_data
from tests.properties.fuzzing.verbs import formatted, play_soundly, try_all

ACCEPTED, REFUSED = "accepted", "refused"
LARGE = 0.02
"""How many of the variants are of a large ruleset, which takes much longer."""

SCENARIOS = tuple((name, path) for name in FOLDERS for path in folder_named(name).files if "scenarios/" in path)
MATCHES = tuple((name, path) for name in FOLDERS for path in folder_named(name).files if "matches/" in path)


def prove(seed: int, folder: Path) -> tuple[str, str]:
    """The kind of the file of a seed, and whether it was accepted. Raises Fault, which names the seed."""
    chance = random.Random(f"campaign {seed}")
    kind = TURNS[seed % len(TURNS)]
    try:
        with contextlib.chdir(folder):  # what `play` keeps lies there
            return kind, ACCEPTED if KINDS[kind](folder, chance) else REFUSED
    except Fault as fault:
        raise Fault(f"seed {seed}, a {kind}: {fault}") from fault.__cause__


def _ruleset(folder: Path, chance: random.Random) -> bool:
    origin = any_origin(chance)
    before = origin.written(folder / "before")
    rules = [path for path in origin.files if path.count("/") == 1 and "scenarios/" not in path]
    paths = [*rules * 4, *origin.files]
    changed: dict[str, str] = {}
    for _ in range(chance.choice((1, 1, 1, 2, 4))):
        path = chance.choice(paths)
        changed[path] = spoilt(changed.get(path, origin.files[path]), chance)
    root = origin.written(folder / "now", changed)
    if command("check", root).code != 0:
        _of_refused(root, chance)
        return False
    try_all(root, before, chance)
    formatted(root)
    return True


def _of_refused(root: Path, chance: random.Random) -> None:
    """What is refused is refused by each verb in words."""
    words = chance.choice((
        ("lint", root), ("test", root), ("doc", root), ("simulate", root, "--games", 1), ("play", root),
        ("rules", root), ("sources", root), ("explain", "play", "--ruleset", root), ("diff", "tutorial", root),
        ("fmt", "--diff", root),
    ))  # fmt: skip
    command(*words, typed="q\n")


def _variant(folder: Path, chance: random.Random) -> bool:
    if chance.random() < LARGE:
        return _large_variant(folder, chance)
    name = chance.choice(tuple(FOLDERS))
    made = generated_variants.made(str(FOLDERS[name]), chance).text()
    text = made.replace(f"extends: {FOLDERS[name]}", f"extends: {name}")
    text = spoilt(text, chance) if chance.random() < 0.6 else text
    root = folder_named(name).written(folder, {"variants/made.yaml": text})
    path = root / "variants" / "made.yaml"
    if command("check", path).code != 0:
        return False
    try_all(root, FOLDERS[name], chance, path)
    formatted(root, path)
    return True


def _large_variant(folder: Path, chance: random.Random) -> bool:
    name = chance.choice(("skymines", "ceres"))
    path = generated_variants.written_to(folder, generated_variants.made(name, chance))
    if command("check", path).code != 0:
        return False
    play_soundly(rw.load_game(name, variant=path), chance.randrange(10**6))
    passes("diff", path)
    return True


def _scenarios(folder: Path, chance: random.Random) -> bool:
    name, path = chance.choice(SCENARIOS)
    origin = folder_named(name)
    text = origin.files[path]
    for _ in range(chance.choice((1, 1, 2))):
        text = spoilt(text, chance)
    root = origin.written(folder, {path: text})
    code = command("check", root / path).code
    before = command("test", root / path)
    command("test", root, "--coverage")
    command("lint", root)
    if code != 0:
        return False
    passes("fmt", root / path)
    passes("fmt", "--check", root / path)
    if command("test", root / path).code != before.code:
        raise Fault(f"fmt {root / path}: its scenarios end in another way")
    return True


def _match(folder: Path, chance: random.Random) -> bool:
    name, path = chance.choice(MATCHES)
    origin = folder_named(name)
    file = origin.written(folder, {path: spoilt(origin.files[path], chance)}) / path
    if command("check", file).code != 0:
        command(*chance.choice((("play", file), ("simulate", file), ("fmt", "--diff", file))), typed="q\n")
        return False
    saved = folder / "match.json"
    passes("simulate", file, "--games", 2)
    played = passes("play", file, "--seats", "random,random", "--seed", chance.randrange(99), "--save", saved)
    if played.code == 0 and saved.exists():
        passes("resume", saved, "--match", file, typed="q\n")
    passes("fmt", file)
    passes("fmt", "--check", file)
    passes("check", file)
    return True


def _replay(folder: Path, chance: random.Random) -> bool:
    """A recorded game, spoilt as data or as text."""
    name = chance.choice(tuple(FOLDERS))
    file = _spoilt_file(folder, _recorded(name, chance.randrange(3)), chance)
    of = ("--ruleset", FOLDERS[name])
    code = command("replay", file, *of).code
    command("replay", file, *of, "--edited", "--quiet")
    command("replay", file, *of, "--to-scenario", "-", *chance.choice(((), ("--at", 2), ("--from", 1))))
    command("resume", file, *of, typed="q\n")
    return code == 0


def _saved_match(folder: Path, chance: random.Random) -> bool:
    file = _spoilt_file(folder, _recorded("three", chance.randrange(3)), chance)
    command("replay", file)
    match = FOLDERS["duel"] / "matches" / "three.yaml"
    return command("resume", file, "--match", match, typed="q\n").code == 0


def _state(folder: Path, chance: random.Random) -> bool:
    """A saved state, its digest made to fit again or not: it is refused with a sentence, or sound and playable."""
    game, text = _state_text(chance.choice(tuple(FOLDERS)), chance.randrange(5))
    data: Any = json.loads(text)
    for _ in range(chance.randint(1, 3)):
        spoilt_data(data, chance)
    with within_time("a saved state"):
        try:
            state = state_from_json(game, data)
        except ValueError as refused:
            if not str(refused):
                raise Fault("a state is refused without a word") from refused
            return False
        except Exception as fault:
            raise Fault(f"a state is refused by {type(fault).__name__}: {fault}") from fault
        again = state_from_json(game, json.loads(json.dumps(state_to_json(game, state))))
        with contextlib.suppress(rw.LimitReached):
            for _ in range(50):
                if again[FRAME] is None:
                    break
                step(game, again, chance.choice(again[OPTIONS]))
    return True


KINDS: dict[str, Callable[[Path, random.Random], bool]] = {
    "ruleset": _ruleset, "variant": _variant, "scenario file": _scenarios, "match": _match, "replay": _replay,
    "saved match": _saved_match, "saved state": _state,
}  # fmt: skip
TURNS = (
    "ruleset", "replay", "variant", "ruleset", "scenario file", "saved state", "ruleset", "match", "saved match",
    "ruleset",
)  # fmt: skip
"""The kinds of ten seeds in a row."""


# ---- What is spoilt --------------------------------------------------------------------------------------------------


def _spoilt_file(folder: Path, text: str, chance: random.Random) -> Path:
    file = folder / "spoilt.json"
    if chance.random() < 0.3:
        text = spoilt(text, chance)
    else:
        data = json.loads(text)
        kept = copy.deepcopy(data)
        spoilt_data(data, chance)
        try:
            text = json.dumps(data)
        except ValueError:  # it lies in itself
            text = json.dumps(kept)
    file.write_bytes(text.encode("utf-8", "surrogatepass"))
    return file


@cache
def _recorded(name: str, number: int) -> str:
    """The file of a game or of a match as `play` keeps it."""
    from tempfile import TemporaryDirectory

    played = FOLDERS["duel"] / "matches" / "three.yaml" if name == "three" else FOLDERS[name]
    with TemporaryDirectory() as place:
        file = Path(place) / "kept.json"
        seats = ("--seats", "human,first") if number else ("--seats", "random,random")
        command("play", played, *seats, "--seed", number, "--save", file, typed="1\n1\n1\nk\nq\n")
        return file.read_text(encoding="utf-8")


@cache
def _state_text(name: str, number: int) -> tuple[Game, str]:
    game = rw.load_game(FOLDERS[name])
    state, chance = start(game, seats=2, seed=number), random.Random(number)
    for _ in range(number * 2):
        if state[FRAME] is not None:
            step(game, state, chance.choice(state[OPTIONS]))
    return game, json.dumps(state_to_json(game, state))
