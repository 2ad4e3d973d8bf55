"""Every form of the language becomes the node that says it, and each node knows where it stands."""

from __future__ import annotations

import pytest

from rulewright.core.language.mistakes import Mistake
from rulewright.core.language.parse import MAX_TEXT, parse_effect, parse_expression
from rulewright.core.model import effects as ast
from rulewright.core.model import effects_on_pieces as on_pieces
from rulewright.core.model.effects import Place

STATEMENTS = {
    "gain 2 coin": ast.Change,
    "lose (coin / 2) coin": ast.Change,
    "pay 1 stock[wood]": ast.Change,
    "set leader to none": ast.Assign,
    "move card to hand": on_pieces.Move,
    "move card under deck": on_pieces.Move,
    "move quay[2] to deck": on_pieces.Move,
    "draw 3 from deck to s.hand": on_pieces.Draw,
    "shuffle deck": on_pieces.Shuffle,
    "flip card down": on_pieces.Flip,
    "pick c from hand where c.cost > 1 distinct by c.cost": ast.Pick,
    "roll n from 1..6": ast.Pick,
    "let n = 3": ast.Let,
    "require coin > 1": ast.Require,
    "do card.reward": ast.Do,
    "do card.reward 1 (2 + 3)": ast.Do,
    "stop": ast.Leave,
    "nothing": ast.Leave,
    "end game": ast.Leave,
    "refill": ast.Call,
    "pay_toll 1 boat": ast.Call,
    "pay_toll(1, boat)": ast.Call,
    "if coin > 1: stop": ast.If,
    "if coin > 1: stop\nelse if coin = 1: refill\nelse: nothing": ast.If,
    "for each s in others where s.coin > 1: stop": ast.ForEach,
    "for each s in others where s.coin > 1 by most s.coin, least s.number: stop": ast.ForEach,
    "repeat 3: gain 1 coin": ast.Repeat,
    "repeat while coin < 3: gain 1 coin": ast.While,
    "may: stop": ast.May,
    "may take_it: stop": ast.May,
    "choose:\n  one: stop\n  two for c in hand where c.up distinct by c.cost: stop": ast.Choose,
    "ask leader: stop": ast.Ask,
    "ask each:\n  stop": ast.Ask,
    "ask each s in others where s.coin > 1:\n  stop": ast.Ask,
    "later: gain 1 coin": ast.Later,
    "later after turn:\n  stop": ast.Later,
}
EXPRESSIONS = {
    "3": ast.Number,
    "true": ast.Truth,
    "coin": ast.Name,
    "me.coin": ast.Field,
    "stock[wood]": ast.Index,
    "top(deck).cost": ast.Field,
    "s.price(boat)": ast.FunctionCall,
    "min(1, 2)": ast.FunctionCall,
    "count(x in hand where x.up)": ast.Quantifier,
    "sum(x.cost for x in hand)": ast.Quantifier,
    "first(x in hand by least(x.cost - 1), most x.steps[1])": ast.Quantifier,
    "not true": ast.Operation,
    "-coin": ast.Operation,
    "1 if true else 2": ast.Conditional,
    "3 / n or else 0": ast.OrElse,
    "(3)": ast.Number,
}


@pytest.mark.parametrize("text", STATEMENTS)
def test_statement_becomes_its_node(text: str) -> None:
    parsed = parse_effect(text)
    assert not isinstance(parsed, Mistake), parsed
    (statement,) = parsed
    assert type(statement) is STATEMENTS[text]
    assert (statement.at.line, statement.at.column) == (1, 1)


@pytest.mark.parametrize("text", EXPRESSIONS)
def test_expression_becomes_its_node(text: str) -> None:
    parsed = parse_expression(text)
    assert type(parsed) is EXPRESSIONS[text], parsed


def written(text: str) -> str:
    """An expression with all its brackets."""

    def show(node: ast.Expression) -> str:
        match node:
            case ast.Operation(op, None, right):
                return f"({op} {show(right)})"
            case ast.Operation(op, left, right):
                assert left is not None
                return f"({show(left)} {op} {show(right)})"
            case ast.Conditional(test, yes, no):
                return f"({show(yes)} if {show(test)} else {show(no)})"
            case ast.OrElse(value, other):
                return f"({show(value)} or else {show(other)})"
            case ast.Number(value):
                return str(value)
            case ast.Name(name):
                return name
            case _:
                raise AssertionError(node)

    parsed = parse_expression(text)
    assert not isinstance(parsed, Mistake), parsed
    return show(parsed)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("1 + 2 * 3", "(1 + (2 * 3))"),
        ("8 - 3 - 2", "((8 - 3) - 2)"),
        ("8 / 4 / 2", "((8 / 4) / 2)"),
        ("-a + b", "((- a) + b)"),
        ("a or b and c", "(a or (b and c))"),
        ("not a and b", "((not a) and b)"),
        ("not a = b", "(not (a = b))"),
        ("a + 1 > b - 1", "((a + 1) > (b - 1))"),
        ("a is b", "(a = b)"),
        ("a is not b", "(a != b)"),
        ("a is not_b", "(a = not_b)"),
        ("1 if a else 2 if b else 3", "(1 if a else (2 if b else 3))"),
        ("a and b if c else d", "((a and b) if c else d)"),
        ("1 + a / b or else 0", "((1 + (a / b)) or else 0)"),
        ("a or b or  else c or else d", "((a or b) or else (c or else d))"),
        ("a > 1 or else b > 2", "((a > 1) or else (b > 2))"),
        ("a or else b if c else d", "(a or else (b if c else d))"),
        ("a if b else c or else d", "(a if b else (c or else d))"),
        ("a or elsewhere", "(a or elsewhere)"),
    ],
)
def test_operators_bind_as_people_read_them(text: str, expected: str) -> None:
    assert written(text) == expected


def test_statements_stand_on_lines_or_behind_semicolons() -> None:
    one = parse_effect("gain 1 coin; lose 1 coin\nstop\n")
    assert not isinstance(one, Mistake)
    assert [type(each) for each in one] == [ast.Change, ast.Change, ast.Leave]
    assert [(each.at.line, each.at.column) for each in one] == [(1, 1), (1, 14), (2, 1)]


def test_a_block_ends_where_its_indent_ends() -> None:
    parsed = parse_effect("if coin > 1:\n  gain 1 coin\n  # a remark\n\n  stop\nrefill")
    assert not isinstance(parsed, Mistake)
    condition, call = parsed
    assert isinstance(condition, ast.If)
    assert [each.at.line for each in condition.then] == [2, 5]
    assert call.at.line == 6


def test_remarks_and_blank_lines_mean_nothing() -> None:
    plain, remarked = parse_effect("gain 1 coin\nstop"), parse_effect("gain 1 coin # all of it\n\nstop # now")
    assert isinstance(plain, tuple)
    assert isinstance(remarked, tuple)
    assert [type(each) for each in plain] == [type(each) for each in remarked]


def test_inner_nodes_know_their_places() -> None:
    parsed = parse_effect("gain (coin + tide) stock[wood]")
    assert not isinstance(parsed, Mistake)
    (statement,) = parsed
    assert isinstance(statement, ast.Change)
    assert isinstance(statement.amount, ast.Operation)
    assert statement.amount.right.at == Place(1, 14, 4)
    assert statement.counter.at == Place(1, 20, 11)


@pytest.mark.parametrize(
    ("text", "at", "words"),
    [
        ("if coin > 1 stop", Place(1, 13, 4), "':' is missing"),
        ("gain 1 coin\nmove card hand", Place(2, 11, 4), "'to' is missing"),
        ("draw 1 deck to hand", Place(1, 8, 4), "'from' is missing"),
        ("let x 3", Place(1, 7, 1), "'=' is missing"),
        ("gain 1 coin @", Place(1, 13, 1), "'@' has no meaning"),
        ("stop\n\n# so\n  stop", Place(4, 3, 4), "opens no block"),
        ("if coin > 1:\n    stop\n  stop", Place(3, 3, 4), "matches no block"),
    ],
)
def test_a_mistake_points_at_the_word(text: str, at: Place, words: str) -> None:
    parsed = parse_effect(text)
    assert isinstance(parsed, Mistake)
    assert (parsed.code, parsed.at) == ("effect-syntax", at)
    assert words in parsed.message


def test_a_misspelt_verb_is_named() -> None:
    parsed = parse_effect("shufle deck of cards [")
    assert isinstance(parsed, Mistake)
    assert parsed.hint == "did you mean 'shuffle'?"


@pytest.mark.parametrize(
    "text",
    ["(" * 100, "set tide to " + "1 + " * 500 + "1", "require " + "not " * 500 + "true", "may: " * 500 + "stop",
     "set tide to a" + ".a" * 500, "set tide to " + "-" * 500 + "1", "set tide to " + "1 if a else " * 500 + "1",
     "set tide to " + "1 or else " * 500 + "1"],
    ids=["brackets", "sum", "not", "may", "fields", "minus", "if", "or else"],
)  # fmt: skip
def test_what_is_nested_too_deeply_is_a_mistake(text: str) -> None:
    parsed = parse_effect(text)
    assert isinstance(parsed, Mistake)
    assert parsed.code == "effect-too-deep"


def test_what_is_too_long_is_a_mistake() -> None:
    parsed = parse_effect("stop\n" * (MAX_TEXT // 5 + 1))
    assert isinstance(parsed, Mistake)
    assert parsed.code == "effect-too-long"
