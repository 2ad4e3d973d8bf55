"""Lints for unreachable entries: procedures never called, counters never changed, zones always empty."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from rulewright.author.lint.lint_examples import KEEP, WIND
from rulewright.author.lint.parsed_texts import LintText
from rulewright.author.lint.reach import ReachedTexts, reached_in
from rulewright.author.lint.scene import LintGroup, LintScene, LintVerdict, verdict
from rulewright.core.diagnostics import CodeExplained, indefinite
from rulewright.core.load.entries import Entry, field_type, fields_in, value_named
from rulewright.core.model.document import Node, Scalar, items_of, scalars_in, text_of
from rulewright.core.model.grids import PLACED
from rulewright.core.model.kinds import DomainName, kind_of
from rulewright.core.model.sections import SORTS

_CALLED = ("procedures", "triggers", "free_actions")
_OUT = "remove it, or use it in a rule"


def unreached(scene: LintScene) -> Iterator[LintVerdict]:
    """Yield a verdict on each entry of a game that must be reached."""
    reached = reached_in(scene)
    within = _named_by_unreached(scene, reached)
    for section in _CALLED:
        for entry in scene.assembly.section(section):
            idle = entry.id not in reached.entries and entry.id not in within
            yield _verdict("never-reached", entry, _not_called(entry, SORTS[section]) if idle else None)
    for entry in scene.assembly.section("quantities"):
        unread = entry.id not in reached.entries and entry.id not in within
        message = f"no rule, score or line of the table reads the quantity '{entry.id}'"
        yield _verdict("never-read", entry, (message, _OUT) if unread else None)
    for section in ("counters", "markers"):
        for entry in scene.assembly.section(section):
            yield from _changeable(scene, entry, reached, within)
    for entry in scene.assembly.section("zones"):
        yield from _zone(entry, reached, within)
    for entry in scene.assembly.section("settings"):
        yield _setting(entry, reached, within)
    yield from _domains(scene, reached, within)
    yield from _fields(scene, reached, within)


def _verdict(code: str, entry: Entry, found: tuple[str, str] | None) -> LintVerdict:
    return verdict(code, entry, entry.id_span(), found)


def _named_by_unreached(scene: LintScene, reached: ReachedTexts) -> set[str]:
    """Return the names that occur only in unreached entries.

    One finding for each cause is enough.
    """
    known = {text.node.span for text in reached.texts}
    found: set[str] = set()
    for text in scene.texts:
        if text.node.span not in known:
            found |= scene.uses_in(text).all() - {text.entry.id}
    return found


def _not_called(entry: Entry, sort: str) -> tuple[str, str]:
    if sort == "procedure":
        message = f"no rule that is ever reached calls the procedure '{entry.id}'"
        return message, "call it, or remove it"
    for key in ("before", "after", "change"):
        watched = text_of(entry.node.get(key))
        if watched is not None:
            waits = (
                f"a change of '{watched}', which no rule changes"
                if key == "change"
                else f"'{watched}', which never happens"
            )
            return (
                f"the trigger '{entry.id}' waits for {waits}",
                "change what it waits for, or remove it",
            )
    return f"the free action '{entry.id}' is never offered: none of its 'during' happens", "name another procedure"


def _changeable(scene: LintScene, entry: Entry, reached: ReachedTexts, within: set[str]) -> Iterator[LintVerdict]:
    uses, name = reached.uses, entry.id
    read, changed = name in uses.read, name in uses.changed
    sort = entry.section.removesuffix("s")
    unused = not read and not changed and name not in within
    yield _verdict("never-used", entry, (f"no rule names the {sort} '{name}'", _OUT) if unused else None)
    same = read and not changed and name not in within
    message = f"no rule changes the {sort} '{name}', so it stays as it starts"
    hint = "change it in a rule, or write a quantity, which a house rule can change too"
    yield _verdict("never-changed", entry, (message, hint) if same else None)
    useless = changed and not read and name not in within and bool(scene.assembly.section("table"))
    message = f"the {sort} '{name}' is changed, but no rule, score or line of the table reads it"
    yield _verdict("never-read", entry, (message, "read it in a rule, or remove it") if useless else None)


def _zone(entry: Entry, reached: ReachedTexts, within: set[str]) -> Iterator[LintVerdict]:
    uses, name = reached.uses, entry.id
    starts = entry.node.get("start") is not None
    known = name in uses.read or name in uses.filled or name in within
    yield _verdict("never-used", entry, None if known else (f"no rule names the zone '{name}'", _OUT))
    empty = name in uses.read and name not in uses.filled and name not in within and not starts
    message = f"nothing is ever in the zone '{name}': it has no 'start', and no rule moves a piece there"
    hint = "move pieces to it, or add 'start' with the pieces that begin in it"
    yield _verdict("never-filled", entry, (message, hint) if empty else None)


def _setting(entry: Entry, reached: ReachedTexts, within: set[str]) -> LintVerdict:
    counted = entry.node.get("ruled_seats") is not None
    idle = not counted and entry.id not in reached.uses.read and entry.id not in within
    message = f"no rule reads the setting '{entry.id}': every choice gives the same game"
    return _verdict("never-read", entry, (message, "use it in a test, or remove it") if idle else None)


def _domains(scene: LintScene, reached: ReachedTexts, within: set[str]) -> Iterator[LintVerdict]:
    """Enumerations and their values, kinds and their components."""
    named = reached.uses.read | within
    written = _written_values(scene)
    typed = _types(scene)
    for entry in scene.assembly.section("enumerations"):
        names = map(value_named, items_of(entry.node.get("values")))
        values = [name for name in names if isinstance(name, Scalar)]
        whole = entry.id in named or any(entry.id in family.per for family in scene.world.families.values())
        used = whole or entry.id in typed or any(value.text in named or value.text in written for value in values)
        yield _verdict("never-used", entry, None if used else (f"no rule names the enumeration '{entry.id}'", _OUT))
        for value in values:
            missed = used and not whole and value.text not in named and value.text not in written
            message = f"no rule and no component names '{value.text}'"
            yield verdict("never-used", entry, value.span, (message, _OUT) if missed else None)
    for entry in scene.assembly.section("kinds"):
        kind = scene.world.kinds[entry.id]
        used = entry.id in named or entry.id in typed or any(each.id in named for each in kind.designs)
        yield _verdict("never-used", entry, None if used else (f"no rule names the kind '{entry.id}'", _OUT))
    for entry in scene.assembly.section("components"):
        yield _verdict("never-in-play", entry, _idle_component(scene, entry, named, written))


def _idle_component(scene: LintScene, entry: Entry, named: set[str], written: set[str]) -> tuple[str, str] | None:
    component = scene.world.components[entry.id]
    kind = scene.world.kinds[component.kind]
    if entry.id in named or entry.id in written or kind.id in named:
        return None
    hint = "use it in a rule, or remove it"
    if not kind.has_pieces:
        maps = [each.type.domain for each in scene.world.named.values() if each.sort == "map"]
        if kind.id in maps or any(kind.id in family.per for family in scene.world.families.values()):
            return None
        return f"no rule and no other component names '{entry.id}', nor all of its kind '{kind.id}'", hint
    starts = scene.once(f"texts of the starts of zones for {kind.id}", lambda: _starts_of(scene, kind.id))
    if any(text.node.text == "true" for text in starts):
        return None
    if starts:
        by_table = _names_behind(scene, starts) & scene.world.settings.keys()
        if by_table or entry.id not in scene.once("boxed", scene.boxed):
            return None
        message = f"'{entry.id}' never comes into play: no zone has it at the start, and no rule names it"
        return message, "include it in the 'start' of a zone, move it by its name, or remove it"
    message = (
        f"'{entry.id}' never comes into play: no zone for its kind '{kind.id}' has a 'start', and no rule names it"
    )
    return message, "add a 'start' to a zone, or move it by its name"


def _starts_of(scene: LintScene, kind: str) -> list[LintText]:
    """Return the texts that say which pieces of a kind are in its zones before the game."""
    zones = [each for each in scene.world.families.values() if each.sort == "zone"]
    holding = {f"{each.id}.start" for each in zones if kind_of(each.type.domain) == kind}
    return [text for text in scene.texts if text.bound in holding and text.entry.section == "zones"]


def _names_behind(scene: LintScene, texts: list[LintText]) -> set[str]:
    """Return the names that texts use, directly or through quantities."""
    found: set[str] = set()
    waiting = list(texts)
    of_quantities = scene.once("texts of quantities", lambda: _of_quantities(scene))
    while waiting:
        new = scene.uses_in(waiting.pop()).all() - found
        found |= new
        waiting += [text for name in new for text in of_quantities.get(name, ())]
    return found


def _of_quantities(scene: LintScene) -> dict[str, list[LintText]]:
    found: dict[str, list[LintText]] = {}
    for text in scene.texts:
        if text.entry.section == "quantities":
            found.setdefault(text.entry.id, []).append(text)
    return found


def _written_values(scene: LintScene) -> set[str]:
    """Return the names used as values on components, and where markers and settings start."""
    written: list[Node] = []
    for entry in scene.assembly.section("components"):
        written += [node for key, node in entry.node.entries if key.text not in ("id", "kind", "title", "source")]
    for section, key in (("markers", "start"), ("maps", "borders")):
        for entry in scene.assembly.section(section):
            written += [node for node in (entry.node.get(key),) if node is not None]
    return {each.text for node in written for _, each in scalars_in(node)}


def _types(scene: LintScene) -> set[DomainName]:
    """Return the domains in use: of indexes, markers, parameters, fields and maps."""
    found: set[DomainName] = set()
    world = scene.world
    for family in world.families.values():
        found |= set(family.per)
        found.add(kind_of(family.type.domain))
    for named in world.named.values():
        found |= {kind_of(type_.domain) for _, type_ in named.takes} | {named.type.domain}
    for kind in world.kinds.values():
        found |= {kind.id} if kind.is_record else set()
        for spec in kind.fields.values():
            found |= {spec.type.domain, *(kind_of(type_.domain) for _, type_ in spec.takes)}
    return found


def _fields(scene: LintScene, reached: ReachedTexts, within: set[str]) -> Iterator[LintVerdict]:
    """Yield a verdict on each field of kinds and borders.

    Texts are for people, and fields that a map generates cannot be removed, so neither has findings.
    """
    uses = reached.uses
    named = uses.read | uses.done | within
    for section, key in (("kinds", "fields"), ("maps", "border_fields")):
        for entry in scene.assembly.section(section):
            for _, name, definition in fields_in(entry.node.get(key)):
                if name.text in PLACED and name.span == entry.node.span:
                    continue
                message = f"no rule reads '{name.text}' of {indefinite(entry.id)}"
                idle = name.text not in named and field_type(definition) != "text"
                hint = "read it in a rule, or remove it"
                yield verdict("never-read", entry, name.span, (message, hint) if idle else None)


_EXPLAINED: Final = (
    CodeExplained(
        "never-reached", "Nothing ever runs this effect.",
        "With every choice of modules, no text calls the procedure, the trigger never fires, or the free action is "
        "never offered." + KEEP % "never-reached",
        "lint", "procedures:\n  - {id: blow, does: gain 1 coin}",
        "procedures:\n  - {id: blow, does: gain 1 coin}\ntriggers:\n  - {id: gust, after: turn, does: blow}",
    ),
    CodeExplained(
        "never-read", "A value is changed or written, but never read.",
        "A counter, field, setting or quantity that no test, amount or line of the table reads changes nothing in a"
        " game."
        + KEEP % "never-read",
        "lint", WIND % ("", "gain 1 wind"), WIND % ("when: wind < 2, ", "gain 1 wind"),
    ),
    CodeExplained(
        "never-used", "An entry that nothing mentions.",
        "It is left over, or the text that should use it is not written yet." + KEEP % "never-used",
        "lint", "counters:\n  - {id: wind, min: 0, max: 3}", WIND % ("when: wind < 2, ", "gain 1 wind"),
    ),
    CodeExplained(
        "never-changed", "A counter or marker is read, but never changes.",
        "If it is constant, write the number where it is read; otherwise add the text that changes it."
        + KEEP % "never-changed",
        "lint", WIND % ("when: wind < 2, ", "gain 1 coin"), WIND % ("when: wind < 2, ", "gain 1 wind"),
    ),
    CodeExplained(
        "never-filled", "A zone that is always empty.",
        "It has no `start`, and no text moves or draws a piece to it." + KEEP % "never-filled",
        "lint", "zones:\n  - {id: bag, holds: card, visible: all}\n"
        "triggers:\n  - {id: gust, after: turn, does: move bag to hand}",
        "zones:\n  - {id: bag, holds: card, visible: all}\n"
        "triggers:\n  - {id: gust, after: turn, does: move top(bag) to hand; move top(hand) to bag}",
    ),
    CodeExplained(
        "never-in-play", "A component that no game ever uses.",
        "No zone starts with it, no text names it, and no text iterates over its kind." + KEEP % "never-in-play",
        "lint", "components:\n  - {id: spade, kind: tool, title: {en: Spade, fr: Pelle}, source: {doc: DOC, place:"
        " c}}\n"
        "kinds:\n  - {id: tool, title: {en: Tool, fr: Outil}}\n"
        "zones:\n  - {id: bag, holds: tool, visible: all}\n"
        "triggers:\n  - {id: gust, after: turn, does: move top(bag) to bag}",
        "components:\n  - {id: spade, kind: tool, title: {en: Spade, fr: Pelle}, source: {doc: DOC, place: c}}\n"
        "kinds:\n  - {id: tool, title: {en: Tool, fr: Outil}}\n"
        "zones:\n  - {id: bag, holds: tool, visible: all}\n"
        "triggers:\n  - {id: gust, after: turn, does: move spade to bag}",
    ),
)  # fmt: skip
LINTS: Final = LintGroup(_EXPLAINED, of_entries=(unreached,))
