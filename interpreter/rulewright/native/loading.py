"""From a folder of YAML to a game, with the native back end at hand."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Literal

from rulewright.core.model.game import Game
from rulewright.core.pipeline import Choice, load_rules
from rulewright.core.run.steps import WrongSetup
from rulewright.native.on_demand import Native

Backend = Literal["auto", "python", "native"]


def load_game(
    ruleset: str | Path,
    *,
    modules: tuple[str, ...] | None = None,
    variant: str | Path | None = None,
    use_cache: bool = True,
    backend: Backend = "auto",
    watched: bool = False,
) -> Game:
    """Return a game ready to play. A `watched` game knows its invariants as well.

    `ruleset` is the name of a shipped ruleset or the path of a folder with a ruleset.yaml, `variant` is a file. The
    native back end is made ready when it is first needed (`Host`, many games); with the `backend` "native" at once,
    with "python" never. Raises RulesetError with diagnostics if the ruleset is not right, WrongSetup if there is none
    or if it cannot be played natively as requested.
    """
    choice = Choice(str(ruleset), modules, Path(variant) if variant is not None else None, watched)
    loaded = load_rules(choice, use_cache=use_cache)
    if backend == "python":
        return loaded.game
    native = Native(loaded.key, loaded.lowered)
    refusal = native.refusal() if backend == "native" else ""
    if refusal:
        raise WrongSetup(f"'{choice.ruleset}' cannot be played natively: {refusal}")
    return replace(loaded.game, native=native)
