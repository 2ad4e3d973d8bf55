"""The components and triggers of random rulesets."""

from __future__ import annotations

import random
import re
from collections.abc import Callable

from tests.reference.random_values import CARDS, COLOURS, Types, ValueAuthor


def indented(lines: list[str], by: str = "  ") -> list[str]:
    """Lines further to the right."""
    return [by + line for line in lines]


def random_components(author: ValueAuthor, block: Callable[[Types, int], list[str]]) -> str:
    """Places, and cards with texts on them, which `block` writes."""
    lines = ["components:"]
    for name, after in (("here", "there"), ("there", "yonder"), ("yonder", "none")):
        following = f", next: {after}" * (after != "none")
        lines.append(
            f"  - {{id: {name}, kind: place, title: {{en: {name}}}, source: {{doc: DOC, place: a}}{following}}}"
        )
    for name, tint in zip(CARDS, COLOURS, strict=True):
        pieces = "each_seat: true, copies: 2" if name == "own" else f"copies: {author.rng.randint(2, 4)}"
        fixed = ["kind: card", f"title: {{en: {name}}}", "source: {doc: DOC, place: a}", *pieces.split(", ")]
        lines += [f"  - id: {name}", *indented([*fixed, f"tint: {tint}", f"cost: {author.rng.randint(-1, 4)}"], "    ")]
        optional = {
            "extra: red": 50, "level: 3": 50, "rank: 1": 50, "parts: [{at: 2, what: red}, {at: 1}]": 50,
            "wild: true": 50, "sums: [1, 3]": 70, "tints: [blue, blue]": 60,
            f'fit: "{author.truth({}, 2)}"': 50, f'value: "{author.number({}, 2)}"': 50,
            f'suits: "{author.truth({"n": "number", "c": "colour"}, 2)}"': 50,
            f'among: "{author.number({"p": "card_piece"}, 2)} + count(x in them where x is not p)"': 50,
        }  # fmt: skip
        lines += [f"    {text}" for text, percent in optional.items() if author.chance(percent)]
        if author.chance(70):
            effect = block({"k": "number", "who": "seat"}, 1)
            lines += ["    act: |", *indented(effect, " " * 6)]
    return "\n".join(lines)


_TOLD = (
    '  - {id: came_in, change: hand, when: "came", does: "gain 1 visits[here]"}',
    '  - {id: went, change: row, when: not came, does: "if it.cost > 1: gain me.number visits[there]"}',
    '  - {id: boxed, change: box_of, when: "came and it.down", does: "flip it up; lose 1 visits[here]"}',
    '  - {id: hottest, change: heat, when: "was < 3 and heat >= 3", does: "gain (heat - was) visits[here]"}',
    '  - {id: led, change: lead, when: was is not lead, does: "ask was: may: gain 1 visits[yonder]"}',
    '  - {id: sold, change: stock, when: "was > stock[it] and it is red", does: "gain 1 visits[yonder]"}',
    '  - {id: offered, change: offer, when: "was is none", does: "gain 1 visits[here]"}',
    '  - {id: unlit, change: lit, when: "was and not lit", does: "gain 1 visits[there]"}',
    """\
  - {id: one_of, change: heat, order: any, when: "heat > was", does: "gain (heat - was) visits[here]"}
  - {id: two_of, change: heat, order: any, does: "set visits[here] to visits[here] * 2"}
  - {id: three_of, change: heat, order: any, does: "may: lose 1 visits[here]"}""",
)
_MOVING = (
    "  - {id: moves_on, change: row, when: came, does: move it to bin}",
    '  - {id: lets_go, change: hand, when: came, does: "may: move it under deck"}',
    '  - {id: next_in, change: hand, when: not came, does: "draw 1 from deck to hand"}',
    "  - {id: boxes, change: bin, does: shuffle bin; move bottom(bin) to hand}",
)
"""At most one of these is chosen: one that moves pieces may wake each other one, and none may run itself."""


def random_triggers(author: ValueAuthor, seed: int) -> list[str]:
    """Some of a few triggers; those that are told what changed have chance of their own, so that others stay."""
    found = [
        "  - {id: hotter, change: stock, when: coin > 3, does: gain 1 heat}",
        '  - {id: deeper, change: depth, does: "may: lose 2 heat"}',
        "  - {id: earlier, before: proc_0, does: draw 1 from deck to hand}",
        '  - {id: later, after: proc_1, when: "heat > 0", does: "pay 1 heat; gain 1 coin"}',
        '  - {id: spent, change: coin, when: coin = 0, does: "choose:\\n  a: set lead to me\\n  b: set fav to none"}',
    ]
    chosen = [each for each in found if author.chance(40)]
    told = random.Random(f"told {seed}")
    if told.random() < 0.5:
        chosen += [each for each in _TOLD if told.random() < 0.4]
        chosen.append(told.choice(_MOVING))
    return ["triggers:", *chosen] if chosen else []


def random_whole(seed: int) -> list[str]:
    """Sometimes a modifier that says what a quantity becomes; chance of its own says when, so that others stay."""
    rng = random.Random(f"whole {seed}")
    if rng.random() > 0.3:
        return []
    amount = rng.choice(("scaled * 2", "max(scaled, k)", "divide_up(scaled, 2)", "keep_between(scaled, -3, 9)"))
    holds = rng.choice(("", ", when: scaled > k", ", when: c is red"))
    return [f'  - {{id: changed, quantity: scaled, amount: "{amount}"{holds}}}']


def with_transfers(content: str, seed: int) -> str:
    """Some payments and gains from counter to counter, by chance of their own."""
    rng, other = random.Random(f"transfers {seed}"), {"pay": "to", "gain": "from"}

    def handed(found: re.Match[str]) -> str:
        counter = rng.choice(("coin", "heat", "depth[2]", "stock[red]", "seat(1).coin"))
        return f"{found[0]} {other[found[1]]} {counter}" if rng.random() < 0.3 else found[0]

    return re.sub(r"^ *(pay|gain) \(.*\) (coin|heat|depth\[\d\]|stock\[[a-z]+\])$", handed, content, flags=re.MULTILINE)
