"""Typed values as plain data for JSON, and back: what is read must be of the type asked for, within bounds.

A dataclass or a named tuple is the list of its fields, bytes are hexadecimal, a mapping without string keys is a list
of pairs. What is read may come from anybody: nothing larger than what was read is made of it.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import Field, fields, is_dataclass
from functools import cache
from types import NoneType, UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

LARGEST_WHOLE = 2**63 - 1
"""What 64 bits hold, as codes of options do."""
LARGEST = 1e60
LONGEST_TEXT = 20_000
_DEEPEST = 12
_CONTROLS = frozenset(map(chr, (*range(9), *range(11, 32), *range(127, 160))))
"""What would control a terminal."""

PlainReader = Callable[[Any], Any]


class Malformed(ValueError):  # noqa: N818 - stated as a sentence
    """Data that is not of the type asked for."""


def to_plain(value: Any) -> Any:
    """Return a value as plain JSON data."""
    if isinstance(value, (str, int, float, NoneType)):
        return value
    if isinstance(value, bytes):
        return value.hex()
    if isinstance(value, (tuple, list)):
        return [to_plain(each) for each in value]
    if isinstance(value, Mapping):
        if all(isinstance(key, str) for key in value):
            return {key: to_plain(each) for key, each in value.items()}
        return [[to_plain(key), to_plain(each)] for key, each in value.items()]
    assert is_dataclass(value), f"{type(value)} has no plain form"
    return [to_plain(getattr(value, field.name)) for field in fields(value)]


def from_plain(kind: Any, data: Any) -> Any:
    """Return the value of a type that plain data describe. Raises Malformed if they do not fit the type."""
    return _reader(kind)(data)


@cache
def _reader(kind: Any) -> PlainReader:
    """Return the function that reads plain values as a type."""
    plain = _PLAIN.get(kind)
    if plain is not None:
        return plain
    origin, inner = get_origin(kind), get_args(kind)
    if origin in (Union, UnionType):
        return _one_of([_reader(each) for each in inner])
    if origin is Literal:
        return _literal(inner)
    if origin is tuple and inner[1:] == (...,):
        return _many(tuple, _reader(inner[0]))
    if origin is tuple:
        return _row([_reader(each) for each in inner], lambda *values: values)
    if origin is list:
        return _many(list, _reader(inner[0]))
    if kind is Counter or origin is Counter:
        return _mapping(_reader(inner[0]), _reader(int), inner[0] is str)
    if origin in (dict, Mapping):
        return _mapping(_reader(inner[0]), _reader(inner[1]), inner[0] is str)
    names = getattr(kind, "_fields", None) or tuple(field.name for field in _fields_of(kind))
    hints = get_type_hints(kind)
    return _row([_reader(hints[name]) for name in names], kind)


def _fields_of(kind: Any) -> tuple[Field[Any], ...]:
    assert is_dataclass(kind), f"{kind} has no plain form"
    return fields(kind)


def _whole(data: Any) -> int:
    if type(data) is not int or abs(data) > LARGEST_WHOLE:
        raise Malformed("a whole number is expected")
    return data


def _number(data: Any) -> float:
    if type(data) not in (int, float) or not abs(data) <= LARGEST or not math.isfinite(data):
        raise Malformed("a number is expected")
    found: float = data
    return found


def _text(data: Any) -> str:
    if type(data) is not str or len(data) > LONGEST_TEXT or not _CONTROLS.isdisjoint(data):
        raise Malformed("a text is expected")
    return data


def _truth(data: Any) -> bool:
    if type(data) is not bool:
        raise Malformed("true or false is expected")
    return data


def _nothing(data: Any) -> None:
    if data is not None:
        raise Malformed("null is expected")


def _bytes(data: Any) -> bytes:
    try:
        return bytes.fromhex(_text(data))
    except ValueError:
        raise Malformed("hexadecimal digits are expected") from None


def _anything(data: Any, deep: int = 0) -> Any:
    if deep > _DEEPEST:
        raise Malformed("it is nested too deeply")
    match data:
        case dict():
            return {_text(key): _anything(each, deep + 1) for key, each in data.items()}
        case list():
            return [_anything(each, deep + 1) for each in data]
        case str():
            return _text(data)
        case bool() | None:
            return data
        case _:
            return _number(data)


_PLAIN: dict[Any, PlainReader] = {
    int: _whole, float: _number, str: _text, bool: _truth, bytes: _bytes, None: _nothing, NoneType: _nothing,
    Any: _anything,
}  # fmt: skip


def _one_of(readers: list[PlainReader]) -> PlainReader:
    def read(data: Any) -> Any:
        for reader in readers:
            try:
                return reader(data)
            except Malformed:
                continue
        raise Malformed("another type is expected")

    return read


def _literal(values: tuple[Any, ...]) -> PlainReader:
    def read(data: Any) -> Any:
        if type(data) not in map(type, values) or data not in values:
            raise Malformed("another word is expected")
        return data

    return read


def _many(made: Callable[[list[Any]], Any], reader: PlainReader) -> PlainReader:
    return lambda data: made([reader(each) for each in _list(data)])


def _row(readers: list[PlainReader], made: Callable[..., Any]) -> PlainReader:
    def read(data: Any) -> Any:
        if len(_list(data)) != len(readers):
            raise Malformed(f"{len(readers)} values are expected")
        return made(*(reader(each) for reader, each in zip(readers, data, strict=True)))

    return read


def _mapping(key: PlainReader, value: PlainReader, by_text: bool) -> PlainReader:
    def read(data: Any) -> Any:
        if by_text and type(data) is not dict:
            raise Malformed("a mapping is expected")
        data = [] if data == {} and not by_text else data  # an empty mapping has no keys to go by
        pairs = list(data.items()) if by_text else [_pair(each) for each in _list(data)]
        found = {key(name): value(each) for name, each in pairs}
        if len(found) != len(pairs):
            raise Malformed("a key appears twice")
        return found

    return read


def _pair(data: Any) -> list[Any]:
    if len(_list(data)) != 2:
        raise Malformed("a pair is expected")
    found: list[Any] = data
    return found


def _list(data: Any) -> list[Any]:
    if type(data) is not list:
        raise Malformed("a list is expected")
    return data
