"""Resolves and types statements: from effect trees to bound blocks. Triggers are woven in here."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from rulewright.core.bind.any_order import in_any_order
from rulewright.core.bind.binder import Binder
from rulewright.core.bind.calls import EffectField, field_run, one_thing, procedure_call
from rulewright.core.bind.candidates import candidates, ordered_candidates
from rulewright.core.bind.choices import Within, choose, may, pick, picked_into
from rulewright.core.bind.computed import as_number, at_least_nothing
from rulewright.core.bind.drawing_on import draw, shuffle
from rulewright.core.bind.faces import face_set, flip, roll_piece
from rulewright.core.bind.giving import cleared, leave, value_named
from rulewright.core.bind.in_other_words import in_other_words, is_counter, is_for_all, written_for
from rulewright.core.bind.in_the_game import in_the_game, is_in, sits
from rulewright.core.bind.later import put_off
from rulewright.core.bind.members import no_amount, number_held, number_or_none
from rulewright.core.bind.position_counters import positions_changed
from rulewright.core.bind.scope import Scope, describe
from rulewright.core.bind.several import is_set, is_space, move_set, pick_set
from rulewright.core.bind.showing import show
from rulewright.core.bind.suggested_names import all_of_it_hint, call_hint, fixed_hint
from rulewright.core.bind.suggested_values import one_space
from rulewright.core.bind.value_checks import given, kept, limit
from rulewright.core.bind.woken import Own, slot_changed, with_zones_watched
from rulewright.core.bind.world import SEAT, Family
from rulewright.core.language.requirements import reason_at, reasons_of
from rulewright.core.language.unparse import unparse_expression
from rulewright.core.model import bound as b
from rulewright.core.model import bound_values as bv
from rulewright.core.model import effects as ast
from rulewright.core.model import effects_on_pieces as on_pieces
from rulewright.core.model.bound import BoundBlock, BoundStatement
from rulewright.core.model.bound_values import Bound, Const, Local
from rulewright.core.model.effect_names import ALL_AT_ONCE, LATER, part_named
from rulewright.core.model.effects import Block, Place
from rulewright.core.model.endings import PLACE
from rulewright.core.model.kinds import kind_of
from rulewright.core.model.nodes import nodes_of
from rulewright.core.model.origins import Origin
from rulewright.core.model.type import NOTHING, NUMBER, TRUTH, Type

MAX_LOOPS = 12

_NO_SUCH_END = "no procedure of this game ends it this way, so a scenario cannot either"


@dataclass(slots=True)
class EffectBinder:
    """Binds the statements of one procedure."""

    binder: Binder
    procedure: str
    whole: int = -1
    """The number of the effect whose text this is, -1 if it is a part of another."""
    in_ask_each: bool = False
    loops: int = 0

    def block(self, scope: Scope, block: Block) -> BoundBlock:
        inner = scope.inner()
        found: list[BoundStatement] = []
        for statement in block:
            written = written_for(self.binder, statement)
            origin = Origin(scope.text, written)
            bound = self._statement(inner, statement)
            if bound and written is statement:
                found.append(self.binder.marked("statement", scope.text, bound[0], statement, origin=origin))
                bound = bound[1:]
            found += [each if each.origin is not None else replace(each, origin=origin) for each in bound]
        return tuple(found)

    def _statement(self, scope: Scope, node: ast.Statement) -> list[BoundStatement]:
        binder = self.binder
        match node:
            case ast.Change():
                return self._change(scope, node)
            case ast.Assign():
                return self._assign(scope, node)
            case on_pieces.Move():
                return with_zones_watched(binder, scope, self._move(scope, node), self._own())
            case on_pieces.Draw():
                pile, to = self._zone_changed(scope, node.source), self._zone_changed(scope, node.to)
                if pile.spaces:
                    message, one = "pieces are drawn from a pile, not from spaces", one_space(binder.world, node.source)
                    whole = unparse_expression(node.source)
                    hint = f"name one, such as {one}, and move it; or let the seat pick it: pick x from {whole}"
                    self.binder.error(scope, "wrong-type", node.source.at, message, hint)
                to = self._takes_many(scope, pile, to, node, node.source)
                drawn = draw(binder, scope, binder.number(scope, node.amount), pile, to)
                return with_zones_watched(binder, scope, drawn, self._own())
            case on_pieces.Shuffle():
                zone = self._zone_changed(scope, node.zone)
                if zone.spaces:
                    self.binder.error(scope, "wrong-type", node.zone.at, "a pile is shuffled, not spaces")
                family = binder.world.family_of(node.zone)
                return shuffle(binder, family, zone) if family is not None else []
            case on_pieces.Flip():
                return flip(binder, scope, node)
            case on_pieces.Show():
                return show(binder, scope, node)
            case on_pieces.Roll():
                return roll_piece(binder, self.procedure, scope, node)
            case ast.Pick() if words := picked_into(binder, node):
                return in_other_words(binder, scope, node, words, self.block)
            case ast.Pick():
                return [pick(binder, self.procedure, scope, node)]
            case ast.PickSet():
                return pick_set(binder, self.procedure, scope, node)
            case ast.Let():
                return self._let(scope, node)
            case ast.Require():
                return [
                    b.RequireTest(binder.test(scope, node.test), scope.span(node.at), reasons_of(scope.text, node.test))
                ]
            case ast.Call():
                return self._call(scope, node)
            case ast.Do():
                return self._do(scope, node)
            case ast.Leave() | ast.Give():
                return leave(binder, scope, node, (self.procedure, self.whole))
            case ast.If():
                test = binder.test(scope, node.test)
                return [b.Branch(test, self.block(scope, node.then), self.block(scope, node.otherwise))]
            case ast.ForEach():
                (local, source, where, inner), order = ordered_candidates(binder, scope, node.over)
                items, position = scope.new(Type("set", source.type.domain)), scope.new(NUMBER)
                return [b.Loop(local, source, where, self._loop_body(inner, node), items, position, order)]
            case ast.Repeat():
                times = binder.number(scope, node.times)
                left = scope.new(NUMBER)
                return [b.RepeatTimes(times, self._loop_body(scope, node), left)]
            case ast.While():
                return [b.RepeatWhile(binder.test(scope, node.test), self._loop_body(scope, node))]
            case ast.May():
                return [may(binder, self.procedure, scope, node, self.block)]
            case ast.InAnyOrder():
                return in_any_order(binder, self.procedure, scope, node, self._within)
            case ast.Choose():
                return [choose(binder, self.procedure, scope, node, self.block)]
            case ast.Ask():
                return self._ask(scope, node)
            case ast.Derived(needs_places=True) if PLACE not in binder.world.families:
                binder.error(
                    scope, "no-such-end", node.at, _NO_SUCH_END, "end the game this way in a procedure of the game"
                )
                return []
            case ast.Derived():
                words = node.among(
                    lambda named: is_counter(binder, scope, named), lambda test: is_for_all(binder, scope, test)
                )
                return in_other_words(binder, scope, node, words, self.block)
            case ast.Later():
                name = part_named(self.procedure, LATER)
                within = EffectBinder(binder, name, self.whole).block
                return put_off(binder, scope, node, name, self.whole, within)

    def _own(self) -> Own:
        return Own(self.whole, self.procedure)

    def _within(self, procedure: str) -> Within:
        """Return the function that binds a block as a procedure that is a part of this text."""
        return EffectBinder(self.binder, procedure, self.whole, self.in_ask_each).block

    def _loop_body(self, scope: Scope, node: ast.ForEach | ast.Repeat | ast.While) -> BoundBlock:
        self.loops += 1
        if self.loops == MAX_LOOPS + 1:
            message = f"more than {MAX_LOOPS} nested loops"
            self.binder.error(scope, "effect-too-deep", node.at, message, "make the inner ones a procedure")
        body = self.block(scope, node.body)
        self.loops -= 1
        return body

    # ---- Changes

    def _zone_changed(self, scope: Scope, node: ast.Expression) -> bv.ZoneRef:
        """A zone whose pieces a statement moves."""
        zone = self.binder.zone(scope, node)
        self._note_change(scope, node)
        return zone

    def _note_change(self, scope: Scope, node: ast.Expression) -> None:
        while isinstance(node, ast.Index):
            node = node.target
        family = self.binder.world.family_of(node)
        if family is not None:
            self.binder.world.note(scope.text, node.at, family.sort, family.id, how="changes")

    def _target(self, scope: Scope, node: ast.Expression) -> tuple[bv.Read, Family] | None:
        value = number_or_none(self.binder.bind(scope, node))
        family = self.binder.world.family_of(node)
        if isinstance(value, bv.Read) and family is not None and family.sort != "zone":
            self._note_change(scope, node)
            return value, family
        if value.type != NOTHING:
            message, hint = "only a counter or a marker can be changed", fixed_hint(self.binder.world, scope, node)
            self.binder.error(scope, "not-changeable", node.at, message, hint)
        return None

    def _change(self, scope: Scope, node: ast.Change) -> list[BoundStatement]:
        if (counted := positions_changed(self.binder, scope, node)) is not None:
            return counted
        found = self._target(scope, node.counter)
        if found is not None and (hint := all_of_it_hint(self.binder.world, scope, node)):
            message = f"'all' applies to pieces, not to '{found[1].id}'"
            self.binder.error(scope, "unknown-name", node.amount.at, message, hint)
            return []
        amount = at_least_nothing(self.binder.number(scope, node.amount))
        if found is None:
            return []
        target, family = found
        if family.sort != "counter":
            self.binder.error(scope, "wrong-type", node.counter.at, f"'{family.id}' is a marker; use 'set'")
            return []
        if fault := no_amount(family, node.verb, node.counter):
            self.binder.error(scope, "wrong-type", node.counter.at, *fault)
            return []
        change = b.SetSlot(
            target,
            node.verb,
            amount,
            family.low,
            family.high,
            scope.span(node.at),
            reason_at(scope.text, node.at),
        )
        return slot_changed(self.binder, scope, family, change, self._own())

    def _assign(self, scope: Scope, node: ast.Assign) -> list[BoundStatement]:
        if isinstance(node.target, ast.Name) and node.target.name in scope.names:
            local = scope.names[node.target.name]
            self.binder.world.note(scope.text, node.target.at, "local", node.target.name, type_=local.type)
            value = given(self.binder, scope, node.value, local.type)
            return [b.SetLocal(local, value)]
        if (turned := face_set(self.binder, scope, node)) is not None:
            return turned
        if (counted := positions_changed(self.binder, scope, node)) is not None:
            return counted
        found = self._target(scope, node.target)
        if found is None:
            self.binder.bind(scope, node.value)
            return []
        target, family = found
        if family.type == TRUTH:
            value = as_number(self.binder.test(scope, node.value))
        elif family.sort == "counter":
            value = (number_held if family.may_be_none else Binder.number)(self.binder, scope, node.value)
            if isinstance(value, Const) and not family.low <= value.value <= family.high:
                low = 0 if family.may_be_none else family.low
                message = f"'{family.id}' is between {low} and {family.high}, so it is never {value.value}"
                self.binder.error(scope, "out-of-bounds", node.value.at, message)
        else:
            value = self.binder.thing(scope, node.value, family.type.domain)
        span = scope.span(node.at)
        change = b.SetSlot(target, "set", value, family.low, family.high, span, reason_at(scope.text, node.at))
        return slot_changed(self.binder, scope, family, change, self._own())

    def _move(self, scope: Scope, node: on_pieces.Move) -> list[BoundStatement]:
        to = self._zone_changed(scope, node.to)
        if is_set(self.binder.world, scope, node.piece):
            source = self.binder.set_of(scope, node.piece)
            if not is_space(source):
                self._note_change(scope, node.piece)
                return move_set(scope, source, self._takes_many(scope, source, to, node, node.piece), under=node.under)
            piece = self.binder.as_thing(scope, node.piece, source, to.type.domain)
        else:
            piece = self.binder.thing(scope, node.piece, to.type.domain)
        if to.spaces > 1:
            self.binder.error(
                scope,
                "wrong-index",
                node.to.at,
                f"name one of the {to.spaces} spaces",
                f"such as {one_space(self.binder.world, node.to)}",
            )
        space = unparse_expression(node.to)
        number = limit(self.binder, scope, node.at, f"'{space}' is full", space) if to.spaces == 1 else -1
        return [b.MovePiece(piece, to, node.under, number)]

    def _takes_many(
        self, scope: Scope, source: Bound, to: bv.ZoneRef, node: on_pieces.Move | on_pieces.Draw, named: ast.Expression
    ) -> bv.ZoneRef:
        """Return the zone that several pieces of a set go to: a pile that holds such pieces."""
        if source.type.domain != to.type.domain and source.type.domain and to.type.domain:
            kinds = [kind_of(each.type.domain) for each in (source, to)]
            hint = f"one holds {kinds[0]}, the other {kinds[1]}"
            message = "these pieces are of another kind than the zone holds"
            self.binder.error(scope, "wrong-type", node.at, message, hint)
        if to.spaces:
            message, hint = "many pieces go to a pile, not to a space", ""
            if isinstance(source, bv.ZoneRef) and not source.spaces:
                to_one = one_space(self.binder.world, node.to) if to.spaces > 1 else unparse_expression(node.to)
                hint = f"one after the other: move top({unparse_expression(named)}) to {to_one}"
            self.binder.error(scope, "wrong-type", node.at, message, hint)
        return to

    def _let(self, scope: Scope, node: ast.Let) -> list[BoundStatement]:
        before, value, after = value_named(self.binder, scope, node.value)
        self._check_new_name(scope, node.name, node.at)
        local = scope.new(value.type._replace(low=None, high=None), node.name)
        self.binder.world.note(scope.text, node.name_at, "local", node.name, how="names", type_=value.type)
        return [*before, b.SetLocal(local, kept(self.binder, scope, value, node.value.at)), *after]

    def _check_new_name(self, scope: Scope, name: str, at: Place) -> None:
        if self.binder.is_taken(name):
            self.binder.error(scope, "name-taken", at, f"'{name}' has a meaning already", "choose another name")

    # ---- Seats asked

    def _ask(self, scope: Scope, node: ast.Ask) -> list[BoundStatement]:
        if node.seat is not None:
            seat = self.binder.thing(scope, node.seat, SEAT)
            inner = scope.inner()
            asked = inner.new(Type("thing", SEAT, seat.type.optional))
            # Nobody may be asked, but then the block is skipped: whoever acts in it is there.
            inner.me = Local(asked.number, Type("thing", SEAT))
            body = self.block(inner, node.body)
            plays = is_in(self.binder, inner.me)
            if plays is not None:
                body = (b.Branch(plays, body, ()),)
            if seat.type.low is None:
                body = (b.Branch(sits(self.binder, asked), body, ()),)
            return [b.SetLocal(asked, seat), *body]
        if self.in_ask_each:
            self.binder.error(scope, "nested-ask-each", node.at, "'ask each' cannot be nested in another 'ask each'")
            return []
        id_ = part_named(self.procedure, ALL_AT_ONCE)
        procedure = self.binder.program.add_procedure(id_, scope.span(node.at))
        procedure.at_once = True
        number, arguments = procedure.number, tuple(scope.names.values())
        inner, procedure.parameters = scope.apart(scope.names)
        ask = b.AskAll(number, arguments)
        named: list[BoundStatement] = []
        if node.over is None and self.binder.world.leaves:
            local, all_seats = scope.inner().new(Type("thing", SEAT)), bv.DomainSet(-1, Type("set", SEAT))
            ask = b.AskAll(number, arguments, local, all_seats, is_in(self.binder, local))
        elif node.over is not None:
            local, source, where = self._seats(scope, node.over)
            ask = b.AskAll(number, arguments, local, in_the_game(self.binder, scope, source), where)
            named = [b.SetLocal(inner.new(local.type, node.over.variable), inner.me)]
        body = (*named, *EffectBinder(self.binder, id_, self.whole, in_ask_each=True).block(inner, node.body))
        procedure.body, procedure.n_locals = body, inner.counter[0]
        return [ask]

    def _seats(self, scope: Scope, over: ast.Candidates) -> tuple[Local, Bound, Bound | None]:
        """The seats that are asked at once."""
        local, source, where, _ = candidates(self.binder, scope, over, "ask each")
        if source.type.domain not in (SEAT, ""):
            message = f"this is {describe(source.type)}; only seats can be asked"
            self.binder.error(scope, "wrong-type", over.source.at, message, "for example: ask each s in others: ...")
        return local, source, where

    # ---- Calls

    def _call(self, scope: Scope, node: ast.Call) -> list[BoundStatement]:
        world = self.binder.world
        named = world.procedure(node.procedure)
        if named is None:
            message = f"no verb or procedure is named '{node.procedure}'"
            hint = call_hint(world, scope, node.procedure, node.arguments)
            self.binder.error(scope, "unknown-procedure", node.at, message, hint)
            return []
        world.note(scope.text, node.at, "procedure", named.id, how="runs")
        call = procedure_call(self.binder, scope, named, scope.me, node.arguments, node.at)
        return [call, *cleared(self.binder, scope, named, node.at)]

    def _do(self, scope: Scope, node: ast.Do) -> list[BoundStatement]:
        if not isinstance(node.target, ast.Field):
            name = node.target.name if isinstance(node.target, ast.Name) else ""
            is_procedure = self.binder.world.procedure(name) is not None
            hint = f"a procedure runs by its name alone: {name}" if is_procedure else ""
            self.binder.error(scope, "wrong-type", node.at, "'do' runs an effect field: do card.effect", hint)
            return []
        target = one_thing(self.binder, scope, node.target.target)
        field = EffectField(target, node.target.name, node.target.at, node.arguments)
        bound = field_run(self.binder, scope, field, node.at, how="runs")
        return [bound] if bound is not None else []


def names_changed(node: object) -> Iterator[str]:
    """The bare names that a text sets."""
    for each in nodes_of(node):
        if isinstance(each, ast.Assign) and isinstance(each.target, ast.Name):
            yield each.target.name
