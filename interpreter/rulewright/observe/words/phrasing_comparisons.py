"""Comparisons of the effect language in words: of numbers, of things, of seats."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

from rulewright.core.model import effects as ast
from rulewright.core.model.kinds import DomainName
from rulewright.observe.words.glossary import Glossary, Meant
from rulewright.observe.words.said import Said, text_of

_FLIPPED = {"<": ">", "<=": ">=", ">": "<", ">=": "<="}
_KEYS = {">=": "no_less", "<=": "no_more", "=": "exactly", "!=": "not_exactly"}
_BESIDE = {">=": "no_less_than", "<=": "no_more_than", "=": "same_as", "!=": "other_than"}
_COMPARED = {
    ">": "more_of", "<": "less_of", ">=": "as_much_of", "<=": "as_much_of", "=": "as_much_of",
}  # fmt: skip


class Speaker(Protocol):
    """An object that words the sides of a comparison."""

    @property
    def glossary(self) -> Glossary: ...
    @property
    def names(self) -> Mapping[str, Meant]: ...
    def fill(self, key: str, *parts: Said | str) -> Said: ...
    def amount(self, tree: ast.Expression) -> Said: ...
    def counted(self, tree: ast.Expression, amount: str) -> Said: ...
    def domain(self, tree: ast.Expression) -> DomainName: ...
    def given(self, call: ast.FunctionCall) -> dict[str, Said]: ...
    def particular(self, tree: ast.Expression) -> Said: ...
    def is_thing(self, tree: ast.Expression) -> bool: ...
    def known(self, tree: ast.Expression) -> Said: ...
    def bound(self, tree: ast.Expression) -> int | None: ...


def compared(phrasing: Speaker, op: str, left: ast.Expression, right: ast.Expression) -> Said:
    """Return what must hold between two values."""
    if isinstance(left, ast.Number) and not isinstance(right, ast.Number):
        left, right, op = right, left, _FLIPPED.get(op, op)
    if rival := of_rivals(phrasing, ast.Operation(op, left, right, ast.START)):
        return phrasing.fill(_COMPARED[op], rival) if op in _COMPARED else ()
    if isinstance(right, ast.Name) and right.name == "none":
        return there_is(phrasing, left, holds=op != "=")
    if op in ("=", "!=") and phrasing.is_thing(left):
        return _same_thing(phrasing, op, left, right)
    return _measured(phrasing, op, left, right)


def there_is(phrasing: Speaker, what: ast.Expression, *, holds: bool) -> Said:
    """Return that there is something, or nothing, in a pile, a space or a printed field."""
    printed = isinstance(what, ast.Field) and phrasing.glossary.field(phrasing.domain(what.target), what.name)
    some, none = ("with", "without") if printed else ("something_in", "nothing_in")
    return phrasing.fill(some if holds else none, phrasing.amount(what))


def _same_thing(phrasing: Speaker, op: str, left: ast.Expression, right: ast.Expression) -> Said:
    """Return that one thing is, or is not, another: `type: wood`, or `the same type`.

    `the same` is used if both have one title. If a seat is compared with something that has a title, its role is
    stated: `dealer: you`.
    """
    known, told = phrasing.known(right), phrasing.amount(left)
    if isinstance(left, ast.Field) and left.name == "design":
        told = phrasing.particular(left.target) or told
    if phrasing.domain(left) == "seat" and isinstance(right, ast.Name) and right.name not in phrasing.names:
        if role := phrasing.glossary.entry(right.name):
            return phrasing.fill("has" if op == "=" else "is_not", role, told)
    alike = text_of(_general(phrasing, left)).casefold() == text_of(known).casefold()
    if alike:
        return phrasing.fill("same" if op == "=" else "another", _general(phrasing, left))
    if op == "=" and not phrasing.particular(left):
        return known
    return phrasing.fill("has" if op == "=" else "is_not", told, known)


def _general(phrasing: Speaker, tree: ast.Expression) -> Said:
    """Return the title of a field, whatever it is of."""
    called = phrasing.glossary.field(phrasing.domain(tree.target), tree.name) if isinstance(tree, ast.Field) else ""
    return (called,) if called else phrasing.amount(tree)


def of_rivals(phrasing: Speaker, tree: ast.Operation) -> Said:
    """Return another seat's thing that is compared with one's own, empty for any other comparison."""
    left, right = tree.left, tree.right
    if not isinstance(left, ast.Field) or phrasing.domain(left.target) != "seat":
        return ()
    own = isinstance(right, ast.Name) and right.name == left.name
    return phrasing.amount(right) if own else ()


def _measured(phrasing: Speaker, op: str, left: ast.Expression, right: ast.Expression) -> Said:
    """Return a number compared: `at least 2 coins`, `price: at most 2 coins`."""
    bound = phrasing.bound(right)
    if bound is not None and op in ("<", ">"):
        op, bound = ("<=", bound - 1) if op == "<" else (">=", bound + 1)
    key = _KEYS.get(op)
    if key is None:
        more = phrasing.fill("more_than" if op == ">" else "less_than", phrasing.amount(right))
        return phrasing.fill("has", phrasing.amount(left), more)
    if bound is not None:
        if counted := phrasing.counted(left, str(bound)):
            return phrasing.fill(key, counted)
        if (op, bound) == (">=", 1) and (sentence := _in_sentence(phrasing, left)):
            return sentence
        if (op, bound) == ("=", 0) and (sentence := _in_sentence(phrasing, left)):
            return phrasing.fill("without", sentence)
        limit = phrasing.counted(right, str(bound)) or (str(bound),)
        return phrasing.fill("has", phrasing.amount(left), phrasing.fill(key, limit))
    return phrasing.fill("has", phrasing.amount(left), phrasing.fill(_BESIDE[op], phrasing.amount(right)))


def _in_sentence(phrasing: Speaker, tree: ast.Expression) -> Said:
    """Return the author's sentence about a number that is not counted.

    It says that there is such a thing if the number is more than 0.
    """
    given = phrasing.given(tree) if isinstance(tree, ast.FunctionCall) else {}
    name = tree.function if isinstance(tree, ast.FunctionCall) else tree.name if isinstance(tree, ast.Name) else ""
    return phrasing.glossary.in_sentence(name, "", given) if name not in phrasing.names else ()
