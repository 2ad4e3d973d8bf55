"""Ruleset folders: what is read as what, and that nothing outside is."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from rulewright.core.diagnostics import Diagnostic, Span
from rulewright.core.load.folder import read_ruleset, read_variant, ruleset_above


@pytest.fixture
def root(tmp_path: Path) -> Path:
    folder = tmp_path / "harbour"
    write(folder / "ruleset.yaml", "kind: ruleset\nid: harbour\nmodules: {default: [base]}\n")
    write(folder / "rules.yaml", "kind: ledger\n")
    write(folder / "base/module.yaml", "kind: module\nid: base\n")
    write(folder / "base/cards.yaml", "kind: content\n")
    write(folder / "base/cards/more.yaml", "kind: content\n")
    write(folder / "night/module.yaml", "kind: module\nid: night_side\n")
    write(folder / "variants/short.yaml", "kind: variant\nvariant: short\n")
    write(folder / "scenarios/base/trade.yaml", "kind: scenarios\n")
    write(folder / "README.md", "about\n")
    return folder


def write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)


def codes(diagnostics: tuple[Diagnostic, ...]) -> list[tuple[str, str]]:
    return [(each.code, each.span.file) for each in diagnostics]


def test_folder_is_read_by_its_rooms(root: Path) -> None:
    source = read_ruleset(root)
    assert source.diagnostics == ()
    assert source.id == "harbour"
    assert [(module.id, module.folder) for module in source.modules] == [("base", "base"), ("night_side", "night")]
    assert [file.name for file in source.modules[0].contents] == [
        "harbour/base/cards/more.yaml",
        "harbour/base/cards.yaml",
    ]
    assert [path.name for path in source.variants] == ["short.yaml"]
    assert [path.name for path in source.scenarios] == ["trade.yaml"]


def test_line_of_a_span_is_found(root: Path) -> None:
    assert read_ruleset(root).line_at(Span("harbour/ruleset.yaml", 2, 1)) == "id: harbour"


def test_names_are_relative_to_the_display_root(root: Path) -> None:
    source = read_ruleset(root, root)
    assert source.manifest is not None
    assert source.manifest.name == "ruleset.yaml"


@pytest.mark.parametrize("name", ["ruleset.yaml", "rules.yaml", "night/module.yaml"])
def test_missing_file_is_told(root: Path, name: str) -> None:
    (root / name).unlink()
    if name.startswith("night"):
        write(root / "night/cards.yaml", "kind: content\n")
    assert codes(read_ruleset(root).diagnostics) == [("missing-file", f"harbour/{name}")]


def test_folder_that_is_not_there_is_told(tmp_path: Path) -> None:
    found = {code for code, _ in codes(read_ruleset(tmp_path / "nowhere").diagnostics)}
    assert found == {"missing-file", "unreadable-file"}


@pytest.mark.parametrize("name", ["base/cards.yml", "base/art.png", "notes.txt", "extra.yaml", "variants/old.json"])
def test_unexpected_file_is_told(root: Path, name: str) -> None:
    write(root / name, "x\n")
    assert codes(read_ruleset(root).diagnostics) == [("unexpected-file", f"harbour/{name}")]


def test_faults_inside_files_are_told(root: Path) -> None:
    write(root / "base/cards.yaml", "kind: content\nkind: content\n")
    assert codes(read_ruleset(root).diagnostics) == [("duplicate-key", "harbour/base/cards.yaml")]


def test_manifest_of_any_shape_is_read(root: Path) -> None:
    for text in ("- 1\n", "id: 5\n", "id: [a]\n", "just text\n"):
        write(root / "ruleset.yaml", text)
        write(root / "base/module.yaml", text)
        source = read_ruleset(root)
        assert source.id == "harbour"
        assert source.modules[0].id == "base"


def test_two_modules_of_one_id_are_told(root: Path) -> None:
    write(root / "night/module.yaml", "kind: module\nid: base\n")
    source = read_ruleset(root)
    assert codes(source.diagnostics) == [("duplicate-id", "harbour/night/module.yaml")]
    assert source.diagnostics[0].span.line == 2


def test_link_out_of_the_folder_is_refused(root: Path) -> None:
    write(root.parent / "secret.yaml", "kind: content\n")
    (root / "base/secret.yaml").symlink_to(root.parent / "secret.yaml")
    source = read_ruleset(root)
    assert codes(source.diagnostics) == [("path-escape", "harbour/base/secret.yaml")]
    assert len(source.modules[0].contents) == 2


def test_link_to_a_folder_outside_is_refused(root: Path) -> None:
    (root / "loop").symlink_to(root.parent)
    assert codes(read_ruleset(root).diagnostics) == [("path-escape", "harbour/loop")]


def test_link_to_a_folder_inside_is_not_followed(root: Path) -> None:
    (root / "base/loop").symlink_to(root)
    assert codes(read_ruleset(root).diagnostics) == [("unexpected-file", "harbour/base/loop")]


def test_link_to_a_file_inside_is_followed(root: Path) -> None:
    (root / "night/cards.yaml").symlink_to(root / "base/cards.yaml")
    source = read_ruleset(root)
    assert source.diagnostics == ()
    assert [file.name for file in source.modules[1].contents] == ["harbour/night/cards.yaml"]


def test_pipe_is_not_read(root: Path) -> None:
    os.mkfifo(root / "base/pipe.yaml")
    assert codes(read_ruleset(root).diagnostics) == [("unexpected-file", "harbour/base/pipe.yaml")]


def test_variant_is_read(root: Path) -> None:
    variant, diagnostics = read_variant(root / "variants/short.yaml", root)
    assert diagnostics == ()
    assert variant is not None
    assert variant.keys() == ("kind", "variant")
    assert variant.span.file == "variants/short.yaml"


@pytest.mark.parametrize(
    ("text", "code"), [(None, "unreadable-file"), ("- a\n", "not-a-mapping"), ("a: [\n", "yaml-syntax")]
)
def test_broken_variant_is_told(tmp_path: Path, text: str | None, code: str) -> None:
    if text is not None:
        write(tmp_path / "variant.yaml", text)
    _, diagnostics = read_variant(tmp_path / "variant.yaml")
    assert [each.code for each in diagnostics] == [code]


def test_ruleset_above_a_path_is_the_folder_that_it_lies_in(root: Path) -> None:
    whole = root.resolve()
    assert ruleset_above(root / "variants" / "short.yaml") == whole
    assert ruleset_above(root / "nowhere" / "yet.yaml") == whole
    assert ruleset_above(root) is None
