"""Random seats that act in turn, one round or many: while a test is true, or until it is."""

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
