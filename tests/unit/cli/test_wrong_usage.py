"""What each verb says of a wrong name or number, of nothing, of a folder for a file; the exit code is 2."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from rulewright.cli import run

PEBBLES = Path(__file__).parent / "pebbles"

NAMES = [
    (
        ["play", "pebbles", "--modules", "lanters"],
        "--modules lanters: pebbles has no such module; did you mean 'lanterns'?",
    ),
    (["play", "pebbles", "--modules", "base,xyzzy"], "--modules xyzzy: pebbles has no such module; choose base, "),
    (["play", "pebbles", "--modules", "ghosts"], "--modules ghosts: the module 'ghosts' needs the module 'lanterns'"),
    (["simulate", "pebbles", "--modules", "lanters"], "--modules lanters: pebbles has no such module"),
    (["doc", "pebbles", "--modules", "lanters", "--out", "x.html"], "--modules lanters: pebbles has no such module"),
    (["diff", "pebbles", "pebbles", "--modules", "lanters"], "--modules lanters: pebbles has no such module"),
    (["diff", "pebbles", "pebbles:lanters"], "pebbles:lanters: the modules lanters: pebbles has no such module"),
    (
        ["explain", "coin", "--ruleset", "pebbles", "--modules", "lanters"],
        "--modules lanters: pebbles has no such module",
    ),
    (["explain", "coin", "--modules", "lanterns"], "--modules needs --ruleset"),
    (["play", "duel.yaml", "--modules", "base"], "there is no ruleset 'duel.yaml'"),
    (["play", "three_mornings", "--modules", "base"], "--modules base: a match sets the modules of its games"),
    (
        ["play", "tutorial", "--variant", "sleepy_cut"],
        "--variant sleepy_cut: neither a variant nor a file has this name; did",
    ),
    (["simulate", "pebbles", "--variant", "dreamy"], "--variant dreamy: neither a variant nor a file has this name"),
    (["doc", "tutorial", "--variant", "sleepy_cut", "--out", "x"], "--variant sleepy_cut: neither a variant"),
    (["explain", "cat", "--ruleset", "tutorial", "--variant", "sleepy_cut"], "--variant sleepy_cut: neither a variant"),
    (
        ["explain", "cat", "--variant", "sleepy_cat"],
        "--variant sleepy_cat: no file of that name; a ruleset's own variant",
    ),
    (["replay", "game.json", "--variant", "sleepy_cut"], "--variant sleepy_cut: neither a variant"),
    (["new", "scenario", "more", "--in", "pebbles", "--variant", "nosuch"], "no variant 'nosuch'"),
    (["play", "pebbles", "--set", "heapsize=small"], "--set heapsize=small: there is no setting 'heapsize'"),
    (["play", "pebbles", "--heap-size", "huge"], "'heap_size' must be one of small, large, not 'huge'"),
    (
        ["simulate", "pebbles", "--ghosts", "1", "--ghost-level", "99"],
        "--ghost-level 99: 'ghost_level' must be a whole number",
    ),
    (["play", "three_mornings", "--set", "weather=wet"], "--set weather=wet: there is no setting 'weather'"),
    (["play", "tutorial", "--set", "speed=1"], "tutorial has no settings"),
    (["play", "pebbles", "--lang", "xx"], "--lang xx: pebbles has no titles in that language; choose en"),
    (
        ["diff", "tutorial", "tutorial", "--lang", "xx"],
        "--lang xx: no titles are in that language; choose de, en, fr, pl",
    ),
    (["explain", "cat", "--ruleset", "tutorial", "--lang", "xx"], "--lang xx: no titles are in that language"),
    (["doc", "tutorial", "--lang", "xx"], "--lang xx: no titles are in that language; choose de, en, fr, pl"),
    (
        ["play", "pebbles", "--seats", "human,radnom"],
        "--seats radnom: 'radnom' is not a player type; did you mean 'random'?",
    ),
    (["play", "pebbles", "--seats", "random"], "--seats: pebbles has 2 to 3 seats, not 1"),
    (["simulate", "pebbles", "--policy", "clever"], "--policy clever: no such policy; choose random"),
    (["simulate", "pebbles", "--seats", "2", "--policy", "first,first,first"], "3 policies for the 2 seats"),
    (["test", "pebbles", "--mutate", "--in", "bas"], "--in bas: this is not a module with texts"),
    (["test", "pebbles", "--mutate", "--entry", "trun"], "--entry trun: this is not an entry with a text"),
    (
        ["test", "pebbles", "--mutate", "--operator", "undr"],
        "--operator undr: this is not a kind of change; did you mean 'under'?",
    ),
    (["rules", "pebbles", "--group", "trun"], "--group trun: no such group of rules; did you mean 'turn'?"),
    (["sources", "tutorial", "--document", "GULS"], "--document GULS: no such document; did you mean 'GULLS'?"),
    (["new", "variant", "mine", "--extends", "tutorail"], "did you mean 'tutorial'?"),
    (["explain", "pya", "--ruleset", "tutorial"], "did you mean 'pay'?"),
    (["replay", "game.json", "--ruleset", "tutorail"], "did you mean 'tutorial'?"),
    (["chekc"], "no verb is named 'chekc'; did you mean 'check'?"),
    (["check", "tutorail"], "did you mean 'tutorial'?"),
]
NUMBERS = [
    (["simulate", "pebbles", "--games", "many"], "'--games': 'many' is not a valid integer."),
    (["simulate", "pebbles", "--seats", "two"], "'--seats': 'two' is not a valid integer."),
    (["simulate", "pebbles", "--jobs", "0"], "'--jobs': 0 is not in the range"),
    (["play", "pebbles", "--seed", "x"], "'--seed': 'x' is not a valid integer."),
    (["test", "pebbles", "--coverage-below", "most"], "'--coverage-below': 'most' is not a valid number."),
    (["test", "pebbles", "--mutate", "--sample", "few"], "'--sample': 'few' is not a valid integer."),
    (["diff", "tutorial", "tutorial", "--games", "3"], "--games goes with --impact or --replay"),
    (["replay", "game.json", "--until", "x"], "'--until': 'x' is not a valid integer."),
    (["replay", "game.json", "--at", "999"], "--at 999: the game has the choices 1 to 17"),
    (["replay", "game.json", "--from", "4", "--to", "2"], "--to 2: this is before --from 4"),
]
FILES = [
    (["play", "folder"], "there is no ruleset 'folder', and this folder has no ruleset.yaml"),
    (
        ["play", "rich.yaml"],
        "'rich.yaml' is a variant; name the ruleset, and the variant by an option: tutorial --variant rich.yaml",
    ),
    (
        ["simulate", "pebbles/base/game.yaml"],
        "is a file, not a ruleset; name the folder of a ruleset, here pebbles",
    ),
    (["rules", "notes.txt"], "'notes.txt' is a file, not a ruleset; name the folder of a ruleset"),
    (
        ["play", "tutorial", "--variant", "folder"],
        "--variant folder: this is a folder, not a variant; tutorial has: sleepy_cat",
    ),
    (["play", "tutorial", "--save", "folder"], "'--save': File 'folder' is a directory"),
    (
        ["play", "tutorial", "--seats", "first,first", "--save", "no/x.json"],
        "--save no/x.json: there is no folder no; make it",
    ),
    (["doc", "tutorial", "--out", "no/x.html"], "--out no/x.html: there is no folder no; make it, or name another"),
    (["test", "tutorial", "--coverage-to", "no/x.json"], "--coverage-to no/x.json: there is no folder no; make it"),
    (["test", "tutorial", "--coverage-to", "x.txt"], "--coverage-to x.txt: the name of the file must end in"),
    (
        ["replay", "game.json", "--at", "2", "--to-scenario", "folder"],
        "--to-scenario folder: this is a folder; name a file",
    ),
    (["replay", "folder"], "'FILE': File 'folder' is a directory"),
    (["diff", "tutorial", "folder"], "'folder' is neither a ruleset nor a variant"),
    (["check", "folder"], "'folder' is a folder without ruleset.yaml or any other .yaml file"),
    (["fmt", "notes.txt"], "'notes.txt' is not a .yaml file"),
    (["fmt", "nowhere"], "there is no file or folder 'nowhere'"),
    (["new", "module", "more", "--in", "folder"], "'folder' is not a ruleset, and is not in one"),
]
EMPTY = [
    (["play", ""], "is empty; leave it out, or name one"),
    (["check", ""], "is empty"),
    (["lint", ""], "is empty"),
    (["fmt", "--check", ""], "is empty"),
    (["test", ""], "is empty"),
    (["explain", ""], "is empty"),
    (["diff", "tutorial", ""], "is empty"),
    (["new", "ruleset", ""], "is empty"),
    (["play", "tutorial", "--modules", ""], "--modules is empty; leave --modules out, or name one"),
    (["simulate", "tutorial", "--variant", ""], "--variant is empty"),
    (["play", "pebbles", "--heap-size="], "--heap-size is empty"),
    (["doc", "tutorial", "--out", ""], "--out is empty"),
    (["new", "ruleset", "mine", "--in", ""], "--in is empty"),
    (["test", "tutorial", "--coverage-to", ""], "--coverage-to is empty"),
    (["play", "tutorial", "--modules", ","], "--modules ,: it names no module"),
]


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a ruleset, a game that was played, a variant, and what is none of these."""
    shutil.copytree(PEBBLES, tmp_path / "pebbles")
    (tmp_path / "folder").mkdir()
    (tmp_path / "notes.txt").write_text("Buy fish.\n")
    (tmp_path / "rich.yaml").write_text("kind: variant\nvariant: rich\ntitle: {en: Rich}\nextends: tutorial\n")
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def game(place: Path, capsys: pytest.CaptureFixture[str]) -> Path:
    """The same with a game that was played."""
    assert run(["play", "tutorial", "--seats", "random,random", "--seed", "1", "--save", "game.json"]) == 0
    capsys.readouterr()
    return place


@pytest.mark.sampled(20)
@pytest.mark.parametrize(
    ("arguments", "told"),
    [*NAMES, *NUMBERS, *FILES, *EMPTY],
    ids=lambda each: " ".join(each) if isinstance(each, list) else "",
)
def test_the_option_the_fault_and_what_to_do_are_told(
    arguments: list[str], told: str, game: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    before = sorted(game.rglob("*"))
    assert run(arguments) == 2
    said = capsys.readouterr()
    assert told in said.err
    assert said.out == ""
    assert sorted(game.rglob("*")) == before


def test_a_file_of_another_kind_holds_no_scenarios(place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["test", "rich.yaml"]) == 1
    assert "rich.yaml:1:7: error[unknown-value]: this file has the kind 'variant'" in capsys.readouterr().out


CLOSED = [
    (["check", "pebbles"], "'pebbles' cannot be read: "),
    (["play", "pebbles"], "'pebbles' cannot be read: "),
    (["test", "pebbles"], "Permission denied"),
    (["fmt", "pebbles"], "'pebbles' cannot be read: "),
    (["doc", "tutorial", "--out", "pebbles/x.html"], "--out pebbles/x.html: "),
    (["test", "tutorial", "--coverage-to", "pebbles/x.json"], "--coverage-to pebbles/x.json: "),
]


@pytest.mark.skipif(os.geteuid() == 0, reason="nothing is closed to who may do everything")
@pytest.mark.parametrize(("arguments", "told"), CLOSED)
def test_what_may_not_be_read_or_written_is_told(
    arguments: list[str], told: str, place: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (place / "pebbles").chmod(0)
    try:
        assert run(arguments) == 2
    finally:
        (place / "pebbles").chmod(0o755)
    assert told in capsys.readouterr().err


def test_the_package_can_be_run_as_a_module() -> None:
    command = [sys.executable, "-m", "rulewright", "--version"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0
    assert done.stdout.startswith("rulewright")
