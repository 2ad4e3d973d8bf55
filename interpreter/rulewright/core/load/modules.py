"""Which modules a table plays with, and in which order they are read.

The module `base` is always on. What modules contain is not looked at here.
"""

from __future__ import annotations

from collections.abc import Iterable
from collections.abc import Mapping as Lookup
from typing import TypeAlias, TypeVar

from rulewright.core.diagnostics import Diagnostic, Span, did_you_mean, error
from rulewright.core.load.folder import ModuleSource, RulesetSource
from rulewright.core.model.document import Mapping, Node, Scalar, Sequence, part_of, text_of

BASE = "base"
# What is said about modules that exist and do not go together.
CHOICE_CODES = ("module-needs", "module-conflict", "slot-empty")

Named: TypeAlias = tuple[str, Span]
Item = TypeVar("Item")


def choose_modules(
    source: RulesetSource, asked: tuple[str, ...], variant: Mapping | None
) -> tuple[tuple[ModuleSource, ...], tuple[Diagnostic, ...]]:
    """The modules of a game in reading order.

    Those asked for by name; else those listed by the variant, else the default. `base` is always on, and a
    slot that nobody asked to fill is filled by the default module for it.
    """
    known = {module.id: module for module in source.modules}
    faults: list[Diagnostic] = []
    chosen: dict[str, ModuleSource] = {BASE: known[BASE]} if BASE in known else {}
    for name, span in _wanted(source, asked, variant):
        if name in known:
            chosen[name] = known[name]
        else:
            faults.append(unknown_module(name, known, span))
    for name in _slot_defaults(source, chosen, known):
        chosen[name] = known[name]
    rank = {name: place for place, (name, _) in enumerate(default_modules(source))}
    modules = sorted(chosen.values(), key=lambda module: (module.id != BASE, rank.get(module.id, len(rank)), module.id))
    faults += _unmet(source, modules, known)
    return _in_order(modules, faults), tuple(faults)


def default_modules(source: RulesetSource) -> tuple[Named, ...]:
    """The modules that the manifest switches on, as `modules: {default: [...]}` or `modules: [...]`."""
    return default_names(manifest_of(source))


def default_names(manifest: Mapping) -> tuple[Named, ...]:
    """The modules that a ruleset's manifest switches on."""
    listed = manifest.get("modules")
    return names_in(part_of(listed, "default") or listed)


def manifest_of(source: RulesetSource | ModuleSource) -> Mapping:
    """The manifest of a ruleset or module, empty if there is none."""
    node = source.manifest.node if source.manifest is not None else None
    if isinstance(node, Mapping):
        return node
    return Mapping((), Span(source.manifest.name if source.manifest is not None else source.id, 1, 1))


def languages_in(source: RulesetSource) -> tuple[str, ...]:
    """The languages in which a ruleset says that it has titles."""
    return tuple(name for name, _ in names_in(manifest_of(source).get("languages")))


def names_in(node: Node | None) -> tuple[Named, ...]:
    """The names in a list, or the one name that stands for a list, with their places."""
    items = node.items if isinstance(node, Sequence) else (node,) if isinstance(node, Scalar) else ()
    return tuple((name, item.span) for item in items if (name := text_of(item)))


def in_order(items: Iterable[tuple[Item, str, frozenset[str]]]) -> tuple[list[Item], list[Item]]:
    """Things, each with a name and the names of those it comes after, else in the order given; and those left over,
    which wait for each other.
    """
    ordered: list[Item] = []
    pending = list(items)
    while pending:
        waiting = {name for _, name, _ in pending}
        ready = next((each for each in pending if not (each[2] - {each[1]}) & waiting), None)
        if ready is None:
            break
        pending.remove(ready)
        ordered.append(ready[0])
    return ordered, [item for item, _, _ in pending]


def needed_by(names: Iterable[str], needs: Lookup[str, Iterable[str]]) -> tuple[str, ...]:
    """Names and all that they need, directly or not."""
    wanted = list(names)
    for each in wanted:
        wanted += [need for need in needs.get(each, ()) if need not in wanted]
    return tuple(wanted)


def unknown_module(name: str, known: Iterable[str], span: Span) -> Diagnostic:
    """No module has that name."""
    known = tuple(known)
    hint = did_you_mean(name, known) or (f"modules: {', '.join(known)}" if known else "")
    return error("unknown-module", span, f"no module is named '{name}'", hint)


def _wanted(source: RulesetSource, asked: tuple[str, ...], variant: Mapping | None) -> tuple[Named, ...]:
    if asked:
        return tuple((name, manifest_of(source).span) for name in asked)
    listed = part_of(variant, "modules")
    return names_in(listed) if listed is not None else default_modules(source)


def _slot_defaults(
    source: RulesetSource, chosen: dict[str, ModuleSource], known: dict[str, ModuleSource]
) -> tuple[str, ...]:
    """The default modules that fill slots which no chosen module fills."""
    filled = {slot for module in chosen.values() for slot in _fills(module)}
    needed = {slot for slot, _ in names_in(manifest_of(source).get("slots"))} - filled
    fillers = [name for name, _ in default_modules(source) if name in known]
    return tuple(name for name in fillers if needed & _fills(known[name]))


def _fills(module: ModuleSource) -> set[str]:
    return {slot for slot, _ in names_in(manifest_of(module).get("fills"))}


def _unmet(source: RulesetSource, modules: list[ModuleSource], known: dict[str, ModuleSource]) -> list[Diagnostic]:
    """Needs, conflicts and slots that the chosen modules do not satisfy."""
    faults: list[Diagnostic] = []
    chosen = {module.id for module in modules}
    fillers: dict[str, str] = {}
    for module in modules:
        manifest = manifest_of(module)
        for name, span in names_in(manifest.get("needs")):
            if name not in known:
                faults.append(unknown_module(name, known, span))
            elif name not in chosen:
                message = f"the module '{module.id}' needs the module '{name}', which is off"
                faults.append(error("module-needs", span, message, f"add '{name}', or leave '{module.id}' out"))
        for name, span in names_in(manifest.get("conflicts")):
            if name not in known:
                faults.append(unknown_module(name, known, span))
            elif name in chosen and name != module.id:
                message = f"the module '{module.id}' conflicts with the module '{name}'"
                faults.append(error("module-conflict", span, message, "play with one of them"))
        for name, span in names_in(manifest.get("after")):
            if name not in known:
                faults.append(unknown_module(name, known, span))
        for slot, span in names_in(manifest.get("fills")):
            first = fillers.setdefault(slot, module.id)
            if first != module.id:
                message = f"the modules '{first}' and '{module.id}' both fill the slot '{slot}'"
                faults.append(error("module-conflict", span, message, "play with one of them"))
    for slot, span in names_in(manifest_of(source).get("slots")):
        if slot not in fillers:
            able = [module.id for module in known.values() if slot in _fills(module)]
            hint = f"add one of: {', '.join(able)}" if able else f"write a module with 'fills: {slot}'"
            faults.append(error("slot-empty", span, f"no chosen module fills the slot '{slot}'", hint))
    return faults


def _in_order(modules: list[ModuleSource], faults: list[Diagnostic]) -> tuple[ModuleSource, ...]:
    """The modules with each one after those it names in `after`, else in the order given."""
    named = [(module, module.id, frozenset(dict(names_in(manifest_of(module).get("after"))))) for module in modules]
    ordered, stuck = in_order(named)
    if stuck:
        span = names_in(manifest_of(stuck[0]).get("after"))[0][1]
        names = ", ".join(f"'{each.id}'" for each in stuck)
        message = f"the modules {names} wait for each other's 'after'"
        faults.append(error("order-cycle", span, message, "remove one 'after'"))
    return (*ordered, *stuck)
