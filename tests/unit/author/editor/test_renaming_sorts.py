"""What rename does with a name of every sort that a ruleset can declare: another name, or the reason why not."""

from __future__ import annotations

from pathlib import Path

import pytest

import rulewright as rw
from rulewright.author.editor.names.index import Definition
from rulewright.author.editor.new_texts import edited_files
from rulewright.author.editor.renaming import Refused, Renamable, renamable, renamed
from rulewright.author.editor.study import Study
from rulewright.core.model.sections import SORTS
from rulewright.core.pipeline import Choice, build_ruleset
from rulewright.play.records.renamed_games import renamed_since
from rulewright.play.records.replay import record
from tests.unit.author.editor.fair import fair

GAME = "base/game.yaml"
RENAMED = {
    "setting": "heap", "enumeration": "colour", "kind": "ware", "component": "apple", "counter": "coin",
    "marker": "pawn", "zone": "stall", "map": "valley", "counter of positions": "seen", "procedure": "sell",
    "free action": "shout", "trigger": "rich", "quantity": "worth", "modifier": "dear", "team": "odd",
    "outcome": "sold", "score": "coins", "tie-break": "first", "repetition": "once_more", "invariant": "never_poor",
    "table line": "purses", "area": "middle", "look": "ware_look", "icon": "star", "term": "stock",
    "lesson": "goal_one", "reason": "guess", "field": "ware.weight", "face": "ware.shown", "value": "heap.many",
    "rule": "rule sell.one", "document": "document EN",
}  # fmt: skip
"""A name of each sort that becomes another one."""
REFUSED = {
    "module": ("evening/module.yaml", "id: evening", 5, "saved games, matches and learned players go by its name"),
    "variant": ("variants/dear_one.yaml", "variant: dear_one", 10, "saved games go by its name, which is that of its"),
    "match": ("matches/evening_row.yaml", "match: evening_row", 8, "saved series have"),
}
"""A place at which a name of each other sort is, and the reason why it stays: who else goes by it."""
ELSEWHERE = {
    "a name of a text": (GAME, "move apple to stall", -1, "nothing is named here"),
    "a local name": (GAME, "w.colour is red", 1, "'w' is a name of this text alone; change it here"),
    "an option": (GAME, "pass: gain", 2, "nothing is named here"),
    "a word": (GAME, "gain 1 coin", 2, "nothing is named here"),
}


@pytest.fixture(scope="module")
def study(tmp_path_factory: pytest.TempPathFactory) -> tuple[Study, Path]:
    study, root = Study(), fair(tmp_path_factory.mktemp("sorts"))
    assert study.learn(root) is not None
    return study, root


def at(study: tuple[Study, Path], file: str, words: str, after: int) -> Renamable | Refused:
    """What rename says so many characters after the beginning of some words."""
    text = (study[1] / file).read_text("utf-8")
    before = text[: text.index(words) + after].split("\n")
    name = f"{study[1].name}/{file}"
    return renamable(text, name, len(before), len(before[-1]) + 1, study[0].indexes[study[1]])


def test_every_sort_of_name_is_in_the_table_and_in_the_ruleset(study: tuple[Study, Path]) -> None:
    declared = {each.sort for each in study[0].indexes[study[1]].definitions}
    assert declared == {*RENAMED, *REFUSED}
    assert set(SORTS.values()) - declared == set()


@pytest.mark.parametrize(("sort", "key"), RENAMED.items(), ids=RENAMED)
def test_a_name_becomes_another_one(study: tuple[Study, Path], sort: str, key: str) -> None:
    (meant,) = {each.key: each for each in study[0].indexes[study[1]].definitions if each.key == key}.values()
    assert meant.sort == sort
    found = renamed(*study, meant, "another_one")
    assert not isinstance(found, Refused), found
    files = edited_files(study[0].buffers.text, found)
    home = study[0].path_of(study[1], meant.span)
    assert "another_one" in files[home]
    listed = f"renamed: {{{meant.name}: another_one}}" in files.get(study[1] / "ruleset.yaml", "")
    assert listed == (sort not in ("rule", "document"))


@pytest.mark.parametrize(("file", "words", "after", "reason"), [*REFUSED.values(), *ELSEWHERE.values()])
def test_a_name_that_others_go_by_stays_and_it_is_told_why(
    study: tuple[Study, Path], file: str, words: str, after: int, reason: str
) -> None:
    found = at(study, file, words, after)
    assert isinstance(found, Refused)
    assert reason in found.reason


def family(study: tuple[Study, Path]) -> Definition:
    found = at(study, GAME, '"{colour}_{price}"', 4)
    assert not isinstance(found, Refused), found
    assert (found.definition.name, found.span.length) == ("{colour}_{price}", 16)
    return found.definition


REASONS = {
    "plain": "needs {colour} and {price} as well",
    "{colour}": "needs {colour} and {price} as well",
    "{colour}_{price}": "already",
    "Ware_{colour}_{price}": "how about",
}


@pytest.mark.parametrize(("new", "reason"), REASONS.items())
def test_a_family_keeps_the_names_in_braces(study: tuple[Study, Path], new: str, reason: str) -> None:
    found = renamed(*study, family(study), new)
    assert isinstance(found, Refused)
    assert reason in found.reason


def test_a_member_is_renamed_by_its_family(study: tuple[Study, Path]) -> None:
    (member,) = study[0].indexes[study[1]].named("red_3")
    found = renamed(*study, member, "dearest")
    assert isinstance(found, Refused)
    assert "makes it as one of a family; rename that by its id" in found.reason
    (apple,) = study[0].indexes[study[1]].named("apple")
    found = renamed(*study, apple, "{colour}_apple")
    assert isinstance(found, Refused)
    assert "only families have braces" in found.reason


def test_a_field_that_makes_the_ids_of_a_family_stays_and_it_is_told_where(study: tuple[Study, Path]) -> None:
    (price,) = [each for each in study[0].indexes[study[1]].definitions if each.key == "ware.price"]
    found = renamed(*study, price, "worth_now")
    assert isinstance(found, Refused)
    assert "base/game.yaml:14 would be wrong: the id contains {price}" in found.reason


def test_a_family_and_its_members_get_new_names_everywhere_and_saved_games_go_on(tmp_path: Path) -> None:
    root, study = fair(tmp_path), Study()
    old = rw.load_game(str(root))
    replay = record(old, seats=2, seed=3, policies=("random", "random"))
    study.learn(root)
    found = renamed(study, root, family((study, root)), "ware_{price}_{colour}")
    assert not isinstance(found, Refused), found
    for path, text in edited_files(study.buffers.text, found).items():
        path.write_text(text, "utf-8")
    names = (GAME, "scenarios/sales.yaml", "variants/dear_one.yaml")
    texts = {name: (root / name).read_text("utf-8") for name in names}
    assert [("{colour}_{price}" in text, "red_" in text) for text in texts.values()] == [(False, False)] * 3
    assert 'renamed: {"{colour}_{price}": "ware_{price}_{colour}"}' in (root / "ruleset.yaml").read_text("utf-8")
    assert "offer ware_3_red" in texts["scenarios/sales.yaml"]
    assert "change: ware_2_red" in texts["variants/dear_one.yaml"]
    for variant in (None, root / "variants" / "dear_one.yaml"):
        assert [each.code for each in build_ruleset(Choice(str(root), variant=variant)).diagnostics] == []
    game = rw.load_game(str(root))
    assert game.blueprint.digest != old.blueprint.digest
    again, _ = renamed_since(replay, Choice(str(root)), game.blueprint)
    assert again is not None
    assert [each.choose for each in again.choices] == [
        {"offer red_2": "offer ware_2_red", "offer red_3": "offer ware_3_red"}.get(each.choose, each.choose)
        for each in replay.choices
    ]
    assert record(game, seats=2, seed=3, policies=("random", "random")).choices == again.choices
