"""The names in what is shown of a game: in the lines of its table, in the texts of its looks and areas."""

from __future__ import annotations

from itertools import chain

from rulewright.core.bind.world import World
from rulewright.core.compile.look_faults import area_faults, chosen_faults, face_faults, row_faults, worth_faults
from rulewright.core.diagnostics import did_you_mean
from rulewright.core.load.entries import Sections
from rulewright.core.locales.line_text import table_faults
from rulewright.core.model.document import Mapping, Node, items_of, text_of
from rulewright.core.model.game import Blueprint


def check_table(world: World, blueprint: Blueprint, sections: Sections) -> None:
    """The names in the lines that show the table."""
    nodes = {entry.id: entry.node for entry in sections.get("table", ())}
    fields = {kind.id: frozenset(kind.fields) for kind in world.kinds.values()}
    for name, key, fault in table_faults(blueprint, fields):
        written = nodes[name].get(key) or nodes[name]
        world.error("unknown-name", written.span, f"{key}: {fault.message}", did_you_mean(fault.wrong, fault.known))


def check_looks(world: World, blueprint: Blueprint, sections: Sections) -> None:
    """The names in the texts of looks and areas."""
    looks = {text_of(entry.node.get("of")) or "": entry for entry in sections.get("looks", ())}
    nodes = {entry.id: entry.node for section in ("looks", "areas") for entry in sections.get(section, ())}
    fields = {kind.id: frozenset(kind.fields) for kind in world.kinds.values()}
    faces = {kind: (looks[kind].id, face) for kind, face in blueprint.look.faces.items()}
    counters = {name: looks[name].id for name in blueprint.look.manners}
    faults = chain(
        area_faults(blueprint), face_faults(blueprint, faces, fields),
        row_faults(blueprint, counters), worth_faults(blueprint, counters), chosen_faults(blueprint, counters),
    )  # fmt: skip
    for name, way, fault in faults:
        written: Node = nodes[name]
        for step in way:
            written = (written.get(step) if isinstance(written, Mapping) else items_of(written)[int(step)]) or written
        world.error("unknown-name", written.span, fault.message, did_you_mean(fault.wrong, fault.known))
