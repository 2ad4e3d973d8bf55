"""A shorthand for WebAssembly that is written by hand.

Used as a value, `$x` is a local and `@x` a global; `$x.8` and `@x.8` are what is 8 bytes after the address there. That
and a number, a constant, have the type with which their operator begins, 32 bits if it begins with none. The other
forms are

    (i32.param $a $b)  (i64.local $a $b)    several of one type
    (i64.add_to $x N)  (i64.sub_from $x N)  increase or decrease a local by N
    (item SIZE LIST N)                      the address of item N of a list of things of a size
    (until TEST ...)                        repeat what follows until a test holds before it
    (each $n FIRST LAST ...)                repeat what follows for each number from FIRST to before LAST

All else is WebAssembly: a complete text stays unchanged, except for its remarks.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import Final, NamedTuple

_REMARK: Final = re.compile(r";;[^\n]*")
_TOKEN: Final = re.compile(r'[()]|"[^"]*"|[^\s()"]+')
_NUMBER: Final = re.compile(r"-?(0x[0-9a-fA-F]+|\d+(\.\d+)?(e[-+]?\d+)?|inf)")
_ALL: Final = 1_000_000
_TYPES: Final = ("i32", "i64", "f64")
_BEGIN_WITH_A_NAME: Final = (
    "local.set", "local.tee", "global.set", "call", "br", "br_if", "block", "loop", "func", "item", "each",
    "add_to", "sub_from",
)  # fmt: skip
_WITHOUT_VALUES: Final = (
    "local.get", "global.get", "local", "param", "result", "export", "type", "global", "br_table", "const",
)  # fmt: skip


class _Sort(NamedTuple):
    """A sort of forms: its name without the type prefix, the type of its numbers, its leading names.

    `names` is the number of words at its beginning that are not values.
    """

    form: str
    type: str
    names: int


def in_full(text: str) -> str:
    """Return a text in shorthand as WebAssembly has it."""
    tokens = iter(_TOKEN.findall(_REMARK.sub("", text)))
    return "\n".join([_form(tokens) for _ in tokens])


def _form(tokens: Iterator[str]) -> str:
    """Return a form from behind its parenthesis to the one that closes it."""
    head = next(tokens)
    form, type_, names = _sort_of(head)
    parts: list[str] = []
    for token in tokens:
        if token == "(":
            parts.append(_form(tokens))
        elif token == ")":
            break
        else:
            parts.append(token if len(parts) < names else _value(type_, token))
    match form:
        case "local" | "param" if head != form:
            return " ".join([f"({form} {name} {type_})" for name in parts])
        case "add_to" | "sub_from":
            name, amount = parts
            return f"(local.set {name} ({type_}.{form[:3]} (local.get {name}) {amount}))"
        case "item":
            size, list_, number = parts
            return f"(i32.add {list_} (i32.shl {number} (i32.const {int(size).bit_length() - 1})))"
        case "until":
            test, *body = parts
            return f"(block $done (loop $again (br_if $done {test}) {' '.join(body)} (br $again)))"
        case "each":
            name, first, last, *body = parts
            more = f"(local.set {name} (i32.add (local.get {name}) (i32.const 1))) (br $again)"
            loop = f"(br_if $done (i32.ge_s (local.get {name}) {last})) {' '.join(body)} {more}"
            return f"(local.set {name} {first}) (block $done (loop $again {loop}))"
        case _:
            return f"({head} {' '.join(parts)})" if parts else f"({head})"


@lru_cache(maxsize=1_000)
def _sort_of(head: str) -> _Sort:
    begins, _, rest = head.partition(".")
    form, type_ = (rest, begins) if begins in _TYPES else (head, "i32")
    return _Sort(form, type_, _ALL if form in _WITHOUT_VALUES else int(form in _BEGIN_WITH_A_NAME))


@lru_cache(maxsize=10_000)
def _value(type_: str, token: str) -> str:
    """Return the WebAssembly of a value in shorthand, any other token unchanged."""
    if token[0] in "$@":
        name, _, offset = token[1:].partition(".")
        value = f"({'local' if token[0] == '$' else 'global'}.get ${name})"
        return f"({type_}.load offset={offset} {value})" if offset else value
    return f"({type_}.const {token})" if _NUMBER.fullmatch(token) else token
