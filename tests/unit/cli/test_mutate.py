"""`rulewright test --mutate`: what is printed, what goes wrong, and how it exits."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from rulewright.cli import run
from tests.unit.author.testing.mutation.weak_ruleset import write


@pytest.fixture
def stall(tmp_path: Path) -> str:
    return str(write(tmp_path))


def test_survivors_come_with_place_and_words(stall: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["test", stall, "--mutate", "--entry", "price"]) == 0
    shown = capsys.readouterr().out
    assert "stall/base/trade.yaml:7:34: survived (number up): price" in shown
    assert "  - 3 if wares >= 2 else 2\n  + 3 if wares >= 2 else 3\n" in shown
    assert "run by stall/scenarios/trade.yaml:15 two wares sell for three" in shown
    assert "0 of 8 changes are noticed: 0.0 %" in shown


def test_machines_get_every_change(stall: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["test", stall, "--mutate", "--operator", "guard", "--format", "json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["score"] == {"noticed": 0, "of": 1, "not_run": 0, "percent": 0.0}
    (mutant,) = told["mutants"]
    assert mutant["place"] == "trade.does/0/options/0/body/0"
    assert (mutant["before"], mutant["after"]) == ("pay 2 coin", "lose 2 coin")
    assert "stall/scenarios/trade.yaml:3" in mutant["reached"]


def test_a_sample_is_as_large_as_asked(stall: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["test", stall, "--mutate", "--sample", "5", "--seed", "2", "--format", "json"]) == 0
    assert json.loads(capsys.readouterr().out)["tried"] == 5


def test_a_score_that_is_too_low_is_a_failure(stall: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["test", stall, "--mutate", "--at-least", "85"]) == 1
    assert "less than the 85 % that is required" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("option", "hint"),
    [
        (["--in", "bas"], "did you mean 'base'?"),
        (["--entry", "pric"], "did you mean 'price'?"),
        (["--operator", "gard"], "did you mean 'guard'?"),
    ],
)
def test_an_unknown_name_gets_a_hint(
    stall: str, option: list[str], hint: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["test", stall, "--mutate", *option]) == 2
    assert hint in capsys.readouterr().err


def test_its_options_say_nothing_without_it(stall: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["test", stall, "--sample", "5"]) == 2
    assert "--sample goes with --mutate" in capsys.readouterr().err


def test_nothing_is_changed_while_a_scenario_fails(stall: str, capsys: pytest.CaptureFixture[str]) -> None:
    path = Path(stall) / "scenarios" / "trade.yaml"
    path.write_text(path.read_text(encoding="utf-8").replace("wares = 1", "wares = 2"), encoding="utf-8")
    assert run(["test", stall, "--mutate"]) == 1
    told = capsys.readouterr().err
    assert "FAILED  a ware costs two" in told
    assert "all scenarios must first pass" in told


def test_without_scenarios_there_is_nothing_to_measure(stall: str, capsys: pytest.CaptureFixture[str]) -> None:
    (Path(stall) / "scenarios" / "trade.yaml").unlink()
    assert run(["test", stall, "--mutate"]) == 1
    assert "No scenario was found" in capsys.readouterr().err
