"""Bots that a server has of its own: players that have learned the rules of a table, and of no other."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from rulewright.core.model.game import Game
from rulewright.play.policies.learned_files import LearnedValues, write_values
from rulewright.play.policies.naming import fits_table
from rulewright.play.policies.standing import Scale
from tests.reference.games import shipped
from tests.unit.table.serve.visitors import state_line, visiting


def written(path: Path, seats: int) -> str:
    """A player of the tutorial's game at tables of so many seats."""
    blueprint = shipped("tutorial").game.blueprint
    weights = {"prey salmon in beak[me]": 9}
    write_values(
        path,
        LearnedValues(blueprint.ruleset, blueprint.digest, blueprint.modules, (seats,), Scale(6, 0), weights, {}, {}),
    )
    return f"learned:{path}"


def test_a_seat_is_handed_to_a_player_that_has_learned_these_rules(tmp_path: Path) -> None:
    two, three = written(tmp_path / "gulls.json", 2), written(tmp_path / "for_three.json", 3)
    with visiting(bots=(two, three, f"search:100ms+{tmp_path / 'gulls.json'}")) as visitor:
        links = visitor.new_table(seats=("human", "human"))
        one, other = visitor.seat_path(links, 1), visitor.seat_path(links, 2)
        page = visitor.get(other).text
        assert "has learned the game (gulls.json)" in page
        assert "has learned the game (100ms + gulls.json)" in page
        assert "for_three.json" not in page
        assert visitor.post(f"{other}hand", policy=three).status_code == 400
        assert visitor.post(f"{other}hand", policy="learned:/etc/passwd").status_code == 400
        visitor.post(f"{other}hand", policy=two)
        assert "has learned the game (gulls.json)" in visitor.get(other).text
        visitor.choose(one, "snatch")
        assert "It is your turn." in state_line(visitor.get(one).text)


def test_which_bots_know_a_table_is_found_once(tmp_path: Path, monkeypatch: Any) -> None:
    asked: list[str] = []

    def noticed(name: str, game: Game, seats: int) -> bool:
        asked.append(name)
        return fits_table(name, game, seats)

    monkeypatch.setattr("rulewright.table.serve.site.fits_table", noticed)
    with visiting(bots=(written(tmp_path / "gulls.json", 2),)) as visitor:
        path = visitor.new_table()
        for _ in range(3):
            assert "has learned the game (gulls.json)" in visitor.get(path).text
    assert len(asked) == len(set(asked))


def test_a_table_whose_bot_has_lost_its_file_stays_as_it_is(tmp_path: Path) -> None:
    path = tmp_path / "gulls.json"
    name = written(path, 2)
    with visiting(bots=(name,)) as visitor:
        links = visitor.new_table(seats=("human", "human"))
        one, other = visitor.seat_path(links, 1), visitor.seat_path(links, 2)
        visitor.post(f"{other}hand", policy=name)
        path.unlink()
        visitor.choose(one, "snatch")
        page = visitor.get(one)
        assert page.status_code == 200
        assert "there is no file" in page.text
