"""A game that is played again with a package: its saved file names the package and continues with exactly that one."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from rulewright.play.records.match_files import parse_match
from rulewright.table.serve import links
from tests.unit.cli.commands import rulewright
from tests.unit.cli.test_match import DUEL
from tests.unit.table.serve.visitors import visiting

SHARED = "package: ada/ties\nversion: 1.0.0\nextends: duel\nlanguages: [en]\n"


@pytest.fixture(autouse=True)
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A game, and one of its modules as a package outside it."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    shutil.copytree(DUEL, "duel")
    shutil.move("duel/ties", "ties")
    with Path("ties/module.yaml").open("a", encoding="utf-8") as manifest:
        manifest.write(SHARED)


def test_a_match_goes_on_by_the_package_that_it_was_begun_with() -> None:
    table = ("./duel", "--modules", "base,./ties", "--seats", "human,first", "--seed", "1")
    begun = rulewright("play", *table, "--save", "g.json", typed="wait\nwait\n\nwait\nq\n")
    assert Path("g.json").is_file(), begun.stdout + begun.stderr
    saved = parse_match("g.json", Path("g.json").read_bytes())
    assert [(each.package, each.version) for each in saved.packages] == [("ada/ties", "1.0.0")]
    shutil.rmtree("ties")  # a copy was put into the store
    resumed = rulewright("resume", "g.json", typed="wait\nq\n")
    assert "continues after 2 choices of game 2" in resumed.stderr, resumed.stdout + resumed.stderr
    again = parse_match("g.json", Path("g.json").read_bytes())
    assert (again.packages, len(again.games)) == (saved.packages, 2)


def test_a_saved_match_is_continued_in_the_browser_and_saved_from_there_with_its_package(tmp_path: Path) -> None:
    table = ("./duel", "--modules", "base,./ties", "--seats", "human,first", "--seed", "1")
    rulewright("play", *table, "--save", "g.json", typed="wait\nwait\n\nwait\nq\n")
    text = Path("g.json").read_text("utf-8")
    saved = parse_match("g.json", text.encode())
    shutil.rmtree("ties")
    with visiting(tmp_path / "tables", names=("./duel",)) as visitor:
        opened = visitor.post("/open", follow=False, save=text)
        assert opened.status_code == 303, opened.text
        records = visitor.site.store.records()
        assert [[each.used for each in record.packages] for record in records] == [list(saved.packages)] * 2
        from_there = visitor.get(links.path(visitor.site.secret, records[0].id, links.TABLE) + "save").content
        again = parse_match("saved", from_there)
        assert (again.packages, again.games) == (saved.packages, saved.games)
