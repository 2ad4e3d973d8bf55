"""At the end the panel that asked has the result, the next game and the way back through this one, each once."""

from __future__ import annotations

import re
from html import unescape

import pytest

from rulewright.core.locales.catalogue import phrases
from tests.unit.table.serve.test_rematch import play_to_the_end
from tests.unit.table.serve.visitors import Visitor, visiting


def ended(visitor: Visitor, ruleset: str) -> tuple[str, str]:
    """The page of a seat when its game is over, and its panel."""
    links = visitor.new_table(ruleset, ("human", "human"))
    paths = [visitor.seat_path(links, seat) for seat in (1, 2)]
    play_to_the_end(visitor, *paths)
    page = visitor.get(paths[0]).text
    found = re.search(r'<section class="panel standing".*?</section>', page, re.DOTALL)
    assert found is not None, page
    return page, found[0]


def rows(panel: str) -> list[list[str]]:
    """The lines of the table of places, as they are read."""
    body = panel[panel.index("<tbody>") : panel.index("</tbody>")]
    return [re.sub(r"<[^>]*>", " ", each).split() for each in body.split("</tr>") if "<td>" in each]


def test_the_panel_has_places_names_and_points_and_what_to_do_next() -> None:
    with visiting() as visitor:
        page, panel = ended(visitor, "tutorial")
        assert [(each[0], " ".join(each[1:3])) for each in rows(panel)] in (
            [("1", "seat 1"), ("2", "seat 2")],
            [("1", "seat 2"), ("2", "seat 1")],
            [("1", "seat 1"), ("1", "seat 2")],
        )
        points = [int(each[3]) for each in rows(panel)]
        assert points == sorted(points, reverse=True)
        for each in ('class="winner"', 'id="again"', 'id="from-start"'):
            assert page.count(each) == panel.count(each) == 1
        assert "panel idle" not in page
        assert unescape(page).count("The game is over.") == 1
        back = re.search(r'href="([^"]+)" id="from-start"', panel)
        assert back is not None
        assert back[1] == "replay?at=0"


def test_a_game_without_points_says_who_is_first() -> None:
    with visiting(names=("four_in_a_row",)) as visitor:
        page, panel = ended(visitor, "four_in_a_row")
        assert [each[0] for each in rows(panel)] == ["1", "2"]
        first = " ".join(rows(panel)[0][1:3])
        assert f"{first.capitalize()} has won." in panel or (first == "seat 1" and "You have won." in panel)
        assert 'id="course"' not in page, "there are no totals that came about"


@pytest.mark.parametrize(("language", "told"), [("pl", "Obejrzyj grę od początku"), ("fr", "Revoir la partie depuis")])
def test_the_end_speaks_all_languages(language: str, told: str) -> None:
    with visiting(names=("four_in_a_row",)) as visitor:
        links = visitor.new_table("four_in_a_row", ("random", "random"))
        watch = re.search(r'href="(/t/\d+/watch/[^"]+)"', visitor.get(links).text)
        assert watch is not None
        assert told in visitor.get(watch[1], headers={"accept-language": language}).text


def test_the_bar_has_who_won_and_all_totals_on_one_line() -> None:
    with visiting() as visitor:
        page, panel = ended(visitor, "tutorial")
        bar = re.search(r'<p class="saying">(.*?)</p>', page, re.DOTALL)
        assert bar is not None
        told = " ".join(re.sub(r"<[^>]*>", " ", bar[1]).split())
        totals = " ".join(f"{' '.join(each[1:3])} {each[3]}" for each in rows(panel))
        winner = re.search(r'<p class="winner">([^<]*)', panel)
        assert winner is not None
        assert told == f"The game is over. {winner[1].strip()} {totals}"


@pytest.mark.parametrize("language", ["en", "pl", "fr", "de"])
def test_each_is_told_what_it_came_to_and_who_has_won(language: str) -> None:
    say = phrases(language, "browser")
    with visiting(names=("nim",)) as visitor:
        links = visitor.new_table("nim", ("human", "human", "human"))
        paths = [visitor.seat_path(links, seat) for seat in (1, 2, 3)]
        play_to_the_end(visitor, *paths)
        pages = [visitor.get(each, headers={"accept-language": language}).text for each in paths]
    heads = [unescape(re.findall(r'<p class="winner">([^<]*)', each)[0]) for each in pages]
    assert sorted(heads) == sorted([say("you_lost"), say("you_won"), say("you_won")])
    for page, head in zip(pages, heads, strict=True):
        assert unescape(page).count(head) == 2, "in the bar and in the panel"
        assert page.count('<tr class="won">') == 2
        assert page.count(say("winner_here")) == 2, "on the plates"


def test_who_plays_again_is_told_below_a_short_button() -> None:
    with visiting(names=("four_in_a_row",)) as visitor:
        _, panel = ended(visitor, "four_in_a_row")
        again = re.search(r'id="again">([^<]*)</button> <small class="quiet">([^<]*)', panel)
        assert again is not None, panel
        assert again.groups() == ("Play again", "Everyone moves one seat on.")


def test_everything_is_open_once_the_game_is_over() -> None:
    with visiting(names=("crazy_eights",)) as visitor:
        links = visitor.new_table("crazy_eights", ("human", "human"))
        paths = [visitor.seat_path(links, seat) for seat in (1, 2)]
        before = [set(re.findall(r'data-piece="(p\d+|[^"]*)"', visitor.get(each).text)) for each in paths]
        play_to_the_end(visitor, *paths)
        after = [set(re.findall(r'data-piece="([^"]*)"', visitor.get(each).text)) for each in paths]
        assert before[0] != before[1], "each sees its own hand"
        assert after[0] == after[1], "nothing is hidden from either"
        assert visitor.get(paths[0]).text.count('class="piece card back') == 0
