"""Families of components: each member is a component like any other."""

from __future__ import annotations

from pathlib import Path

import pytest

import rulewright as rw
from rulewright.cli import main
from rulewright.core.load.assemble import Assembly, assemble
from rulewright.core.load.families import members_of
from rulewright.core.load.reader import as_plain
from rulewright.core.pipeline import read_whole

FILES = {
    "ruleset.yaml": """\
kind: ruleset
id: cards
title: {en: High card}
seats: {min: 2, max: 4}
languages: [en, pl]
modules: {default: [base]}
begins: play_cards
documents: [{id: DOC, title: A document}]
""",
    "rules.yaml": 'kind: ledger\nruleset: cards\nrules: {draw: "Each draws a card. (DOC)"}\n',
    "base/module.yaml": "kind: module\nid: base\ntitle: {en: Cards, pl: Karty}\n",
    "base/game.yaml": """\
kind: content
enumerations:
  - id: suit
    title: {en: Suit, pl: Kolor}
    values: [{id: clubs, title: {en: Clubs, pl: trefle}}, {id: hearts, title: {en: Hearts, pl: kiery}}]
kinds:
  - id: card
    title: {en: Card, pl: Karta}
    fields: {suit: suit, rank: number, worth: number, reward: {type: effect, optional: true}}
components:
  - id: "{suit}_{rank}"
    each: {suit: all, rank: 1..3}
    kind: card
    title: {en: "{rank} of {suit}", pl: "{rank} {suit}"}
    worth: "{rank}"
    reward: gain {rank} coin
    source: {doc: DOC, place: "{suit}"}
zones:
  - {id: deck, title: {en: Deck, pl: Stos}, holds: card, visible: none, start: "true"}
  - {id: hand, title: {en: Hand, pl: Ręka}, per: [seat], holds: card, visible: owner}
counters:
  - {id: coin, title: {en: Coins, pl: Monety}, per: [seat], min: 0, max: 99}
procedures:
  - id: play_cards
    title: {en: Cards, pl: Karty}
    does: |
      shuffle deck
      for each s in seat:
        ask s:
          draw 2 from deck to hand
          pick c from hand where c.suit is hearts or c.rank > 1
          do c.reward
    rules: [draw]
scoring:
  - {id: high, title: {en: Points, pl: Punkty}, amount: coin + sum(c.worth for c in hand), rules: [draw]}
""",
    "scenarios/cards.yaml": """\
kind: scenarios
ruleset: cards
scenarios:
  - scenario: the three of hearts gives three
    rules: [draw]
    given: {seats: 2, arrange: "ask seat(1): move hearts_3 to hand", play: "ask seat(1): do hearts_3.reward"}
    then: [seat(1).coin = 3, seat(1).high = 6]
""",
    "variants/stars.yaml": """\
kind: variant
variant: stars
title: {en: Stars, pl: Gwiazdy}
about: A third suit, two packs, and a three of hearts that counts.
extends: cards
patches:
  - {change: suit, add: {values: [{id: stars, title: {en: Stars, pl: gwiazdy}}]}, because: more cards}
  - {change: hearts_3, set: {worth: 20}, because: it shall count}
  - {change: "{suit}_{rank}", set: {copies: 2}, because: two packs}
""",
}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name, text in FILES.items():
        file = tmp_path / "cards" / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
    return tmp_path / "cards"


def assembled(folder: Path) -> Assembly:
    return assemble(read_whole(str(folder)).source)[0]


def test_a_family_is_its_members(folder: Path) -> None:
    members = assembled(folder).section("components")
    assert [each.id for each in members] == [
        "clubs_1", "clubs_2", "clubs_3", "hearts_1", "hearts_2", "hearts_3",
    ]  # fmt: skip
    assert as_plain(members[-1].node) == {
        "id": "hearts_3", "suit": "hearts", "rank": 3, "kind": "card",
        "title": {"en": "3 of Hearts", "pl": "3 kiery"}, "worth": 3, "reward": "gain 3 coin",
        "source": {"doc": "DOC", "place": "Hearts"},
    }  # fmt: skip


def test_a_variant_patches_what_is_gone_through_the_family_and_one_member(folder: Path) -> None:
    game = rw.load_game(folder, variant=folder / "variants" / "stars.yaml")
    state = rw.start(game, seats=2, seed=1)
    designs = game.blueprint.domains["card"]
    assert len(designs.names) == 9
    assert designs.titles[designs.names.index("stars_2")] == {"en": "2 of Stars", "pl": "2 gwiazdy"}
    assert len(game.blueprint.pieces) == 18
    while (decision := rw.decision(game, state)) is not None:
        rw.step(game, state, decision.options[0])


def test_every_verb_knows_the_members(
    folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(folder.parent)

    def told(*words: str) -> str:
        with pytest.raises(SystemExit) as ended:
            main(list(words))
        assert not ended.value.code, capsys.readouterr()
        return capsys.readouterr().out

    assert "1 passed" in told("test", "cards")
    assert "no problems" in told("check", "cards")
    assert "2 of Clubs (clubs_2): copies: 1 -> 2" in told("diff", "cards", "cards/variants/stars.yaml")
    assert "3 of Hearts" in told("explain", "hearts_3")
    told("doc", "cards", "--out", "cards.html")
    assert "3 of Hearts" in Path("cards.html").read_text("utf-8")
    before = (folder / "base" / "game.yaml").read_text("utf-8")
    told("fmt", "cards")
    told("fmt", "--check", "cards")
    assert 'id: "{suit}_{rank}"' in before
    assert "1 passed" in told("test", "cards")


def test_what_is_gone_through_need_not_be_a_field_if_it_is_part_of_one(folder: Path) -> None:
    file = folder / "base" / "game.yaml"
    text = file.read_text("utf-8").replace(", rank: number", "").replace(" or c.rank > 1", "")
    file.write_text(text, encoding="utf-8")
    members = assembled(folder).section("components")
    assert as_plain(members[-1].node)["reward"] == "gain 3 coin"
    assert "rank" not in as_plain(members[-1].node)
    rw.load_game(folder)


def test_a_title_that_begins_with_an_id_begins_with_a_capital(folder: Path) -> None:
    file = folder / "base" / "game.yaml"
    family = """\
components:
  - id: "{plant}"
    each: {plant: [fern, red_oak]}
    kind: card
    title: {en: "{plant}", pl: "Karta {plant}"}
    suit: hearts
    rank: 1
    worth: 1
    source: {doc: DOC, place: Cards}
"""
    file.write_text(file.read_text("utf-8").replace("components:\n", family), encoding="utf-8")
    told = {each.id: as_plain(each.node)["title"] for each in assembled(folder).section("components")}
    assert told["fern"] == {"en": "Fern", "pl": "Karta fern"}
    assert told["red_oak"] == {"en": "Red oak", "pl": "Karta red oak"}
    rw.load_game(folder)


def test_what_is_gone_through_and_is_neither_a_field_nor_part_of_one_is_reported(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = folder / "base" / "game.yaml"
    text = file.read_text("utf-8").replace(", rank: number", "").replace(" or c.rank > 1", "")
    text = text.replace('worth: "{rank}"', "worth: 1").replace("gain {rank} coin", "gain 1 coin")
    text = text.replace("{rank} of {suit}", "{suit}").replace("{rank} {suit}", "{suit}")
    file.write_text(text, encoding="utf-8")
    with pytest.raises(SystemExit):
        main(["check", str(folder)])
    assert "a card has no field 'rank'" in capsys.readouterr().out


def test_without_a_family_nothing_is_touched(folder: Path) -> None:
    entries = assembled(folder).section("zones")
    assert members_of(entries) == (entries, {}, ())
