"""Names for the statements of an effect text that stay the same however the text is laid out.

A path is made of the position of a statement in its block, counted from 0, and of the way into the block inside it:
`then` and `else` of an `if`, `yes` and `no` of a `may`, the label of an option of a `choose`, `do` of every other
statement with a block. `2/then/0` is the first statement of the `then` of the third statement.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from rulewright.core.model import effects as ast
from rulewright.core.model.effects import Block, Statement
from rulewright.core.model.nodes import annotations_of

THEN, ELSE, YES, NO, BODY = "then", "else", "yes", "no", "do"


def statements_of(block: Block, within: str = "") -> Iterator[tuple[str, Statement]]:
    """Every statement of a block and of the blocks in it with its path, each before what is in it."""
    for position, statement in enumerate(block):
        path = f"{within}/{position}" if within else str(position)
        yield path, statement
        for way, inner in ways_into(statement):
            yield from statements_of(inner, f"{path}/{way}")


def ways_into(statement: Statement) -> tuple[tuple[str, Block], ...]:
    """Return each block inside a statement as (way into it, block), empty if it is not written."""
    match statement:
        case ast.If():
            return (THEN, statement.then), (ELSE, statement.otherwise)
        case ast.May():
            return (YES, statement.body), (NO, ())
        case ast.Choose():
            return tuple((option.label, option.body) for option in statement.options)
        case _:
            kind: type = type(statement)
            return tuple((BODY, getattr(statement, name)) for name in _blocks_of(kind))


@cache
def opens_block(kind: type) -> bool:
    """Whether statements of a class hold others."""
    return bool(_blocks_of(kind)) or issubclass(kind, ast.Choose)


@cache
def _blocks_of(kind: type) -> tuple[str, ...]:
    return tuple(name for name, holds in annotations_of(kind).items() if holds == "Block")
