"""Words that people try if they have read other rules or written other programs, and what to write here.

They mean nothing to the language; a ruleset may have a procedure, quantity or counter of that name, and then it means
that. So they are looked up only where a word has turned out to mean nothing.
"""

from __future__ import annotations

from typing import Final

from rulewright.core.model.primitives import BUILT_INS

_VERBS: Final[tuple[tuple[str, str], ...]] = (
    ("deal", "draw 3 from deck to hand; each seat: for each s in seat: draw 3 from deck to s.hand"),
    ("discard trash bury", "move PIECE to ZONE; all of them: move hand to discard"),
    ("put place play send transfer insert push append attach", "move PIECE to ZONE"),
    ("take grab pop fetch", "move PIECE to hand, or gain 1 coin; one that the seat may choose: pick card from row"),
    ("give pass_to hand_over", "move PIECE to s.hand, or gain 1 s.coin"),
    ("add increase get receive earn award score increment inc raise",
     "gain 1 coin, or gain 1 s.coin for another seat; to move a piece: move PIECE to ZONE"),
    ("remove subtract decrease reduce decrement dec deduct drop",
     "lose 1 coin; to move a piece: move PIECE to ZONE"),
    ("spend buy cost", "pay 1 coin"),
    ("swap exchange switch_with trade",
     "let one = a; set a to b; set b to one; of pieces: let one = top(a); move top(b) to a; move one to b"),
    ("reveal",
     "show PIECE to others: they see it once; to show it to all, move it to a zone with 'visible: all', or flip it up"),
    ("turn hide turn_over rotate", "flip PIECE FACE"),
    ("mix reshuffle randomize randomise riffle", "shuffle PILE"),
    ("select target", "pick NAME from SET where TEST"),
    ("throw toss", "roll die from 1..6"),
    ("call run execute perform invoke start trigger", "PROCEDURE: a procedure runs by its name alone"),
    ("var const int local", "let NAME = VALUE"),
    ("function def fn proc procedure sub", "an entry of 'procedures:', and run it by its name"),
    ("assert check ensure must need needs only", "require TEST"),
    ("the player players", "gain 1 coin: the acting seat is not named; another seat acts by 'ask': ask s: gain 1 coin"),
    ("when", "if TEST: EFFECT"),
    ("unless", "if not (TEST): EFFECT"),
    ("otherwise", "else: EFFECT"),
    ("elseif elsif elif", "else if TEST: EFFECT"),
    ("switch case match", "if TEST: EFFECT, then else if TEST: EFFECT; for a choice of the seat: choose"),
    ("foreach each every loop_over iterate", "for each x in SET: EFFECT"),
    ("until", "repeat while not (TEST): EFFECT"),
    ("loop", "repeat 3: EFFECT, or repeat while TEST: EFFECT"),
    ("exit return quit break continue abort", "stop, which leaves the whole effect"),
    ("skip noop", "nothing"),
    ("reset clear empty", "set COUNTER to 0; a zone: move ZONE to PILE"),
    ("optional optionally can", "may: EFFECT"),
    ("print log say echo announce alert message", "titles and 'table:'; an effect cannot print"),
)  # fmt: skip

_NAMES: Final[tuple[tuple[str, str], ...]] = (
    ("all everyone everybody", "'ask each:' asks all at the same time; 'ask in turn:' one after the other"),
    ("players each_player all_players all_seats", "all players are the set 'seat'; their number is 'seats'"),
    ("player self this my you i current active current_player active_player", "the seat that acts is 'me'"),
    ("opponent opponents enemy enemies rivals other",
     "all other seats are the set 'others'; first(s in others) is the next"),
    ("next next_player next_seat", "the seat after me is first(s in others)"),
    ("nobody no_player", "no seat is 'none'"),
    ("null nil nothing undefined nowhere", "no thing is 'none'"),
    ("yes on", "write 'true'"),
    ("no off", "write 'false'"),
    ("empty", "whether a zone is empty: not exists(ZONE)"),
    ("one two three four five six seven eight nine ten", "numbers are written in digits"),
    ("it", "give the thing a name: let card = top(deck)"),
)  # fmt: skip

_FUNCTIONS: Final[tuple[tuple[str, str], ...]] = (
    ("len length count_of number_of number amount", "how many there are: size(ZONE)"),
    ("next following after next_seat next_player", "the seat after s is left(s)"),
    ("previous prev before", "the seat before s is right(s)"),
    ("range", "a range is written 1..5"),
    ("edges corners sides adjacent",
     "write neighbours(PLACE); the corners or edges at a field, or fields at one of these: neighbours(PLACE, KIND)"),
    ("random rand randint dice die d6 roll", "chance is a statement: roll die from 1..6"),
    ("all forall", "every(x in SET where TEST)"),
    ("exist has contains includes some", "any(x in SET where TEST)"),
    ("filter where find select choose",
     "one of a set: first(x in SET where TEST); how many: count(x in SET where TEST)"),
    ("total add", "sum(NUMBER for x in SET)"),
    ("maximum biggest largest greatest most", "of several numbers max(A, B), of a set highest(NUMBER for x in SET)"),
    ("minimum smallest least", "of several numbers min(A, B), of a set lowest(NUMBER for x in SET)"),
    ("last", "of a pile bottom(ZONE), of a set first(x in SET by least NUMBER)"),
    ("empty is_empty isempty", "whether a zone is empty: not exists(ZONE)"),
    ("floor round int", "numbers are whole, and '/' rounds down"),
    ("player", "the seat of a number: seat(1)"),
    ("mod modulo", "write A % B"),
    ("set list", "a set is a zone, an enumeration, a kind, a range 1..5, or A + B"),
)  # fmt: skip


_TYPES: Final[tuple[tuple[str, str], ...]] = (
    ("int integer float num", "write number, or a range such as 0..9"),
    ("bool boolean flag", "write truth"),
    ("str string name", "write text"),
    ("player players user", "write seat"),
    ("array", "write {type: list, of: TYPE}"),
    ("action actions code script function", "write effect"),
    ("effect", "effects are fields of components; pass the component, as in {card: card_piece}, and do card.FIELD"),
    ("test amount", "tests and amounts are fields of components; pass the component, or the value as truth or number"),
)


def verb_suggestion(word: str, thing: str = "") -> str:
    """Return a hint how to write what an unknown verb asks of a thing, or ''."""
    found = _row(_VERBS, word).replace("PIECE", thing or "PIECE", 1)
    return f"write {found}" if found else ""


def name_suggestion(word: str) -> str:
    """Return a hint how to write what an unknown name stands for, or ''."""
    return _row(_NAMES, word)


def function_suggestion(word: str) -> str:
    """Return a hint how to write what an unknown function computes, or ''."""
    built_in = next((each for each in BUILT_INS.values() if word in each.other_names), None)
    return f"write {built_in.forms[0]}" if built_in is not None else _row(_FUNCTIONS, word)


def type_suggestion(word: str) -> str:
    """Return a hint how to write what an unknown type is a type of, or ''."""
    return _row(_TYPES, word)


def _row(rows: tuple[tuple[str, str], ...], word: str) -> str:
    return next((hint for words, hint in rows if word in words.split()), "")
