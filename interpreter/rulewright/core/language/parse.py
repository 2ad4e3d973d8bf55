"""Text to tree: parses effects and expressions into the nodes of `model/effects.py`.

No name is resolved and nothing is typed here, and no other room sees a Lark tree.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from functools import lru_cache
from typing import cast

from lark import Token, Tree
from lark.exceptions import UnexpectedInput
from lark.indenter import DedentError

from rulewright.core.language.building import built
from rulewright.core.language.grammar import grammar
from rulewright.core.language.mistakes import Mistake, explain_mistake
from rulewright.core.model import effects as ast
from rulewright.core.model.effects import Block, Expression, Place
from rulewright.core.model.sections import TextSort

MAX_TEXT = 20_000
MAX_DEPTH = 120
MOST_KEPT = 4_000
_DEEP, _CALLS = 30, 10_000
"""A tree so deep needs room: whatever walks it, in any room, calls itself up to 25 times a level."""
_TOO_DEEP = Mistake(
    "effect-too-deep",
    Place(1, 1),
    "this text is nested too deeply, or its chain of operators is too long",
    "give a part of it a name",
)


def parse_effect(text: str) -> Block | Mistake:
    """The statements of an effect text, or the first mistake in it."""
    return cast("Block | Mistake", _parse(text, "effect"))


def parse_expression(text: str) -> Expression | Mistake:
    """The tree of a test or an amount, or the first mistake in it."""
    return cast("Expression | Mistake", _parse(text, "amount"))


def parse_candidates(text: str) -> ast.Candidates | Mistake:
    """The tree of `NAME in SET where TEST`, or the first mistake in it."""
    return cast("ast.Candidates | Mistake", _parse(text, "over"))


def parse_text(text: str, sort: TextSort) -> Block | Expression | ast.Candidates | Mistake:
    """The tree of a text of any sort, or the first mistake in it."""
    return cast("Block | Expression | ast.Candidates | Mistake", _parse(text, _start(sort)))


def _start(sort: TextSort) -> str:
    """Return the grammar's start symbol for a text.

    A test is written in the same way as an amount.
    """
    return "amount" if sort == "test" else sort


@lru_cache(maxsize=MOST_KEPT)
def _parse(text: str, start: str) -> object:
    """Return the tree of a text, or the mistake in it.

    Results are cached, as a ruleset is often compiled for several choices of its modules in a row.
    """
    if len(text) > MAX_TEXT:
        return Mistake("effect-too-long", Place(1, 1), f"an effect text has at most {MAX_TEXT} characters", "")
    if _depth(text) > 60:
        return _TOO_DEEP
    try:
        tree = grammar().parse(text.rstrip() + "\n", start=start)
    except UnexpectedInput as error:
        return explain_mistake(text, error, is_effect=start == "effect")
    except DedentError:
        return Mistake("effect-syntax", _bad_dedent(text), "the indentation of this line matches no block above it", "")
    except RecursionError:
        return _TOO_DEEP
    return _not_too_deep(tree)


def tokens_of(text: str, sort: TextSort) -> Iterator[Token]:
    """The tokens of a text that can be parsed, line breaks and indentation among them, without what is ignored."""
    parser = grammar().parse_interactive(text.rstrip() + "\n", start=_start(sort))
    parser.parser_state.parse_conf.callbacks = {}  # which terminals can follow is wanted, and no tree
    yield from parser.iter_parse()


def _not_too_deep(tree: Tree[Token]) -> object:
    """The built tree, unless it is nested so deeply that walking it would be a burden."""
    depth = 0
    level: list[object] = [tree]
    while level:
        depth += 1
        if depth > MAX_DEPTH:
            return _TOO_DEEP
        level = [child for node in level if isinstance(node, Tree) for child in node.children]
    if depth > _DEEP:
        sys.setrecursionlimit(max(sys.getrecursionlimit(), _CALLS))
    return built(tree)


def _depth(text: str) -> int:
    depth = deepest = 0
    for character in text:
        if character in "([":
            depth += 1
            deepest = max(deepest, depth)
        elif character in ")]":
            depth -= 1
    longest_chain = max((text.count(word) for word in (" not ", "- -", "not not")), default=0)
    return max(deepest, longest_chain)


def _bad_dedent(text: str) -> Place:
    levels = [0]
    for number, line in enumerate(text.split("\n"), 1):
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        indent = len(line) - len(line.lstrip())
        if indent > levels[-1]:
            levels.append(indent)
        while levels and indent < levels[-1]:
            levels.pop()
        if not levels or indent != levels[-1]:
            return Place(number, indent + 1, len(line.strip()))
    return Place(1, 1)
