"""What is printed on places that a map makes: fields of their kind, written with the map."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright.author.editor.formatting.effect_texts import KnownEntries
from rulewright.author.editor.formatting.formatting import formatted
from rulewright.core.diagnostics import render
from rulewright.core.pipeline import Choice, build_ruleset
from tests.reference.games import write_small
from tests.unit.core.compile.small_games import begun, faults_of, game_of, value

WORLD = """\
kinds:
  - id: water
    title: {en: Water}
    fields:
      rock: {type: truth, default: false}
      flows: {type: direction, optional: true}
      depth: {type: number, default: 2}
      draws: {type: effect, optional: true}
      holds: {type: amount, optional: true}
maps:
  - id: lake
    title: {en: Lake}
    regions: water
    row: 9
    places: PLACES
"""
PRINTED = """
      - {at: [water_1, water_9], rock: true}
      - {at: [water_1, water_5], depth: 5, flows: east}
      - {at: [water_3], draws: gain depth_of(water_3) tide, holds: 3 * tide}
quantities:
  - {id: depth_of, takes: {w: water}, amount: w.depth}
"""
BEGIN = """\
counters: [{id: tide, min: 0, max: 99}]
procedures: [{id: play, does: "ask seat(1): pick n from 1..2"}]
"""


def test_a_place_has_what_is_printed_on_it(tmp_path: Path) -> None:
    does = """\
gain (count(w in water where w.rock) + sum(w.depth for w in water)) tide
if water_1.flows is water_5.flows and not exists(water_2.flows) and water_9.column = 9: gain 40 tide
do water_3.draws
gain (water_3.holds / 60 + water_7.holds) tide"""
    game = game_of(tmp_path, does, WORLD.replace("PLACES", PRINTED))
    assert value(game, begun(game), "tide") == 2 + 7 * 2 + 2 * 5 + 40 + 2 + 3


@pytest.mark.parametrize(("places", "line", "word"), [
    ("[{at: [water_10], rock: true}]", 22, "water_1"),
    ("[{at: [water_1], rock: true}, {at: [water_4, water_1], rock: false}]", 22, "leave"),
    ("[{at: [water_1], row: 4}]", 22, "leave"),
    ("[{at: [water_1], reef: true}]", 22, "rock"),
    ("[{at: [water_1], rock: 3}]", 22, ""),
    ("[{at: [water_1], title: {en: Rock}}]", 22, ""),
    ("[{at: [water_1]}]", 22, ""),
])  # fmt: skip
def test_what_cannot_be_printed_is_told(tmp_path: Path, places: str, line: int, word: str) -> None:
    found = faults_of(tmp_path, "gain 1 tide", WORLD.replace("PLACES", places))
    assert [(each.severity, each.span.line, word in each.hint) for each in found][:1] == [("error", line, True)]


def test_a_map_that_makes_no_places_has_none_to_print_on(tmp_path: Path) -> None:
    piers = (
        "maps: [{id: bay, regions: pier, borders: [{between: [north, south]}], places: [{at: [north], rock: true}]}]\n"
    )
    found = faults_of(tmp_path, "gain 1 tide", piers)
    assert [(each.code, each.message) for each in found] == [("bad-map", "this map makes no place 'north'")]


def test_a_house_rule_changes_what_is_printed_on_a_place(tmp_path: Path) -> None:
    patches = (
        "  - {change: water_1, set: {depth: 9}, because: a test}\n"
        "  - {change: water_9, set: {rock: false}, because: a test}\n"
    )
    root = tmp_path / "deep"
    write_small(root, f"kind: content\n{WORLD.replace('PLACES', PRINTED)}{BEGIN}")
    (root / "variants").mkdir()
    house = f"kind: variant\nvariant: dredged\ntitle: {{en: Dredged}}\nextends: small\npatches:\n{patches}"
    (root / "variants" / "dredged.yaml").write_text(house, encoding="utf-8")
    made = [build_ruleset(Choice(str(root), variant=each)) for each in (None, root / "variants" / "dredged.yaml")]
    assert [render(each) for built in made for each in built.diagnostics if each.severity == "error"] == []
    games = [each.game() for each in made]
    printed = [[each.blueprint.printed[at] for at in ("water_1", "water_9")] for each in games]
    assert [[(each.get("depth", 2), each["rock"]) for each in of] for of in printed] == [
        [(5, True), (2, True)],
        [(9, True), (2, False)],
    ]


def test_fmt_lays_out_the_effects_that_are_printed_on_places() -> None:
    content = f"kind: content\n{WORLD.replace(' PLACES', PRINTED.rstrip())}"
    loose = content.replace("gain depth_of(water_3) tide", "gain depth_of( water_3 )  tide").replace(
        "3 * tide", "3*tide"
    )
    assert loose != content
    assert formatted("lake.yaml", loose.encode(), KnownEntries()).text == content
