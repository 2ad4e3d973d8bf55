"""That a trigger with a title takes place is an operation of its own, which only a traced build prints."""

from __future__ import annotations

from pathlib import Path

from rulewright.core.lower.printed import function_lines
from tests.unit.core.compile.small_games import built

TRIGGERS = """\
triggers:
  - {id: storm, title: {en: A storm comes up}, change: tide, when: tide >= 2, does: lose 1 coin}
  - {id: gust, title: {en: A gust}, change: coin, does: "choose:\\n  hold: nothing\\n  bend: gain 1 stock[clay]"}
  - {id: calm, change: tide, does: "gain 1 stock[wood]"}
"""


def lowered(folder: Path, trigger: str) -> list[str]:
    made = built(folder, "gain 1 tide", TRIGGERS)
    assert made.compiled is not None
    return function_lines(made.compiled.lowered, trigger)


def test_a_trigger_with_a_title_tells_of_itself_where_its_condition_holds(tmp_path: Path) -> None:
    told = "\n".join(lowered(tmp_path, "storm")[1:4])
    assert told.startswith("  if (tide[24] >= 2):\n    tell effect")
    assert told.splitlines()[2].strip().startswith("coin[12 + v0] -= 1")


def test_a_trigger_without_a_title_tells_nothing(tmp_path: Path) -> None:
    assert [line for line in lowered(tmp_path, "calm") if "tell" in line] == []


def test_what_asks_tells_of_itself_before_the_block_that_is_run_anew_when_it_is_asked_again(tmp_path: Path) -> None:
    lines = [line.strip() for line in lowered(tmp_path, "gust")]
    blocks = lines[lines.index(next(line for line in lines if line.endswith("in blocks:"))) + 1 :]
    first, second = blocks.index("0:"), blocks.index("1:")
    assert [line.split()[0] for line in blocks[first + 1 : second]] == ["tell", "go"]
    assert blocks[second + 1].startswith("decide")


def test_only_a_traced_build_prints_it(tmp_path: Path) -> None:
    made = built(tmp_path, "gain 1 tide", TRIGGERS)
    assert made.compiled is not None
    assert made.compiled.traced_source.count("happened(") == 2
    assert "happened" not in made.compiled.plain_source
