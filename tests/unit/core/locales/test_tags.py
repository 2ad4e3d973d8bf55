"""Language tags: their usual spelling, what is none, what stands in for a language that has no words."""

from __future__ import annotations

import pytest

from rulewright.core.locales.tags import is_tag, stand_ins, usual_tag
from rulewright.core.locales.wording import language_in, title_in

TAGS = ["de", "de-AT", "zh-Hant-TW", "sr-Latn", "es-419", "ca-valencia", "yue", "de-CH-1901", "sl-rozaj-biske"]
NO_TAGS = ["", "d", "german", "de-", "-de", "de--AT", "de-ABC", "../de", "de AT", "de\n", "d\u0435", "x-kling", "de-a"]
LONG = "de-" + "-".join(["abcdefgh"] * 4)


@pytest.mark.parametrize("tag", TAGS)
def test_a_tag_in_its_usual_spelling_stays_as_it_is(tag: str) -> None:
    assert is_tag(tag)
    assert {usual_tag(each) for each in (tag, tag.upper(), tag.lower(), tag.replace("-", "_"), f" {tag} ")} == {tag}


@pytest.mark.parametrize("text", [*NO_TAGS, LONG])
def test_what_is_no_tag_is_none(text: str) -> None:
    assert not is_tag(text)
    assert usual_tag(text) is None or text == "de\n"


def test_a_language_is_stood_in_for_by_the_nearest() -> None:
    assert stand_ins("zh-Hant-TW") == ("zh-Hant-TW", "zh-Hant", "zh", "en")
    assert stand_ins("en-GB") == ("en-GB", "en")
    title = {"en": "Tile", "de": "Plättchen", "pt-BR": "Peça", "fr": ""}
    shown = {each: title_in(title, each, "") for each in ("de-AT", "pt", "pt-BR", "fr", "en-GB")}
    assert shown == {"de-AT": "Plättchen", "pt": "Tile", "pt-BR": "Peça", "fr": "Tile", "en-GB": "Tile"}
    assert [language_in(title, each) for each in ("de-AT", "fr")] == ["de", "en"]
