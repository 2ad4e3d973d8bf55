"""The log as it is read: turns of actions, each with what was done to what, where it went and what it gave."""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter, deque
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby

from rulewright.core.model.events import Answered, Changed, Event, Moved, Settled
from rulewright.core.model.game import Blueprint, Game
from rulewright.observe.naming import seat_title
from rulewright.observe.sight.places import place_of, seen_at
from rulewright.observe.words.log_lines import NOBODY, LogLine
from rulewright.observe.words.standing import landed_at, left_by, man_gone, taken_by
from rulewright.play.session.moments import HeardLines
from rulewright.play.session.quitting import quit_told, quitter_called
from rulewright.table.serve.highlights import ShownLine, change_of, changes_in, shown_line, tells_ending
from rulewright.table.serve.live import LiveTable
from rulewright.table.serve.short_lines import short_line

MOST_CHANGES, MOST_LIGHTS = 5, 24
_MOST_LETTERS, _MOST_BESIDE, _SIGNS_OF_CHANGE = 64, 2, 4


@dataclass(frozen=True, slots=True)
class LoggedAction:
    """An action: in one short line, with what the numbers of its seat are more or less by, and all that happened.

    `number` is that of its first choice among those counted, `name` is its own on a page, `line` tells that choice,
    `lights` is what its lines are about. It `folds` where these tell more than the short line does.
    """

    number: int
    parts: tuple[str, ...]
    line: ShownLine
    changes: tuple[tuple[str, int], ...]
    lines: tuple[ShownLine, ...]
    lights: str
    folds: bool
    name: str = ""

    @property
    def title(self) -> str:
        """The short line as a whole."""
        return ", ".join(self.parts)

    @property
    def beside(self) -> Iterator[tuple[str, int]]:
        """The changes for which there is room after the title. All of them are told under it."""
        room = _MOST_LETTERS - len(self.title)
        for title, by in self.changes[:_MOST_BESIDE]:
            room -= len(title) + _SIGNS_OF_CHANGE
            if room < 0:
                return
            yield title, by


@dataclass(frozen=True, slots=True)
class Turn:
    """The actions that followed choices of one seat in a row, with the numbers of the first and last choice.

    `of` is the seat (from 0), and `seat` what people call it.
    """

    of: int
    seat: str
    first: int
    last: int
    actions: tuple[LoggedAction, ...]

    @property
    def news(self) -> LoggedAction:
        """The last action that did something to the table. A turn of mere words, such as passing, is told by these."""
        did = (each for each in reversed(self.actions) if each.lights or each.changes)
        return next(did, self.actions[-1])


_Part = list[tuple[HeardLines, LogLine]]
"""The lines of an action, each with the choice that it was told after."""


def turns_told(
    live: LiveTable, seat: int, language: str, until: int | None = None, most: int | None = None
) -> tuple[Turn, ...]:
    """Return all that a seat has been shown, grouped by choices of one seat in a row.

    `until` is the number of the last choice to include, `most` the number of turns, counted from the last.
    """
    found = []
    heard = (each for each in reversed(live.told(seat, language)) if until is None or each.number <= until)
    known = (list(_by_seat(each, live)) for each in heard)
    for chooser, run in groupby(_latest(known, most), key=lambda each: each.seat):
        moments = list(run)
        parts: list[_Part] = []
        within: tuple[int, ...] = ()
        for heard_lines in moments:
            own = [(heard_lines, each.to(chooser)) for each in heard_lines.lines]
            asked = heard_lines.asked.within
            nested = len(asked) > len(within) and asked[: len(within)] == within and chooser not in live.ruled
            more = nested or (asked == within and chooser not in live.ruled and _is_next(parts, own))
            if not parts or parts[-1][0][1].by_chance or not (more or _goes_with(parts[-1], own)):
                parts, within = [*parts, own], asked
            else:
                parts[-1] += own
        actions = tuple(_action(part, chooser, live.game, seat, language) for part in parts)
        name = seat_title(live.game.blueprint, chooser, language)
        found.append(Turn(chooser, name, moments[0].number, moments[-1].number, actions))
    found = list(_with_quits(found, live, language, until))
    return tuple(_named(found if most is None else found[-most:]))


def _with_quits(turns: Sequence[Turn], live: LiveTable, language: str, until: int | None) -> Iterator[Turn]:
    """Yield turns, and those in which seats gave up or all agreed to end the game, each after what was chosen by then.

    Those before the first of the turns are left out.
    """
    blueprint, left = live.game.blueprint, deque(turns)
    for one in live.quits:
        number = bisect_right(live.counted, one.after) - 1
        while left and left[0].first <= number:
            yield left.popleft()
        if (left and left[0] is turns[0] and left[0].first > 1) or (until is not None and number > until):
            continue
        told = quit_told(blueprint, one, language)
        action = LoggedAction(number, (told,), ShownLine(told, ""), (), (), "", folds=False)
        yield Turn(one.seat - 1, quitter_called(blueprint, one, language), number, number, (action,))
    yield from left


def _named(turns: Sequence[Turn]) -> Iterator[Turn]:
    """Yield turns whose actions have names of their own, though several may follow one choice.

    They are counted from the last one on, so that a name stays the same however many turns before it are shown.
    """
    after = Counter(action.number for turn in turns for action in turn.actions)
    for turn in turns:
        actions = []
        for action in turn.actions:
            after[action.number] -= 1
            actions.append(replace(action, name=f"{action.number}.{after[action.number]}"))
        yield replace(turn, actions=tuple(actions))


def _latest(backwards: Iterable[Sequence[HeardLines]], most: int | None) -> deque[HeardLines]:
    """Return the lines told last in the order in which they were told: at least `most` whole turns, or all."""
    found: deque[HeardLines] = deque()
    turns = 0
    for parts in backwards:
        for part in reversed(parts):
            turns += bool(found) and found[0].seat != part.seat
            found.appendleft(part)
        if most is not None and turns >= most:
            break
    return found


def _by_seat(told: HeardLines, live: LiveTable) -> Iterator[HeardLines]:
    """Split what was told after a choice by the seat that did it.

    That is the chooser, a seat that the rules play, or another one that had no choice in what it did then.
    """
    number, chooser, lines, asked = told
    owners: list[int] = []
    for _, same in groupby(lines, key=lambda each: (each.by, each.whose)):
        run = tuple(same)
        had_to = any(each.by == each.asked for each in run)
        for line in run:
            before = owners[-1] if owners else chooser if line.whose is None else line.whose
            owners.append(_owner(line, before, chooser, live, had_to))
    last = lines[-1].by if lines else chooser
    for at in reversed(range(len(lines))):  # what a seat does last, before it is asked, is its own action
        if last == chooser or lines[at].move is None or not lines[at].by == lines[at].whose == last:
            break
        owners[at] = last
    for owner, of_owner in groupby(zip(owners, lines, strict=True), key=lambda each: each[0]):
        question = asked if owner == chooser else asked._replace(site=-1)
        yield HeardLines(number, owner, tuple(line for _, line in of_owner), question)


def _owner(line: LogLine, before: int, chooser: int, live: LiveTable, had_to: bool) -> int:
    """Return the seat whose action a line is part of. `before` is the seat of the line before it.

    `had_to`: the seat that acts was left no choice, of which nobody else may have been told.
    """
    event = line.events[0]
    if line.by != NOBODY and (line.by_chance or isinstance(event, Answered | Settled)):
        return line.by
    if had_to and line.by == before != chooser:  # what it took from the chooser, as it had to, is its own action
        return before
    if line.whose is not None and (line.whose in live.ruled or (line.whose == chooser and line.by != NOBODY)):
        return line.whose
    if line.whose is not None and _is_a_state(live.game.blueprint, event):
        return line.whose
    if line.by == NOBODY or before in live.ruled or tells_ending(live.game, event):
        return before
    return line.by if had_to or line.by == chooser else before


def _is_a_state(blueprint: Blueprint, event: Event) -> bool:
    """Whether an event tells what has become of a seat: that something is true of it now."""
    place = place_of(blueprint, event.slot) if isinstance(event, Changed) and event.after else None
    return place is not None and place.family.is_truth


def _goes_with(part: _Part, more: _Part) -> bool:
    """Whether lines tell no choice of their own, so that they belong to the one before: where a card was put."""
    return part[0][1].choice is not None and all(each.choice is None for _, each in more)


def _is_next(parts: Sequence[_Part], more: _Part) -> bool:
    """Whether a choice goes on with the one before: what is asked for next in the same effect is not asked again."""
    chosen = more[0][1].choice
    if not parts or parts[-1][0][1].choice is None or chosen is None or not chosen.asked:
        return False
    return more[0][0].asked.site not in {told.asked.site for told, _ in parts[-1]}


def _with_man(lines: tuple[LogLine, ...], blueprint: Blueprint, viewer: int, language: str) -> tuple[LogLine, ...]:
    """Lines of which the first says what is moved, where it is about a region of a map that something leaves then."""
    choice = lines[0].choice
    if choice is None or choice.region is None or choice.last != choice.thing:
        return lines
    gone = (
        left_by(blueprint, each, language)
        for each in (line.events[0] for line in lines if not line.by_chance)
        if isinstance(each, Changed) or (isinstance(each, Moved) and seen_at(blueprint, each, viewer)[0])
    )
    left = next((each for each in gone if each is not None and each.region == choice.region), None)
    left = left or man_gone(blueprint, choice.region, changes_in(blueprint, lines, viewer), language)
    if left is None:
        return lines
    return (lines[0]._replace(choice=choice.with_thing(left.told_of(choice.thing))), *lines[1:])


def _with_goal(lines: tuple[LogLine, ...], goal: str) -> tuple[LogLine, ...]:
    """Lines of which the last that is about a move says where all of them led to in the end."""
    for at, each in reversed(tuple(enumerate(lines)) if goal else ()):
        if each.choice is not None and each.choice.far is not None:
            return (*lines[:at], each._replace(choice=each.choice.leading_to(goal)), *lines[at + 1 :])
    return lines


def _action(part: _Part, seat: int, game: Game, viewer: int, language: str) -> LoggedAction:
    """Return an action of a seat. Its first line stands for it, with what it has cost and given that seat."""
    blueprint = game.blueprint
    lines = _with_man(tuple(line for _, line in part), blueprint, viewer, language)
    shown = tuple(shown_line(game, each, viewer) for each in lines)
    lights = dict.fromkeys(each for line in shown for each in line.highlights.split())
    changed = changes_in(blueprint, lines, viewer)
    first = lines[0].choice
    goal = landed_at(blueprint, seat, first.far if first is not None else None, changed, language)
    lines = _with_goal(lines, goal)
    named = {each.choice.region for each in lines if each.choice is not None}
    taken = taken_by(blueprint, seat, changed, language, named)
    retold = [(heard, line) for (heard, _), line in zip(part, lines, strict=True)]
    parts, told = short_line(retold, seat, blueprint, language, taken)
    changes = tuple(_changes(lines, seat, game, language))[:MOST_CHANGES]
    folds = bool(changes) or any(at not in told for at in range(1, len(lines)))
    lit = " ".join([*lights][:MOST_LIGHTS])
    return LoggedAction(part[0][0].number, parts, shown[0], changes, shown[1:], lit, folds)


def _changes(lines: Sequence[LogLine], seat: int, game: Game, language: str) -> Iterator[tuple[str, int]]:
    """Yield what the numbers of a seat are more or less by, or else the only number of the thing that was chosen."""
    thing = lines[0].choice.thing if lines[0].choice is not None else ""
    sums: dict[tuple[str, int], int] = {}
    told = [change_of(game, each.events[0], language, thing) for each in lines[1:] if not each.by_chance]
    changes = [each for each in told if each is not None]
    own = [each for each in changes if each.owner == seat]
    for each in own or [each for each in changes if each.owner < 0 and len(told) == len(changes) == 1]:
        sums[each.title, each.slot] = sums.get((each.title, each.slot), 0) + each.by
    yield from ((title, by) for (title, _), by in sums.items() if by)
