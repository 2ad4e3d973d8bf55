"""`rulewright doc` as its callers see it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from rulewright.cli import run

PEBBLES = Path(__file__).parent / "pebbles"


def test_the_page_is_written_and_its_size_and_time_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "pebbles.html"
    assert run(["doc", str(PEBBLES), "--out", str(out), "--lang", "fr"]) == 0
    told = capsys.readouterr().out
    assert told.startswith(f"{out}: 0.")
    assert " MB in " in told
    assert "2 rules" in told
    assert '<html lang="fr">' in out.read_text("utf-8")


def test_without_a_file_the_page_goes_to_standard_output(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["doc", str(PEBBLES), "--modules", "base"]) == 0
    page = capsys.readouterr().out
    assert page.startswith("<!doctype html>")
    assert page.endswith("</html>\n")
    assert "Lanterns" not in page


def test_programs_are_told_what_was_written(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "pebbles.html"
    assert run(["doc", str(PEBBLES), "--out", str(out), "--format", "json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["bytes"] == out.stat().st_size
    assert found["counts"]["rules"] == 2
    assert found["counts"]["reconstructed"] == 1


def test_a_variant_by_name_is_marked(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "gulls.html"
    assert run(["doc", "tutorial", "--variant", "sleepy_cat", "--out", str(out)]) == 0
    assert "1 changes" in capsys.readouterr().out
    page = out.read_text("utf-8")
    assert "with young gulls the cat came too often" in page
    assert "<del>6</del>" in page
    assert "<ins>4</ins>" in page


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["doc", "tutoriel", "--out", "x.html"], "did you mean 'tutorial'?"),
        (["doc", "three_mornings", "--out", "x.html"], "is a match, not a ruleset; its ruleset is 'tutorial'"),
        (["doc", "tutorial", "--lang", "xx", "--out", "x.html"], "no titles are in that language; choose de, en"),
        (
            ["doc", "tutorial", "--out", "nowhere/at/all.html"],
            "there is no folder nowhere/at; make it, or name another",
        ),
        (["doc", "tutorial", "--variant", "sleepy_dog", "--out", "x.html"], "did you mean 'sleepy_cat'?"),
        (["doc", "tutorial", "--format", "json"], "name the output file, as in --out tutorial.html"),
    ],
)
def test_wrong_usage_is_told(
    arguments: list[str], told: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert run(arguments) == 2
    assert told in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []


def test_unknown_modules_are_wrong_usage(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "x.html"
    assert run(["doc", str(PEBBLES), "--modules", "base,lantern", "--out", str(out)]) == 2
    assert "--modules lantern: pebbles has no such module; did you mean 'lanterns'?" in capsys.readouterr().err
    assert not out.exists()
