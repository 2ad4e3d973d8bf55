"""The words inside statements and expressions, a row each."""

from __future__ import annotations

from typing import Final

from rulewright.core.model.words import Parameter, Word

_TEST = Parameter("TEST", "truth")
_NUMBER = Parameter("NUMBER", "number")

KEYWORDS: Final[tuple[Word, ...]] = (
    Word(
        "up to", "keyword", ("pick up to AMOUNT NAME from SET",),
        "Up to that number of members, or none.",
        "pick up to 2 chosen from hand\nmove chosen to discard",
        (Parameter("AMOUNT", "number"),), keywords=("up", "to"), reserves=("to",),
    ),
    Word(
        "pick any", "keyword", ("pick any NAME from SET",),
        "Any number of members: all, some or none.",
        "pick any chosen from hand\nmove chosen to discard",
        keywords=("pick", "any"),
    ),
    Word(
        "in", "keyword", ("NAME in SET",),
        "Names each member of a set in turn.",
        "for each card in hand: flip card up",
        (Parameter("NAME", "new name"), Parameter("SET", "set")), keywords=("in",), reserves=("in",),
    ),
    Word(
        "where", "keyword", ("NAME in SET where TEST",),
        "Only the members of a set for which a test is true.",
        "gain count(card in hand where card.cost > 1) coin",
        (_TEST,), keywords=("where",), reserves=("where",),
    ),
    Word(
        "while", "keyword", ("NAME in SET while TEST",),
        "Only the members of a set before the first one for which a test is false.",
        "gain count(card in hand while card.cost > 1) coin", (_TEST,), keywords=("while",), reserves=("while",),
        note="`ask in turn while TEST` asks each seat again and again while the test is true for it.",
    ),
    Word(
        "until", "keyword", ("NAME in SET until TEST",),
        "The members of a set up to and including the first one for which a test is true.",
        "gain count(card in hand until card.cost > 1) coin", (_TEST,), keywords=("until",),
        note="`ask in turn until TEST` asks each seat again and again until the test is true for it.",
    ),
    Word(
        "by", "keyword", ("NAME in SET by most NUMBER, least NUMBER, ...",),
        "The order of a set; the second number or test breaks ties of the first.",
        "for each s in seat by most s.coin, least s.points: draw 1 from deck to s.hand",
        (_NUMBER,), keywords=("by",), reserves=("by",),
        note="Only `first`, `for each` and `ask in turn` take an order.",
    ),
    Word(
        "most", "keyword", ("by most NUMBER", "by most TEST"),
        "The greatest number comes first, or what passes a test.",
        "move first(card in row by most card.cost) to hand",
        (_NUMBER,), keywords=("most",),
    ),
    Word(
        "least", "keyword", ("by least NUMBER", "by least TEST"),
        "The smallest number comes first, or what fails a test.",
        "move first(card in row by least card.cost) to hand",
        (_NUMBER,), keywords=("least",),
    ),
    Word(
        "distinct by", "keyword", ("distinct by VALUE",),
        "Of candidates with the same value only the first is offered.",
        "pick card from hand distinct by card.cost\nmove card to discard",
        (Parameter("VALUE", "number or thing"),), keywords=("distinct", "by"), reserves=("by",),
    ),
    Word(
        "for", "keyword",
        ("NUMBER for NAME in SET", "LABEL for NAME in SET: EFFECT", "LABEL for NAME in SET, NAME in SET: EFFECT"),
        "The number to add or compare for each member of a set; in `choose`, one option for each member. A second set"
        " adds a pick after the option is chosen; its tests can use both names.",
        "gain sum(card.cost for card in hand) points",
        keywords=("for",), reserves=("for",),
    ),
    Word(
        "confirm", "keyword", ("confirm LABEL [for NAME in SET]: EFFECT",),
        "An option that is asked even if it is the only one, because it costs something or reveals hidden things."
        " Without `confirm`, a single option is taken automatically.",
        "choose:\n  look: require coin > 0\n  confirm draw_one: pay 1 coin; draw 1 from deck to hand",
        keywords=("confirm",),
        note="An option can itself be named `confirm`.",
    ),
    Word(
        "otherwise", "keyword", ("otherwise: EFFECT",),
        "The last line of a `choose`: runs without asking if no other option is open.",
        "choose:\n  buy for card in row where card.cost <= coin: pay card.cost coin; move card to hand\n"
        "  otherwise: gain 1 coin",
    ),
    Word(
        "else", "keyword", ("if TEST: EFFECT else: EFFECT", "A if TEST else B"),
        "The value or block if the test is false.",
        "if coin > 2: lose 1 coin\nelse: gain 1 coin",
        keywords=("else",), reserves=("else",),
    ),
    Word(
        "#", "keyword", ("# REMARK",),
        "A comment; everything to the end of the line is ignored.",
        "gain 1 coin  # for the long way",
    ),
    Word(
        ";", "keyword", ("STATEMENT; STATEMENT",),
        "Separates two statements on one line.",
        "gain 1 coin; lose 1 points",
    ),
)  # fmt: skip
