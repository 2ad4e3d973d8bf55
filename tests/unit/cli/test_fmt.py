"""`rulewright fmt` at the command line: what it writes, what it leaves, what it tells."""

from __future__ import annotations

import io
import json
import os
import stat
import sys
from pathlib import Path

import pytest

from rulewright.cli import run

UGLY = "kind:   content\nprocedures:\n- {id: p,does: gain  1 coin}\n"
NEAT = "kind: content\nprocedures:\n  - {id: p, does: gain 1 coin}\n"
BROKEN = "kind: content\nprocedures:\n- {id: p, does: gain 1 coin\n"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "ugly.yaml").write_text(UGLY)
    (tmp_path / "neat.yaml").write_text(NEAT)
    (tmp_path / "foreign.yaml").write_text("on:   push\n")
    (tmp_path / ".hidden").mkdir()
    (tmp_path / ".hidden" / "ugly.yaml").write_text(UGLY)
    return tmp_path


def test_the_files_of_a_folder_are_formatted_and_others_left(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["fmt"]) == 0
    assert capsys.readouterr().out.splitlines() == [
        "formatted ugly.yaml",
        "1 file formatted, 1 file in canonical layout already",
    ]
    assert (folder / "ugly.yaml").read_text() == NEAT
    assert (folder / "foreign.yaml").read_text() == "on:   push\n"
    assert (folder / ".hidden" / "ugly.yaml").read_text() == UGLY
    assert sorted(each.name for each in folder.iterdir()) == [".hidden", "foreign.yaml", "neat.yaml", "ugly.yaml"]


def test_check_lists_files_and_changes_nothing(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["fmt", "--check", "."]) == 1
    assert "would format ugly.yaml" in capsys.readouterr().out
    assert (folder / "ugly.yaml").read_text() == UGLY
    assert run(["fmt", "--check", "neat.yaml"]) == 0


def test_diff_shows_lines_and_changes_nothing(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["fmt", "--diff", "ugly.yaml"]) == 0
    shown = capsys.readouterr().out
    assert shown.startswith("--- ugly.yaml\n+++ ugly.yaml (formatted)\n")
    assert "-- {id: p,does: gain  1 coin}\n" in shown
    assert "+  - {id: p, does: gain 1 coin}\n" in shown
    assert (folder / "ugly.yaml").read_text() == UGLY


def test_a_broken_file_is_told_of_and_left_while_others_are_formatted(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / "broken.yaml").write_text(BROKEN)
    assert run(["fmt", "."]) == 1
    told = capsys.readouterr()
    assert "broken.yaml:4:1: error[yaml-syntax]" in told.err or "broken.yaml:3" in told.err
    assert "broken.yaml is unchanged" in told.err
    assert "1 file with errors" in told.out
    assert (folder / "broken.yaml").read_text() == BROKEN
    assert (folder / "ugly.yaml").read_text() == NEAT


def test_a_mistake_in_an_effect_text_is_shown_at_its_place(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "slip.yaml").write_text("kind: content\nprocedures:\n  - {id: p, does: gain 1}\n")
    assert run(["fmt", "slip.yaml"]) == 1
    assert "slip.yaml:3:24: error[effect-syntax]" in capsys.readouterr().err


def test_bytes_that_are_no_text_are_told_of(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "bytes.yaml").write_bytes(b"kind: \xff\n")
    assert run(["fmt", "bytes.yaml"]) == 1
    assert "error[not-utf8]" in capsys.readouterr().err


def test_windows_line_ends_and_marks_are_normal_input(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "neat.yaml").write_bytes(("\ufeff" + NEAT.rstrip("\n")).replace("\n", "\r\n").encode())
    assert run(["fmt", "--diff", "neat.yaml"]) == 0
    assert "\\r" in capsys.readouterr().out
    assert run(["fmt", "neat.yaml"]) == 0
    assert (folder / "neat.yaml").read_bytes() == NEAT.encode()


def test_permissions_and_links_stay(folder: Path) -> None:
    (folder / "ugly.yaml").chmod(0o640)
    (folder / "link.yaml").symlink_to("ugly.yaml")
    assert run(["fmt", "link.yaml"]) == 0
    assert (folder / "link.yaml").is_symlink()
    assert (folder / "ugly.yaml").read_text() == NEAT
    assert stat.S_IMODE((folder / "ugly.yaml").stat().st_mode) == 0o640


def test_a_write_that_fails_leaves_the_old_file_whole(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise OSError(28, "No space left on device", "ugly.yaml")

    monkeypatch.setattr(os, "fsync", fail)
    assert run(["fmt", "ugly.yaml"]) == 3
    assert (folder / "ugly.yaml").read_text() == UGLY
    assert not list(folder.glob(".ugly*"))


def test_standard_input_goes_to_standard_output(
    monkeypatch: pytest.MonkeyPatch, capsysbinary: pytest.CaptureFixture[bytes]
) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(UGLY.encode())))
    assert run(["fmt", "-"]) == 0
    assert capsysbinary.readouterr().out == NEAT.encode()
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(BROKEN.encode())))
    assert run(["fmt", "-"]) == 1
    told = capsysbinary.readouterr()
    assert told.out == b""
    assert b"<stdin>" in told.err


def test_standard_input_that_is_refused_is_not_counted_as_unchanged(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for text, counted in ((BROKEN, ([], ["<stdin>"], 0)), (UGLY, (["<stdin>"], [], 0)), (NEAT, ([], [], 1))):
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(text.encode())))
        run(["fmt", "-", "--format", "json"])
        told = json.loads(capsys.readouterr().out)
        assert (told["changed"], told["refused"], told["unchanged"]) == counted


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["nowhere"], "there is no file or folder 'nowhere'"),
        (["skymines"], "for a shipped ruleset, give its path"),
        (["notes.txt"], "'notes.txt' is not a .yaml file"),
        (["-", "ugly.yaml"], "'-' means standard input"),
    ],
)
def test_wrong_usage_is_told(
    folder: Path, arguments: list[str], words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / "notes.txt").write_text("a")
    assert run(["fmt", *arguments]) == 2
    assert words in capsys.readouterr().err


def test_json_names_the_files(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "broken.yaml").write_text(BROKEN)
    assert run(["fmt", "--check", "--format", "json"]) == 1
    told = json.loads(capsys.readouterr().out)
    assert (told["changed"], told["refused"], told["unchanged"]) == (["ugly.yaml"], ["broken.yaml"], 1)
    assert told["diagnostics"][0]["code"] == "yaml-syntax"
