"""What somebody writes who knows card games or another programming language is met with how it is written here."""

from __future__ import annotations

import re

import pytest

from rulewright.core.language import other_words
from rulewright.core.language.mistakes import Mistake
from rulewright.core.language.other_words import function_suggestion, name_suggestion, verb_suggestion
from rulewright.core.language.parse import parse_effect, parse_expression
from rulewright.core.language.vocabulary import STATEMENT_WORDS, names_of
from rulewright.core.model.primitives import BUILT_INS


@pytest.mark.parametrize(
    ("text", "line", "column", "word"),
    [
        ("gain 10 + s.bid s.points", 1, 9, "gain (a + b) coin"),
        ("draw size(hand) - 3 from deck to hand", 1, 17, "draw (a + b) from"),
        ("set leader to “red”", 1, 15, "names are written without quotes"),
        ("Shuffle the sea.", 1, 1, "write the verb in small letters"),
        ("The player gains 2 coins.", 1, 1, "the acting seat is not named: gain 1 coin"),
        ("Each player draws 1 card.", 1, 1, "ask s: gain 1 coin"),
        ("if at least 1 card: stop", 1, 7, "size(ZONE) >= 1"),
        ("require at least 1 card in hand", 1, 12, "count(x in SET where TEST) >= 1"),
        ("pick at least 1 card from hand", 1, 15, "pick 1..3 NAME from SET"),
        ("move a action_card to hand", 1, 8, "leave out the article"),
        ("advance me 2 + 1", 1, 14, "PROCEDURE (a + b)"),
        ("advance me, 2", 1, 11, "PROCEDURE(a, b)"),
        ("gain -1 coin", 1, 6, "write 'lose'"),
        ("choose:\n  require bid > 1\n  take: gain 1 bid", 2, 3, "write 'require' below it"),
        ("choose:\n  take coin: gain 1 bid", 2, 8, "take_coin"),
        ("choose:\n  take card in hand: stop", 2, 8, "LABEL for NAME in SET: EFFECT"),
        ("choose:\n  take gain 1 coin", 2, 8, "write LABEL: EFFECT"),
        ("choose:\n  - take: stop", 2, 3, "leave out the sign"),
        ("choose: take: stop", 1, 9, "LABEL: EFFECT"),
        ("choose card from hand", 1, 8, "pick NAME from SET"),
        ("if led is none then set led to hearts", 1, 16, "write ':' instead of 'then'"),
        ("let x = first(s in seat by highest s.won)", 1, 28, "by most NUMBER"),
        ("deal 3 cards to hand", 1, 1, "write draw 3 from deck to hand"),
        ("if x: discard card from hand", 1, 7, "write move PIECE to ZONE"),
        ("remove card from hand", 1, 1, "move PIECE to ZONE"),
        ("add 1 to coin", 1, 1, "write gain 1 coin"),
        ("frobnicate card to hand", 1, 1, "write a verb, or the name of a procedure"),
        ("otherwise: stop", 1, 1, "write else: EFFECT"),
        ("roll 2 dice", 1, 8, "roll die from 1..6"),
        ("winner.won += 1", 1, 7, "write 'gain 1 COUNTER'"),
        ("coin[red] = 2", 1, 5, "write 'set NAME to VALUE'"),
        ("deck.shuffle()", 1, 5, "a statement begins with a verb"),
        ("require bid in 0..2", 1, 13, "x >= 1 and x <= 5"),
        ("if card in hand: stop", 1, 9, "any(x in SET where x is THING)"),
        ("if card not in hand: stop", 1, 9, "none(x in SET where x is THING)"),
        ("if any(c in hand with c.rank > 2): stop", 1, 18, "x in SET where TEST"),
        ("for each c in hand if c.rank > 2: stop", 1, 20, "x in SET where TEST"),
        ("roll a die from 1..6", 1, 8, "leave out the article: roll die from 1..6"),
        ("draw 1 pile to turned", 1, 8, "write draw AMOUNT from PILE to OTHER_PILE"),
        ("move 2 cards from deck to hand", 1, 8, "draw 2 from deck to hand"),
        ("move card from hand to discard", 1, 11, "leave out the place of the piece"),
        ("gain 2 coins for each card in hand", 1, 14, "the loop comes first"),
        ("gain 1 coin if x > 2", 1, 13, "the test comes first"),
        ("gain 1 coin and draw 1 from deck to hand", 1, 13, "by ';'"),
        ("gain 1 coin to s", 1, 13, "gain 1 s.coin"),
        ("if bid is more than 3: stop", 1, 16, "write '>' or '<'"),
        ("if me has 3 coin: stop", 1, 7, "s.coin >= 3"),
        ("for each n in 1 to 5: stop", 1, 17, "write '1..5'"),
        ("if (x > 2) { gain 1 coin }", 1, 12, "indented"),
        ("gain 1 coin;\nlose 1 coin", 1, 12, "leave out the ';'"),
        ("require a and\n  b", 1, 13, "must be one line"),
        ("require a\n  and b", 2, 3, "must be one line"),
        ("may pay 1 coin", 1, 9, "write 'may:'"),
        ("else: stop", 1, 5, "'else' goes below an 'if'"),
        ("ask each player: stop", 1, 16, "write 'ask each:'"),
        ("shuffle the deck", 1, 13, "leave out the article"),
        ("let hand = draw 3 from deck", 1, 17, "a statement gives no value"),
        ("gain s's coin coin", 1, 7, "after a '.'"),
        ("set coin to coin +", 1, 18, "a value is missing"),
        ("stop.", 1, 5, "leave out the '.'"),
        ("gain 1 coin.", 1, 12, "leave out the '.'"),
        ("if x\n  stop", 1, 4, "write if TEST: EFFECT"),
        ("if x:\nstop", 2, 1, "write the block below, indented"),
        ("if x: stop\n  else: stop", 2, 3, "indent 'else' as far as its 'if'"),
        ("if x: stop\nelse y: stop", 2, 6, "else if TEST:"),
        ("if x between 1 and 3: stop", 1, 6, "x >= 1 and x <= 5"),
        ("if x isn't 3: stop", 1, 6, "'is not'"),
        ("if x = 3): stop", 1, 9, "there is no '(' before it"),
        ("if any(s in seat: s.coin > 3): stop", 1, 17, "x in SET where TEST"),
        ("if any(hand where x.cost > 2): stop", 1, 13, "name the candidates"),
        ("let w = first(s in seat sorted by s.coin)", 1, 25, "by most NUMBER"),
        ("let w = first(s in seat by most s.coin, s.points)", 1, 41, "write 'most' or 'least' before it"),
        ("let w = seat with most coin", 1, 14, "first(x in SET by most NUMBER)"),
        ("let t = if x then 1 else 2", 1, 12, "A if TEST else B"),
        ("let n == 3", 1, 8, "write let NAME = VALUE"),
        ("coin + 1", 1, 6, "a statement begins with a verb"),
        ("pay 2 coin or lose 1 points", 1, 12, "'choose:'"),
        ("shuffle discard into deck", 1, 17, "move discard to deck"),
        ("for each player: stop", 1, 16, "for each s in seat:"),
        ("for each card in hand, gain 1 coin", 1, 22, "instead of ','"),
        ("choose:\n  take if coin > 2: stop", 2, 8, "require TEST"),
        ("choose:\n  take for each card in hand: stop", 2, 17, "leave out 'each'"),
        ("choose:\n  1: stop", 2, 3, "a name goes here"),
    ],
)
def test_in_effects(text: str, line: int, column: int, word: str) -> None:
    found = parse_effect(text)
    assert isinstance(found, Mistake)
    assert (found.at.line, found.at.column) == (line, column)
    assert word in found.hint


@pytest.mark.parametrize(
    ("text", "line", "column", "word"),
    [
        ("100 if c.suit is trump\n  else 0", 1, 22, "'>-' in place of '|'"),
        ("a or\nb", 1, 4, "'>-' in place of '|'"),
        ("a\nor b", 2, 1, "'>-' in place of '|'"),
        ("a\n  or b", 2, 3, "'>-' in place of '|'"),
        ("return coin + 1", 1, 1, "write the value alone"),
        ("number of cards in hand", 1, 8, "size(ZONE)"),
        ("sum(c.rank for c in hand if c.up)", 1, 26, "x in SET where TEST"),
        ("coin +", 1, 6, "a value is missing"),
        ("sum(card.cost in hand)", 1, 15, "sum(x.cost for x in SET)"),
        ("count(card in hand, card.cost > 2)", 1, 19, "x in SET where TEST"),
        ("(1 if coin > 2)", 1, 15, "A if TEST else B"),
        ("coin points", 1, 6, "a sign or a word is missing"),
    ],
)
def test_in_expressions(text: str, line: int, column: int, word: str) -> None:
    found = parse_expression(text)
    assert isinstance(found, Mistake)
    assert (found.at.line, found.at.column) == (line, column)
    assert word in found.hint


def test_a_procedure_of_the_ruleset_may_have_any_of_these_names() -> None:
    for text in ("deal 3", "discard top(deck)", "give me 2"):
        assert not isinstance(parse_effect(text), Mistake)


def test_no_word_of_the_language_is_said_to_be_written_otherwise() -> None:
    away = "it is a word of the language now: take it out of other_words.py, from _VERBS, _NAMES or _FUNCTIONS"
    assert [word for word in STATEMENT_WORDS if verb_suggestion(word)] == [], away
    assert [word for word in names_of("name") if name_suggestion(word)] == [], away
    assert [word for word in names_of("function", "quantifier") if function_suggestion(word)] == [], away


@pytest.mark.parametrize("table", ["_VERBS", "_NAMES", "_FUNCTIONS"])
def test_a_word_is_explained_once(table: str) -> None:
    words = [word for words, _ in getattr(other_words, table) for word in words.split()]
    words += [name for word in BUILT_INS.values() for name in word.other_names if table == "_FUNCTIONS"]
    assert sorted(set(words)) == sorted(words)


def test_a_built_in_is_found_by_the_names_it_has_elsewhere() -> None:
    for word in BUILT_INS.values():
        expected = f"write {word.forms[0]}"
        assert [name for name in word.other_names if function_suggestion(name) != expected] == []
    assert function_suggestion("absolute") == "write abs(A)"


def test_what_is_to_be_written_can_be_read() -> None:
    parts = (part for _, hint in other_words._VERBS for part in re.split(r"; |, | or |: ", hint))
    simple = [
        part
        for part in parts
        if part.islower() and part.split()[0] in ("gain", "lose", "pay", "draw", "let", "set", "roll")
    ]
    assert len(simple) > 8
    assert not [part for part in simple if isinstance(parse_effect(part), Mistake)]
