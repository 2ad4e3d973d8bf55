"""The cache of compiled rulesets knows every record that a blueprint may hold."""

from __future__ import annotations

import marshal
from collections.abc import Iterator
from dataclasses import is_dataclass
from pathlib import Path
from typing import Any, get_args, get_type_hints

import pytest

from rulewright.core.compile import cache
from rulewright.core.model.game import Blueprint
from tests.reference.games import built


def classes_in(hint: Any) -> Iterator[type]:
    """The classes a type is made of: itself, and what its arguments are."""
    if isinstance(hint, type) and (is_dataclass(hint) or hasattr(hint, "_fields")):
        yield hint
    for each in get_args(hint):
        yield from classes_in(each)


def records_under(record: type) -> set[type]:
    """The classes of records that a value of a class may hold, at any depth, the class itself among them."""
    found, left = set[type](), [record]
    while left:
        now = left.pop()
        if now not in found:
            found.add(now)
            left += [each for hint in get_type_hints(now).values() for each in classes_in(hint)]
    return found


def test_every_record_of_a_blueprint_can_be_kept() -> None:
    for record in records_under(Blueprint):
        name = cache._name_of(record)
        assert name is not None
        assert cache._record(name) is record


@pytest.mark.parametrize("name", ["tutorial", "small_chess"])
def test_what_is_kept_of_a_blueprint_is_that_blueprint(name: str) -> None:
    compiled = built(name).compiled
    assert compiled is not None
    data = marshal.dumps(cache._plain(compiled.blueprint))
    assert cache._revive(marshal.loads(data)) == compiled.blueprint  # noqa: S302 - written just now


def test_a_language_that_changes_makes_another_key(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "de.toml"
    file.write_text("forms = 2\n", "utf-8")
    monkeypatch.setattr(cache, "LOCALES", tmp_path)
    cache._engine_stamp.cache_clear()
    keys = [cache.content_key([]), cache.content_key([])]
    file.write_text("forms = 12\n", "utf-8")
    cache._engine_stamp.cache_clear()  # as in a process of its own
    keys.append(cache.content_key([]))
    cache._engine_stamp.cache_clear()
    assert keys[0] == keys[1] != keys[2]
