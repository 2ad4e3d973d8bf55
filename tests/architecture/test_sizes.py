"""No file too long, no module named after nothing, nothing at the top level that does not belong there."""

from __future__ import annotations

from pathlib import Path

from rulewright.cli import VERBS

ROOT = Path(__file__).resolve().parents[2]
LONGEST = 400
LONGEST_GRAMMAR = 126
TOP_LEVEL = {
    *("pyproject.toml", "interpreter", "rulesets", "schemas", "tests", "docs", "README.md", "LICENSE"),
    *("CONTRIBUTING.md", "CHANGELOG.md", "SECURITY.md", "CITATION.cff"),  # names that anybody looks for
}
LOCK_FILES = {"uv.lock", "poetry.lock", "pylock.toml", "requirements.lock"}
BUILT = {"build", "dist", "__pycache__"}
NAMELESS = {"utils", "util", "helpers", "helper", "base", "common", "types", "misc", "manager"}

SOURCES = sorted(path for folder in ("interpreter", "tests") for path in (ROOT / folder).rglob("*.py"))


def test_a_source_is_short_enough_to_read() -> None:
    lines = {path.relative_to(ROOT).as_posix(): path.read_text("utf-8").count("\n") for path in SOURCES}
    assert {path: count for path, count in lines.items() if count > LONGEST} == {}, (
        "a file has one subject: give one part of it a file of its own, in a commit that only moves it"
    )


def test_the_grammar_fits_on_a_page_or_two() -> None:
    for path in (ROOT / "interpreter").rglob("*.lark"):
        lines = [line for line in path.read_text("utf-8").splitlines() if line.strip() and not line.startswith("//")]
        assert len(lines) <= LONGEST_GRAMMAR, (
            f"{path.name} has {len(lines)} lines that say something, more than {LONGEST_GRAMMAR}: take a rule out that "
            "others make needless. If none can be, write the new number here and the reason in CHANGELOG.md"
        )


def test_no_module_is_named_after_nothing() -> None:
    found = [path for path in (ROOT / "interpreter").rglob("*") if path.stem in NAMELESS and path.suffix in ("", ".py")]
    assert not [path for path in found if "rulesets" not in path.parts and "schemas" not in path.parts]


def test_the_top_level_holds_only_what_the_design_lists() -> None:
    found = {path.name for path in ROOT.iterdir() if not path.name.startswith(".")}
    assert found - TOP_LEVEL - LOCK_FILES - BUILT == set()


def test_the_command_line_is_one_file_a_verb() -> None:
    found = {path.stem for path in (ROOT / "interpreter" / "rulewright" / "cli" / "verbs").glob("*.py")}
    assert found - {"__init__"} == VERBS.keys()


def test_tests_stand_in_the_rooms_the_style_lists() -> None:
    rooms = {path.name for path in (ROOT / "tests").iterdir() if path.is_dir() and path.name != "__pycache__"}
    listed = {"unit", "errors", "scenarios", "properties", "replays", "architecture", "reference", "benchmarks"}
    assert rooms <= listed | {"planted"}
