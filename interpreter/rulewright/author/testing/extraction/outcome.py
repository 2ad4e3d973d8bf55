"""Changes of the table as tests for a scenario, true after some choices and false before."""

from __future__ import annotations

from collections import Counter

from rulewright.author.testing.extraction.members import NamedMember, Unnameable, members_of, value_name
from rulewright.core.model.game import Blueprint, State
from rulewright.core.model.layout import N_SEATS

_MOST = 12


def outcome(blueprint: Blueprint, before: State, after: State) -> tuple[str, ...]:
    """Return at most twelve tests. Numbers that people are shown come before ones for the rules only."""
    found: list[tuple[bool, str]] = []
    for each in members_of(blueprint, after[N_SEATS]):
        if before[each.slot] != after[each.slot]:
            found += [(not each.family.title, text) for text in _tests(blueprint, each, before, after)]
    found.sort(key=lambda each: each[0])
    return tuple(dict.fromkeys(text for _, text in found))[:_MOST]


def tests_of(blueprint: Blueprint, each: NamedMember, state: State) -> tuple[str, ...]:
    """Return at most twelve tests of what a counter, marker or zone is in a state, whatever it was before."""
    value = state[each.slot]
    if each.family.sort != "zone" or each.family.spaces:
        return tuple(_of_one(blueprint, each, value))
    held = Counter(blueprint.pieces[piece].design for piece in value)
    seen = held if each.family.visible != "none" else ()
    return (f"size({each.outside}) = {len(value)}", *(_holds(each, design, held[design]) for design in seen))[:_MOST]


def _tests(blueprint: Blueprint, each: NamedMember, before: State, after: State) -> list[str]:
    if each.family.sort != "zone":
        return _of_one(blueprint, each, after[each.slot])
    if each.family.spaces:
        same = after[each.slot] >= 0 and not _other(blueprint, each, before, after)
        return [] if same else _of_one(blueprint, each, after[each.slot])
    held = [Counter(blueprint.pieces[piece].design for piece in state[each.slot]) for state in (before, after)]
    tests = (
        [f"size({each.outside}) = {len(after[each.slot])}"] if len(before[each.slot]) != len(after[each.slot]) else []
    )
    for design in held[1] if each.family.visible != "none" else ():
        if held[1][design] > held[0][design]:
            tests.append(_holds(each, design, held[1][design]))
    return tests


def _of_one(blueprint: Blueprint, each: NamedMember, value: int) -> list[str]:
    """Return the test of a counter, of a marker, or of a space, which holds one piece or none."""
    if each.family.is_truth:
        return [each.outside if value else f"not {each.outside}"]
    if each.family.sort == "counter":
        empty = each.family.may_be_none and value < 0
        return [f"{each.outside} is none" if empty else f"{each.outside} = {value}"]
    if each.family.sort == "marker":
        try:
            return [f"{each.outside} is {value_name(blueprint, each.family.domain, value)}"]
        except Unnameable:
            return []
    if value < 0:
        return [f"not exists({each.outside})"]
    return [f"top({each.outside}).design is {blueprint.pieces[value].design}"]


def _holds(each: NamedMember, design: str, count: int) -> str:
    if count == 1:
        return f"any(it in {each.outside} where it.design is {design})"
    return f"count(it in {each.outside} where it.design is {design}) = {count}"


def _other(blueprint: Blueprint, each: NamedMember, before: State, after: State) -> bool:
    gone = before[each.slot]
    return bool(gone < 0 or blueprint.pieces[gone].design != blueprint.pieces[after[each.slot]].design)
