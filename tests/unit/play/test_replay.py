"""Replays: written, read, played again, and refused at the first step that does not fit."""

from __future__ import annotations

import json
import random
import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from rulewright.core.load.text import LARGEST_FILE
from rulewright.core.model.layout import FRAME, OPTIONS, PARKED
from rulewright.core.run.steps import IllegalChoice, WrongSetup, clone, start, step, turn_to
from rulewright.play.policies.playout import play_out
from rulewright.play.records import replay as replays
from rulewright.play.records.replay import (
    Mark,
    RecordedChoice,
    Replay,
    ReplayRefused,
    choice_of,
    digest_after,
    offered,
    parse_replay,
    read_replay,
    record,
    replay_of,
    replay_text,
    replay_to_json,
    run_replay,
    write_replay,
)
from rulewright.play.records.saves import state_from_json, state_to_json
from tests.reference.games import both_of, small

GAME = small("statements").game
WHOLE = record(GAME, seats=3, seed=5)
TEXT = replay_text(WHOLE)


def refusal(replay: Replay, until: int | None = None) -> ReplayRefused:
    with pytest.raises(ReplayRefused) as found:
        run_replay(GAME, replay, until)
    return found.value


def unreadable(text: str | bytes, name: str = "game.json") -> ReplayRefused:
    with pytest.raises(ReplayRefused) as found:
        parse_replay(name, text if isinstance(text, bytes) else text.encode())
    return found.value


def with_choice(number: int, choice: RecordedChoice) -> Replay:
    return replace(WHOLE, choices=(*WHOLE.choices[: number - 1], choice, *WHOLE.choices[number:]))


# ---- Recording and playing again


def test_a_recorded_game_is_the_playout_of_its_seed() -> None:
    assert run_replay(GAME, WHOLE).state == play_out(GAME, seats=3, seed=5).state


def test_a_replay_tells_each_step() -> None:
    steps = run_replay(GAME, WHOLE).steps
    assert [each.number for each in steps] == list(range(1, len(WHOLE.choices) + 1))
    assert [(each.seat + 1, each.choose) for each in steps] == [(each.seat, each.choose) for each in WHOLE.choices]
    assert [each for each in steps if each.offered <= 1] == [], "a decision with one option settles itself"
    assert [each for each in steps if not each.question] == []


def test_a_replay_runs_up_to_a_choice() -> None:
    part = run_replay(GAME, WHOLE, 10)
    assert len(part.steps) == 10
    for choice in WHOLE.choices[10:]:
        step(GAME, part.state, offered(GAME, part.state)[choice.choose])
    assert part.state == run_replay(GAME, WHOLE).state
    assert len(run_replay(GAME, WHOLE, 10**9).steps) == len(WHOLE.choices)


def test_a_save_is_the_replay_of_an_unfinished_game() -> None:
    state = start(GAME, seats=2, seed=8, settings={"dealing": "blind_deal"})
    choices = []
    for _ in range(30):
        choices.append(choice_of(GAME, state, state[OPTIONS][-1]))
        step(GAME, state, state[OPTIONS][-1])
    saved = replay_of(
        GAME, seats=2, seed=8, settings={"dealing": "blind_deal"}, choices=choices, policies=("human", "random")
    )
    assert run_replay(GAME, parse_replay("save.json", replay_text(saved).encode())).state == state


def test_of_a_long_game_digests_are_farther_apart(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(replays, "_MOST_MARKS", 2)
    far = record(GAME, seats=3, seed=5)
    assert len(far.digests) == 2 < len(WHOLE.digests)
    assert far.final_digest == WHOLE.final_digest
    assert run_replay(GAME, far).state == run_replay(GAME, WHOLE).state


def test_digests_are_kept_every_25_choices_or_when_a_counter_changes() -> None:
    assert 20 < WHOLE.digests[0].after - 1 <= 35
    rounds = record(GAME, seats=3, seed=5, counter="round")
    for mark in rounds.digests:
        state = run_replay(GAME, rounds, mark.after).state
        assert mark.digest == digest_after(GAME, state, rounds.choices[: mark.after])
    assert 8 <= len(rounds.digests) <= 12


def test_simultaneous_answers_may_come_in_any_order() -> None:
    content = """\
kind: content
kinds: [{id: card, title: {en: Card}}]
components:
  - {id: card_x, kind: card, each_seat: true, copies: 3, title: {en: X}, source: {doc: DOC, place: a}}
zones:
  - {id: hand, per: [seat], holds: card, visible: owner, start: it.owner is seat}
  - {id: chosen, per: [seat], holds: card, visible: owner}
counters: [{id: coin, per: [seat], min: 0, max: 9}]
procedures:
  - id: play
    does: |
      ask each:
        pick c from hand
        move c to chosen
        choose:
          take: gain 1 coin
          leave: nothing
"""
    game = both_of(content).game
    keys = (1, "card_x.2"), (1, "take"), (2, "card_x.1"), (2, "leave")
    first = [RecordedChoice(*each) for each in keys]
    orders = [first, [first[2], first[3], first[0], first[1]], [first[0], first[2], first[1], first[3]]]
    ends = [run_replay(game, replay_of(game, seats=2, seed=1, choices=order)).state for order in orders]
    assert ends[0] == ends[1] == ends[2]


def test_a_game_in_mid_answers_is_saved_and_goes_on() -> None:
    state, rng = start(GAME, seats=3, seed=2), random.Random(2)
    choices: list[RecordedChoice] = []
    while len(state[PARKED]) < 2:
        choices.append(choice_of(GAME, state, state[OPTIONS][int(rng.random() * len(state[OPTIONS]))]))
        step(GAME, state, offered(GAME, state)[choices[-1].choose])
    turn_to(GAME, state, state[PARKED][1][0])
    choices.append(choice_of(GAME, state, state[OPTIONS][0]))
    step(GAME, state, state[OPTIONS][0])
    saved = replay_of(GAME, seats=3, seed=2, choices=choices)
    assert run_replay(GAME, saved).state == state


def test_options_of_the_same_name_are_told_apart() -> None:
    game = both_of(
        "kind: content\nkinds: [{id: card, title: {en: Card}}]\n"
        "components:\n"
        "  - {id: card_x, kind: card, each_seat: true, copies: 1, title: {en: X}, source: {doc: DOC, place: a}}\n"
        "zones: [{id: table, holds: card, visible: all, start: 1 = 1}, {id: hand, holds: card, visible: all}]\n"
        "procedures: [{id: play, does: pick c from table; move c to hand}]\n"
    ).game
    state = start(game, seats=2, seed=1)
    assert list(offered(game, state)) == ["card_x", "card_x (2)"]
    for code in state[OPTIONS]:
        replay = replay_of(game, seats=2, seed=1, choices=[choice_of(game, state, code)])
        end = run_replay(game, replay).state
        places = [game.blueprint.piece_zone + piece for piece in (0, 1)]
        moved = [piece for piece, at in enumerate(places) if end[at] != state[at]]
        assert moved == [code]


# ---- Refused


def test_a_choice_that_is_not_offered_is_named_with_what_is() -> None:
    seat = WHOLE.choices[16].seat
    fault = refusal(with_choice(17, RecordedChoice(seat, "acquire x")))
    assert fault.step == 17
    assert str(fault).startswith(f'choice 17 (seat {seat}): "acquire x" is not offered; the options are "')


def test_a_choice_of_another_seat_is_refused() -> None:
    seat = WHOLE.choices[0].seat
    fault = refusal(with_choice(1, RecordedChoice(seat % 3 + 1, WHOLE.choices[0].choose)))
    assert (fault.step, str(fault)) == (1, f"choice 1 (seat {seat % 3 + 1}): it is seat {seat} that decides here")


@pytest.mark.parametrize("seat", [0, -1, 4, 12, 10**12])
def test_a_seat_that_is_not_at_the_table_is_refused(seat: int) -> None:
    assert f"choice 3 (seat {seat}): it is seat" in str(refusal(with_choice(3, RecordedChoice(seat, "pass"))))


def test_a_choice_after_the_end_is_refused() -> None:
    count = len(WHOLE.choices)
    fault = refusal(replace(WHOLE, choices=(*WHOLE.choices, RecordedChoice(1, "pass"))))
    assert fault.step == count + 1
    assert str(fault) == f"choice {count + 1} (seat 1): the game is over after {count} choices"


def test_a_settled_decision_may_not_be_listed() -> None:
    game = both_of(
        "kind: content\ncounters: [{id: coin, per: [seat], min: 0, max: 9}]\n"
        "procedures:\n  - id: play\n    does: |\n      choose:\n        one: gain 1 coin\n        two: pay 1 coin\n"
        "      choose:\n        a: stop\n        b: stop\n"
    ).game
    assert run_replay(game, replay_of(game, seats=1, seed=1, choices=[RecordedChoice(1, "a")])).state[FRAME] is None
    with pytest.raises(ReplayRefused, match=r'choice 1 \(seat 1\): "one" is not offered; the options are "a", "b"'):
        replay_of(game, seats=1, seed=1, choices=[RecordedChoice(1, "one"), RecordedChoice(1, "a")])


def test_a_digest_that_does_not_fit_is_found_after_its_choice() -> None:
    mark = WHOLE.digests[1]
    marks = (WHOLE.digests[0], Mark(mark.after, "0" * 64), *WHOLE.digests[2:])
    fault = refusal(replace(WHOLE, digests=marks))
    assert fault.step == mark.after
    assert str(fault).startswith(f"after choice {mark.after} the game differs from the recorded one")


def test_the_last_digest_tells_what_is_missing_at_the_end() -> None:
    short = replace(WHOLE, choices=WHOLE.choices[:-1])
    assert str(refusal(short)).startswith(f"after the last choice ({len(WHOLE.choices) - 1})")
    run_replay(GAME, short, until=5)


@pytest.mark.parametrize(
    ("part", "words"),
    [
        ({"ruleset": "chess"}, "the replay is of 'chess', not of 'small'"),
        ({"ruleset_digest": "0" * 16}, "was played with other rules of 'small' (digest 0000000000000000"),
        ({"modules": ("base", "moon")}, "was played with the modules base, moon; this game has base"),
        ({"seats": 7}, "this game has 1 to 4 seats, not 7"),
        ({"seats": 2}, "2 deciding seats, but names 3"),
        ({"policies": ("random", "first", "mcts")}, "'mcts' is not a player type; choose random, first"),
        ({"settings": {"weather": "fine"}}, "the table cannot be set up: there is no setting 'weather'"),
        ({"settings": {"daeling": "1"}}, "there is no setting 'daeling'; did you mean 'dealing'?"),
        ({"settings": {"dealing": "1"}}, "the table cannot be set up: 'dealing' must be one of open_deal, blind_deal"),
        ({"digests": (Mark(9, "0" * 64), Mark(9, "0" * 64))}, "the digest after choice 9 is out of order"),
        ({"digests": (Mark(10**6, "0" * 64),)}, "the digest after choice 1000000 is out of order; the replay has"),
    ],
)
def test_another_table_is_refused_before_the_first_choice(part: dict[str, Any], words: str) -> None:
    fault = refusal(replace(WHOLE, **part))
    assert words in str(fault)
    assert fault.step is None


def test_a_limit_of_the_rules_is_a_refusal_at_its_choice() -> None:
    game = both_of(
        "kind: content\ncounters: [{id: coin, per: [seat], min: 0, max: 9}]\nprocedures:\n  - id: play\n    does: |\n"
        "      choose:\n        a: nothing\n        b:\n          repeat while coin < 5: lose 1 coin\n"
    ).game
    replay = replay_of(game, seats=1, seed=1, choices=[RecordedChoice(1, "a")])
    with pytest.raises(ReplayRefused, match=r"choice 1 \(seat 1\): the rules ran into a limit: more than"):
        run_replay(game, replace(replay, choices=(RecordedChoice(1, "b"),)))


def test_a_seed_that_a_file_cannot_hold_is_refused_when_recording() -> None:
    with pytest.raises(WrongSetup, match="seeds up to 999999999999999"):
        replay_of(GAME, seats=2, seed=10**15, choices=[])


# ---- Files


@pytest.mark.parametrize("suffix", [".json", ".yaml"])
def test_a_file_holds_the_whole_replay(tmp_path: Path, suffix: str) -> None:
    path = tmp_path / f"game{suffix}"
    replay = replace(WHOLE, variant="dear_tiles")
    write_replay(path, replay)
    assert read_replay(path) == replay


def test_json_is_one_line_a_choice_and_any_reader_reads_it() -> None:
    text = replay_text(WHOLE)
    assert json.loads(text) == replay_to_json(WHOLE)
    assert len(text.splitlines()) > len(WHOLE.choices)


def test_a_file_that_is_not_there_is_refused(tmp_path: Path) -> None:
    for path in (tmp_path / "none.json", tmp_path, tmp_path / ("x" * 300)):
        with pytest.raises(ReplayRefused, match=r"there is no file|cannot be read"):
            read_replay(path)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "game.json:1:1: the file is empty"),
        ("[]", "a replay must be a mapping"),
        ("3", "a replay must be a mapping"),
        ("{" * 100_000, "game.json:1:"),
        ('{"choices": ' + "[" * 100_000, "game.json:1:"),
        (b"\xff\xfe\x00", "game.json:1:"),
        (b"\x00" * 3_000_000, "game.json:1:"),
        (TEXT[:-200], "game.json:"),
        (TEXT.replace('"kind": "replay"', '"kind": "scenarios"'), "'kind'"),
        (TEXT.replace('"seed": 5', '"seed": 5, "seed": 6'), "seed"),
        (TEXT.replace('"seed": 5', '"seed": 5, "sead": 6'), "sead"),
        (TEXT.replace('"seed": 5', '"seed": 1e99'), "1e99"),
        (TEXT.replace('"seed": 5', '"seed": 55555555555555555555'), "game.json:"),
        (TEXT.replace('"seed": 5', '"seed": "5"'), "seed"),
        (TEXT.replace('"seed": 5', '"seed": null'), "game.json:"),
        (TEXT.replace('"format_version": 1', '"format_version": 2'), "format_version 1 is expected, not 2"),
        (TEXT.replace('{"seat": 1,', '{"seat": 99,', 1), "game.json:"),
    ],
)
def test_a_file_of_the_wrong_shape_is_refused_at_its_line(text: str | bytes, words: str) -> None:
    fault = unreadable(text)
    assert words in str(fault)
    assert len(str(fault)) < 600


KEYS = (*json.loads(TEXT), "after", "digest", "seat", "choose")


@pytest.mark.parametrize("key", KEYS)
def test_a_misspelt_key_is_named_with_the_right_one(key: str) -> None:
    fault = unreadable(TEXT.replace(f'"{key}":', f'"{key}e":', 1))
    assert f"'{key}e' has no meaning in a" in str(fault)
    assert f"did you mean '{key}'?" in str(fault)
    assert [each.code for each in fault.diagnostics] == ["unknown-key"]


@pytest.mark.parametrize("key", KEYS)
def test_a_key_of_a_replay_in_yaml_that_is_misspelt_is_named_with_the_right_one(key: str) -> None:
    text = re.sub(rf'^{key}:|"{key}":', f"{key}e:", replay_text(WHOLE, ".yaml"), count=1, flags=re.MULTILINE)
    assert f"did you mean '{key}'?" in str(unreadable(text, "game.yaml"))


@pytest.mark.parametrize("key", [key for key in KEYS if f'\n  "{key}":' in TEXT])
def test_a_key_that_became_a_remark_is_not_left_out_in_silence(key: str) -> None:
    """One bit makes a `#` of a quote; a replay without `policies` would be whole, and another one."""
    text = TEXT.replace(f'\n  "{key}":', f'\n  #{key}":')
    assert re.match(r"game\.json:\d+:", str(unreadable(text)))


def test_what_is_not_json_is_told_at_its_line_and_may_be_named_yaml() -> None:
    text = TEXT.replace('  "seed": 5', '  # the first evening\n  "seed": 5')
    line = text[: text.index("#")].count("\n") + 1
    fault = unreadable(text)
    assert str(fault) == (
        f"game.json:{line}:3: this is not JSON: expecting property name "
        "enclosed in double quotes; fix it, or rename the file to .yaml if it is YAML"
    )
    assert [each.code for each in fault.diagnostics] == ["json-syntax"]
    assert parse_replay("game.yaml", text.encode()) == WHOLE


def test_who_could_take_the_same_answer_in_turn_and_are_not_offered_what_another_has_taken() -> None:
    game = both_of(
        "kind: content\nkinds: [{id: card, title: {en: Card}}]\n"
        "components: [{id: card_x, kind: card, copies: 3, title: {en: X}, source: {doc: DOC, place: a}}]\n"
        "zones:\n  - {id: display, holds: card, visible: all, start: 1 = 1}\n"
        "  - {id: hand, per: [seat], holds: card, visible: owner}\n"
        "procedures:\n  - id: play\n    does: |\n      ask each:\n        pick c from display\n        move c to hand\n"
    ).game
    with pytest.raises(ReplayRefused, match=r"choice 1 \(seat 2\): seat 2 has nothing to decide now"):
        replay_of(game, seats=2, seed=1, choices=[RecordedChoice(2, "card_x.1")])
    with pytest.raises(ReplayRefused, match=r'choice 2 \(seat 2\): "card_x.1" is not offered; .* "card_x.2'):
        replay_of(game, seats=2, seed=1, choices=[RecordedChoice(1, "card_x.1"), RecordedChoice(2, "card_x.1")])
    state = run_replay(game, replay_of(game, seats=2, seed=1, choices=[RecordedChoice(1, "card_x.1")])).state
    assert state_from_json(game, state_to_json(game, state)) == state


def test_a_seat_that_cannot_be_asked_out_of_turn_leaves_no_trace() -> None:
    game = both_of(
        "kind: content\ncounters: [{id: coin, per: [seat], min: 0, max: 9}]\nprocedures:\n  - id: play\n    does: |\n"
        "      ask each:\n        gain 1 coin\n        if me is not seat(1): end game\n        may: gain 2 coin\n"
    ).game
    state = start(game, seats=2, seed=1)
    before = clone(state)
    with pytest.raises(IllegalChoice, match="seat 2 has nothing to decide now"):
        turn_to(game, state, 1)
    assert state == before


def test_a_file_of_ones_own_may_be_larger_than_other_files(tmp_path: Path) -> None:
    large = TEXT.replace("{", "{" + " " * LARGEST_FILE, 1)
    (tmp_path / "long.json").write_text(large)
    assert read_replay(tmp_path / "long.json") == WHOLE
    with pytest.raises(ReplayRefused, match=f"at most {LARGEST_FILE} are read"):
        parse_replay("long.json", large.encode())
