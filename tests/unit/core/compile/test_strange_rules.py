"""Rules that nobody would write, and that a fuzzer did: each is told or played, and nothing else happens."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from rulewright.author.testing.extraction.members import members_of
from rulewright.core.model.layout import OPTIONS
from rulewright.play.records.saves import state_from_json, state_to_json
from tests.errors.rulesets.skeleton import build_with
from tests.unit.core.compile.small_games import begun, faults_of, game_of

MAP = (
    "maps: [{id: inland, regions: pier, borders: [{between: [north, south], miles: MILES}],"
    " border_fields: {miles: TYPE}}]\n"
)


@pytest.mark.parametrize(
    ("type_", "miles", "code"),
    [("colour", "2", "unknown-type"), ("text", "far", "wrong-type"), ("effect", "gain 1 coin", "wrong-type"),
     ("{type: list, of: {a: number}}", "[]", "wrong-type")],
)  # fmt: skip
def test_a_border_carries_plain_values(tmp_path: Path, type_: str, miles: str, code: str) -> None:
    more = MAP.replace("MILES", miles).replace("TYPE", type_)
    found = faults_of(tmp_path, "for each b in borders(north): gain b.miles coin", more)
    assert code in [each.code for each in found]


@pytest.mark.parametrize("distinct", ["", " distinct by c.cost"])
@pytest.mark.parametrize("source", ["deck + deck", "boat.steps + boat.steps", "pieces(card) + deck"])
def test_what_a_set_holds_twice_is_offered_once(tmp_path: Path, source: str, distinct: str) -> None:
    distinct = distinct if "steps" not in source else ""
    state = begun(game_of(tmp_path, f"pick c from {source}{distinct}\nmay: gain 1 coin"))
    assert len(state[OPTIONS]) == len(set(state[OPTIONS]))
    assert len(state[OPTIONS]) > 1


def test_a_seat_that_was_none_does_not_spoil_a_save(tmp_path: Path) -> None:
    game = game_of(tmp_path, "set leader to none\nask leader: gain 1 coin\nmay: gain 1 coin")
    state = begun(game)
    assert state_from_json(game, json.loads(json.dumps(state_to_json(game, state)))) == state


def test_rules_are_the_same_however_far_in_their_first_line_begins(tmp_path: Path) -> None:
    patch = "kind: content\npatches:\n  - {change: play, because: a test, set: {does: %s}}\n"
    digests = set()
    for name, text in (("a", '"  gain 1 coin\\ngain 2 coin"'), ("b", '"gain 1 coin\\ngain 2 coin"')):
        made = build_with(tmp_path / name, patch % text)
        assert made.compiled is not None
        digests.add(made.compiled.blueprint.digest)
    assert len(digests) == 1


def test_a_counter_of_what_cannot_be_named_is_left_out_of_an_extracted_scenario(tmp_path: Path) -> None:
    game = game_of(tmp_path, "gain 1 coin", "counters: [{id: worn, per: [card_piece], min: 0, max: 9}]\n")
    names = [each.name for each in members_of(game.blueprint, 2) if each.family.id == "worn"]
    assert names == ["worn[crane]"]
