"""A visitor reads the language it picked, or else the one that its browser asks for."""

from __future__ import annotations

import pytest

from rulewright.table.serve.site import accepted_language
from tests.unit.table.serve.visitors import visiting

OFFERED = ("en", "fr", "pl")


@pytest.mark.parametrize(
    ("header", "wanted"),
    [
        ("fr", "fr"), ("fr-CA,fr;q=0.9,en;q=0.8", "fr"), ("de,pl;q=0.5,en;q=0.7", "en"), ("PL-pl , en", "pl"),
        ("de, *;q=0.5", None), ("", None), ("fr;q=0", None), ("fr;q=9, pl;q=x, ;;,", None), (f"{'de,' * 200}pl", None),
        ("en;q=0.5,fr;q=0.5", "en"),
    ],
)  # fmt: skip
def test_the_language_wanted_most_is_found_and_nonsense_says_nothing(header: str, wanted: str | None) -> None:
    assert accepted_language(header, OFFERED) == wanted


def test_what_a_visitor_picks_goes_before_what_its_browser_asks_for() -> None:
    with visiting() as visitor:
        visitor.client.headers["accept-language"] = "fr"
        assert '<html lang="fr"' in visitor.get("/").text
        visitor.post("/language", language="pl")
        assert '<html lang="pl"' in visitor.get("/").text
