"""What the page of one seat shows, gathered from a table: nothing but what that seat may see goes into it."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

from rulewright.drawing.table import TableDrawing
from rulewright.model.events import Answered, Event, Settled
from rulewright.model.game import State, read_code
from rulewright.model.layout import FRAME, SITE
from rulewright.observe.events import may_hear, selected
from rulewright.observe.foreseen import OptionForeseen
from rulewright.observe.naming import effect_title, hidden_option_title, option_title, question, seat_title
from rulewright.observe.progress import phase, shown_first
from rulewright.observe.wording import said_of, title_in
from rulewright.play.moments import ONLOOKER
from rulewright.primer.steps import TaughtNow, taught_now
from rulewright.serve.bar import BarOption, bar_of
from rulewright.serve.live import LiveTable
from rulewright.serve.moments import Line, lights_of, lines_of, number_title
from rulewright.serve.offers import Asked, asked_of
from rulewright.serve.picture import picture

_GROUPS_SHOWN = 14
_MOST_CHANGES, _MOST_LIGHTS, _MOST_ANSWERS, _MOST_MOVES = 5, 24, 4, 3
_Told = tuple[int, int, tuple[Line, ...]]
"""The number of a choice, whom it is about, and what was told after it."""


@dataclass(frozen=True, slots=True)
class TakenStep:
    """A choice that can still be taken back, in words; `lights` is what it and all that followed it are about.

    There is no question where the answer begins with it.
    """

    question: str
    answer: str
    lights: str


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


@dataclass(frozen=True, slots=True)
class GameStage:
    """How far a game has come: what its table shows first, with what it is called, and the part that is under way."""

    shown: tuple[tuple[str, str], ...]
    phase: str


@dataclass(frozen=True, slots=True)
class SeatSight:
    """A table as one seat sees it (from 0; -1: a spectator)."""

    title: str
    seat: int
    name: str
    names: tuple[str, ...]
    stage: GameStage
    waited_for: tuple[str, ...]
    is_asked: bool
    over: bool
    asked: Asked | None
    must_confirm: bool
    trail: tuple[TakenStep, ...]
    picture: TableDrawing
    bar: tuple[BarOption, ...]
    changes: dict[int, tuple[tuple[str, int], ...]]
    turns: tuple[Turn, ...]
    more_turns: bool
    choices: int
    taught: TaughtNow


def sight_of(live: LiveTable, seat: int, language: str, marks: Sequence[int] = ()) -> SeatSight:
    """What a seat sees now; `marks` are those it has made of several that are picked at once."""
    state = live.state_for(seat)
    blueprint = live.game.blueprint
    asked = asked_of(live.game, state, seat, language, marks) if live.may_choose(seat) else None
    turns = turns_told(live, seat, language, most=_GROUPS_SHOWN + 1)
    names = tuple(seat_title(blueprint, each, language) for each in range(live.record.seats))
    foreseen = live.foreseen(seat) if asked is not None else ()
    drawn = picture(live.game, state, seat, asked, language, foreseen, live.drawn(seat, language))
    return SeatSight(
        title=title_in(blueprint.title, language, blueprint.ruleset),
        seat=seat,
        name=names[seat] if seat != ONLOOKER else "",
        names=names,
        stage=stage_of(live, state, language),
        waited_for=tuple(names[each] for each in live.waited_for(seat)),
        is_asked=seat in live.asked,
        over=live.is_over,
        asked=asked,
        must_confirm=live.must_confirm(seat),
        trail=_trail(live, seat, language),
        picture=drawn,
        bar=bar_of(live.game, state, asked, drawn.whole(), language),
        changes={each.code: _changes_of(live, each, language) for each in foreseen},
        turns=turns[-_GROUPS_SHOWN:],
        more_turns=len(turns) > _GROUPS_SHOWN,
        choices=live.seen_until(seat),
        taught=taught_now(live.game, state, seat, language) if asked is not None else TaughtNow(),
    )


def _changes_of(live: LiveTable, foreseen: OptionForeseen, language: str) -> tuple[tuple[str, int], ...]:
    """What an option costs and gives at once: numbers of its seat, and by how much they become others."""
    moved = foreseen.moved[:_MOST_CHANGES]
    return tuple((number_title(live.game, each.slot, language), each.after - each.before) for each in moved)


def stage_of(live: LiveTable, state: State, language: str) -> GameStage:
    """How far a game has come in a state that somebody may see; a part that is but the question is none."""
    part, blueprint = phase(live.game, state, language), live.game.blueprint
    if state[FRAME] is not None and part == effect_title(blueprint, blueprint.sites[state[SITE]].procedure, language):
        part = ""
    return GameStage(shown_first(live.game, state, language), part)


def picture_at(live: LiveTable, state: State, seat: int, language: str) -> TableDrawing:
    """The table of an earlier moment as a seat may see it, with nothing to choose."""
    return picture(live.game, state, seat, None, language)


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
            if not parts or not (more or _goes_with(parts[-1], own)):
                parts, within = [*parts, own], asked
            else:
                parts[-1] += own
        actions = tuple(_action(part, chooser, colon) for part in parts)
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
        before = owners[-1] if owners else chooser
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


def _action(part: list[tuple[int, Line]], seat: int, colon: str) -> LoggedAction:
    """An action of a seat: its first line stands for it, with what it has cost and given that seat."""
    lines = tuple(line for _, line in part)
    sums: dict[tuple[int, str], int] = {}
    for change in (each.change for each in lines[1:]):
        if change is not None and change.owner == seat:
            key = (change.slot, change.title)
            sums[key] = sums.get(key, 0) + change.by
    changes = tuple((title, by) for (_, title), by in sums.items() if by)
    lights = dict.fromkeys(each for line in lines for each in line.highlights.split())
    shown = " ".join(list(lights)[:_MOST_LIGHTS])
    title = _told_as(lines, colon)
    called, beside = _beside(title, lines, colon)
    if len(lines) == 2 and not changes and not beside and not _says_again(lines[1], lines[0].thing):
        beside = lines[1].text
    called = f"{called}{colon}" if called and beside else called
    return LoggedAction(part[0][0], title, called, beside, lines[0], changes[:_MOST_CHANGES], lines[1:], shown)


def _trail(live: LiveTable, seat: int, language: str) -> tuple[TakenStep, ...]:
    draft = live.drafts.get(seat)
    blueprint = live.game.blueprint
    steps: list[TakenStep] = []
    parts: list[Answered | Settled] = []
    lights: list[str] = []
    for each in draft.moments if draft is not None else ():
        at, option, _ = read_code(blueprint, each.chosen.site, each.chosen.code)
        known = may_hear(live.game, each.chosen, seat)
        covered = each.sealed or (draft is not None and draft.held and each is draft.moments[-1])
        shown = (each.chosen,) if covered else (each.chosen, *each.events)
        lights += lights_of(live.game, shown, seat).split()
        title = option_title(blueprint, each.chosen.site, each.chosen.code, language)
        answer = title if known else hidden_option_title(blueprint, at, option, language)
        if blueprint.sites[at].several is not None:
            settled = (event for event in each.events if isinstance(event, Settled) and event.site == at)
            parts += [each.chosen, *settled]
            if each.goes_on:
                continue
            answer, parts = selected(live.game, parts, seat, language), []
        asked = question(blueprint, at, language)
        asked = "" if answer.startswith(said_of(language, asked, "")) else asked
        steps.append(TakenStep(asked, answer, " ".join(lights[:_MOST_LIGHTS])))
        steps += _of_others(live, shown, seat, language)
        lights = []
    return tuple(steps)


def _of_others(live: LiveTable, events: Sequence[Event], seat: int, language: str) -> Iterator[TakenStep]:
    """What other seats did meanwhile without any choice, each by its name."""
    for line in lines_of(live.game, events, seat, language):
        if line.by not in (seat, ONLOOKER):
            yield TakenStep(seat_title(live.game.blueprint, line.by, language), line.answer, line.highlights)
