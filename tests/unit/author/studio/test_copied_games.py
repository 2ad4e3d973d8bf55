"""Copies of the example games: the same game under a name of its own, without mistakes, whose scenarios pass."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright.author.at_tables import STUDIO
from rulewright.core.pipeline import Choice, build_ruleset, shipped_folder
from rulewright.table.serve.studio.example_games import examples
from rulewright.table.serve.studio.studio_tools import CannotStudy
from tests.reference.pictured import PICTURES, write_pictured


@pytest.mark.parametrize("name", [each.name for each in examples()])
def test_a_copy_is_right_and_its_scenarios_pass(name: str, tmp_path: Path) -> None:
    root = shipped_folder(name)
    assert root is not None
    folder = STUDIO.copied(root, "mine", tmp_path)
    study = STUDIO.study(folder)
    paths = sorted(folder.rglob("*.yaml"))
    assert {path.name for path in paths} == {path.name for path in root.rglob("*.yaml")}
    assert [each for path in paths for each in study.looked(path, path.read_text("utf-8"), typing=False).problems] == []
    results = [study.tests(path) for path in sorted(folder.glob("scenarios/*.yaml"))]
    assert [each for _, problems in results for each in problems] == []
    assert [each for tests, _ in results for each in tests if not each.passed] == []
    assert STUDIO.packed(folder)[0] == "mine-1.0.0.zip"
    texts = "".join(path.read_text("utf-8") for path in paths)
    assert "id: mine" in texts
    assert f"extends: {name}\n" not in texts
    assert f"ruleset: {name}\n" not in texts


def test_a_copy_has_the_pictures_of_its_game(tmp_path: Path) -> None:
    root = write_pictured(tmp_path / "small")
    (root / "pictures" / "note.md").write_text("drawn by hand", "utf-8")
    (root / "pictures" / "away.png").symlink_to(tmp_path / "secret.png")
    (tmp_path / "secret.png").write_bytes(PICTURES["inn.png"])
    (root / "base" / "pictures").mkdir()
    (root / "base" / "pictures" / "fox.png").write_bytes(PICTURES["inn.png"])
    folder = STUDIO.copied(root, "mine", tmp_path / "copies")
    found = {path.relative_to(folder).as_posix(): path.read_bytes() for path in sorted(folder.rglob("*.png"))}
    of_module = {"base/pictures/fox.png": PICTURES["inn.png"]}
    assert found == {f"pictures/{name}": data for name, data in PICTURES.items()} | of_module
    name, data = STUDIO.packed(folder)
    assert (name, b"pictures/inn.png" in data) == ("mine-1.0.0.zip", True)


def test_a_new_game_can_be_shared_as_a_package(tmp_path: Path) -> None:
    assert STUDIO.packed(STUDIO.begun("mine", tmp_path))[0] == "mine-1.0.0.zip"


def test_nothing_is_written_over(tmp_path: Path) -> None:
    root = shipped_folder("nim")
    assert root is not None
    STUDIO.copied(root, "mine", tmp_path)
    (tmp_path / "mine" / "rules.yaml").write_text("mine", "utf-8")
    with pytest.raises(CannotStudy, match="already exists"):
        STUDIO.copied(root, "mine", tmp_path)
    with pytest.raises(CannotStudy, match="already exists"):
        STUDIO.begun("mine", tmp_path)
    assert (tmp_path / "mine" / "rules.yaml").read_text("utf-8") == "mine"


def test_a_copy_takes_shared_content_from_the_same_place_and_can_be_packed(tmp_path: Path) -> None:
    root = shipped_folder("whist")
    assert root is not None
    folder = STUDIO.copied(root, "mine", tmp_path)
    assert "\nneeds: [french_cards_ace_high]\n" in (folder / "ruleset.yaml").read_text("utf-8")
    assert build_ruleset(Choice(str(folder))).diagnostics == ()
    assert STUDIO.packed(folder)[0] == "mine-1.0.0.zip"
