"""Declarations with texts of their own: procedures, quantities, modifiers, triggers, free actions."""

from __future__ import annotations

import re
from typing import Final

from rulewright.core.bind.declared_endings import declare_tests
from rulewright.core.bind.declared_fields import takes_of, type_at
from rulewright.core.bind.scope import unsure
from rulewright.core.bind.woken import WATCHED, takes_of_trigger
from rulewright.core.bind.world import Named, World, unknown
from rulewright.core.load.entries import Entry, Sections
from rulewright.core.model.document import Node, text_of
from rulewright.core.model.sections import AT_THE_END, SORTS
from rulewright.core.model.type import NOTHING, NUMBER, TRUTH, Type

_CALL: Final = re.compile(r"\w+(\([^()]*\))?")
"""A quantity, as a line of the table names it."""


def declare_texts(world: World, sections: Sections) -> None:
    """Declare everything that has a text of its own, triggers and modifiers with what they belong to."""
    for section in ("quantities", "procedures", *AT_THE_END):
        sort = SORTS[section]
        for entry in sections.get(section, ()):
            node = entry.node
            named = Named(entry.id, sort, node, takes_of(world, node.get("takes")), NUMBER)
            if sort == "procedure":
                named.type = _given_by(world, node.get("gives"))
            elif sort == "quantity":
                named.type = unsure(type_at(world, node.text_at("gives") or "number", node.span_of("gives")))
            elif sort == "repetition":
                named.type = TRUTH
            world.named[entry.id] = named
    declare_tests(world, sections)
    for entry in sections.get("looks", ()):
        kind = entry.node.text_at("of")
        if kind in world.kinds and is_test(entry.node.text_at("seats")):
            world.named[entry.id] = Named(entry.id, "look", entry.node, (("it", Type("thing", kind)),), TRUTH)
    for entry in sections.get("modifiers", ()):
        target = entry.node.text_at("quantity")
        quantity = world.named.get(target)
        if (
            quantity is None
            or quantity.sort != "quantity"
            or quantity.type.kind != "number"
            or (quantity.id in world.positions)
        ):
            known = world.ids_of("quantity")
            unknown(world, "unknown-quantity", "quantity", target, entry.node.span_of("quantity"), known)
            continue
        takes = quantity.takes if entry.node.get("amount") is None else (*quantity.takes, (quantity.id, NUMBER))
        world.modifiers.setdefault(quantity.id, []).append(Named(entry.id, "modifier", entry.node, takes, NUMBER))
    for entry in sections.get("triggers", ()):
        _trigger(world, entry)
    for entry in sections.get("free_actions", ()):
        world.named[entry.id] = Named(entry.id, "free action", entry.node)
        world.free_actions.append(world.named[entry.id])


def is_test(seats: str) -> bool:
    """Return whether the `seats` of a look are a test of their own, and not one quantity of the component."""
    return bool(seats) and _CALL.fullmatch(seats) is None


def _given_by(world: World, gives: Node | None) -> Type:
    """Return the type that a procedure declares to give, or NOTHING."""
    if gives is None:
        return NOTHING
    type_ = world.type_named(text_of(gives) or "")
    if type_ is not None and type_.kind == "set" and type_.domain == "number":
        hint = "give a set of things, or the numbers from which the set is computed"
        world.error("wrong-type", gives.span, "a procedure cannot give a set of numbers: its size has no limit", hint)
    elif type_ is None or type_.kind not in ("number", "truth", "thing", "set"):
        unknown(world, "unknown-type", "type", str(text_of(gives)), gives.span, {"number", "truth", *world.domains})
        return NUMBER
    return unsure(type_)


def _trigger(world: World, entry: Entry) -> None:
    for key in ("before", "after", "change"):
        name = entry.node.text_at(key)
        if not name:
            continue
        named = Named(entry.id, "trigger", entry.node)
        if key == "change":
            family = world.families.get(name)
            if family is None or family.sort not in WATCHED:
                known = {each for sort in WATCHED for each in world.ids_of(sort)}
                unknown(world, "unknown-counter", "counter, marker or zone", name, entry.node.span_of(key), known)
                return
            named.takes = takes_of_trigger(world, entry.node, family)
        elif name not in world.ids_of("procedure"):
            known = world.ids_of("procedure")
            unknown(world, "unknown-procedure", "procedure", name, entry.node.span_of(key), known)
            return
        world.triggers.setdefault((key, name), []).append(named)
        return
    world.error("missing-field", entry.node.span, "a trigger needs 'before', 'after' or 'change'")
