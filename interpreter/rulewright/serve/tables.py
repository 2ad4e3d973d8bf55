"""All tables of one server: opened when somebody asks for one, moved on by bots, watched by who has a page open."""

from __future__ import annotations

import asyncio
import time
from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from rulewright.pipeline import RulesetError
from rulewright.run.atoms import LimitReached
from rulewright.run.steps import IllegalChoice, WrongSetup
from rulewright.serve.fitting import fitting
from rulewright.serve.live import LiveTable
from rulewright.serve.records import Record, StoredChoice
from rulewright.serve.rules import Rules, RulesShelf
from rulewright.serve.seeing import SeatSight, sight_of
from rulewright.serve.store import TableStore

_IN_A_ROW = 8
_MOST_OPEN = 400


class CannotOpen(ValueError):  # noqa: N818 - said as a sentence
    """A stored table that cannot be played any more."""


@dataclass(slots=True)
class Watch:
    """What is known of the files of a table's rules: whether somebody looks after them, and what is wrong with them."""

    wanted: bool = False
    running: asyncio.Future[None] | None = None
    known: object = None
    faults: tuple[str, ...] = ()
    told: str = ""
    news: int = 0


@dataclass(slots=True)
class OpenTable:
    """A table with what its pages wait for."""

    live: LiveTable
    watchers: set[asyncio.Event] = field(default_factory=set)
    bots: asyncio.Future[None] | None = None
    stuck: str = ""
    watch: Watch = field(default_factory=Watch)
    sights: dict[tuple[int, str], tuple[tuple[int, ...], SeatSight]] = field(default_factory=dict)

    def sight(self, seat: int, language: str) -> SeatSight:
        """What a seat sees now; made anew only when something is new to it."""
        known = self.sights.get((seat, language))
        version = self.version(seat)
        if known is None or known[0] != version:
            known = self.sights[(seat, language)] = version, sight_of(self.live, seat, language)
        return known[1]

    def version(self, seat: int) -> tuple[int, ...]:
        """What changes whenever the page of a seat does."""
        return (*self.live.version(seat), self.watch.news if self.live.record.follows else 0)

    def tell(self) -> None:
        """Wake all pages: something may be new to them."""
        for each in self.watchers:
            each.set()


@dataclass(slots=True)
class OpenTables:
    """The tables of a store. Everything is done on one thread; bots move between what people ask."""

    store: TableStore
    shelf: RulesShelf
    places: OrderedDict[int, OpenTable] = field(default_factory=OrderedDict)

    def find(self, id_: int) -> OpenTable | None:
        """A table, opened where it is not yet. Raises CannotOpen with a sentence."""
        place = self.places.get(id_)
        if place is None:
            record = self.store.record(id_)
            if record is None:
                return None
            place = OpenTable(self._opened(record))
            self.places[id_] = place
            self._close_some()
        self.places.move_to_end(id_)
        self.move_bots(place)
        return place

    def _opened(self, record: Record) -> LiveTable:
        try:
            rules, changed = self.shelf.of(record)
            live = LiveTable(self.store, record, rules, changed)
            live.open()
        except RulesetError as fault:
            first = fault.diagnostics[0]
            raise CannotOpen(f"the rules cannot be loaded: {first.message}") from None
        except (WrongSetup, IllegalChoice, LimitReached, OSError) as fault:
            raise CannotOpen(f"the game cannot be played again by these rules: {fault}") from None
        return live

    def create(self, record: Record, rules: Rules, choices: Sequence[StoredChoice] = ()) -> OpenTable:
        """A new table. Raises WrongSetup, LimitReached or IllegalChoice where the game does not begin or go so."""
        trial = TableStore(None)
        known = trial.add(replace(record, digest=rules.digest), choices)
        LiveTable(trial, known, rules).open()
        trial.close()
        self.shelf.keep(rules)
        made = self.store.add(replace(record, digest=rules.digest, created=time.time()), choices)
        live = LiveTable(self.store, made, rules)
        live.open()
        place = OpenTable(live)
        self.places[made.id] = place
        self._close_some()
        self.move_bots(place)
        return place

    def follow(self, place: OpenTable, rules: Rules) -> str:
        """Go on by other rules with the same seed and choices, as far as they fit; a sentence on how far that is.

        Raises WrongSetup or LimitReached where the game does not even begin by them; nothing is changed then.
        """
        if place.bots is not None:
            place.bots.cancel()
        found = fitting(place.live, rules)
        record = replace(place.live.record, digest=rules.digest, told=found.told, finished=False)
        self.shelf.keep(rules)
        self.store.cut(record, found.kept)
        live = LiveTable(self.store, record, rules)
        live.open()
        place.live = live
        place.sights.clear()
        self.move_bots(place)
        return found.told

    def move_bots(self, place: OpenTable) -> None:
        """Let the bots of a table move, a few choices now, the rest between what else is to do."""
        if place.bots is not None and not place.bots.done():
            return
        if self._step(place):
            place.bots = asyncio.ensure_future(self._go_on(place))

    async def _go_on(self, place: OpenTable) -> None:
        while self._step(place) and await self._think(place):
            await asyncio.sleep(0)

    async def _think(self, place: OpenTable) -> bool:
        """Let a bot that thinks for long do so beside all else; False where it ran into a limit.

        Nothing comes of it where the table has gone on meanwhile.
        """
        live, number = place.live, len(place.live.moments)
        wanted = live.thought()
        if wanted is None:
            return True
        seat, think = wanted
        try:
            key = await asyncio.to_thread(think)
            if place.live is live and len(live.moments) == number and live.thought() is not None:
                live.bot_chooses(seat, key)
                place.tell()
        except LimitReached as limit:
            place.stuck = str(limit)
            return False
        return True

    def _step(self, place: OpenTable) -> bool:
        """A few choices of bots; whether there are more. Rules that run into a limit leave the table as it is."""
        before = len(place.live.moments)
        try:
            more = place.live.bots_choose(_IN_A_ROW)
        except LimitReached as limit:
            place.stuck, more = str(limit), False
        if len(place.live.moments) != before:
            place.tell()
        return more

    def _close_some(self) -> None:
        """Keep no more tables open than fit; those nobody looks at are closed first, the longest unused one before."""
        for id_ in list(self.places):
            if len(self.places) <= _MOST_OPEN:
                return
            place = self.places[id_]
            if not place.watchers and (place.bots is None or place.bots.done()):
                del self.places[id_]
