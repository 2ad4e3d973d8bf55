"""Rulesets that would do something for ever, or nearly: both back ends stop them after so many steps, and say so.

Nothing here is timed: what is counted is what bounds the time.
"""

from __future__ import annotations

import struct

import pytest

from rulewright.core.model.layout import STEPS as LOOKED
from rulewright.core.run.atoms import LOOKS, MAX_STEPS, LimitReached
from rulewright.core.run.steps import begin, start, unstarted
from rulewright.native.backend.layout import AT_FRAME, AT_STEPS, FRAME_PARENT
from rulewright.native.backend.runtime import STEPS
from tests.reference.lockstep import Pair, small_pair
from tests.reference.native import Trapped

_WORLD = """\
kind: content
kinds:
  - id: card
    title: {en: Card}
    fields: {cost: {type: number, default: 0, about: Its price}}
components:
  - {id: ace, kind: card, title: {en: Ace}, source: {doc: DOC, place: a}, cost: 1, copies: 100}
counters:
  - {id: coin, per: [seat], min: 0, max: 99, start: 5}
  - {id: far, min: 0, max: 999999999999999, start: 2}
zones:
  - {id: deck, holds: card, visible: all, order: stack, start: it.cost > 0}
  - {id: hand, per: [seat], holds: card, visible: all}
"""
LOOPS = {
    "a loop that never ends": "repeat while coin >= 0: gain 1 coin",
    "loops of many passes": "repeat 9999:\n  repeat 9999: gain 1 coin",
    "numbers inside numbers": "for each a in 1..9999:\n  for each b in 1..9999: gain 1 coin",
    "pieces inside pieces": (
        "for each a in deck:\n  for each b in deck:\n    for each c in deck:\n      for each d in deck: gain 1 coin"
    ),
    "decisions of one option": "repeat while coin > 0:\n  for each s in others: pick n from 1..1",
    "sums inside sums": "set far to sum(sum(sum(sum(1 for d in deck) for c in deck) for b in deck) for a in deck)",
    "long passes": "repeat 4:\n  for each a in 1..9999:\n" + "    gain 1 coin\n" * 900,
}

_WAYS = "choose:\n  a: nothing\n  b: nothing\n"
_CHANGING = "choose:\n  a: gain 1 coin\n  b: lose 1 coin\n"


def _behind_option(text: str) -> str:
    """A decision with an option that is so long that it needs to be looked at in very many ways."""
    lines = "".join(f"    {line}\n" for line in text.splitlines())
    return f"choose:\n  x:\n{lines}  y: nothing\n  z: nothing\n"


LOOKS_AHEAD = {
    "ways that part again and again": _behind_option(_WAYS * 28 + "require coin > 1000"),
    "ways that change what is looked at": _behind_option(_CHANGING * 24 + "require coin > 1000"),
    "a candidate for each candidate": _behind_option(
        "".join(f"pick c{each} from 1..50\n" for each in range(5)) + "require c0 + c1 + c2 + c3 + c4 > 1000"
    ),
}


def _doubled(kind: str, first: str, next_: str, begins: str) -> str:
    """So many texts that each runs the one before it twice."""
    lines = [first, *(next_.format(here=each, before=each - 1) for each in range(1, 41)), begins]
    return "\n".join([kind, *lines])


CHAINS = {
    "effects that run effects": _doubled(
        "procedures:",
        "  - {id: p0, does: gain 1 coin}",
        "  - id: p{here}\n    does: |\n      p{before}\n      p{before}",
        "  - {id: play, does: p40}",
    ),
    "values that need values": _doubled(
        "quantities:",
        "  - {id: q0, gives: number, amount: coin}",
        "  - {{id: q{here}, gives: number, amount: 'max(q{before}, q{before} + 1)'}}",
        "procedures:\n  - {id: play, does: 'set far to max(0, q40)'}",
    ),
}


def _begins(body: str) -> str:
    lines = "".join(f"      {line}\n" for line in body.splitlines())
    return f"procedures:\n  - id: play\n    does: |\n{lines}"


def _steps(pair: Pair) -> int:
    """The looks that the native state has counted."""
    native = pair.native
    block = native.exports["memory"].read(native.store, native.address + AT_STEPS, native.address + AT_STEPS + 8)
    return int(struct.unpack("<q", block)[0])


def _stopped(text: str) -> tuple[int, int]:
    """What the states of a game have counted that both back ends stop for its steps: natively, in Python."""
    pair = small_pair(_WORLD + text)
    with pytest.raises(Trapped) as trapped:
        pair.native.begin(unstarted(pair.game, seats=2, seed=1))
    assert trapped.value.trouble == STEPS
    state = unstarted(pair.game, seats=2, seed=1)
    with pytest.raises(LimitReached, match="more than 10000 steps without a decision in 'play"):
        begin(pair.game, state, pair.game.blueprint.begins, 0)
    return _steps(pair), state[LOOKED]


@pytest.mark.sampled(3)
@pytest.mark.parametrize("text", [*map(_begins, LOOPS.values()), *CHAINS.values()], ids=[*LOOPS, *CHAINS])
def test_what_does_not_end_is_stopped_by_its_steps(text: str) -> None:
    most = MAX_STEPS * LOOKS
    natively, in_python = _stopped(text)
    assert most < natively == in_python <= 2 * most


@pytest.mark.parametrize("text", [*map(_begins, LOOKS_AHEAD.values())], ids=[*LOOKS_AHEAD])
def test_looking_ahead_for_ever_is_stopped_by_its_steps(text: str) -> None:
    _stopped(text)


def test_a_long_set_is_sorted() -> None:
    text = """\
for each n in 1..3000 by least n % 7, most n % 13:
  set far to (far * 31 + n) % 1000003
"""
    pair = small_pair(_WORLD + _begins(text))
    pair.native.begin(unstarted(pair.game, seats=1, seed=1))
    state = start(pair.game, seats=1, seed=1)
    assert pair.native.shown()[-1] == tuple(state[10:])


def test_an_answer_that_belongs_to_no_question_is_a_trap_and_no_loop_without_an_end() -> None:
    """No game comes to such a state, but memory that was written to from outside might."""
    pair = small_pair(_WORLD + _begins("ask each:\n  choose:\n    a: gain 1 far\n    b: gain 2 far"))
    native = pair.native
    native.begin(unstarted(pair.game, seats=2, seed=1))
    memory = native.exports["memory"]
    (frame,) = struct.unpack("<i", memory.read(native.store, native.address + AT_FRAME, native.address + AT_FRAME + 4))
    assert frame
    memory.write(native.store, struct.pack("<i", 0), native.address + frame + FRAME_PARENT)
    with pytest.raises(Trapped) as trapped:
        native.step(native.shown()[2][0])
    assert trapped.value.trouble == 0
