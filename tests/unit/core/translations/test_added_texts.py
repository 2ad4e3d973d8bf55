"""Translations are shown where the English is still what they were made from, and change nothing else of a game."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from rulewright.author.handbook.gathering import material_of
from rulewright.author.handbook.handbook_page import handbook
from rulewright.core.load.folder import variants_in
from rulewright.core.load.outline import read_modules
from rulewright.core.model.game import Blueprint
from rulewright.core.pipeline import Choice, build_ruleset, load_rules, read_whole, shipped_root
from rulewright.core.translations.game_texts import texts_of
from rulewright.table.serve.cards import game_card, match_titles, rule_cards
from tests.unit.cli.commands import PEBBLES

CARDS = """\
kind: content
enumerations:
  - {id: suit, values: [{id: hearts, title: {en: Hearts}}, {id: spades, title: {en: Spades}}]}
kinds:
  - {id: playing_card, title: {en: Card}, fields: {suit: suit, rank: number, note: {type: text, optional: true}}}
components:
  - id: "{suit}_{rank}"
    each: {suit: all, rank: 1..2}
    kind: playing_card
    title: {en: "{rank} of {suit}"}
    note: Keep it
    source: {doc: EN, place: Cards}
zones:
  - {id: pack, holds: playing_card, visible: all}
"""
GHOSTS = "kind: content\npatches:\n  - {change: flint, set: {title: {en: Ghostly flint}}, because: x}\n"


@pytest.fixture
def root(tmp_path: Path) -> Path:
    root = Path(shutil.copytree(PEBBLES, tmp_path / "pebbles"))
    (root / "translations").mkdir()
    return root


def translate(root: Path, *lines: str, language: str = "de", name: str = "de.yaml") -> None:
    text = "\n".join(("kind: translation", f"language: {language}", "texts:", *(f"  {line}" for line in lines)))
    (root / "translations" / name).write_text(text + "\n", "utf-8")


def game(root: Path, *modules: str) -> Blueprint:
    built = build_ruleset(Choice(str(root), modules or None))
    assert built.compiled is not None, built.diagnostics
    return built.compiled.blueprint


def titles(blueprint: Blueprint, domain: str, language: str = "de") -> list[str]:
    return [title.get(language, "") for title in blueprint.domains[domain].titles]


def test_a_text_is_added_and_the_digest_stays(root: Path) -> None:
    plain = game(root)
    translate(root, "flint.title: {en: Flint, de: Feuerstein}", "/title: {en: Pebbles, de: Kiesel}")
    blueprint = game(root)
    assert titles(blueprint, "stone") == ["Feuerstein", ""]
    assert blueprint.title == {"en": "Pebbles", "de": "Kiesel"}
    assert blueprint.digest == plain.digest
    translate(root, "flint.title: {en: Flint, de: Flint}")
    assert game(root).digest == plain.digest


def test_a_text_made_from_other_english_is_not_shown(root: Path) -> None:
    translate(root, "flint.title: {en: Flintstone, de: Feuerstein}", "chalk.title: {en: Chalk, before: C, de: Kreide}")
    assert titles(game(root), "stone") == ["", ""]


def test_a_text_of_the_game_itself_and_the_first_of_several_files_count(root: Path) -> None:
    path = root / "base" / "game.yaml"
    path.write_text(path.read_text("utf-8").replace("{en: Chalk}", "{en: Chalk, de: Kreide}"), "utf-8")
    manifest = root / "ruleset.yaml"
    manifest.write_text(manifest.read_text("utf-8").replace("[en]", "[en, de]"), "utf-8")
    translate(root, "chalk.title: {en: Chalk, de: Kalk}", "flint.title: {en: Flint, de: Feuerstein}")
    translate(root, "flint.title: {en: Flint, de: Flint}", name="more.yaml")
    assert titles(game(root), "stone") == ["Feuerstein", "Kreide"]


def test_two_languages_have_a_file_each(root: Path) -> None:
    translate(root, "flint.title: {en: Flint, de: Feuerstein}")
    translate(root, "flint.title: {en: Flint, zh-Hant: 燧石}", language="zh-Hant", name="zh-Hant.yaml")
    blueprint = game(root)
    assert titles(blueprint, "stone") == ["Feuerstein", ""]
    assert titles(blueprint, "stone", "zh-Hant") == ["燧石", ""]


def test_members_of_a_family_have_the_words_of_its_text(root: Path) -> None:
    (root / "base" / "cards.yaml").write_text(CARDS, "utf-8")
    plain = game(root)
    translate(
        root, 'suit.values.hearts.title: {en: Hearts, de: Herz}', '"{suit}_{rank}.title": {en: "{rank} of {suit}", '
        'de: "{suit} {rank}"}', '"{suit}_{rank}.note": {en: Keep it, de: Behalte sie}',
    )  # fmt: skip
    blueprint = game(root)
    assert titles(blueprint, "playing_card") == ["Herz 1", "Herz 2", "Spades 1", "Spades 2"]
    assert blueprint.printed["hearts_1"]["note"] == {"en": "Keep it", "de": "Behalte sie"}
    assert blueprint.digest == plain.digest


def test_a_text_that_a_module_changes_has_a_record_for_each(root: Path) -> None:
    (root / "ghosts" / "more.yaml").write_text(GHOSTS, "utf-8")
    translate(root, "flint.title: [{en: Flint, de: Feuerstein}, {en: Ghostly flint, de: Geisterstein}]")
    assert titles(game(root), "stone")[0] == "Feuerstein"
    assert titles(game(root, "base", "lanterns", "ghosts"), "stone")[0] == "Geisterstein"
    keys = [(each.key, each.english) for each in texts_of(read_whole(str(root)).source) if each.key == "flint.title"]
    assert keys == [("flint.title", "Flint"), ("flint.title", "Ghostly flint")]


def test_the_cache_knows_a_translation(root: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    assert titles(load_rules(Choice(str(root))).game.blueprint, "stone") == ["", ""]
    translate(root, "flint.title: {en: Flint, de: Feuerstein}")
    for _ in range(2):
        assert titles(load_rules(Choice(str(root))).game.blueprint, "stone") == ["Feuerstein", ""]


def test_manifests_variants_and_matches_are_translated(tmp_path: Path) -> None:
    root = Path(shutil.copytree(shipped_root() / "tutorial", tmp_path / "tutorial"))
    shutil.rmtree(root / "translations", ignore_errors=True)
    (root / "translations").mkdir()
    translate(
        root, "/title: {en: Gulls, nl: Meeuwen}", "base/title: {en: Gulls, nl: Basis}",
        "variants/sleepy_cat/title: {en: The sleepy cat, nl: De slaperige kat}",
        "matches/three_mornings/title: {en: Three mornings, nl: Drie ochtenden}",
        "matches/three_mornings/games.monday.title: {en: Monday, nl: Maandag}", language="nl", name="nl.yaml",
    )  # fmt: skip
    assert game_card(str(root), "nl").title == "Meeuwen"
    assert [each.title for each in rule_cards(variants_in(root), "nl")] == ["De slaperige kat"]
    assert match_titles((str(root),))["three_mornings"]["nl"] == "Drie ochtenden"
    manifest = read_modules(root).modules[0].manifest
    assert manifest is not None
    assert "Basis" in str(manifest.node)
    translate(root, "/title: {en: Gulls, nl: Zeemeeuwen}", language="nl", name="nl.yaml")
    assert game_card(str(root), "nl").title == "Zeemeeuwen"


def test_a_handbook_has_the_words_of_a_translation_and_of_an_example(tmp_path: Path) -> None:
    root = Path(shutil.copytree(shipped_root() / "tutorial", tmp_path / "tutorial"))
    (root / "base" / "cards.yaml").write_text(CARDS.replace("doc: EN", "doc: GULLS"), "utf-8")
    translate(
        root, "herring.title: {en: Herring, nl: Haring}", "suit.values.hearts.title: {en: Hearts, nl: Harten}",
        '"{suit}_{rank}.title": {en: "{rank} of {suit}", nl: "{suit} {rank}"}',
        '"scenarios/a gull snatches a salmon and carries it home/example": '
        "{en: A gull snatches a salmon and carries it home., nl: Een meeuw pakt een zalm.}",
        language="nl", name="nl.yaml",
    )  # fmt: skip
    page = handbook(material_of(str(root)), "nl").html
    for word in ("Haring", "Harten 1", "Een meeuw pakt een zalm."):
        assert word in page, word
