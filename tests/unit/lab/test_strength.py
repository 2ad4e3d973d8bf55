"""How strong players are: what a ladder on file tells of policies, and what is not a ladder."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from rulewright.core.pipeline import shipped_root
from rulewright.lab.ladders.strength import ladder_of, strength_told
from rulewright.play.records.ladder_files import KnownLadder, read_ladder
from tests.reference.games import shipped


def written(path: Path, **changed: object) -> Path:
    """A ladder in a file, as `ladder --format json` writes one."""
    meetings = [
        {"first": one, "second": two, "before": {"value": value, "interval": [value - 0.05, value + 0.05], "of": 90}}
        for one, two, value in (("learned", "greedy", 0.9), ("greedy", "learned", 0.1), ("greedy", "random", 0.8))
    ]
    blueprint = shipped("tutorial").game.blueprint
    data = {
        "label": "Gulls (base), 2 seats", "ruleset": "tutorial", "games": 180, "seats": 2, "modules": ["base"],
        "ruleset_digest": blueprint.digest, "learned": {"learned": "abc"}, "meetings": meetings,
        "ladder": [{"policy": name} for name in ("learned", "greedy", "random")],
    }  # fmt: skip
    path.parent.mkdir(exist_ok=True)
    path.write_text(json.dumps(data | changed), "utf-8")
    return path


@pytest.fixture
def ladder(tmp_path: Path) -> KnownLadder:
    found = read_ladder(written(tmp_path / "ladder.json"))
    assert found is not None
    return found


def test_a_policy_is_told_by_its_place_and_its_neighbours(ladder: KnownLadder) -> None:
    assert strength_told(ladder, ["greedy", "greedy"], "tutorial") == [
        "How strong they are, on the ladder of Gulls (base), 2 seats (180 games): random < greedy < learned.",
        "greedy: place 2 of 3 from the top, finishes ahead of random in 80% [75%, 85%] and "
        "ahead of learned in 10% [5%, 15%].",
    ]


def test_what_was_not_measured_is_named(ladder: KnownLadder) -> None:
    assert strength_told(None, ["greedy"], "tutorial") == []
    assert strength_told(ladder, ["search:9"], "tutorial")[1:] == [
        "Not on it: search:9; to measure it: rulewright ladder tutorial --policy search:9,learned"
    ]
    other = "The installed learned player is not the one that was measured."
    assert strength_told(ladder, ["learned"], "tutorial", "abc")[-1] != other
    assert strength_told(ladder, ["learned"], "tutorial", "abd")[-1] == other


def test_the_ladder_of_the_table_most_like_this_one_is_taken(tmp_path: Path) -> None:
    blueprint = shipped("tutorial").game.blueprint
    assert ladder_of(tmp_path, blueprint, 2) is None
    written(tmp_path / "ladders" / "2.json")
    written(tmp_path / "ladders" / "4.json", seats=4)
    written(tmp_path / "ladders" / "more.json", seats=3, modules=["base", "dogs"])
    nearest = [ladder_of(tmp_path, blueprint, seats) for seats in (2, 3, 4)]
    assert [found.seats for found in nearest if found is not None] == [2, 2, 4]


@pytest.mark.parametrize(
    "changed",
    [{"ladder": 3}, {"meetings": [{}]}, {"label": 7}, {"modules": "base"}, {"seats": "2"}, {"learned": []},
     {"ladder": [{"policy": "\x1b[2J"}]}],
)  # fmt: skip
def test_what_is_no_ladder_is_none(tmp_path: Path, changed: dict[str, object]) -> None:
    assert read_ladder(written(tmp_path / "ladder.json", **changed)) is None
    assert read_ladder(tmp_path / "nowhere.json") is None
    (tmp_path / "deep.json").write_text("[" * 100_000, "utf-8")
    assert read_ladder(tmp_path / "deep.json") is None


def test_shipped_ladders_are_ladders() -> None:
    found = sorted(shipped_root().glob("**/ladders/*.json"))
    assert found
    for path in found:
        ladder = read_ladder(path)
        assert ladder is not None, path
        assert {"random", "greedy", "learned"} <= {*ladder.policies}, path
