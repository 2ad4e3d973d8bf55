"""The places at which a game may stop by what it asks of data: those for which the flow of its program has no proof."""

from __future__ import annotations

from rulewright.core.bind.world import Family
from rulewright.core.compile.bound_game import BoundGame
from rulewright.core.model.document import text_of
from rulewright.core.model.kinds import kind_of
from rulewright.core.model.ranges import Interval
from rulewright.core.sound.facts import Facts
from rulewright.core.sound.kept_summaries import are_alike
from rulewright.core.sound.program_flow import ProgramFlow
from rulewright.core.sound.whole import WholeProgram


def flow_of(game: BoundGame, *, believes: bool = True) -> ProgramFlow:
    """Return what is known at each place of a game, with what is taken believed to be given, if it `believes` that."""
    flow = flow_begun(game, believes=believes)
    flow.go()
    return flow


def flow_begun(game: BoundGame, *, believes: bool = True) -> ProgramFlow:
    """Return the flow of a game of which nothing is worked out yet."""
    world = game.world
    spaces, places = (game.tables.numbers.get((name,), -1) for name in ("spaces", "places"))
    whole = WholeProgram(world, game.program, game.layout, spaces, places, believes)
    members: dict[str, Interval] = {}
    for family in world.families.values():
        if family.sort != "zone":
            members[family.id] = Interval(family.start, family.start)
        elif family.node.get("start") is None:
            members[family.id] = Interval(0, 0)
        elif (held := _held_at_start(game, family)) is not None:
            members[family.id] = Interval(held, held)
    flow = ProgramFlow(whole, game.begins, Facts(world, whole=whole, members=members), believes=believes)
    flow.initial = flow.for_some_seat(flow.initial)
    return flow


def stop_alike(one: BoundGame, other: BoundGame) -> bool:
    """Return whether two games may stop at the same places because their programs read the same."""
    return are_alike(flow_begun(one).whole, flow_begun(other).whole)


def _held_at_start(game: BoundGame, family: Family) -> int | None:
    """Return how many pieces a zone holds at the start that takes all of its kind, None where that is not certain."""
    world = game.world
    kind = world.kinds.get(kind_of(family.type.domain))
    node = family.node.get("start")
    if kind is None or family.count != 1 or family.spaces or text_of(node) != "true":
        return None
    if any(each.each_seat for each in kind.designs):
        return None
    for other in world.families.values():
        if other is family:
            return sum(len(each.pieces) for each in kind.designs)
        holds = kind_of(other.type.domain)
        if other.sort == "zone" and holds in ("", kind.id) and other.node.get("start") is not None:
            return None
    return None
