"""Whole handbooks: valid, complete, the same every time, and safe whatever a ruleset is called."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest

from rulewright.author.handbook.gathering import material_of
from rulewright.author.handbook.handbook_page import Handbook, handbook
from rulewright.author.handbook.material import Material
from rulewright.author.handbook.origins import marked
from rulewright.core.locales.catalogue import languages
from rulewright.core.pipeline import RulesetError, shipped_names
from rulewright.table.pages.html import anchor
from tests.unit.author.handbook.lagoon import EVIL, write
from tests.unit.author.handbook.strict_html import Page, read

ROOT = Path(__file__).resolve().parents[4]
LARGEST = 3_000_000


@cache
def material(name: str) -> Material:
    return material_of(name)


@cache
def made(name: str, language: str) -> Handbook:
    return handbook(material(name), language)


@cache
def page(name: str, language: str) -> Page:
    return read(made(name, language).html)


@pytest.fixture(scope="module")
def lagoon(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write(tmp_path_factory.mktemp("lagoon"))


BY_DEFAULT = (("ceres", "fr"), ("tutorial", "pl"))
PAGES = [(name, language) for name in shipped_names() for language in languages()]


@pytest.mark.parametrize(
    ("name", "language"),
    [each if each in BY_DEFAULT else pytest.param(*each, marks=pytest.mark.slow) for each in PAGES],
)
def test_a_shipped_ruleset_has_a_valid_page_in_every_language(name: str, language: str) -> None:
    assert page(name, language).faults == []
    assert len(made(name, language).html.encode()) < LARGEST


@pytest.mark.sampled(1)
@pytest.mark.parametrize("name", shipped_names())
def test_every_rule_entry_and_module_has_a_place_of_its_own(name: str) -> None:
    ids = set(page(name, "en").ids)
    told = material(name)
    assert {anchor("rule", rule.id) for rule in told.rules} <= ids
    assert {article.anchor for article in told.articles()} <= ids
    assert {anchor("module", module.id) for module in told.modules} <= ids
    assert told.rules


@pytest.mark.sampled(1)
@pytest.mark.parametrize("name", shipped_names())
def test_every_effect_text_and_every_printed_value_stands_on_the_page(name: str) -> None:
    text = " ".join(" ".join(page(name, "en").texts).split())
    squeezed = "".join(text.split())
    for article in material(name).section("procedures"):
        does = article.node.get("does")
        assert does is not None
        assert "".join(does.text.split()) in squeezed, article.id  # type: ignore[union-attr]


@pytest.mark.sampled(1)
@pytest.mark.parametrize("name", shipped_names())
def test_every_reconstructed_value_is_marked_with_its_reason(name: str) -> None:
    html = made(name, "en").html
    told = material(name)
    wanted: dict[str, int] = {}
    for article, _, reason in marked(told):
        found = told.find(reason, article)
        assert found is not None
        wanted[found.anchor] = wanted.get(found.anchor, 0) + 1
    for place, count in wanted.items():
        assert len(re.findall(rf'<sup class="rec"><a href="#{re.escape(place)}"', html)) >= count, place


def test_titles_that_a_language_lacks_are_in_english_with_a_mark(lagoon: Path) -> None:
    html = handbook(material_of(str(lagoon)), "pl").html
    assert '<html lang="pl">' in html
    assert '<i lang="en">Night</i>' in html
    assert '<footer><p><i lang="en"></i>: tylko po angielsku</p>' in html
    assert [made("tutorial", each).html.count('<i lang="en">') for each in ("pl", "en")] == [1, 0]


def test_titles_of_the_language_of_the_page_have_no_mark(lagoon: Path) -> None:
    html = handbook(material_of(str(lagoon)), "pl").html
    assert "<h1" in html
    assert 'id="top">Laguna</h1>' in html
    assert ">Wyspa 2</a>" in html


@pytest.mark.parametrize("language", languages())
def test_nothing_that_a_ruleset_says_runs(lagoon: Path, language: str) -> None:
    html = handbook(material_of(str(lagoon), None, lagoon.parent / "rich.yaml"), language).html
    found = read(html)
    assert found.faults == []
    assert found.tags.count("script") == 1
    assert found.tags.count("style") == 1
    assert "img" not in found.tags
    assert EVIL not in html
    assert [text for text in found.texts if EVIL in text], found.texts


def test_the_page_lets_only_its_own_script_run_and_fetches_nothing(lagoon: Path) -> None:
    from base64 import b64encode
    from hashlib import sha256

    html = handbook(material_of(str(lagoon)), "en").html
    found = read(html)
    digest = b64encode(sha256("".join(found.scripts).encode()).digest()).decode()
    policy = re.search(r'http-equiv="Content-Security-Policy" content="([^"]*)"', html)
    assert policy is not None
    assert f"script-src &#39;sha256-{digest}&#39;" in policy.group(1)
    assert "default-src &#39;none&#39;" in policy.group(1)
    assert found.fetched == []
    assert "url(" not in html
    assert "@import" not in html


@pytest.mark.slow
def test_a_page_is_the_same_every_time(lagoon: Path) -> None:
    code = (
        "import sys; from rulewright.author.handbook.gathering import material_of\n"
        "from rulewright.author.handbook.handbook_page import handbook\n"
        "from hashlib import sha256\n"
        "print(sha256(handbook(material_of(sys.argv[1]), 'en').html.encode()).hexdigest())"
    )
    digests = {
        subprocess.run(
            [sys.executable, "-c", code, str(lagoon)], capture_output=True, text=True, check=True, cwd=ROOT,
            env={**os.environ, "PYTHONHASHSEED": seed},
        ).stdout
        for seed in ("1", "2")
    }  # fmt: skip
    assert len(digests) == 1
    assert len(digests.pop().strip()) == 64


def test_a_ruleset_with_mistakes_has_no_page(lagoon: Path, tmp_path: Path) -> None:
    broken = write(tmp_path)
    file = broken / "base" / "all.yaml"
    file.write_text(file.read_text("utf-8").replace("visible: all", "visibel: all"), "utf-8")
    with pytest.raises(RulesetError) as fault:
        material_of(str(broken))
    assert [each for each in fault.value.diagnostics if each.code == "unknown-key"], fault.value.diagnostics
    with pytest.raises(RulesetError) as fault:
        material_of(str(lagoon), ("base", "nihgt"))
    assert [each.code for each in fault.value.diagnostics] == ["unknown-module"]
