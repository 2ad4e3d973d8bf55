"""Codes of warnings about single texts: tests that are decided already, guards that guard nothing, what never ends."""

from __future__ import annotations

from typing import Final

from rulewright.editor.explain.code import CodeExplained

_KEEP = " Where it is meant so, say so on the entry: `accept: {%s: REASON}`."
_DOES = "triggers:\n  - id: gust\n    after: turn\n    does: |\n      "
_WHEN = "triggers:\n  - {id: gust, after: turn, when: %s, does: lose 1 coin}"
_SWAP = 'procedures:\n  - {id: swap, does: "pick c from hand; move c to deck"}\n' + _DOES
_DAYS = (
    "counters: [{id: day, min: 0, max: %s}]\n"
    "zones: [{id: berth, per: [1..3], holds: card, visible: all, start: 'true'}]\n"
    "triggers:\n  - {id: arrive, after: turn, does: 'move top(berth[day]) to hand; gain 1 day'}"
)
_FREE = "free_actions:\n  - {id: trade, during: [turn], does: %s}"
_TIERS = (
    "kinds:\n  - id: prize\n    title: {en: Prize, fr: Prix}\n    fields:\n"
    "      tiers: {type: list, of: {at: number, coins: number}}\n"
    "components:\n  - id: cup\n    kind: prize\n    title: {en: Cup, fr: Coupe}\n    source: {doc: DOC, place: c}\n"
    "    tiers: [{at: 2, coins: 1}, {at: %s, coins: 2}, {at: %s, coins: 3}]\n"
    "quantities:\n  - id: best\n    amount: highest(t.coins for t in cup.tiers where t.at <= coin)\n"
    "triggers:\n  - {id: win, after: turn, does: gain best coin}"
)


def _does(*lines: str) -> str:
    return _DOES + "\n      ".join(lines)


def _robbery(pick: str) -> str:
    return _does("choose:", "  rob:", "    pick n from 1..5", f"    {pick}", "    gain 1 coin", "  leave: nothing")


DOUBTS: Final[tuple[CodeExplained, ...]] = (
    CodeExplained(
        "always-true", "A test that holds whatever happens.",
        "The bounds of a counter, or what was asked before, decide it already. Often one number is off by one."
        + _KEEP % "always-true",
        "lint", _WHEN % "coin >= 0", _WHEN % "coin >= 1",
    ),
    CodeExplained(
        "always-false", "A test that never holds.",
        "The bounds of a counter, another part of the test, or what was asked before leave nothing of it: what it"
        " guards is never done and never offered." + _KEEP % "always-false",
        "lint", _does("if coin >= 2: gain 1 coin", "else if coin >= 4: gain 2 coin"),
        _does("if coin >= 4: gain 2 coin", "else if coin >= 2: gain 1 coin"),
    ),
    CodeExplained(
        "never-run", "A line that nothing ever comes to.",
        "Every way to it leaves the effect or ends the game before." + _KEEP % "never-run",
        "lint", _does("stop", "gain 1 coin"), _does("if coin > 3: stop", "gain 1 coin"),
    ),
    CodeExplained(
        "never-payable", "A cost that nobody can ever pay.",
        "It is more than the counter can ever hold, so the option is never offered." + _KEEP % "never-payable",
        "lint", _does("may trade: pay 21 coin"), _does("may trade: pay 20 coin"),
    ),
    CodeExplained(
        "unforeseen-guard", "A guard that no option looks ahead to.",
        "An option is offered only if all it must do can be done; but nobody looks into loops, nor beyond what asks"
        " somebody. A `pay` or `require` there ends its effect half done when it fails. Ask before, or let what follows"
        " be an option of its own." + _KEEP % "unforeseen-guard",
        "lint", _SWAP + "swap\n      pay 1 coin", _SWAP + "pay 1 coin\n      swap",
    ),
    CodeExplained(
        "shut-decision", "A decision that may offer nothing, with something behind it.",
        "Where nothing of a `choose` or `pick` is open, its effect ends there, and whoever called it goes on; what"
        " stands behind it is left out. An option that leads to it is not offered then, but nothing looks ahead to what"
        " a phase, a trigger or a question begins with. Say `otherwise:`, or test before." + _KEEP % "shut-decision",
        "lint", _does("choose:", "  buy: pay 1 coin", "gain 1 stock[wood]"),
        _does("choose:", "  buy: pay 1 coin", "  otherwise: nothing", "gain 1 stock[wood]"),
    ),
    CodeExplained(
        "narrowed-pick", "A pick that a later one narrows.",
        "What follows a decision must be possible, a later `pick` too: what the later one would find nothing for is not"
        " offered by the first, and nobody is told why. Where everything is to be open, let the later one be done only"
        " if there is something to pick." + _KEEP % "narrowed-pick",
        "lint", _robbery("pick o from others where o.coin = n"),
        _robbery("if any(o in others where o.coin = n): pick o from others where o.coin = n"),
    ),
    CodeExplained(
        "same-copy", "A component's name moves the same copy twice.",
        "The name of a component that has several copies is always the first of them, wherever it lies. Another one is"
        " looked for where it lies: `first(x in ZONE where x.design is NAME)`." + _KEEP % "same-copy",
        "lint", _does("move boat to deck", "move boat to hand"), _does("draw 2 from deck to hand"),
    ),
    CodeExplained(
        "redundant-guard", "A `require` that the next line makes needless.",
        "`pay` and `pick` are guards themselves: an option with them is only open if they can be done."
        + _KEEP % "redundant-guard",
        "lint", _does("require coin >= 2", "pay 2 coin"), _does("pay 2 coin"),
    ),
    CodeExplained(
        "none-as-index", "What may be none says whose.",
        "Nobody has counters, and nothing has numbers, faces or tests: a game that asks for them there stops with the"
        " line. Ask with `exists` before." + _KEEP % "none-as-index",
        "lint", _does("let s = first(o in others by most o.coin)", "gain 1 s.coin"),
        _does("let s = first(o in others by most o.coin)", "if exists(s): gain 1 s.coin"),
    ),
    CodeExplained(
        "index-beyond", "A counter counts further than there are members.",
        "It is used as an index and can be more than the last one. A game in which it is more stops with the line."
        " Lower the counter's `max`, make room for more, or ask before." + _KEEP % "index-beyond",
        "lint", _DAYS % 4, _DAYS % 3,
    ),
    CodeExplained(
        "hidden-option", "What is offered depends on what the seat that is asked cannot see.",
        "The test of an option looks into a zone that is hidden from its seat, so that being offered it, or not, tells"
        " what lies there, and `?` cannot say why. Or its candidates lie in such a zone: then one of them is chosen"
        " blindly. Show the pieces first, by moving them to a zone that the seat sees, or let chance take one with"
        " `roll`."
        + _KEEP % "hidden-option",
        "lint", _does("pick c from deck where c.cost > 1", "move c to hand"),
        _does("roll c from deck where c.cost > 1", "move c to hand"),
    ),
    CodeExplained(
        "endless-loop", "A loop that nothing ends.",
        "Nothing inside `repeat while` changes what it asks for." + _KEEP % "endless-loop",
        "lint", _does("repeat while coin > 3: gain 1 stock[wood]"), _does("repeat while coin > 3: lose 1 coin"),
    ),
    CodeExplained(
        "endless-free-action", "A free action that can be taken without end.",
        "Nothing it does uses up what it asks for, so it is offered again at once." + _KEEP % "endless-free-action",
        "lint", _FREE % '"gain 1 stock[wood]"', _FREE % '"pay 1 coin; gain 1 stock[wood]"',
    ),
    CodeExplained(
        "gap-in-tests", "A row of tests leaves a number out.",
        "Two tests of an `else if` row part the same number, and one between them belongs to neither."
        + _KEEP % "gap-in-tests",
        "lint", _does("if coin >= 1 and coin <= 3: gain 1 coin", "else if coin >= 5 and coin <= 9: gain 2 coin"),
        _does("if coin >= 1 and coin <= 3: gain 1 coin", "else if coin >= 4 and coin <= 9: gain 2 coin"),
    ),
    CodeExplained(
        "overlapping-tests", "Two tests of a row ask for the same number.",
        "The first one takes it, so that the second never sees it." + _KEEP % "overlapping-tests",
        "lint", _does("if coin >= 1 and coin <= 3: gain 1 coin", "else if coin >= 3 and coin <= 9: gain 2 coin"),
        _does("if coin >= 1 and coin <= 3: gain 1 coin", "else if coin >= 4 and coin <= 9: gain 2 coin"),
    ),
    CodeExplained(
        "unordered-tiers", "A threshold stands out of order.",
        "The thresholds of a list rise or fall in all places but one. Perhaps a digit is wrong."
        + _KEEP % "unordered-tiers",
        "lint", _TIERS % (6, 4), _TIERS % (4, 6),
    ),
    CodeExplained(
        "doubled-tier", "A threshold stands twice in a list.",
        "Only this list of its kind has one twice. Perhaps a digit is wrong." + _KEEP % "doubled-tier",
        "lint", _TIERS % (4, 4), _TIERS % (4, 6),
    ),
)  # fmt: skip
