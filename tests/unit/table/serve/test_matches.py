"""Games in a row at a table: a match from its first game to its result, stored, resumed, saved and opened again."""

from __future__ import annotations

import re
import shutil
import sqlite3
from html import unescape
from pathlib import Path

import pytest

from rulewright.core.pipeline import ruleset_root
from rulewright.play.records.match_files import parse_match, resume_match
from rulewright.play.records.planned_matches import PlannedGames, load_match
from rulewright.play.session.match import standing
from rulewright.table.serve import links
from rulewright.table.serve.participants import Participants
from rulewright.table.serve.store import TableStore
from rulewright.table.serve.tables import OpenTable
from tests.unit.table.serve.visitors import Visitor, hidden, keys_offered, visiting

MATCH = "three_mornings"


def begun(visitor: Visitor, *seats: str, seed: str = "5") -> str:
    """A match begun by the form; where it leads."""
    fields = {f"seat-{number}": each for number, each in enumerate(seats, 1)}
    made = visitor.post("/match", follow=False, match=MATCH, seed=seed, **fields)
    assert made.status_code == 303, made.text
    return str(made.headers["location"])


def play_out(visitor: Visitor, path: str) -> str:
    """The page of a seat at the end of its game, with the first option taken always."""
    for _ in range(200):
        page = visitor.part(path)
        if "The game is over." in page:
            return page
        what = {"do": "confirm"} if 'id="confirm"' in page else {"do": "typed", "typed": keys_offered(page)[0]}
        assert visitor.post(f"{path}act", at=hidden(page, "at"), **what).status_code == 200
    raise AssertionError("the game does not end")


def onward(visitor: Visitor, path: str) -> str:
    went = visitor.post(f"{path}next", follow=False, do="next")
    assert went.status_code == 303, went.text
    return str(went.headers["location"])


def sums(page: str) -> list[int]:
    """The last row of sums on a page: those of the games in a row."""
    row = re.findall(r"<tfoot><tr><th[^>]*>[^<]*</th>(.*?)</tr>", page, re.DOTALL)[-1]
    return [int(each) for each in re.findall(r"<td>(-?\d+)</td>", row)]


def test_the_lobby_leads_to_a_match_and_its_games_follow_each_other_to_a_result(tmp_path: Path) -> None:
    with visiting(tmp_path) as visitor:
        home = visitor.get("/").text
        assert f"/match?match={MATCH}" in home
        plan = load_match(MATCH)
        form = visitor.get(f"/match?match={MATCH}").text
        assert [each for each in plan.games if each.title["en"] not in unescape(form)] == []
        path = begun(visitor, "human", "random")
        tables = []
        for number in range(len(plan.games)):
            assert plan.games[number].title["en"] in unescape(visitor.part(path))
            page = play_out(visitor, path)
            tables.append(visitor.site.tables.places[number + 1].live)
            if number < len(plan.games) - 1:
                assert onward(visitor, path) == onward(visitor, path)
                path = onward(visitor, path)
        totals = sums(page)
        assert "You have " in page
        assert visitor.post(f"{path}next", do="next").status_code == 409
        text = visitor.get(table_page(visitor, len(tables)) + "save").text
        match, under_way = resume_match(plan, parse_match("file", text.encode()), PlannedGames(plan))
        assert under_way is None
        assert list(standing(match).sums) == totals
        assert [each.seed for each in (live.record for live in tables)] == [each.coming.seed for each in match.played]


def table_page(visitor: Visitor, table: int) -> str:
    return links.path(visitor.site.secret, table, links.TABLE)


def test_a_match_goes_on_after_a_restart(tmp_path: Path) -> None:
    with visiting(tmp_path) as visitor:
        path = begun(visitor, "human", "random")
        before = play_out(visitor, path)
    with visiting(tmp_path) as visitor:
        after = visitor.part(path)
        assert sums(after) == sums(before)
        second = onward(visitor, path)
    with visiting(tmp_path) as visitor:
        play_out(visitor, second)
        assert onward(visitor, second) != second


def test_a_saved_match_becomes_tables_and_a_table_a_saved_match() -> None:
    with visiting() as visitor:
        path = begun(visitor, "human", "random")
        play_out(visitor, path)
        second = onward(visitor, path)
        visitor.choose(second, keys_offered(visitor.part(second))[0])
        text = visitor.get(table_page(visitor, 2) + "save").text
        opened = visitor.post("/open", follow=False, save=text)
        assert opened.status_code == 303, opened.text
        first_again, again = visitor.site.tables.places[3].live, visitor.site.tables.places[4].live
        assert again.state == visitor.site.tables.places[2].live.state
        assert again.record.games_before == (3,)
        assert first_again.record.next_table == 4
        assert visitor.get(table_page(visitor, 4) + "save").text == text
        refused = visitor.post("/open", save=text.replace('"seats": 2', '"seats": 3', 1))
        assert refused.status_code == 422


SINCE_2 = ("match_name", "match_seed", "match_settings", "games_before", "next_table")
SINCE_3 = ("sitters", "moved")
SINCE_4 = ("secret", "match_secret", "brought")
SINCE_5 = ("asks_singly",)
SINCE_6 = ("packages",)
SINCE_7 = ("quits",)


@pytest.mark.parametrize(
    ("version", "missing"),
    [
        (1, SINCE_2 + SINCE_3 + SINCE_4 + SINCE_5 + SINCE_6 + SINCE_7),
        (2, SINCE_3 + SINCE_4 + SINCE_5 + SINCE_6 + SINCE_7),
        (3, SINCE_4 + SINCE_5 + SINCE_6 + SINCE_7),
        (4, SINCE_5 + SINCE_6 + SINCE_7),
    ],
)
def test_tables_stored_by_an_older_version_are_there_as_they_were(
    tmp_path: Path, version: int, missing: tuple[str, ...]
) -> None:
    """A store of before has no columns for games in a row, for what people say of themselves, or for single options."""
    with visiting(tmp_path) as visitor:
        visitor.new_table()
    path = tmp_path / "tables.sqlite"
    with sqlite3.connect(path) as old:
        for column in missing:
            old.execute(f"alter table tables drop column {column}")
        old.execute(f"pragma user_version = {version}")
    old.close()
    store = TableStore(tmp_path)
    (record,) = store.records()
    assert (record.ruleset, record.match_name, record.games_before, record.next_table) == ("tutorial", "", (), 0)
    assert (record.sitters, record.asks_singly) == (Participants() if version < 3 else record.sitters, False)
    assert (record.packages, record.quits) == ((), ())
    store.close()


def test_a_game_that_ends_so_is_played_again_at_a_table_of_its_own() -> None:
    duel = str(Path(__file__).parents[2] / "play/duel")
    with visiting(names=(duel,)) as visitor:
        links_page = visitor.new_table(duel, ("first", "first"), module=["base", "ties"])
        table = links_page.removesuffix("seats")
        assert onward(visitor, table).endswith("seats")
        (first, again) = (visitor.site.tables.places[number].live for number in (1, 2))
        assert again.record.games_before == (1,)
        assert again.record.settings["mood"] == "wild"
        assert (again.record.match_seed, again.record.seed == first.record.seed) == (first.record.seed, False)


def test_what_the_ruleset_brings_plays_whole_matches_and_none_whose_games_it_does_not_know(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with visiting(tmp_path) as visitor:
        assert '<option value="learned"' in visitor.get(f"/match?match={MATCH}").text
        path = begun(visitor, "human", "learned")
        page = play_out(visitor, path)
        assert "You have " in page or "The game is over." in page
        assert visitor.site.tables.places[1].live.record.policies == ("human", "learned")
        monkeypatch.setattr("rulewright.table.serve.match_pages.fits_table", lambda name, game, seats: False)
        seats = {"seat-1": "human", "seat-2": "learned"}
        refused = visitor.post("/match", follow=False, match=MATCH, seed="1", **seats)
        assert refused.status_code == 422
        assert "no bot has learned this game" in refused.text


def test_a_match_at_which_nobody_sits_is_refused_and_what_was_ticked_stays() -> None:
    with visiting() as visitor:
        refused = visitor.post("/match", follow=False, match=MATCH, seed="1", shared="1")
        assert refused.status_code == 422
        assert "the table has no players" in refused.text
        assert 'name="shared" value="1" checked' in refused.text


def test_a_match_whose_rules_have_become_wrong_is_refused_with_what_is_wrong(tmp_path: Path) -> None:
    root = tmp_path / "tutorial"
    shutil.copytree(ruleset_root("tutorial") or tmp_path, root)
    with visiting(names=(str(root),)) as visitor:
        gulls = root / "base/gulls.yaml"
        gulls.write_text(gulls.read_text("utf-8").replace("top(pier)", "top(peer)"), "utf-8")
        form = visitor.get(f"/match?match={MATCH}")
        begun = visitor.post("/match", follow=False, match=MATCH, seed="1", **{"seat-1": "human", "seat-2": "random"})
        assert form.status_code == begun.status_code == 422
        assert "the match cannot be played: " in form.text


def test_the_file_of_a_match_among_people_may_be_had_when_all_its_games_are_over() -> None:
    with visiting() as visitor:
        path = begun(visitor, "human", "random")
        tables: list[OpenTable] = []

        def codes() -> list[int]:
            """What answers who fetches the file of each table, while a second person sits at it."""
            found = []
            for place in tables:
                place.live.seat_is(1, "human", ("random",))
                path = links.path(visitor.site.secret, place.live.record.id, links.TABLE)
                found.append(visitor.get(f"{path}save").status_code)
                place.live.seat_is(1, "random", ("random",))
            return found

        for number in (1, 2, 3):
            place = visitor.site.tables.find(number)
            assert place is not None
            tables.append(place)
            assert codes() == [409] * number, "the seed of the match tells the chance of all its games"
            play_out(visitor, path)
            if number < 3:
                assert codes() == [409] * number
                path = onward(visitor, path)
        assert codes() == [200] * 3
