"""Invariants bound in addition to a game: their diagnostics, and the game that can be watched for them.

The distance of a position from a broken invariant, which guides a search, is a value of the program as well.

A game that nobody watches has nothing of them: they are added at the end of its program.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from rulewright.core.bind.binding import bind_beside
from rulewright.core.bind.declared_fields import takes_of
from rulewright.core.bind.state_slots import Layout
from rulewright.core.bind.tables import Tables
from rulewright.core.bind.world import Named, World
from rulewright.core.compile.analysis import analyse
from rulewright.core.compile.bound_game import BoundGame
from rulewright.core.diagnostics import Diagnostic
from rulewright.core.load.entries import Entry, Sections
from rulewright.core.lower.lowering import Lowered
from rulewright.core.model.bound_values import Bound, Const, Op
from rulewright.core.model.document import Mapping, Scalar, number_of, title_of
from rulewright.core.model.invariants import NO_THING, OF_POSITIONS, SORTS, TIMED, InvariantInfo, InvariantSort
from rulewright.core.model.kinds import DomainName, PieceOf
from rulewright.core.model.lowered_values import Local
from rulewright.core.model.nodes import nodes_of
from rulewright.core.model.program import Program
from rulewright.core.model.type import NUMBER, TRUTH, Type

_ONE_OF = f"an invariant needs exactly one of {', '.join(map(repr, SORTS[:-1]))} and '{SORTS[-1]}'"


@dataclass(frozen=True, slots=True)
class WatchedProgram:
    """A program with the tests of invariants at its end, and what is known of each invariant."""

    lowered: Lowered
    infos: tuple[InvariantInfo, ...]


def invariant_faults(bound: BoundGame, sections: Sections) -> tuple[Diagnostic, ...]:
    """Return the faults of a game's invariants, given that its other texts are right."""
    if not sections.get("invariants"):
        return ()
    found = with_invariants(bound, sections)
    return found if isinstance(found, tuple) else ()


def with_invariants(bound: BoundGame, sections: Sections) -> WatchedProgram | tuple[Diagnostic, ...]:
    """The program with the tests of all invariants, or what is wrong with them."""
    old, world = bound.lowered.program, replace(bound.world, diagnostics=[])
    program = old.copy()
    drafts = bind_invariants(world, bound.layout, program, bound.tables, sections)
    if world.diagnostics:
        return tuple(world.diagnostics)
    near = {draft.id: _add_distance(program, draft) for draft in drafts}
    lowered = bound.lowered.with_more(program)
    analyse(world, lowered, len(old.procedures), len(old.quantities))
    if world.diagnostics:
        return tuple(world.diagnostics)
    return WatchedProgram(lowered, tuple(draft.info(world, lowered, near[draft.id]) for draft in drafts))


def _add_distance(program: Program, draft: _Draft) -> int:
    """Add how far a position is from breaking an invariant to a program: its number, -1 where that is not known."""
    if draft.sort not in OF_POSITIONS or draft.takes:
        return -1
    ((named, text),) = draft.texts
    amount = distance(program.quantities[named.number].amount, draft.sort == "never")
    return program.add_quantity(f"{draft.id}, distance", amount, NUMBER, text.span)


def bind_invariants(world: World, layout: Layout, program: Program, tables: Tables, sections: Sections) -> list[_Draft]:
    """Bind the tests of all well-formed invariants into a program, reporting faults to the world."""
    drafts = [_draft(world, entry) for entry in sections.get("invariants", ())]
    right = [each for each in drafts if each is not None]
    bind_beside(world, layout, program, tables, [text for each in right for text in each.texts])
    return right


@dataclass(frozen=True, slots=True)
class _Draft:
    """A well-formed invariant with texts that are not bound yet."""

    node: Mapping
    id: str
    sort: InvariantSort
    takes: tuple[tuple[str, Type], ...]
    texts: tuple[tuple[Named, Scalar], ...]

    def info(self, world: World, lowered: Lowered, near: int) -> InvariantInfo:
        """Return the facts about the invariant, once its texts are bound."""
        numbers = {named.id: named.number for named, _ in self.texts}
        values = [lowered.value(number).amount for number in numbers.values()]
        of_seats = any(isinstance(each, Local) and each.number == 0 for each in nodes_of(values))
        domain: DomainName = self.takes[0][1].domain if self.takes else ""
        first, count = things_of(world, domain) if self.takes else (NO_THING, 1)
        span = self.node.span
        return InvariantInfo(
            self.id, title_of(self.node), self.sort, numbers.get(self.sort, -1), numbers.get("when", -1),
            number_of(self.node.get("within"), 0), of_seats, domain, first, count, span.file, span.line,
            near,
        )  # fmt: skip


def things_of(world: World, domain: DomainName) -> tuple[int, int]:
    """Return (first thing, number of things) of a domain, for seats their greatest number."""
    if not isinstance(domain, PieceOf):
        return 0, world.domains[domain].size
    pieces = [piece for design in world.kinds[domain.kind].designs for piece in design.pieces]
    return (min(pieces), len(pieces)) if pieces else (0, 0)


def _draft(world: World, entry: Entry) -> _Draft | None:
    """Return an invariant as it is written, or report its faults to the world and return None."""
    node, known = entry.node, len(world.diagnostics)
    said = [key for key in SORTS if node.get(key) is not None]
    if len(said) != 1:
        second = next((key for key, _ in node.entries if len(said) > 1 and key.text == said[1]), None)
        world.error("missing-field", second.span if second is not None else node.span, _ONE_OF)
        return None
    sort = said[0]
    for key, needed, belongs_to in (("within", sort in TIMED, "'leads_to', 'falls' and 'ends'"),
                              ("when", sort == "leads_to", "'leads_to'")):  # fmt: skip
        value = node.get(key)
        if value is not None and not needed:
            world.error("misplaced-key", value.span, f"'{key}' can only be used with {belongs_to}", "leave it out")
    if sort in TIMED and node.get("within") is None:
        world.error(
            "missing-field", node.span, f"'{sort}' needs 'within', a number of decisions", "such as within: 100"
        )
    takes = takes_of(world, node.get("for_each"))
    each = node.get("for_each")
    for _, type_ in takes:
        if type_.kind != "thing" and each is not None:
            hint = "such as a kind, an enumeration or seat"
            world.error("wrong-type", each.span, "'for_each' needs things to go through", hint)
    if each is not None and sort not in ("always", "never", "reachable"):
        belongs_to = "'for_each' can only be used with 'always', 'never' and 'reachable'"
        world.error("misplaced-key", each.span, belongs_to, "leave it out")
    for name, _ in takes:
        if name in world.families or name in world.named or name in world.values or name in world.components:
            assert isinstance(each, Mapping)
            message = f"'{name}' has a meaning already"
            world.error("name-taken", each.entries[0][0].span, message, "choose another name")
    texts = []
    for key in (sort, "when"):
        text = node.get(key)
        if isinstance(text, Scalar) and sort not in ("ends", "every_option", "no_dead_end"):
            type_ = NUMBER if key == "falls" else TRUTH
            texts.append((Named(key, "invariant", node, takes, type_), text))
    return _Draft(node, entry.id, sort, takes, tuple(texts)) if len(world.diagnostics) == known else None


_BELOW: Final = {"<": 1, "<=": 0}
_ABOVE: Final = {">": 1, ">=": 0}


def distance(test: Bound, wanted: bool) -> Bound:
    """Return the distance of a test from being as wanted, 0 if it is."""
    if isinstance(test, Op):
        if test.op == "not":
            return distance(test.arguments[0], not wanted)
        if test.op in ("and", "or"):
            parts = tuple(distance(each, wanted) for each in test.arguments)
            return Op("+" if (test.op == "and") == wanted else "min", parts, NUMBER)
        if len(test.arguments) == 2 and all(each.type.kind == "number" for each in test.arguments):
            one, other = test.arguments
            if test.op in _BELOW:
                return _excess(one, other, _BELOW[test.op], wanted)
            if test.op in _ABOVE:
                return _excess(other, one, _ABOVE[test.op], wanted)
            if test.op == "=" and wanted:
                return Op("max", (Op("-", (one, other), NUMBER), Op("-", (other, one), NUMBER)), NUMBER)
    return Op("if", (test, Const(int(not wanted), NUMBER), Const(int(wanted), NUMBER)), NUMBER)


def _excess(one: Bound, other: Bound, strictly: int, wanted: bool) -> Bound:
    """Return the excess by which the first number is too large to be less than the second.

    If that is not wanted, it is the amount by which it is too small.
    """
    left, right, more = (one, other, strictly) if wanted else (other, one, 1 - strictly)
    gap = Op("+", (Op("-", (left, right), NUMBER), Const(more, NUMBER)), NUMBER)
    return Op("max", (Const(0, NUMBER), gap), NUMBER)
