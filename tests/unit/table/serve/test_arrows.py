"""Signs of the log on a page: one sort of arrow, and never two of them in one thing that is told, in any language."""

from __future__ import annotations

import re
from html import unescape

import pytest

from rulewright.core.locales.catalogue import languages
from rulewright.table.serve import links
from tests.unit.table.serve.test_leaving import live_of
from tests.unit.table.serve.visitors import visiting

GAMES = ("tutorial", "dominoes", "draughts", "oh_hell", "mancala")
_LINES = re.compile(
    r'<(?:p class="action"|summary|li data-lights|a class="step")[^>]*>(.*?)</(?:p|summary|li|a)>', re.DOTALL
)


def told(page: str) -> list[str]:
    """What the lines of a page tell, each thing by itself."""
    lines = (" ".join(unescape(re.sub("<[^>]+>", "", each)).split()) for each in _LINES.findall(page))
    return [part for line in lines for part in line.split("; ")]


@pytest.mark.parametrize("ruleset", GAMES)
def test_one_thing_that_is_told_has_one_arrow_at_most(ruleset: str) -> None:
    with visiting(names=(ruleset,)) as visitor:
        seats = ("human", *["random"] * (3 if ruleset == "oh_hell" else 1))
        visitor.new_table(ruleset, seats)
        live = live_of(visitor, 1)
        live.policies = ("random",) * len(seats)
        for _ in range(6):
            live.bots_choose(20)
        live.policies = live.record.policies
        path = links.path(visitor.site.secret, 1, "1")
        seen, wrong = 0, []
        for language in languages():
            for page in ("", "log", f"replay?at={live.seen_until}", f"steps?from={max(0, live.seen_until - 4)}"):
                lines = told(visitor.get(f"{path}{page}", headers={"accept-language": language}).text)
                seen += len(lines)
                wrong += [f"{language} {page}: {each}" for each in lines if each.count("→") > 1 or "->" in each]
        assert wrong == []
        assert seen > 40
