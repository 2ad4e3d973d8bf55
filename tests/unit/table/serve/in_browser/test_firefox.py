"""What pages do is the same in Firefox: a game is played by clicks and by keys, nothing is wider than the page."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.unit.table.serve.firefox import Firefox, firefox

pytestmark = pytest.mark.slow
_SETTLED = "document.querySelector('#table') && !document.querySelector('#table').ariaBusy"
_FORM = """
document.querySelector("[name=seed]").value = "7";
document.querySelector("[name=seat-2]").value = "random";
"""


@pytest.fixture(name="fox", scope="module")
def a_firefox() -> Iterator[Firefox]:
    with firefox() as found:
        yield found
        assert found.complaints == []


def sit_down(fox: Firefox, address: str, ruleset: str, width: int) -> None:
    fox.size(width, 900)
    fox.goto(f"{address}/new?ruleset={ruleset}")
    fox.ask(_FORM)
    fox.click("button[value=start]")
    fox.until("document.querySelector('#table .banner')")


def is_there(fox: Firefox, selector: str) -> bool:
    return bool(fox.ask(f"!!document.querySelector('{selector}')"))


def act(fox: Firefox) -> None:
    """Confirm where that is all there is to do, else choose the first option, and wait for the new picture."""
    now = fox.ask("document.querySelector('[name=at]').value")
    fox.click("#confirm" if is_there(fox, "#confirm") else "button[name=offer]")
    fox.until(f"{_SETTLED} && document.querySelector('[name=at]')?.value !== {now!r}")


@pytest.mark.parametrize("width", [390, 1280])
@pytest.mark.parametrize("ruleset", ["tutorial", "skymines", "ceres"])
def test_choices_are_made_by_clicks_and_nothing_is_wider_than_the_page(
    fox: Firefox, address: str, ruleset: str, width: int
) -> None:
    sit_down(fox, address, ruleset, width)
    for _ in range(8):
        act(fox)
        assert fox.ask("document.documentElement.scrollWidth") <= width
        if is_there(fox, ".standing"):
            break
    assert fox.ask("document.querySelectorAll('.log .action').length") > 0


def test_a_thing_on_the_table_is_clicked_and_taken_back_by_a_key(fox: Firefox, address: str) -> None:
    sit_down(fox, address, "skymines", 1280)
    asked = fox.ask("document.querySelector('#question').innerText")
    fox.click("#choosing button.open")
    fox.until(f"{_SETTLED} && document.querySelector('.trail li')")
    fox.press("u")
    fox.until(f"{_SETTLED} && !document.querySelector('.trail li')")
    assert fox.ask("document.querySelector('#question').innerText") == asked


def test_a_whole_game_is_played_to_its_result_in_sight(fox: Firefox, address: str) -> None:
    sit_down(fox, address, "tutorial", 1280)
    for _ in range(80):
        if is_there(fox, ".standing"):
            break
        act(fox)
    assert is_there(fox, ".winner")
    top = fox.ask("document.querySelector('.winner').getBoundingClientRect().top")
    assert 0 <= float(top) < 900
