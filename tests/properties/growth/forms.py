"""Every form of a ruleset that can grow: what stands in itself, and what is a list; each grown to any length.

A form of the grammar is grown into itself (`(((a))))`), and along where it takes several of its kind (`a + a + a`).
"""

from __future__ import annotations

from collections.abc import Callable

Form = Callable[[int], str]
"""The content of a module in which something is repeated so many times; its procedure `play` begins."""

_HEAD = """\
kind: content
kinds:
  - id: card
    title: {en: Card}
    fields:
      cost: {type: number, default: 0, about: What it costs}
      act: {type: effect, optional: true, about: What it does}
      fit: {type: test, optional: true, about: When it fits}
counters:
  - {id: c, title: {en: C}, min: 0, max: 1000000, start: 1}
  - {id: mine, title: {en: Mine}, per: [seat], min: 0, max: 99, start: 3}
markers:
  - {id: lead, title: {en: Lead}, "on": seat}
zones:
  - {id: deck, title: {en: Deck}, holds: card, visible: none, start: it.cost > 0}
  - {id: hand, title: {en: Hand}, per: [seat], holds: card, visible: owner}
  - {id: row, title: {en: Row}, holds: card, visible: all, spaces: 4}
scoring:
  - {id: pts, title: {en: Points}, amount: mine + c}
"""
_CARDS = """\
components:
  - {id: one, kind: card, copies: 4, cost: 1, title: {en: One}, source: {doc: DOC, place: a}}
  - {id: two, kind: card, copies: 4, cost: 2, act: gain 1 mine, title: {en: Two}, source: {doc: DOC, place: a}}
"""


def content(does: str, more: str = "", cards: str = "") -> str:
    lines = "".join(f"      {line}\n" for line in does.split("\n"))
    return f"{_HEAD}{_CARDS}{cards}procedures:\n  - id: play\n    does: |\n{lines}{more}"


def _number(make: Callable[[int], str]) -> Form:
    does = "let k = c + 1\nset c to keep_between(VALUE, 0, 9)\nchoose:\n  a: nothing\n  b: gain 1 mine"
    return lambda n: content(does.replace("VALUE", make(n)))


def _truth(make: Callable[[int], str]) -> Form:
    """A test at every place where tests stand: of a condition, a guard, an option, a look ahead."""
    does = (
        "if TEST: gain 1 c\nchoose:\n  a:\n    require TEST\n    gain 1 c\n"
        "  b for k in hand where TEST: move k to deck\n  e: nothing"
    )
    return lambda n: content(does.replace("TEST", make(n)))


def _effect(make: Callable[[int], str], more: str = "") -> Form:
    return lambda n: content(make(n), more)


def _nested(head: str, inner: str, n: int, *, tail: str = "") -> str:
    """A block in a block; `{n}` in its head is the number of the level."""
    lines = [f"{'  ' * level}{head.replace('{n}', str(level))}" for level in range(n)]
    lines.append("  " * n + inner)
    if tail:
        lines += ["  " * level + tail for level in reversed(range(n))]
    return "\n".join(lines)


def _choices(n: int) -> str:
    lines = []
    for level in range(n):
        lines += ["    " * level + "choose:", "    " * level + f"  a{level}: gain 1 c", "    " * level + f"  b{level}:"]
    return "\n".join([*lines, "    " * n + "gain 2 c"])


def _in_line(head: str, inner: str, n: int) -> str:
    return "".join(head.replace("{n}", str(level)) for level in range(n)) + inner


def _each(n: int, line: str) -> str:
    """A line so many times, `#` in it the number."""
    return "".join(line.replace("#", str(each)) + "\n" for each in range(n))


def _added(section: str, line: str, more: str = "") -> Form:
    """Entries more in a section that is there."""
    return lambda n: content("pick k from 1..2", more).replace(f"{section}:\n", f"{section}:\n{_each(n, line)}", 1)


def _calls(n: int) -> str:
    text = "".join(f"  - {{id: p{each}, does: 'gain 1 c\np{each + 1}'}}\n".replace("\n", "; ", 1) for each in range(n))
    return content("p0", f"{text}  - {{id: p{n}, does: pay 1 c}}\n")


def _possible(n: int) -> str:
    asking = "".join(f"  - {{id: can{e}, does: 'if possible(can{e + 1}): pay 1 c'}}\n" for e in range(n))
    return content("if possible(can0): gain 1 c", f"{asking}  - {{id: can{n}, does: pay 1 c}}\n")


def _quantities(n: int) -> str:
    rows = [f"  - {{id: q{each}, amount: q{each + 1} + 1}}\n" for each in range(n)]
    return content("set c to q0", f"quantities:\n{''.join(rows)}  - {{id: q{n}, amount: c}}\n")


NESTED: dict[str, Form] = {
    "brackets": _number(lambda n: "(" * n + "c" + ")" * n),
    "minus": _number(lambda n: "-" * n + "c"),
    "minus in brackets": _number(lambda n: "-(" * n + "c" + ")" * n),
    "sums to the right": _number(lambda n: "(k + " * n + "c" + ")" * n),
    "products to the right": _number(lambda n: "(k * " * n + "c" + ")" * n),
    "quotients to the right": _number(lambda n: "(k / " * n + "c" + ")" * n),
    "conditions as values": _number(lambda n: "(1 if c > 1 else " * n + "c" + ")" * n),
    "conditions in conditions": _number(lambda n: "(1 if " * n + "c > 1" + " else 2) > 1" * (n - 1) + " else 2)"),
    "keep_between": _number(lambda n: "keep_between(" * n + "c" + ", 0, 9)" * n),
    "keep_between of all three": _number(lambda n: "keep_between(c, " * n + "c" + ", c)" * n),
    "divide_up": _number(lambda n: "divide_up(" * n + "c" + ", k)" * n),
    "min": _number(lambda n: "min(c, " * n + "c" + ")" * n),
    "abs": _number(lambda n: "abs(" * n + "c" + ")" * n),
    "sums over sets": _number(lambda n: "sum(" * n + "c" + "".join(f" for x{each} in 1..1)" for each in range(n))),
    "counts in counts": _truth(
        lambda n: "".join(f"count(x{e} in 1..1 where " for e in range(n)) + "c > 1" + ") > 0" * n
    ),
    "not": _truth(lambda n: "not " * n + "c > 1"),
    "not in brackets": _truth(lambda n: "not (" * n + "c > 1" + ")" * n),
    "and to the right": _truth(lambda n: "(c > 1 and " * n + "c > 2" + ")" * n),
    "or to the right": _truth(lambda n: "(c > 1 or " * n + "c > 2" + ")" * n),
    "and and or": _truth(lambda n: "(c > 1 and (c > 9 or " * (n // 2) + "c > 2" + "))" * (n // 2)),
    "first of first": _truth(lambda n: "exists(" + "first(s in seat where s is not " * n + "me" + ")" * n + ")"),
    "seats of seats": _number(lambda n: "seat(" * n + "c" + ").number" * n),
    "spaces of spaces": _number(lambda n: "row[" * n + "1" + "].cost" * n),
    "if": _effect(lambda n: _nested("if c > 1:", "gain 1 c", n)),
    "if in one line after another": _effect(lambda n: _nested("if c > {n}:", "gain 1 c", n, tail="else: gain 2 c")),
    "for each": _effect(lambda n: _nested("for each x{n} in 1..1:", "gain 1 c", n)),
    "for each in a line": _effect(lambda n: _in_line("for each x{n} in 1..1: ", "gain 1 c", n)),
    "for each that asks": _effect(lambda n: _nested("for each x{n} in 1..1:", "may: gain 1 c", n)),
    "repeat": _effect(lambda n: _nested("repeat 1:", "gain 1 c", n)),
    "repeat that asks": _effect(lambda n: _nested("repeat 1:", "may: gain 1 c", n)),
    "repeat while": _effect(lambda n: _nested("repeat while c < {n}:", "gain 1 c", n)),
    "may": _effect(lambda n: _nested("may m{n}:", "gain 1 c", n)),
    "ask": _effect(lambda n: _nested("ask me:", "gain 1 c", n)),
    "ask in turn": _effect(lambda n: _nested("ask in turn:", "gain 1 c", n)),
    "ask in turn that asks": _effect(lambda n: _nested("ask in turn:", "may: gain 1 c", n)),
    "ask in turn while": _effect(lambda n: _nested("ask in turn while c < {n}:", "gain 1 c", n)),
    "later": _effect(lambda n: _nested("later:", "gain 1 c", n)),
    "choose": _effect(_choices),
    "calls": _calls,
    "quantities": _quantities,
    "possible": _possible,
}

_CARD = "  - {id: k#, kind: card, cost: 1, act: ACT, title: {en: K}, source: {doc: DOC, place: a}}"
_Q = "quantities:\n  - {id: q, amount: '1'}\nmodifiers:\n"
_GO = "  - {id: go, does: gain 1 c}\ntriggers:\n"

ALONG: dict[str, Form] = {
    "sum": _number(lambda n: " + ".join(["c"] * n)),
    "difference": _number(lambda n: " - ".join(["c"] * n)),
    "product": _number(lambda n: " * ".join(["k"] * n)),
    "quotient": _number(lambda n: " / ".join(["k"] * n)),
    "remainder": _number(lambda n: " % ".join(["k"] * n)),
    "arguments of min": _number(lambda n: f"min({', '.join(['c'] * max(2, n))})"),
    "and": _truth(lambda n: " and ".join(["c > 1"] * n)),
    "or": _truth(lambda n: " or ".join(["c > 1"] * n)),
    "sets": _effect(lambda n: "pick k from " + " + ".join(["hand"] * n)),
    "keys of an order": _effect(lambda n: f"set c to first(k in deck by {', '.join(['most k.cost'] * n)}).cost"),
    "statements": _effect(lambda n: "\n".join(["gain 1 c"] * n)),
    "statements on a line": _effect(lambda n: "; ".join(["gain 1 c"] * n)),
    "lets": _effect(
        lambda n: _each(n, "let k# = c + #") + "may: set c to " + " + ".join(f"k{e}" for e in range(min(n, 99)))
    ),
    "else if": _effect(lambda n: "if c < 0: gain 1 c\n" + _each(n, "else if c = #: gain 1 c") + "else: gain 2 c"),
    "else if that asks": _effect(
        lambda n: "if c < 0: gain 1 c\n" + _each(n, "else if c = #:\n  may: pay 1 mine") + "else: gain 2 c"
    ),
    "else if with guards": _effect(
        lambda n: (
            "choose:\n  go:\n    if c < 0: pay 1 c\n"
            + _each(n, "    else if c = #: pay 1 c")
            + "    else: pay 2 c\n  stay: nothing"
        )
    ),
    "later in an effect": _effect(lambda n: _each(n, "later: gain # c").rstrip()),
    "later that asks": _effect(lambda n: _each(n, "later:\n  may: gain # c").rstrip()),
    "cards put off": lambda n: content(
        "shuffle deck\ndraw 3 from deck to hand\npick k from hand\ndo k.act\ngain 1 c",
        cards=_each(n, _CARD.replace("ACT", "'later after play: gain # c'")),
    ),
    "cards that are played": lambda n: content(
        "draw 3 from deck to hand\nchoose:\n  play_it for k in hand: do k.act\n  stay: nothing",
        cards=_each(n, _CARD.replace("ACT", "pay # c")),
    ),
    "options": _effect(lambda n: "choose:\n" + _each(n, "  o#: gain # c").rstrip()),
    "arguments": lambda n: content(
        f"many {' '.join(['c'] * n)}",
        f"  - {{id: many, takes: {{{', '.join(f'n{e}: number' for e in range(n))}}}, does: gain n0 c}}\n",
    ),
    "procedures": _added("procedures", "  - {id: p#, does: gain 1 c}"),
    "modifiers": lambda n: content(
        "set c to q",
        _Q + _each(n, "  - {id: m#, quantity: q, when: c = #, add: '1'}"),
    ),
    "modifiers without a condition": lambda n: content(
        "set c to q", _Q + _each(n, "  - {id: m#, quantity: q, add: c}")
    ),
    "modifiers of the whole": lambda n: content(
        "set c to q", _Q + _each(n, "  - {id: m#, quantity: q, when: c = #, amount: q + q}")
    ),
    "triggers": lambda n: content("go", _GO + _each(n, "  - {id: t#, after: go, when: c > #, does: gain 1 mine}")),
    "triggers in any order": lambda n: content(
        "go", _GO + _each(n, "  - {id: t#, after: go, order: any, does: gain # mine}")
    ),
    "triggers that ask": lambda n: content("go", _GO + _each(n, "  - {id: t#, after: go, does: 'may: pay 1 c'}")),
    "free actions": lambda n: content(
        "choose:\n  a: nothing\n  b: gain 1 c",
        "free_actions:\n" + _each(n, "  - {id: f#, title: {en: F}, during: [play], when: c < #, does: pay 1 mine}"),
    ),
    "scoring": _added("scoring", "  - {id: s#, title: {en: S}, amount: mine + #}"),
    "counters": _added("counters", "  - {id: c#, title: {en: S}, min: 0, max: 9}"),
    "zones": _added("zones", "  - {id: z#, title: {en: S}, holds: card, visible: all}"),
    "fields": _added("    fields", "      f#: {type: number, default: 0, about: x}"),
    "members": _added("    values", "      - {id: v#, title: {en: V}}", "enumerations:\n  - id: suit\n    values:\n"),
    "settings": _added("settings", "  - {id: w#, title: {en: W}, about: x, values: 0..3, default: 1}", "settings:\n"),
}
FORMS = {f"{name}, nested": form for name, form in NESTED.items()} | {
    f"{name}, along": form for name, form in ALONG.items()
}
