"""Single values of saved data, checked: texts, numbers, lists, mappings, names of things and pieces."""

from __future__ import annotations

from typing import Any

from rulewright.core.diagnostics import cut, did_you_mean
from rulewright.core.model.game import Blueprint
from rulewright.core.model.kinds import DomainName, PieceOf
from rulewright.observe.naming import things_of


class SaveRefused(ValueError):  # noqa: N818 - the data's fault, stated as a sentence
    """Saved data that is not a state of this game. The message is one sentence that names the position."""


def shown(value: Any) -> str:
    """Return a value of any kind for a message, shortened."""
    if value is None or type(value) is bool:
        return {None: "nothing", True: "true", False: "false"}[value]
    if type(value) is int:
        return str(value) if abs(value) < 10**18 else "a number of more than 18 digits"
    if type(value) is str:
        return repr(cut(value, 40))
    return {list: "a list", dict: "a mapping", float: "a number with a fraction"}.get(type(value), "something else")


def keys_of(data: Any, at: str, expected: tuple[str, ...]) -> dict[str, Any]:
    """Return a mapping with exactly the keys expected, in their order. Raises SaveRefused if it has others."""
    if type(data) is not dict:
        raise SaveRefused(f"{at}: a mapping is expected, not {shown(data)}")
    lacking = [key for key in expected if key not in data]
    known = set(expected)
    for stranger in data:
        if stranger not in known:
            hint = did_you_mean(stranger, lacking or expected) if type(stranger) is str else ""
            raise SaveRefused(f"{at}: {shown(stranger)} has no meaning here{hint and f'; {hint}'}")
    if lacking:
        raise SaveRefused(f"{at}: '{lacking[0]}' is missing")
    return {key: data[key] for key in expected}


def list_of(data: Any, at: str, most: int) -> list[Any]:
    if type(data) is not list:
        raise SaveRefused(f"{at}: a list is expected, not {shown(data)}")
    if len(data) > most:
        raise SaveRefused(f"{at}: at most {most} are expected, not {len(data)}")
    return data


def number_of(data: Any, at: str, low: int, high: int) -> int:
    if type(data) is not int or not low <= data <= high:
        raise SaveRefused(f"{at}: a whole number from {low} to {high} is expected, not {shown(data)}")
    return data


def text_of(data: Any, at: str) -> str:
    if type(data) is not str:
        raise SaveRefused(f"{at}: a text is expected, not {shown(data)}")
    return data


def piece_number(numbers: dict[str, int], key: Any, at: str) -> int:
    """Return the number of the piece with a key. Raises SaveRefused if there is none."""
    if type(key) is not str or key not in numbers:
        raise SaveRefused(f"{at}: there is no piece {shown(key)}")
    return numbers[key]


def thing_text(blueprint: Blueprint, domain: DomainName, value: int) -> str | int | None:
    """Return a thing by its name, a number unchanged, or None for no thing."""
    if domain == "number":
        return int(value)
    if value < 0:
        return None
    if domain == "seat":
        return f"seat {value + 1}"
    if isinstance(domain, PieceOf):
        return blueprint.pieces[value].key
    return blueprint.domains[domain].names[value]


def thing_number(
    blueprint: Blueprint, domain: DomainName, data: Any, at: str, seats: int, bounds: tuple[int, int]
) -> int:
    """Return the value for a name made by `thing_text`. Raises SaveRefused if it is not within the bounds."""
    low, high = bounds
    if domain == "number":
        return number_of(data, at, low, high)
    if data is None and low < 0:
        return -1
    things = range(seats) if domain == "seat" else things_of(blueprint, domain)
    names = {thing_text(blueprint, domain, each): each for each in things}
    found = names.get(data, -1) if type(data) is str else -1
    if not 0 <= found <= high:
        raise SaveRefused(f"{at}: there is no {domain} {shown(data)}")
    return found
