"""Makes nodes of what the grammar found: the parts of a rule of it fill the fields of its node, see `spellings.py`."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import fields
from functools import cache
from typing import Any, Final

from lark import Token, Tree

from rulewright.core.language.old_words import OLD_FUNCTIONS, OLD_WORDS
from rulewright.core.language.spellings import Slot, Spelling, spellings, unwritten
from rulewright.core.model import effects as ast
from rulewright.core.model.effects import START, Block, Place

_Found = Tree[Token]
_Maker = Callable[[_Found, list[Any]], Any]
_AT_ITS_NAME: Final = (
    ast.Call,
    ast.Field,
    ast.FunctionCall,
    ast.Quantifier,
    ast.Candidates,
    ast.OrderKey,
    ast.Going,
    ast.Option,
)
"""What is where its name is, however much is written before and after it."""


def built(found: _Found) -> Any:
    """The node, or the block, for what the grammar found."""
    return _built(found, _makers())


def _built(found: _Found, makers: Mapping[str, _Maker]) -> Any:
    parts = [_built(each, makers) if isinstance(each, Tree) else each for each in found.children]
    return makers[found.data](found, parts)


@cache
def _makers() -> Mapping[str, _Maker]:
    """Return the function that builds the result of each grammar rule, by the rule's name."""
    return {**{name: _maker(each[0]) for name, each in spellings().items()}, **_BY_HAND}


def _maker(spelling: Spelling) -> _Maker:
    """Return the function that builds the node of a grammar rule, from its fullest spelling."""
    kind = spelling.kind
    slots = {slot.field: (number, slot) for number, slot in reversed([*enumerate(spelling.slots)])}
    names = [number for number, slot in slots.values() if slot.holds == "str"]
    getters: list[_Maker] = []
    for each in fields(kind):
        if each.name == "at":
            getters.append(_place_of(min(names)) if kind in _AT_ITS_NAME else _place)
        elif each.type == "Place":
            getters.append(_place_of(slots[each.name.removesuffix("_at")][0]))
        elif each.name in slots:
            getters.append(_part(kind, *slots[each.name]))
        else:
            getters.append(_always(spelling.implied.get(each.name, unwritten(kind, str(each.type)))))
    return lambda found, parts: kind(*[get(found, parts) for get in getters])


def _part(kind: type, number: int, slot: Slot) -> _Maker:
    """Return a function that reads the value of a field from part `number` of the parsed text."""
    left_out = unwritten(kind, slot.holds)
    if slot.holds == "str":
        return lambda _, parts: left_out if parts[number] is None else str(parts[number])
    if slot.holds == "int":
        return lambda _, parts: int(parts[number])
    if slot.holds == "bool":
        return lambda _, parts: parts[number] is not None
    if slot.holds == "Block":
        return lambda _, parts: parts[number] if number < len(parts) else left_out
    if slot.holds.startswith("tuple"):
        return lambda _, parts: _flat(parts[number:])
    return lambda _, parts: parts[number]


def _always(value: object) -> _Maker:
    return lambda found, parts: value


def _flat(parts: list[Any]) -> tuple[Any, ...]:
    """Flatten parts into one row: nested rows are joined, and omitted parts are dropped."""
    flat: list[Any] = []
    for each in parts:
        if isinstance(each, tuple):
            flat += each
        elif each is not None:
            flat.append(each)
    return tuple(flat)


# ---- Places


def _place(found: _Found, parts: list[Any]) -> Place:
    meta = found.meta
    if meta.empty:
        return START
    return Place(meta.line, meta.column, max(1, meta.end_column - meta.column if meta.end_line == meta.line else 1))


def _place_of(number: int) -> _Maker:
    """Return a function that gives the place of token `number`, or the start if it is not written."""

    def place(_: _Found, parts: list[Any]) -> Place:
        token = parts[number]
        return START if token is None else Place(token.line or 1, token.column or 1, max(1, len(token)))

    return place


# ---- What no spelling determines


def _block(_: _Found, parts: list[Any]) -> Block:
    return _flat(parts)


def _only(_: _Found, parts: list[Any]) -> Any:
    return parts[0]


def _else_if(found: _Found, parts: list[Any]) -> Block:
    return (_makers()["if_"](found, parts),)


def _set(found: _Found, parts: list[Any]) -> ast.Expression:
    low, high = parts
    return low if high is None else ast.Range(low, high, _place(found, parts))


def _many(found: _Found, parts: list[Any]) -> ast.HowMany:
    if isinstance(parts[0], Token):
        word = "any" if len(parts) == 1 else "up to"
        return ast.HowMany(word, parts[1] if len(parts) > 1 else None, None, _place(found, parts))
    return ast.HowMany("", parts[0], parts[1], _place(found, parts))


def _name(found: _Found, parts: list[Any]) -> ast.Name:
    word = str(parts[0])
    return ast.Name(OLD_WORDS.get(word, word), _place(found, parts))


def _conditional(found: _Found, parts: list[Any]) -> ast.Conditional:
    yes, test, no = parts
    return ast.Conditional(test, yes, no, _place(found, parts))


def _comparison(found: _Found, parts: list[Any]) -> ast.Operation:
    left, sign, right = parts
    op = "=" if sign == "is" else "!=" if sign.startswith("is") else str(sign)
    return ast.Operation(op, left, right, _place(found, parts))


def _not(found: _Found, parts: list[Any]) -> ast.Operation:
    return ast.Operation("not", None, parts[0], _place(found, parts))


def _minus(found: _Found, parts: list[Any]) -> ast.Operation:
    return ast.Operation("-", None, parts[1], _place(found, parts))


def _function(found: _Found, parts: list[Any]) -> ast.FunctionCall:
    name, *arguments = parts
    return ast.FunctionCall(OLD_FUNCTIONS.get(name, str(name)), _flat(arguments), _place_of(0)(found, parts))


def _seat_function(found: _Found, parts: list[Any]) -> ast.FunctionCall:
    seat, name, *arguments = parts
    return ast.FunctionCall(str(name), _flat(arguments), _place_of(1)(found, parts), seat)


_BY_HAND: Final[Mapping[str, _Maker]] = {
    "effect": _block, "sequence": _block, "suite": _block, "else_": _only, "else_if": _else_if,
    "amount": _only, "over": _only, "distinct": _only, "order": _block, "set": _set, "many": _many,
    "true": lambda found, parts: ast.Truth(True, _place(found, parts)),
    "false": lambda found, parts: ast.Truth(False, _place(found, parts)),
    "name": _name, "conditional": _conditional, "comparison": _comparison, "not_": _not, "unary": _minus,
    "function": _function, "seat_function": _seat_function,
    "next_": lambda found, parts: _makers()["later"](found, parts),  # the old word stands where `first` does
}  # fmt: skip
