"""Two hundred small worlds of packages: what is chosen is what forty lines of another kind choose."""

from __future__ import annotations

import random

import pytest

from rulewright.core.model.packages_used import PackageRefused
from rulewright.core.packages.package_names import Reference, reference_of
from rulewright.core.packages.resolving import Offered, resolved
from rulewright.core.packages.version_ranges import Version

SEED = 46
World = dict[str, list[Offered]]


def reference(text: str) -> Reference:
    found = reference_of(text)
    assert found is not None
    return found


def world(chance: random.Random) -> tuple[World, list[Reference]]:
    """Packages with versions that need each other in ranges, in circles and diamonds; and what somebody asks for."""
    names = [f"p{number}" for number in range(chance.randint(2, 7))]
    made: World = {}
    for name in names:
        versions = sorted({(chance.randint(0, 3), chance.randint(0, 2), 0) for _ in range(chance.randint(1, 5))})
        made[name] = [Offered(f"ada/{name}", each, needs(chance, names), None) for each in versions]
    return made, [reference(ranged(chance, name)) for name in chance.sample(names, chance.randint(1, 2))]


def needs(chance: random.Random, names: list[str]) -> tuple[Reference, ...]:
    return tuple(reference(ranged(chance, name)) for name in chance.sample(names, chance.choice((0, 0, 1, 1, 2))))


def ranged(chance: random.Random, name: str) -> str:
    low = chance.randint(0, 3)
    labelled = chance.choice((name, f"ada/{name}"))
    return chance.choice(
        (labelled, labelled, f"{labelled} {low}", f"{labelled} >={low} <{low + 2}", f"{labelled} ={low}.0.0")
    )


def expected(made: World, asked: list[Reference]) -> dict[str, Version] | None:
    """The same choice by the meaning of the words: from the newest of all down to a choice that stays the same.

    Each round takes the newest versions that all the ranges of the last round's choice and of the question accept; None
    if there is none, or rounds come back without an end.
    """
    chosen: dict[str, Version] = {}
    seen: list[dict[str, Version]] = []
    while chosen not in seen:
        seen.append(chosen)
        reached, ranges = [each.id for each in asked], list(asked)
        for name in reached:
            for offered in made.get(name, ()):
                if chosen.get(name) == offered.version:
                    ranges += offered.needs
                    reached += [each.id for each in offered.needs if each.id not in reached]
        following: dict[str, Version] = {}
        for name in reached:
            wanted = [each.accepts for each in ranges if each.id == name and each.accepts is not None]
            fitting = [each.version for each in made[name] if all(each.version in one for one in wanted)]
            if not fitting:
                return None
            following[name] = max(fitting)
        if following == chosen:
            return chosen
        chosen = following
    return None


@pytest.mark.parametrize("number", range(200))
def test_the_same_versions_as_the_reference(number: int) -> None:
    made, asked = world(random.Random(f"{SEED} {number}"))
    wanted = expected(made, asked)
    if wanted is None:
        with pytest.raises(PackageRefused):
            resolved(asked, lambda name: tuple(made[name]))
        return
    chosen = resolved(asked, lambda name: tuple(made[name]))
    found = {each.id: each.version for each in chosen}
    assert found == wanted, f"seed {SEED} {number}"
    needs = [need for each in chosen for need in each.needs if need.accepts is not None]
    assert [need for need in needs if need.accepts is not None and found[need.id] not in need.accepts] == []


def test_both_ranges_that_clash_are_named() -> None:
    made = {
        "tower": [Offered("ada/tower", (1, 0, 0), (reference("bridge 1"),))],
        "gate": [Offered("bob/gate", (2, 0, 0), (reference("bridge 2"),))],
        "bridge": [Offered("eve/bridge", (1, 5, 0), ()), Offered("eve/bridge", (2, 1, 0), ())],
    }
    with pytest.raises(PackageRefused) as refused:
        resolved([reference("tower"), reference("gate")], lambda name: tuple(made[name]))
    assert str(refused.value) == (
        "ada/tower 1.0.0 needs bridge 1, and bob/gate 2.0.0 needs bridge 2: no version of 'bridge' satisfies both; "
        "available: eve/bridge 1.5.0, eve/bridge 2.1.0"
    )


def test_two_packages_of_one_id_are_not_guessed_between() -> None:
    made = {"tower": [Offered("ada/tower", (1, 0, 0), ()), Offered("zed/tower", (2, 0, 0), ())]}
    with pytest.raises(PackageRefused, match="could be ada/tower or zed/tower"):
        resolved([reference("tower")], lambda name: tuple(made[name]))
    assert [each.package for each in resolved([reference("zed/tower")], lambda name: tuple(made[name]))] == [
        "zed/tower"
    ]
