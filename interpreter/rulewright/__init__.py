"""Rulewright: tabletop games written as data, played by one interpreter.

    import rulewright as rw

    game = rw.load_game("tutorial")
    state = rw.start(game, seats=3, seed=7)
    while (decision := rw.decision(game, state)) is not None:
        rw.step(game, state, decision.options[0])
    print(rw.scores(game, state), rw.winners(game, state))

Everything else is in the rooms below: `run` plays, `observe` shows, `play` decides, `load`, `validate`, `language` and
`compile` turn YAML into a game. Nothing is imported before it is used.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
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
    from rulewright.loading import load_game
    from rulewright.matches import PlannedGames, load_match
    from rulewright.model.events import (
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
    from rulewright.model.game import Game, State
    from rulewright.model.match import Plan
    from rulewright.model.secret_seeds import new_secret
    from rulewright.native_play.host import Host
    from rulewright.observe.offers import Offer
    from rulewright.pipeline import RulesetError
    from rulewright.play.decision import Decision, decision
    from rulewright.play.match import (
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
    from rulewright.play.match_files import MatchRefused
    from rulewright.run.atoms import LimitReached
    from rulewright.run.steps import IllegalChoice, WrongSetup, start

_PLACES = {
    "Offer": "observe.offers", "Knowledge": "observe.knowledge", "deal": "observe.dealing",
    "Host": "native_play.host",
    "Decision": "play.decision", "clone": "face", "decision": "play.decision", "load_state": "face",
    "ruled_seats": "face", "save_state": "face", "scores": "face",
    "step": "face", "view": "face", "winners": "face", "Game": "model.game", "State": "model.game",
    "RulesetError": "pipeline", "load_game": "loading", "LimitReached": "run.atoms",
    "IllegalChoice": "run.steps", "WrongSetup": "run.steps", "start": "run.steps",
    "Plan": "model.match", "PlannedGames": "matches", "load_match": "matches", "Coming": "play.match",
    "Match": "play.match", "Outcome": "play.match", "Standing": "play.match", "again_after": "play.match",
    "begin_match": "play.match", "finish_game": "play.match", "next_game": "play.match", "outcomes": "play.match",
    "settings_known": "play.match", "standing": "play.match", "MatchRefused": "play.match_files",
    "load_saved_match": "face", "match_record": "face", "new_secret": "model.secret_seeds", "offers": "face",
    "save_match": "face", "events_of": "face", "traced_build": "face", "why_changed": "face", "why_not": "face",
    "why_number": "face",
    "Answered": "model.events", "Changed": "model.events", "Event": "model.events", "Happened": "model.events",
    "Moved": "model.events", "Opened": "model.events",
    "Revealed": "model.events", "Rolled": "model.events", "Sealed": "model.events",
    "Settled": "model.events", "Shuffled": "model.events",
}  # fmt: skip

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
