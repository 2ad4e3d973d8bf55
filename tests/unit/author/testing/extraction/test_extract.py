"""What a scenario written from a game holds: the position, the choices, what they changed, and nothing else."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright.author.editor.formatting.effect_texts import KnownEntries
from rulewright.author.editor.formatting.formatting import formatted
from rulewright.author.testing.extraction.extract import CannotExtract, extract_scenario
from rulewright.core.load.reader import as_plain, read_yaml
from rulewright.core.pipeline import Choice
from rulewright.native.loading import load_game
from rulewright.play.records.replay import RecordedChoice as Chosen
from rulewright.play.records.replay import Replay, replay_of
from tests.unit.author.difference.market import TURNS, market

TWICE = TURNS.replace("for each s in seat: ask s: take_turn", "repeat 2:\n        for each s in seat: ask s: take_turn")
PICKED = ("wait", "buy apple.1", "buy bread", "wait")


def played(folder: Path, picked: tuple[str, ...] = PICKED) -> tuple[Choice, Replay]:
    choice = Choice(str(market(folder, turns=TWICE)))
    choices = [Chosen(1 + number % 2, each) for number, each in enumerate(picked)]
    return choice, replay_of(load_game(choice.ruleset), seats=2, seed=7, choices=choices)


def written(text: str) -> dict[str, object]:
    """The scenario of a file, which is in canonical layout."""
    assert formatted("scenario.yaml", text.encode(), KnownEntries()).text == text
    node, faults = read_yaml("scenario.yaml", text.encode())
    assert faults == ()
    assert node is not None
    found: dict[str, object] = as_plain(node)["scenarios"][0]
    return found


def test_the_last_choice_is_told_with_what_it_needs_alone(tmp_path: Path) -> None:
    choice, replay = played(tmp_path)
    told = extract_scenario(choice, replay)
    found = written(told.text)
    assert (told.first, told.last, told.whole) == (4, 4, "")
    assert found["given"] == {"seats": 2, "arrange": "ask seat(2): set coin to 4\n", "play": "ask seat(2): take_turn"}
    assert found["when"] == [{"seat": 2, "choose": "wait"}]
    assert found["then"] == ["seat(2).coin = 5"]
    assert found["rules"] == ["buy.one"]


def test_a_question_is_written_without_quotes_that_it_does_not_need(tmp_path: Path) -> None:
    assert TWICE.count("title: {en: Turn}") == 1
    asked = TWICE.replace("title: {en: Turn}", 'title: {en: "Żabka, or what now?"}')
    choice = Choice(str(market(tmp_path, turns=asked)))
    replay = replay_of(load_game(choice.ruleset), seats=2, seed=7, choices=[Chosen(1, "wait")])
    found = written(extract_scenario(choice, replay).text)
    assert found["scenario"] == "seat 1 chooses wait (Żabka, or what now?, choice 1)"


def test_a_choice_in_the_middle_is_told_from_its_own_position(tmp_path: Path) -> None:
    choice, replay = played(tmp_path)
    found = written(extract_scenario(choice, replay, 3).text)
    assert found["when"] == [{"seat": 1, "choose": "buy bread"}]
    given = found["given"]
    apple = "ask seat(2): move first(c in stall where c.design is apple) to basket\n"
    assert given == {"seats": 2, "arrange": f"ask seat(1): set coin to 6\n{apple}", "play": "ask seat(1): take_turn"}
    assert set(found["then"]) >= {"seat(1).coin = 4", "size(seat(1).basket) = 1"}  # type: ignore[call-overload]


def test_several_choices_are_told_together(tmp_path: Path) -> None:
    choice, replay = played(tmp_path)
    told = extract_scenario(choice, replay, 1, 2)
    found = written(told.text)
    assert found["when"] == [{"seat": 1, "choose": "wait"}, {"seat": 2, "choose": "buy apple.1"}]
    assert found["given"]["play"] == "ask seat(1): play_game"  # type: ignore[index]


def test_copies_that_are_alike_may_change_their_numbers(tmp_path: Path) -> None:
    choice, replay = played(tmp_path, ("buy apple.3", "wait", "buy apple.1", "wait"))
    found = written(extract_scenario(choice, replay, 3).text)
    assert found["then"][-1] == "count(it in seat(1).basket where it.design is apple) = 2"  # type: ignore[index]


@pytest.mark.parametrize(
    ("first", "last", "said"),
    [(9, None, "the choices 1 to 4, not 9"), (3, 2, "choice 2 comes before choice 3")],
)
def test_choices_that_are_not_there_are_refused(tmp_path: Path, first: int, last: int | None, said: str) -> None:
    choice, replay = played(tmp_path)
    with pytest.raises(CannotExtract, match=said):
        extract_scenario(choice, replay, first, last)


def test_a_game_without_choices_has_no_scenario(tmp_path: Path) -> None:
    choice, replay = played(tmp_path, ())
    with pytest.raises(CannotExtract, match="nothing has been chosen"):
        extract_scenario(choice, replay)


def test_where_no_position_can_be_arranged_the_whole_game_is_told_and_says_so(tmp_path: Path) -> None:
    turns = TWICE.replace("      repeat 2:", "      shuffle stall\n      repeat 2:").replace(
        "        wait: gain 1 coin", "        wait: move top(stall) to basket"
    )
    choice = Choice(str(market(tmp_path, turns=turns)))
    replay = replay_of(
        load_game(choice.ruleset), seats=2, seed=3, choices=[Chosen(1, "wait"), Chosen(2, "wait"), Chosen(1, "wait")]
    )
    told = extract_scenario(choice, replay)
    if told.whole:
        assert "# It begins with the whole game" in told.text
        assert "arrange" not in written(told.text)["given"]  # type: ignore[operator]
    else:
        assert written(told.text)["given"]["play"] == "ask seat(1): take_turn"  # type: ignore[index]
