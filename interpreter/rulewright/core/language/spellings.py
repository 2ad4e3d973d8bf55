"""The spellings of each node: the grammar's rules, with the fields of the node that their parts fill.

Parsing and unparsing both use them: a node whose fields come in the order in which they are written needs nothing but
its rule. A token named like a field that is true or false says that it is true. What is left is in `building.py`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Final

from lark.grammar import Rule, Symbol, Terminal
from lark.lexer import Pattern

from rulewright.core.language.grammar import OF_AUTHORS, grammar
from rulewright.core.model import effects as ast
from rulewright.core.model import effects_on_pieces as on_pieces
from rulewright.core.model.nodes import annotations_of

_NAMED_OTHERWISE: Final[Mapping[str, type]] = {
    "move_under": on_pieces.Move, "stop": ast.Leave, "nothing": ast.Leave, "end_game": ast.Leave,
    "repeat_while": ast.While, "ask_each": ast.Ask, "if_": ast.If, "key": ast.OrderKey, "drawn": ast.Candidates,
    "seats": ast.Candidates,
    "function": ast.FunctionCall, "both_": ast.Operation, "sum": ast.Operation, "product": ast.Operation,
}  # fmt: skip
"""The grammar rules that are not named after the node they make."""
_BY_HAND: Final = frozenset({"conditional", "seat_function"})
"""The grammar rules whose parts are not in the order of the fields."""
_GIVES: Final = {
    "suite": "Block", "otherwise": "Block", "candidates": "Candidates", "drawn": "Candidates", "seats": "Candidates",
    "option": "Option", "order": "OrderKey", "key": "OrderKey", "many": "HowMany", "going": "Going",
}  # fmt: skip
"""What a part of a grammar rule is, as annotations call it; every other one is an expression."""
_LAYOUT: Final = ("_NL", "_INDENT", "_DEDENT")
_LOOKING_ON: Final = re.compile(r"\(\?[=!].*\)$", re.DOTALL)
"""What a pattern says about what follows the word."""
_UNWRITTEN: Final[Mapping[type, str]] = {ast.May: "yes"}
"""The name that is left out, if it is not empty."""


@dataclass(frozen=True, slots=True)
class Slot:
    """A part of a grammar rule that fills a field, or one thing of a field that holds several."""

    field: str
    symbol: str
    holds: str
    """The field's annotation."""
    repeats: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class Spelling:
    """One way to write a node: words and slots in their order.

    `implied` is what only the words say: the value of each field without a slot. `words` are the patterns of what the
    grammar knows and a field holds, such as the verb of a change.
    """

    kind: type
    parts: tuple[str | Slot, ...]
    implied: Mapping[str, object]
    words: Mapping[str, str]

    @property
    def slots(self) -> tuple[Slot, ...]:
        return tuple(part for part in self.parts if isinstance(part, Slot))


def _is_written(kind: type, value: object) -> bool:
    """Whether a text has something for a field that holds this."""
    if isinstance(value, tuple | str):
        return bool(value) and value != _UNWRITTEN.get(kind)
    return value is not None and value is not False


def unwritten(kind: type, holds: str) -> object:
    """Return the value of a field for which a text has nothing."""
    if holds == "str":
        return _UNWRITTEN.get(kind, "")
    return () if holds == "Block" or holds.startswith("tuple") else False if holds == "bool" else None


@cache
def spellings() -> Mapping[str, tuple[Spelling, ...]]:
    """Map each grammar rule that makes a node to its spellings, the fullest first."""
    found: dict[str, list[Spelling]] = {}
    for rule in sorted(grammar().rules, key=lambda rule: sum(rule.options.empty_indices)):
        name = rule.alias or rule.origin.name
        called = "".join(part.title() for part in name.split("_"))
        kind = _NAMED_OTHERWISE.get(name) or getattr(ast, called, None) or getattr(on_pieces, called, None)
        passes_on = rule.alias is None and rule.options.expand1 and len(rule.expansion) == 1
        if isinstance(kind, type) and name not in _BY_HAND and not passes_on:
            whole = found.setdefault(name, [])
            whole.append(_spelling(name, rule, kind, whole[0] if whole else None))
    return {name: tuple(each) for name, each in found.items()}


def spelling_of(node: object) -> Spelling:
    """Return the spelling of a node, whatever its blocks hold."""
    kind: type = type(node)
    needed, optional = _parting(kind)
    if not needed and not optional:
        return _spelling_with(kind, (), ())
    values = tuple([getattr(node, field) for field in needed])
    return _spelling_with(kind, values, tuple([_is_written(kind, getattr(node, field)) for field in optional]))


@cache
def _parting(kind: type) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The fields by whose value a node has its spelling, and those that some spelling omits."""
    ways = spellings_of(kind)
    slots: list[set[str]] = [{slot.field for slot in way.slots if slot.holds != "Block"} for way in ways]
    implied: set[str] = {field for way in ways for field in (*way.implied, *(way.words if len(ways) > 1 else ()))}
    optional = {each for some in slots for each in some} - set[str].intersection(*slots) - implied
    return tuple(sorted(implied)), tuple(sorted(optional))


@cache
def _spelling_with(kind: type, values: tuple[object, ...], written: tuple[bool, ...]) -> Spelling:
    """The first spelling whose determining fields have such values, and with those optional ones that are written."""
    needed, optional = _parting(kind)
    for spelling in spellings_of(kind):
        filled = {slot.field for slot in spelling.slots}
        says = [_says(spelling, field, value) for field, value in zip(needed, values, strict=True)]
        if all(says) and all((field in filled) == is_ for field, is_ in zip(optional, written, strict=True)):
            return spelling
    raise AssertionError(f"{kind.__name__} is written in no such way: {values}, {written}")


def _says(spelling: Spelling, field: str, value: object) -> bool:
    if field in spelling.words:
        return re.fullmatch(spelling.words[field], str(value)) is not None
    return field not in spelling.implied or spelling.implied[field] == value


def spellings_of(kind: type) -> tuple[Spelling, ...]:
    """The ways to write a node of a class."""
    return tuple(spelling for each in spellings().values() for spelling in each if spelling.kind is kind)


def _spelling(name: str, rule: Rule, kind: type, whole: Spelling | None) -> Spelling:
    """Read the spelling of a grammar rule.

    `whole` is the fullest spelling of the same rule, None while there is none.
    """
    annotations = annotations_of(kind)
    free = list(annotations)
    parts: list[str | Slot] = []
    words: dict[str, str] = {}
    for symbol in rule.expansion:
        if isinstance(symbol, Terminal) and symbol.filter_out:
            parts.append(_LOOKING_ON.sub("", _known(symbol).value) if symbol.name not in _LAYOUT else "")
            continue
        repeats = symbol.name.startswith("_")
        inner = _repeated(symbol) if repeats else symbol
        before = parts[-1] if parts else ""
        if repeats and isinstance(before, Slot) and before.holds.startswith("tuple"):
            parts.append(Slot(before.field, inner.name, before.holds, repeats))
            continue
        named = [each for each in free if each == inner.name.lower() and annotations[each] == "bool"]
        field = next(iter(named or (each for each in free if _takes(annotations[each], inner))), None)
        assert field is not None, f"no field of {kind.__name__} takes {inner.name} of '{name}'"
        free.remove(field)
        parts.append(Slot(field, inner.name, annotations[field], repeats))
        if isinstance(inner, Terminal) and inner.name not in OF_AUTHORS and annotations[field] == "str":
            words[field] = _LOOKING_ON.sub("", _known(inner).to_regexp())
    known = " ".join(part for part in parts if isinstance(part, str) and part.isalpha())
    filled = {slot.field for slot in whole.slots} if whole is not None else set()
    implied = {
        field: value for field in free if field not in filled for value in _told(annotations[field], field, known)
    }
    return Spelling(kind, tuple(parts), implied, words)


def _told(holds: str, field: str, known: str) -> Iterator[object]:
    """Yield the value that the words of a grammar rule imply for a field without a slot.

    For a boolean, whether the words name the field; for a string, the words themselves.
    """
    if holds == "bool":
        yield field in known.split()
    elif holds == "str":
        yield known


def _takes(holds: str, symbol: Symbol) -> bool:
    """Whether a field holds what a symbol stands for."""
    if isinstance(symbol, Terminal):
        return holds in ("str", "int")
    return _GIVES.get(symbol.name, "Expression") in holds


def _repeated(symbol: Symbol) -> Symbol:
    """Return the symbol that a repeated part consists of."""
    ways = (rule.expansion for rule in grammar().rules if rule.origin == symbol)
    return next(each for parts in ways for each in parts if not (isinstance(each, Terminal) and each.filter_out))


def _known(terminal: Symbol) -> Pattern:
    return next(each.pattern for each in grammar().terminals if each.name == terminal.name)
