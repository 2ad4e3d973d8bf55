"""The log as it is read: turns of actions, each with what was done to what, where it went and what it gave."""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter, deque
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby

from rulewright.core.locales.wording import said_of
from rulewright.core.model.events import Answered, Changed, Moved, Settled
from rulewright.core.model.game import Blueprint, Game
from rulewright.observe.naming import index_titles, seat_title
from rulewright.observe.sight.places import place_of, seen_at
from rulewright.observe.words.choices_told import ChoiceTold
from rulewright.observe.words.log_lines import NOBODY, LogLine
from rulewright.observe.words.standing import landed_at, left_by, man_gone, taken_by
from rulewright.play.session.moments import HeardLines
from rulewright.play.session.quitting import quit_told, quitter_called
from rulewright.table.serve.highlights import ShownLine, change_of, changes_in, shown_line, tells_ending
from rulewright.table.serve.live import LiveTable

MOST_CHANGES, MOST_LIGHTS, _MOST_ANSWERS, _MOST_MOVES = 5, 24, 4, 3


@dataclass(frozen=True, slots=True)
class LoggedAction:
    """An action: what was chosen in it, what the numbers of its seat are more or less by, and all that happened.

    `number` is that of its first choice among those counted, `name` is its own on a page, `line` tells that choice,
    `lights` is what its lines are about. `beside` is where pieces went or the only line, next to what it is `called`
    then; nothing where the title tells enough.
    """

    number: int
    title: str
    called: str
    beside: str
    line: ShownLine
    changes: tuple[tuple[str, int], ...]
    lines: tuple[ShownLine, ...]
    lights: str
    name: str = ""


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
        action = LoggedAction(number, told, told, "", ShownLine(told, ""), (), (), "")
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
    for owner, of_owner in groupby(zip(owners, lines, strict=True), key=lambda each: each[0]):
        yield HeardLines(number, owner, tuple(line for _, line in of_owner), asked)


def _owner(line: LogLine, before: int, chooser: int, live: LiveTable, had_to: bool) -> int:
    """Return the seat whose action a line is part of. `before` is the seat of the line before it.

    `had_to`: the seat that acts was left no choice, of which nobody else may have been told.
    """
    event = line.events[0]
    if line.by != NOBODY and (line.by_chance or isinstance(event, Answered | Settled)):
        return line.by
    if line.whose is not None and (line.whose in live.ruled or line.whose == chooser):
        return line.whose
    if line.by == NOBODY or before in live.ruled or tells_ending(live.game, event):
        return before
    return line.by if had_to or line.by == chooser else before


def _goes_with(part: _Part, more: _Part) -> bool:
    """Whether lines tell no choice of their own, so that they belong to the one before: where a card was put."""
    return part[0][1].choice is not None and all(each.choice is None for _, each in more)


def _is_next(parts: Sequence[_Part], more: _Part) -> bool:
    """Whether a choice goes on with the one before: what is asked for next in the same effect is not asked again."""
    chosen = more[0][1].choice
    if not parts or parts[-1][0][1].choice is None or chosen is None or not chosen.asked:
        return False
    return more[0][0].asked.site not in {told.asked.site for told, _ in parts[-1]}


def _told_as(choices: Sequence[ChoiceTold], language: str) -> str:
    """Return an action in one line: the first choice, then its further answers.

    An option that is repeated is named once.
    """
    first = choices[0]
    answers = [each for each, _ in groupby(_said_by(each, first.asked) for each in choices)]
    if first.asked:
        answers[0] = tuple(filter(None, (*first.asked, first.thing)))
    told: list[str] = []
    said = ""
    for each in answers[1 : _MOST_ANSWERS + 1]:
        label = each[0] if len(each) > 1 else ""
        told.append(said_of(language, *(each[1:] if label and label == said else each)))
        said = label
    more = [*told, "…"] if len(answers) > _MOST_ANSWERS + 1 else told
    begin = said_of(language, *answers[0])
    if len(answers[0]) > 1:
        return ", ".join((begin, *more))
    return said_of(language, begin, ", ".join(more)) if more else begin


def _said_by(choice: ChoiceTold, asked: tuple[str, ...]) -> tuple[str, ...]:
    """Return an answer in its parts, led by its question if it is only a thing and was not just `asked`."""
    bare = choice.parts == (choice.thing,) and choice.asked != asked
    return (*choice.asked, *choice.parts) if bare else choice.parts


def _beside(title: str, lines: Sequence[LogLine], language: str) -> tuple[str, str]:
    """Return (title, moves): an action's title, and where pieces went if the title does not say so.

    If one piece was chosen, its move says all of it.
    """
    moves = [each for each in lines[1:] if each.move is not None]
    choices = [each.choice for each in lines if each.choice is not None]
    if not moves or len(choices) != 1:
        return title, ""
    (choice,) = choices
    if not choice.thing:
        return title, "; ".join([*(each.text for each in moves[:_MOST_MOVES]), *["…"] * (len(moves) > _MOST_MOVES)])
    first = moves[0]
    if first.name or first.move is None or first.move.what != choice.thing:
        return title, ""
    whole = _told_as(choices, language) != title
    return title if whole else said_of(language, *choice.without_thing), first.text


def _says_again(line: LogLine, choice: ChoiceTold | None, game: Game, language: str) -> bool:
    """Whether a line tells no more than a choice: that something is where it was put, or went from here to there."""
    if choice is None or not choice.thing:
        return False
    event, blueprint = line.events[0], game.blueprint
    if isinstance(event, Moved):
        ends = (place_of(blueprint, each) for each in (event.source, event.target))
        known = ((each.family.per[-1], each.indexes[-1]) for each in ends if each is not None and each.family.per)
        return tuple(known) == (choice.region, choice.far)
    place = place_of(blueprint, event.slot) if isinstance(event, Changed) else None
    if place is None or place.family.sort == "counter":
        return False
    return index_titles(blueprint, place.family, place.indexes, language) == (choice.thing,)


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
    sums: dict[tuple[int, str], int] = {}
    for change in (change_of(game, each.events[0], language) for each in lines[1:] if not each.by_chance):
        if change is not None and change.owner == seat:
            key = (change.slot, change.title)
            sums[key] = sums.get(key, 0) + change.by
    changes = tuple((title, by) for (_, title), by in sums.items() if by)
    shown = tuple(shown_line(game, each, viewer) for each in lines)
    lights = dict.fromkeys(each for line in shown for each in line.highlights.split())
    changed = changes_in(blueprint, lines, viewer)
    first = lines[0].choice
    goal = landed_at(blueprint, seat, first.far if first is not None else None, changed, language)
    lines = _with_goal(lines, goal)
    choices = [each.choice for each in lines if each.choice is not None]
    taken = taken_by(blueprint, seat, changed, language, {each.region for each in choices})
    told = _told_as(choices, language) if first is not None else lines[0].text
    title = ", ".join(filter(None, (told, taken)))
    called, beside = _beside(title, lines, language)
    if len(lines) == 2 and not changes and not beside:
        said = _says_again(lines[1], choices[0] if first is not None else None, game, language)
        beside = "" if said or (goal and lines[1].move is not None) else lines[1].text
    if not beside:  # what came up is told in the line of what it came up for
        beside = "; ".join(each.text for each in lines[1:] if each.by_chance)
    if called and beside:
        called = said_of(language, called, "") if lines[0].move is None else f"{called}; "
    lit = " ".join([*lights][:MOST_LIGHTS])
    return LoggedAction(part[0][0].number, title, called, beside, shown[0], changes[:MOST_CHANGES], shown[1:], lit)
