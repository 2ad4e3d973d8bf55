"""Rulewright: tabletop games written as data, played by one interpreter.

    import rulewright as rw

    game = rw.load_game("tutorial")
    state = rw.start(game, seats=3, seed=7)
    while (decision := rw.decision(game, state)) is not None:
        rw.step(game, state, decision.options[0])
    print(rw.scores(game, state), rw.winners(game, state))

Everything else is in the wings below: `core` turns YAML into a game and plays it, `observe` shows it to a seat, `play`
decides. Nothing is imported before it is used.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from rulewright.core.model.events import (
        Answered,
        Changed,
        Event,
        Happened,
        Moved,
        Opened,
        Revealed,
        Rolled,
        Sealed,
        Settled,
        Shuffled,
    )
    from rulewright.core.model.game import Game, State
    from rulewright.core.model.match import Plan
    from rulewright.core.model.secret_seeds import new_secret
    from rulewright.core.pipeline import RulesetError
    from rulewright.core.run.atoms import LimitReached
    from rulewright.core.run.steps import IllegalChoice, WrongSetup, start
    from rulewright.face import (
        Knowledge,
        clone,
        deal,
        events_of,
        load_saved_match,
        load_state,
        match_record,
        offers,
        ruled_seats,
        save_match,
        save_state,
        scores,
        step,
        traced_build,
        view,
        why_changed,
        why_not,
        why_number,
        winners,
    )
    from rulewright.native.inside.host import Host
    from rulewright.native.loading import load_game
    from rulewright.observe.sight.offers import Offer
    from rulewright.play.records.match_files import MatchRefused
    from rulewright.play.records.planned_matches import PlannedGames, load_match
    from rulewright.play.session.decision import Decision, decision
    from rulewright.play.session.match import (
        Coming,
        Match,
        Outcome,
        Standing,
        again_after,
        begin_match,
        finish_game,
        next_game,
        outcomes,
        settings_known,
        standing,
    )

_EXPORTS = {
    "core.model.events": "Answered Changed Event Happened Moved Opened Revealed Rolled Sealed Settled Shuffled",
    "core.model.game": "Game State",
    "core.model.match": "Plan",
    "core.model.secret_seeds": "new_secret",
    "core.pipeline": "RulesetError",
    "core.run.atoms": "LimitReached",
    "core.run.steps": "IllegalChoice start WrongSetup",
    "face": (
        "clone events_of load_saved_match load_state match_record offers ruled_seats save_match save_state "
        "scores step traced_build view why_changed why_not why_number winners"
    ),
    "native.inside.host": "Host",
    "native.loading": "load_game",
    "observe.sight.dealing": "deal",
    "observe.sight.knowledge": "Knowledge",
    "observe.sight.offers": "Offer",
    "play.records.match_files": "MatchRefused",
    "play.records.planned_matches": "load_match PlannedGames",
    "play.session.decision": "Decision decision",
    "play.session.match": (
        "again_after begin_match Coming finish_game Match next_game Outcome outcomes settings_known Standing standing"
    ),
}
"""The names that each module gives."""
_PLACES = {name: module for module, names in _EXPORTS.items() for name in names.split()}

__all__ = [
    "Answered", "Changed", "Coming", "Decision", "Event", "Game", "Happened", "Host", "IllegalChoice", "Knowledge",
    "LimitReached", "Match", "MatchRefused", "Moved", "Offer", "Opened", "Outcome", "Plan", "PlannedGames", "Revealed",
    "Rolled", "RulesetError", "Sealed", "Settled", "Shuffled", "Standing", "State", "WrongSetup", "again_after",
    "begin_match", "clone", "deal", "decision", "events_of", "finish_game", "load_game", "load_match",
    "load_saved_match", "load_state", "match_record", "new_secret", "next_game", "offers", "outcomes", "ruled_seats",
    "save_match", "save_state", "scores", "settings_known", "standing", "start", "step", "traced_build", "view",
    "why_changed", "why_not", "why_number", "winners",
]  # fmt: skip


def __getattr__(name: str) -> Any:
    place = _PLACES.get(name)
    if place is None:
        raise AttributeError(f"module 'rulewright' has no attribute '{name}'")
    return getattr(import_module(f"rulewright.{place}"), name)
