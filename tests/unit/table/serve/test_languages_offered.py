"""The browser offers our languages and those of the games; where we have no words, that is said once."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

pytest.importorskip("starlette")

from rulewright.core.locales.catalogue import languages, phrases
from rulewright.core.pipeline import shipped_root
from tests.unit.table.serve.visitors import visiting

SWEDISH = """\
kind: translation
language: sv
texts:
  /title: {en: Gulls, sv: Måsar}
  snatching.title: {en: Snatch, sv: Sno}
  take_turn.wording.snatch: {en: Snatch, sv: Sno ett kort}
"""


def test_a_game_brings_a_language_that_we_have_no_words_in(tmp_path: Path) -> None:
    root = Path(shutil.copytree(shipped_root() / "tutorial", tmp_path / "gulls"))
    (root / "translations" / "sv.yaml").write_text(SWEDISH, "utf-8")
    said = phrases("en", "browser")("not_spoken")
    with visiting(names=(str(root),)) as visitor:
        page = visitor.get("/").text
        assert 'value="sv" lang="sv">sv</button>' in page
        assert said not in page
        page = visitor.post("/language", language="sv", back="/").text
        assert "Måsar" in page
        assert page.count(said) == 1
        assert phrases("en", "browser")("new_table") in page
        page = visitor.get(f"/new?ruleset={root}").text
        assert "Måsar" in page
        assert said not in page
        page = visitor.post("/language", language="xx", back="/").text
        assert 'value="en" lang="en" aria-current="true"' in page


def test_a_server_offers_no_language_that_nothing_is_in() -> None:
    with visiting(names=("nim",)) as visitor:
        page = visitor.get("/").text
        assert [each for each in ("sv", *languages()) if f'value="{each}"' in page] == [*languages()]


@pytest.mark.parametrize("language", languages())
def test_our_own_languages_need_no_excuse(language: str) -> None:
    with visiting(names=("tutorial",)) as visitor:
        page = visitor.post("/language", language=language, back="/").text
        assert f'<html lang="{language}">' in page
        assert phrases(language, "browser")("not_spoken") not in page
