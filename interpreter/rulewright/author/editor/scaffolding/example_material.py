"""Material of a ruleset for an example: a number to change, a rule to prove, a first choice.

It is taken from the ruleset's own entries, so that authors meet what they know.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from rulewright.author.editor.scaffolding.scaffold import title_from_id
from rulewright.core.load.assemble import Assembly, Entry
from rulewright.core.load.ledger import cited, rules_in
from rulewright.core.load.modules import languages_in
from rulewright.core.model.document import Scalar, items_of, text_of, title_of
from rulewright.core.model.layout import FRAME, OPTIONS, SEAT, SITE
from rulewright.core.pipeline import Built
from rulewright.core.run.steps import start
from rulewright.observe.naming import option_key

_MOST_OPTIONS = 8


@dataclass(frozen=True, slots=True)
class PatchableNumber:
    """A number that a patch may change: the entry it is in, its field and value, its title and place for people."""

    entry: str
    field: str
    value: int
    title: str
    place: str
    rules: tuple[str, ...]
    per_seat: bool

    @property
    def check(self) -> str | None:
        """The test that is true before the game if the number is one more, or None if no expression tells."""
        if self.field == "copies":
            return None
        printed = f"{self.entry}.{self.field}" if self.field != "start" else self.entry
        return f"{f'seat(1).{printed}' if self.per_seat else printed} = {self.value + 1}"


@dataclass(frozen=True, slots=True)
class FirstChoice:
    """The first decision of a game: who is asked, from 1, and all that is offered."""

    seat: int
    options: tuple[str, ...]


def languages_of(built: Built) -> tuple[str, ...]:
    """Return the languages in which titles are written."""
    return languages_in(built.source) or ("en",)


def numbers_of(assembly: Assembly) -> Iterator[PatchableNumber]:
    """Numbers that may be one more, the plainest first: what a seat starts with, copies, other starts, what is printed.

    A counter that belongs to nobody is often one of turns or rounds, which says little when it starts later.
    """
    counters = [number for entry in assembly.section("counters") for number in _start_of(entry)]
    yield from (number for number in counters if number.per_seat)
    yield from _printed(assembly, "copies")
    yield from (number for number in counters if not number.per_seat)
    yield from _printed(assembly)


def _printed(assembly: Assembly, field: str | None = None) -> Iterator[PatchableNumber]:
    """Yield the numbers that components have in a field, or in any."""
    for entry in assembly.section("components"):
        for key, node in entry.node.entries:
            if field in (None, key.text) and _is_number(node):
                yield _number(entry, key.text, node, per_seat=False)


def cited_rules(built: Built, *preferred: tuple[str, ...]) -> tuple[str, ...]:
    """Return the first of the preferred rules that the ledger has, or else its first rule."""
    known = tuple(key.text for key, _ in rules_in(built.source))
    for rules in preferred:
        if rules and set(rules) <= set(known):
            return rules[:1]
    return known[:1]


def first_choice(built: Built, seats: int) -> FirstChoice | None:
    """Return the first question of a game with seed 1.

    Return None if nothing is asked, or if there are too many options to list.
    """
    game = built.game()
    state = start(game, seats=seats, seed=1)
    if state[FRAME] is None or len(state[OPTIONS]) > _MOST_OPTIONS:
        return None
    keys = tuple(option_key(game.blueprint, state[SITE], code) for code in state[OPTIONS])
    return FirstChoice(state[SEAT] + 1, keys)


def _start_of(entry: Entry) -> Iterator[PatchableNumber]:
    """Yield the start of a counter that is single, or one per seat, and can be one more."""
    beginning, most = entry.node.get("start"), entry.node.get("max")
    per = [text_of(item) for item in items_of(entry.node.get("per"))]
    if _is_number(beginning) and isinstance(most, Scalar) and isinstance(most.value, int) and per in ([], ["seat"]):
        number = _number(entry, "start", beginning, per_seat=bool(per))
        if number.value < most.value:
            yield number


def _number(entry: Entry, field: str, node: object, *, per_seat: bool) -> PatchableNumber:
    assert isinstance(node, Scalar)
    assert isinstance(node.value, int)
    called = title_of(entry.node).get("en") or title_from_id(entry.id)
    return PatchableNumber(entry.id, field, node.value, called, node.span.place, cited(entry.node), per_seat)


def _is_number(node: object) -> bool:
    return isinstance(node, Scalar) and isinstance(node.value, int) and not isinstance(node.value, bool)
