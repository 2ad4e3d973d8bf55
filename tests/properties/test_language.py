"""The effect language as text: what is written from a tree is read as that tree, and no text breaks the reader."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, fields, is_dataclass
from pathlib import Path
from typing import Any, get_args

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import rulewright.core.language.parse
from rulewright.core.language.mistakes import Mistake
from rulewright.core.language.parse import parse_effect, parse_expression
from rulewright.core.language.spellings import Slot, Spelling, spellings_of, unwritten
from rulewright.core.language.unparse import unparse_effect, unparse_expression
from rulewright.core.load.assemble import assemble
from rulewright.core.load.folder import read_ruleset
from rulewright.core.model import effects as ast
from rulewright.core.model.document import Mapping, Node, Scalar, Sequence
from rulewright.core.model.effects import Place
from rulewright.core.model.nodes import annotations_of
from rulewright.core.pipeline import shipped_names, shipped_root

GRAMMAR = Path(rulewright.core.language.parse.__file__).with_name("effects.lark").read_text(encoding="utf-8")
WORDS = sorted({*re.findall(r'"([a-z]+)"', GRAMMAR), "gain", "lose", "pay", "pick", "roll"})
HERE = Place(1, 1)


def without_places(node: Any) -> Any:
    """The tree with every place the same, so that trees from different texts can be compared."""
    if isinstance(node, Place):
        return HERE
    if isinstance(node, tuple):
        return tuple(without_places(each) for each in node)
    if is_dataclass(node) and not isinstance(node, type):
        return type(node)(**{field.name: without_places(getattr(node, field.name)) for field in fields(node)})
    return node


# ---- Random trees

names = st.from_regex(r"[a-z][a-z0-9_]{0,5}", fullmatch=True).filter(lambda name: name not in WORDS)
maybe = st.booleans()
BINARY = ("or", "and", "=", "!=", "<", "<=", ">", ">=", "+", "-", "*", "/", "%")


@dataclass(frozen=True, slots=True)
class Grower:
    """Grows random trees, by drawing; `depth` bounds how deep."""

    draw: st.DrawFn

    def one(self, *values: Any) -> Any:
        return self.draw(st.sampled_from(values))

    def name(self) -> str:
        return self.draw(names)

    def many(self, grow: Callable[[int], Any], depth: int, least: int = 0, most: int = 3) -> tuple[Any, ...]:
        return tuple(grow(depth) for _ in range(self.draw(st.integers(least, most))))

    def expression(self, depth: int) -> ast.Expression:
        kind = self.one(
            "number", "truth", "name", *(("two", "two", "one", "if", "or else", "reference") if depth else ())
        )
        match kind:
            case "number":
                return ast.Number(self.draw(st.integers(0, 10**15 - 1)), HERE)
            case "truth":
                return ast.Truth(self.draw(maybe), HERE)
            case "two":
                return ast.Operation(self.one(*BINARY), self.expression(depth - 1), self.expression(depth - 1), HERE)
            case "one":
                return ast.Operation(self.one("not", "-"), None, self.expression(depth - 1), HERE)
            case "if":
                test, yes, no = (self.expression(depth - 1) for _ in range(3))
                return ast.Conditional(test, yes, no, HERE)
            case "or else":
                return ast.OrElse(self.expression(depth - 1), self.expression(depth - 1), HERE)
            case _:
                return self.reference(depth)

    def reference(self, depth: int) -> ast.Expression:
        """Something that may stand before a dot or a bracket."""
        kind = self.one("name", *(("field", "index", "function", "quantifier") if depth else ()))
        match kind:
            case "field":
                return ast.Field(self.reference(depth - 1), self.name(), HERE)
            case "index":
                return ast.Index(self.reference(depth - 1), self.many(self.expression, depth - 1, 1, 2), HERE)
            case "function":
                seat = self.reference(depth - 1) if self.draw(maybe) else None
                return ast.FunctionCall(self.name(), self.many(self.expression, depth - 1), HERE, seat)
            case "quantifier":
                return ast.Quantifier(self.name(), self.perhaps(depth - 1), self.candidates(depth - 1), HERE)
            case _:
                return ast.Name(self.name(), HERE)

    def perhaps(self, depth: int) -> ast.Expression | None:
        return self.expression(max(0, depth)) if self.draw(maybe) else None

    def candidates(self, depth: int) -> ast.Candidates:
        source = self.expression(max(0, depth))
        if self.draw(maybe):
            source = ast.Range(source, self.expression(max(0, depth)), HERE)
        order = self.many(self.key, depth) if self.draw(maybe) else ()
        return ast.Candidates(self.name(), source, self.perhaps(depth), HERE, order)

    def key(self, depth: int) -> ast.OrderKey:
        return ast.OrderKey(self.one("most", "least"), self.expression(max(0, depth)), HERE)

    def block(self, depth: int) -> ast.Block:
        return self.many(self.statement, depth, 1)

    def statement(self, depth: int) -> ast.Statement:
        kinds = [kind for kind in get_args(ast.Statement) if depth or not any(map(opens, spellings_of(kind)))]
        return self.node(self.one(*kinds), depth)

    def node(self, kind: type, depth: int) -> Any:
        """A node of a class, written in one of the ways the grammar has for it."""
        spelling = self.one(*spellings_of(kind))
        made: dict[str, Any] = {name: unwritten(kind, holds) for name, holds in annotations_of(kind).items()}
        made |= spelling.implied
        for slot in spelling.slots:
            if slot.holds.startswith("tuple"):
                made[slot.field] += self.several(slot, spelling, depth)
            else:
                made[slot.field] = self.part(slot, spelling, depth)
        places = {each.name: HERE for each in fields(kind) if each.type == "Place"}
        return kind(**made, **places)

    def several(self, slot: Slot, spelling: Spelling, depth: int) -> tuple[Any, ...]:
        return self.many(lambda _: self.part(slot, spelling, depth), 0, 1, 3 if slot.repeats else 1)

    def part(self, slot: Slot, spelling: Spelling, depth: int) -> Any:
        """What stands in a slot."""
        match slot.symbol:
            case "suite" | "otherwise":
                return self.block(depth - 1)
            case "option":
                return self.node(ast.Option, depth - 1 if depth else 0)
            case "candidates" | "drawn" | "seats":
                return self.candidates(1)
            case "going":
                return ast.Going(self.one("while", "until"), self.expression(2), HERE)
            case "reference":
                return self.reference(2)
            case "many":
                word = self.one("", "up to", "any")
                amount = self.expression(1) if word != "any" else None
                return ast.HowMany(word, amount, self.expression(1) if not word and self.draw(maybe) else None, HERE)
            case "atom" | "expression" | "distinct":
                return self.expression(2)
            case _ if slot.holds == "bool":
                return True
            case _:
                known = re.findall("[a-z]+", spelling.words.get(slot.field, "").partition("(?!")[0])
                return self.one(*known) if known else self.name()


def opens(spelling: Spelling) -> bool:
    """Whether what is written so holds a block."""
    return any(slot.holds == "Block" or slot.symbol == "option" for slot in spelling.slots)


@st.composite
def expressions(draw: st.DrawFn) -> ast.Expression:
    return Grower(draw).expression(4)


@st.composite
def effects(draw: st.DrawFn) -> ast.Block:
    return Grower(draw).block(2)


@pytest.mark.slow
@settings(max_examples=40, deadline=None)
@given(expressions())
def test_an_expression_written_out_is_read_as_itself(node: ast.Expression) -> None:
    text = unparse_expression(node)
    assert without_places(parse_expression(text)) == node, text


@settings(max_examples=40, deadline=None)
@given(effects())
def test_an_effect_written_out_is_read_as_itself(block: ast.Block) -> None:
    text = unparse_effect(block)
    assert without_places(parse_effect(text)) == block, text


# ---- The texts people wrote


def texts_in(node: Node) -> Iterator[str]:
    match node:
        case Scalar(value=str()):
            yield node.text
        case Sequence(items=items):
            for item in items:
                yield from texts_in(item)
        case Mapping(entries=entries):
            for _, value in entries:
                yield from texts_in(value)
        case _:
            return


@pytest.mark.sampled(1)
@pytest.mark.parametrize("ruleset", shipped_names())
def test_every_text_of_a_ruleset_written_out_is_read_as_itself(ruleset: str) -> None:
    assembly, _ = assemble(read_ruleset(shipped_root() / ruleset))
    effects_read = 0
    for text in {text for entries in assembly.sections.values() for each in entries for text in texts_in(each.node)}:
        block, node = parse_effect(text), parse_expression(text)
        if not isinstance(block, Mistake):
            effects_read += 1
            assert without_places(parse_effect(unparse_effect(block))) == without_places(block), text
        if not isinstance(node, Mistake):
            assert without_places(parse_expression(unparse_expression(node))) == without_places(node), text
    assert effects_read > 10


@pytest.mark.parametrize(
    "text",
    [
        "(a + b) * c - (d - e)",
        "a or b and not c",
        "(a or b) and not (c and d)",
        "not (a if b else c)",
        "a if b else c if d else e",
        "a if b else c or else d if e else f",
        "(a or else b) > (c if d else e or else f)",
        "-(a + 1) % -b",
        "x.kind is carbon and x.cost >= 3 and y is not x",
        "sum(x.cost for x in hand + slot[1] where x.up)",
        "first(x in hand where x.up by most x.cost if most > 1 else -least, least x.steps[1])",
        "1..6 + n",
        "min(a, b[c, d].e)",
    ],
)
def test_parentheses_stand_only_where_they_are_needed(text: str) -> None:
    if ".." in text:
        block = parse_effect(f"pick x from {text}")
        assert not isinstance(block, Mistake)
        assert unparse_effect(block) == f"pick x from {text}"
    else:
        node = parse_expression(text)
        assert not isinstance(node, Mistake)
        assert unparse_expression(node) == text


def test_an_effect_is_written_a_statement_a_line() -> None:
    text = """\
gain (2 * n) coin; set x to 1
choose:
  a for c in hand where c.cost <= 3 distinct by c.cost:
    if c.cost = 0: stop
    else if c.cost = 1:
      pay 1 coin
      move c under deck
    else: may: pay 2 coin
  b: nothing
ask each: for each y in 1..3: repeat y: do_it y (y + 1)
"""
    block = parse_effect(text)
    assert not isinstance(block, Mistake)
    assert unparse_effect(block).split("\n") == [
        "gain (2 * n) coin",
        "set x to 1",
        "choose:",
        "  a for c in hand where c.cost <= 3 distinct by c.cost:",
        "    if c.cost = 0: stop",
        "    else if c.cost = 1:",
        "      pay 1 coin",
        "      move c under deck",
        "    else:",
        "      may: pay 2 coin",
        "  b: nothing",
        "ask each:",
        "  for each y in 1..3:",
        "    repeat y: do_it y (y + 1)",
    ]


# ---- Texts that nobody meant

SCRAPS = [*"x7()[]:;,.=<+-*#é$", "coin", "f(", ".."]
scraps = st.sampled_from([*WORDS, *SCRAPS, "\n", "\n  ", "\n    ", "\n\t"])


@settings(max_examples=100, deadline=None)
@given(st.lists(scraps, max_size=30).map(" ".join) | st.text(max_size=40))
def test_any_text_is_read_or_is_a_mistake_within_it(text: str) -> None:
    for found in (parse_effect(text), parse_expression(text)):
        if isinstance(found, Mistake):
            lines = f"{text}\n".split("\n")
            assert found.message
            assert 1 <= found.at.line <= len(lines), found
            assert 1 <= found.at.column <= len(lines[found.at.line - 1]) + 1, found
