"""All tables of one server: opened when somebody asks for one, moved on by bots, watched by who has a page open."""

from __future__ import annotations

import logging
import time
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from sqlite3 import Error as StoreError

from rulewright.core.pipeline import RulesetError
from rulewright.core.run.atoms import LimitReached
from rulewright.core.run.steps import IllegalChoice, WrongSetup
from rulewright.play.policies.naming import level_seconds
from rulewright.play.records.renamed_games import settings_renamed
from rulewright.table.serve import links
from rulewright.table.serve.author_tools import AuthorTools, WatchedFiles
from rulewright.table.serve.fitting import fitting
from rulewright.table.serve.hosting.jobs import More
from rulewright.table.serve.hosting.latest import Latest
from rulewright.table.serve.live import LiveTable
from rulewright.table.serve.records import Record, StoredChoice
from rulewright.table.serve.rules import Rules, RulesShelf
from rulewright.table.serve.seeing import SeatSight, sight_of
from rulewright.table.serve.store import TableStore

LOG = logging.getLogger("rulewright.table.serve")
_IN_A_ROW = 8
_MOST_OPEN = 400


class CannotOpen(ValueError):  # noqa: N818 - stated as a sentence
    """A stored table that cannot be played any more."""


@dataclass(slots=True)
class Watch:
    """An author's view of a table's rule files: whether they are watched, and their faults."""

    wanted: bool = False
    known: object = None
    faults: tuple[str, ...] = ()
    told: str = ""
    news: int = 0
    _files: WatchedFiles | None = None

    def by_study(self, files: WatchedFiles, known: object) -> None:
        """Watch files that are studied already, where `known` is their signature now."""
        self._files, self.known = files, known

    def author_files(self, tools: AuthorTools) -> WatchedFiles:
        """Return the author's files as they were last read. They are watched from the first call on."""
        if self._files is None:
            self._files = tools.watch()
        return self._files


@dataclass(slots=True)
class OpenTable:
    """An open table and what its pages wait for.

    `more` names what its bots still want to do, `wanted` the seconds that the level of one of them lets it think.
    """

    live: LiveTable
    has_news: bool = False
    more: More = ""
    wanted: float = 0.0
    stuck: str = ""
    stuck_at: int = -1
    watch: Watch = field(default_factory=Watch)
    sights: dict[tuple[int, str], tuple[tuple[int, ...], SeatSight]] = field(default_factory=dict)

    def sight(self, seat: int, language: str, marks: Sequence[int] = ()) -> SeatSight:
        """Return the page contents of a seat, rebuilt only if something is new to it or if it has `marks`."""
        if marks:
            return sight_of(self.live, seat, language, marks)
        known = self.sights.get((seat, language))
        version = self.version(seat)
        if known is None or known[0] != version:
            known = self.sights[(seat, language)] = version, sight_of(self.live, seat, language)
        return known[1]

    def version(self, seat: int) -> tuple[int, ...]:
        """Return numbers that change whenever the page of a seat does, an author's news included."""
        return (*self.live.version(seat), self.watch.news if self.live.record.follows else 0)

    def mark(self, secret: bytes, seat: int) -> str:
        """Return the mark of a seat's page, by which it is rebuilt only when something is new to it."""
        return links.position_mark(secret, self.live.record.id, seat, *self.version(seat))

    def is_stuck(self, why: str) -> None:
        """Its bots do not continue, unless people do."""
        self.stuck, self.stuck_at, self.more = why, len(self.live.moments), ""
        self.tell()

    def tell(self) -> None:
        """Note that something may be new to the pages of this table."""
        self.has_news = True


@dataclass(slots=True)
class OpenTables:
    """The open tables of a store, all served on one thread. Bots make a few choices at a time."""

    store: TableStore
    shelf: RulesShelf
    places: Latest[int, OpenTable] = field(default_factory=lambda: Latest(_MOST_OPEN))

    def find(self, id_: int) -> OpenTable | None:
        """Return a table, opened if it is not yet, or None if there is none. Raises CannotOpen with a sentence."""
        place = self.places.get(id_)
        if place is None:
            record = self.store.record(id_)
            if record is None:
                return None
            place = self.places[id_] = OpenTable(self.opened(record))
        self.places.move_to_end(id_)
        self.move_bots(place)
        return place

    def opened(self, record: Record) -> LiveTable:
        """Return a stored table opened separately, for one user alone. Raises CannotOpen with a sentence."""
        try:
            rules, changed = self.shelf.of(record)
            live = LiveTable(self.store, record, rules, changed)
            live.open()
        except RulesetError as fault:
            first = fault.diagnostics[0]
            raise CannotOpen(f"the rules cannot be loaded: {first.message}") from None
        except (WrongSetup, IllegalChoice, LimitReached, OSError) as fault:
            raise CannotOpen(f"the game cannot be replayed with these rules: {fault}") from None
        except (LookupError, TypeError, ValueError, StopIteration) as fault:
            LOG.warning("table %s cannot be opened: %s: %s", record.id, type(fault).__name__, fault)
            raise CannotOpen("the stored data of this table is damaged") from None
        return live

    def create(self, record: Record, rules: Rules, choices: Sequence[StoredChoice] = ()) -> OpenTable:
        """Make a table. Raises WrongSetup, LimitReached or IllegalChoice if its game or its choices are not allowed."""
        record = replace(record, packages=self.shelf.packages_in(rules, record.packages))
        trial = TableStore(None)
        known = trial.add(replace(record, digest=rules.digest), choices)
        LiveTable(trial, known, rules).open()
        trial.close()
        now = time.time()
        self.shelf.keep(rules)
        made = self.store.add(replace(record, digest=rules.digest, created=now, moved=now), choices)
        live = LiveTable(self.store, made, rules)
        live.open()
        place = self.places[made.id] = OpenTable(live)
        self.move_bots(place)
        return place

    def follow(self, place: OpenTable, rules: Rules) -> str:
        """Continue by other rules with the same seed and as many choices as fit, and return a report in a sentence.

        Raises WrongSetup or LimitReached if the game does not even begin by them; nothing is changed then.
        """
        record = place.live.record
        names = self.shelf.names_since(record, rules)
        found = fitting(place.live, rules, names)
        settings = settings_renamed(record.settings, names)
        quits = tuple(each for each in record.quits if not each.ends and each.after <= len(found.kept))
        record = replace(record, digest=rules.digest, told=found.told, finished=False, settings=settings, quits=quits)
        self.shelf.keep(rules)
        self.store.cut(record, found.kept)
        live = LiveTable(self.store, record, rules)
        live.open()
        place.live = live
        place.sights.clear()
        self.move_bots(place)
        return found.told

    def move_bots(self, place: OpenTable) -> None:
        """Let the bots of a table make a few choices. Rules that run into a limit leave the table as it is."""
        live = place.live
        before = len(live.moments)
        if place.stuck_at == before:
            return
        place.stuck = ""
        try:
            more = live.bots_choose(_IN_A_ROW)
            thought = live.thought() if more else None
            place.more = "" if not more else "think" if thought is not None else "bots"
            place.wanted = level_seconds(live.policy(thought[0])) if thought is not None else 0.0
        except LimitReached as limit:
            place.is_stuck(str(limit))
        except StoreError:
            LOG.exception("the choices of a bot could not be stored")
            place.more = ""  # until somebody asks for the table again
        if len(live.moments) != before:
            place.tell()

    def take_thought(self, place: OpenTable, number: int, seat: int, key: str) -> None:
        """Make a bot's choice, or nothing if the table has changed since the bot thought."""
        live = place.live
        wanted = live.thought()
        if wanted is None or wanted[0] != seat or len(live.moments) != number:
            return
        try:
            live.bot_chooses(seat, key)
        except IllegalChoice:
            return  # the rules have changed meanwhile
        except LimitReached as limit:
            place.is_stuck(str(limit))
        else:
            self.move_bots(place)
        place.tell()
