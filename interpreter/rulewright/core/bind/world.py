"""The names of one ruleset: its domains, kinds, components, counters, markers, zones, quantities and procedures.

Filled by `bind/declare.py`, read by the binder. Nothing here is bound or laid out in a state yet.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field
from typing import NamedTuple

from rulewright.core.bind.half_borders import HalfBorder
from rulewright.core.bind.notes import How, Note
from rulewright.core.diagnostics import Diagnostic, Span, did_you_mean, error
from rulewright.core.language.other_words import type_suggestion
from rulewright.core.model import effects as ast
from rulewright.core.model.document import Mapping, Node, Scalar
from rulewright.core.model.effects import Expression, Place
from rulewright.core.model.endings import TEAM
from rulewright.core.model.grids import MapPlan
from rulewright.core.model.kinds import PIECE, SET_OF, DomainName, PieceOf
from rulewright.core.model.settings import SettingInfo
from rulewright.core.model.type import NOTHING, NUMBER, TRUTH, Type

SEAT = "seat"
NOWHERE = Span("", 1, 1)
"""The place of what no file says."""
_OF_TYPES = ("unknown-type", "unknown-domain")


@dataclass(slots=True)
class Domain:
    """A finite set of things an effect may name or range over."""

    id: str
    names: list[str] = field(default_factory=list)
    titles: list[dict[str, str]] = field(default_factory=list)

    @property
    def size(self) -> int:
        return len(self.names)

    def add(self, name: str, title: dict[str, str]) -> None:
        """One thing more."""
        self.names.append(name)
        self.titles.append(title)


@dataclass(slots=True)
class FieldSpec:
    """One field of a kind: what it holds (value, list, records, text, effect, test or amount) and of which type."""

    name: str
    holds: str
    type: Type
    default: int = 0
    optional: bool = False
    takes: tuple[tuple[str, Type], ...] = ()
    record: str = ""
    default_node: Node | None = None


@dataclass(slots=True)
class Component:
    """A printed design, with the numbers of its physical copies as `pieces`."""

    id: str
    kind: str
    index: int
    node: Mapping
    title: dict[str, str]
    copies: int = 1
    each_seat: bool = False
    pieces: range = range(0)


@dataclass(slots=True)
class Kind:
    id: str
    fields: dict[str, FieldSpec]
    faces: tuple[str, ...]
    node: Mapping
    designs: list[Component] = field(default_factory=list)
    has_pieces: bool = False
    is_record: bool = False

    @property
    def first_face(self) -> int:
        """The number of the first face, 0 if the faces have names."""
        return int(self.faces[0]) if self.faces and self.faces[0].isdecimal() else 0


@dataclass(slots=True)
class Family:
    """A counter, marker or zone: one for each combination of its `per` domains."""

    id: str
    sort: str
    per: tuple[str, ...]
    node: Mapping
    type: Type
    title: dict[str, str]
    low: int = 0
    high: int = 0
    start: int = 0
    may_be_none: bool = False
    """Whether a counter may hold no number, which is -1 in its slot, below the `min` that numbers have."""
    spaces: int = 0
    place: str = ""
    """The domain whose things are the spaces of a zone, the last of its `per`; empty if they have numbers."""
    visible: str = "all"
    ordered: bool = False
    sort_by: tuple[str, ...] = ()
    """The fields by which its pieces are shown in order."""
    refill: str = ""
    """The zone that is shuffled into this one when more is drawn than it holds."""
    keeps_top: bool = False
    """Whether the top piece of that zone stays there."""
    base: int = -1
    strides: tuple[int, ...] = ()
    count: int = 1
    sight: Named | None = None
    """The test of who sees it, where `visible` is no word."""
    always_seen_by: frozenset[str] = frozenset()
    """The words for seats that see it whatever else the test says."""

    @property
    def places(self) -> int:
        """The number of slots of all members: one for each, or one for each numbered space."""
        return self.count * max(1, self.spaces)

    def is_seen(self, *, by_own: bool) -> bool:
        """Whether a seat is sure to see members of its own, or those of another seat."""
        word = "owner" if by_own else "others"
        return self.visible in ("all", word) or word in self.always_seen_by


VALUES = ("quantity", "score", "tie-break")
"""The sorts of entries that are worked out, whose ids an expression may use."""


@dataclass(slots=True)
class Named:
    """A quantity, procedure, trigger, modifier, setting or other entry that has a text of its own."""

    id: str
    sort: str
    node: Mapping
    takes: tuple[tuple[str, Type], ...] = ()
    type: Type = NOTHING
    number: int = -1


class PositionsNamed(NamedTuple):
    """A counter of positions: its entry, what they are positions of, and how many of the last ones are kept."""

    named: Named
    of: tuple[Family, ...]
    most: int


@dataclass(slots=True)
class World:
    """Every name a text of the ruleset may use, and the diagnostics found while reading them."""

    max_seats: int = 1
    min_seats: int = 1
    domains: dict[str, Domain] = field(default_factory=dict)
    kinds: dict[str, Kind] = field(default_factory=dict)
    components: dict[str, Component] = field(default_factory=dict)
    families: dict[str, Family] = field(default_factory=dict)
    named: dict[str, Named] = field(default_factory=dict)
    values: dict[str, tuple[str, int]] = field(default_factory=dict)
    borders: dict[str, dict[str, FieldSpec]] = field(default_factory=dict)
    plans: dict[str, MapPlan] = field(default_factory=dict)
    halves: dict[str, tuple[HalfBorder, ...]] = field(default_factory=dict)
    """The half-borders of each map."""
    positions: dict[str, PositionsNamed] = field(default_factory=dict)
    piece_count: int = 0
    modifiers: dict[str, list[Named]] = field(default_factory=dict)
    triggers: dict[tuple[str, str], list[Named]] = field(default_factory=dict)
    free_actions: list[Named] = field(default_factory=list)
    teams: tuple[str, ...] = ()
    leaves: bool = False
    """Whether seats can leave the game before it is over."""
    settings: dict[str, SettingInfo] = field(default_factory=dict)
    first_names: dict[str, str] = field(default_factory=dict)
    """The first name of each thing that was renamed. Chance goes by it, so that a seed means the same game."""
    diagnostics: list[Diagnostic] = field(default_factory=list)
    replacements: dict[Span, object] = field(default_factory=dict)
    """Trees to be bound instead of what the text at a span says; see `compile/rebind.py`."""
    notes: list[Note] | None = None
    """What names in texts mean, in the order they are bound; None if nobody wants to know."""

    def note(
        self,
        text: Scalar,
        at: Place,
        sort: str,
        name: str,
        owner: str = "",
        how: How = "reads",
        type_: Type | None = None,
    ) -> None:
        """Note the meaning of a name in a text, at the place of the phrase's first name."""
        if self.notes is not None:
            self.notes.append(Note(sort, owner, name, text.span_at(at.line, at.column, len(name)), how, type_))

    def procedure(self, name: str) -> Named | None:
        """The procedure of a name."""
        named = self.named.get(name)
        return named if named is not None and named.sort == "procedure" else None

    def ids_of(self, sort: str) -> set[str]:
        """The ids of all counters, zones, procedures, quantities, ...: of what is of a sort."""
        families = {each.id for each in self.families.values() if each.sort == sort}
        return families | {each.id for each in self.named.values() if each.sort == sort}

    def family_of(self, node: Expression) -> Family | None:
        """The counters, markers or zones that an expression names a member of: `row`, `s.row`, `s.row[2]`."""
        while isinstance(node, ast.Index):
            node = node.target
        return self.families.get(node.name) if isinstance(node, ast.Name | ast.Field) else None

    def place_of(self, kind: str) -> str:
        """The domain of the places that pieces of a kind can be on, empty if no zone has such spaces for them."""
        holding = (each for each in self.families.values() if each.place and each.type.domain == PieceOf(kind))
        return next((each.place for each in holding), "")

    def error(self, code: str, span: Span, message: str, hint: str = "") -> None:
        self.diagnostics.append(error(code, span, message, hint))

    def all_names(self) -> set[str]:
        """Every name a text may use, for hints."""
        known = {*self.domains, *self.components, *self.families, *self.named, *self.values, *self.settings}
        return {name for name in known if name.isidentifier()}

    def type_named(self, name: str) -> Type | None:
        """The type an author writes as `name`: number, truth, a domain, a kind, or `<kind>_piece`."""
        if name == "number":
            return NUMBER
        if name == "truth":
            return TRUTH
        if name in self.domains:
            return Type("thing", name)
        if name.endswith(PIECE) and name.removesuffix(PIECE) in self.kinds:
            return Type("thing", PieceOf(name.removesuffix(PIECE)))
        if name.startswith(SET_OF):
            of = self.type_named(name.removeprefix(SET_OF))
            holds = {"thing": of.domain, "number": "number"} if of is not None else {}
            return Type("set", holds[of.kind]) if of is not None and of.kind in holds else None
        low, _, high = name.partition("..")
        if low.isdecimal() and high.isdecimal() and int(low) <= int(high) <= 10_000:
            return Type("number", "", False, int(low), int(high))
        return None

    def kind_of(self, domain: DomainName) -> tuple[Kind | None, bool]:
        """The kind behind a thing's domain, and whether the thing is a piece."""
        if isinstance(domain, PieceOf):
            return self.kinds.get(domain.kind), True
        return self.kinds.get(domain), False

    def sort_of_domain(self, name: str) -> str:
        """Return the sort of declaration that a domain's name comes from."""
        if name in self.kinds:
            return "kind"
        if name in self.borders:
            return "map"
        if name == TEAM:
            return "team"
        return "setting" if name in self.settings else "" if name == SEAT else "enumeration"

    def is_enumeration(self, domain: DomainName) -> bool:
        """Return whether the things of a domain are the values of an enumeration."""
        return isinstance(domain, str) and domain in self.domains and self.sort_of_domain(domain) == "enumeration"

    def index_size(self, per: str) -> tuple[int, int] | None:
        """Lowest index and number of members of a `per` domain, or None when it names nothing."""
        type_ = self.type_named(per)
        if type_ is None or type_.kind not in ("thing", "number"):
            return None
        if type_.kind == "number":
            return None if type_.low is None or type_.high is None else (type_.low, type_.high - type_.low + 1)
        if type_.domain == SEAT:
            return 0, self.max_seats
        if isinstance(type_.domain, PieceOf):
            return 0, self.piece_count
        return 0, self.domains[type_.domain].size


def few(names: Collection[str], words: str, most: int = 8) -> str:
    """Return `words` and names in alphabetical order, '' if there are none or more than `most`."""
    return f"{words}{', '.join(sorted(names))}" if 0 < len(names) <= most else ""


def unknown(world: World, code: str, what: str, name: str, span: Span, candidates: set[str]) -> None:
    """An error for a name that is none of `candidates`, which are listed if they are few and none is near."""
    hint = (type_suggestion(name) if code in _OF_TYPES else "") or did_you_mean(name, candidates)
    world.error(code, span, f"no {what} is named '{name}'", hint or few(candidates, "one of "))
