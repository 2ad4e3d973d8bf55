"""Versions are three numbers; a range has one of three forms, and everything else is none."""

from __future__ import annotations

import pytest

from rulewright.core.packages.package_names import is_place, reference_of
from rulewright.core.packages.version_ranges import range_of, version_of


@pytest.mark.parametrize(
    ("written", "inside", "outside"),
    [
        ("1.4", ["1.4.0", "1.4.9", "1.99.0"], ["1.3.9", "2.0.0", "0.9.9"]),
        ("2", ["2.0.0", "2.7.1"], ["1.9.9", "3.0.0"]),
        ("1.4.2", ["1.4.2", "1.5.0"], ["1.4.1", "2.0.0"]),
        (">=1.4 <1.9", ["1.4.0", "1.8.99"], ["1.3.9", "1.9.0"]),
        ("=1.4.2", ["1.4.2"], ["1.4.1", "1.4.3"]),
    ],
)
def test_a_range_accepts_what_it_says(written: str, inside: list[str], outside: list[str]) -> None:
    found = range_of(written)
    assert found is not None
    accepted = {text for text in (*inside, *outside) if (version := version_of(text)) is not None and version in found}
    assert accepted == set(inside)


@pytest.mark.parametrize("text", ["", "v1.2.0", "1.2", "1.2.0-beta", "01.2.0", "1.2.0.1", "1.2.0\n", "latest"])
def test_anything_else_is_no_version(text: str) -> None:
    assert version_of(text) is None


@pytest.mark.parametrize("text", ["^1.2", "~1.2", ">1", "=1.2", ">=1.2", "1.x", "*", "1 || 2", " 1.2"])
def test_anything_else_is_no_range(text: str) -> None:
    assert range_of(text) is None


@pytest.mark.parametrize(
    ("text", "label", "name"),
    [
        ("night", "", "night"),
        ("ada/tower", "ada", "tower"),
        ("ada/tower@1.2", "ada", "tower"),
        ("tower >=1 <2", "", "tower"),
    ],
)
def test_a_reference_is_a_label_an_id_and_versions(text: str, label: str, name: str) -> None:
    found = reference_of(text)
    assert found is not None
    assert (found.label, found.id) == (label, name)


@pytest.mark.parametrize("text", ["./tower", "../tower", "tower.zip", "/games/tower", "a/b/c", ".", "~/tower"])
def test_a_path_is_no_name(text: str) -> None:
    assert is_place(text)


@pytest.mark.parametrize("text", ["tower", "ada/tower", "ada/tower@1.2"])
def test_a_name_is_no_path(text: str) -> None:
    assert not is_place(text)
