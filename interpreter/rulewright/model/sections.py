"""The sections of content files: what their entries are called, which of their fields are texts, what becomes of them.

One row a section, in the order in which people are told of them. What binds, compares, lints and lists entries goes by
this table; the schema says of what shape they are, and a test holds it to the same sections.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Literal, NamedTuple

TextSort = Literal["effect", "test", "amount", "over"]
"""What a text is: what happens, a truth, a value, or candidates (`card in hand where ...`)."""

_NONE: Mapping[str, TextSort] = MappingProxyType({})


class Section(NamedTuple):
    """One section; `sort` is what one entry is called where it is looked up, `one` and `many` in sentences for people.

    `heading` stands above what is told of it. `texts` are the fields that hold texts; `symbol` is what an editor takes
    an entry for, as the language server protocol calls it. `ends` says that its entries are worked out at the end of a
    game, in their order.
    """

    id: str
    sort: str
    heading: str
    one: str = ""
    many: str = ""
    texts: Mapping[str, TextSort] = _NONE
    symbol: str = ""
    ends: bool = False


SECTIONS = (
    Section("settings", "setting", "Settings", symbol="Property"),
    Section("enumerations", "enumeration", "Lists of values", "list of values", "lists of values", symbol="Enum"),
    Section("kinds", "kind", "Kinds of components", "kind of components", "kinds of components", symbol="Class"),
    Section("components", "component", "Components"),
    Section("counters", "counter", "Counters", symbol="Variable"),
    Section("markers", "marker", "Markers", symbol="Variable"),
    Section("zones", "zone", "Zones", texts={"start": "test"}, symbol="Array"),
    Section("maps", "map", "Maps"),
    Section(
        "quantities", "quantity", "Quantities", many="quantities", texts={"amount": "amount"}, symbol="Function"
    ),
    Section("modifiers", "modifier", "Modifiers", texts={"add": "amount", "when": "test"}, symbol="Operator"),
    Section("procedures", "procedure", "Procedures", texts={"does": "effect"}, symbol="Function"),
    Section("triggers", "trigger", "Triggers", texts={"when": "test", "does": "effect"}, symbol="Event"),
    Section(
        "free_actions", "free action", "Free actions", texts={"for": "over", "when": "test", "does": "effect"},
        symbol="Function",
    ),
    Section(
        "scoring", "score", "Scoring", "line of the scoring", "lines of the scoring", {"amount": "amount"}, "Function",
        ends=True,
    ),
    Section("tie_breaks", "tie-break", "Tie-breaks", texts={"amount": "amount"}, ends=True),
    Section(
        "again", "repetition", "Playing again", "way to play again", "ways to play again", {"when": "test"}, ends=True
    ),
    Section("table", "table line", "On the screen", "line on the screen", "lines on the screen"),
    Section("looks", "look", "Looks"),
    Section("icons", "icon", "Icons"),
    Section("areas", "area", "Areas of the table", "area of the table", "areas of the table"),
    Section("reasons", "reason", "Reasons"),
)  # fmt: skip

AT_THE_END = tuple(each.id for each in SECTIONS if each.ends)
"""The sections worked out at the end of a game."""
SORTS = {each.id: each.sort for each in SECTIONS}
"""What an entry of a section is called where it is looked up."""
