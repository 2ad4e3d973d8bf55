"""What effects, tests and amounts say to people: by what their authors say, else by titles, never by ids."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright.core.model.game import Game
from rulewright.observe.words.glossary import Glossary
from rulewright.observe.words.phrasing import Phrasing
from rulewright.observe.words.phrasing_effects import printed
from tests.errors.rulesets.skeleton import FILES
from tests.unit.core.compile.small_games import game_of

SAID = """\
  - id: walk
    takes: {steps: number}
    title: {en: Walking}
    says: {en: "go {steps|step|steps}", pl: "idź {steps|krok|kroki|kroków}", fr: "avancez de {steps|pas|pas}"}
    does: gain steps flood
  - id: rest
    title: {en: A rest, pl: Odpoczynek}
    does: nothing
  - id: secret
    does: set flood to 3; pick c from deck; move c to hand
counters:
  - id: gold
    title: {en: Gold, pl: Złoto}
    per: [seat]
    min: 0
    max: 99
    says: {en: "{gold|piece|pieces} of gold", pl: "{gold|sztuka|sztuki|sztuk} złota"}
  - {id: flood, title: {en: Tide, pl: Przypływ, fr: Marée}, min: 0, max: 9}
  - {id: hidden_mark, min: 0, max: 9}
quantities:
  - {id: worth_it, title: {en: Worth it, pl: Opłacalne}, gives: truth, amount: gold > 3}
  - {id: rich, gives: truth, amount: gold > 3 and flood < 2}
kinds:
  - {id: note, title: {en: Note}, fields: {does: {type: effect, optional: true}, needs: {type: test, optional: true}}}
"""


@pytest.fixture(autouse=True)
def in_three_languages(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(FILES, "ruleset.yaml", FILES["ruleset.yaml"].replace("[en]", "[en, pl, fr]"))


def said(folder: Path, effect: str, language: str = "en") -> str:
    notes = f"components:\n  - {{id: page, kind: note, title: {{en: Page}}, does: {effect!r}}}\n"
    return _printed(game_of(folder, "gain 1 coin", SAID + notes), "page.does", language)


def needed(folder: Path, test: str, language: str = "en") -> str:
    notes = f"components:\n  - {{id: page, kind: note, title: {{en: Page}}, needs: {test!r}}}\n"
    return _printed(game_of(folder, "gain 1 coin", SAID + notes), "page.needs", language)


def _printed(game: Game, text: str, language: str) -> str:
    deed = printed(Phrasing(Glossary.of(game.blueprint, language)), text)
    assert deed is not None
    return deed.text


@pytest.mark.parametrize(
    ("effect", "language", "told"),
    [
        ("gain 1 gold", "en", "gain 1 piece of gold"),
        ("gain 2 gold", "pl", "otrzymaj: 2 sztuki złota"),
        ("gain 5 gold", "pl", "otrzymaj: 5 sztuk złota"),
        ("pay 2 gold; walk 1", "en", "pay 2 pieces of gold, then go 1 step"),
        ("walk 5", "pl", "idź 5 kroków"),
        ("walk 2; rest", "fr", "avancez de 2 pas, puis A rest"),
        ("gain 2 flood", "fr", "Marée : +2"),
        ("rest", "pl", "Odpoczynek"),
        ("gain 2 gold from flood", "en", "gain 2 pieces of gold from Tide"),
        ("pay 2 gold to flood", "pl", "zapłać: 2 sztuki złota (do: Przypływ)"),
        ("for each s in others: pay 2 gold to s", "en", "for each of the others: pay 2 pieces of gold to that player"),
        ("if gold >= 2: rest", "en", "if at least 2 pieces of gold: A rest"),
        ("repeat 2: gain 1 gold", "en", "2 times: gain 1 piece of gold"),
        ("for each s in others: gain 1 flood", "en", "for each of the others: Tide: +1"),
        ("for each s in others: gain 1 flood", "pl", "dla każdego z pozostałych graczy: Przypływ: +1"),
        ("for each s in seat: gain 1 flood", "fr", "pour chaque joueur : Marée : +1"),
        (
            "for each s in others where s.gold > 3: gain 1 flood",
            "en",
            "for each of the others: if at least 4 pieces of gold: Tide: +1",
        ),
    ],
)
def test_effects_say_what_they_do(tmp_path: Path, effect: str, language: str, told: str) -> None:
    assert said(tmp_path, effect, language) == told


@pytest.mark.parametrize(
    ("test", "language", "told"),
    [
        ("gold >= 2", "en", "at least 2 pieces of gold"),
        ("gold > 0", "pl", "co najmniej 1 sztuka złota"),
        ("gold < 6", "pl", "co najwyżej 5 sztuk złota"),
        ("flood = 3", "en", "Tide: exactly 3"),
        ("flood >= gold", "fr", "Marée : pas moins (Gold)"),
        ("flood <= gold", "en", "Tide: no more than Gold"),
        ("flood > gold", "en", "Tide: more than Gold"),
        ("not worth_it", "pl", "nie: Opłacalne"),
        ("rich", "en", "at least 4 pieces of gold and Tide: at most 1"),
        ("not rich", "en", "at most 3 pieces of gold or Tide: at least 2"),
        ("none(s in others where s.gold > gold)", "en", "nobody else with more Gold"),
        ("none(s in others where s.gold > gold)", "pl", "nikt inny nie ma więcej (Złoto)"),
        ("any(s in others where s.gold > gold)", "fr", "quelqu'un d'autre : plus que vous (Gold)"),
        ("none(n in 1..3 where flood > 2)", "en", "Tide: at most 2"),
        ("top(deck).design is top(hand).design", "en", "the same kind"),
        ("flood >= (gold / flood or else gold)", "en", "Tide: no less than Gold divided by Tide, or else Gold"),
        (
            "flood >= (gold / flood or else gold)",
            "pl",
            "Przypływ: nie mniej niż Złoto przez Przypływ, a jeśli to niemożliwe, Złoto",
        ),
        (
            "flood >= (gold / flood or else gold)",
            "fr",
            "Marée : pas moins (Gold divisé par Marée, ou à défaut Gold)",
        ),
        ("not (9 / flood > gold or else true)", "en", "9 divided by Tide: no more than Gold"),
    ],
)
def test_tests_say_what_they_need(tmp_path: Path, test: str, language: str, told: str) -> None:
    assert needed(tmp_path, test, language) == told


ARMY = """\
kinds:
  - {id: field, title: {en: Field}}
  - {id: soldier, title: {en: Soldier}}
  - {id: note, title: {en: Note}, fields: {does: {type: effect}}}
components:
  - {id: trooper, kind: soldier, title: {en: Trooper}, each_seat: true}
  - {id: page, kind: note, title: {en: Page}, does: "EFFECT"}
maps:
  - {id: plan, title: {en: Plan}, regions: field, grid: [3, 1]}
zones:
  - {id: army, title: {en: Army}, holds: soldier, spaces: field, visible: all}
  - {id: rows, title: {en: Rows}, holds: soldier, per: [field], spaces: 2, visible: all}
  - {id: camp, title: {en: Camp}, per: [seat], holds: soldier, visible: all}
"""


@pytest.mark.parametrize(
    ("effect", "told"),
    [
        ("move army[a1] to camp", "move Army (a1) to Camp"),
        ("move army to camp", "move all of Army to Camp"),
        ("move rows[a1] to camp", "move all of Rows (a1) to Camp"),
    ],
)
def test_a_piece_on_a_place_is_no_whole_zone(tmp_path: Path, effect: str, told: str) -> None:
    game = game_of(tmp_path, "gain 1 coin", ARMY.replace("EFFECT", effect))
    assert _printed(game, "page.does", "en") == told


def test_what_has_no_words_is_left_out_and_no_id_is_shown(tmp_path: Path) -> None:
    assert said(tmp_path, "gain 1 gold; gain 1 hidden_mark; set hidden_mark to 2") == "gain 1 piece of gold, then ..."
    assert said(tmp_path, "gain 1 hidden_mark") == ""
    assert needed(tmp_path, "hidden_mark > 2 and gold > 0") == "at least 1 piece of gold"
    assert needed(tmp_path, "hidden_mark > 2 or gold > 0") == ""


def test_a_choice_is_told_option_by_option(tmp_path: Path) -> None:
    game = game_of(
        tmp_path,
        "gain 1 coin",
        SAID + "components:\n  - {id: page, kind: note, title: {en: Page}, wording: {dear: {en: For all}},"
        ' does: "choose:\\n  dear: pay 3 gold\\n  cheap: pay 1 gold; rest"}\n',
    )
    deed = printed(Phrasing(Glossary.of(game.blueprint, "en")), "page.does")
    assert deed is not None
    assert deed.text == "For all; pay 1 piece of gold, then A rest"


def test_parts_in_any_order_are_told_by_what_they_do_not_by_what_is_asked_first(tmp_path: Path) -> None:
    card = "components:\n  - {id: page, kind: note, title: {en: Page}, wording: {dear: {en: First the gold}},"
    does = ' does: "in any order:\\n  dear: gain 1 gold\\n  cheap: walk 2"}\n'
    told = _printed(game_of(tmp_path, "gain 1 coin", SAID + card + does), "page.does", "en")
    assert told == "in any order: gain 1 piece of gold and go 2 steps"


@pytest.mark.parametrize(
    ("test", "words"),
    [("me is dealer", "Dealer: you"), ("dealer is me", "Dealer: you"), ("me is not dealer", "Dealer: not you")],
)
def test_what_a_seat_is_is_said_by_the_title_of_its_marker(tmp_path: Path, test: str, words: str) -> None:
    marker = 'markers:\n  - {id: dealer, title: {en: Dealer}, "on": seat}\n'
    notes = f"components:\n  - {{id: page, kind: note, title: {{en: Page}}, needs: {test!r}}}\n"
    assert _printed(game_of(tmp_path, "gain 1 coin", SAID + marker + notes), "page.needs", "en") == words


BOARD = """\
  - {id: field, title: {en: Field, pl: Pole, fr: Case}}
maps:
  - {id: plan, title: {en: Plan, pl: Plan, fr: Plan}, regions: field, ring: 6}
markers:
  - {id: stone, title: {en: Stone, pl: Kamień, fr: Pierre}, per: [field], "on": seat}
"""


@pytest.mark.parametrize(("test", "language", "words"), [
    ("distance(field_1, field_3) < 3", "en", "distance between 1, 3: at most 2"),
    ("distance(x in reach(field_1) while not exists(stone[x]) where stone[x] is me) > 1", "en",
     "steps to the nearest with Stone: you: at least 2"),
    ("step(field_1, opposite(clockwise)) is field_2", "en", "next to 1, opposite Clockwise: as much as 2"),
    ("any(x in neighbours(field_1) where stone[x] is me)", "pl", "obok (1): co najmniej 1 (warunek: Kamień: ty)"),
    ("any(x in neighbours(field_1) where stone[x] is me)", "fr", "à côté (1) : au moins un avec Pierre : vous"),
])  # fmt: skip
def test_places_of_a_map_are_said_by_where_they_lie(tmp_path: Path, test: str, language: str, words: str) -> None:
    notes = f"components:\n  - {{id: page, kind: note, title: {{en: Page}}, needs: {test!r}}}\n"
    game = game_of(tmp_path, "gain 1 coin", SAID + BOARD + notes)
    assert _printed(game, "page.needs", language) == words
