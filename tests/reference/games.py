"""Games for tests: the shipped rulesets, and small ones written here or in `games/` as the content of one module."""

from __future__ import annotations

import tempfile
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path

from rulewright.core.diagnostics import render
from rulewright.core.model.game import Build, Game
from rulewright.core.pipeline import Built, Choice, build_ruleset
from rulewright.core.run.build import traced_build
from tests.reference.evaluator import Evaluator
from tests.reference.parts import parts_of

SMALL = tuple(sorted(path.stem for path in Path(__file__).with_name("games").glob("*.yaml")))
_RULESET = """\
kind: ruleset
id: small
title: {{en: Small}}
seats: {{min: {low}, max: {high}}}
languages: [en]
modules: {{default: [base]}}
begins: play
documents:
  - {{id: DOC, title: A document}}
"""
_RULES = 'kind: ledger\nruleset: small\nrules: {one: "Anything may happen. (DOC)"}\n'
_MODULE = "kind: module\nid: base\ntitle: {en: Base}\n"


@dataclass(frozen=True, slots=True)
class Both:
    """One game as emitted code, plain and traced, and as the reference evaluator."""

    game: Game
    traced: Build
    evaluator: Evaluator


@lru_cache(maxsize=8)  # all choices of modules together would take gigabytes
def built(name: str, modules: tuple[str, ...] | None = None) -> Built:
    """What the pipeline makes of a shipped ruleset, once for all tests of a process."""
    return build_ruleset(Choice(name, modules))


@lru_cache(maxsize=8)
def shipped(name: str, modules: tuple[str, ...] | None = None) -> Both:
    """A shipped ruleset with its default modules or those named."""
    return _both(built(name, modules))


@cache
def small(name: str) -> Both:
    """A game of the folder `games`."""
    return both_of(small_text(name))


def small_text(name: str) -> str:
    """The content document of a game of the folder `games`."""
    return Path(__file__).with_name("games").joinpath(f"{name}.yaml").read_text(encoding="utf-8")


def both_of(content: str, low: int = 1, high: int = 4) -> Both:
    """The game of a content document; its procedure `play` begins."""
    return _both(build_small(content, low, high))


def build_small(content: str, low: int = 1, high: int = 4) -> Built:
    """What the pipeline makes of a content document."""
    with tempfile.TemporaryDirectory() as folder:
        write_small(Path(folder), content, low, high)
        return build_ruleset(Choice(folder))


def write_small(root: Path, content: str, low: int = 1, high: int = 4) -> None:
    """Write the ruleset folder of a content document."""
    (root / "base").mkdir(parents=True)
    (root / "ruleset.yaml").write_text(_RULESET.format(low=low, high=high), encoding="utf-8")
    (root / "rules.yaml").write_text(_RULES, encoding="utf-8")
    (root / "base" / "module.yaml").write_text(_MODULE, encoding="utf-8")
    (root / "base" / "content.yaml").write_text(content, encoding="utf-8")


def _both(made: Built) -> Both:
    faults = [render(each, made.lines.get((each.span.file, each.span.line), "")) for each in made.diagnostics]
    assert made.compiled is not None, "\n".join(faults)
    game = made.game()
    traced = traced_build(game)
    return Both(
        game, traced, Evaluator(made.compiled.program, game.blueprint.piece_zone, parts=parts_of(game.blueprint))
    )
