"""Binds `draw`, also from a pile that another one refills, and `shuffle`."""

from __future__ import annotations

from rulewright.core.bind.binder import Binder
from rulewright.core.bind.choices import stream
from rulewright.core.bind.computed import ZERO, computed
from rulewright.core.bind.scope import Scope
from rulewright.core.bind.world import Family
from rulewright.core.model import bound as b
from rulewright.core.model import bound_values as bv
from rulewright.core.model.bound import BoundStatement
from rulewright.core.model.bound_values import Bound, Const
from rulewright.core.model.type import NUMBER, Type


def draw(binder: Binder, scope: Scope, amount: Bound, pile: bv.ZoneRef, to: bv.ZoneRef) -> list[BoundStatement]:
    """Return the statements that draw from a pile.

    If it runs short, the pile that refills it is shuffled into it in between.
    """
    family = binder.world.families.get(pile.family)
    other = binder.world.families.get(family.refill) if family is not None else None
    if family is None or other is None:
        return [b.DrawPieces(amount, pile, to)]
    wanted, missing = scope.new(NUMBER), scope.new(NUMBER)
    some = bv.Op("non_negative", (amount,), NUMBER._replace(low=0))
    short = computed("-", wanted, bv.SetSize(pile, NUMBER))
    discarded = _beside(family, pile, other)
    needed = computed(">", missing, ZERO)
    kept = Const(int(family.keeps_top), NUMBER)
    fillable = computed(">", bv.SetSize(discarded, NUMBER), kept)
    moved = _but_top(binder, scope, discarded) if family.keeps_top else discarded
    refill = (b.MoveEach(moved, pile), *shuffle(binder, family, pile), b.DrawPieces(missing, pile, to))
    return [
        b.SetLocal(wanted, some),
        b.SetLocal(missing, short),
        b.DrawPieces(wanted, pile, to),
        b.Branch(computed("and", needed, fillable), refill, ()),
    ]


def _but_top(binder: Binder, scope: Scope, pile: bv.ZoneRef) -> Bound:
    """All pieces of a pile but the one on top."""
    element = binder.element(pile)
    each = scope.new(element)
    is_below = computed("!=", each, bv.ZoneEnd(pile, False, element))
    return bv.Quantify("those", each, pile, is_below, None, pile.type)


def shuffle(binder: Binder, family: Family, zone: bv.ZoneRef) -> list[BoundStatement]:
    """The statement that shuffles a zone of a family."""
    counter, key = stream(binder, family.id, family.count)
    return [b.ShuffleZone(zone, counter - family.base, key - family.base)]


def _beside(family: Family, zone: bv.ZoneRef, other: Family) -> bv.ZoneRef:
    """Return the zone of another family with the same indexes as a pile's."""
    return bv.ZoneRef(other.base + zone.base - family.base, zone.parts, 0, Type("set", other.type.domain), other.id)
