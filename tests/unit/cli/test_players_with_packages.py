"""Learned players and ladders say which packages they were made with, and what differs where they are used."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from rulewright.core.model.packages_used import PackageUsed
from rulewright.core.pipeline import Choice, build_ruleset
from rulewright.lab.ladders.strength import strength_told
from rulewright.play.policies.learned_files import LearnedRefused, parse_values, read_values, values_text
from rulewright.play.records.ladder_files import LadderRefused, parse_ladder
from tests.unit.cli.commands import rulewright
from tests.unit.cli.test_packages_anywhere import LOOSE, write_tower

WITH = ("--modules", "base,tower")


@pytest.fixture(autouse=True)
def elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "here").mkdir()
    monkeypatch.chdir(tmp_path / "here")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    add_tower("1.2.0")


def add_tower(version: str, points: int = 2, title: str = "Tower") -> None:
    head = f"package: ada/tower\nversion: {version}\ndocuments: [{{id: TW, title: Rules}}]\n"
    write_tower(
        Path("../tower"),
        module=LOOSE["module.yaml"].replace("{en: Tower}", f"{{en: {title}}}") + head,
        build=LOOSE["build.yaml"].replace("amount: 2", f"amount: {points}"),
    )
    assert rulewright("add", "../tower").returncode == 0


def used() -> PackageUsed:
    built = build_ruleset(Choice("tutorial", ("base", "tower")))
    assert built.compiled is not None
    (found,) = built.compiled.unexplained.packages
    return found


def trained() -> Path:
    """A player that has learned for a moment, with the newest tower that is here."""
    pytest.importorskip("numpy")
    words = ("train", "tutorial", *WITH, "--minutes", "0.01", "--measure", "0", "--simulations", "16")
    done = rulewright(*words, "--seats", "2", "--jobs", "1", "--out", "p.json")
    assert done.returncode == 0, done.stderr
    return Path("p.json")


def simulated() -> str:
    done = rulewright("simulate", "tutorial", *WITH, "--policy", "learned:p.json", "--seats", "2", "--games", "1")
    assert done.returncode == 0, done.stderr
    return done.stderr


def test_a_player_names_the_packages_it_has_learned_with_and_is_told_apart() -> None:
    made = used()
    values = read_values(trained())
    assert values.packages == (made,)
    assert "--modules base,ada/tower@=1.2.0" in str(values.made["command"])
    assert parse_values("again", values_text(values)) == values
    assert simulated() == ""
    add_tower("1.2.1", title="High tower")
    said = simulated()
    assert f"p.json has learned tutorial (base, tower) with ada/tower 1.2.0 ({made.tree[:12]}), not" in said
    assert f"with ada/tower 1.2.1 ({used().tree[:12]}), but the rules are the same" in said
    add_tower("1.3.0", points=3)
    said = simulated()
    assert "has not learned tutorial (base, tower) with ada/tower 1.3.0" in said
    assert "but tutorial (base, tower) with ada/tower 1.2.0" in said


@pytest.mark.parametrize(
    "packages",
    [
        ["ada/tower"], [{"package": "ada/tower"}], [{"package": "a", "version": "1", "tree": 7}], {},
        [{"package": "a", "version": "\x1b[2J", "tree": "c"}],
        [{"package": "a", "version": "1", "tree": "c", "d": "e"}],
    ],
)  # fmt: skip
def test_packages_of_a_file_that_nothing_writes_are_refused(packages: Any) -> None:
    from rulewright.play.policies.learned_files import _sum

    blueprint = build_ruleset(Choice("tutorial", ("base", "tower"))).compiled
    assert blueprint is not None
    data = {
        "kind": "learned player", "format_version": 2, "ruleset": "tutorial", "ruleset_digest": "d", "modules": [],
        "seats": [2], "scale": [1, 0], "made": {}, "weights": {}, "choices": {}, "packages": packages,
    }  # fmt: skip
    with pytest.raises(LearnedRefused, match=r"its content is invalid|required fields"):
        parse_values("p.json", json.dumps(data | {"checksum": _sum(data)}).encode())
    if packages and "d" not in packages[0]:
        ladder = LADDER | {"packages": packages}
        with pytest.raises(LadderRefused):
            parse_ladder(json.dumps(ladder).encode())


LADDER: dict[str, Any] = {
    "label": "Gulls", "ruleset": "tutorial", "ruleset_digest": "d", "modules": ["base", "tower"], "games": 2,
    "seats": 2, "ladder": [{"policy": "greedy"}, {"policy": "random"}], "meetings": [],
}  # fmt: skip


def test_a_ladder_names_its_packages_and_is_told_apart() -> None:
    pytest.importorskip("openskill")
    words = ("ladder", "tutorial", *WITH, "--policy", "random,greedy", "--games", "2", "--seats", "2")
    told = rulewright(*words, "--format", "json")
    assert told.returncode == 0, told.stderr
    ladder = parse_ladder(told.stdout.encode())
    assert ladder.packages == (used(),)
    assert "measured with" not in " ".join(strength_told(ladder, ["greedy"], "tutorial", packages=ladder.packages))
    add_tower("1.3.0", points=3)
    said = strength_told(ladder, ["greedy"], "tutorial", packages=(used(),))[-1]
    assert said.startswith("It was measured with ada/tower 1.2.0 (")
    assert "; these games use " in said
    assert "ada/tower 1.3.0" in said
    assert strength_told(ladder, [], "tutorial")[-1].endswith("; these games use no package.")
