"""Rulesets with one thing wrong at random: what a slip of the hand does to a file."""

from __future__ import annotations

import random
import re
import shutil
from collections.abc import Iterator
from pathlib import Path

from rulewright.core.pipeline import Choice, build_ruleset
from rulewright.core.run.atoms import LimitReached
from rulewright.play.policies.playout import play_out

OTHER_FOLDERS = ("scenarios", "variants", "replays")


def mutants(root: Path, seeds: range, copy: Path) -> Iterator[tuple[int, str]]:
    """Puts one wrong file after the other into a copy of a ruleset; tells the seed and what was done."""
    shutil.copytree(root, copy, ignore=shutil.ignore_patterns(*OTHER_FOLDERS))
    files = sorted(copy.rglob("*.yaml"))
    for seed in seeds:
        rng = random.Random(seed)
        path = rng.choice(files)
        text = path.read_text(encoding="utf-8")
        slip = rng.choice((without_letter, with_letter_twice, with_letters_swapped, with_other_word, with_other_number,
                           without_line, with_line_twice))  # fmt: skip
        path.write_text(slip(text, rng), encoding="utf-8")
        yield seed, f"seed {seed}: {slip.__name__} in {path.relative_to(copy)}"
        path.write_text(text, encoding="utf-8")


def play_if_accepted(root: Path, seed: int) -> bool:
    """Builds a ruleset and plays three games of what is accepted; anything but a limit is raised."""
    built = build_ruleset(Choice(str(root)))
    if built.compiled is None:
        assert built.diagnostics
        return False
    game = built.game()
    blueprint = game.blueprint
    for number in range(3):
        seats = min(blueprint.max_seats, blueprint.min_seats + number)
        try:
            play_out(game, seats=seats, seed=seed + number)
        except LimitReached:
            pass
    return True


def without_letter(text: str, rng: random.Random) -> str:
    at = rng.randrange(len(text))
    return text[:at] + text[at + 1 :]


def with_letter_twice(text: str, rng: random.Random) -> str:
    at = rng.randrange(len(text))
    return text[:at] + text[at] + text[at:]


def with_letters_swapped(text: str, rng: random.Random) -> str:
    at = rng.randrange(len(text) - 1)
    return text[:at] + text[at + 1] + text[at] + text[at + 2 :]


def with_other_word(text: str, rng: random.Random) -> str:
    words = list(re.finditer("[a-z_]{2,}", text))
    old, new = rng.choice(words), rng.choice(words)
    return text[: old.start()] + new[0] + text[old.end() :]


def with_other_number(text: str, rng: random.Random) -> str:
    numbers = list(re.finditer(r"\b[0-9]+\b", text))
    if not numbers:
        return text
    old = rng.choice(numbers)
    return text[: old.start()] + rng.choice(("0", "-1", "7", "999", "100000", "999999999999999")) + text[old.end() :]


def without_line(text: str, rng: random.Random) -> str:
    lines = text.split("\n")
    del lines[rng.randrange(len(lines))]
    return "\n".join(lines)


def with_line_twice(text: str, rng: random.Random) -> str:
    lines = text.split("\n")
    at = rng.randrange(len(lines))
    return "\n".join([*lines[:at], lines[at], *lines[at:]])
