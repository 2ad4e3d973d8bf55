"""The flow of a whole program: each effect with what is known wherever it is run, each quantity wherever it is asked.

Effects do not lead to themselves. So first, callees before callers, it is worked out what each changes and what holds
however it ends; most places are proven by that alone, whatever is known where an effect begins. Then, callers before
callees, what is known where those begin that lead to a place in question. That is done twice: what is written anywhere,
as the first round has found it, is known everywhere in the second.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace

from rulewright.core.bind.scope import ME
from rulewright.core.lower.printed import is_of
from rulewright.core.model import bound_values as bv
from rulewright.core.model.bound import BoundBlock, RepeatWhile
from rulewright.core.model.bound_values import Bound
from rulewright.core.model.program import Procedure, Program, Quantity
from rulewright.core.model.ranges import THERE, Interval
from rulewright.core.model.type import NUMBER
from rulewright.core.sound.asking import Asking
from rulewright.core.sound.changes import ALL_CHANGED, StateChange
from rulewright.core.sound.contracts import HandedOver, believing
from rulewright.core.sound.effect_walk import EffectWalk
from rulewright.core.sound.facts import Facts, joined
from rulewright.core.sound.kept_summaries import FlowSummary, Unchanged, unchanged_since
from rulewright.core.sound.lost_facts import joined_ends, why_lost
from rulewright.core.sound.open_place import OpenPlace
from rulewright.core.sound.overruns import Overrun, Overruns, possible_within_itself
from rulewright.core.sound.program_links import Leading, ProgramLinks, callees_first, links_of, may_be_left, waiting_for
from rulewright.core.sound.whole import ANYTHING, WholeProgram


@dataclass(slots=True)
class ProgramFlow:
    """The facts of each effect and quantity of a program, and the places that are `open`."""

    whole: WholeProgram
    begins: int | None
    initial: Facts
    leading: Leading = field(default_factory=lambda: Leading(set(), set()))
    """What leads to the places in question: of others it need not be known how they begin."""
    open: dict[int, OpenPlace] = field(default_factory=dict)
    proven: set[int] = field(default_factory=set)
    open_given: dict[HandedOver, OpenPlace] = field(default_factory=dict)
    """The values handed over for which nothing proves that they are what is taken."""
    overruns: Overruns = field(default_factory=dict)
    """The places at which a game may run into a limit on sizes or time."""
    believes: bool = True
    """Whether what is taken is believed to be given; else all that is known is what is known where it is given."""
    _begun: dict[int, Facts] = field(default_factory=dict)
    _asked: dict[int, Facts] = field(default_factory=dict)
    _considered: dict[int, Facts] = field(default_factory=dict)
    _considered_before: dict[int, Facts] | None = None
    _written: dict[str, Interval] = field(default_factory=dict)
    _links: ProgramLinks = field(default_factory=lambda: ProgramLinks([], [], {}, {}))
    _beside: dict[int, frozenset[int]] = field(default_factory=dict)
    _changes_in: dict[int, tuple[BoundBlock, list[StateChange]]] = field(default_factory=dict)
    before: ProgramFlow | None = None
    """An earlier flow of much the same program, whose summaries of what reads the same are taken over."""
    _effects: dict[int, FlowSummary] = field(default_factory=dict)
    _quantities: dict[int, FlowSummary] = field(default_factory=dict)
    _for_possible: frozenset[int] = frozenset()
    _called: frozenset[int] = frozenset()

    @property
    def program(self) -> Program:
        return self.whole.program

    def go(self) -> None:
        """Work everything out."""
        for _ in self.steps():
            pass

    def steps(self) -> Iterator[None]:
        """Work everything out, in steps: the caller may stop between two of them."""
        program = self.program
        self._links = links_of(self.whole)
        self._for_possible = frozenset(
            number for links in (*self._links.effects, *self._links.quantities) for number in links.possible
        )
        self._called = frozenset(number for links in self._links.effects for number in links.calls)
        order = callees_first([links.runs for links in self._links.effects])
        self._find_simultaneous()
        yield from self._summarise_all(order)
        for each in possible_within_itself(program):
            self.note_overrun(each)
        self._find_never_emptied()
        for number in order:
            self._note_written_in(number)
        self._keep_what_is_written()
        for near in (True, False, False):
            if not self.open and not self.open_given:
                return
            handing_over = {each.within for each in self.open_given.values()}
            self.leading = self._links.leading_to(self.open.keys(), handing_over, near=near)
            self._begun, self._asked, self._considered, self._written = {}, {}, {}, {}
            self.open, self.open_given = {}, {}
            for number in reversed(order):
                if number in self.leading.effects:
                    yield
                    self._go_through(program.procedures[number])
                else:
                    self._note_written_in(number)
            for number in self._quantities_in_order():
                if number in self.leading.quantities:
                    yield
                    self._look_at(number)
            self._considered_before = {
                number: facts for number, facts in self._considered.items() if self._is_all_known_of(True, number)
            }
            self._keep_what_is_written()

    def places_in(self, entry: str) -> set[int]:
        """Return the limits of the places in what became of the texts of an entry."""
        every = (*self._links.effects, *self._links.quantities)
        return {limit for links in every if is_of(links.id, entry) for limit in links.limits}

    # ---- What walks ask and note

    def name_of(self, procedure: Procedure) -> str:
        """Return what an author calls an effect."""
        return procedure.id.removesuffix(", itself")

    def changes_of(self, number: int) -> list[StateChange]:
        """Return what an effect may change, anything where that is not known yet."""
        known = self._effects.get(number)
        return known.changes if known is not None else [ALL_CHANGED]

    def changes_at(self, procedure: Procedure, site: int, *, all_known: bool) -> Iterable[StateChange]:
        """Return what may change where a seat decides: by free actions, and by seats that decide at the same time."""
        found: dict[StateChange, None] = {}
        free = self.program.free
        if free.sites.get(site) and free.procedure != procedure.number:
            found |= dict.fromkeys(self.changes_of(free.procedure))
        for number in self._beside.get(procedure.number, ()):
            found |= dict.fromkeys(self.changes_of(number) if all_known else [ALL_CHANGED])
        return found

    def changes_of_waiting(self, until: int) -> Iterable[StateChange]:
        """Return what effects that were put off may change."""
        found: dict[StateChange, None] = {}
        for number in waiting_for(self.program, until):
            found |= dict.fromkeys(self.changes_of(number))
        return found

    def begin(self, number: int, facts: Facts) -> None:
        """Note what is known where an effect is run."""
        known = self._begun.get(number)
        self._begun[number] = facts if known is None else joined(known, facts)

    def ask(self, number: int, facts: Facts) -> None:
        """Note what is known where a quantity is asked for."""
        known = self._asked.get(number)
        self._asked[number] = facts if known is None else joined(known, facts)

    def consider(self, number: int, facts: Facts) -> None:
        """Note what is known of what an effect is given where it is asked whether it is possible."""
        known = self._considered.get(number)
        self._considered[number] = facts if known is None else joined(known, facts)

    def note_written(self, family: str, values: Interval) -> None:
        """Note what a member of a family is set to."""
        known = self._written.get(family)
        self._written[family] = values if known is None else known.joins(values)

    def note(
        self, limit: int, how: str, node: Bound, within: str, facts: Facts, *, proven: bool,
        limits: tuple[int, int] = (0, 0),
    ) -> None:  # fmt: skip
        """Note a place, and whether what is known there proves that it never stops the game."""
        if limit < 0:
            return
        if proven:
            self.proven.add(limit)
        elif limit not in self.open:
            self.open[limit] = OpenPlace(
                limit, how, node, within, why_lost(facts, node) if how == "none" else "", facts.range_of(node), *limits
            )

    def note_given(self, given: HandedOver, node: Bound, within: str, facts: Facts) -> None:
        """Note a value that is handed over, of which nothing proves that it is what is taken."""
        if self.believes and given not in self.open_given:
            low, high = given.type.low or 0, given.type.high or 0
            why = why_lost(facts, node) if given.how == "none" else ""
            place = OpenPlace(-1, given.how, node, within, why, facts.range_of(node), low, high, given)
            self.open_given[given] = place

    def note_endless(self, loop: RepeatWhile) -> None:
        """Note a loop after each pass of which its test still holds, if nothing in it ends the effect or the game."""
        if not may_be_left(self.program, loop.body):
            self.note_overrun(Overrun("endless", loop.test))

    def note_overrun(self, found: Overrun) -> None:
        """Note a place at which a game may run into a limit."""
        self.overruns.setdefault((found.how, found.at if isinstance(found.at, int) else id(found.at)), found)

    def changes_in(self, procedure: Procedure, block: BoundBlock) -> list[StateChange]:
        """Return what a block of an effect may change, whatever is known where it begins."""
        kept = self._changes_in.get(id(block))
        if kept is None:
            walk = EffectWalk(self, procedure, notes=False)
            walk.block(block, self._nothing())
            kept = self._changes_in[id(block)] = block, [*walk.changes.values()]
        return kept[1]

    def at_ends(self, number: int) -> tuple[bool, Facts | None]:
        """Return whether an effect ever ends, and what holds at each of its ends, None where that is not known yet."""
        known = self._effects.get(number)
        return known is None or known.ends is not None, known.ends if known is not None else None

    def for_some_seat(self, facts: Facts) -> Facts:
        """Return what is known whichever seat acts."""
        seat = facts.without_locals({ME.number})
        return seat.with_range(ME, Interval(0, self.whole.world.max_seats - 1)) or seat

    # ---- Rounds

    def _find_simultaneous(self) -> None:
        found: dict[int, set[int]] = {}
        for links in self._links.effects:
            for asked in links.at_once:
                for number in self._links.reached(asked):
                    found.setdefault(number, set()).add(asked)
        self._beside = {number: frozenset(asked) for number, asked in found.items()}

    def _find_never_emptied(self) -> None:
        """Zones from which nothing is ever taken hold at least what they hold at the start."""
        changes = [each for found in self._effects.values() for each in found.changes]
        taken = {each.family for each in changes if each.what == "takes"}
        if any(each.what == "anything" for each in changes) or ANYTHING in taken:
            return
        for name, known in self.initial.members.items():
            if self.whole.world.families[name].sort == "zone" and name not in taken:
                self.whole.members[name] = Interval(known.low)

    def _summarise_all(self, order: list[int]) -> Iterator[None]:
        """Summarise each effect and quantity, in steps, but those that an earlier flow has summarised already."""
        old, program = self.before, self.program
        unchanged = Unchanged({}, {})
        if old is not None and old.believes == self.believes:
            unchanged = unchanged_since(old.whole, old._links, self.whole, self._links)
        told_the_same: set[int] = set()
        for number in order:
            kept = old._effects.get(number) if old is not None and unchanged.effects else None
            if kept is not None and old is not None and number in unchanged.effects:
                holds = kept.holds_in(program.procedures[number].body, old.program.procedures[number].body)
                if holds and self._links.effects[number].runs <= told_the_same and old._stands_like(self, number):
                    self._take(self._effects, number, kept.moved_to(self.whole, unchanged.effects[number]))
                    told_the_same.add(number)
                    continue
            yield
            self._take(self._effects, number, self._summary_of(program.procedures[number]))
            if kept is not None and kept.moved_to(self.whole, {}).tells_the_same(self._effects[number]):
                told_the_same.add(number)
        for quantity in program.quantities:
            asked = old._quantities[quantity.number] if old is not None and unchanged.quantities else None
            if asked is not None and old is not None and quantity.number in unchanged.quantities:
                if asked.holds_in(quantity.amount, old.program.quantities[quantity.number].amount):
                    numbers = unchanged.quantities[quantity.number]
                    self._take(self._quantities, quantity.number, asked.moved_to(self.whole, numbers))
                    continue
            yield
            self._take(self._quantities, quantity.number, self._summary_of(quantity))
        self.before = None

    def _stands_like(self, other: ProgramFlow, number: int) -> bool:
        """Return whether an effect is called, and goes on beside others, in two flows alike."""
        called = (number in self._called) == (number in other._called)
        return called and self._beside.get(number) == other._beside.get(number)

    def _take(self, summaries: dict[int, FlowSummary], number: int, found: FlowSummary) -> None:
        """Take a summary into what is known."""
        summaries[number] = found
        self.proven |= found.proven
        self.open = found.open | self.open
        self.open_given = found.open_given | self.open_given
        self.overruns |= found.overruns

    def _summary_of(self, text: Procedure | Quantity) -> FlowSummary:
        """Summarise an effect or a quantity, whatever is known where it begins."""
        around = self.proven, self.open, self.open_given, self.overruns
        found = FlowSummary()
        self.proven, self.open = found.proven, found.open
        self.open_given, self.overruns = found.open_given, found.overruns
        if isinstance(text, Quantity):
            self._ask_in(text, self._nothing(), hands_on=False)
        else:
            found.changes, found.ends = self._changes_and_ends(text)
        self.proven, self.open, self.open_given, self.overruns = around
        return found

    def _changes_and_ends(self, procedure: Procedure) -> tuple[list[StateChange], Facts | None]:
        """Return what an effect changes, and if it is called what holds at each of its ends, None if it never ends."""
        is_called = procedure.number in self._called
        walk = EffectWalk(self, procedure, notes=True, for_ends=is_called)
        walk.whole_body(self._at_start(self._nothing(), procedure))
        changes = [*walk.changes.values()]
        if not is_called:
            return changes, None
        set_in = self.whole.set_in(procedure.body)
        reads = self.whole.locals_of
        given = {0, *(each.number for each in procedure.parameters)} - set_in
        ends = [(each.keeping(lambda node: not reads(node) - given), label) for each, label in walk.ends]
        return changes, joined_ends(ends)

    def _go_through(self, procedure: Procedure) -> None:
        """Note what is asked in an effect, with what is known wherever it is run."""
        number, facts = procedure.number, self._begun.get(procedure.number)
        if number == self.program.free.procedure or not self._is_all_known_of(True, number):
            facts = None
        elif number == self.begins:
            facts = self.initial if facts is None else joined(self.initial, facts)
        if facts is None:
            facts = self.for_some_seat(self._nothing())
        if procedure.number in self._for_possible:
            other = self._nothing()
            if self._considered_before is not None and number in self._considered_before:
                other = self._considered_before[number]
            facts = joined(facts, other)
        walk = EffectWalk(self, procedure, notes=True, hands_on=True)
        walk.whole_body(self._at_start(facts, procedure))

    def _is_all_known_of(self, is_effect: bool, number: int) -> bool:
        """Return whether all that leads to an effect, or a quantity, is gone through with what is known there."""
        return self.leading.has(self._links.leading_on(is_effect, number))

    def _note_written_in(self, number: int) -> None:
        """Note what an effect sets that leads to no place in question."""
        for change in self._effects[number].changes:
            if change.what == "sets":
                self.note_written(change.family, change.values)

    def _look_at(self, number: int) -> None:
        """Note what a quantity asks, with what is known wherever it is asked for."""
        quantity = self.program.quantities[number]
        facts = self._asked.get(number)
        if not self._is_all_known_of(False, number):
            facts = self._nothing()
        elif facts is None:
            facts = self.for_some_seat(self._nothing())
            for each in quantity.parameters:  # only people ask for it, of what there is
                facts = (facts.with_range(each, THERE) or facts) if each.type.kind == "thing" else facts
        self._ask_in(quantity, facts, hands_on=True)

    def _ask_in(self, quantity: Quantity, facts: Facts, *, hands_on: bool) -> None:
        facts = believing(facts, quantity) if self.believes else facts
        Asking(self, quantity.id, True, hands_on).asks(quantity.amount, facts)

    def _quantities_in_order(self) -> Iterator[int]:
        """All quantities, each after those that ask for it."""
        return reversed(callees_first([links.quantities for links in self._links.quantities]))

    def _nothing(self) -> Facts:
        return Facts(self.whole.world, whole=self.whole)

    def _at_start(self, facts: Facts, procedure: Procedure) -> Facts:
        """Return what is known where an effect begins: what it takes is given, what it gives itself is nothing."""
        facts = believing(facts, procedure) if self.believes else facts
        number = procedure.own_text_of if procedure.own_text_of >= 0 else procedure.number
        given = self.program.results.get(number)
        if given is None or given.type.kind == "set":
            return facts
        name = self.program.procedures[number].id
        type_ = NUMBER if given.type.kind == "thing" else given.type
        slot = bv.Read(given.slot, (), NUMBER, f"{name} gives")
        found = facts.with_range(slot, Interval(0, 0)) or facts
        return found.with_range(replace(slot, type=type_), Interval(0, 0)) or found

    def _keep_what_is_written(self) -> None:
        for family in self.whole.world.families.values():
            if family.sort != "zone":
                start = Interval(family.start, family.start)
                written = self._written.get(family.id)
                self.whole.members[family.id] = start if written is None else start.joins(written)
