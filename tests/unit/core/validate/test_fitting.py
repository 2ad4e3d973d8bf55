"""The fast yes: given to every shipped file, and never to a document the validator has something against."""

from __future__ import annotations

import copy
import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from rulewright.core.load.reader import as_plain, read_yaml
from rulewright.core.model.document import Mapping
from rulewright.core.validate.fitting import surely_fits
from rulewright.core.validate.schemas import KINDS, validator

ROOT = Path(__file__).parents[4]
SHIPPED = sorted(path for path in (ROOT / "rulesets").rglob("*.yaml") if "scenarios" not in path.parts)
SEED = 20
ODD: tuple[Any, ...] = (
    "", "a b", "x" * 5000, "a\n", 0, -1, 10**9, True, False, [], ["a", "a"], [1, True], {}, {"a": 1},
)  # fmt: skip


def documents(paths: list[Path]) -> Iterator[tuple[str, Any]]:
    for path in paths:
        document, _ = read_yaml(path.name, path.read_bytes())
        if isinstance(document, Mapping) and (plain := as_plain(document)).get("kind") in KINDS:
            yield plain["kind"], plain


def test_shipped_files_all_fit() -> None:
    found = list(documents(SHIPPED))
    assert len(found) > 100
    assert [(kind, plain) for kind, plain in found if not surely_fits(kind, plain)] == []


def changed(plain: Any, chance: random.Random) -> Any:
    """A copy in which one value, drawn by lot at any depth, is another, gone, or has an odd one beside it."""
    found = copy.deepcopy(plain)
    places: list[tuple[Any, Any]] = []
    inside = [found]
    for part in inside:
        keys = list(part) if isinstance(part, dict) else list(range(len(part))) if isinstance(part, list) else []
        places += [(part, key) for key in keys]
        inside += [part[key] for key in keys]
    part, key = chance.choice(places)
    match chance.randrange(4):
        case 0:
            del part[key]
        case 1 if isinstance(part, list):
            part.append(copy.deepcopy(chance.choice(part)))
        case 1:
            other, other_key = chance.choice([each for each in places if isinstance(each[0], dict)])
            part[other_key] = copy.deepcopy(other[other_key])
        case _:
            part[key] = copy.deepcopy(chance.choice(ODD))
    return found


def test_what_fits_is_what_the_validator_accepts() -> None:
    chance = random.Random(SEED)
    small = [(kind, plain) for kind, plain in documents(SHIPPED) if len(json.dumps(plain)) < 3000]
    verdicts = []
    for _ in range(600):
        kind, plain = chance.choice(small)
        tried = changed(plain, chance)
        verdicts.append(surely_fits(kind, tried))
        assert verdicts[-1] == validator(kind).is_valid(tried), (SEED, kind, tried)
    assert verdicts.count(True) > 50
    assert verdicts.count(False) > 200


@pytest.mark.parametrize("kind", KINDS)
def test_odd_values_never_fit(kind: str) -> None:
    assert [odd for odd in (*ODD, None, 1.5) if surely_fits(kind, odd)] == []
