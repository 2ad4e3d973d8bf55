"""House rules on top of others: `extends: [harbour, fast_ships]` names a ruleset and then its variants.

Such a variant is read with all that it extends, and comes after them. Its modules are its own, else those of the others
together; so are its settings, on which the others may not disagree unless it picks one itself.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from rulewright.core.diagnostics import Diagnostic, error
from rulewright.core.load.modules import Named, names_in
from rulewright.core.model.document import Mapping, Node, Scalar, Sequence, items_of, text_of, values_of, written_at
from rulewright.core.packages.package_names import id_named

TOGETHER = "together"
"""The key under which a variant that was read has those that it extends; no file has it."""
_DEEPEST = 20

ReadVariant = Callable[[Named], tuple[Mapping | None, tuple[Diagnostic, ...]]]
"""How a variant is read by its name, as another one names it."""


def ruleset_extended(variant: Mapping | None) -> Node | None:
    """Return the node where a variant names the ruleset it extends, or None if it names none."""
    written = variant.get("extends") if variant is not None else None
    return next(iter(items_of(written)), None) if isinstance(written, Sequence) else written


def variants_extended(variant: Mapping) -> tuple[Named, ...]:
    """Return the variants that one extends besides the ruleset, with their places."""
    written = variant.get("extends")
    return names_in(written)[1:] if isinstance(written, Sequence) else ()


def each_of(variant: Mapping | None) -> Iterator[Mapping]:
    """Yield the variants that one extends, those they extend first, each once, and the variant itself."""
    if variant is None:
        return
    yield from (each for each in items_of(variant.get(TOGETHER)) if isinstance(each, Mapping))
    yield variant


def with_extended(variant: Mapping, read: ReadVariant) -> tuple[Mapping, tuple[Diagnostic, ...]]:
    """Return a variant together with all that it extends, and what is wrong with that."""
    if not variants_extended(variant):
        return variant, ()
    found: dict[str, Mapping] = {}
    faults: list[Diagnostic] = []
    _gather(variant, read, found, faults, (variant.text_at("variant"),))
    others = tuple(found.values())
    entries = {key.text: (key, value) for key, value in variant.entries}
    if variant.get("modules") is None:
        entries |= _modules_of(others)
    entries |= _settings_of(variant, others, faults)
    entries[TOGETHER] = (written_at(TOGETHER, variant.span), Sequence(others, variant.span))
    return replace(variant, entries=tuple(entries.values())), tuple(faults)


def _gather(
    variant: Mapping, read: ReadVariant, found: dict[str, Mapping], faults: list[Diagnostic], way: tuple[str, ...]
) -> None:
    """Read the variants that a variant extends, the innermost first, into `found`. Circles are diagnostics."""
    for name, span in variants_extended(variant):
        own_id = id_named(name)
        if own_id in way or len(way) > _DEEPEST:
            circle = " extends ".join(f"'{each}'" for each in (*way, own_id))
            faults.append(error("order-cycle", span, f"variants extend each other: {circle}", "leave one out"))
        elif own_id not in found:
            other, wrong = read((name, span))
            faults += wrong
            if other is not None and (own := other.text_at("variant")) != own_id:
                faults.append(error("unknown-value", span, f"the variant in '{name}.yaml' is named '{own}'"))
            elif other is not None:
                _gather(other, read, found, faults, (*way, own_id))
                found[own_id] = other


def _modules_of(others: tuple[Mapping, ...]) -> dict[str, tuple[Scalar, Node]]:
    """Return the modules that variants pick, together, or {} if none picks any."""
    written = [(each.key_node("modules"), each.get("modules")) for each in others]
    picked = [(key, node) for key, node in written if key is not None and node is not None]
    if not picked:
        return {}
    named = {text_of(item): item for _, node in picked for item in items_of(node)}
    return {"modules": (picked[0][0], Sequence(tuple(named.values()), picked[0][1].span))}


def _settings_of(
    variant: Mapping, others: tuple[Mapping, ...], faults: list[Diagnostic]
) -> dict[str, tuple[Scalar, Node]]:
    """Return the settings that variants pick, together. Two that disagree are a diagnostic."""
    own = {name.text: (name, value) for name, value in values_of(variant.get("settings"))}
    found: dict[str, tuple[Scalar, Scalar]] = {}
    for name, value in (each for other in others for each in values_of(other.get("settings"))):
        known = found.setdefault(name.text, (name, value))
        if known[1].text != value.text and name.text not in own:
            message = f"the setting '{name.text}' is picked as {known[1].text} and as {value.text}"
            hint = f"first at {known[1].span.file}:{known[1].span.line}; pick it in the variant that extends both"
            faults.append(error("patch-conflict", value.span, message, hint))
    merged = found | own
    if not merged:
        return {}
    key = variant.key_node("settings") or written_at("settings", variant.span)
    return {"settings": (key, Mapping(tuple(merged.values()), key.span))}
