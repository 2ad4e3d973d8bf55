"""Binds what turns a piece to one of its faces: `flip`, `set` of its face, and `roll`, where chance does."""

from __future__ import annotations

from rulewright.core.bind.binder import Binder
from rulewright.core.bind.calls import one_thing
from rulewright.core.bind.choices import place_asked, stream
from rulewright.core.bind.computed import ZERO, computed
from rulewright.core.bind.scope import Scope, describe
from rulewright.core.bind.several import is_set, is_space
from rulewright.core.bind.suggested_names import face_hint
from rulewright.core.bind.suggested_values import EACH_OF_THEM
from rulewright.core.bind.value_checks import index_inside
from rulewright.core.language.requirements import reason_at
from rulewright.core.language.unparse import unparse_expression
from rulewright.core.model import bound as b
from rulewright.core.model import bound_values as bv
from rulewright.core.model import effects as ast
from rulewright.core.model import effects_on_pieces as on_pieces
from rulewright.core.model.bound import BoundStatement
from rulewright.core.model.bound_values import Bound, Const
from rulewright.core.model.kinds import PieceOf
from rulewright.core.model.type import NOTHING, NUMBER, Type


def roll_piece(binder: Binder, procedure: str, scope: Scope, node: on_pieces.Roll) -> list[BoundStatement]:
    """The statements that roll a piece, or each of a set one after the other."""
    if not is_set(binder.world, scope, node.piece):
        return _rolled(binder, procedure, scope, node, _turned(binder, scope, node.piece, "roll (x in {})"))
    source = binder.set_of(scope, node.piece)
    if is_space(source):
        return _rolled(binder, procedure, scope, node, binder.piece_in(source))
    each, items = scope.new(Type("thing", source.type.domain)), scope.new(source.type)
    body = tuple(_rolled(binder, procedure, scope, node, each))
    return [b.Loop(each, source, None, body, items, scope.new(NUMBER))] if body else []


def flip(binder: Binder, scope: Scope, node: on_pieces.Flip) -> list[BoundStatement]:
    """The statement that turns a piece to the face of a name."""
    piece = _turned(binder, scope, node.piece)
    kind, is_piece = binder.world.kind_of(piece.type.domain)
    if kind is None or not is_piece or node.face not in kind.faces:
        if piece.type != NOTHING:
            hint = face_hint(kind, node.face)
            binder.error(scope, "unknown-face", node.at, f"{describe(piece.type)} has no face '{node.face}'", hint)
        return []
    binder.world.note(scope.text, node.face_at, "face", node.face, kind.id)
    slot = bv.PieceSlot(binder.layout.faces, piece, NUMBER)
    high = len(kind.faces) - 1
    value = Const(kind.faces.index(node.face), NUMBER)
    return [b.SetSlot(slot, "set", value, 0, high, scope.span(node.at), reason_at(scope.text, node.at))]


def face_set(binder: Binder, scope: Scope, node: ast.Assign) -> list[BoundStatement] | None:
    """Return the statement that turns a piece to a numbered face, or None if something else is set."""
    if not isinstance(node.target, ast.Field) or node.target.name != "face":
        return None
    piece = _turned(binder, scope, node.target.target)
    kind, is_piece = binder.world.kind_of(piece.type.domain)
    if kind is None or not is_piece or not kind.faces:
        return None
    first, count = kind.first_face, len(kind.faces)
    value = binder.number(scope, node.value)
    if isinstance(value, Const) and not first <= value.value < first + count:
        message = f"its faces are numbered from {first} to {first + count - 1}; there is no {value.value}"
        binder.error(scope, "out-of-bounds", node.value.at, message)
        return []
    value = index_inside(binder, scope, value, first, count, "a face", node.value.at)
    slot = bv.PieceSlot(binder.layout.faces, piece, NUMBER)
    number = Const(value.value - first, NUMBER) if isinstance(value, Const) else _less(value, first)
    return [b.SetSlot(slot, "set", number, 0, count - 1, scope.span(node.at), reason_at(scope.text, node.at))]


def _turned(binder: Binder, scope: Scope, node: ast.Expression, each: str = EACH_OF_THEM) -> Bound:
    """Return the piece that is turned, for a component its first copy."""
    found = one_thing(binder, scope, node, each)
    kind, is_piece = binder.world.kind_of(found.type.domain)
    if isinstance(found, Const) and kind is not None and not is_piece:
        return binder.thing(scope, node, PieceOf(kind.id))
    return found


def _less(value: Bound, first: int) -> Bound:
    return computed("-", value, Const(first, NUMBER)) if first else value


def _rolled(binder: Binder, procedure: str, scope: Scope, node: on_pieces.Roll, piece: Bound) -> list[BoundStatement]:
    kind, is_piece = binder.world.kind_of(piece.type.domain)
    if kind is None or not is_piece or not kind.faces:
        if piece.type != NOTHING:
            hint = "give the kind its faces, as in faces: 1..6; or roll a number without a die: roll NAME from 1..6"
            binder.error(scope, "unknown-face", node.piece.at, f"{describe(piece.type)} has no faces to roll", hint)
        return []
    name, span = f"{procedure}: roll {unparse_expression(node.piece)}", scope.span(node.at)
    last = Const(len(kind.faces) - 1, NUMBER)
    face = scope.new(NUMBER._replace(low=0, high=last.value))
    site = place_asked(binder, procedure, scope, ("face",), ("number",), span, asks=False)
    faces = bv.RangeSet(ZERO, last, Type("set", "number"))
    counter, key = stream(binder, name, 1)
    slot = bv.PieceSlot(binder.layout.faces, piece, NUMBER)
    reason = reason_at(scope.text, node.at)
    return [
        b.PickOne(site, scope.me, face, faces, None, None, True, span, counter, key),
        b.SetSlot(slot, "set", face, 0, last.value, span, reason),
    ]
