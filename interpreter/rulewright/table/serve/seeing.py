"""All contents of one seat's page, gathered from a table. Only what the seat may see goes in."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from rulewright.core.locales.wording import said_of, title_in
from rulewright.core.model.events import Answered, Event, Settled
from rulewright.core.model.game import Blueprint, Game, State, read_code
from rulewright.core.model.layout import FRAME, SITE
from rulewright.observe.naming import (
    effect_title,
    option_words,
    question,
    seat_title,
    title_apart,
    wanted_title,
)
from rulewright.observe.sight.foreseen import NumberMoved, OptionForeseen
from rulewright.observe.sight.places import place_of
from rulewright.observe.words.choices_told import may_hear
from rulewright.observe.words.events import selected
from rulewright.observe.words.progress import phase, shown_first
from rulewright.observe.words.standing import Region, far_end, landed_at, region_of, region_title, standing_on, taken_by
from rulewright.observe.words.together import told_together
from rulewright.play.session.decision import decision
from rulewright.play.session.foresight import MOST_FORESEEN
from rulewright.play.session.left_last import left_last
from rulewright.play.session.moments import ONLOOKER
from rulewright.table.drawing.memory import DrawingMemory
from rulewright.table.drawing.scene import SeatSign
from rulewright.table.drawing.table import TableDrawing, draw_table
from rulewright.table.primer.taught_steps import TaughtNow, taught_now
from rulewright.table.serve.bar import Bar, bar_of
from rulewright.table.serve.highlights import changes_in, lights_of, number_title
from rulewright.table.serve.idle import WhileWaiting, while_waiting
from rulewright.table.serve.live import LiveTable
from rulewright.table.serve.logged_actions import MOST_CHANGES, MOST_LIGHTS, Turn, turns_told
from rulewright.table.serve.offers import Asked, asked_of
from rulewright.table.serve.plates import Plate, plates_of, signs_of

_GROUPS_SHOWN = 14
_MANY = 30
_FEW = 3
_LISTED = 6
"""So many options of a sort are listed even where all are on the board."""


@dataclass(frozen=True, slots=True)
class TakenStep:
    """A choice that can still be taken back, in words.

    `lights` names everything that it and its effects are about. `question` is "" if the answer begins with the
    question.
    """

    question: str
    answer: str
    lights: str


@dataclass(frozen=True, slots=True)
class GameStage:
    """The stage of a game: (value, title) pairs that its table shows first, and the title of the current phase."""

    shown: tuple[tuple[str, str], ...]
    phase: str


@dataclass(frozen=True, slots=True)
class NamedSeats:
    """The seat whose page it is, and the names at the table. It counts from 0, or is -1 for a spectator."""

    seat: int
    name: str
    names: tuple[str, ...]
    waited_for: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class SeatDecision:
    """The question to a seat, its answers so far, and what its options would do.

    `changes` and `leads` are by the code of an option; `foreseen_later` says that there are too many to foresee all.
    """

    asked: Asked | None
    must_confirm: bool
    trail: tuple[TakenStep, ...]
    bar: Bar
    changes: dict[int, tuple[tuple[str, int], ...]]
    leads: dict[int, tuple[str, ...]]
    foreseen_later: bool

    @property
    def many(self) -> bool:
        """Whether people choose on the board: all options are there, or more than one reads in a list."""
        most = _FEW if self.bar.are_drawn else _MANY
        return self.asked is not None and len(self.asked.offers) > most

    @property
    def folds(self) -> bool:
        """Whether the list is folded away: many of a sort that are all on the board, and read worse in a list."""
        if self.asked is None or not self.bar.are_drawn:
            return False
        return max(len(each.offers) for each in self.asked.groups) > _LISTED


@dataclass(frozen=True, slots=True)
class LogShown:
    """The last turns, whether there were more, and the number of choices made so far.

    `news` is the last of them, of which the bar tells; none for a single seat, or once the game is over.
    """

    turns: tuple[Turn, ...]
    news: Turn | None
    more_turns: bool
    choices: int


@dataclass(frozen=True, slots=True)
class SeatSight:
    """The contents of one seat's page."""

    title: str
    who: NamedSeats
    stage: GameStage
    plates: tuple[Plate, ...]
    over: bool
    decision: SeatDecision
    picture: TableDrawing
    log: LogShown
    taught: TaughtNow
    waits: WhileWaiting | None


def sight_of(live: LiveTable, seat: int, language: str, marks: Sequence[int] = ()) -> SeatSight:
    """Return the contents of a seat's page.

    `marks` are those made so far where several candidates are picked at once.
    """
    state = live.state_for(seat)
    blueprint = live.game.blueprint
    asked = asked_of(live.game, state, seat, language, marks) if live.may_choose(seat) else None
    turns = turns_told(live, seat, language, most=_GROUPS_SHOWN + 1)
    names = tuple(seat_title(blueprint, each, language) for each in range(live.record.seats))
    foreseen = live.foreseen(seat) if asked is not None else ()
    memory = live.drawn(seat, language)
    left = left_last(blueprint, state, live.moments)
    plates = plates_of(live, state, seat, language, now=True)
    signs = signs_of(plates, language)
    drawn = picture(
        live.game, state, seat, asked, language, foreseen, memory, is_open=live.is_told, left=left, signs=signs
    )
    decision = SeatDecision(
        asked=asked,
        must_confirm=live.must_confirm(seat),
        trail=_trail(live, seat, language),
        bar=bar_of(live.game, state, asked, drawn.whole(), language),
        changes={each.code: _changes_of(live, each, language) for each in foreseen},
        leads=_leads_of(live.game.blueprint, seat, foreseen, language),
        foreseen_later=asked is not None and asked.selecting is None and len(asked.offers) > MOST_FORESEEN,
    )
    waited_for = tuple(names[each] for each in live.waited_for(seat))
    news = turns[-1] if turns and len(names) > 1 and not live.is_over else None
    has_to_wait = asked is None and not decision.must_confirm and not live.is_over
    return SeatSight(
        title=title_in(blueprint.title, language, blueprint.ruleset),
        who=NamedSeats(seat, names[seat] if seat != ONLOOKER else "", names, waited_for),
        stage=stage_of(live, state, language),
        plates=plates,
        over=live.is_over,
        decision=decision,
        picture=drawn,
        log=LogShown(turns[-_GROUPS_SHOWN:], news, len(turns) > _GROUPS_SHOWN, live.seen_until),
        taught=taught_now(live.game, state, seat, language, live.met_by(seat)) if asked is not None else TaughtNow(),
        waits=while_waiting(live.game, state, seat, turns, language) if has_to_wait else None,
    )


def ahead_of(
    live: LiveTable, seat: int, code: int, language: str
) -> tuple[tuple[str, ...], tuple[tuple[str, int], ...]]:
    """Return (leads, changes) of one option: where it leads on the board, and the numbers it changes by how much."""
    for each in live.foreseen(seat, code):
        leads = _leads_of(live.game.blueprint, seat, (each,), language)
        return leads[code], _changes_of(live, each, language)
    return (), ()


def _changes_of(live: LiveTable, foreseen: OptionForeseen, language: str) -> tuple[tuple[str, int], ...]:
    """Return (title, difference) of each number of its own that a seat gains or pays at once by an option."""
    moved = [each for each in foreseen.moved if _is_own(live.game.blueprint, each)][:MOST_CHANGES]
    return tuple((number_title(live.game, each.slot, language), each.after - each.before) for each in moved)


def _leads_of(
    blueprint: Blueprint, seat: int, foreseen: Sequence[OptionForeseen], language: str
) -> dict[int, tuple[str, ...]]:
    """Map the code of each option to what is seen of it on the board at once: where a jump ends, what is captured."""
    found = {}
    for each in foreseen:
        domain, candidate = blueprint.sites[each.offer.site].domains[each.offer.option], each.offer.candidate
        to = landed_at(blueprint, seat, far_end(blueprint, domain, candidate), each.changed, language)
        named = (region_of(blueprint, domain, candidate),)
        found[each.code] = tuple(filter(None, (to, taken_by(blueprint, seat, each.changed, language, named))))
    return found


def _is_own(blueprint: Blueprint, moved: NumberMoved) -> bool:
    """Whether a number is one that a seat has and that is drawn: no bookkeeping of the game."""
    place = place_of(blueprint, moved.slot)
    manner = blueprint.look.manners.get(moved.family)
    is_drawn = manner is None or manner.form != "nothing"
    return place is not None and "seat" in place.family.per and is_drawn


def stage_of(live: LiveTable, state: State, language: str) -> GameStage:
    """Return the stage of a game in a state that may be seen.

    `phase` is "" if it would only repeat the question.
    """
    part, blueprint = phase(live.game, state, language), live.game.blueprint
    if state[FRAME] is not None and part == effect_title(blueprint, blueprint.sites[state[SITE]].procedure, language):
        part = ""
    return GameStage(shown_first(live.game, state, language), part)


def moment_seen(live: LiveTable, state: State, seat: int, language: str) -> dict[str, Any]:
    """Return {"picture": ..., "stage": ..., "plates": ...} of an earlier moment as a seat may see it."""
    plates = plates_of(live, state, seat, language)
    return {
        "picture": picture(live.game, state, seat, None, language, signs=signs_of(plates, language)),
        "stage": stage_of(live, state, language),
        "plates": plates,
    }


def _trail(live: LiveTable, seat: int, language: str) -> tuple[TakenStep, ...]:
    draft = live.drafts.get(seat)
    blueprint = live.game.blueprint
    steps: list[TakenStep] = []
    parts: list[Answered | Settled] = []
    lights: list[str] = []
    begun: Region | None = None
    also: list[str] = []
    for before, each in zip((draft.base, *draft.states), draft.moments, strict=False) if draft is not None else ():
        at, option, candidate = read_code(blueprint, each.chosen.site, each.chosen.code)
        known = may_hear(live.game, each.chosen, seat)
        covered = each.sealed or (draft is not None and draft.held and each is draft.moments[-1])
        shown = (each.chosen,) if covered else (each.chosen, *each.events)
        lights += lights_of(live.game, shown, seat).split()
        asked, answer = _asked_and_answered(blueprint, each.chosen.site, each.chosen.code, known, language)
        domain = blueprint.sites[at].domains[option]
        region = region_of(blueprint, domain, candidate) if known else None
        if region is not None:
            man = standing_on(live.game, before, seat, region, language) if begun is None else ""
            called = region_title(blueprint, domain, candidate, language)
            answer = (*answer[:-1], f"{man} {called}".strip())
        begun = region
        if blueprint.sites[at].several is not None:
            settled = (event for event in each.events if isinstance(event, Settled) and event.site == at)
            parts += [each.chosen, *settled]
            if each.goes_on:
                continue
            answer, parts, also = selected(live.game, parts, seat, language), [], []
        else:
            told = tuple(told_together(live.game, shown[1:], seat, language))
            chosen = (line.choice for line in told if line.choice is not None and line.by == seat)
            followed = [said_of(language, *choice.parts) for choice in chosen]  # what had to
            changed = changes_in(blueprint, told, seat)
            far = far_end(blueprint, domain, candidate) if known else None
            to = landed_at(blueprint, seat, far, changed, language)
            taken = taken_by(blueprint, seat, changed, language, (region,))
            also = [f" {to}" if to else "", *(f", {more}" for more in (*followed, taken) if more)]
        asked = "" if len(answer) > 1 else asked  # it says itself what is done
        steps.append(TakenStep(asked, said_of(language, *answer) + "".join(also), " ".join(lights[:MOST_LIGHTS])))
        steps += _of_others(live, shown, seat, language)
        lights = []
    return tuple(steps)


def _asked_and_answered(
    blueprint: Blueprint, site: int, code: int, known: bool, language: str
) -> tuple[str, tuple[str, ...]]:
    """Return (question, parts of the answer) of a choice, with the thing last in the answer.

    A place is titled as on the table, so that its question says less.
    """
    at, option, number = read_code(blueprint, site, code)
    title = title_apart(blueprint, site, code, language)
    if title == f"{wanted_title(blueprint, at, option, language)} {number}":
        return effect_title(blueprint, blueprint.sites[at].procedure, language), (title,)
    return question(blueprint, at, language), option_words(blueprint, site, code, language, known)


def _of_others(live: LiveTable, events: Sequence[Event], seat: int, language: str) -> Iterator[TakenStep]:
    """Yield actions of other seats that followed without any choice of theirs, each titled by the seat's name."""
    for line in told_together(live.game, events, seat, language):
        if line.choice is not None and line.by != seat:
            name = seat_title(live.game.blueprint, line.by, language)
            lights = lights_of(live.game, line.events, seat)
            yield TakenStep(name, said_of(language, *line.choice.parts), lights)


def picture(
    game: Game,
    state: State,
    seat: int,
    asked: Asked | None,
    language: str,
    foreseen: Sequence[OptionForeseen] = (),
    memory: DrawingMemory | None = None,
    *,
    is_open: bool = False,
    left: Mapping[int, tuple[int, ...]] | None = None,
    signs: Mapping[int, SeatSign] | None = None,
) -> TableDrawing:
    """Draw the table as a seat sees it (-1: a spectator), including the options if the seat may choose.

    If it `is_open`, all is seen. Pieces that were taken away last are shown where they `left`; `signs` are
    told of who plays the seats. The drawing escapes
    every text that it is made of.
    """
    shown = decision(game, state) if asked is not None else None
    if shown is None or asked is None or asked.selecting is None:
        return draw_table(
            game, state, seat, shown, language, None, foreseen, memory, is_open=is_open, left=left, signs=signs
        )
    selection = asked.selecting.selection
    seen = (each for each in (*selection.offers, *selection.beside) if not each.is_hidden)
    shown = shown._replace(options=tuple(each.codes[0] for each in seen))
    return draw_table(game, state, seat, shown, language, asked.selecting.codes, memory=memory, signs=signs)
