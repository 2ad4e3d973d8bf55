"""The log as it is read: turns of actions, each with what was done to what, where it went and what it gave."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

from rulewright.core.locales.wording import said_of
from rulewright.core.model.game import Blueprint
from rulewright.observe.naming import seat_title
from rulewright.observe.words.standing import landed_at, man_gone, taken_by, with_what_left
from rulewright.play.session.moments import ONLOOKER
from rulewright.table.serve.live import LiveTable
from rulewright.table.serve.moments import Line, changes_in, with_end

MOST_CHANGES, MOST_LIGHTS, _MOST_ANSWERS, _MOST_MOVES = 5, 24, 4, 3
_Told = tuple[int, int, tuple[Line, ...]]
"""The number of a choice, whom it is about, and what was told after it."""


@dataclass(frozen=True, slots=True)
class LoggedAction:
    """An action: what was chosen in it, what the numbers of its seat are more or less by, and all that happened.

    `number` is that of its first choice, `line` tells that one, `lights` is what its lines are about. `beside` is where
    pieces went or the only line, next to what it is `called` then; nothing where the title tells enough.
    """

    number: int
    title: str
    called: str
    beside: str
    line: Line
    changes: tuple[tuple[str, int], ...]
    lines: tuple[Line, ...]
    lights: str


@dataclass(frozen=True, slots=True)
class Turn:
    """What followed choices of one seat in a row: actions, and the numbers of the first and last choice."""

    seat: str
    first: int
    last: int
    actions: tuple[LoggedAction, ...]


def turns_told(
    live: LiveTable, seat: int, language: str, until: int | None = None, most: int | None = None
) -> tuple[Turn, ...]:
    """All that a seat has been shown, choices of one seat in a row together, up to a choice; the last turns, if only so
    many are wanted.
    """
    told = live.told(seat, language).told
    seats, colon = range(max(live.record.seats, live.ruled.stop)), said_of(language, "", "")
    names = [seat_title(live.game.blueprint, each, language) for each in seats]
    found = []
    heard = (each for each in reversed(told) if until is None or each[0] <= until)
    known = (list(_by_seat(each, names, live.ruled, colon)) for each in heard)
    for chooser, run in groupby(_latest(known, most), key=lambda each: each[1]):
        moments = list(run)
        before = f"{names[chooser]}{colon}"
        parts: list[list[tuple[int, Line]]] = []
        within: tuple[int, ...] = ()
        for number, _, lines in moments:
            own = [(number, each._replace(text=each.text.removeprefix(before))) for each in lines]
            asked = live.moments[number - 1].within
            nested = len(asked) > len(within) and asked[: len(within)] == within and chooser not in live.ruled
            more = nested or (asked == within and chooser not in live.ruled and _is_next(parts, own, live))
            if not parts or parts[-1][0][1].is_chance or not (more or _goes_with(parts[-1], own)):
                parts, within = [*parts, own], asked
            else:
                parts[-1] += own
        actions = tuple(_action(part, chooser, colon, live.game.blueprint, language) for part in parts)
        found.append(Turn(names[chooser], moments[0][0], moments[-1][0], actions))
    return tuple(found if most is None else found[-most:])


def _latest(backwards: Iterable[Sequence[_Told]], most: int | None) -> deque[_Told]:
    """What was told last, in the order in which it was told: so many whole turns, or all."""
    found: deque[_Told] = deque()
    turns = 0
    for parts in backwards:
        for part in reversed(parts):
            turns += bool(found) and found[0][1] != part[1]
            found.appendleft(part)
        if most is not None and turns >= most:
            break
    return found


def _by_seat(told: _Told, names: Sequence[str], ruled: range, colon: str) -> Iterator[_Told]:
    """What was told after a choice, by whom it is about: who chose it, a seat that the rules play, or another one that
    had no choice in what it did then.
    """
    number, chooser, lines = told
    owners: list[int] = []
    for line in lines:
        about = next((seat for seat, name in enumerate(names) if line.text.startswith(f"{name}{colon}")), None)
        before = owners[-1] if owners else chooser if about is None else about
        acts = line.by if line.by != ONLOOKER else about if about in ruled or about == chooser else None
        owners.append(before if acts is None else acts)
    for owner, run in groupby(zip(owners, lines, strict=True), key=lambda each: each[0]):
        yield number, owner, tuple(line for _, line in run)


def _goes_with(part: Sequence[tuple[int, Line]], more: Sequence[tuple[int, Line]]) -> bool:
    """Whether lines tell no choice of their own, so that they belong to the one before: where a card was put."""
    return bool(part[0][1].answer) and not any(each.answer for _, each in more)


def _is_next(parts: Sequence[Sequence[tuple[int, Line]]], more: Sequence[tuple[int, Line]], live: LiveTable) -> bool:
    """Whether a choice goes on with the one before: what is asked for next in the same effect is not asked again."""
    if not parts or not parts[-1][0][1].answer or not more[0][1].asked:
        return False
    before = {live.moments[number - 1].chosen.site for number, _ in parts[-1]}
    return live.moments[more[0][0] - 1].chosen.site not in before


def _told_as(lines: Sequence[Line], colon: str) -> str:
    """An action in one line: what was chosen first and what with it; the same option of several things once."""
    if not lines[0].answer:
        return lines[0].text
    asked = lines[0].asked
    said_of_all = (_said_by(line, asked, colon) for line in lines if line.answer)
    answers = [each for each, _ in groupby(said_of_all)]
    if asked:
        answers[0] = colon.join(filter(None, (asked, lines[0].thing)))
    told: list[str] = []
    said = ""
    for each in answers[1 : _MOST_ANSWERS + 1]:
        label, between, thing = each.partition(colon)
        told.append(thing if between and label == said else each)
        said = label if between else ""
    more = [*told, "…"] if len(answers) > _MOST_ANSWERS + 1 else told
    return f"{answers[0]}{', ' if colon in answers[0] else colon}{', '.join(more)}" if more else answers[0]


def _said_by(line: Line, asked: str, colon: str) -> str:
    """An answer; with its question, unless that was `asked` at first, where it is nothing but a thing."""
    bare = line.answer == line.thing and line.asked not in ("", asked)
    return f"{line.asked}{colon}{line.answer}" if bare else line.answer


def _beside(title: str, lines: Sequence[Line], colon: str) -> tuple[str, str]:
    """What an action is called, and next to it where pieces went, if its title does not say what it is about.

    Of one piece that was chosen, where it went says all of it.
    """
    moves = [each.text for each in lines[1:] if each.is_move]
    answers = [each for each in lines if each.answer]
    if not moves or len(answers) > 1:
        return title, ""
    thing = answers[0].thing if answers else ""
    if thing and moves[0].startswith(f"{thing} "):
        return title.removesuffix(thing).removesuffix(colon), moves[0]
    if thing or not answers:
        return title, ""
    return title, "; ".join([*moves[:_MOST_MOVES], *["…"] * (len(moves) > _MOST_MOVES)])


def _says_again(line: Line, thing: str) -> bool:
    """Whether a line tells no more than that something is now where it was put, which the choice of the place says."""
    return bool(thing) and not line.is_move and line.change is None and f"({thing})" in line.text


def _with_man(lines: tuple[Line, ...], blueprint: Blueprint, language: str) -> tuple[Line, ...]:
    """Lines of which the first says what is moved, where it is about a region of a map that something leaves then."""
    first = lines[0]
    left = next((each.left[1] for each in lines if each.left is not None and each.left[0] == first.region), "")
    if not left and first.region is not None:
        left = man_gone(blueprint, first.region, changes_in(lines), language)
    if not left or not first.answer.endswith(first.thing):
        return lines
    thing = with_what_left(first.thing, left)
    return (first._replace(answer=with_end(first.answer, first.thing, thing), thing=thing), *lines[1:])


def _with_goal(lines: tuple[Line, ...], goal: str) -> tuple[Line, ...]:
    """Lines of which the last that is about a move says where all of them led to in the end."""
    at = max((place for place, each in enumerate(lines) if each.far is not None), default=-1)
    if not goal or at < 0:
        return lines
    last = lines[at]
    told = last._replace(answer=f"{last.answer} {goal}", thing=f"{last.thing} {goal}")
    return (*lines[:at], told, *lines[at + 1 :])


def _action(part: list[tuple[int, Line]], seat: int, colon: str, blueprint: Blueprint, language: str) -> LoggedAction:
    """An action of a seat: its first line stands for it, with what it has cost and given that seat."""
    lines = _with_man(tuple(line for _, line in part), blueprint, language)
    sums: dict[tuple[int, str], int] = {}
    for change in (each.change for each in lines[1:]):
        if change is not None and change.owner == seat:
            key = (change.slot, change.title)
            sums[key] = sums.get(key, 0) + change.by
    changes = tuple((title, by) for (_, title), by in sums.items() if by)
    lights = dict.fromkeys(each for line in lines for each in line.highlights.split())
    shown = " ".join(list(lights)[:MOST_LIGHTS])
    changed = changes_in(lines)
    lines = _with_goal(lines, landed_at(blueprint, seat, lines[0].far, changed, language))
    taken = taken_by(blueprint, seat, changed, language, {each.region for each in lines})
    title = ", ".join(filter(None, (_told_as(lines, colon), taken)))
    called, beside = _beside(title, lines, colon)
    if len(lines) == 2 and not changes and not beside and not _says_again(lines[1], lines[0].thing):
        beside = lines[1].text
    if not beside:  # what came up is told in the line of what it came up for
        beside = "; ".join(each.text for each in lines[1:] if each.is_chance)
    called = f"{called}{colon}" if called and beside else called
    return LoggedAction(part[0][0], title, called, beside, lines[0], changes[:MOST_CHANGES], lines[1:], shown)
