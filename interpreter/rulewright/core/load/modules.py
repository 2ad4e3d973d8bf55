"""The choice of modules for a table, and their reading order.

The module `base` is always on. What modules contain is not looked at here.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from collections.abc import Mapping as Lookup
from dataclasses import replace
from typing import TypeAlias, TypeVar

from rulewright.core.diagnostics import Diagnostic, Span, did_you_mean, error
from rulewright.core.load.bundled import BASE
from rulewright.core.load.folder import ModuleSource, RulesetSource
from rulewright.core.model.document import Mapping, Node, Scalar, Sequence, part_of, text_of
from rulewright.core.packages.package_names import LOCAL, Reference, id_named, reference_of
from rulewright.core.packages.version_ranges import version_of

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
        module = module_named(name, source.modules)
        if module is not None:
            chosen[module.id] = module
        else:
            faults.append(unknown_module(name, known, span))
    for name in _slot_defaults(source, chosen, known):
        chosen[name] = known[name]
    rank = {name: place for place, (name, _) in enumerate(default_modules(source))}
    modules = sorted(chosen.values(), key=lambda module: (module.id != BASE, rank.get(module.id, len(rank)), module.id))
    faults += _unmet(source, modules, known)
    return _in_order(modules, faults), tuple(faults)


def module_named(name: str, modules: Iterable[ModuleSource]) -> ModuleSource | None:
    """Return the module with an id, or that of a package in a folder or of a name, or None."""
    modules = tuple(modules)
    by_id = next((each for each in modules if name in (each.id, each.folder)), None)
    if by_id is not None:
        return by_id
    reference = reference_of(name)
    return next((each for each in modules if reference is not None and is_meant(reference, each)), None)


def is_meant(reference: Reference, module: ModuleSource) -> bool:
    """Return whether a reference names this module or package, whatever its version."""
    if reference.id != module.id:
        return False
    return not reference.label or reference.name == package_name(module)


def package_name(module: ModuleSource) -> str:
    """The full name of the package that a module is, empty if it belongs to the ruleset."""
    if module.package is None:
        return ""
    return manifest_of(module).text_at("package") or f"{LOCAL}/{module.id}"


def needed_ids(manifest: Mapping) -> tuple[str, ...]:
    """The ids of the modules that one needs, without labels and versions."""
    return tuple(id_named(name) for name, _ in names_in(manifest.get("needs")))


def default_modules(source: RulesetSource) -> tuple[Named, ...]:
    """The modules that the manifest switches on, as `modules: {default: [...]}` or `modules: [...]`."""
    return default_names(manifest_of(source))


def usual_modules(source: RulesetSource) -> tuple[str, ...]:
    """Return the modules of a table for which none are named, `base` first."""
    return (BASE, *(name for name, _ in default_modules(source) if name != BASE))


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
    """The languages in which a ruleset says that it has titles, and those of its translations."""
    listed = (name for name, _ in names_in(manifest_of(source).get("languages")))
    return tuple(dict.fromkeys((*listed, *(each.language for each in source.spoken if each.language))))


def languages_offered(source: RulesetSource) -> tuple[str, ...]:
    """The languages in which a ruleset, its translations or any of its packages have titles."""
    manifests = (manifest_of(module) for module, _ in source.packages())
    brought = (name for each in manifests for name, _ in names_in(each.get("languages")))
    return tuple(dict.fromkeys((*languages_in(source), *brought)))


def languages_shared(source: RulesetSource) -> tuple[Named, ...]:
    """The languages of a ruleset, with their places, in which its packages are as well if these state theirs."""
    listed = names_in(manifest_of(source).get("languages"))
    for module, _ in source.packages():
        own = dict(names_in(manifest_of(module).get("languages")))
        listed = tuple(each for each in listed if not own or each[0] in own)
    return listed


def names_in(node: Node | None) -> tuple[Named, ...]:
    """The names in a list, or the one name that stands for a list, with their places."""
    items = node.items if isinstance(node, Sequence) else (node,) if isinstance(node, Scalar) else ()
    return tuple((name, item.span) for item in items if (name := text_of(item)))


def in_order(items: Iterable[tuple[Item, str, frozenset[str]]]) -> tuple[list[Item], list[Item]]:
    """Return (ordered, left): things in an order that fits their `after`, and those that wait for each other.

    Where nothing else is said, the given order stays. A thing is its value, its name and the names it comes after.
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
    """Return the diagnostic for a name that no module has."""
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
            faults += _unmet_need(module, name, span, source.modules, chosen)
        for name, span in names_in(manifest.get("conflicts")):
            other = module_named(name, source.modules)
            if other is None:
                faults += misspelt_module(name, known, span)
            elif other.id in chosen and other is not module:
                message = f"the module '{module.id}' conflicts with the module '{other.id}'"
                faults.append(error("module-conflict", span, message, "play with one of them"))
        for name, span in names_in(manifest.get("after")):
            if module_named(name, source.modules) is None:
                faults += misspelt_module(name, known, span)
        faults += _unmet_ruleset(module, source) if module.package is not None else ()
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


def _unmet_need(
    module: ModuleSource, name: str, span: Span, modules: tuple[ModuleSource, ...], chosen: set[str]
) -> Iterator[Diagnostic]:
    """Yield the faults of a module that another needs: it is missing, off, or of a wrong version."""
    other, reference = module_named(name, modules), reference_of(name)
    if other is None:
        label = reference is not None and (reference.label or reference.accepts is not None)
        hint = f"get the package: rulewright add {name.partition(' ')[0]}" if label else ""
        unknown = unknown_module(name, [each.id for each in modules], span)
        yield replace(unknown, hint=hint) if hint else unknown
        return
    if other.id not in chosen:
        message = f"the module '{module.id}' needs the module '{other.id}', which is off"
        yield error("module-needs", span, message, f"add '{other.id}', or leave '{module.id}' out")
    accepts = reference.accepts if reference is not None else None
    written = manifest_of(other).text_at("version")
    version = version_of(written)
    if accepts is not None and (version is None or version not in accepts):
        has = f"is {written}" if written else "states no version"
        message = f"the module '{module.id}' needs '{other.id}' {accepts.written}, and '{other.id}' {has}"
        own = f"leave the version out, as in needs: [{other.id}]"  # a module of a ruleset has none
        hint = own if other.package is None else f"rulewright add {other.id}@{accepts.written}"
        yield error("package-version", span, message, hint)


def _unmet_ruleset(module: ModuleSource, source: RulesetSource) -> Iterator[Diagnostic]:
    """Yield a fault if a package is for another ruleset, or for another version of this one."""
    extends = manifest_of(module).get("extends")
    reference = reference_of(text_of(extends) or "")
    if extends is None or reference is None:
        return
    if reference.id != source.id:
        yield error("wrong-ruleset", extends.span, f"'{module.id}' extends '{reference.id}', not '{source.id}'")
        return
    written = manifest_of(source).text_at("version")
    version = version_of(written)
    if reference.accepts is not None and (version is None or version not in reference.accepts):
        has = f"is {written}" if written else "states no version"
        message = f"'{module.id}' extends '{source.id}' {reference.accepts.written}, and '{source.id}' {has}"
        yield error("package-version", extends.span, message, "get another version of one of them")


def misspelt_module(name: str, known: Iterable[str], span: Span) -> tuple[Diagnostic, ...]:
    """Return an error if an unknown module's name is almost that of a known one, else nothing."""
    near = did_you_mean(name, tuple(known))
    return (error("unknown-module", span, f"no module is named '{name}'", near),) if near else ()


def after_of(module: ModuleSource, modules: Iterable[ModuleSource]) -> frozenset[str]:
    """The modules that one comes after where they are on: those it names, and those that a package needs.

    A need says nothing of the order where the other one comes after this one, or needs it.
    """
    modules = tuple(modules)
    written = _ids_under("after", module, modules)
    if module.package is None:
        return written
    before = {each.id: _ids_under("after", each, modules) | _ids_under("needs", each, modules) for each in modules}
    needs = _ids_under("needs", module, modules)
    return written | frozenset(each for each in needs if module.id not in needed_by((each,), before))


def _ids_under(key: str, module: ModuleSource, modules: tuple[ModuleSource, ...]) -> frozenset[str]:
    found = (module_named(name, modules) for name, _ in names_in(manifest_of(module).get(key)))
    return frozenset(each.id for each in found if each is not None)


def _in_order(modules: list[ModuleSource], faults: list[Diagnostic]) -> tuple[ModuleSource, ...]:
    """The modules with each one after those it names in `after`, else in the order given."""
    named = [(module, module.id, after_of(module, modules)) for module in modules]
    ordered, stuck = in_order(named)
    if stuck:
        listed = names_in(manifest_of(stuck[0]).get("after"))
        span = listed[0][1] if listed else manifest_of(stuck[0]).span
        names = ", ".join(f"'{each.id}'" for each in stuck)
        message = f"the modules {names} wait for each other's 'after'"
        faults.append(error("order-cycle", span, message, "remove one 'after'"))
    return (*ordered, *stuck)
