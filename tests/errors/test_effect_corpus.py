"""Small wrong effect texts are refused with exactly the codes and lines they say in their first lines."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.errors.rulesets.skeleton import check

CORPUS = Path(__file__).parent / "effects"


@pytest.mark.parametrize(
    "path", sorted(CORPUS.glob("*.bad.yaml")), ids=lambda path: path.name.removesuffix(".bad.yaml")
)
def test_text_is_refused_as_it_says(tmp_path: Path, path: Path) -> None:
    check(tmp_path, path)
