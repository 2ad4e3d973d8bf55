"""A test bench for drafts of a scenario: a compiled ruleset along with the texts of a draft."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from itertools import groupby
from typing import Any

from rulewright.author.testing.extraction.members import alike, members_of
from rulewright.author.testing.extraction.position import ArrangeLine
from rulewright.core.compile.overlay import with_texts
from rulewright.core.diagnostics import Span
from rulewright.core.model.document import Scalar
from rulewright.core.model.events import Event, Settled
from rulewright.core.model.game import Blueprint, Build, Game, State, read_code
from rulewright.core.model.kinds import DomainName, PieceOf
from rulewright.core.model.layout import FRAME, N_SEATS, OPTIONS, SEAT, SITE
from rulewright.core.pipeline import Built
from rulewright.core.run.atoms import LimitReached
from rulewright.core.run.build import traced_build
from rulewright.core.run.steps import begin, unstarted
from rulewright.observe.naming import option_key
from rulewright.play.records.replay import RecordedChoice
from rulewright.play.scenarios.expectations import Expectation, Expected
from rulewright.play.scenarios.scenario import Scenario, Step, arrange, run_scenario
from rulewright.play.scenarios.scenario_drafts import arranging

NOWHERE = Span("scenario", 1, 1)


@dataclass(frozen=True, slots=True)
class ScenarioDraft:
    """A scenario in the making: `play` is empty if the whole game is played, and then nothing is arranged.

    The first `lead` choices only lead to those it is about.
    """

    seats: int
    seed: int
    settings: dict[str, str | int]
    lines: tuple[ArrangeLine, ...]
    play: str
    when: tuple[RecordedChoice, ...]
    then: tuple[str, ...]
    lead: int = 0

    @property
    def arrange(self) -> str:
        return arrange_text(self.lines)

    def scenario(self, numbers: dict[str, int], expected: Expected) -> Scenario:
        """Return the scenario, with the numbers of its texts."""
        when = tuple(Step(choice.seat - 1, NOWHERE, choose=choice.choose) for choice in self.when)
        return Scenario(
            "", (), NOWHERE, self.seats, self.seed, self.settings, arranging(numbers),
            numbers.get("play"), when, expected, ends=False,
        )  # fmt: skip


def arrange_text(lines: Iterable[ArrangeLine]) -> str:
    """Return lines as one effect. Lines of one seat in a row are put below one `ask`."""
    found: list[str] = []
    for seat, group in groupby(lines, lambda line: line.seat):
        texts = [line.text for line in group]
        if seat < 0:
            found += texts
        elif len(texts) == 1:
            found.append(f"ask seat({seat + 1}): {texts[0]}")
        else:
            found += [f"ask seat({seat + 1}):", *(f"  {text}" for text in texts)]
    return "\n".join(found) or "nothing"


@dataclass(slots=True)
class Bench:
    """A compiled ruleset with its traced build."""

    built: Built
    game: Game = field(init=False)
    build: Build = field(init=False)

    def __post_init__(self) -> None:
        self.game = self.built.game()
        self.build = traced_build(self.game)

    @property
    def blueprint(self) -> Blueprint:
        return self.game.blueprint

    def with_texts(self, draft: ScenarioDraft) -> tuple[Game, Build, dict[str, int]] | None:
        """Return (game, build, numbers) with the texts of a draft, or None if one of them has errors."""
        compiled = self.built.compiled
        assert compiled is not None
        effects = {}
        if draft.play:
            effects = {"arrange": _scalar(draft.arrange), "play": _scalar(draft.play)}
        amounts = {f"then {number}": (_scalar(text), "truth") for number, text in enumerate(draft.then)}
        if not effects and not amounts:
            return self.game, self.build, {}
        game, build, numbers, _, faults = with_texts(compiled, self.game, self.build, effects, amounts)
        return None if faults else (game, build, numbers)

    def arranged(self, draft: ScenarioDraft) -> State | None:
        """Return the table after the arrangement of a draft, or None if it cannot be made."""
        ready = self.with_texts(replace(draft, then=()))
        if ready is None:
            return None
        game, build, numbers = ready
        return _arranged(game, build, numbers, draft)

    def opened(self, draft: ScenarioDraft) -> tuple[Game, Build, State] | None:
        """Return (game, build, state) at the first decision that a draft plays, or None if there is none."""
        ready = self.with_texts(replace(draft, then=()))
        state = _arranged(*ready, draft) if ready is not None else None
        if ready is None or state is None:
            return None
        game, build, numbers = ready
        try:
            begin(game, state, numbers["play"], 0, build=build)
        except LimitReached:
            return None
        return (game, build, state) if state[FRAME] is not None else None

    def passes(self, draft: ScenarioDraft) -> bool:
        """Whether a draft is a scenario that passes, and each of its tests one that fails before the choices."""
        ready = self.with_texts(draft)
        if ready is None:
            return False
        game, build, numbers = ready
        named = {f"then {number}": text for number, text in enumerate(draft.then)}
        then = tuple(Expectation(text, NOWHERE, name, test=numbers[name]) for name, text in named.items())
        whole = draft.scenario(numbers, Expected(then))
        if run_scenario(game, build, whole) is not None:
            return False
        before = replace(whole, when=whole.when[: draft.lead])
        return all(run_scenario(game, build, replace(before, expected=Expected((each,)))) is not None for each in then)


def _arranged(game: Game, build: Build, numbers: dict[str, int], draft: ScenarioDraft) -> State | None:
    state = unstarted(game, seats=draft.seats, seed=draft.seed, settings=draft.settings)
    try:
        arrange(game, build, state, numbers["arrange"])
    except LimitReached:
        return None
    return state


def _scalar(text: str) -> Scalar:
    return Scalar(text, text, "literal" if "\n" in text else "plain", NOWHERE)


# ---- Tables and choices that are alike except for which copy is which


def signature(blueprint: Blueprint, state: State, *, strict: bool = False) -> tuple[Any, ...]:
    """Return the contents of a table, with copies of a design alike.

    Unless `strict`, an unordered pile is a set.
    """
    found: list[Any] = []
    for each in members_of(blueprint, state[N_SEATS]):
        value = state[each.slot]
        if each.family.sort != "zone":
            found.append(_told(blueprint, each.family.domain, value))
        elif each.family.spaces:
            found.append(_with_face(blueprint, state, value))
        else:
            held = [_with_face(blueprint, state, piece) for piece in value]
            found.append(tuple(held if each.family.ordered or strict else sorted(held)))
    return tuple(found)


def _told(blueprint: Blueprint, domain: DomainName, value: int) -> Any:
    """Return a value, or for a piece what it has in common with its copies."""
    return alike(blueprint, value) if isinstance(domain, PieceOf) and value >= 0 else value


def _with_face(blueprint: Blueprint, state: State, piece: int) -> tuple[str, int, int]:
    if piece < 0:
        return "", -1, 0
    turned = blueprint.pieces[piece].kind in blueprint.face_names
    return *alike(blueprint, piece), int(state[blueprint.faces + piece]) if turned else 0


def option_of(blueprint: Blueprint, site: int, code: int) -> tuple[Any, ...]:
    """Return what identifies an option, whichever copy of a piece it names: (procedure, label, thing)."""
    at, option, candidate = read_code(blueprint, site, code)
    info = blueprint.sites[at]
    return info.procedure, info.labels[option] if info.named else "", _told(blueprint, info.domains[option], candidate)


def options_of(blueprint: Blueprint, state: State) -> dict[tuple[Any, ...], int]:
    """Map the identity of each option of the pending decision to its code. Of alike options the first counts."""
    found: dict[tuple[Any, ...], int] = {}
    for code in state[OPTIONS]:
        found.setdefault(option_of(blueprint, state[SITE], code), code)
    return found


def chosen(blueprint: Blueprint, state: State, code: int, events: Iterable[Event] | None) -> tuple[RecordedChoice, ...]:
    """Return the choices by which a scenario writes that the seat to move takes an option.

    If the same choice has been made automatically since the last one, a scenario would take one for the other; it is
    written once more for each time.
    """
    choice = RecordedChoice(state[SEAT] + 1, option_key(blueprint, state[SITE], code))
    settled = [
        RecordedChoice(event.seat + 1, option_key(blueprint, event.site, event.code))
        for event in events or ()
        if isinstance(event, Settled)
    ]
    return (choice,) * (1 + settled.count(choice))
