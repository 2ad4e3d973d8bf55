"""A compiled game: all that playing it takes, as plain values.

`compile/` makes it, `run/` plays it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from math import prod
from types import CodeType
from typing import Any, NamedTuple

from rulewright.core.model.effect_names import choosable
from rulewright.core.model.endings import EndingNumbers
from rulewright.core.model.events import Event
from rulewright.core.model.invariants import InvariantInfo
from rulewright.core.model.kinds import DomainName, PieceOf
from rulewright.core.model.layout import FREE_CODES, LABEL_BITS, LEAST_FREE_CODE
from rulewright.core.model.lessons import Lesson
from rulewright.core.model.look import Look
from rulewright.core.model.packages_used import PackageUsed
from rulewright.core.model.parts_played import PartsInfo, SeveralLocals
from rulewright.core.model.phrases import Phrase
from rulewright.core.model.reasons import ReasonInfo
from rulewright.core.model.settings import SettingInfo
from rulewright.core.model.stages import SAFE, AnswerStage
from rulewright.core.model.tally import Tally

State = list[Any]
"""The flat state vector; `model/layout.py` names its first slots."""


@dataclass(frozen=True, slots=True)
class FamilyInfo:
    """A counter, marker or zone family as a screen or a save needs it.

    `mixed`: the pieces there may be in a random order, which nobody is shown. `visible` is who sees what its members
    hold: `all`, `owner`, `others`, `none`, or `test`, by the quantity numbered `sight`.
    `places` is by piece where those here are shown, where an order is said by which to sort them.
    A counter that `is_truth` is 1 where it is true; one that `may_be_none` is -1 where it holds no number.
    """

    id: str
    sort: str
    title: dict[str, str]
    per: tuple[str, ...]
    base: int
    strides: tuple[int, ...]
    sizes: tuple[int, ...]
    lows: tuple[int, ...]
    domain: DomainName
    low: int
    high: int
    spaces: int
    visible: str
    ordered: bool
    mixed: bool = False
    sight: int = -1
    places: tuple[int, ...] = ()
    is_truth: bool = False

    may_be_none: bool = False

    @property
    def of_seats(self) -> bool:
        """Whether each member is that of a seat, its first index."""
        return self.per[:1] == ("seat",)

    @property
    def is_yes_or_no(self) -> bool:
        """Whether these are counters that only say whether something is so."""
        return self.sort == "counter" and self.high == self.low + 1 and not self.may_be_none

    @property
    def width(self) -> int:
        """The number of slots of a member: one for each numbered space of a zone, else 1."""
        return max(1, self.spaces)

    @property
    def slots(self) -> range:
        """The slots of all members."""
        return range(self.base, self.base + prod(self.sizes) * self.width)

    def slot_of(self, *indexes: int) -> int:
        """Return the first slot of the member with these indexes."""
        steps = zip(indexes, self.lows, self.strides, strict=True)
        return self.base + sum((index - low) * stride for index, low, stride in steps)

    def slots_from(self, first: int) -> range:
        """Return the slots of the member whose first one this is."""
        return range(first, first + self.width)

    def held(self, state: Sequence[Any], first: int) -> Sequence[int]:
        """Return the pieces of the zone with this first slot.

        With numbered spaces: the piece on each, -1 for an empty one.
        """
        return state[first : first + self.spaces] if self.spaces else state[first]


@dataclass(frozen=True, slots=True)
class DomainInfo:
    id: str
    names: tuple[str, ...]
    titles: tuple[dict[str, str], ...]


@dataclass(frozen=True, slots=True)
class SiteInfo:
    """A decision in the rules: its procedure and, for each option, label, candidate domain and position.

    `known` names the locals that say what the decision is about: name, local and domain. `free` are the free actions
    it may offer as well, as option numbers of the site `Blueprint.free_site`. With `chance` nobody is asked. Those
    `confirmed` are asked for even if they are the only option. With `several`, its decisions are parts of one: the
    first option picks one more, the second ends it. With `secret`, how many options there are depends on what others do
    not see, so that whoever has only one is asked all the same at a table of several. At a `ballot`, which is secret as
    well, only the seat that chooses ever knows what: it decides something that others do not see. With `parts`, its
    options are the parts of a statement, which are done in any order.
    """

    procedure: str
    labels: tuple[str, ...]
    domains: tuple[DomainName, ...]
    named: bool
    places: tuple[tuple[str, int, int], ...]
    known: tuple[tuple[str, int, DomainName], ...] = ()
    free: tuple[int, ...] = ()
    chance: bool = False
    confirmed: tuple[int, ...] = ()
    several: SeveralLocals | None = None
    secret: bool = False
    parts: PartsInfo | None = None
    ballot: bool = False

    def choosable(self) -> Iterator[tuple[int, str]]:
        """Yield (number, label) of each option that a seat can choose.

        The option for when none is open is left out.
        """
        return choosable(self.labels) if self.named else iter(enumerate(self.labels))


@dataclass(frozen=True, slots=True)
class PieceInfo:
    """One physical copy: its design, its kind, the seat it was printed for (-1: none), and its key."""

    design: str
    kind: str
    owner: int
    key: str


class LocalInfo(NamedTuple):
    """A local and its possible values: sort ('number', 'truth', 'thing' or 'set'), domain, least, most."""

    number: int
    sort: str
    domain: DomainName
    least: int
    most: int


class ProcedureInfo(NamedTuple):
    """A procedure: whether it can pause, and its numbers of parameters and of all locals."""

    id: str
    pauses: bool
    parameters: int
    n_locals: int


class PositionsInfo(NamedTuple):
    """A counter of positions: its id, the first of its slots, and how many positions it keeps."""

    id: str
    base: int
    most: int


class QuantityInfo(NamedTuple):
    """A quantity: its number, how many parameters it has, and what it gives."""

    number: int
    parameters: int
    kind: str
    domain: DomainName


class ScoreInfo(NamedTuple):
    """A line of the scoring, or a tie-break: its id, its title, the number of its quantity."""

    id: str
    title: dict[str, str]
    number: int


@dataclass(frozen=True, slots=True)
class PointInfo:
    """A place where a procedure can be suspended, as loading a saved state needs it.

    `resume` is the number a frame holds there. A decision has a `site` and the block `gather` that offers its options
    again to the seat in local `asks`; a call has the `callees` it can be waiting for, `together` when all seats are
    asked at once. `locals` are those with a value there. With a `stage` it waits there under seal.
    """

    resume: int
    gather: int
    site: int
    asks: int
    callees: tuple[int, ...]
    together: bool
    locals: tuple[LocalInfo, ...]
    stage: AnswerStage = SAFE


@dataclass(frozen=True, slots=True)
class QueueInfo:
    """A queue of effects deferred until the one numbered `until` is over.

    `effects` maps each effect that may be deferred there to its arguments. See `Queue` in program.py.
    """

    until: int
    base: int
    words: tuple[int, ...]
    effects: dict[int, tuple[LocalInfo, ...]]


@dataclass(frozen=True, slots=True)
class AgainInfo:
    """The test, a quantity's number, by which the same table plays another game.

    `settings` are picked for that game, the others stay; `average` says how fractions in the average of these games are
    rounded: `up`, `nearest` or `down`.
    """

    id: str
    title: dict[str, str]
    test: int
    settings: dict[str, str | int]
    average: str


@dataclass(frozen=True, slots=True)
class Blueprint:
    """A compiled ruleset without its functions: plain values, so that it can be cached and compared."""

    ruleset: str
    title: dict[str, str]
    digest: str
    modules: tuple[str, ...]
    min_seats: int
    max_seats: int
    begins: int
    settings: dict[str, SettingInfo]
    domains: dict[str, DomainInfo]
    families: tuple[FamilyInfo, ...]
    pieces: tuple[PieceInfo, ...]
    piece_zone: int
    faces: int
    face_names: dict[str, tuple[str, ...]]
    box: int
    initial: tuple[Any, ...]
    sites: tuple[SiteInfo, ...]
    procedures: tuple[ProcedureInfo, ...]
    procedure_titles: dict[str, dict[str, str]]
    quantities: dict[str, QuantityInfo]
    scoring: tuple[ScoreInfo, ...]
    tables: tuple[tuple[Any, ...], ...]
    streams: int
    table_layout: tuple[dict[str, Any], ...]
    frames: tuple[tuple[PointInfo, ...], ...] = ()
    free_site: int = -1
    reasons: tuple[ReasonInfo, ...] = ()
    printed: dict[str, dict[str, Any]] = field(default_factory=dict)
    again: tuple[AgainInfo, ...] = ()
    tie_breaks: tuple[ScoreInfo, ...] = ()
    procedure_places: tuple[tuple[str, int], ...] = ()
    quantity_takes: dict[str, tuple[DomainName, ...]] = field(default_factory=dict)
    entry_words: dict[str, dict[str, dict[str, str]]] = field(default_factory=dict)
    look: Look = field(default_factory=Look)
    limits: tuple[tuple[str, int, str], ...] = ()
    queues: tuple[QueueInfo, ...] = ()
    results: tuple[int, ...] = ()
    """The slots of what procedures give: they hold 0 at every decision."""
    positions: tuple[PositionsInfo, ...] = ()
    answers_ask: bool = False
    """Whether what a seat answers under seal may cause another seat to be asked."""
    invariants: tuple[InvariantInfo, ...] = ()
    """What the game is watched for; empty in a game that is only played."""
    packages: tuple[PackageUsed, ...] = ()
    phrases: dict[str, Phrase] = field(default_factory=dict)
    """What the text of each effect and value says, by its name: `price`, `plan.reward`."""
    says: dict[str, dict[str, str]] = field(default_factory=dict)
    asks: dict[str, dict[str, str]] = field(default_factory=dict)
    """What authors say of entries in place of that, by language; the holes are those of lines of the table."""
    tells: dict[str, dict[str, dict[str, str]]] = field(default_factory=dict)
    """By entry and name: how the log tells that an option was chosen, or that something was picked."""
    domain_titles: dict[str, dict[str, str]] = field(default_factory=dict)
    """What one thing of an enumeration is called."""
    ending: EndingNumbers | None = None
    """What tells how it ends, where the scoring alone does not."""
    halves: tuple[str, ...] = ()
    """The lines of the scoring that count halves; if there are any, what `scoring` and `ending` name gives two for each
    point.
    """
    lessons: tuple[Lesson, ...] = ()
    words: tuple[Lesson, ...] = ()
    """What a newcomer is taught, and the words that the ruleset explains."""

    @property
    def aims(self) -> tuple[int, ...]:
        """The quantities that a seat maximises together: its scoring, or the value of its end."""
        return (self.ending.aim,) if self.ending is not None else tuple(each.number for each in self.scoring)

    @property
    def scoring_as_read(self) -> tuple[int, ...]:
        """The places of the lines of the scoring, in the order in which people read them."""
        first = {name: place for place, name in enumerate(self.look.scoring)}
        return tuple(sorted(range(len(self.scoring)), key=lambda at: first.get(self.scoring[at].id, len(first))))

    @property
    def shows_all(self) -> bool:
        """Whether nothing is left to chance or hidden by a word, but for what is chosen under seal."""
        return self.streams == len(self.initial) and all(each.visible == "all" for each in self.families)

    def __repr__(self) -> str:
        return f"Blueprint({self.ruleset} ({', '.join(self.modules)}), {self.digest[:12]})"


class OptionMeaning(NamedTuple):
    """The meaning of an option code: its site, the number of the option there, and the candidate."""

    site: int
    option: int
    candidate: int


def read_code(blueprint: Blueprint, site: int, code: int) -> OptionMeaning:
    """Return the meaning of an option code of a decision at a site.

    Free actions have a site of their own.
    """
    if code >= LEAST_FREE_CODE:
        site, code = blueprint.free_site, code - FREE_CODES
    if not blueprint.sites[site].named:
        return OptionMeaning(site, 0, code)
    return OptionMeaning(site, code & ((1 << LABEL_BITS) - 1), code >> LABEL_BITS)


def candidate_slot(blueprint: Blueprint, state: State, site: int, code: int) -> int:
    """Return the slot of the piece that an option is about, -1 if it is about none.

    A text outside the ruleset has sites that the blueprint does not know; nothing is known about these.
    """
    if site >= len(blueprint.sites):
        return -1
    at, option, candidate = read_code(blueprint, site, code)
    is_piece = isinstance(blueprint.sites[at].domains[option], PieceOf) and candidate >= 0
    return int(state[blueprint.piece_zone + candidate]) if is_piece else -1


@dataclass(frozen=True, slots=True)
class Build:
    """The functions of one build: procedures (P) and quantities (Q).

    `events` is the list that a traced build records into, `tally` the counts of a coverage build.
    """

    procedures: tuple[Callable[..., Any], ...]
    quantities: tuple[Callable[..., Any], ...]
    events: list[Event] | None = None
    names: dict[str, Any] = field(repr=False, default_factory=dict)
    tally: Tally | None = field(repr=False, default=None)


@dataclass(frozen=True, slots=True)
class Game:
    """A game ready to play: its blueprint, its plain build, and the code of the traced build.

    A traced build records events.

    `why_source` is the source that explains a traced build (`explain` in `run/build.py`). `native` is the `Native` of
    `native/on_demand.py`, if the game was loaded with the native back end. `players` are the files of the learned
    players that the ruleset ships. `plain_code` is the code of the plain build, kept if builds of another kind may be
    needed. `asks_singly` is whether builds ask a seat that has one option, where the number of its options is a secret.
    """

    blueprint: Blueprint
    plain: Build
    traced_code: CodeType | None = field(repr=False, default=None)
    why_source: str = field(repr=False, default="")
    native: Any = field(repr=False, compare=False, default=None)
    players: tuple[str, ...] = field(repr=False, compare=False, default=())
    plain_code: CodeType | None = field(repr=False, compare=False, default=None)
    asks_singly: bool = False

    def __repr__(self) -> str:
        return f"Game({self.blueprint.ruleset} ({', '.join(self.blueprint.modules)}), {self.blueprint.digest[:12]})"
