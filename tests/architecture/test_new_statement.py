"""A statement, an operation or an expression that some place does not know is a type error there, before anything runs.

In a copy of the sources a form is put into a union that no place handles, and the type checker names the places.
"""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Callable

import pytest

from tests.reference.checkout import copy_of_sources

ERROR = re.compile(r"interpreter/rulewright/(\S+?):\d+: error: ")
UNKNOWN = "@dataclass(frozen=True, slots=True)\nclass Unknown{base}:\n    at: int\n\n\n"

Checked = Callable[..., set[str]]


@pytest.fixture(scope="module")
def checked(tmp_path_factory: pytest.TempPathFactory) -> Checked:
    """The files in which the type checker finds a fault once a union of a file has a member more."""
    pytest.importorskip("mypy", reason="the type checker is not installed")
    copy = copy_of_sources(tmp_path_factory.mktemp("copy"))

    def check(file: str, union: str, base: str = "") -> set[str]:
        path = copy / "interpreter" / "rulewright" / file
        text = path.read_text("utf-8")
        start = re.search(rf"^{union} = (\(\s*)?", text, re.MULTILINE)
        assert start is not None
        named = f"{UNKNOWN.format(base=base)}{start.group()}Unknown | "
        path.write_text(text[: start.start()] + named + text[start.end() :], "utf-8")
        command = [sys.executable, "-m", "mypy", "--package", "rulewright", "--cache-dir", str(copy / "cache")]
        told = subprocess.run(command, cwd=copy, capture_output=True, text=True, check=False).stdout
        path.write_text(text, "utf-8")
        return set(ERROR.findall(told))

    return check


@pytest.mark.slow
@pytest.mark.parametrize(
    ("file", "union", "places"),
    [
        ("core/model/effects.py", "Statement", {"core/bind/typed_effects.py"}),
        (
            "core/model/bound.py",
            "BoundStatement",
            {
                *("core/lower/statements.py", "core/model/bound.py"),
                *(f"author/lint/{name}.py" for name in ("guards", "hidden", "shut", "steps")),
            },
        ),
        (
            "core/model/operations.py",
            "Operation",
            {
                *("core/lower/foresight.py", "core/lower/locals.py"),
                *("core/lower/lookahead.py", "core/lower/printed.py"),
                *(f"core/lower/{each}.py" for each in ("mixing", "read_write_sets", "summary", "suspension", "walk")),
                "core/lower/flow.py",
                *(f"{name}/backend/printed_statements.py" for name in ("core", "native")),
            },
        ),
        (
            "core/model/lowered_values.py",
            "Expression",
            {
                *(
                    "core/backend/printed_values.py",
                    "native/backend/printed_values.py",
                    "core/lower/read_write_sets.py",
                ),
            },
        ),
        ("core/model/bound_values.py", "Bound", {"core/lower/lowering_values.py"}),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_what_no_place_handles_is_a_type_error_where_it_must_be(
    checked: Checked, file: str, union: str, places: set[str]
) -> None:
    found = checked(file, union)
    assert places <= found, f"nothing is told of {sorted(places - found)}"


@pytest.mark.slow
def test_what_changes_the_state_there_and_then_is_a_type_error_only_where_it_is_given_a_meaning(
    checked: Checked,
) -> None:
    places = {"core/lower/statements.py", "core/sound/effect_walk.py"}
    assert checked("core/model/bound.py", "SimpleStatement", "(Changing)") == places
    found = checked("core/model/operations.py", "Simple", "(ChangesState)")
    assert found == {"core/backend/printed_statements.py", "native/backend/printed_statements.py"}
