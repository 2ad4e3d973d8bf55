"""Tree to text: the nodes of `model/effects.py` in one canonical spelling, so that parsing it gives the same tree.

Comments, `;` and superfluous parentheses are not in the tree, so they do not come back.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import cache
from typing import Any, Final, assert_never

from rulewright.core.language.spellings import Spelling, spelling_of
from rulewright.core.language.statement_paths import opens_block, ways_into
from rulewright.core.model import effects as ast
from rulewright.core.model.effects import Block, Expression, Statement

INDENT = "  "
_Writer = Callable[[Any], str]

# How tightly an expression holds together, from loosest to tightest.
_CONDITIONAL, _OR, _AND, _NOT, _COMPARISON, _SUM, _PRODUCT, _UNARY, _ATOM = range(9)
_ATOMS = (ast.Name, ast.Number, ast.Field)
_LEVELS = {"or": _OR, "and": _AND, "+": _SUM, "-": _SUM, "*": _PRODUCT, "/": _PRODUCT, "%": _PRODUCT}


def unparse_text(tree: Block | Expression | ast.Candidates) -> str:
    """A text of any sort, as the functions below write it."""
    if isinstance(tree, tuple):
        return unparse_effect(tree)
    return _candidates(tree) if isinstance(tree, ast.Candidates) else unparse_expression(tree)


def unparse_effect(block: Block) -> str:
    """Write a block as text, one statement a line, with inner blocks indented.

    A single simple statement is on the line that opens its block.
    """
    return "\n".join(_lines(block))


def first_line(statement: Statement) -> str:
    """The first of the lines of a statement."""
    return next(_statement(statement))


def unparse_expression(node: Expression) -> str:
    """The expression on one line, with parentheses only where they are needed."""
    match node:
        case ast.Name():
            return node.name
        case ast.Number():
            return str(node.value)
        case ast.Field():
            return f"{unparse_expression(node.target)}.{node.name}"
        case ast.Operation():
            return _operation(node)
        case ast.Truth():
            return "true" if node.value else "false"
        case ast.Index():
            return f"{unparse_expression(node.target)}[{_listed(node.indexes)}]"
        case ast.FunctionCall():
            seat = f"{unparse_expression(node.seat)}." if node.seat is not None else ""
            return f"{seat}{node.function}({_listed(node.arguments)})"
        case ast.Quantifier():
            value = f"{unparse_expression(node.value)} for " if node.value is not None else ""
            return f"{node.function}({value}{_candidates(node.over)})"
        case ast.Those():
            return f"({_candidates(node.over)})"
        case ast.Conditional():
            yes, test = _tight(node.yes, _OR), _tight(node.test, _OR)
            return f"{yes} if {test} else {unparse_expression(node.no)}"
        case ast.OrElse():
            return f"{_tight(node.value, _OR)} or else {unparse_expression(node.other)}"
        case ast.Range():
            return f"({_range(node)})"
        case _:
            assert_never(node)


def _operation(node: ast.Operation) -> str:
    if node.left is None:
        level = _NOT if node.op == "not" else _UNARY
        return f"{node.op}{' ' * (level == _NOT)}{_tight(node.right, level)}"
    level = _LEVELS.get(node.op, _COMPARISON)
    if level == _COMPARISON:
        return f"{_tight(node.left, _SUM)} {_comparison(node)} {_tight(node.right, _SUM)}"
    return f"{_tight(node.left, level)} {node.op} {_tight(node.right, level + 1)}"


def _comparison(node: ast.Operation) -> str:
    """Equality with something named reads as `is`."""
    words = {"=": "is", "!=": "is not"}
    return words.get(node.op, node.op) if isinstance(node.right, ast.Name) else node.op


def _level(node: Expression) -> int:
    match node:
        case ast.Conditional() | ast.OrElse():
            return _CONDITIONAL
        case ast.Operation(op="not"):
            return _NOT
        case ast.Operation(left=None):
            return _UNARY
        case ast.Operation():
            return _LEVELS.get(node.op, _COMPARISON)
        case _:
            return _ATOM


def _tight(node: Expression, level: int) -> str:
    """The expression, in parentheses where it holds together less tightly than `level`."""
    text = unparse_expression(node)
    return text if isinstance(node, _ATOMS) or _level(node) >= level else f"({text})"


def _listed(nodes: tuple[Expression, ...]) -> str:
    return ", ".join(unparse_expression(node) for node in nodes)


def _candidates(over: ast.Candidates, word: str = "in") -> str:
    where = f" {write_going(over.going)}" if over.going is not None else ""
    where += f" where {unparse_expression(over.where)}" if over.where is not None else ""
    keys = ", ".join(f"{key.first} {unparse_expression(key.value)}" for key in over.order)
    source = _range(over.source) if isinstance(over.source, ast.Range) else _tight(over.source, _SUM)
    return f"{over.variable} {word} {source}{where}{' by ' * bool(keys)}{keys}"


def _range(node: ast.Range) -> str:
    """Write a range without parentheses, as it stands where a set is expected."""
    return f"{_tight(node.low, _SUM)}..{_tight(node.high, _SUM)}"


# ---- Statements: as the rules of the grammar write them, see `spellings.py`


def opening_words(node: Statement | ast.Option) -> str:
    """Return the opening line of a statement without its ':', such as `repeat 3` of `repeat 3: EFFECT`."""
    return _line(node).removesuffix(":")


def _line(node: Statement | ast.Option) -> str:
    """A statement without its blocks."""
    pieces, end = _pieces(spelling_of(node))
    return "".join([before + write(getattr(node, field)) for before, field, write in pieces]) + end


@cache
def _pieces(spelling: Spelling) -> tuple[tuple[tuple[str, str, _Writer], ...], str]:
    """Return (pieces, last words): the text of a spelling up to its blocks.

    Each piece is (words before a field, the field, its writer).
    """
    pieces: list[tuple[str, str, _Writer]] = []
    words = ""
    for part in spelling.parts:
        if isinstance(part, str):
            words += part if part in (":", ",") else f" {part}"
        elif part.holds == "Block" or part.symbol == "option":
            break
        elif part.repeats:
            pieces.append((words.lstrip() if not pieces else words, part.field, _several(_WRITERS[part.symbol])))
            words = ""
        else:
            write = _WRITERS.get(part.symbol, str) if part.holds != "bool" else _always(part.field)
            pieces.append((f"{words} ".lstrip() if not pieces else f"{words} ", part.field, write))
            words = ""
    return tuple(pieces), words.lstrip() if not pieces else words


def _always(words: str) -> _Writer:
    return lambda _: words


def _several(write: _Writer) -> _Writer:
    return lambda values: "".join([f" {write(each)}" for each in values])


def _from(over: ast.Candidates) -> str:
    return _candidates(over, "from")


def write_going(going: ast.Going) -> str:
    """Write how far something goes on, as in `until coin > 3`."""
    return f"{going.word} {unparse_expression(going.test)}"


def write_many(many: ast.HowMany) -> str:
    """Write the amount of a pick, as in `up to 3` or `2..4`."""
    most = f"..{_atom(many.most)}" if many.most is not None else ""
    amount = f"{_atom(many.amount)}{most}" if many.amount is not None else ""
    return f"{many.word} {amount}".strip()


def _distinct(value: Expression) -> str:
    return f"distinct by {unparse_expression(value)}"


def _atom(node: Expression) -> str:
    return _tight(node, _ATOM)


_WRITERS: Final[Mapping[str, _Writer]] = {
    "atom": _atom, "expression": unparse_expression, "reference": unparse_expression,
    "candidates": _candidates, "seats": _candidates, "drawn": _from, "going": write_going, "distinct": _distinct,
    "many": write_many,
}  # fmt: skip
"""How to write what a part of the grammar stands for: no looser than it is accepted there."""


def _lines(block: Block) -> Iterator[str]:
    for statement in block:
        if _is_simple(statement):
            yield _line(statement)
        else:
            yield from _statement(statement)


def _is_simple(statement: Statement) -> bool:
    kind: type = type(statement)
    return not opens_block(kind)


def _statement(node: Statement) -> Iterator[str]:
    match node:
        case ast.If():
            yield from _if(node, "if")
        case ast.Choose():
            yield "in any order:" if isinstance(node, ast.InAnyOrder) else "choose:"
            for option in node.options:
                yield from (INDENT + line for line in _opened(_line(option), option.body))
        case _:
            ways = ways_into(node)
            yield from _opened(_line(node), ways[0][1]) if ways else (_line(node),)


def _opened(opener: str, block: Block) -> Iterator[str]:
    """The line that opens a block, and the block."""
    if len(block) == 1 and _is_simple(block[0]):
        yield f"{opener} {_line(block[0])}"
    else:
        yield opener
        yield from (INDENT + line for line in _lines(block))


def _if(node: ast.If, word: str) -> Iterator[str]:
    yield from _opened(f"{word} {unparse_expression(node.test)}:", node.then)
    match node.otherwise:
        case ():
            pass
        case (ast.If() as following,):
            yield from _if(following, "else if")
        case block:
            yield from _opened("else:", block)
