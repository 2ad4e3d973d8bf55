"""The smallest rulesets of each kind of stop: each place is open, and what is asked before it makes it a proven one."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright.core.compile.bound_game import BoundGame
from rulewright.core.diagnostics import render
from rulewright.core.model.layout import FRAME, OPTIONS
from rulewright.core.run.atoms import LimitReached
from rulewright.core.run.steps import start, step
from rulewright.core.sound.open_places import BEYOND, ENDLESS, Doubt, doubting, doubts_of
from rulewright.core.sound.soundness import flow_of
from tests.reference.games import build_small

WORLD = """\
kind: content
enumerations:
  - {id: hue, values: [amber, teal]}
kinds:
  - id: shell
    title: {en: Shell}
    faces: [shut, open]
    fields:
      weight: {type: number, default: 1}
      rings: {type: list, of: number}
      sings: {type: test, optional: true}
components:
  - {id: conch, kind: shell, title: {en: Conch}, copies: 4, weight: 2, rings: [1, 2]}
counters:
  - {id: coin, per: [seat], min: 0, max: 1000}
  - {id: tide, min: 0, max: 9}
  - {id: sand, min: 0, max: 999999999999999}
  - {id: toll, per: [hue], min: 0, max: 9}
markers:
  - {id: host, "on": seat}
  - {id: shade, "on": hue}
zones:
  - {id: sea, holds: shell, visible: all, start: "true"}
  - {id: net, holds: shell, visible: all}
  - {id: shelf, holds: shell, visible: all, spaces: 3}
"""
STOPS = [
    ("may-be-none", "gain top(net).weight coin", "if exists(net): gain top(net).weight coin"),
    ("may-be-none", "if top(net).open: gain 1 coin", "if exists(net) and top(net).open: gain 1 coin"),
    ("may-be-none", "if top(net).sings: gain 1 coin", "if exists(net) and top(net).sings: gain 1 coin"),
    ("may-be-none", "gain top(net).space coin", "if exists(top(net)): gain top(net).space coin"),
    ("may-be-none", "gain 1 host.coin", "if exists(host): gain 1 host.coin"),
    ("may-be-none", "gain host.number coin", "set host to me\ngain host.number coin"),
    ("may-be-none", "gain 1 toll[shade]", "set shade to teal\ngain 1 toll[shade]"),
    (
        "may-be-none", "for each s in seats_from(host): gain 1 s.coin",
        "for each s in seats_from(host if exists(host) else me): gain 1 s.coin",
    ),
    ("may-be-none", "let s = found()\ngain 1 s.coin", "let s = found()\nif exists(s): gain 1 s.coin"),
    (
        "may-be-none", "pick c from sea\nmove sea to net\ngain top(sea).weight coin",
        "pick c from sea\ngain top(sea).weight coin\nmove sea to net",
    ),
    (
        "may-be-outside", "gain 4 tide\nmove top(sea) to shelf[tide]",
        "gain 4 tide\nmove top(sea) to shelf[keep_between(tide, 1, 3)]",
    ),
    (
        "may-be-outside", "gain 2 tide\ngain top(sea).rings[tide] coin",
        "gain 1 tide\nlet c = top(sea)\nif size(c.rings) > tide: gain c.rings[tide] coin",
    ),
    (
        "may-be-full", "move top(sea) to shelf[1]\nmove top(sea) to shelf[1]",
        "move top(sea) to shelf[1]\nmove top(sea) to shelf[2]",
    ),
    ("may-be-zero", "gain (6 / tide) coin", "if tide > 0: gain (6 / tide) coin"),
    ("may-be-zero", "gain (6 % tide) coin", "gain 1 tide\ngain (6 % tide) coin"),
]  # fmt: skip
LIMITS = [
    ("gain 1000 coin\nlet s = (x in 0..coin)\ngain count(x in s) tide", "more than 1,000 numbers", "1,001 numbers"),
    ("set sand to 20000\ngain count(x in 0..sand) coin", "a range of more than 10000 numbers", "20,001 numbers"),
    (
        "set sand to 9000\ngain count(x in 1..sand where any(y in 1..sand where y = x)) coin",
        "more than 10000 steps",
        "looks",
    ),
    ("repeat 33: later: gain 1 coin", "more than 32 deferred effects wait", "33 effects"),
    ("if possible(deep): gain 1 coin\nmay: gain 1 coin", "more than 16 times 'possible'", "asking this again"),
    ("repeat while tide < 9: set tide to 0", "more than 10000 steps", "never ends"),
]
"""Effects that run into a limit on sizes or time, what stops them, and what is said of the place."""
WITHIN = [
    "let s = (x in 1..tide)\ngain count(x in s) coin",
    "set sand to 9000\ngain count(x in 0..sand) coin",
    "gain count(x in 1..coin where any(y in 1..tide where y = x)) coin",
    "repeat 32: later: gain 1 coin",
    "if possible(wade): gain 1 coin\nmay: gain 1 coin",
]
SATURATED = [
    "set sand to 1000000000000\nlet x = sand * sand\nif x - 1 = 999999999999999: gain 1 coin",
    "let x = 1\nrepeat 60: set x to x + x\nif x - 1 = 999999999999999: gain 1 coin",
]
DEEP = """
  - id: deep
    does: require possible(deep)
"""
WADE = """
  - id: wade
    does: |
      pay 1 tide
      require possible(wade) or tide = 0
"""
FOUND = """
  - id: found
    gives: seat
    does: |
      pick c from sea where c.open
      stop with me
"""


PROVEN = [
    "gain (top(net).weight or else 2) coin",
    "gain (6 / tide + toll[shade] or else top(sea).rings[tide + 3] or else 1) coin",
    "gain ((host.coin if exists(shade) and toll[shade] > 1 else 3) or else 1) coin",
    "if (top(net).weight or else 0) > 1: gain top(net).weight coin",
    "if (exists(host) and host.coin > 1 and toll[shade] > 1) or else false: gain 1 host.coin",
    "let c = first(s in net) or else top(sea)\ngain c.weight coin",
    "for each c in sea:\n  for each n in 1..size(c.rings): gain c.rings[n - 1] coin",
    "for each p in sea:\n  let s = first(n in 1..3 where not exists(shelf[n]))\n  if s > 0: move p to shelf[s]",
    "for each s in seat: gain (coin % seats + s.number % seats) toll[first(h in hue)]",
]
OPEN = [
    ("may-be-zero", "gain (sum(6 / tide for x in 1..2) + top(sea).weight or else 0) coin"),
    ("may-be-none", "gain (tide / 2 or else 1) coin\ngain (6 / tide or else top(net).weight) coin"),
    ("may-be-none", "let c = top(net) or else top(shelf[1])\ngain c.weight coin"),
    ("may-be-outside", "for each c in sea:\n  for each n in 1..size(c.rings): gain c.rings[n] coin"),
]
TAKING = [
    ("may-be-none", "s: seat", "gain 1 s.coin", "try_it host", "try_it (host or else me)"),
    ("may-be-none", "c: shell_piece", "gain c.weight coin", "try_it top(net)", "if exists(net): try_it top(net)"),
    (
        "may-be-outside",
        "n: 1..3",
        "move top(sea) to net; move top(net) to shelf[n]",
        "try_it tide",
        "try_it (tide + 1)",
    ),
    ("may-be-none", "c: shell_piece", "gain weighed(c) coin", "try_it top(net)", "try_it top(sea)"),
]
"""What is taken by `try_it`, its effect, a call that does not give it, and one that does."""
WEIGHED = """
quantities:
  - {id: weighed, takes: {c: shell_piece}, amount: c.weight}
"""


def ruleset(effect: str) -> str:
    """A ruleset that begins with an effect."""
    lines = "".join(f"      {line}\n" for line in effect.split("\n"))
    more = {"found()": FOUND, "(deep)": DEEP, "(wade)": WADE}
    return f"{WORLD}procedures:\n  - id: play\n    does: |\n{lines}" + "".join(
        text for name, text in more.items() if name in effect
    )


def stop_in(effect: str) -> str:
    """Return what stops the only way through an effect, empty where nothing does."""
    game = build_small(ruleset(effect), 2, 4).game()
    try:
        state = start(game, seats=2, seed=1)
        while state[FRAME] is not None:
            step(game, state, state[OPTIONS][0])
    except LimitReached as limit:
        return str(limit)
    return ""


def codes_in(effect: str) -> list[str]:
    """The codes of the places that are open."""
    compiled = build_small(ruleset(effect), 2, 4).compiled
    assert compiled is not None
    return [each.code for each in doubts_of(compiled.bound)]


@pytest.mark.parametrize(("code", "stops", "mended"), STOPS, ids=[stops for _, stops, _ in STOPS])
def test_a_place_that_stops_is_open_and_what_asks_before_is_proven(code: str, stops: str, mended: str) -> None:
    assert (codes_in(stops), bool(stop_in(stops))) in (([code], True), ([code, code], True))
    assert (codes_in(mended), stop_in(mended)) == ([], "")


@pytest.mark.parametrize("effect", PROVEN)
def test_what_has_another_value_in_its_place_or_is_within_its_bounds_is_proven(effect: str) -> None:
    assert (codes_in(effect), stop_in(effect)) == ([], "")


@pytest.mark.parametrize(("code", "effect"), OPEN)
def test_what_no_other_value_takes_the_place_of_is_open(code: str, effect: str) -> None:
    assert codes_in(effect) == [code]
    assert stop_in(effect)


def test_what_a_quantity_says_of_its_parameters_is_known_of_what_it_is_given() -> None:
    quantity = (
        "quantities:\n  - id: may_go\n    takes: {a: shell_piece, c: shell_piece}\n    gives: truth\n"
        "    amount: exists(shelf[a.space]) and not exists(shelf[c.space]) or else false\n"
    )
    move = "move top(shelf[a.space]) to shelf[c.space]"
    effect = f"move top(sea) to shelf[1]\npick c from sea\npick a from sea where may_go(a, c)\n{move}"
    assert doubts_in(f"{ruleset(effect)}\n{quantity}") == [("may-be-outside", move)]


def test_why_a_value_may_be_none_is_said_by_the_effect_that_may_end() -> None:
    compiled = build_small(ruleset("let s = found()\ngain 1 s.coin"), 2, 4).compiled
    assert compiled is not None
    (doubt,) = doubts_of(compiled.bound)
    assert doubt.message == "`s` may be none: `found` may end at its `pick`"


def taking(takes: str, effect: str, call: str) -> str:
    """A ruleset in which an effect hands something over."""
    return f"{ruleset(call)}  - id: try_it\n    takes: {{{takes}}}\n    does: {effect}\n{WEIGHED}"


def doubts_in(content: str) -> list[tuple[str, str]]:
    """The codes of the places that are open, each with the line it is in."""
    compiled = build_small(content, 2, 4).compiled
    assert compiled is not None
    lines = content.split("\n")
    return [(each.code, lines[each.span.line - 1].strip()) for each in doubts_of(compiled.bound)]


@pytest.mark.parametrize(("code", "takes", "effect", "bad", "good"), TAKING)
def test_what_is_taken_is_asked_where_it_is_handed_over_and_believed_inside(
    code: str, takes: str, effect: str, bad: str, good: str
) -> None:
    assert doubts_in(taking(takes, effect, bad)) == [(code, bad)]
    assert doubts_in(taking(takes, effect, good)) == []


def test_without_belief_what_is_taken_may_be_none_under_another_name_too() -> None:
    compiled = build_small(taking("s: seat", '"ask s: gain 1 tide\\ngain 1 s.coin"', "try_it host"), 2, 4).compiled
    assert compiled is not None
    assert [each.how for each in flow_of(compiled.bound, believes=False).open.values()] == ["none"]
    assert flow_of(compiled.bound).open == {}


def test_where_none_may_be_handed_over_it_is_asked_inside() -> None:
    takes, call = "s: seat or none", "try_it host"
    assert doubts_in(taking(takes, "gain 1 s.coin", call)) == [("may-be-none", "does: gain 1 s.coin")]
    assert doubts_in(taking(takes, '"if exists(s): gain 1 s.coin"', call)) == []


def test_what_is_handed_over_wrongly_is_told_with_whom_it_is_for() -> None:
    compiled = build_small(taking("c: shell_piece", "gain c.weight coin", "try_it top(net)"), 2, 4).compiled
    assert compiled is not None
    (doubt,) = doubts_of(compiled.bound)
    assert doubt.message == (
        "`top(net)` may be none, but `try_it` takes an existing one as `c`: nothing before it proves that `net` holds"
        " anything"
    )
    assert "`c: shell_piece or none`" in doubt.hint


def test_a_text_that_hands_over_none_goes_on_as_it_did() -> None:
    game = build_small(taking("s: seat", '"if exists(s): gain 1 s.coin"', "try_it host"), 2, 4).game()
    assert start(game, seats=2, seed=1)[FRAME] is None


@pytest.mark.parametrize(
    ("takes", "words"),
    [("n: number or none", "a number is never none"), ("n: truth or none", "true or false is never none")],
)
def test_only_a_thing_may_be_none(takes: str, words: str) -> None:
    told = "\n".join(map(render, build_small(taking(takes, "nothing", "try_it 1"), 2, 4).diagnostics))
    assert words in told


def all_doubts(bound: BoundGame) -> tuple[Doubt, ...]:
    """Return all that the lints are told of a game."""
    steps = doubting(bound, {}, (Path(), ()))
    while True:
        try:
            next(steps)
        except StopIteration as done:
            return done.value


def limits_in(effect: str) -> list[str]:
    """Return what is said of limits in what the lints are told of a ruleset."""
    compiled = build_small(ruleset(effect), 2, 4).compiled
    assert compiled is not None
    found = all_doubts(compiled.bound)
    assert [each.code for each in found if each.code not in (ENDLESS, BEYOND)] == []
    return [each.message for each in found]


@pytest.mark.parametrize(("effect", "stop", "words"), LIMITS, ids=[effect for effect, _, _ in LIMITS])
def test_a_place_that_runs_into_a_limit_is_named(effect: str, stop: str, words: str) -> None:
    (said,) = limits_in(effect)
    assert words in said
    assert stop in stop_in(effect)


@pytest.mark.parametrize("effect", WITHIN)
def test_what_stays_within_limits_is_not_named(effect: str) -> None:
    assert (limits_in(effect), stop_in(effect)) == ([], "")


@pytest.mark.parametrize("effect", SATURATED)
def test_a_number_that_grows_too_large_is_the_largest_and_stops_nothing(effect: str) -> None:
    game = build_small(ruleset(effect), 2, 4).game()
    state = start(game, seats=2, seed=1)
    assert (limits_in(effect), state[FRAME]) == ([], None)
    (slot, *_) = next(each.slots for each in game.blueprint.families if each.id == "coin")
    assert state[slot] == 1


def test_a_game_in_which_seats_choose_for_ever_is_not_stopped_by_its_rules() -> None:
    effect = "repeat while true:\n  ask in turn:\n    choose:\n      fish: gain 1 coin\n      rest: gain 1 tide"
    assert limits_in(effect) == []
    game = build_small(ruleset(effect), 2, 4).game()
    state = start(game, seats=2, seed=1)
    for _ in range(2_000):
        step(game, state, state[OPTIONS][0])
    assert state[FRAME] is not None
