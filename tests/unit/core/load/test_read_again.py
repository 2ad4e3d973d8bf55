"""A small file is read once for several module sets, and again whenever its bytes or its name are others."""

from __future__ import annotations

from pathlib import Path

from rulewright.core.load.files import read_file


def test_a_file_is_read_again_only_if_it_is_another(tmp_path: Path) -> None:
    path = tmp_path / "cards.yaml"
    path.write_text("kind: content\n", "utf-8")
    first, _ = read_file(path, "cards.yaml")
    again, _ = read_file(path, "cards.yaml")
    assert again.node is first.node
    elsewhere, _ = read_file(path, "other.yaml")
    assert elsewhere.node is not None
    assert elsewhere.node.span.file == "other.yaml"
    path.write_text("kind: [\n", "utf-8")
    changed, faults = read_file(path, "cards.yaml")
    assert changed.node is None
    assert [each.span.file for each in faults] == ["cards.yaml"]
    assert read_file(path, "cards.yaml")[1] == faults
