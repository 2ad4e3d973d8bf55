"""What just happened is seen at one glance: in the bar, at a desk and on a phone, and in a log whose actors stay."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.unit.table.serve.browsers import Watched
from tests.unit.table.serve.in_browser.test_overlaps import TABLES, played
from tests.unit.table.serve.serving import answering

SEEN = """
() => {
  const box = (each) => each?.getBoundingClientRect();
  const [bar, news, state] = [".banner", ".news", ".saying .state"].map((each) => box(document.querySelector(each)));
  const log = box(document.querySelector("#log .log-head"));
  const turns = [...document.querySelectorAll("#log .turn")];
  const low = box(document.querySelector("#log")).bottom;
  const lines = [...document.querySelectorAll("#log .action > summary, #log p.action")];
  return {
    told: document.querySelector(".news")?.innerText.replace(/\\s+/g, " ").trim() ?? "",
    inside: !!news && news.top >= bar.top && news.bottom <= bar.bottom && news.width > 60,
    clear: !!news && (news.left >= state.right || news.top >= state.bottom - 1),
    cut: [...document.querySelectorAll(".news")].filter((each) => getComputedStyle(each).whiteSpace === "nowrap")
      .length,
    headless: turns.filter((each) => {
      const [turn, name] = [box(each), box(each.querySelector("h3"))];
      const seen = turn.bottom - 2 > log.bottom && turn.top < low;
      return seen && turn.bottom - log.bottom > name.height && name.top < log.bottom - 2;
    }).length,
    high: lines.filter((each) => box(each).height > 78).length,
  };
}
"""


@pytest.mark.sampled(3)
@pytest.mark.parametrize("width", [390, 1280])
@pytest.mark.parametrize("table", ["crazy_eights", "rummy", "skymines", "ceres", "small_chess", "shares"])
def test_the_bar_says_what_another_seat_did_last(browser: Watched, tmp_path: Path, table: str, width: int) -> None:
    ruleset, fields = TABLES[table]
    phone = width < 600
    with answering(tmp_path / "kept", ruleset) as address:
        path = played(address, ruleset, fields)["seat"]
        page = browser.page(width, 844, reduced_motion="reduce", has_touch=phone, is_mobile=phone)
        page.goto(address + path)
        seen = page.evaluate(SEEN)
        browser.close_pages()
    assert seen["told"].startswith(("seat ", "You ")), seen
    assert not seen["told"].startswith("seat 1"), seen
    assert {each: seen[each] for each in ("inside", "clear", "cut", "headless", "high")} == {
        "inside": True, "clear": True, "cut": 0, "headless": 0, "high": 0,
    }  # fmt: skip
