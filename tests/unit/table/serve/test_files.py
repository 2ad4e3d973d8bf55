"""Saved games and tables become each other; a scenario is made of a choice; a house rule is dropped in."""

from __future__ import annotations

import re
from pathlib import Path

from rulewright.cli import run
from rulewright.native.loading import load_game
from rulewright.play.records.replay import parse_replay, run_replay
from tests.unit.table.serve.visitors import Visitor, state_line, visiting


def finished(visitor: Visitor, **more: str) -> str:
    """A table of which the game is over; the path of its maker's page."""
    links = visitor.new_table(seats=("random", "first"), **more)
    assert state_line(visitor.get(watch(visitor, links)).text) == "The game is over."
    return links.removesuffix("seats")


def watch(visitor: Visitor, links: str) -> str:
    found = re.search(r'href="(/t/\d+/watch/[^"]+)"', visitor.get(links).text)
    assert found is not None
    return found[1]


def test_a_table_is_saved_as_a_file_that_the_command_line_goes_on_with(tmp_path: Path) -> None:
    with visiting() as visitor:
        table = finished(visitor)
        data = visitor.get(f"{table}save").content
        live = visitor.site.tables.places[1].live
        replay = parse_replay("saved", data)
        assert run_replay(load_game("tutorial"), replay).state == live.state
    path = tmp_path / "saved.json"
    path.write_bytes(data)
    assert run(["replay", str(path), "--quiet"]) == 0


def test_a_saved_game_goes_on_as_a_table(tmp_path: Path) -> None:
    with visiting() as visitor:
        seat = visitor.new_table()
        visitor.choose(seat, "snatch")
        live = visitor.site.tables.places[1].live
        links = re.findall(r'href="(/t/1/table/[^"]+)"', visitor.get(seat).text)[0]
        data = visitor.get(f"{links}save").text
        opened = visitor.post("/open", follow=False, save=data)
        assert opened.status_code == 303
        again = visitor.site.tables.places[2].live
        assert again.state == live.state
        assert "It is your turn" in state_line(visitor.get(opened.headers["location"]).text)
        refused = visitor.post("/open", save=data.replace('"snatch"', '"swim"', 1))
        assert refused.status_code == 422
        assert "swim" in refused.text


def test_a_scenario_is_made_of_a_choice_and_passes(tmp_path: Path) -> None:
    with visiting() as visitor:
        table = finished(visitor)
        page = visitor.get(f"{table}scenario?from=2&to=2").text
        text = re.search(r'<pre class="scenario"[^>]*>(.*?)</pre>', page, re.DOTALL)
        assert text is not None
        from html import unescape

        path = tmp_path / "found.yaml"
        path.write_text(unescape(text[1]), "utf-8")
        assert run(["test", str(path)]) == 0


FILES = ("save", "scenario?from=1&to=1")
"""What the maker of a table may fetch; each tells all that is hidden, and the seed."""


def fetched(visitor: Visitor, links: str) -> list[int]:
    """What answers who fetches the files of a table, from the page of its links; what is refused is not offered."""
    found = [visitor.get(f"{links.removesuffix('seats')}{each}").status_code for each in FILES]
    pages = [visitor.get(links).text, visitor.get(f"{links.removesuffix('seats')}replay?at=1").text]
    offered = ['href="save"' in pages[0], 'href="scenario?' in pages[1]]
    assert offered == [each != 409 for each in found]
    return found


def test_files_that_tell_what_is_hidden_are_for_nobody_while_people_play() -> None:
    with visiting() as visitor:
        links = visitor.new_table(seats=("human", "human"))
        visitor.choose(visitor.seat_path(links, 1), "snatch")
        assert fetched(visitor, links) == [409, 409]
        visitor.post(links, seat="2", policy="random")
        assert fetched(visitor, links) == [200, 200], "who plays alone spoils nothing for others"


def test_who_has_all_in_the_page_itself_may_have_files_at_any_time() -> None:
    with visiting() as visitor:
        links = visitor.new_table(seats=("human", "human"))
        visitor.choose(visitor.seat_path(links, 1), "snatch")
        visitor.site.alone = True
        assert fetched(visitor, links) == [200, 200]


HOUSE_RULE = """\
kind: variant
variant: many_sprats
title: {en: Many sprats}
extends: tutorial
patches:
  - {change: sprat, set: {copies: 9}, because: more to catch}
"""


def test_a_house_rule_that_is_dropped_in_is_checked_told_and_played() -> None:
    fields = {"seat-1": "human", "seat-2": "human", "seed": "1"}
    with visiting() as visitor:
        page = visitor.post("/new", ruleset="tutorial", do="check", text=HOUSE_RULE, **fields).text
        assert "copies: 8 -&gt; 9" in page
        wrong = visitor.post(
            "/new", ruleset="tutorial", do="check", text=HOUSE_RULE.replace("sprat,", "spratt,"), **fields
        )
        assert "did you mean &#39;sprat&#39;?" in wrong.text
        visitor.post("/new", ruleset="tutorial", do="start", text=HOUSE_RULE, **fields)
        pieces = visitor.site.tables.places[1].live.game.blueprint.pieces
        assert sum(each.design == "sprat" for each in pieces) == 9


LOOKED_AT = """kind: variant
variant: long_{0}
title: {{en: Long {0}}}
extends: tutorial
"""


def test_of_variants_that_are_dropped_in_those_of_tables_are_kept(tmp_path: Path) -> None:
    kept = tmp_path / "variants"
    with visiting(tmp_path) as visitor:
        for number in range(3):
            page = visitor.post("/new", ruleset="tutorial", do="check", text=LOOKED_AT.format(number))
            assert page.status_code == 200, page.text
        assert list(kept.iterdir()) == []
        seat = visitor.new_table(text=LOOKED_AT.format("game"))
        visitor.post("/new", ruleset="tutorial", do="check", text=LOOKED_AT.format("game"))
        assert [each.read_text("utf-8") for each in kept.iterdir()] == [LOOKED_AT.format("game")]
    (kept / "left.yaml").write_text(LOOKED_AT.format("left"), "utf-8")
    with visiting(tmp_path) as visitor:
        assert len(list(kept.iterdir())) == 1
        assert visitor.get(seat).status_code == 200
