"""The statements of the effect language, a row each."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Final

from rulewright.core.model.words import Parameter, Word

_AMOUNT = Parameter("AMOUNT", "number", "one of several parts goes in parentheses: gain (a + b) coin; less than 0 is 0")
_COUNTER = Parameter("COUNTER", "counter", "the acting seat's, or another's: s.coin")
_OWN = Parameter("COUNTER", "counter that each seat has", "the acting seat's")
_SEAT = Parameter("SEAT", "seat", "if it is none, nothing happens")
_SEATS = Parameter("SEATS", "seat, set of seats or team")
_OUTCOME = Parameter("OUTCOME", "an entry of `outcomes`")
_SET = Parameter("SET", "set", "a zone, an enumeration, a kind, a range 1..5, `others`, `A + B`")
_TEST = Parameter("TEST", "truth")
_EFFECT = Parameter("EFFECT", "effect", "on the same line, or indented below")
_PIECE = Parameter("PIECE", "piece", "if it is none, nothing happens")

_RESERVED: Final = frozenset({
    "all", "by", "each", "for", "from", "if", "in", "of", "to", "under", "while",
})  # fmt: skip
"""The words within statements that no entry may be named."""


def words_written(form: str) -> tuple[str, ...]:
    """Return the words of a form that have to be written, in their order."""
    written = form
    while (shorter := re.sub(r"\[[^][]*\]", "", written)) != written:
        written = shorter
    return tuple(re.findall(r"\b[a-z]+\b", written))


def _with_keywords(verb: Word) -> Word:
    """A statement with its keywords: the words of its forms that have to be written."""
    keywords = tuple(dict.fromkeys(part for form in verb.forms for part in words_written(form)))
    return replace(verb, keywords=keywords, reserves=tuple(each for each in keywords if each in _RESERVED))


VERBS: Final = tuple(map(_with_keywords, (
    Word(
        "gain", "verb", ("gain AMOUNT COUNTER",),
        "Adds to a counter, up to its `max`.",
        "gain 2 coin",
        (_AMOUNT, _COUNTER),
    ),
    Word(
        "lose", "verb", ("lose AMOUNT COUNTER",),
        "Subtracts from a counter, down to its `min`.",
        "lose 1 coin",
        (_AMOUNT, _COUNTER),
        note="Use `pay` if the full amount is required.",
    ),
    Word(
        "pay", "verb", ("pay AMOUNT COUNTER",),
        "Subtracts from a counter, which must hold the full amount. An option that cannot pay is not offered.",
        "may: pay 2 coin; gain 1 points",
        (_AMOUNT, _COUNTER),
    ),
    Word(
        "gain from", "verb", ("gain AMOUNT COUNTER from SEAT",),
        "Takes an amount of a counter from another seat, or all it has if that is less; never beyond the taker's "
        "`max`. Another counter may stand for SEAT: `gain 3 coin from purse`.",
        "gain 2 coin from seat(2)",
        (_AMOUNT, _OWN, _SEAT),
    ),
    Word(
        "pay to", "verb", ("pay AMOUNT COUNTER to SEAT",),
        "Pays an amount to another seat, which gains it up to its `max`; the acting seat must have the full amount. "
        "Another counter may stand for SEAT: `pay 3 coin to purse`.",
        "may: pay 2 coin to seat(2)",
        (_AMOUNT, _OWN, _SEAT),
        note="If the seat is none, nothing has to be paid.",
    ),
    Word(
        "set", "verb", ("set TARGET to VALUE",),
        "Gives a counter, a marker or a name of `let` a new value.",
        "set round to round + 1",
        (Parameter("TARGET", "counter, marker or name of let"), Parameter("VALUE", "what the target holds")),
    ),
    Word(
        "move", "verb", ("move PIECE to ZONE",),
        "Moves a piece, or each piece of a set or a zone in turn, to a zone; on a pile, it becomes the top one.",
        "move top(deck) to discard",
        (_PIECE, Parameter("ZONE", "zone", "one of several spaces is named by its number: row[3]")),
    ),
    Word(
        "move under", "verb", ("move PIECE under ZONE",),
        "Moves a piece, or each piece of a set or a zone in turn, to the bottom of a pile.",
        "move top(discard) under deck",
        (_PIECE, Parameter("ZONE", "pile")),
    ),
    Word(
        "draw", "verb", ("draw AMOUNT from PILE to OTHER_PILE",),
        "Moves pieces from the top of a pile, one after the other, as many as there are.",
        "draw 3 from deck to hand",
        (Parameter("AMOUNT", "number"), Parameter("PILE", "pile"), Parameter("OTHER_PILE", "pile")),
    ),
    Word(
        "pass", "verb", ("pass ZONE to left", "pass ZONE to right"),
        "All seats pass the contents of this zone to the next seat, or to the previous one, at the same time.",
        "if round > 3: pass hand to right\nelse: pass hand to left",
        (Parameter("ZONE", "zone of each seat"),),
        names_too=True, note="Left is the order of play. Seats that have left the game are skipped.",
    ),
    Word(
        "shuffle", "verb", ("shuffle PILE",),
        "Mixes a pile; each pile has its own stream of chance.",
        "shuffle deck",
        (Parameter("PILE", "pile"),),
    ),
    Word(
        "show", "verb", ("show PIECE to SEATS", "show SET to SEATS"),
        "Shows pieces to seats once, without moving them. Seats remember the pieces as long as they can be "
        "distinguished.",
        "show hand to others",
        (Parameter("PIECE", "piece", "or a set of pieces: a zone, `cards`"), _SEATS),
        names_too=True, note="`visible` of the zone states who sees its pieces permanently.",
    ),
    Word(
        "flip", "verb", ("flip PIECE FACE",),
        "Turns a piece to one of the faces of its kind.",
        "flip top(deck) down",
        (_PIECE, Parameter("FACE", "face of its kind")),
    ),
    Word(
        "pick", "verb", ("pick NAME from SET [where TEST] [distinct by VALUE]",),
        "The acting seat chooses one member of SET, bound to NAME. An option whose pick has no candidates is not"
        " offered.",
        "pick card from hand where card.cost > 2\nmove card to discard",
        (
            Parameter("NAME", "new name", "or a counter or marker, which is set to what is picked; then without TEST"),
            _SET, Parameter("TEST", "truth", "which members can be picked"),
            Parameter("VALUE", "number or thing", "of candidates with the same value only one is offered"),
        ),
        asks="always", note="If there are no candidates, the effect ends at this line and its caller continues.",
    ),
    Word(
        "pick several", "verb", ("pick AMOUNT NAME from SET [where TEST] [distinct by VALUE]",),
        "The acting seat picks several members of a set at once, in no order. NAME is the picked set from here on; in"
        " the tests it is each candidate. An option with too few candidates is not offered.",
        "pick 2 chosen from hand where chosen.cost > 0\nmove chosen to discard",
        (
            Parameter("AMOUNT", "number", "or A..B, up to A, any; one of several parts goes in parentheses"),
            Parameter("NAME", "new name"), _SET, Parameter("TEST", "truth", "which members can be picked"),
            Parameter("VALUE", "number or thing", "candidates with the same value are interchangeable"),
        ),
        asks="always",
        note="Asked as a series of choices, each among the candidates after the last one picked; `done` ends the "
             "series early.",
    ),
    Word(
        "roll", "verb", ("roll NAME from SET [where TEST]",),
        "Picks one member of SET at random, bound to NAME.",
        "roll die from 1..6\ngain die coin",
        (Parameter("NAME", "new name"), _SET, _TEST),
    ),
    Word(
        "roll piece", "verb", ("roll PIECE",),
        "Turns a piece, or each of a set or a zone, to a random face: dice are pieces with `faces: 1..6`.",
        "roll top(deck)",
        (Parameter("PIECE", "piece or set of pieces", "if it is none, nothing is turned"),),
    ),
    Word(
        "let", "verb", ("let NAME = VALUE",),
        "Gives a value a name, until the end of the block.",
        "let n = size(hand)\nlose n coin",
        (
            Parameter("NAME", "new name"),
            Parameter("VALUE", "number, truth, thing or set", "a set contains each thing once"),
        ),
    ),
    Word(
        "require", "verb", ("require TEST",),
        "Continues only if the test is true. An option whose requirement is not met is not offered.",
        "may:\n  require coin > 3\n  gain 1 points",
        (_TEST,),
    ),
    Word(
        "do", "verb", ("do THING.FIELD [ARGUMENT ...]",),
        "Runs an effect that is written on a thing, such as a card.",
        "do first(card in hand).reward",
        (
            Parameter("THING", "thing", "if it is none, nothing happens"),
            Parameter("FIELD", "field of type effect"),
            Parameter("ARGUMENT", "what the field `takes`"),
        ),
        asks="within",
    ),
    Word(
        "call", "verb", ("PROCEDURE [ARGUMENT ...]", "PROCEDURE(ARGUMENT, ...)"),
        "Runs a procedure of the ruleset by its name.",
        "advance me 2",
        (
            Parameter("PROCEDURE", "procedure"),
            Parameter("ARGUMENT", "what it `takes`", "one of several parts goes in parentheses"),
        ),
        asks="within",
    ),
    Word(
        "stop", "verb", ("stop",),
        "Leaves this effect; its caller continues.",
        "if coin = 0: stop\nlose 1 coin",
    ),
    Word(
        "stop with", "verb", ("stop with VALUE",),
        "Leaves this procedure and gives a value to its caller: let NAME = PROCEDURE(...).",
        "if coin > 3: stop with true\nstop with false",
        (Parameter("VALUE", "what it `gives`"),),
        note="Every branch of a procedure with `gives` must end with it. If a guard fails before that, or nothing "
             "can be"
        " chosen, the procedure gives false, 0, none or an empty set.",
    ),
    Word(
        "nothing", "verb", ("nothing",),
        "Does nothing; for options without an effect.",
        "choose:\n  rest: nothing\n  work: gain 1 coin",
    ),
    Word(
        "end game", "verb", ("end game",),
        "Ends the game immediately; the game is then scored.",
        "if round = 8: end game",
    ),
    Word(
        "end game won by", "verb", ("end game won by SEATS [as OUTCOME]",),
        "Ends the game immediately and names the winners, regardless of points: one seat, several or all.",
        "if round = 8: end game won by (s in seat where s.coin > 4)",
        (_SEATS, _OUTCOME),
    ),
    Word(
        "end game lost by", "verb", ("end game lost by SEATS [as OUTCOME]",),
        "Ends the game immediately and names the losers; points decide among the others.",
        "if coin = 0: end game lost by me",
        (_SEATS, _OUTCOME),
    ),
    Word(
        "end game drawn", "verb", ("end game drawn [by SEATS] [as OUTCOME]",),
        "Ends the game immediately without a winner: it is drawn between all remaining seats, or the seats named.",
        "if round = 9: end game drawn",
        (_SEATS, _OUTCOME),
    ),
    Word(
        "end game as", "verb", ("end game as OUTCOME",),
        "Ends the game immediately and states how it ended; the scoring decides who has won.",
        "if round = 9: end game as nightfall",
        (_OUTCOME,),
    ),
    Word(
        "end game for", "verb", ("end game for SEATS",),
        "Takes seats out of the game; the game ends when no seat is left.",
        "if coin = 0: end game for me",
        (_SEATS,),
        note="The effect continues. Seats that left are no longer asked, and are not in `others` and `seats_from(s)`.",
    ),
    Word(
        "end game ahead for", "verb", ("end game ahead for SEATS",),
        "Lets seats finish ahead of all others in the game; the game ends when no seat is left.",
        "if not exists(hand): end game ahead for me",
        (_SEATS,),
    ),
    Word(
        "if", "verb", ("if TEST: EFFECT [else if TEST: EFFECT ...] [else: EFFECT]",),
        "Runs the block of the first test that is true.",
        "if coin > 5: lose 1 coin\nelse if coin > 2: nothing\nelse: gain 1 coin",
        (_TEST, _EFFECT), asks="within",
    ),
    Word(
        "for each", "verb", ("for each NAME in SET [where TEST] [by KEY, ...]: EFFECT",),
        "Runs a block once for each member of a set, in an order fixed before the first pass.",
        "for each s in others: lose 1 s.coin",
        (
            Parameter("NAME", "new name"), _SET, _TEST,
            Parameter("KEY", "most or least NUMBER or TEST", "sort keys; without them, the order of the set"), _EFFECT,
        ),
        asks="within",
    ),
    Word(
        "repeat", "verb", ("repeat TIMES: EFFECT",),
        "Repeats a block a number of times; the number is computed before the first pass.",
        "repeat 3: gain 1 coin",
        (Parameter("TIMES", "number"), _EFFECT), asks="within",
    ),
    Word(
        "repeat while", "verb", ("repeat while TEST: EFFECT",),
        "Repeats a block while a test is true; the test is evaluated before each pass.",
        "repeat while coin > 3: lose 1 coin",
        (_TEST, _EFFECT), asks="within",
    ),
    Word(
        "may", "verb", ("may [LABEL]: EFFECT",),
        "The acting seat says yes or no; yes is only offered if the effect is possible.",
        "may: pay 1 coin; gain 1 points",
        (Parameter("LABEL", "new name", "the name of the option"), _EFFECT), asks="always",
    ),
    Word(
        "choose", "verb",
        ("choose:\n  [confirm] LABEL [for NAME in SET [where TEST] [distinct by VALUE]]: EFFECT\n  ..."
         "\n  [otherwise: EFFECT]",),
        "The acting seat takes one of several named options; an option is only offered if its effect is possible.",
        "choose:\n  take_coin: gain 1 coin\n  take for card in row where card.cost <= coin:\n    pay card.cost coin\n"
        "    move card to hand",
        (
            Parameter("LABEL", "new name", "the name of the option"),
            Parameter("NAME", "new name", "one option for each member of the set"), _SET, _TEST,
            Parameter("VALUE", "number or thing", "of candidates with the same value only one is offered"), _EFFECT,
        ),
        asks="always", note="If no option is open and there is no `otherwise`, the effect ends at this line and "
                            "its caller continues.",
    ),
    Word(
        "in any order", "verb", ("in any order:\n  LABEL [for NAME in SET [where TEST]]: EFFECT\n  ...",),
        "Runs all parts, a part with `for` once for each member of its set; the acting seat chooses the order.",
        "in any order:\n  income: gain 2 coin\n  trips for s in others where s.coin > 3: pay 1 coin to s",
        (
            Parameter("LABEL", "new name", "the name of the part"),
            Parameter("NAME", "new name", "the part runs once for each member of the set"), _SET, _TEST, _EFFECT,
        ),
        asks="always", keywords=("in", "any", "order"),
        note="Nobody is asked if the order makes no difference.",
    ),
    Word(
        "ask", "verb", ("ask SEAT: EFFECT",),
        "Another seat acts in the block: `me` is that seat, and counters and zones are that seat's.",
        "ask leader: gain 1 coin",
        (_SEAT, _EFFECT),
        asks="within",
    ),
    Word(
        "ask each", "verb", ("ask each: EFFECT", "ask each NAME in SET [where TEST]: EFFECT"),
        "All seats, or those of a set, decide at the same time. Their answers are sealed until all are in, then take "
        "effect in the order of the table, from seat 1 on. Choices that could conflict are asked one seat after the "
        "other.",
        "ask each s in others where s.coin > 1: lose 1 coin",
        (Parameter("NAME", "new name"), Parameter("SET", "set of seats"), _TEST, _EFFECT),
        asks="within",
    ),
    Word(
        "ask in turn", "verb", (
            "ask in turn [NAME in SET [where TEST] [by KEY, ...]] [while TEST]: EFFECT",
            "ask in turn [NAME in SET [where TEST] [by KEY, ...]] [until TEST]: EFFECT",
        ),
        "Seats act one after the other: those of a set, or all of them, starting with the acting seat. With `while` or "
        "`until` they act again and again: a seat for which the test says so is passed over, and no round follows once "
        "that is all of them.",
        "ask in turn s in seats_from(leader) until coin > 7: gain 2 coin",
        (
            Parameter("NAME", "new name"), Parameter("SET", "set of seats"), _TEST,
            Parameter("KEY", "most or least NUMBER or TEST", "sort keys; without them, the order of the set"), _EFFECT,
        ),
        asks="within", note="Without `while` and `until` short for: for each NAME in SET: ask NAME: EFFECT",
    ),
    Word(
        "later", "verb", (
            "later: EFFECT", "later after PROCEDURE: EFFECT", "later first: EFFECT",
            "later first after PROCEDURE: EFFECT",
        ),
        "Defers an effect until this one is over, or the procedure named; if that is not running, until after its "
        "next run. So a card can have another card played.",
        "later after play: gain 1 coin\nlater first after play: gain 2 coin",
        (_EFFECT, Parameter("PROCEDURE", "procedure", "a turn that is running, or the start of the next round")),
        other_names=("next",),
        note="Deferred effects run in the order in which they were deferred, with the values their names had then; "
             "effects that they defer themselves come last. With `first` an effect comes ahead of all that wait, so "
             "that `repeat 2: later first after play: resolve card` plays a card twice before anything else.",
    ),
)))  # fmt: skip
