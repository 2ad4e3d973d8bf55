"""What a seat reads while others choose: what they are asked, what it did last, how it stands."""

from __future__ import annotations

import re
from html import unescape

import rulewright as rw
from rulewright.core.model.layout import SEALED
from rulewright.play.records.replay import offered
from rulewright.table.serve.highlights import ShownLine
from rulewright.table.serve.idle import asked_of_others
from rulewright.table.serve.logged_actions import LoggedAction, Turn
from tests.reference.games import build_small
from tests.unit.table.serve.visitors import Visitor, keys_offered, visiting

CARD = """\
kind: content
kinds:
  - {id: card, title: {en: Card}, fields: {does: {type: effect}}}
components:
  - {id: spy, kind: card, title: {en: Spy}, does: choose_coin, source: {doc: DOC, place: a}}
counters:
  - {id: coin, title: {en: Coin}, per: [seat], min: 0, max: 9}
procedures:
  - id: play
    does: "ask seat(1): turn"
  - id: turn
    title: {en: Turn}
    does: |
      choose:
        play_card: do spy.does
        wait: gain 1 coin
  - id: choose_coin
    title: {en: Secret}
    does: |
      choose:
        rich: gain 2 coin
        poor: gain 1 coin
"""


def idle(page: str) -> str:
    """The panel of a seat that waits, without its marks."""
    found = re.search(r'<section class="panel idle">(.*?)</section>', page, re.DOTALL)
    assert found is not None, page
    return re.sub(r"\s+", " ", unescape(re.sub(r"<[^>]*>", " ", found[1]))).strip()


def waiting(visitor: Visitor) -> tuple[str, str]:
    """Two people at four in a row: the path of the one who has chosen, and that of the one who is asked."""
    links = visitor.new_table("four_in_a_row", ("human", "human"))
    one, other = (visitor.seat_path(links, seat) for seat in (1, 2))
    if not keys_offered(visitor.get(one).text):
        one, other = other, one
    visitor.choose(one, "1")
    visitor.do(one, do="confirm")
    return one, other


def test_who_waits_reads_what_the_other_is_asked_and_what_it_did_itself() -> None:
    with visiting(names=("four_in_a_row",)) as visitor:
        one, other = waiting(visitor)
        page = visitor.get(one).text
        assert re.fullmatch(r"Waiting for seat \d\. Drop a token What you did last Drop a token: a1", idle(page))
        assert '<span class="asks">Drop a token</span>' in page
        assert "panel idle" not in visitor.get(other).text


def bar(page: str) -> str:
    """What the bar says of the last action."""
    found = re.search(r'<span class="news">(.*?)</p>', page, re.DOTALL)
    return re.sub(r"\s+", " ", unescape(re.sub(r"<svg.*?</svg>|<[^>]*>", "", found[1]))).strip() if found else ""


def test_the_bar_tells_the_last_action_of_the_table_to_whoever_did_it_too() -> None:
    with visiting(names=("four_in_a_row", "klondike")) as visitor:
        one, other = waiting(visitor)
        assert bar(visitor.get(one).text) == "You Drop a token: a1"
        assert re.fullmatch(r"seat \d Drop a token: a1", bar(visitor.get(other).text))
        alone = visitor.new_table("klondike", ("human",))
        visitor.choose(alone, keys_offered(visitor.get(alone).text)[0])
        visitor.do(alone, do="confirm")
        assert bar(visitor.get(alone).text) == "", "who is alone knows what was done"


def test_a_turn_is_told_by_what_it_did_and_not_by_its_end() -> None:
    did, passed = (
        LoggedAction(1, (title,), ShownLine(title, ""), (), (), lights, folds=False)
        for title, lights in (("Use all cards", "r-hex-1"), ("End the turn", ""))
    )
    assert Turn(0, "seat 1", 1, 2, (did, passed)).news is did
    assert Turn(0, "seat 1", 1, 2, (passed,)).news is passed


def test_who_waits_reads_its_score_line_by_line() -> None:
    with visiting(names=("yacht",)) as visitor:
        links = visitor.new_table("yacht", ("human", "human"))
        pages = [visitor.get(visitor.seat_path(links, seat)).text for seat in (1, 2)]
        (page,) = [each for each in pages if "panel idle" in each]
        assert idle(page).endswith("Your score so far Total 0")


def test_nobody_is_told_what_the_text_of_a_component_asks() -> None:
    game = build_small(CARD, 2, 2).game()
    state = rw.start(game, seats=2, seed=1)
    assert asked_of_others(game.blueprint, state, "en") == "Turn"
    rw.step(game, state, offered(game, state)["play_card"])
    assert [*offered(game, state)] == ["rich", "poor"]
    assert asked_of_others(game.blueprint, state, "en") == "Turn"
    state[SEALED] = tuple(state)
    assert asked_of_others(game.blueprint, state, "en") == ""
