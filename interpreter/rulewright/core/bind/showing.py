"""Binds `show`, by which some seats see pieces now.

What they see after a move is the matter of `visible`.
"""

from __future__ import annotations

from rulewright.core.bind.binder import Binder
from rulewright.core.bind.computed import for_each
from rulewright.core.bind.scope import Scope, describe
from rulewright.core.bind.world import SEAT
from rulewright.core.model import bound as b
from rulewright.core.model import effects_on_pieces as on_pieces
from rulewright.core.model.bound import BoundBlock, BoundStatement
from rulewright.core.model.bound_values import Bound, Local
from rulewright.core.model.effects import Expression
from rulewright.core.model.kinds import PieceOf
from rulewright.core.model.type import NOTHING, Type

_LASTS = "`visible` of the zone decides what stays visible"


def show(binder: Binder, scope: Scope, node: on_pieces.Show) -> list[BoundStatement]:
    """Each of the pieces is shown to each of the seats."""
    what, seats = binder.as_set(scope, node.what), binder.as_set(scope, node.seats)
    if not isinstance(what.type.domain, PieceOf):
        _refuse(binder, scope, node.what, what, "only pieces can be shown", _LASTS)
        return []
    if seats.type.domain != SEAT:
        _refuse(binder, scope, node.seats, seats, "pieces can only be shown to seats", "for example: others, seat(2)")
        return []
    piece = scope.new(Type("thing", what.type.domain, what.type.kind == "thing"))
    seat = scope.new(Type("thing", SEAT, seats.type.kind == "thing"))
    shown = _for_each(scope, seat, seats, (b.ShowPiece(piece, seat),))
    return list(_for_each(scope, piece, what, shown))


def _for_each(scope: Scope, local: Local, value: Bound, body: BoundBlock) -> BoundBlock:
    """A block for a thing, or for each of a set."""
    if value.type.kind == "thing":
        return (b.SetLocal(local, value), *body)
    return (for_each(scope, local, value, body),)


def _refuse(binder: Binder, scope: Scope, node: Expression, value: Bound, what: str, hint: str) -> None:
    if value.type != NOTHING:
        binder.error(scope, "wrong-type", node.at, f"this is {describe(value.type)}; {what}", hint)
