"""The sections of content files: names of their entries, fields that are texts, their role.

One row a section, in the order in which people read about them. Everything that binds, compares, lints and lists
entries uses this table; the schema gives their shape, and a test holds it to the same sections.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Literal, NamedTuple

TextSort = Literal["effect", "test", "amount", "over"]
"""What a text is: what happens, a truth, a value, or candidates (`card in hand where ...`)."""

_NONE: Mapping[str, TextSort] = MappingProxyType({})


class Section(NamedTuple):
    """One section: `sort` names one entry in look-ups, `one` and `many` name entries in sentences.

    `chapter` is the handbook's chapter that covers it; without one it has a chapter of its own. `texts` are the fields
    that hold texts of the language; `symbol` is the kind of its entries in the language server protocol. `ends` says
    that its entries are evaluated at the end of a game, in order; without `plays` they are for people alone, and do not
    change any game.
    """

    id: str
    sort: str
    one: str = ""
    many: str = ""
    chapter: str = ""
    texts: Mapping[str, TextSort] = _NONE
    symbol: str = ""
    ends: bool = False
    plays: bool = True


SECTIONS = (
    Section("settings", "setting", chapter="choices", symbol="Property"),
    Section("enumerations", "enumeration", "list of names", "lists of names", chapter="names", symbol="Enum"),
    Section("kinds", "kind", "kind of components", "kinds of components", chapter="components", symbol="Class"),
    Section("components", "component", chapter="components"),
    Section("counters", "counter", chapter="state", texts={"visible": "test"}, symbol="Variable"),
    Section("markers", "marker", chapter="state", texts={"visible": "test"}, symbol="Variable"),
    Section("zones", "zone", chapter="state", texts={"start": "test", "visible": "test"}, symbol="Array"),
    Section("maps", "map", chapter="pictures"),
    Section(
        "positions", "counter of positions", many="counters of positions", chapter="state", symbol="Variable",
    ),
    Section("procedures", "procedure", chapter="logic", texts={"does": "effect"}, symbol="Function"),
    Section(
        "free_actions", "free action", chapter="logic",
        texts={"for": "over", "when": "test", "does": "effect"}, symbol="Function",
    ),
    Section("triggers", "trigger", chapter="logic", texts={"when": "test", "does": "effect"}, symbol="Event"),
    Section(
        "quantities", "quantity", many="quantities", chapter="logic",
        texts={"amount": "amount"}, symbol="Function",
    ),
    Section(
        "modifiers", "modifier", chapter="logic",
        texts={"add": "amount", "amount": "amount", "when": "test"}, symbol="Operator",
    ),
    Section("teams", "team", chapter="ending", texts={"who": "test"}, symbol="Enum"),
    Section("outcomes", "outcome", chapter="ending", symbol="EnumMember"),
    Section(
        "scoring", "score", "line of the scoring", "lines of the scoring",
        "ending", {"amount": "amount"}, "Function", ends=True,
    ),
    Section("tie_breaks", "tie-break", chapter="ending", texts={"amount": "amount"}, ends=True),
    Section("again", "repetition", "way to play again", "ways to play again", "ending", {"when": "test"}, ends=True),
    Section(
        "invariants", "invariant", chapter="proving",
        texts={
            "always": "test", "never": "test", "when": "test", "leads_to": "test", "falls": "amount",
            "reachable": "test",
        }, symbol="Boolean", plays=False,
    ),
    Section("table", "table line", "line on the screen", "lines on the screen", "state", plays=False),
    Section("areas", "area", "area of the table", "areas of the table", "looking", plays=False),
    Section("looks", "look", chapter="looking", plays=False),
    Section("icons", "icon", chapter="looking", plays=False),
    Section("glossary", "term", plays=False),
    Section("lessons", "lesson", chapter="lessons", plays=False),
    Section("reasons", "reason", chapter="reconstructed", plays=False),
)  # fmt: skip

AT_THE_END = tuple(each.id for each in SECTIONS if each.ends)
"""The sections worked out at the end of a game."""
SORTS = {each.id: each.sort for each in SECTIONS}
"""What an entry of a section is called where it is looked up."""
FOR_PEOPLE = frozenset(each.id for each in SECTIONS if not each.plays)
"""The sections that change no game."""
EXPLAINING = tuple(each.id for each in SECTIONS if not each.chapter and not each.plays)
"""The sections that explain words to players."""
ADDS = "adds"
"""The key of a variant under which it has sections of its own."""
COMMON_KEYS = frozenset({"title", "about", "source", "reconstructed", "rules", "accept", "wording"})
"""The keys that many sorts of entries have, for whoever reads them; no game is changed by what they say."""
COMPONENT_KEYS = COMMON_KEYS | {"id", "kind", "copies", "each_seat"}
"""The keys of a component that are no fields of its kind."""
