"""The words inside statements and expressions, a row each."""

from __future__ import annotations

from typing import Final

from rulewright.core.model.words import Parameter, Word

_TEST = Parameter("TEST", "truth")
_NUMBER = Parameter("NUMBER", "number")

KEYWORDS: Final[tuple[Word, ...]] = (
    Word(
        "up to", "keyword", ("pick up to AMOUNT NAME from SET",),
        "As many as that, or fewer, or none.",
        "pick up to 2 chosen from hand\nmove chosen to discard",
        (Parameter("AMOUNT", "number"),), keywords=("up", "to"), reserves=("to",),
    ),
    Word(
        "pick any", "keyword", ("pick any NAME from SET",),
        "As many as the seat likes: all, some or none.",
        "pick any chosen from hand\nmove chosen to discard",
        keywords=("pick", "any"),
    ),
    Word(
        "in", "keyword", ("NAME in SET",),
        "Names each thing of a set in turn.",
        "for each card in hand: flip card up",
        (Parameter("NAME", "new name"), Parameter("SET", "set")), keywords=("in",), reserves=("in",),
    ),
    Word(
        "where", "keyword", ("NAME in SET where TEST",),
        "Only those of a set for which a test is true.",
        "gain count(card in hand where card.cost > 1) coin",
        (_TEST,), keywords=("where",), reserves=("where",),
    ),
    Word(
        "while", "keyword", ("NAME in SET while TEST",),
        "Only those of a set that come before the first for which a test is false.",
        "gain count(card in hand while card.cost > 1) coin", (_TEST,), keywords=("while",), reserves=("while",),
    ),
    Word(
        "until", "keyword", ("NAME in SET until TEST",),
        "Those of a set up to the first for which a test is true, which is one of them.",
        "gain count(card in hand until card.cost > 1) coin", (_TEST,), keywords=("until",),
    ),
    Word(
        "by", "keyword", ("NAME in SET by most NUMBER, least NUMBER, ...",),
        "The order in which the things of a set come; the second number counts where the first is the same.",
        "for each s in seat by most s.coin, least s.points: draw 1 from deck to s.hand",
        (_NUMBER,), keywords=("by",), reserves=("by",),
        note="Only `first`, `for each` and `ask in turn` take an order.",
    ),
    Word(
        "most", "keyword", ("by most NUMBER",),
        "The greatest number comes first.",
        "move first(card in row by most card.cost) to hand",
        (_NUMBER,), keywords=("most",),
    ),
    Word(
        "least", "keyword", ("by least NUMBER",),
        "The smallest number comes first.",
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
        "What is added up or compared for each of a set; in `choose`, one option for each. Of a second set one is"
        " picked once the option is chosen; its tests know both.",
        "gain sum(card.cost for card in hand) points",
        keywords=("for",), reserves=("for",),
    ),
    Word(
        "confirm", "keyword", ("confirm LABEL [for NAME in SET]: EFFECT",),
        "An option that the seat is asked for even where it is the only one, as it costs something or shows what is"
        " hidden; without it, a single option is taken automatically.",
        "choose:\n  look: require coin > 0\n  confirm draw_one: pay 1 coin; draw 1 from deck to hand",
        keywords=("confirm",),
        note="An option that is itself named `confirm` is written as any other.",
    ),
    Word(
        "otherwise", "keyword", ("otherwise: EFFECT",),
        "The last line of a `choose`: what is done, without asking, where no other option is open.",
        "choose:\n  buy for card in row where card.cost <= coin: pay card.cost coin; move card to hand\n"
        "  otherwise: gain 1 coin",
    ),
    Word(
        "else", "keyword", ("if TEST: EFFECT else: EFFECT", "A if TEST else B"),
        "What holds where the test is false.",
        "if coin > 2: lose 1 coin\nelse: gain 1 coin",
        keywords=("else",), reserves=("else",),
    ),
    Word(
        "#", "keyword", ("# REMARK",),
        "A remark for people; nothing to the end of the line is read.",
        "gain 1 coin  # for the long way",
    ),
    Word(
        ";", "keyword", ("STATEMENT; STATEMENT",),
        "Parts two statements on one line.",
        "gain 1 coin; lose 1 points",
    ),
)  # fmt: skip
