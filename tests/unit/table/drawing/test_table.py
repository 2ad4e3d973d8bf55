"""A drawn table: read as strictly as XML, its options as buttons, its sheet complete, its texts escaped."""

from __future__ import annotations

import random
import re
from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree

import pytest

import rulewright as rw
from rulewright.core.model.chance import Draws
from rulewright.core.model.game import Game, State
from rulewright.core.model.layout import OPTIONS
from rulewright.play.policies.policies import POLICIES
from rulewright.table.drawing.style import style_of
from tests.unit.core.compile.small_games import begun
from tests.unit.core.compile.small_games import game_of as small_game
from tests.unit.table.drawing.drawn import drawn_table

TABLES = [
    ("tutorial", None, 3), ("ceres", None, 4), ("skymines", None, 3),
    ("skymines", ("base", "belt", "missions", "threats", "luna"), 3),
]  # fmt: skip


def positions(game: Game, seats: int, seed: int, apart: int = 12) -> list[State]:
    """Positions of a random game, some choices apart."""
    state, found, chance = rw.start(game, seats=seats, seed=seed), [], random.Random(seed)
    count = 0
    while (asked := rw.decision(game, state)) is not None:
        if count % apart == 0:
            found.append(rw.clone(state))
        rw.step(game, state, chance.choice(asked.options))
        count += 1
    return [*found, state]


def parsed(fragment: str) -> ElementTree.Element:
    """The fragment as XML: everything closed, nothing said twice."""
    return ElementTree.fromstring(f"<root>{fragment}</root>")


@pytest.mark.sampled(2)
@pytest.mark.parametrize(("name", "modules", "seats"), TABLES)
def test_every_position_is_drawn_well_formed(name: str, modules: tuple[str, ...] | None, seats: int) -> None:
    game = rw.load_game(name, modules=modules)
    for state in positions(game, seats, seed=3, apart=120):
        asked = rw.decision(game, state)
        for seat in (None, *range(seats)):
            root = parsed(drawn_table(game, state, seat, asked))
            ids = [each.get("id") for each in root.iter() if each.get("id")]
            assert len(ids) == len(set(ids))
            for button in root.iter("button"):
                assert not list(button.iter("button"))[1:], "a button within a button"
            travelling = [each.get("data-piece") for each in root.iter() if each.get("data-piece")]
            assert len(travelling) == len(set(travelling)), "two pieces of one name"


@pytest.mark.sampled(2)
@pytest.mark.parametrize(("name", "modules", "seats"), TABLES)
def test_what_can_be_chosen_is_a_button_of_the_seat_that_is_asked(
    name: str, modules: tuple[str, ...] | None, seats: int
) -> None:
    game = rw.load_game(name, modules=modules)
    drawn = set()
    for state in positions(game, seats, seed=7, apart=60):
        asked = rw.decision(game, state)
        for seat in (None, *range(seats)):
            root = parsed(drawn_table(game, state, seat, asked))
            codes = {each.get("value") for each in root.iter("button") if each.get("name") == "option"}
            if asked is None or seat != asked.seat:
                assert codes == set()
            else:
                assert codes <= {str(code) for code in asked.options}
                drawn |= codes
    assert drawn or name == "tutorial"


def test_a_symbol_is_there_for_every_icon_used() -> None:
    for name, modules, seats in TABLES:
        game = rw.load_game(name, modules=modules)
        fragment = drawn_table(game, rw.start(game, seats=seats, seed=2), 0, None)
        root = parsed(fragment)
        known = {each.get("id") for each in root.iter("symbol")}
        used = {str(each.get("href"))[1:] for each in root.iter("use")}
        assert used <= known


def test_classes_of_colours_are_in_the_sheet() -> None:
    for name, modules, seats in TABLES:
        game = rw.load_game(name, modules=modules)
        sheet = style_of(game)
        for state in positions(game, seats, seed=5, apart=90):
            for class_ in re.findall(r"(?<=[ \"])((?:v-|s-|d-|at-|on-)[a-z0-9_-]+)", drawn_table(game, state, 0, None)):
                assert f".{class_}{{" in sheet, class_


def test_nothing_is_styled_or_run_in_the_page() -> None:
    game = rw.load_game("skymines")
    fragment = drawn_table(game, rw.start(game, seats=2, seed=1), 0, None)
    assert not re.search(r"<script|<style| style=| on[a-z]+=|javascript:", fragment)


HOSTILE = "<img src=x onerror=alert(1)>\"'&"


def test_texts_of_an_author_are_escaped(tmp_path: Path) -> None:
    more = f"""kinds:
  - {{id: leaf, title: {{en: Leaf}}, fields: {{note: text, count: number}}}}
components:
  - {{id: oak, kind: leaf, count: 3, note: {HOSTILE!r}, title: {{en: {HOSTILE!r}}}, source: {{doc: DOC, place: a}}}}
zones:
  - {{id: tray, title: {{en: {HOSTILE!r}}}, holds: leaf, visible: all, start: "true"}}
icons:
  - {{id: sign, title: {{en: {HOSTILE!r}}}, shapes: [{{circle: [1, 2, 3]}}]}}
looks:
  - {{id: leaf_look, of: leaf, text: {HOSTILE!r}, corners: {{top_left: ":sign: {{note}}"}}}}
areas:
  - {{id: trays, title: {{en: {HOSTILE!r}}}, shows: [tray]}}
""".replace("\\'", "''")
    game = small_game(tmp_path, "choose:\n  go: nothing\n  stay: nothing", more)
    fragment = drawn_table(game, begun(game), 0, None)
    parsed(fragment)
    assert "<img" not in fragment
    assert fragment.count("&lt;img") > 4


def test_a_table_without_any_look_shows_everything_that_has_a_title(tmp_path: Path) -> None:
    more = """counters:
  - {id: sparks, title: {en: Sparks}, min: 0, max: 9, start: 4}
"""
    game = small_game(tmp_path, "choose:\n  go: nothing\n  stay: nothing", more)
    fragment = drawn_table(game, begun(game), 0, None)
    assert "Sparks" in fragment
    assert ">4<" in fragment


def test_a_meter_says_in_numbers_what_its_bar_shows(tmp_path: Path) -> None:
    more = """kinds:
  - {id: task, title: {en: Task}, fields: {goal: number}}
components:
  - {id: half, kind: task, goal: 12, title: {en: Half}, source: {doc: DOC, place: a}}
  - {id: whole, kind: task, goal: 5, title: {en: Whole}, source: {doc: DOC, place: a}}
  - {id: free, kind: task, goal: 0, title: {en: Free}, source: {doc: DOC, place: a}}
quantities:
  - {id: come, takes: {t: task}, amount: coin}
looks:
  - {id: task_look, of: task, form: tile, meter: {reached: come(it), needed: goal}}
areas:
  - {id: tasks, per: [task], shows: []}
"""
    game = small_game(tmp_path, "choose:\n  go: nothing\n  stay: nothing", more)
    root = parsed(drawn_table(game, begun(game), 0, None))
    meters = {str(each.get("aria-label")): each for each in root.iter("span") if each.get("role") == "img"}
    assert set(meters) == {"Half: 6 / 12", "Whole: 6 / 5"}
    lengths = {label: [each.get("width") for each in found.iter("rect")] for label, found in meters.items()}
    assert lengths == {"Half: 6 / 12": ["100", "50"], "Whole: 6 / 5": ["100", "100"]}
    assert "".join(meters["Whole: 6 / 5"].itertext()) == "✓ 6 / 5"
    onlooker = drawn_table(game, begun(game), -1, None)
    assert "6 / 12" not in onlooker
    assert "≥ 12" in onlooker


def test_seats_stand_where_their_truth_holds_and_numbers_bear_their_worth(tmp_path: Path) -> None:
    more = """kinds:
  - {id: hill, title: {en: Hill}, fields: {height: number}}
components:
  - {id: low, kind: hill, height: 3, title: {en: Low}, source: {doc: DOC, place: a}}
  - {id: high, kind: hill, height: 7, title: {en: High}, source: {doc: DOC, place: a}}
quantities:
  - {id: is_above, takes: {h: hill}, gives: truth, amount: coin >= h.height}
  - {id: climbed, amount: "count(h in hill where coin >= h.height)"}
  - {id: fame, amount: climbed * 4}
looks:
  - {id: hill_look, of: hill, form: tile, seats: is_above(it)}
  - {id: climbed_look, of: climbed, title: {en: Climbed}, worth: fame}
areas:
  - {id: hills, per: [hill], shows: []}
  - {id: own, per: [seat], shows: [climbed]}
"""
    game = small_game(tmp_path, "choose:\n  go: nothing\n  stay: nothing", more)
    state = begun(game, seats=3)
    coin = next(each for each in game.blueprint.families if each.id == "coin")
    state[coin.base], state[coin.base + 1], state[coin.base + 2] = 2, 5, 7
    for viewer in (-1, 0, 2):
        root = parsed(drawn_table(game, state, viewer, None))
        tiles = {str(each.get("data-about")): each for each in root.iter("span") if each.get("data-about")}
        seats = {
            name: [each.get("class") for each in tile.iter("span") if "marker " in str(each.get("class"))]
            for name, tile in tiles.items()
            if name in ("low", "high")
        }
        assert seats == {"low": ["marker s-1", "marker s-2"], "high": ["marker s-2"]}
        worth = ["".join(each.itertext()) for each in root.iter("span") if each.get("class") == "worth"]
        assert sorted(worth) == ["= 4", "= 8"]


def buttons(fragment: str) -> dict[str, str]:
    """The class of each thing that can be chosen, by what is told of it; several of one name are counted."""
    found: dict[str, str] = {}
    for each in parsed(fragment).iter("button"):
        if each.get("name") == "option":
            found[f"{each.get('aria-label')}{'+' * (str(each.get('aria-label')) in found)}"] = str(each.get("class"))
    return found


def test_an_option_that_is_about_nothing_stands_on_what_bears_its_name_or_says_so(tmp_path: Path) -> None:
    more = """counters:
  - {id: sparks, title: {en: Sparks}, per: [seat], min: 0, max: 9, start: 4}
zones:
  - {id: nook, title: {en: Nook}, holds: card, visible: all}
looks:
  - {id: nook_look, of: nook, chosen_as: [rest]}
areas:
  - {id: own, per: [seat], shows: [sparks, nook], title: {en: Parts}, chosen_as: [leave]}
"""
    game = small_game(tmp_path, "choose:\n  sparks: nothing\n  rest: nothing\n  leave: nothing", more)
    state = begun(game)
    lit = buttons(drawn_table(game, state, 0, rw.decision(game, state)))
    assert {name: classes.split()[0] for name, classes in lit.items()} == {
        "sparks": "chip", "rest": "zone", "leave": "heading",
    }  # fmt: skip
    assert buttons(drawn_table(game, state, 1, rw.decision(game, state))) == {}


def test_what_stands_for_an_option_that_is_not_open_is_dim_and_asks_why(tmp_path: Path) -> None:
    more = """counters:
  - {id: sparks, title: {en: Sparks}, per: [seat], min: 0, max: 9, start: 0}
"""
    effect = "choose:\n  sparks: pay 1 sparks\n  go: nothing\n  stay: nothing"
    game = small_game(tmp_path, effect, more)
    state = begun(game)
    chips = [each for each in parsed(drawn_table(game, state, 0, rw.decision(game, state))).iter("span")
             if each.get("data-why") == "sparks"]  # fmt: skip
    assert [each.get("class") for each in chips] == ["chip shut"]


def test_numbered_places_on_a_thing_chosen_before_are_lit_there(tmp_path: Path) -> None:
    more = """kinds:
  - {id: hill, title: {en: Hill}, fields: {height: number}}
components:
  - {id: low, kind: hill, height: 3, title: {en: Low}, source: {doc: DOC, place: a}}
  - {id: high, kind: hill, height: 7, title: {en: High}, source: {doc: DOC, place: a}}
zones:
  - {id: on_hill, title: {en: On it}, per: [hill], spaces: 3, holds: card, visible: all}
looks:
  - {id: on_hill_look, of: on_hill, chosen_as: [ledge]}
"""
    game = small_game(tmp_path, "pick h from hill\npick ledge from 1..3 where ledge != 2", more)
    state = begun(game)
    first = rw.decision(game, state)
    assert first is not None
    rw.step(game, state, first.options[1])
    fragment = drawn_table(game, state, 0, rw.decision(game, state))
    assert buttons(fragment) == dict.fromkeys(("begin: 1", "begin: 3"), "slot empty open")
    places = [fragment.index(each) for each in ('data-about="low"', 'data-about="high"', "slot empty open")]
    assert places == sorted(places), "on the hill that was chosen, which stands last"


SAID = """kinds:
  - {id: isle, title: {en: Isle}, fields: {gives: effect}}
components:
  - {id: reef, kind: isle, gives: gain 3 wind, title: {en: Reef}, source: {doc: DOC, place: a}}
  - {id: cliff, kind: isle, gives: gain 3 wind, title: {en: Cliff}, source: {doc: DOC, place: a}}
counters:
  - {id: wind, title: {en: Wind}, min: 0, max: 9}
maps:
  - id: sea
    title: {en: Sea}
    regions: isle
    border_fields: {fare: number}
    borders: [{between: [reef, cliff], fare: 2}]
looks:
  - id: isle_look
    of: isle
    form: tile
    text: "{gives}"
    says: [{id: reef, text: {en: three coins, fr: trois sous}}]
    fields: [{id: gives, title: {en: Brings, fr: Rapporte}}]
    borders: {en: "costs {fare}", fr: "coûte {fare}"}
  - {id: wind_look, of: wind, form: raised}
areas:
  - {id: isles, title: {en: Isles}, per: [isle], shows: []}
  - {id: charts, title: {en: Charts}, shows: [sea]}
  - {id: weather, title: {en: Weather}, shows: [wind]}
  - {id: purses, title: {en: Purses}, per: [seat], shows: [coin]}
"""


def test_words_of_a_look_stand_on_the_table_in_the_language_of_who_reads(tmp_path: Path) -> None:
    game = small_game(tmp_path, "choose:\n  go: nothing\n  stay: nothing", SAID)
    english, french = (drawn_table(game, begun(game), 0, None, each) for each in ("en", "fr"))
    for fragment, said, field, border in ((english, "three coins", "Brings", "costs 2"),
                                          (french, "trois sous", "Rapporte", "coûte 2")):  # fmt: skip
        parsed(fragment)
        assert said in fragment
        assert f"<dt>{field}</dt>" in fragment
        assert border in fragment
    assert english.count("+3") == 4  # on the one that says nothing else, twice, and in all that is told of both


def test_a_raised_number_is_shown_only_above_its_least(tmp_path: Path) -> None:
    game = small_game(tmp_path, "choose:\n  go: nothing\n  stay: nothing", SAID)
    state = begun(game)
    assert 'id="area-weather"' not in drawn_table(game, state, 0, None)
    state[next(each for each in game.blueprint.families if each.id == "wind").base] = 2
    assert 'id="area-weather"' in drawn_table(game, state, 0, None)


def test_ways_lead_to_every_area_with_a_name_that_is_there(tmp_path: Path) -> None:
    game = small_game(tmp_path, "choose:\n  go: nothing\n  stay: nothing", SAID)
    state = begun(game)
    state[next(each for each in game.blueprint.families if each.id == "wind").base] = 2
    root = parsed(drawn_table(game, state, 0, None))
    (ways,) = (each for each in root.iter("nav"))
    there = {f"#{each.get('id')}": each for each in root.iter("section")}
    assert [(each.get("href"), each.text) for each in ways] == [
        ("#area-isles", "Isles"), ("#area-charts", "Charts"), ("#area-weather", "Weather"), ("#area-purses", "Purses"),
    ]  # fmt: skip
    assert [each for each in ways if each.get("href") not in there] == []


@pytest.mark.parametrize("per", ["", "per: [seat], "])
def test_a_counter_moves_along_the_spaces_of_a_zone_and_stands_outside_them_as_well(tmp_path: Path, per: str) -> None:
    more = (
        f"zones:\n  - {{id: shelf, {per}holds: card, visible: all, spaces: 3}}\n"
        "counters:\n  - {id: heat, min: -2, max: 9}\nlooks:\n  - {id: heat_look, of: heat, along: shelf}\n"
        "areas:\n  - {id: board, title: {en: Board}, shows: [heat]}\n"
    )
    does = "choose:\n  higher: set heat to 5\n  lower: set heat to -1\n  on: set heat to 2"
    game = small_game(tmp_path, does + "\nchoose:\n  yes: nothing\n  no: nothing", more)
    for label, numbers in (("higher", "1235"), ("lower", "-1123"), ("on", "123")):
        state = begun(game)
        rw.step(game, state, ["higher", "lower", "on"].index(label))
        drawn = parsed(drawn_table(game, state, 0, rw.decision(game, state)))
        track = next(each for each in drawn.iter() if "track" in (each.get("class") or "").split())
        assert "".join(each.text or "" for each in track.iter() if each.get("class") == "nr") == numbers


def test_the_strip_of_another_seat_says_how_many_pieces_it_hides() -> None:
    game = rw.load_game("tutorial")
    hidden = game.blueprint.families[[each.id for each in game.blueprint.families].index("beak")]
    blueprint = replace(
        game.blueprint,
        families=tuple(replace(each, visible="owner") if each is hidden else each for each in game.blueprint.families),
    )
    state = rw.start(game, seats=2, seed=1)
    rw.step(game, state, state[OPTIONS][0])
    own, other = (drawn_table(replace(game, blueprint=blueprint), state, seat, None) for seat in (0, 1))
    count = len(state[hidden.base])
    chip = f'<span class="chip" title="Beak"><span class="label">Beak</span><b>{count}</b></span>'
    assert chip in other
    assert chip not in own


def test_of_many_empty_numbered_zones_only_the_first_is_shown() -> None:
    game = rw.load_game("rummy")
    state, draws = rw.start(game, seats=3, seed=1), Draws(1)
    meld = next(each for each in game.blueprint.families if each.id == "meld")
    while not state[meld.base]:
        rw.step(game, state, POLICIES["random"](game, state, draws))
    table = drawn_table(game, state, 0, None)
    melds = re.findall(r'class="index">(\d+)<', table[table.index("z-meld") :])
    assert melds == [str(each) for each in range(1, len(melds) + 1)]
    assert len([at for at in range(17) if state[meld.base + at]]) + 1 == len(melds)


def test_what_no_area_shows_is_not_drawn_while_there_is_nothing_in_it() -> None:
    game = rw.load_game("whist")
    assert "area-common" not in drawn_table(game, rw.start(game, seats=4, seed=1), 0, None)
