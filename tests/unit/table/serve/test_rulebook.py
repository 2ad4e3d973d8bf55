"""The rules at a table: a page of their own, a part that a page opens, and what is taught next to a question."""

from __future__ import annotations

import random
import re
from dataclasses import replace
from html import unescape

import pytest

from rulewright.core.model.effect_names import entry_of
from rulewright.core.model.layout import FRAME, OPTIONS, SEAT, SITE
from rulewright.core.run.steps import start, step
from rulewright.native.loading import load_game
from rulewright.observe.sight.offers import offers
from rulewright.observe.sight.view import view_of
from rulewright.table.primer.taught_steps import TaughtNow, taught_now
from tests.reference.checkout import RULESETS, data_of
from tests.unit.table.serve.visitors import visiting


def told(page: str) -> str:
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", page)).split())


def test_the_rules_teach_the_game_and_begin_with_the_question_of_the_moment() -> None:
    with visiting(names=("tutorial",)) as visitor:
        path = visitor.seat_path(visitor.new_table("tutorial", ("human", "human"), seed="1"), 1)
        whole, part = visitor.get(f"{path}rules").text, visitor.part(f"{path}rules")
    assert whole.startswith("<!DOCTYPE html>")
    assert "<html" not in part
    for page in map(told, (whole, part)):
        assert page.index("Now: Turn") < page.index("The game in one page") < page.index("Words of the game")
        assert "Bring home the most valuable fish." in page
        assert "Fly home : needs something in Beak, then move all of Beak to Nest" in page


def test_rules_are_told_in_the_language_of_who_reads_them() -> None:
    with visiting(names=("skymines",)) as visitor:
        path = visitor.seat_path(visitor.new_table("skymines", ("human", "human")), 1)
        visitor.post("/language", language="pl")
        page = told(visitor.get(f"{path}rules").text)
    assert "Gra na jednej stronie" in page
    assert "Faza" not in page.partition("Cel gry")[0]
    assert "hel-3" in page


def test_the_step_of_a_guided_game_goes_with_the_position() -> None:
    game = load_game("tutorial")
    state = start(game, seats=2, seed=3)
    found: set[tuple[int, bool]] = set()
    while state[FRAME] is not None:
        view, seat = view_of(game, state, None), state[SEAT]
        taught = taught_now(game, state, seat, "en")
        found.add((taught.number, bool(taught.heading)))
        beak, nest = (len(view.zones[name][(f"seat {seat + 1}",)]) for name in ("beak", "nest"))
        assert (taught.number == 1) == (beak == 1 and nest == 0)
        assert (taught.number == 2) == (beak >= 2)
        assert taught.steps == (3 if taught.number else 0)
        assert taught.choice
        step(game, state, state[OPTIONS][0])
    assert {(1, True), (2, True)} <= found


def test_a_step_goes_with_its_question() -> None:
    game = load_game("tutorial")
    state = start(game, seats=2, seed=3)
    while not taught_now(game, state, state[SEAT], "en").number:
        step(game, state, state[OPTIONS][0])
    lessons = tuple(replace(each, during="another") for each in game.blueprint.lessons)
    elsewhere = replace(game, blueprint=replace(game.blueprint, lessons=lessons))
    assert taught_now(elsewhere, state, state[SEAT], "en") == TaughtNow()


def test_the_step_is_read_next_to_the_question() -> None:
    with visiting(names=("tutorial",)) as visitor:
        page = told(visitor.get(visitor.new_table("tutorial", ("human", "random"))).text)
    assert "Step 1 of 3: A fish in your beak. You carry a fish" in page


def test_a_game_without_lessons_says_nothing_next_to_a_question() -> None:
    with visiting(names=("reversi",)) as visitor:
        path = visitor.seat_path(visitor.new_table("reversi", ("human", "human")), 1)
        page = visitor.get(path).text
        assert 'id="hint"' not in page
        assert visitor.get(f"{path}rules").status_code == 200


@pytest.mark.parametrize("language", ["en", "pl", "fr"])
def test_the_steps_of_a_first_round_are_taught_once_each_at_their_questions(language: str) -> None:
    lessons = [each for each in data_of(RULESETS / "skymines/base/lessons.yaml")["lessons"] if each["part"] == "step"]
    steps = {each["during"]: number for number, each in enumerate(lessons, 1)}
    taught: set[int] = set()
    with visiting(names=("skymines",)) as visitor:
        for seed in range(1, 7):
            visitor.new_table("skymines", ("human", "random"), seed=str(seed))
            place, rng, met, drafted = visitor.site.tables.places[seed], random.Random(seed), set[str](), set[str]()
            while place.live.may_choose(0):
                live, state = place.live, place.live.state_for(0)
                asked = entry_of(live.game.blueprint.sites[state[SITE]].procedure)
                found = taught_now(live.game, state, 0, language, live.met_by(0))
                wanted = 0 if asked in met else steps.get(asked, 0)
                assert found.number == wanted, f"seed {seed}, {asked}, answered before: {sorted(met)}"
                if wanted:
                    lesson = lessons[wanted - 1]
                    assert (found.heading, found.step) == (lesson["title"][language], lesson["text"][language])
                    taught.add(wanted)
                drafted.add(asked)
                live.choose(0, rng.choice(offers(live.game, state, 0)).key)
                if live.must_confirm(0) and not live.may_choose(0):
                    live.confirm(0)
                if 0 not in live.drafts:
                    met, drafted = met | drafted, set()
                while live.bots_choose(50):
                    pass
                if "put_away" in met:
                    break
    assert taught == {*range(1, len(lessons) + 1)}, "each step has a question that a first round asks"
