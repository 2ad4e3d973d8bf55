"""Learned players: what a file may hold, what of a table is weighed, and what is chosen by it."""

from __future__ import annotations

from pathlib import Path
from shutil import copytree, ignore_patterns
from typing import Any

import pytest

from rulewright.core.model.ahead import LEAF, MOST
from rulewright.core.model.chance import Draws
from rulewright.core.model.game import Game
from rulewright.core.model.layout import FRAME, OPTIONS, SEAT
from rulewright.core.model.limits import PolicyFailed
from rulewright.core.model.weighing import UNIT, bucket
from rulewright.core.pipeline import shipped_root
from rulewright.core.run.steps import start, step
from rulewright.native.loading import load_game
from rulewright.play.policies.learned import LearnedPlayer, learned_player
from rulewright.play.policies.learned_files import (
    MOST_BYTES,
    LearnedRefused,
    LearnedValues,
    parse_values,
    values_text,
    write_values,
)
from rulewright.play.policies.naming import (
    fits_table,
    is_policy,
    learned_digests,
    policy_fault,
    policy_named,
    unlearned,
)
from rulewright.play.policies.standing import Scale
from rulewright.play.policies.table_features import TableFeatures
from tests.reference.games import shipped


def learned(game: Game, **changed: Any) -> LearnedValues:
    blueprint = game.blueprint
    parts: dict[str, Any] = {
        "ruleset": blueprint.ruleset, "ruleset_digest": blueprint.digest, "modules": blueprint.modules, "seats": (2,),
        "scale": Scale(6, 0), "weights": {"lead": 7, "prey cat in beak[me]": -90}, "choices": {}, "made": {"games": 3},
    }  # fmt: skip
    return LearnedValues(**(parts | changed))


@pytest.fixture(scope="module")
def gulls() -> Game:
    return shipped("tutorial").game


def test_a_file_holds_what_was_written(gulls: Game) -> None:
    values = learned(gulls)
    assert parse_values("gulls.json", values_text(values)) == values
    assert LearnedPlayer(values, gulls, 2).leaf == LEAF
    values = learned(gulls, playout=80, explore=30, epsilon=5, apart=True, weights={"as 1: prey sprat in beak[me]": 5})
    assert parse_values("gulls.json", values_text(values)) == values
    player = LearnedPlayer(values, gulls, 2)
    assert (player.leaf, player.explore, player.epsilon) == (80, 0.3, 5)
    values = learned(gulls, trends={"lead": -7})
    assert parse_values("gulls.json", values_text(values)) == values


def test_what_a_file_says_together_is_read_by_whole_names(gulls: Game) -> None:
    weights = {"prey": 1, "prey in": 2, "prey in beak": 3, "sprat in a in b": 4, "sprat in ": 5, "sprat in c": 6}
    values = learned(gulls, weights=weights)
    text = values_text(values)
    assert parse_values("gulls.json", text) == values
    assert text.count(b"sprat") == 1
    for nested in ({"sprat": {"a": {"b": 1}}}, {"sprat": {"a": [1]}}, {"sprat": {"c" * 301: 1}}):
        with pytest.raises(LearnedRefused, match="its content is invalid"):
            parse_values("gulls.json", values_text(learned(gulls, weights=nested)))


@pytest.mark.parametrize(
    ("was", "now", "told"),
    [
        (b'"lead": 7', b'"lead": 8', "corrupt (checksum)"),
        (b"{", b"[", "it is not JSON"),
        (b"learned player", b"replay", "it is not a learned player; to train one: rulewright train NAME --out FILE"),
        (b'"format_version": 2', b'"format_version": 1', "it was written by another version"),
        (b'"seats": [\n2\n]', b'"seats": 2', "required fields are missing"),
        (b"lead", b"\xff", "it is not JSON"),
        (b"{", b"{" * 100_000, "it is not JSON"),
    ],
)
def test_what_is_wrong_with_a_file_is_said_in_a_sentence(gulls: Game, was: bytes, now: bytes, told: str) -> None:
    with pytest.raises(LearnedRefused) as refused:
        parse_values("gulls.json", values_text(learned(gulls)).replace(was, now, 1))
    assert str(refused.value).startswith("'gulls.json' ")
    assert told.removeprefix("it ") in str(refused.value)


@pytest.mark.parametrize(
    "changed",
    [
        {"weights": {"lead": 1 << 29}}, {"weights": {"lead": 0.5}}, {"weights": {"le\x1bad": 1}}, {"seats": (0,)},
        {"seats": ()}, {"choices": {"c" * 301: 1}}, {"scale": Scale(0, 0)}, {"made": {"by": ["me"]}}, {"modules": (1,)},
        {"playout": -1}, {"playout": MOST + 1}, {"playout": 0.5}, {"playout": True},
        {"explore": -1}, {"explore": 1_001}, {"explore": 0.5}, {"apart": 1}, {"apart": "yes"},
        {"epsilon": -1}, {"epsilon": 101}, {"epsilon": False},
        {"trends": {"lead": 1 << 29}}, {"trends": {"lead": 0.5}}, {"trends": {"le\x1bad": 1}},
    ],
)  # fmt: skip
def test_what_no_training_writes_is_refused_though_its_checksum_fits(gulls: Game, changed: dict[str, Any]) -> None:
    with pytest.raises(LearnedRefused, match="its content is invalid"):
        parse_values("gulls.json", values_text(learned(gulls, **changed)))


def test_a_file_that_is_too_large_is_neither_read_nor_written(gulls: Game, tmp_path: Path) -> None:
    with pytest.raises(LearnedRefused, match="larger than 1000000 bytes"):
        parse_values("gulls.json", b" " * (MOST_BYTES + 1))
    with pytest.raises(ValueError, match="at most 1000000 bytes"):
        write_values(tmp_path / "much.json", learned(gulls, weights={f"{each:0300}": 1 for each in range(4000)}))


@pytest.mark.parametrize(
    ("changed", "told"),
    [
        ({"ruleset": "gannets"}, "it has learned gannets, this is tutorial"),
        ({"seats": (3, 4)}, "it has learned at tables of 3 or 4 seats, but this one has 2"),
        (
            {"modules": ("base", "dogs"), "weights": {"prey dog in beak[me]": 9, "lead": -8, "always": 90}},
            "knows too little of these rules: 1 of its 2 weights, 47% by size, are about what tutorial (base) has; "
            "tutorial (base, dogs) is what it has learned",
        ),
    ],
)
def test_other_rules_and_tables_are_refused(gulls: Game, tmp_path: Path, changed: dict[str, Any], told: str) -> None:
    path = tmp_path / "gulls.json"
    write_values(path, learned(gulls, **changed))
    with pytest.raises(PolicyFailed) as failed:
        policy_named(f"learned:{path}", gulls, 0, 2)
    assert told in str(failed.value)


def test_its_name_is_a_policy_where_its_file_is(gulls: Game, tmp_path: Path) -> None:
    path = tmp_path / "gulls.json"
    name = f"learned:{path}"[:100]
    assert "there is no file" in policy_fault(name, files=True)
    assert is_policy(name), "a replay says who played, wherever it is read"
    assert "its file is only on this machine" in policy_fault(name)
    path.write_bytes(values_text(learned(gulls)))
    if len(f"learned:{path}") <= 100:
        assert policy_fault(name, files=True) == policy_fault(name, own=True) == ""
    assert "as in learned:my_game.json" in policy_fault("learned:", own=True)
    assert is_policy("search:20+g.json")
    assert not is_policy("search:0+g.json")
    assert "name a file" in policy_fault("search:20+", own=True)
    assert "is not a budget" in policy_fault("flat:20+g.json", own=True)
    assert "there is no file" in policy_fault("search:50ms+no_such.json", own=True)
    assert "did you mean 'learned'?" in policy_fault("learnt:x", own=True)
    assert "too long for saved files" in policy_fault(f"learned:{'x' * 100}", own=True)


def test_a_file_that_has_changed_is_read_anew(gulls: Game, tmp_path: Path) -> None:
    path = tmp_path / "gulls.json"
    write_values(path, learned(gulls, seats=(3,)))
    with pytest.raises(PolicyFailed):
        policy_named(f"learned:{path}", gulls, 0, 2)
    write_values(path, learned(gulls, made={"games": 12345}))
    policy_named(f"learned:{path}", gulls, 0, 2)


def test_why_a_file_does_not_play_is_found_once(gulls: Game, tmp_path: Path, monkeypatch: Any) -> None:
    path = tmp_path / "gulls.json"
    write_values(path, learned(gulls, modules=("base", "dogs"), weights={"prey dog in beak[me]": 9, "lead": -8}))
    looked: list[int] = []

    def noticed(game: Game, seats: int, *, apart: bool) -> TableFeatures:
        looked.append(seats)
        return TableFeatures(game, seats, apart=apart)

    monkeypatch.setattr("rulewright.play.policies.learned.TableFeatures", noticed)
    assert [fits_table(f"learned:{path}", gulls, 2) for _ in range(3)] == [False] * 3
    assert len(looked) == 1


def test_what_rules_do_not_have_weighs_nothing(gulls: Game) -> None:
    known = {"lead": 7, "prey cat in beak[me]": -90}
    player = LearnedPlayer(learned(gulls, weights=known | {"prey dog in beak[me]": 80}, ruleset_digest="0"), gulls, 2)
    assert (player.rule_coverage.known, player.rule_coverage.weights) == (2, 3)
    assert player.weights == LearnedPlayer(learned(gulls), gulls, 2).weights


def test_who_plays_by_rules_it_has_not_learned_says_so(gulls: Game, tmp_path: Path, monkeypatch: Any) -> None:
    monkeypatch.chdir(tmp_path)
    write_values(Path("g.json"), learned(gulls))
    assert unlearned("learned:g.json", gulls, 2) == unlearned("greedy", gulls, 2) == ""
    write_values(Path("g.json"), learned(gulls, ruleset_digest="0", weights={"lead": 9, "prey dog in beak[me]": 1}))
    assert unlearned("search:20+g.json", gulls, 2, "dear cats") == (
        "g.json has not learned dear cats but other rules, or those of another version: 1 of its 2 weights, "
        "90% by size, are about what these rules have; it knows nothing about the rest"
    )
    write_values(Path("g.json"), learned(gulls, modules=("base", "dogs")))
    told = unlearned("learned:g.json", gulls, 2)
    assert told.startswith("g.json has not learned tutorial (base) but tutorial (base, dogs): 2 of its 2 weights, 100%")


def test_of_several_files_the_one_that_knows_the_rules_best_plays(gulls: Game, tmp_path: Path) -> None:
    other, later, own = (tmp_path / f"{name}.json" for name in ("other", "later", "own"))
    write_values(other, learned(gulls, ruleset="gannets"))
    write_values(later, learned(gulls, ruleset_digest="0", weights={"lead": 1}))
    write_values(own, learned(gulls))
    policy_named(f"search:20+{other}+{own}", gulls, 0, 2)
    assert learned_player([str(later), str(own)], gulls, 2).values == learned(gulls)
    write_values(own, learned(gulls, ruleset_digest="1", weights={"lead": 4, "prey dog in beak[me]": 1}))
    assert learned_player([str(own), str(later)], gulls, 2).values.weights == {"lead": 1}
    with pytest.raises(PolicyFailed, match=r"other.json.*has learned gannets.*own.json.*tables of 2 seats"):
        policy_named(f"learned:{other}+{own}", gulls, 0, 3)
    assert "there is no file" in policy_fault("learned:no_such.json+nor_this.json", own=True)
    assert "name a file" in policy_fault("learned:a.json+", own=True)


def test_numbers_are_in_stretches_that_double() -> None:
    assert [bucket(each) for each in (-1, 0, 1, 15, 16, 19, 20, 31, 32, 39, 40, 10**15)] == [
        0, 0, 1, 15, 16, 16, 17, 19, 20, 20, 21, 63,
    ]  # fmt: skip
    assert [each for each in range(5000) if bucket(each) > bucket(each + 1)] == []


def test_what_a_seat_sees_is_called_as_it_is_placed(gulls: Game) -> None:
    features = TableFeatures(gulls, 3)
    state = start(gulls, seats=3, seed=4)
    while not state[gulls.blueprint.families[1].base]:  # until something is in the first beak
        step(gulls, state, state[OPTIONS][0])
    seen = [{features.names[each] for each in features.of(state, seat)[0]} for seat in range(3)]
    design = gulls.blueprint.pieces[state[gulls.blueprint.families[1].base][0]].design
    assert [f"prey {design} in beak[{whose}]" in found for whose, found in zip(("me", "+2", "next"), seen, strict=True)]
    assert [(found, name) for found in seen for name in found if "in pier" in name] == []
    assert [found for found in seen if not any(name.startswith("pier pieces") for name in found)] == []


def test_seats_apart_have_names_of_their_own() -> None:
    mancala = shipped("mancala").game
    state = start(mancala, seats=2, seed=1)
    together, apart = TableFeatures(mancala, 2), TableFeatures(mancala, 2, apart=True)
    named = [{apart.names[each] for each in apart.of(state, seat)[0]} for seat in range(2)]
    assert [f"as {seat + 1}: seeds[pit_1] in stretch 4" in named[seat] for seat in range(2)] == [True, True]
    assert [(seat, name) for seat in range(2) for name in named[seat] if name.startswith(f"as {2 - seat}: ")] == []
    own = [{name.removeprefix(f"as {seat + 1}: ") for name in named[seat]} for seat in range(2)]
    assert own == [{together.names[each] for each in together.of(state, seat)[0]} for seat in range(2)]
    code = state[OPTIONS][0]
    assert apart.option(state[2], code, 0) == f"as 1: {together.option(state[2], code, 0)}"


def test_who_thinks_too_well_of_all_tables_still_tells_them_apart(gulls: Game) -> None:
    player = LearnedPlayer(learned(gulls, weights={"always": 5 * UNIT}), gulls, 2)
    worse = LearnedPlayer(learned(gulls, weights={"always": 4 * UNIT}), gulls, 2)
    state = start(gulls, seats=2, seed=1)
    assert [each.worths_of(state) for each in (player, worse)] == [(5.0, 5.0), (4.0, 4.0)]


def test_the_choice_is_what_is_worth_most(gulls: Game) -> None:
    greedy_for_beak = {f"prey {design} in beak[me]": UNIT for design in ("sprat", "herring", "salmon")}
    away = {f"prey {design} in nest[me]": UNIT for design in ("sprat", "herring", "salmon")}
    chosen = []
    for weights in (greedy_for_beak, away):
        player = LearnedPlayer(learned(gulls, weights=weights), gulls, 2)
        state = start(gulls, seats=2, seed=1)
        seat = state[SEAT]
        while state[FRAME] is not None and (state[SEAT] != seat or not state[gulls.blueprint.families[1].base + seat]):
            step(gulls, state, state[OPTIONS][0])
        worths = player.worths(gulls, state, Draws(5))
        code = player.choose(gulls, state, Draws(5))
        assert worths[state[OPTIONS].index(code)] == max(worths)
        chosen.append(code)
    assert chosen[0] != chosen[1]


def test_what_a_choice_is_worth_besides_counts(gulls: Game) -> None:
    state = start(gulls, seats=2, seed=1)
    features = TableFeatures(gulls, 2)
    for code in state[OPTIONS]:
        name = features.option(state[2], code, state[SEAT])
        player = LearnedPlayer(learned(gulls, weights={}, choices={name: 9 * UNIT}), gulls, 2)
        assert player.choose(gulls, state, Draws(3)) == code


def brings(folder: Path, **players: LearnedValues) -> Game:
    """The tutorial's game, in a folder of its own that brings some players."""
    root = folder / "tutorial"
    copytree(shipped_root() / "tutorial", root, ignore=ignore_patterns("players", "scenarios", "replays"))
    (root / "players").mkdir()
    for name, values in players.items():
        write_values(root / "players" / f"{name}.json", values)
    return load_game(root)


def test_learned_alone_is_a_player_that_the_ruleset_brings(gulls: Game, tmp_path: Path) -> None:
    ours = brings(tmp_path, two=learned(gulls), more=learned(gulls, seats=(3, 4), weights={"lead": 3}))
    two, three = learned_player(["learned"], ours, 2), learned_player(["learned"], ours, 3)
    assert (two.values.seats, three.values.seats) == ((2,), (3, 4))
    policy_named("search:20+learned", ours, 0, 4)
    assert policy_fault("learned", files=True) == policy_fault("search:9+learned", own=True) == ""
    assert "its file is only on this machine" in policy_fault("learned")
    assert fits_table("learned", ours, 4)
    assert unlearned("learned", ours, 2) == ""
    assert len(learned_digests(["learned", "greedy"], ours)["learned"].split()) == 2


def test_for_how_long_it_goes_on_tells_players_apart_only_in_searches(gulls: Game, tmp_path: Path) -> None:
    file = tmp_path / "gulls.json"

    def digest(name: str, playout: int, explore: int | None = None, epsilon: int | None = None) -> str:
        file.write_bytes(values_text(learned(gulls, playout=playout, explore=explore, epsilon=epsilon)))
        return learned_digests([name], gulls)[str(file)]

    assert digest(f"learned:{file}", 5) == digest(f"learned:{file}", 80, 30, 50)
    assert digest(f"search:20+{file}", 5) != digest(f"search:20+{file}", 80)
    assert digest(f"search:20+{file}", 5) != digest(f"search:20+{file}", 5, 30)
    assert digest(f"search:20+{file}", 5) != digest(f"search:20+{file}", 5, None, 50)


def test_of_players_that_know_as_much_the_one_with_the_nearest_modules_plays(gulls: Game, tmp_path: Path) -> None:
    files = {name: tmp_path / f"{name}.json" for name in ("near", "far")}
    write_values(files["far"], learned(gulls, ruleset_digest="1", modules=("base", "belt", "moon"), scale=Scale(9, 0)))
    write_values(files["near"], learned(gulls, ruleset_digest="1", modules=("base", "belt")))
    assert learned_player([str(files["far"]), str(files["near"])], gulls, 2).values.scale == Scale(6, 0)


def test_learned_alone_says_what_there_is_not(gulls: Game, tmp_path: Path) -> None:
    none = brings(tmp_path)
    with pytest.raises(PolicyFailed, match=r"^tutorial has no bundled learned player; to train one: rulewright train"):
        policy_named("learned", none, 0, 2)
    assert not fits_table("learned", none, 2)
    write_values(tmp_path / "tutorial" / "players" / "four.json", learned(gulls, seats=(4,)))
    with pytest.raises(PolicyFailed, match=r"'four.json' cannot play here: it has learned at tables of 4 seats"):
        policy_named("search:20+learned", load_game(tmp_path / "tutorial"), 0, 2)
