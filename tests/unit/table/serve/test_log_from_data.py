"""The log knows from its data who did what to which thing: names and titles may hold whatever separates words there."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from rulewright.core.locales.wording import said_of
from rulewright.table.serve.live import LiveTable
from rulewright.table.serve.logged_actions import turns_told
from rulewright.table.serve.participants import SeatPerson
from rulewright.table.serve.seeing import sight_of
from tests.properties.test_served_pages import move
from tests.reference.games import write_small
from tests.unit.table.serve.visitors import visiting

LANGUAGES = ("en", "pl", "fr")
SEED = "log from data"

WORLD = """\
kind: content
kinds: [{id: card, title: {en: Card, pl: Karta, fr: Carte}}]
components:
  - {id: north, kind: card, title: {en: "Mars: north", pl: "Mars: N", fr: "Mars : nord"}, source: {doc: DOC, place: a}}
  - {id: south, kind: card, title: {en: "Mars: south", pl: "Mars: dół", fr: "Mars : sud"}, source: {doc: DOC, place: a}}
  - {id: ice, kind: card, title: {en: Ice, pl: Lód, fr: Glace}, source: {doc: DOC, place: a}}
  - {id: cap, kind: card, title: {en: Ice cap, pl: Lód wieczny, fr: Glace dure}, source: {doc: DOC, place: a}}
zones:
  - {id: shelf, holds: card, visible: all, start: it is not cap, title: {en: Shelf, pl: Półka, fr: Étagère}}
  - {id: case, holds: card, visible: all, start: it is cap, title: {en: Case, pl: Gablota, fr: Vitrine}}
  - {id: heap, holds: card, visible: all, title: {en: Heap, pl: Stos, fr: Tas}}
counters:
  - {id: tide, min: 0, max: 9, title: {en: Tide, pl: Tide, fr: Tide}}
procedures:
  - id: play
    does: |
      ask seat(1): turn
      ask seat(2): turn
      ask seat(1): turn
  - id: turn
    title: {en: Turn, pl: Tura, fr: Tour}
    does: |
      choose:
        wash: gain 1 tide
        melt for card in shelf: move first(c in case) to heap
        two:
          pick one from shelf
          move one to heap
          pick other from shelf
          move other to heap
    wording:
      wash: {en: Wash, pl: Umyj, fr: Laver}
      melt: {en: "Melt, slowly", pl: "Stop, powoli", fr: "Fondre, lentement"}
      two: {en: Take two, pl: Weź dwie, fr: En prendre deux}
      one: {en: the first, pl: pierwsza, fr: la première}
      other: {en: the other, pl: druga, fr: l'autre}
"""


@contextmanager
def table(folder: Path) -> Iterator[LiveTable]:
    """A table of two people who play by those rules."""
    name = str(folder / "small")
    write_small(folder / "small", WORLD, 2, 2)
    manifest = folder / "small" / "ruleset.yaml"
    manifest.write_text(manifest.read_text("utf-8").replace("[en]", "[en, pl, fr]"), encoding="utf-8")
    with visiting(names=(name,)) as visitor:
        visitor.new_table(name, seats=("human", "human"))
        place = visitor.site.tables.find(1)
        assert place is not None
        yield place.live


def chosen(live: LiveTable, seat: int, *keys: str, settled: bool = True) -> None:
    for key in keys:
        live.choose(seat, key)
    if settled and live.must_confirm(seat):
        live.confirm(seat)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", ["Tide", "Tide: 0", "Mars", "Mars: north", "Wash"])
def test_a_person_may_be_called_as_anything_that_is_told(tmp_path: Path, name: str, language: str) -> None:
    with table(tmp_path) as live:
        live.person_is(0, SeatPerson(name=name))
        live.person_is(1, SeatPerson(name="Other"))
        chosen(live, 0, "wash")
        chosen(live, 1, "wash")
        for viewer in (0, 1):
            told = [
                (turn.seat, [line.text for each in turn.actions for line in (each.line, *each.lines)])
                for turn in turns_told(live, viewer, language)
            ]
            words = {"en": ("Turn", "Wash"), "pl": ("Tura", "Umyj"), "fr": ("Tour", "Laver")}
            does = said_of(language, *words[language])
            tides = [said_of(language, "Tide", change) for change in ("0 -> 1 (+1)", "1 -> 2 (+1)")]
            assert told == [(name, [does, tides[0]]), ("Other", [does, tides[1]])]


@pytest.mark.parametrize(("language", "title"), [
    ("en", "Take two: Mars: north, Mars: south"),
    ("pl", "Weź dwie: Mars: N, Mars: dół"),
    ("fr", "En prendre deux : Mars : nord, Mars : sud"),
])  # fmt: skip
def test_titles_may_hold_the_sign_that_stands_before_what_is_said(tmp_path: Path, language: str, title: str) -> None:
    with table(tmp_path) as live:
        chosen(live, 0, "two", "north", settled=False)
        trail = [(each.question, each.answer) for each in sight_of(live, 0, language).decision.trail]
        chosen(live, 0, "south")
        turn = turns_told(live, 1, language)[0]
    assert [each.title for each in turn.actions] == [title]
    turn_title, first, north = {
        "en": ("Turn", "the first", "Mars: north"),
        "pl": ("Tura", "pierwsza", "Mars: N"),
        "fr": ("Tour", "la première", "Mars : nord"),
    }[language]
    assert trail[-1] == (said_of(language, turn_title, first), north)


@pytest.mark.parametrize(("language", "title"), [
    ("en", "Melt, slowly: Ice"), ("pl", "Stop, powoli: Lód"), ("fr", "Fondre, lentement : Glace"),
])  # fmt: skip
def test_what_goes_is_not_what_was_chosen_because_its_title_begins_so(
    tmp_path: Path, language: str, title: str
) -> None:
    with table(tmp_path) as live:
        chosen(live, 0, "melt ice", settled=False)
        (step,) = sight_of(live, 0, language).decision.trail
        chosen(live, 0)
        (action,) = turns_told(live, 1, language)[0].actions
    assert (step.question, step.answer) == ("", title)
    assert action.title == title


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_turn_without_a_choice_is_told_under_the_seat_whose_turn_it_was(language: str) -> None:
    settled = 0
    for seed in range(1, 6):
        with visiting(names=("tutorial",)) as visitor:
            visitor.new_table("tutorial", seats=("human", "human"), seed=str(seed))
            place = visitor.site.tables.find(1)
            assert place is not None
            live, rng = place.live, random.Random(f"{SEED}{seed}")
            for _ in range(30):
                if live.is_over:
                    break
                move(live, rng)
            for viewer in (-1, 0, 1):
                turns = turns_told(live, viewer, language)
                names = Counter(action.name for turn in turns for action in turn.actions)
                assert [name for name, count in names.items() if count > 1] == [], (SEED, seed, viewer)
                for turn in turns:
                    lines = [line.text for each in turn.actions for line in (each.line, *each.lines)]
                    others = [said_of(language, live.called(each, language), "") for each in (0, 1) if each != turn.of]
                    under = [each for each in lines for name in others if each.startswith(name)]
                    assert under == [], (SEED, seed, viewer, turn.seat)
                    settled += turn.first == turn.last and live.moments[live.counted[turn.first] - 1].seat != turn.of
    assert settled
