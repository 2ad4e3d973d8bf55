"""Random seats that act in turn, while a test is true or until it is, and picks that set counters and markers."""

from __future__ import annotations

import random

from tests.reference.random_values import Types, ValueAuthor


def in_turn(seed: int) -> bool:
    """Whether a random ruleset has such seats; chance of its own says so, so that the other rulesets stay."""
    return random.Random(f"in turn {seed}").random() < 0.4


def turns(author: ValueAuthor, scope: Types) -> tuple[str, str, Types]:
    """Return (the name that counts the turns left, the line that opens the block, the names known in it)."""
    left, name = author.name(), author.name()
    inner = {**scope, left: "fixed"}
    seats = author.one("", "", "seat", "others", f"seats_from({author.sure('lead', 'me')})")
    over = ""
    if seats:
        inner[name] = "seat"
        where = f" where {author.truth(inner, 1)}" if author.chance(30) else ""
        over = f" {name} in {seats}{where}{author.order(inner, 1)}"
    test = author.truth(inner, 1)
    again = f" while {left} > 0 and ({test})", f" until {left} < 1 or ({test})"
    return left, f"ask in turn{over}{author.one('', *again * 2)}:", inner


def pick_into(author: ValueAuthor, scope: Types) -> str:
    """Return a pick, or a roll, that sets a counter or a marker."""
    numbers, things = {"heat": "0..5", "coin": "1..4"}, {"lead": ("others", "seat"), "fav": ("colour", "colour")}
    sources = things | {name: (source, "number") for name, source in numbers.items()}
    name = author.one(*sources)
    source, type_ = sources[name]
    each = author.name()
    those = f"({each} in {source} where {author.truth({**scope, each: type_}, 1)})" if author.chance(40) else source
    return f"{author.one('pick', 'pick', 'roll')} {name} from {those}"
