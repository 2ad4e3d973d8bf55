"""Text to tree: parses effects and expressions into the nodes of `model/effects.py`.

The grammar is `effects.lark`. No name is resolved and nothing is typed here, and no other room sees a Lark tree.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache, lru_cache
from pathlib import Path
from typing import Any, cast

from lark import Lark, Token, Transformer, Tree, v_args
from lark.exceptions import UnexpectedInput
from lark.indenter import DedentError, Indenter

from rulewright.language.mistakes import Mistake, explain_mistake
from rulewright.model import effects as ast
from rulewright.model.effects import Block, Expression, Place
from rulewright.model.sections import TextSort

MAX_TEXT = 20_000
MAX_DEPTH = 120
MOST_KEPT = 4_000
_TOO_DEEP = Mistake(
    "effect-too-deep", Place(1, 1), "this text is nested too deeply or is too long a chain", "give a part of it a name"
)
_OF_AUTHORS = ("NAME", "NUMBER", "FUNCTION")
_LOOKING_ON = re.compile(r"\(\?!.*?\)|\(\?:|\[[^\]]*\]")
_WORD = re.compile(r"[a-z]+")


class _Indents(Indenter):
    NL_type = "_NL"
    OPEN_PAREN_types: list[str] = []  # noqa: RUF012 - the base class wants a list
    CLOSE_PAREN_types: list[str] = []  # noqa: RUF012
    INDENT_type = "_INDENT"
    DEDENT_type = "_DEDENT"
    tab_len = 8


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


def grammar_words() -> frozenset[str]:
    """Every word that the grammar knows by itself, such as `gain` and `where`."""
    patterns = [terminal.pattern.value for terminal in _lark().terminals if terminal.name not in _OF_AUTHORS]
    return frozenset(word for pattern in patterns for word in _WORD.findall(_LOOKING_ON.sub("", pattern)))


def _start(sort: TextSort) -> str:
    """The grammar's start for a text; a test and an amount are written alike."""
    return "amount" if sort == "test" else sort


@lru_cache(maxsize=MOST_KEPT)
def _parse(text: str, start: str) -> object:
    """The tree or the mistake; kept, as a ruleset is often compiled for several choices of its modules in a row."""
    if len(text) > MAX_TEXT:
        return Mistake("effect-too-long", Place(1, 1), f"an effect text has at most {MAX_TEXT} characters", "")
    if _depth(text) > 60:
        return _TOO_DEEP
    try:
        tree = _lark().parse(text.rstrip() + "\n", start=start)
    except UnexpectedInput as error:
        return explain_mistake(text, error, is_effect=start == "effect")
    except DedentError:
        return Mistake("effect-syntax", _bad_dedent(text), "this line is indented like no block above it", "")
    except RecursionError:
        return _TOO_DEEP
    return _not_too_deep(tree)


def tokens_of(text: str, sort: TextSort) -> Iterator[Token]:
    """The tokens of a text that can be parsed, line breaks and indentation among them, without what is ignored."""
    parser = _lark().parse_interactive(text.rstrip() + "\n", start=_start(sort))
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
    return _Builder().transform(tree)


@cache
def _lark() -> Lark:
    grammar = Path(__file__).with_name("effects.lark").read_text(encoding="utf-8")
    return Lark(
        grammar,
        parser="lalr",
        start=["effect", "amount", "over"],
        postlex=_Indents(),
        propagate_positions=True,
        maybe_placeholders=True,
    )


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


def _place(meta: Any) -> Place:
    if getattr(meta, "empty", True):
        return Place(1, 1)
    length = meta.end_column - meta.column if meta.end_line == meta.line else 1
    return Place(meta.line, meta.column, max(1, length))


def _token_place(token: Token) -> Place:
    return Place(token.line or 1, token.column or 1, max(1, len(token)))


def _block(children: list[Any]) -> Block:
    flat: list[ast.Statement] = []
    for child in children:
        if isinstance(child, tuple):
            flat.extend(child)
        elif child is not None:
            flat.append(child)
    return tuple(flat)


@v_args(meta=True)
class _Builder(Transformer[Any, Any]):
    """One method a grammar rule; each makes one node."""

    # ---- blocks
    def effect(self, meta: Any, children: list[Any]) -> Block:
        return _block(children)

    def sequence(self, meta: Any, children: list[Any]) -> Block:
        return _block(children)

    def suite(self, meta: Any, children: list[Any]) -> Block:
        return _block(children)

    def amount(self, meta: Any, children: list[Any]) -> Expression:
        return cast(Expression, children[0])

    def over(self, meta: Any, children: list[Any]) -> ast.Candidates:
        return cast(ast.Candidates, children[0])

    # ---- statements
    def change(self, meta: Any, c: list[Any]) -> ast.Change:
        return ast.Change(str(c[0]), c[1], c[2], _place(meta))

    def assign(self, meta: Any, c: list[Any]) -> ast.Assign:
        return ast.Assign(c[0], c[1], _place(meta))

    def move(self, meta: Any, c: list[Any]) -> ast.Move:
        return ast.Move(c[0], c[1], False, _place(meta))

    def move_under(self, meta: Any, c: list[Any]) -> ast.Move:
        return ast.Move(c[0], c[1], True, _place(meta))

    def move_all(self, meta: Any, c: list[Any]) -> ast.MoveAll:
        return ast.MoveAll(c[0], c[1], _place(meta))

    def draw(self, meta: Any, c: list[Any]) -> ast.Draw:
        return ast.Draw(c[0], c[1], c[2], _place(meta))

    def shuffle(self, meta: Any, c: list[Any]) -> ast.Shuffle:
        return ast.Shuffle(c[0], _place(meta))

    def flip(self, meta: Any, c: list[Any]) -> ast.Flip:
        return ast.Flip(c[0], str(c[1]), _place(meta), _token_place(c[1]))

    def pick(self, meta: Any, c: list[Any]) -> ast.Pick:
        over = ast.Candidates(str(c[1]), c[2], c[3], _token_place(c[1]), c[4] or ())
        return ast.Pick(str(c[0]), over, c[5], _place(meta))

    def let(self, meta: Any, c: list[Any]) -> ast.Let:
        return ast.Let(str(c[0]), c[1], _place(meta), _token_place(c[0]))

    def require(self, meta: Any, c: list[Any]) -> ast.Require:
        return ast.Require(c[0], _place(meta))

    def do(self, meta: Any, c: list[Any]) -> ast.Do:
        return ast.Do(c[0], tuple(c[1:]), _place(meta))

    def call(self, meta: Any, c: list[Any]) -> ast.Call:
        return ast.Call(str(c[0]), tuple(x for x in c[1:] if x is not None), _token_place(c[0]))

    def stop(self, meta: Any, c: list[Any]) -> ast.Leave:
        return ast.Leave("stop", _place(meta))

    def nothing(self, meta: Any, c: list[Any]) -> ast.Leave:
        return ast.Leave("nothing", _place(meta))

    def end_game(self, meta: Any, c: list[Any]) -> ast.Leave:
        return ast.Leave("end game", _place(meta))

    def if_(self, meta: Any, c: list[Any]) -> ast.If:
        return ast.If(c[0], c[1], c[2] if len(c) > 2 and c[2] is not None else (), _place(meta))

    def else_if(self, meta: Any, c: list[Any]) -> Block:
        return (self.if_(meta, c),)

    def else_(self, meta: Any, c: list[Any]) -> Block:
        return cast(Block, c[0])

    def for_each(self, meta: Any, c: list[Any]) -> ast.ForEach:
        return ast.ForEach(c[0], c[1], _place(meta))

    def repeat(self, meta: Any, c: list[Any]) -> ast.Repeat:
        return ast.Repeat(c[0], c[1], _place(meta))

    def repeat_while(self, meta: Any, c: list[Any]) -> ast.While:
        return ast.While(c[0], c[1], _place(meta))

    def may(self, meta: Any, c: list[Any]) -> ast.May:
        return ast.May(str(c[0] or "yes"), c[1], _place(meta))

    def choose(self, meta: Any, c: list[Any]) -> ast.Choose:
        return ast.Choose(tuple(c), _place(meta))

    def option(self, meta: Any, c: list[Any]) -> ast.Option:
        return ast.Option(str(c[1]), c[2], c[3], c[4], _token_place(c[1]), c[0] is not None)

    def distinct(self, meta: Any, c: list[Any]) -> Expression:
        return cast(Expression, c[0])

    def ask(self, meta: Any, c: list[Any]) -> ast.Ask:
        return ast.Ask(c[0], c[1], _place(meta))

    def ask_each(self, meta: Any, c: list[Any]) -> ast.Ask:
        return ast.Ask(None, c[1], _place(meta), c[0])

    def later(self, meta: Any, c: list[Any]) -> ast.Later:
        named = (str(c[0]), _token_place(c[0])) if c[0] is not None else ("", ast.START)
        return ast.Later(named[0], c[1], _place(meta), named[1])

    # ---- expressions
    def number(self, meta: Any, c: list[Any]) -> ast.Number:
        return ast.Number(int(c[0]), _place(meta))

    def true(self, meta: Any, c: list[Any]) -> ast.Truth:
        return ast.Truth(True, _place(meta))

    def false(self, meta: Any, c: list[Any]) -> ast.Truth:
        return ast.Truth(False, _place(meta))

    def name(self, meta: Any, c: list[Any]) -> ast.Name:
        return ast.Name(str(c[0]), _place(meta))

    def field(self, meta: Any, c: list[Any]) -> ast.Field:
        return ast.Field(c[0], str(c[1]), _token_place(c[1]))

    def index(self, meta: Any, c: list[Any]) -> ast.Index:
        return ast.Index(c[0], tuple(c[1:]), _place(meta))

    def function(self, meta: Any, c: list[Any]) -> ast.FunctionCall:
        return ast.FunctionCall(str(c[0]), tuple(x for x in c[1:] if x is not None), _token_place(c[0]))

    def seat_function(self, meta: Any, c: list[Any]) -> ast.FunctionCall:
        return ast.FunctionCall(str(c[1]), tuple(x for x in c[2:] if x is not None), _token_place(c[1]), c[0])

    def quantifier(self, meta: Any, c: list[Any]) -> ast.Quantifier:
        return ast.Quantifier(str(c[0]), c[1], c[2], _token_place(c[0]))

    def candidates(self, meta: Any, c: list[Any]) -> ast.Candidates:
        return ast.Candidates(str(c[0]), c[1], c[2], _token_place(c[0]), c[3] or ())

    def order(self, meta: Any, c: list[Any]) -> tuple[ast.OrderKey, ...]:
        return tuple(c)

    def key(self, meta: Any, c: list[Any]) -> ast.OrderKey:
        return ast.OrderKey(str(c[0]), c[1], _token_place(c[0]))

    def set(self, meta: Any, c: list[Any]) -> Expression:
        if len(c) > 1 and c[1] is not None:
            return ast.Range(c[0], c[1], _place(meta))
        return cast(Expression, c[0])

    def conditional(self, meta: Any, c: list[Any]) -> ast.Conditional:
        return ast.Conditional(c[1], c[0], c[2], _place(meta))

    def operation(self, meta: Any, c: list[Any]) -> ast.Operation:
        return ast.Operation("or", c[0], c[1], _place(meta))

    def both_(self, meta: Any, c: list[Any]) -> ast.Operation:
        return ast.Operation("and", c[0], c[1], _place(meta))

    def not_(self, meta: Any, c: list[Any]) -> ast.Operation:
        return ast.Operation("not", None, c[0], _place(meta))

    def comparison(self, meta: Any, c: list[Any]) -> ast.Operation:
        op = str(c[1])
        op = {"is": "=", "!=": "!="}.get(op, "!=" if op.startswith("is") else op)
        return ast.Operation(op, c[0], c[2], _place(meta))

    def sum(self, meta: Any, c: list[Any]) -> ast.Operation:
        return ast.Operation(str(c[1]), c[0], c[2], _place(meta))

    def product(self, meta: Any, c: list[Any]) -> ast.Operation:
        return ast.Operation(str(c[1]), c[0], c[2], _place(meta))

    def unary(self, meta: Any, c: list[Any]) -> ast.Operation:
        return ast.Operation("-", None, c[1], _place(meta))
