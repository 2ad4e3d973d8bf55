"""Content that rulesets share: the same game as with a copy of it, and the same for ever."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from rulewright.core.load import shared_content
from rulewright.core.load.bundled import SHARED, shipped_root
from rulewright.core.load.folder import read_ruleset
from rulewright.core.load.outline import read_outline
from rulewright.core.load.reader import as_plain
from rulewright.core.load.shared_content import shared_file, shared_names
from rulewright.core.pipeline import Choice, build_ruleset

MANIFEST = """\
kind: ruleset
id: snap
title: {en: Snap, pl: Cap, fr: Bataille}
seats: {min: 2, max: 2}
languages: [en]
begins: snap
"""
GAME = """\
kind: content
zones:
  - {id: deck, title: {en: Deck}, holds: card, visible: all, start: "true"}
procedures:
  - snap(): |
      pick c from deck where c.suit is hearts
      move c under deck
"""
FOR_EVER = {
    "french_cards": "7b980f193b43269a",
    "french_cards_ace_high": "1fa40fdc4d20da33",
    "french_suits": "e5c2e4f9b55733d5",
}


def written(root: Path, needs: str, game: str = GAME) -> Path:
    (root / "base").mkdir(parents=True)
    (root / "ruleset.yaml").write_text(f"{MANIFEST}needs: [{needs}]\n" if needs else MANIFEST, "utf-8")
    (root / "rules.yaml").write_text("kind: ledger\nruleset: snap\nrules: {snap: Snap.}\n", "utf-8")
    (root / "base/game.yaml").write_text(game, "utf-8")
    return root


def in_three_languages(root: Path) -> Path:
    path = root / "ruleset.yaml"
    path.write_text(path.read_text("utf-8").replace("[en]", "[en, pl, fr]"), "utf-8")
    return root


def digest(root: Path) -> str:
    built = build_ruleset(Choice(str(root)))
    assert built.diagnostics == ()
    return built.game().blueprint.digest


def test_what_a_game_needs_is_the_same_as_a_copy_of_it(tmp_path: Path) -> None:
    one, other = written(tmp_path / "one", "french_cards"), in_three_languages(written(tmp_path / "other", ""))
    for number, name in enumerate(("french_suits", "french_cards")):
        for path in (shipped_root() / SHARED / name).glob("*.yaml"):
            if path.name != "module.yaml":
                text = path.read_text("utf-8").replace(", source: {doc: PACK, place: Cards}", "")
                (other / "base" / f"a{number}_{path.name}").write_text(text, "utf-8")
    assert digest(one) == digest(other)


@pytest.mark.parametrize("name", shared_names())
def test_what_is_shared_never_changes(name: str, tmp_path: Path) -> None:
    """Saved games of anybody's rulesets go by it: another pack gets another name."""
    game = "kind: content\nprocedures:\n  - snap(): nothing\n"
    assert digest(written(tmp_path / "snap", name, game)) == FOR_EVER[name]


def test_what_a_game_changes_of_what_it_shares_can_be_changed_again(tmp_path: Path) -> None:
    own = GAME + "patches:\n  - {change: hearts_king, set: {rank: 20}, because: it is high here}\n"
    root = written(tmp_path / "snap", "french_cards", own)
    variant = tmp_path / "low.yaml"
    variant.write_text(
        "kind: variant\nvariant: low\ntitle: {en: Low}\nextends: snap\n"
        "patches:\n  - {change: hearts_king, set: {rank: 0}, because: it is low}\n",
        "utf-8",
    )
    for chosen, rank in ((None, 20), (variant, 0)):
        built = build_ruleset(Choice(str(root), variant=chosen))
        assert built.diagnostics == ()
        assert built.assembly is not None
        king = built.assembly.entry("hearts_king")
        assert king is not None
        assert as_plain(king.node)["rank"] == rank


def test_an_unknown_name_is_told_with_those_there_are(tmp_path: Path) -> None:
    (found,) = read_ruleset(written(tmp_path / "snap", "french_card")).diagnostics
    assert (found.code, found.span.line, found.span.column) == ("unknown-name", 7, 9)
    assert (found.message, found.hint) == ("no shared content is named 'french_card'", "did you mean 'french_cards'?")


def test_each_comes_once_and_after_what_it_needs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name, needs in (("a", "b, c"), ("b", "c"), ("c", "a")):
        folder = tmp_path / SHARED / name
        folder.mkdir(parents=True)
        (folder / "module.yaml").write_text(f"kind: module\nid: {name}\ntitle: {{en: X}}\nneeds: [{needs}]\n", "utf-8")
        (folder / f"{name}.yaml").write_text("kind: content\n", "utf-8")
    monkeypatch.setattr(shared_content, "shipped_root", lambda: tmp_path)
    source = read_ruleset(written(tmp_path / "snap", "a, c"))
    assert source.diagnostics == ()
    assert [file.name for _, file in source.contents()] == [
        "shared/c/c.yaml", "shared/b/b.yaml", "shared/a/a.yaml", "snap/base/game.yaml",
    ]  # fmt: skip


def test_a_fault_in_what_is_shared_has_its_file() -> None:
    assert shared_file("shared/french_suits/suits.yaml") == shipped_root() / "shared/french_suits/suits.yaml"
    assert shared_file("shared/game.yaml") is None
    assert shared_file("snap/base/game.yaml") is None


def test_the_base_needs_no_manifest(tmp_path: Path) -> None:
    root = written(tmp_path / "snap", "")
    (module,) = read_ruleset(root).modules
    outline = read_outline(root)
    assert (module.id, module.has_manifest(), outline.default) == ("base", False, ("base",))
    assert outline.titles == {"base": {"en": "Snap", "pl": "Cap", "fr": "Bataille"}}
    shutil.copytree(root / "base", root / "storm")
    assert [each.message for each in read_ruleset(root).diagnostics] == ["'storm' has no module.yaml"]
