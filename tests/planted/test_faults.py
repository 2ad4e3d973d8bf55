"""The faults to be planted are whole, and can be planted in the sources as they stand."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from tests.planted.faults import ROOT, FaultRefused, PlantedFault, faults_of, planted, planted_text

FAULTS = faults_of()


def test_there_are_many_each_of_its_own_and_near_tests_that_exist() -> None:
    assert len({each.id for each in FAULTS}) == len(FAULTS) >= 60
    assert [each.id for each in FAULTS if each.was == each.now or not each.idea] == []
    assert [near for each in FAULTS for near in each.near if not is_there(*near.partition("::")[::2])] == []


def is_there(path: str, name: str) -> bool:
    """Whether a file or folder of tests exists, and the test of that name in it."""
    found = ROOT / "tests" / path
    return found.exists() and (not name or f"def {name}(" in found.read_text("utf-8"))


def test_what_a_fault_replaces_stands_once() -> None:
    for fault in FAULTS:
        path, _, after = planted_text(fault)
        compile(after, str(path), "exec", ast.PyCF_ONLY_AST)


def test_a_fault_stands_only_as_long_as_it_is_planted(tmp_path: Path) -> None:
    file = tmp_path / "interpreter/rulewright/run/small.py"
    file.parent.mkdir(parents=True)
    file.write_text("a = 1\n", "utf-8")
    fault = PlantedFault("one", "off by one", "run/small.py", "a = 1", "a = 2", ())
    with planted(fault, tmp_path):
        assert file.read_text("utf-8") == "a = 2\n"
        with pytest.raises(FaultRefused, match="stands 0 times"):
            planted_text(fault, tmp_path)
    assert file.read_text("utf-8") == "a = 1\n"
