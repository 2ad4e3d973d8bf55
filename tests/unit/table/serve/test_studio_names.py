"""Another name in the studio: written into all files or none, taken back at once, with the table where it was."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from rulewright.core.writing import write_whole
from rulewright.table.serve.studio import edited_files
from tests.unit.table.serve.studios import Author, studying

GAME, TESTS = "base/matches.yaml", "scenarios/matches.yaml"


@pytest.fixture
def author(tmp_path: Path) -> Iterator[Author]:
    with studying(tmp_path) as found:
        yield found


def place_in(text: str, words: str, after: int) -> dict[str, int]:
    """Return the line and column, from 1, so many characters after the beginning of some words."""
    before = text[: text.index(words) + after].split("\n")
    return {"line": len(before), "column": len(before[-1]) + 1}


def test_a_new_name_is_written_into_all_files_and_taken_back(author: Author) -> None:
    before = author.ask("texts")["files"]
    place = place_in(before[GAME], "lose n left_in", 10)
    assert author.ask("named", file=GAME, text=before[GAME], **place) == {"name": "left_in"}
    made = author.ask("rename", file=GAME, new="matches_in", **place)
    now = author.ask("texts")["files"]
    assert made["changed"] == sorted(name for name in now if now[name] != before[name])
    assert {GAME, TESTS, "ruleset.yaml"} <= set(made["changed"])
    assert (made["text"], made["problems"]) == (now[GAME], [])
    assert made["marks"] == author.ask("files")["files"]
    assert "lose n matches_in[row]" in now[GAME]
    assert "renamed: {left_in: matches_in}" in now["ruleset.yaml"]
    assert [each["passed"] for each in author.ask("tests", file=TESTS)["tests"]] == [True] * 3
    back = author.ask("restore", file=GAME)
    assert author.ask("texts")["files"] == before
    assert (back["changed"], back["text"], back["problems"]) == (made["changed"], before[GAME], [])
    assert "no new name" in author.ask("restore", 422, file=GAME)["fault"]


def test_a_new_name_that_is_refused_changes_no_file(author: Author) -> None:
    before = author.ask("texts")["files"]
    place = place_in(before[GAME], "lose n left_in", 10)
    reasons = {"line": "already", "seat": "word of the language", "Left In": "how about", "left_in": "already"}
    for new, reason in (*reasons.items(), ("", "an id")):
        assert reason in author.ask("rename", 422, file=GAME, new=new, **place)["fault"]
    nothing = place_in(before[GAME], "lose n left_in", 1)
    assert "nothing is named here" in author.ask("named", 422, file=GAME, text=before[GAME], **nothing)["fault"]
    assert author.ask("texts")["files"] == before


def test_what_was_changed_after_a_new_name_is_not_written_over_when_it_is_taken_back(author: Author) -> None:
    text = author.ask("read", file=GAME)["text"]
    author.ask("rename", file=GAME, new="matches_in", **place_in(text, "lose n left_in", 10))
    (author.folder / TESTS).write_text((author.folder / TESTS).read_text("utf-8") + "# mine\n", "utf-8")
    before = author.ask("texts")["files"]
    assert f"{TESTS} has changed since" in author.ask("restore", 422, file=GAME)["fault"]
    assert author.ask("texts")["files"] == before


def test_a_house_rule_cannot_rename_what_its_game_elsewhere_defines(tmp_path: Path) -> None:
    with studying(tmp_path) as author:
        rule = tmp_path / "rules" / "dear.yaml"
        rule.parent.mkdir()
        patch = "  - {change: left_in, set: {max: 9}, because: more}\n"
        rule.write_text(f"kind: variant\nvariant: dear\ntitle: {{en: Dear}}\nextends: ../my_nim\npatches:\n{patch}")
        assert author.site.studio is not None
        author.page = f"/studio/{author.site.studio.open(rule.parent).number}/"
        place = place_in(rule.read_text(), "change: left_in", 9)
        before = (author.folder / GAME).read_text("utf-8")
        told = author.ask("rename", 422, file="dear.yaml", new="matches_in", **place)["fault"]
        assert "in another folder" in told
        assert (author.folder / GAME).read_text("utf-8") == before


@pytest.mark.parametrize("forbidden", ["base", "scenarios"])
def test_a_new_name_is_written_everywhere_or_nowhere(
    author: Author, forbidden: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def failing(path: Path, data: bytes) -> None:
        if path.parent.name == forbidden and b"matches_in" in data:
            raise OSError(28, "No space left on device", str(path))
        write_whole(path, data)

    text, before = author.ask("read", file=GAME)["text"], author.ask("texts")["files"]
    monkeypatch.setattr(edited_files, "write_whole", failing)
    answer = author.send("rename", file=GAME, new="matches_in", **place_in(text, "lose n left_in", 10))
    assert answer.status_code >= 500
    assert author.ask("texts")["files"] == before


def test_the_table_stays_where_it_is_by_a_new_name_and_when_that_is_taken_back(author: Author) -> None:
    path = author.ask("table")["path"]
    author.take(path, "long", "1")
    place = author.site.tables.find(1)
    assert place is not None
    before, keys = place.live.state, [each.key for each in place.live.moments]
    assert "long" in keys
    where = place_in(author.ask("read", file=GAME)["text"], "id: long", 4)
    for does, name in (("rename", "far"), ("restore", "long")):
        assert author.ask(does, file=GAME, new="far", **where)["again"] == ""
        assert place.live.record.told == "The changed rules make no difference to this game so far."
        assert [each.key for each in place.live.moments] == [name if key == "long" else key for key in keys]
        assert place.live.state == before
        assert author.ask("table")["path"] == path
