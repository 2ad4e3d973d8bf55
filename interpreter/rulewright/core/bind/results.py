"""The quantities that tell how a game ends, in a ruleset that says more of it than its scoring does.

They are written in the language, in names that no text can write, and bound after everything that has a text.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from rulewright.core.bind.binder import Binder
from rulewright.core.bind.computed import ZERO, computed
from rulewright.core.bind.declared_endings import who
from rulewright.core.bind.halves import summed
from rulewright.core.bind.scope import ME, Scope
from rulewright.core.bind.world import NOWHERE, Named
from rulewright.core.model import bound_values as bv
from rulewright.core.model import effects as ast
from rulewright.core.model.bound_values import Bound, Const
from rulewright.core.model.document import Mapping, written_at
from rulewright.core.model.effects import START, Expression
from rulewright.core.model.endings import LOST, OUTCOME, PLACE, SIDE, TEAM, WEIGHT, WON, EndingNumbers
from rulewright.core.model.type import NUMBER, TRUTH, Type

_EACH = ast.Name("each of the side", START)


def bind_results(binder: Binder) -> EndingNumbers | None:
    """The numbers of the quantities, None where the scoring says all."""
    world = binder.world
    has_places, has_outcomes, has_teams = PLACE in world.families, OUTCOME in world.families, bool(world.teams)
    if not (has_places or has_outcomes or has_teams):
        return None
    notes, world.notes = world.notes, None
    side = _bind_sides(binder) if has_teams else -1
    place: Expression = _place_of_side() if has_teams else ast.Name(PLACE, START)
    added = summed(binder)
    points = _of_side(_sum(added), has_teams)
    breaks = [each.id for each in world.named.values() if each.sort == "tie-break"]
    aim = ast.Operation("+", ast.Operation("*", place, _number(WEIGHT), START), points, START)
    found = EndingNumbers(
        _quantity(binder, "place of its side", place) if has_places else -1,
        side,
        _outcome(binder) if has_outcomes else -1,
        _quantity(binder, "points of its side", points),
        _quantity(binder, "aim of its side", aim if has_places else points),
        tuple(_quantity(binder, f"{each} of its side", _of_side(_sum((each,)), has_teams)) for each in breaks),
    )
    for name in (SIDE, *(each for each in added if " " in each)):
        world.named.pop(name, None)
    world.notes = notes
    return found


def _bind_sides(binder: Binder) -> int:
    """Bind the team of a seat, the first whose test is true, and return the number of its side.

    A seat without a team is a side of its own.
    """
    world, program = binder.world, binder.program
    team: Bound = Const(-1, Type("thing", TEAM, True))
    names = world.teams
    for place, name in reversed([*enumerate(names)]):
        test = bv.Evaluate(world.named[who(name)].number, ME, (), TRUTH)
        team = bv.Op("if", (test, Const(place, Type("thing", TEAM)), team), Type("thing", TEAM, True))
    number = world.named[TEAM].number
    program.quantities[number] = replace(program.quantities[number], amount=team)
    program.bare[number] = team
    own = bv.Evaluate(number, ME, (), team.type)
    alone = computed("+", ME, Const(len(names), NUMBER))
    side = bv.Op("if", (computed(">=", own, ZERO), own, alone), NUMBER)
    number = program.add_quantity(SIDE, side, NUMBER, NOWHERE)
    world.named[SIDE] = Named(SIDE, "quantity", Mapping((), NOWHERE), type=NUMBER, number=number)
    return number


def _outcome(binder: Binder) -> int:
    """The number of the outcome, which is the same for all seats."""
    family = binder.world.families[OUTCOME]
    value = bv.Read(family.base, (), NUMBER, family.id)
    return binder.program.add_quantity("number of the outcome", value, NUMBER, NOWHERE)


def _mates(where: Expression | None = None) -> ast.Candidates:
    """The seats of one side, perhaps only those for which a test is true."""
    theirs, ours = (ast.Field(each, SIDE, START) for each in (_EACH, ast.Name("me", START)))
    same: Expression = ast.Operation("=", theirs, ours, START)
    both = same if where is None else ast.Operation("and", same, where, START)
    return ast.Candidates(_EACH.name, ast.Name("seat", START), both, START)


def _place_of_side() -> Expression:
    """Return the place of a side: won or lost if one of its seats has, else the best of their places."""
    place = ast.Field(_EACH, PLACE, START)
    found: Expression = ast.Quantifier("highest", place, _mates(), START)
    for named in (LOST, WON):
        one = ast.Quantifier("any", None, _mates(ast.Operation("=", place, _number(named), START)), START)
        found = ast.Conditional(one, _number(named), found, START)
    return found


def _of_side(own: Expression, has_teams: bool) -> Expression:
    """Return the total of the names in a sum over all seats of a side."""
    return ast.Quantifier("sum", _of_each(own), _mates(), START) if has_teams else own


def _of_each(own: Expression) -> Expression:
    match own:
        case ast.Operation(left=left) if left is not None:
            return replace(own, left=_of_each(left), right=_of_each(own.right))
        case ast.Name(name=name):
            return ast.Field(_EACH, name, START)
        case _:
            return own


def _sum(names: Iterable[str]) -> Expression:
    total: Expression = _number(0)
    for each in names:
        total = ast.Operation("+", total, ast.Name(each, START), START)
    return total


def _number(value: int) -> Expression:
    return ast.Number(value, START)


def _quantity(binder: Binder, name: str, amount: Expression) -> int:
    value = binder.number(Scope(written_at("", NOWHERE)), amount)
    return binder.program.add_quantity(name, value, NUMBER, NOWHERE)
