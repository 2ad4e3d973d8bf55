"""`rulewright train` as its callers see it: rows, the file that plays, going on, wrong usage."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from rulewright.cli import run
from rulewright.core.model.weighing import UNIT
from tests.unit.cli.test_merge import told

pytest.importorskip("numpy")
WORDS = ["train", "tutorial", "--minutes", "0.01", "--simulations", "16", "--measure", "2"]


def test_what_is_learned_plays_goes_on_and_is_the_same_again(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    out = told(capsys, *WORDS, "--out", "g.json")
    assert out.startswith("Gulls (base), 2 seats\nHow often the player finishes ahead of others")
    assert re.search(r"^ +\d+ +-?\d\.\d\d +\d+% \[\d+%, \d+%\] ", out, re.MULTILINE)
    assert "To play it: learned:g.json; to train it further: --resume g.json" in out
    assert "Gulls" in told(capsys, "simulate", "tutorial", "--seats", "2", "--policy", "learned:g.json", "--games", "2")
    before = json.loads(Path("g.json").read_bytes())["made"]["games"]
    data = json.loads(told(capsys, *WORDS, "--resume", "g.json", "--format", "json"))
    assert before < data["generations"][-1]["games"] == json.loads(Path("g.json").read_bytes())["made"]["games"]
    assert run([*WORDS, "--out", "g.json"]) == 2
    assert "g.json exists; continue it with --resume" in capsys.readouterr().err
    assert run([*WORDS, "--resume", "g.json", "--out", "h.json"]) == 2
    assert "to save it in another, use --from and --out" in capsys.readouterr().err
    told(capsys, *WORDS[:-1], "0", "--resume", "g.json", "--seats", "2,3", "--playout", "7")
    written = json.loads(Path("g.json").read_bytes())
    assert (written["seats"], written["playout"]) == ([2, 3], 7)
    assert run(["train", "ceres", "--resume", "g.json"]) == 2
    assert "it has learned tutorial (base), not ceres (base)" in capsys.readouterr().err


def test_seats_learn_apart_from_games_of_searches(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    words = ["train", "nim", "--simulations", "16", "--minutes", "0.01", "--measure", "0"]
    how = ["--think", "16", "--playout", "0", "--explore", "30"]
    told(capsys, *words, *how, "--apart", "--out", "n.json")
    written = json.loads(Path("n.json").read_bytes())
    assert (written["playout"], written["explore"], written["apart"]) == (0, 30, True)
    assert written["made"]["command"].endswith("--think 16 --playout 0 --explore 30 --per-seat")
    assert {name[:5] for name in written["weights"]} >= {"as 1:", "as 2:"}
    told(capsys, *words, "--resume", "n.json", "--explore", "40")
    again = json.loads(Path("n.json").read_bytes())
    assert (again["playout"], again["explore"], again["apart"]) == (0, 40, True)
    assert again["made"]["games"] > written["made"]["games"]
    told(capsys, *words[:-4], "--minutes", "0", "--from", "n.json", "--shift", "-40", "--out", "less.json")
    less = json.loads(Path("less.json").read_bytes())
    assert less["weights"].pop("always") - again["weights"].pop("always") == -40 * UNIT // 100
    assert (less["weights"], less["made"]["games"]) == (again["weights"], again["made"]["games"])
    assert less["made"]["then"].endswith("--per-seat --from n.json --shift -40 --minutes 0")
    told(capsys, *words, "--out", "together.json")
    assert run([*words, "--apart", "--resume", "together.json"]) == 2
    assert "its seats were trained together" in capsys.readouterr().err


def test_what_games_teach_is_written_as_arrays_of_numbers(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    numpy = pytest.importorskip("numpy")
    monkeypatch.chdir(tmp_path)
    told(capsys, *WORDS[:-1], "0", "--out", "g.json", "--data", "arrays")
    names = json.loads(Path("arrays/names.json").read_bytes())["features"]
    found = numpy.load("arrays/games-000000.npz", allow_pickle=False)
    rows, columns, n_rows = found["rows"], found["columns"], len(found["worth"])
    assert rows[0] == 0
    assert rows[-1] == len(columns) == len(found["amounts"])
    assert set(rows[1:] > rows[:-1]) == {True}
    of_rows = ("counts", "game", "decision", "seat", "place", "taken", "chosen", "choice")
    assert {len(found[name]) for name in of_rows} == {n_rows}
    assert names[int(columns[0])] == "always"
    assert 0 <= columns.min() <= columns.max() < len(names)
    is_asked = found["place"] >= 0
    assert set(found["choice_names"][found["choice"][~is_asked]]) == {""}
    assert (found["taken"][is_asked] >= 2).all(), "the games of searches"
    assert run([*WORDS, "--out", "other.json", "--data", "arrays"]) == 2
    assert "it contains files; name a new folder" in capsys.readouterr().err
    whole = Path("arrays/names.json").read_text()
    Path("arrays/names.json").write_text(whole.replace("\n2\n", "\n3\n", 1))
    assert run([*WORDS, "--resume", "g.json", "--data", "arrays"]) != 0
    assert "it holds training data of other rules or other numbers of seats" in capsys.readouterr().err


@pytest.mark.slow
def test_a_run_goes_on_with_the_same_player_alone(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    told(capsys, *WORDS[:-1], "0", "--out", "g.json")
    ladder = ["ladder", "tutorial", "--policy", "learned:g.json,random", "--games", "4"]
    told(capsys, *ladder, "--out", "l.part")
    told(capsys, *ladder, "--resume", "l.part")
    Path("g.json").unlink()
    told(capsys, *WORDS[:-1], "0", "--seed", "7", "--out", "g.json")
    assert run([*ladder, "--resume", "l.part"]) == 2
    assert "are not shards of one run: 'learned.g.json' is " in capsys.readouterr().err
    compare = ["compare", "tutorial", "--variant", "sleepy_cat", "--seats", "2", "--games", "2"]
    found = told(capsys, *compare, "--policy", "learned:g.json")
    assert found.count("has not learned") == 1
    assert "g.json has not learned sleepy_cat (base) but other rules, or those of another version: " in found
    assert run(["simulate", "tutorial", "--seats", "3", "--policy", "learned:g.json"]) == 2
    assert "it has learned at tables of 2 seats, but this one has 3" in capsys.readouterr().err


@pytest.mark.slow
def test_what_is_known_is_varied(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    told(capsys, *WORDS, "--out", "g.json")
    before = json.loads(Path("g.json").read_bytes())
    told(capsys, *WORDS, "--vary", "--jobs", "2", "--from", "g.json", "--out", "v.json")
    varied = json.loads(Path("v.json").read_bytes())
    assert varied["made"]["then"].endswith("--from g.json --vary")
    assert varied["made"]["games"] > 2_000
    assert varied["seats"] == before["seats"]
    told(capsys, *WORDS, "--vary", "--resume", "v.json")
    assert json.loads(Path("v.json").read_bytes())["made"]["games"] > varied["made"]["games"]
    assert "Gulls" in told(capsys, "simulate", "tutorial", "--seats", "2", "--policy", "learned:v.json", "--games", "2")


@pytest.mark.parametrize(
    ("words", "why"),
    [
        ([], "--out FILE"),
        (["--out", "a.json", "--resume", "a.json"], "to save it in another, use --from and --out"),
        (["--resume", "nowhere.json"], "there is no file 'nowhere.json'"),
        (["--out", "a.json", "--seats", "2,9"], "tutorial has 2 to 4 seats"),
        (["--out", "a.json", "--seats", "2,2"], "as in --seats 4 or --seats 2,3,4"),
        (["--out", "no/such/folder/a.json"], "no/such/folder"),
        (["--resume", "a.json", "--from", "b.json"], "--from starts a new one, which needs --out"),
        (["--out", "a.json", "--from", "b.json"], "--from: there is no file 'b.json'"),
        (["--out", "a.json", "--vary"], "name it with --from FILE or --resume FILE"),
        (["--resume", "a.json", "--vary", "--think", "20"], "cannot be used with --data, --think or --cluster"),
    ],
)
def test_wrong_usage_is_told(
    words: list[str], why: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert run([*WORDS, *words]) == 2
    assert why in capsys.readouterr().err


def test_a_file_that_no_training_writes_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    told(capsys, *WORDS[:-1], "0", "--out", "g.json")
    Path("g.json").write_bytes(Path("g.json").read_bytes().replace(b'"always": ', b'"always": 1', 1))
    assert run([*WORDS, "--resume", "g.json"]) == 2
    assert "'g.json' is corrupt" in capsys.readouterr().err


def test_a_player_of_a_house_rule_begins_with_what_another_one_knows(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    told(capsys, *WORDS[:-1], "0", "--out", "g.json")
    words = ["--variant", "sleepy_cat", "--from", "g.json", "--out", "s.json"]
    told(capsys, *WORDS[:-1], "0", *words)
    known, learned = (json.loads(Path(each).read_bytes()) for each in ("g.json", "s.json"))
    assert known["ruleset_digest"] != learned["ruleset_digest"]
    assert set(known["weights"]) <= set(learned["weights"]) | {"always"}
    assert run(["train", "ceres", "--from", "g.json", "--out", "c.json"]) == 2
    assert "it has learned tutorial, not ceres" in capsys.readouterr().err


def test_one_player_learns_at_tables_of_several_sizes(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    out = told(capsys, *WORDS[:-1], "0", "--seats", "3,2", "--out", "g.json")
    assert out.startswith("Gulls (base), 3, 2 seats\n")
    for seats in ("2", "3"):
        words = ("simulate", "tutorial", "--seats", seats, "--policy", "learned:g.json", "--games", "2")
        assert "Gulls" in told(capsys, *words)
