"""The form of a new table: modules that are ticked, and what gives way to them."""

from __future__ import annotations

import re
from html import unescape

import pytest

from tests.unit.table.serve.visitors import visiting


def ticked(page: str) -> set[str]:
    return set(re.findall(r'name="module[-\w]*" value="(\w+)"[^>]*? checked', page))


def test_a_module_that_is_ticked_takes_the_place_of_what_it_excludes() -> None:
    with visiting(names=("skymines",)) as visitor:
        page = visitor.get("/new?ruleset=skymines").text
        assert ticked(page) == {"moon"}
        assert "Belt side of the board" in page
        changed = {"ruleset": "skymines", "do": "check"}
        page = visitor.post("/new", **changed, module=["moon", "belt"], changed="belt").text
        assert ticked(page) == {"belt"}
        assert "Left out: Moon side of the board." in page
        page = visitor.post("/new", **changed, module=["belt", "threats", "moon"], changed="moon").text
        assert ticked(page) == {"moon"}
        page = visitor.post("/new", **changed, module=["moon", "campaign"], changed="missions").text
        assert ticked(page) == {"moon"}, "what needs a module goes off with it"


def test_modules_that_do_not_go_together_are_refused_in_words() -> None:
    with visiting(names=("skymines",)) as visitor:
        page = visitor.post("/new", ruleset="skymines", do="start", module=["moon", "belt"], **{"seat-1": "human"}).text
        assert "cannot be used together" in page
        assert "error[" not in page
        assert ticked(page) == {"moon", "belt"}


@pytest.mark.slow
def test_a_house_rule_that_is_picked_brings_its_modules() -> None:
    with visiting(names=("skymines",)) as visitor:
        sent = {"ruleset": "skymines", "do": "check", "module": ["moon"], "variant": "solo"}
        assert "luna" in ticked(visitor.post("/new", **sent, changed="variant").text)


def test_seats_that_the_rules_play_need_nobody_else() -> None:
    with visiting(names=("skymines",)) as visitor:
        sent = {"ruleset": "skymines", "do": "check", "module": ["moon"]}
        for variant, picked in (("solo", "-"), ("", "beginner")):
            page = visitor.post("/new", **sent, variant=variant, changed="variant").text
            second = re.search(r'name="seat-2">(.*?)</select>', page, re.DOTALL)
            assert second is not None
            assert f'value="{picked}" selected' in second[1]


def offered(page: str) -> list[str]:
    """What a browser sends back of a form that nobody has touched."""
    return [unescape(each) for each in re.findall(r'name="as-offered" value="([^"]*)"', page)]


def untouched_form(page: str) -> dict[str, object]:
    fields = dict(each.partition("=")[::2] for each in offered(page))
    return {"ruleset": "skymines", "module-side": "moon", **fields, "as-offered": offered(page)}


@pytest.mark.parametrize("looked_at", [True, False], ids=["as the script sends it", "without scripts"])
def test_who_picks_to_play_alone_against_the_rules_sits_there_with_nobody_else(looked_at: bool) -> None:
    with visiting(names=("skymines",)) as visitor:
        form = untouched_form(visitor.get("/new?ruleset=skymines").text) | {"variant": "solo"}
        if looked_at:
            page = visitor.post("/new", **form, do="check", changed="variant").text
            assert "Seats (1-3)" in page
            assert "Luna (1): played by the rules" in page
            form = untouched_form(page) | {"variant": "solo", "module": "luna"}
        made = visitor.post("/new", follow=False, **form, do="start")
        record = visitor.site.tables.places[1].live.record
        assert (record.policies, record.seats, record.modules) == (("human",), 2, ("base", "moon", "luna"))
        assert re.fullmatch(r"/t/1/1/[\w-]+/", made.headers["location"]), "the seat's own page, no list of links"


def test_one_of_the_modules_that_fill_a_slot_is_picked() -> None:
    with visiting(names=("skymines",)) as visitor:
        page = visitor.get("/new?ruleset=skymines").text
        sides = re.findall(r'type="radio" name="module-side" value="(\w+)"[^>]*?( checked)?>', page)
        assert sides == [("moon", " checked"), ("belt", "")]
        form = untouched_form(page) | {"module-side": "belt", "changed": "belt"}
        assert ticked(visitor.post("/new", **form, do="check").text) == {"belt"}


def test_a_house_rule_gives_way_to_a_module_that_it_does_not_go_with_and_the_page_says_so() -> None:
    with visiting(names=("skymines",)) as visitor:
        form = untouched_form(visitor.get("/new?ruleset=skymines").text)
        form |= {"variant": "topmost_return", "module-side": "moon", "changed": "moon"}
        for does in ("check", "start"):
            page = visitor.post("/new", **form, do=does).text
            assert "Left out: Topmost return." in unescape(page)
            assert "error[" not in page
            assert 'id="way-" data-again checked' in page
        assert not visitor.site.tables.places


def test_what_nobody_has_touched_follows_what_is_picked() -> None:
    with visiting(names=("skymines",)) as visitor:
        form = untouched_form(visitor.get("/new?ruleset=skymines").text)
        visitor.post("/new", **form | {"variant": "experienced", "do": "start"})
        visitor.post("/new", **form | {"variant": "experienced", "do": "start", "setting-tracks": "chosen"})
        made = [visitor.site.tables.places[number].live.record.settings["tracks"] for number in (1, 2)]
        assert made == ["random", "chosen"]
