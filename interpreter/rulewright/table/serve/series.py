"""Games of one table in a row, each a stored table of its own: the chapters of a match, or a game that is played again.

What a match is made of, and what its results add up to, is known in `play/session/match.py`; here its games are found
in the store, the next one is begun, and all of it becomes a file and comes from one.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial

from rulewright.core.locales.wording import title_in
from rulewright.core.model.game import Blueprint
from rulewright.core.model.match import Plan
from rulewright.core.model.points import points_text
from rulewright.core.model.settings import setting_text
from rulewright.core.pipeline import Choice, RulesetError, ruleset_root
from rulewright.core.run.steps import WrongSetup, settings_chosen
from rulewright.observe.naming import seat_title
from rulewright.play.records.match_files import match_text, parse_match, resume_match, saved_match
from rulewright.play.records.planned_matches import load_match, matches_of
from rulewright.play.records.renamed_games import match_by_new_names
from rulewright.play.records.replay import Replay
from rulewright.play.session.match import (
    Coming,
    Match,
    begin_match,
    finish_game,
    next_game,
    outcomes,
    plan_of_game,
    settings_known,
    standing,
)
from rulewright.table.serve.hosting.latest import Latest
from rulewright.table.serve.live import LiveTable
from rulewright.table.serve.records import Record, StoredChoice, TablePackage
from rulewright.table.serve.rules import Rules
from rulewright.table.serve.tables import CannotOpen, OpenTable, OpenTables

_MOST_KNOWN = 500


@dataclass(frozen=True, slots=True)
class RowStanding:
    """The standing of games in a row, in words.

    `rows` are the finished games as (title, result of each seat), `to_come` the titles of later games, `ratings` the
    titles of the sums, if any. `coming` is the title of the game to begin now, `onward` the table it is played at once
    it has begun (0: not yet). Nothing is coming when all games are over.
    """

    title: str
    chapter: str
    names: tuple[str, ...]
    rows: tuple[tuple[str, tuple[str, ...]], ...]
    to_come: tuple[str, ...]
    sums: tuple[str, ...]
    winners: tuple[str, ...]
    ratings: tuple[str, ...]
    coming: str
    onward: int


def plan_of(record: Record, live_title: dict[str, str]) -> Plan:
    """Return the plan of a table: that of its match, or of one game that may be played again.

    Raises WrongSetup if there is no such match any more, RulesetError if it is wrong.
    """
    root = ruleset_root(record.ruleset)
    if root is None:
        raise WrongSetup(f"this server no longer has the ruleset '{record.ruleset}'")
    if not record.match_name:
        return plan_of_game(root.name, live_title, record.ruleset, record.modules)
    path = matches_of(root).get(record.match_name)
    if path is None:
        raise WrongSetup(f"'{record.ruleset}' no longer has the match '{record.match_name}'")
    return load_match(path)


class TablesInARow:
    """Games in a row at the tables of a server."""

    def __init__(self, tables: OpenTables) -> None:
        self._tables = tables
        self._known: Latest[tuple[int, str, bool, int], RowStanding] = Latest(_MOST_KNOWN)

    def course(self, place: OpenTable, language: str) -> RowStanding | None:
        """Return the standing of a table's games in a row, or None for a single game.

        Raises CannotOpen if one of its earlier tables, or its plan, no longer exists.
        """
        live = place.live
        if not live.record.is_in_a_row and not (live.is_over and live.repeats):
            return None
        key = (live.record.id, language, live.is_over, live.record.next_table)
        if key not in self._known:
            self._known[key] = self._course(live, language)
        return self._known[key]

    def _course(self, live: LiveTable, language: str) -> RowStanding:
        match = self._match(live)
        now = next_game(match)
        if live.is_over:
            match = finish_game(match, live.game, live.state)
        plan, coming = match.plan, next_game(match)
        titles = [title_in(each.title, language, each.id) for each in plan.games]
        names = tuple(seat_title(live.game.blueprint, each, language) for each in range(live.record.seats))
        ended, found = outcomes(match), standing(match)
        said = str if plan.counts else partial(points_text, live.game.blueprint)
        place = now.game if now is not None else 0
        return RowStanding(
            title_in(plan.title, language, plan.id), titles[place] if live.record.match_name else "", names,
            tuple((titles[each.game], tuple(map(said, each.counts))) for each in ended),
            tuple(titles[each] for each in range(len(ended) + (not live.is_over), len(titles))) if coming else (),
            tuple(map(said, found.sums)) if ended else (),
            tuple(names[each] for each in found.winners) if coming is None else (),
            tuple(title_in(each.title, language, "") if each is not None else "" for each in found.ratings)
            if plan.ratings and ended else (),
            titles[coming.game] if coming is not None and live.is_over else "", live.record.next_table,
        )  # fmt: skip

    def _match(self, live: LiveTable, *, kept: bool = False) -> Match:
        """Return the match up to a table's game. With `kept`, each earlier game has its choices.

        Raises CannotOpen if an earlier table, or the rules, no longer exist.
        """
        record = live.record
        try:
            plan = plan_of(record, live.game.blueprint.title)
            seed, settings = record.match_seed, record.match_settings
            if not record.is_in_a_row:
                seed, settings = record.seed, record.settings
            match = begin_match(plan, seats=record.seats, seed=seed, settings=settings)
            for id_ in record.games_before:
                place = self._tables.find(id_)
                if place is None:
                    raise CannotOpen("an earlier game of this match no longer exists")
                earlier = place.live
                match = finish_game(match, earlier.game, earlier.state, earlier.replay() if kept else None)
        except (WrongSetup, RulesetError) as fault:
            raise CannotOpen(f"the match of this table is no longer known: {fault}") from None
        return match

    # ---- From game to game

    def begin(self, record: Record) -> OpenTable:
        """Make the table of a match's first game. `record` has the match's seed. Raises WrongSetup or RulesetError."""
        match = begin_match(plan_of(record, {}), seats=record.seats, seed=record.seed)
        coming = next_game(match)
        assert coming is not None
        return self._begun(record, match, coming, ())

    def go_on(self, place: OpenTable) -> OpenTable:
        """Return the table of the next game, and begin it if needed. Raises CannotOpen or WrongSetup."""
        live = place.live
        record = live.record
        if record.next_table:
            onward = self._tables.find(record.next_table)
            if onward is not None:
                return onward
        if not live.is_over:
            raise WrongSetup("this game is not over")
        match = finish_game(self._match(live), live.game, live.state)
        coming = next_game(match)
        if coming is None:
            raise WrongSetup("all games have been played")
        made = self._begun(record, match, coming, (*record.games_before, record.id))
        live.change(next_table=made.live.record.id)
        place.tell()
        return made

    def _rules(self, record: Record, plan: Plan, place: int) -> Rules:
        shelf = self._tables.shelf
        modules = plan.games[place].modules if record.match_name else record.modules
        used = [each.used for each in record.packages]
        return shelf.load(shelf.choice_of(record.ruleset, modules, record.variant, record.variant_text, used))

    def _begun(
        self, record: Record, match: Match, coming: Coming, before: tuple[int, ...], played: Replay | None = None
    ) -> OpenTable:
        """Make the table of a game of a match, with the choices that have been made at it."""
        rules = self._rules(record, match.plan, coming.game)
        blueprint = rules.game.blueprint
        chosen = settings_chosen(blueprint, settings_known(rules.game, coming))
        made = replace(
            record, id=0, modules=blueprint.modules, seed=coming.seed, digest=rules.digest, told="", follows=False,
            settings={name: setting_text(blueprint.settings[name], value) for name, value in chosen.items()},
            epochs=(0,) * len(record.policies), finished=False, match_seed=match.seed, match_settings=match.settings,
            games_before=before, next_table=0, asks_singly=played is None or played.asks_singly,
            sitters=record.sitters.at_new_game(), quits=(),
        )  # fmt: skip
        choices = [StoredChoice(each.seat - 1, each.choose) for each in played.choices] if played is not None else []
        return self._tables.create(made, rules, choices)

    # ---- Files

    def may_be_told(self, live: LiveTable) -> bool:
        """Return whether all of a game may be given out, its secret as well.

        It may if nobody else plays it, or if it and all games whose secrets are made from the same one are over.
        """
        if len(live.people) <= 1:
            return True
        while live.is_over:
            onward = self._tables.find(live.record.next_table) if live.record.next_table else None
            if onward is None or live.record.id not in onward.live.record.games_before:
                return not self.goes_on(live)
            live = onward.live
        return False

    def goes_on(self, live: LiveTable) -> bool:
        """Whether another game comes after one that is over."""
        if not live.record.is_in_a_row and not live.repeats:
            return False
        return next_game(finish_game(self._match(live), live.game, live.state)) is not None

    def file_of(self, live: LiveTable) -> str:
        """Return the file that `rulewright play --save` writes of all games up to a table's.

        It holds all that is hidden.
        """
        match, under_way = self._match(live, kept=True), None
        if live.is_over:
            match = finish_game(match, live.game, live.state, live.replay())
        else:
            under_way = live.replay()
        return match_text(saved_match(match, live.record.policies, under_way, live.record.variant))

    def from_file(self, text: str, record_of: Callable[[str, bool], Record | None]) -> OpenTable:
        """Make tables of the games in a saved match, and return the last one.

        `record_of` gives the record of a table of a match, or with True of a ruleset, without what the file says;
        None if it is not offered. Raises MatchRefused, WrongSetup, RulesetError, CannotOpen or LimitReached.
        """
        saved = parse_match("the file", text.encode())
        alone = saved.modules is not None
        offered = record_of(saved.match, alone)
        if offered is None:
            raise WrongSetup(f"'{saved.match}' is not offered here")
        record = replace(
            offered, modules=saved.modules, variant=saved.variant, seats=saved.seats, seed=saved.seed,
            policies=saved.policies, match_seed=saved.seed, brought=True,
            packages=tuple(TablePackage(*each) for each in saved.packages),
        )  # fmt: skip
        plan = plan_of(record, {})

        def rules_at(place: int) -> tuple[Choice, Blueprint]:
            rules = self._rules(record, plan, place)
            return rules.choice, rules.game.blueprint

        saved, _ = match_by_new_names(saved, plan, rules_at)
        record = replace(record, match_settings=dict(saved.settings))
        match, under_way = resume_match(plan, saved, lambda place: self._rules(record, plan, place).game)
        begun: list[OpenTable] = []
        known = replace(match, played=())
        for each in (*match.played, None):
            coming = each.coming if each is not None else next_game(match)
            if coming is None:
                break
            replay = each.replay if each is not None else under_way
            before = tuple(place.live.record.id for place in begun)
            begun.append(self._begun(record, known, coming, before, replay))
            if before:
                begun[-2].live.change(next_table=begun[-1].live.record.id)
        return begun[-1]
