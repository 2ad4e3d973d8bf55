"""`rulewright new`: what it writes passes `check` and `test`, plays and simulates; what it cannot write it says."""

from __future__ import annotations

import json
import os
import re
import shutil
from pathlib import Path

import pytest

from rulewright.author.editor.scaffolding.scaffold import modeline
from rulewright.cli import run
from rulewright.core.pipeline import shipped_root
from rulewright.core.validate.schemas import schema_folder
from tests.unit.cli.commands import rulewright

# The long games take their time to be checked with every choice of modules.
GAMES = ("tutorial", pytest.param("ceres", marks=pytest.mark.slow), pytest.param("skymines", marks=pytest.mark.slow))


@pytest.fixture(autouse=True)
def elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def copied(game: str, folder: Path) -> None:
    """A shipped ruleset in a folder of the same name, or a fresh one, without its long scenarios."""
    if game == "fresh":
        assert run(["new", "ruleset", "fresh"]) == 0
    else:
        shutil.copytree(shipped_root() / game, folder / game, ignore=shutil.ignore_patterns("*_cards_*.yaml"))


def made(capsys: pytest.CaptureFixture[str]) -> tuple[list[str], list[str]]:
    """The files that were told of, and the commands to type next."""
    lines = capsys.readouterr().out.splitlines()
    files = [line.removeprefix("made ") for line in lines if line.startswith("made ")]
    return files, [line.strip() for line in lines if line.startswith("    rulewright ")]


def followed(command: str) -> int:
    """The exit code of a command that was told to be typed; what plays for a person is played by a bot."""
    words = command.split()[1:]
    words = [word.replace("human", "random") for word in words]
    if words[0] == "play" and "--seats" not in words:
        words += ["--seats", "random,random"]
    return run(["3" if word == "100" else word for word in words])


def test_a_new_ruleset_passes_plays_and_is_proved(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["new", "ruleset", "stones"]) == 0
    files, commands = made(capsys)
    assert files == [
        "stones/ruleset.yaml", "stones/rules.yaml", "stones/base/game.yaml",
        "stones/scenarios/turns.yaml",
    ]  # fmt: skip
    assert [command.split()[1] for command in commands] == ["check", "test", "play", "simulate"]
    for command in commands:
        assert followed(command) == 0, command
    assert run(["rules", "stones", "--strict"]) == 0
    assert run(["fmt", "--check", "stones"]) == 0
    assert run(["lint", "stones"]) == 0
    assert capsys.readouterr().out.endswith("stones: no problems\n")


def test_the_cards_of_a_new_ruleset_show_what_is_printed_on_them() -> None:
    assert run(["new", "ruleset", "village"]) == 0
    assert run(["doc", "village", "--out", "village.html"]) == 0
    text = re.sub(r"<[^>]*>", " ", Path("village.html").read_text("utf-8"))
    cards = re.sub(r"\s+", " ", text[text.index("Everything printed") : text.index("Short situations of play")])
    assert "Shop Cost 1 Points 1 Does: Coins: +2" in cards, cards
    assert "Castle Cost 5 Points 6 Does: Coins: +3" in cards, cards
    shown = rulewright("play", "village", "--seats", "human,random", "--seed", "3", typed="").stdout
    assert "Library (Cost 3, Points 3)" in shown, shown


@pytest.mark.parametrize("game", ["fresh", *GAMES])
def test_a_new_module_passes_and_changes_the_game(
    game: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    copied(game, tmp_path)
    capsys.readouterr()
    assert run(["new", "module", "lucky-charm", "--in", game]) == 0
    files, commands = made(capsys)
    assert len(files) == 3
    for command in commands:
        assert followed(command) == 0, command
    assert "Lucky charm" in capsys.readouterr().out
    assert run(["fmt", "--check", *files]) == 0


@pytest.mark.parametrize("game", GAMES)
def test_a_new_variant_of_a_shipped_ruleset_passes_and_plays(game: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["new", "variant", "dear_tiles", "--extends", game]) == 0
    files, commands = made(capsys)
    assert files == ["dear_tiles.yaml"]
    for command in commands:
        assert followed(command) == 0, command
    assert run(["fmt", "--check", *files]) == 0
    assert "relative: {" in Path(files[0]).read_text()


@pytest.mark.parametrize("game", ["tutorial", "skymines", "klondike", "whist"])
def test_a_new_variant_proves_what_it_changes(game: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["new", "variant", "other", "--extends", game]) == 0
    capsys.readouterr()
    assert run(["test", "other.yaml"]) == 0
    assert capsys.readouterr().out == "1 scenario: 1 passed, 0 failed\n"
    assert run(["fmt", "--check", "other.yaml"]) == 0


def test_a_new_variant_of_a_ruleset_of_ones_own_lies_in_it(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    copied("fresh", tmp_path)
    capsys.readouterr()
    assert run(["new", "variant", "more_stones", "--extends", "fresh"]) == 0
    files, commands = made(capsys)
    assert files == ["fresh/variants/more_stones.yaml"]
    for command in commands:
        assert followed(command) == 0, command
    assert run(["new", "scenario", "more", "--in", "fresh", "--variant", "more_stones"]) == 0
    assert "variant: more_stones" in Path("fresh/scenarios/more.yaml").read_text()
    assert run(["check", "fresh", "--scenarios"]) == 0
    assert run(["test", "fresh"]) == 0


@pytest.mark.parametrize("game", ["fresh", *GAMES])
def test_a_new_scenario_file_passes(game: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    copied(game, tmp_path)
    capsys.readouterr()
    assert run(["new", "scenario", "first_steps", "--in", game]) == 0
    files, commands = made(capsys)
    assert files == [f"{game}/scenarios/first_steps.yaml"]
    for command in commands:
        assert followed(command) == 0, command
    assert run(["fmt", "--check", *files]) == 0


def test_inside_a_ruleset_nothing_needs_to_be_said_of_it(monkeypatch: pytest.MonkeyPatch) -> None:
    assert run(["new", "ruleset", "stones"]) == 0
    monkeypatch.chdir("stones")
    assert run(["new", "module", "lucky"]) == 0
    assert run(["new", "variant", "rich"]) == 0
    assert run(["new", "scenario", "more"]) == 0
    assert run(["check", "."]) == 0
    assert run(["test", "."]) == 0
    assert sorted(str(path) for path in Path("variants").iterdir()) == ["variants/rich.yaml"]


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["ruleset", "My Game"], "how about 'my_game'?"),
        (["ruleset", "7wonders"], "how about 'my_7wonders'?"),
        (["ruleset", "skymines"], "comes with this program"),
        (["ruleset", "taken"], "taken already exists"),
        (["module", "lucky"], "this folder is not a ruleset"),
        (["module", "lucky", "--in", "skymines"], "copy its folder"),
        (["module", "base", "--in", "taken"], "has 'base' already; its modules: base"),
        (["module", "scenarios", "--in", "taken"], "the folder 'scenarios' is for scenarios"),
        (["variant", "rich"], "by --extends; shipped are: ceres, skymines"),
        (["variant", "rich", "--extends", "skymine"], "did you mean 'skymines'?"),
        (["variant", "solo", "--extends", "skymines"], "has a variant 'solo' already"),
        (["variant", "rich", "--extends", "taken", "--in", "other"], "must be inside it"),
        (["variant", "rich", "--extends", "broken"], "has errors; see: rulewright check broken"),
        (["scenario", "turns", "--in", "taken"], "turns.yaml already exists"),
        (["scenario", "more", "--in", "taken", "--variant", "rich"], "has no variant 'rich'"),
    ],
)
def test_what_cannot_be_made_is_told(
    arguments: list[str], words: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for name in ("taken", "broken"):
        assert run(["new", "ruleset", name]) == 0
    (tmp_path / "broken" / "base" / "game.yaml").write_text("kind: content\nzones: 1\n")
    before = {path: path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()}
    capsys.readouterr()
    assert run(["new", *arguments]) == 2
    assert words in " ".join(capsys.readouterr().err.split())
    assert {path: path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()} == before


@pytest.mark.skipif(os.geteuid() == 0, reason="who may write everywhere is refused nowhere")
def test_a_folder_that_may_not_be_written_is_told_of(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "closed").mkdir(mode=0o500)
    assert run(["new", "ruleset", "stones", "--in", "closed"]) == 2
    assert "cannot be written" in capsys.readouterr().err


def test_a_folder_that_is_a_file_is_told_of_and_nothing_is_left(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "closed").write_text("")
    assert run(["new", "ruleset", "stones", "--in", "closed"]) == 2
    assert "cannot be written" in capsys.readouterr().err
    assert [path.name for path in tmp_path.iterdir()] == ["closed"]


def test_no_file_that_is_made_holds_a_path_of_this_machine(tmp_path: Path) -> None:
    for more in ([], ["--schemas"]):
        name = f"stones{len(more)}"
        assert run(["new", "ruleset", name, *more]) == 0
        for what, called, option, of in (
            ("module", "lucky", "--in", name),
            ("scenario", "more", "--in", name),
            ("variant", "rich", "--extends", name),
            ("variant", f"poor{len(more)}", "--extends", "tutorial"),
        ):
            assert run(["new", what, called, option, of, *more]) == 0
    texts = {path: path.read_text("utf-8") for path in tmp_path.rglob("*") if path.is_file()}
    assert len(texts) > 20
    for path, text in texts.items():
        for place in (tmp_path, schema_folder(), Path.home(), Path(__file__).parents[3]):
            assert str(place.resolve()) not in text, path
        assert "file://" not in text
        for line in text.splitlines():
            assert not line.startswith("# yaml-language-server: $schema=/"), path


def test_schemas_on_request_lie_beside_the_files_that_lead_to_them(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["new", "ruleset", "stones", "--schemas"]) == 0
    assert "made stones/.schemas/, the schemas with which editors" in capsys.readouterr().out
    assert run(["new", "module", "lucky", "--in", "stones"]) == 0
    files = sorted(Path("stones").rglob("*.yaml"))
    assert len(files) == 7
    for file in files:
        first, kind = file.read_text("utf-8").splitlines()[:2]
        schema = file.parent / first.removeprefix("# yaml-language-server: $schema=")
        assert schema.read_bytes() == (schema_folder() / f"{kind.removeprefix('kind: ')}.schema.json").read_bytes()
    assert run(["check", "stones"]) == 0


def test_a_file_alone_begins_with_its_kind_and_one_of_a_checkout_with_its_schema() -> None:
    assert run(["new", "variant", "rich", "--extends", "tutorial"]) == 0
    assert Path("rich.yaml").read_text("utf-8").startswith("kind: variant\n")
    inside = modeline("content", shipped_root() / "tutorial" / "more" / "content.yaml")
    assert inside == "# yaml-language-server: $schema=../../../schemas/content.schema.json\n"


def test_json_names_files_and_commands(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["new", "variant", "rich", "--extends", "tutorial", "--format", "json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["made"] == ["rich.yaml"]
    assert told["next"][0] == "rulewright check rich.yaml"
