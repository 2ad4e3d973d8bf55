"""The form of a new table: modules that are ticked, and what gives way to them."""

from __future__ import annotations

import re

import pytest

from tests.unit.table.serve.visitors import visiting


def ticked(page: str) -> set[str]:
    return set(re.findall(r'name="module" value="(\w+)"[^>]*? checked', page))


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
        for variant, picked in (("solo", "-"), ("", "random")):
            page = visitor.post("/new", **sent, variant=variant, changed="variant").text
            second = re.search(r'name="seat-2">(.*?)</select>', page, re.DOTALL)
            assert second is not None
            assert f'value="{picked}" selected' in second[1]
