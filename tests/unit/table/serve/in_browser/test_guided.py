"""The guided game of Gulls, played to its end as a newcomer would: whatever the page advises is done by a click."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.unit.table.serve.browsers import Watched, settled, start

_MOST = 80
_ADVICE = {
    "en": ("A full beak", "The end of the pier", "A fish in your beak", "Fly home", "Snatch"),
    "pl": ("Pełny dziób", "Koniec mola", "Ryba w dziobie", "Leć do gniazda", "Złap kartę"),
    "fr": ("Un bec plein", "Le bout de la jetée", "Un poisson dans le bec", "Rentrer au nid", "Attraper une carte"),
}


@pytest.mark.slow
@pytest.mark.parametrize("language", ["en", "pl", "fr"])
def test_a_newcomer_is_guided_to_the_end_of_the_game(browser: Watched, address: str, language: str) -> None:
    full, end, one, home, snatch = _ADVICE[language]
    page = browser.page(reduced_motion="reduce")
    page.context.add_cookies([{"name": "language", "value": language, "url": address}])
    start(page, address, "tutorial", "human", "random", seed=3)
    seen: set[str] = set()
    for _ in range(_MOST):
        if page.locator("#confirm").count():
            page.locator("#confirm").click()
            settled(page)
            continue
        options = page.locator("#panel .options button")
        if not options.count():
            break
        taught = page.locator("#hint").inner_text()
        told = {each for each in (full, end, one) if each in taught}
        seen |= told
        wanted = home if told & {full, end} else snatch
        options.filter(has_text=re.compile(wanted)).first.click()
        settled(page)
    expect(page.locator(".winner")).to_be_in_viewport()
    assert seen == {full, end, one}, "each step of the guided game was shown where it fits"
