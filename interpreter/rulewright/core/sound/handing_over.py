"""The facts an effect or a quantity begins with, from those where it is run, and those of its caller afterwards."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from rulewright.core.bind.scope import ME
from rulewright.core.model import bound_values as bv
from rulewright.core.model.bound_values import Bound
from rulewright.core.model.ranges import ANY, Interval
from rulewright.core.sound.facts import Facts
from rulewright.core.sound.trees import put_in


def handed_over(
    facts: Facts, parameters: tuple[bv.Local, ...], seat: Bound | None, arguments: tuple[Bound, ...], *, state: bool
) -> Facts:
    """Return the facts of what begins with a seat and values, of the `state` too if that is as it was."""
    whole = facts.whole
    assert whole is not None
    given = [(ME, seat or ME), *zip(parameters, arguments, strict=False)]
    names: dict[int, Bound] = {}
    for parameter, value in given:
        if isinstance(value, bv.Local):
            names.setdefault(value.number, parameter)
    found = _renamed(facts, names, state=state)
    ranges, sizes, homes, values = dict(found.ranges), dict(found.sizes), dict(found.homes), dict(found.values)
    if state:
        sizes |= _of_indexes(facts, given)
    for parameter, value in given:
        known = facts.range_of(value)
        if known != ANY:
            ranges[parameter] = known.meets(ranges.get(parameter, ANY))
        if parameter.type.kind == "set":
            sizes[parameter] = facts.size_of(value)
        if not state:
            continue
        home = facts.home_of(value)
        if home is not None and not any(whole.locals_of(zone) - names.keys() for zone in home):
            homes[parameter] = tuple(put_in(zone, names) for zone in home)
        if not isinstance(value, bv.Local) and not whole.locals_of(value) - names.keys():
            values[parameter] = put_in(value, names)
    return found.but(ranges=ranges, sizes=sizes, homes=homes, values=values)


def _of_indexes(facts: Facts, given: list[tuple[bv.Local, Bound]]) -> dict[Bound, Interval]:
    """Return how much zones hold whose only index is handed over: `man[b.far]` to one that takes `b.far`."""
    names: dict[Bound, Bound] = {value: parameter for parameter, value in given if not isinstance(value, bv.Local)}
    found: dict[Bound, Interval] = {}
    for source, known in facts.sizes.items():
        if isinstance(source, bv.ZoneRef) and len(source.parts) == 1 and source.parts[0][0] in names:
            index, stride = source.parts[0]
            found[replace(source, parts=((names[index], stride),))] = known
    return found


def _renamed(facts: Facts, names: dict[int, Bound], *, state: bool) -> Facts:
    """Return what is known of values that depend on no locals but some, under other names."""
    whole = facts.whole
    assert whole is not None

    def stays(node: Bound) -> bool:
        return not whole.locals_of(node) - names.keys() and (state or not whole.reads(node))

    kept = facts.keeping(stays).but(lost={node: why for node, why in facts.lost.items() if stays(node)})
    return _named(kept, _naming(facts, names), keeps_members=state)


def _naming(facts: Facts, names: dict[int, Bound]) -> Callable[[Bound], Bound]:
    """Return what gives a value with others in place of its locals."""
    whole = facts.whole
    assert whole is not None
    changed = {number: value for number, value in names.items() if value != bv.Local(number, value.type)}
    return lambda node: put_in(node, changed) if whole.locals_of(node) & changed.keys() else node


def _named(facts: Facts, name: Callable[[Bound], Bound], *, keeps_members: bool = True) -> Facts:
    def home(zones: tuple[bv.ZoneRef, ...]) -> tuple[bv.ZoneRef, ...]:
        return tuple(zone for each in zones if isinstance(zone := name(each), bv.ZoneRef))

    return facts.but(
        ranges={name(node): known for node, known in facts.ranges.items()},
        orders={(name(one), name(other)): known for (one, other), known in facts.orders.items()},
        excluded={name(node): known for node, known in facts.excluded.items()},
        sizes={name(node): known for node, known in facts.sizes.items()},
        values={name(node): name(known) for node, known in facts.values.items()},
        homes={name(node): home(zones) for node, zones in facts.homes.items()},
        members=facts.members if keeps_members else {},
        lost={name(node): known for node, known in facts.lost.items()},
        standing=frozenset(),
    )


def taken_back(before: Facts, exits: Facts, given: dict[int, Bound]) -> Facts:
    """Return the facts of a caller after an effect: those that have not changed, and those at every end of the effect.

    `given` are the values of its parameters that are still what they were.
    """
    whole = before.whole
    assert whole is not None

    def stays(node: Bound) -> bool:
        return not whole.locals_of(node) - given.keys()

    kept = exits.keeping(stays).but(lost={node: why for node, why in exits.lost.items() if stays(node)})
    told = _named(kept, _naming(before, given))
    found = before
    for node, known in told.ranges.items():
        if not isinstance(node, bv.Const):
            found = found.with_range(node, known) or found
    for source, known in told.sizes.items():
        found = found.with_size(source, known) or found
    members = dict(found.members)
    for family, known in told.members.items():
        members[family] = known.meets(members.get(family, ANY))
    orders = dict(found.orders)
    for pair, possible in told.orders.items():
        orders[pair] = possible & orders.get(pair, possible)
    excluded = {node: known | found.excluded.get(node, frozenset()) for node, known in told.excluded.items()}
    return found.but(members=members, orders=orders, homes=found.homes | told.homes, lost=found.lost | told.lost,
        excluded=found.excluded | excluded,
    )  # fmt: skip
