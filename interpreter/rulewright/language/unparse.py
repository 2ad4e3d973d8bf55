"""Tree to text: the nodes of `model/effects.py` in one canonical spelling, so that parsing it gives the same tree.

Comments, `;` and superfluous parentheses are not in the tree, so they do not come back.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import assert_never

from rulewright.model import effects as ast
from rulewright.model.effects import Block, Expression, Statement

INDENT = "  "

# How tightly an expression holds together, from loosest to tightest.
_CONDITIONAL, _OR, _AND, _NOT, _COMPARISON, _SUM, _PRODUCT, _UNARY, _ATOM = range(9)
_LEVELS = {"or": _OR, "and": _AND, "+": _SUM, "-": _SUM, "*": _PRODUCT, "/": _PRODUCT, "%": _PRODUCT}


def unparse_effect(block: Block) -> str:
    """The statements, a line each, blocks indented; one simple statement stands on the line that opens its block."""
    return "\n".join(_lines(block))


def unparse_expression(node: Expression) -> str:
    """The expression on one line, with parentheses only where they are needed."""
    match node:
        case ast.Number():
            return str(node.value)
        case ast.Truth():
            return "true" if node.value else "false"
        case ast.Name():
            return node.name
        case ast.Index():
            return f"{unparse_expression(node.target)}[{_listed(node.indexes)}]"
        case ast.Field():
            return f"{unparse_expression(node.target)}.{node.name}"
        case ast.FunctionCall():
            seat = f"{unparse_expression(node.seat)}." if node.seat is not None else ""
            return f"{seat}{node.function}({_listed(node.arguments)})"
        case ast.Quantifier():
            value = f"{unparse_expression(node.value)} for " if node.value is not None else ""
            return f"{node.function}({value}{_candidates(node.over)})"
        case ast.Conditional():
            yes, test = _tight(node.yes, _OR), _tight(node.test, _OR)
            return f"{yes} if {test} else {unparse_expression(node.no)}"
        case ast.Operation():
            return _operation(node)
        case ast.Range():
            return f"{_tight(node.low, _SUM)}..{_tight(node.high, _SUM)}"
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
        case ast.Conditional():
            return _CONDITIONAL
        case ast.Operation(op="not"):
            return _NOT
        case ast.Operation(left=None):
            return _UNARY
        case ast.Operation():
            return _LEVELS.get(node.op, _COMPARISON)
        case ast.Range():
            return _SUM
        case _:
            return _ATOM


def _tight(node: Expression, level: int) -> str:
    """The expression, in parentheses where it holds together less tightly than `level`."""
    text = unparse_expression(node)
    return text if _level(node) >= level else f"({text})"


def _atom(node: Expression) -> str:
    return _tight(node, _ATOM)


def _atoms(nodes: tuple[Expression, ...]) -> str:
    return "".join(f" {_atom(node)}" for node in nodes)


def _listed(nodes: tuple[Expression, ...]) -> str:
    return ", ".join(unparse_expression(node) for node in nodes)


def _candidates(over: ast.Candidates, word: str = "in") -> str:
    where = f" where {unparse_expression(over.where)}" if over.where is not None else ""
    keys = ", ".join(f"{key.first} {unparse_expression(key.value)}" for key in over.order)
    return f"{over.variable} {word} {_tight(over.source, _SUM)}{where}{' by ' * bool(keys)}{keys}"


def _distinct(node: Expression | None) -> str:
    return f" distinct by {unparse_expression(node)}" if node is not None else ""


# ---- Statements


def _lines(block: Block) -> Iterator[str]:
    for statement in block:
        yield from _statement(statement)


def _statement(node: Statement) -> Iterator[str]:
    if not isinstance(node, ast.Opening):
        yield _simple(node)
        return
    match node:
        case ast.If():
            yield from _if(node, "if")
        case ast.ForEach():
            yield from _opened(f"for each {_candidates(node.over)}:", node.body)
        case ast.Repeat():
            yield from _opened(f"repeat {unparse_expression(node.times)}:", node.body)
        case ast.While():
            yield from _opened(f"repeat while {unparse_expression(node.test)}:", node.body)
        case ast.May():
            yield from _opened("may:" if node.label == "yes" else f"may {node.label}:", node.body)
        case ast.Ask():
            over = f" {_candidates(node.over)}" if node.over is not None else ""
            yield from _opened(f"ask {f'each{over}' if node.seat is None else _atom(node.seat)}:", node.body)
        case ast.Later():
            yield from _opened(f"later after {node.after}:" if node.after else "later:", node.body)
        case ast.Choose():
            yield "choose:"
            for option in node.options:
                yield from (INDENT + line for line in _option(option))
        case _:
            assert_never(node)


def _opened(opener: str, block: Block) -> Iterator[str]:
    """The line that opens a block, and the block."""
    if len(block) == 1 and not isinstance(block[0], ast.Opening):
        yield f"{opener} {_simple(block[0])}"
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


def _option(option: ast.Option) -> Iterator[str]:
    over = f" for {_candidates(option.over)}{_distinct(option.distinct)}" if option.over is not None else ""
    yield from _opened(f"{'confirm ' * option.confirm}{option.label}{over}:", option.body)


def _simple(node: ast.Simple) -> str:
    match node:
        case ast.Change():
            return f"{node.verb} {_atom(node.amount)} {unparse_expression(node.counter)}"
        case ast.Assign():
            return f"set {unparse_expression(node.target)} to {unparse_expression(node.value)}"
        case ast.Move():
            return f"move {_atom(node.piece)} {'under' if node.under else 'to'} {unparse_expression(node.to)}"
        case ast.MoveAll():
            return f"move all of {unparse_expression(node.source)} to {unparse_expression(node.to)}"
        case ast.Draw():
            source, to = unparse_expression(node.source), unparse_expression(node.to)
            return f"draw {_atom(node.amount)} from {source} to {to}"
        case ast.Shuffle():
            return f"shuffle {unparse_expression(node.zone)}"
        case ast.Flip():
            return f"flip {_atom(node.piece)} {node.face}"
        case ast.Pick():
            return f"{node.verb} {_candidates(node.over, 'from')}{_distinct(node.distinct)}"
        case ast.Let():
            return f"let {node.name} = {unparse_expression(node.value)}"
        case ast.Require():
            return f"require {unparse_expression(node.test)}"
        case ast.Call():
            return f"{node.procedure}{_atoms(node.arguments)}"
        case ast.Do():
            return f"do {unparse_expression(node.target)}{_atoms(node.arguments)}"
        case ast.Leave():
            return node.verb
        case _:
            assert_never(node)
