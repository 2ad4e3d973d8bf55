"""Small files with a planted defect are found out as they say in their first lines; near misses stay silent."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright.author.lint.lints import CODES
from tests.errors.lints.skeleton import check, findings_in, review_with
from tests.errors.rulesets.skeleton import expected_in

CORPUS = Path(__file__).parent / "lints"


def files(ending: str) -> list[Path]:
    return sorted(CORPUS.glob(f"*{ending}"))


def name_of(path: Path) -> str:
    return path.name.removesuffix(".yaml")


def test_nothing_is_found_in_the_skeleton_itself(tmp_path: Path) -> None:
    review, default = review_with(tmp_path, "")
    assert default.game is not None
    assert review.findings() == ()


@pytest.mark.parametrize("path", files(".bad.yaml"), ids=name_of)
def test_a_planted_defect_is_found(tmp_path: Path, path: Path) -> None:
    assert expected_in(path.read_text("utf-8"))
    check(tmp_path, path)


@pytest.mark.parametrize("path", files(".good.yaml"), ids=name_of)
def test_a_near_miss_stays_silent(tmp_path: Path, path: Path) -> None:
    assert findings_in(tmp_path, path) == ()


def test_every_code_has_two_planted_defects_and_a_near_miss() -> None:
    planted = [each.code for path in files(".bad.yaml") for each in expected_in(path.read_text("utf-8"))]
    lacking = {code for code in CODES if planted.count(code) < 2}
    near = {path.name.removesuffix(".good.yaml").split(".")[0] for path in files(".good.yaml")}
    assert lacking == set()
    assert set(CODES) - near == set()
