"""Words for people in entries: the keys `wording`, `asks`, `tells` and `says`."""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.core.bind.free_actions import FREE
from rulewright.core.bind.world import VALUES, Component, Named, World
from rulewright.core.diagnostics import did_you_mean
from rulewright.core.locales.line_text import holes_in, line_faults
from rulewright.core.model.document import Mapping, Node, Scalar, by_language, entries_of, values_of
from rulewright.core.model.effect_names import choosable, entry_of
from rulewright.core.model.program import Program, Site


def check_words(world: World, program: Program) -> None:
    """Report each name in `wording`, `asks` or `tells` that the entry's decisions do not show or know."""
    by_entry: dict[str, list[Site]] = {}
    for site in program.sites:
        by_entry.setdefault(entry_of(site.procedure), []).append(site)
    free = [each for each in program.sites if each.procedure == FREE]
    for entry in _entries(world):
        own = by_entry.get(entry.id, [])
        _check_asked(world, own, entry)
        _check_told(world, own, free, entry)
        for key, _ in entries_of(_own(entry, "wording")):
            shown = _shown(own)
            if key.text not in shown:
                message = f"no decision in '{entry.id}' shows anything named '{key.text}'"
                listed = f"names shown: {', '.join(sorted(shown))}" if shown else "this text shows no name"
                hint = did_you_mean(key.text, shown) or listed
                world.error("unknown-name", key.span, message, hint)


def asks_of(world: World) -> dict[str, dict[str, str]]:
    """The sentences with which decisions of entries are asked, by language: their key `asks`."""
    asked = {entry.id: by_language(_own(entry, "asks")) for entry in _entries(world)}
    return {name: sentences for name, sentences in asked.items() if sentences}


def _check_asked(world: World, sites: list[Site], entry: Named | Component) -> None:
    """Each hole of `asks` must be a name that each decision of the entry knows."""
    asked = [each for each in sites if each.asks]
    known = set.intersection(*({name for name, _ in each.known} for each in asked)) if asked else set[str]()
    for language, text in values_of(_own(entry, "asks")):
        if not asked:
            hint = "remove 'asks' here, and write it in the procedure that asks"
            world.error("unknown-name", text.span, f"no decision in '{entry.id}' asks anything", hint)
        _check_holes(world, f"'{{}}' is not named in '{entry.id}' before it asks", language.text, text, known)


def tells_of(world: World) -> dict[str, dict[str, dict[str, str]]]:
    """Return the log's sentences for choices in entries, by entry, name and language: their key `tells`."""
    return _by_name(world, "tells")


def _check_told(world: World, sites: list[Site], free: list[Site], entry: Named | Component) -> None:
    """Each name in `tells` must be one that is chosen in the entry, with a hole `it` only where it is something."""
    if _own(entry, "tells") is None:
        return
    chosen: dict[str, bool] = {}
    for site in (*free, *sites):
        for number, label in choosable(site.labels) if site.asks else ():
            if entry_of(site.procedure) == entry.id or label == entry.id:
                chosen[label] = bool(site.domains[number])
    for key, told in entries_of(_own(entry, "tells")):
        if key.text not in chosen:
            message = f"no option or pick of '{entry.id}' is named '{key.text}'"
            listed = f"options and picks: {', '.join(sorted(chosen))}" if chosen else "nothing is chosen here"
            hint = did_you_mean(key.text, chosen) or listed
            world.error("unknown-name", key.span, message, hint)
            continue
        for language, text in values_of(told):
            message = f"'{{}}' is not available in '{key.text}'"
            _check_holes(world, message, language.text, text, {"it"} if chosen[key.text] else set())


def words_of(world: World) -> dict[str, dict[str, dict[str, str]]]:
    """Map each entry that has words to its names, and these to their words by language."""
    return _by_name(world, "wording")


def says_of(world: World) -> dict[str, dict[str, str]]:
    """Return the phrases for entries within a sentence, by entry and language: their key `says`."""
    said = {name: by_language(node.get("says")) for name, node in _saying(world)}
    return {name: words for name, words in said.items() if words}


def check_says(world: World) -> None:
    """Report each hole of `says` that is not a name the entry takes or, of a number, its own."""
    for name, node in _saying(world):
        known = {key.text for key, _ in entries_of(node.get("takes"))}
        if name in world.families or (node.get("amount") is not None and node.get("gives") is None):
            known |= {name}
        for language, text in values_of(node.get("says")):
            _check_holes(world, f"'{name}' has no parameter '{{}}'", language.text, text, known)


def _check_holes(world: World, message: str, language: str, text: Scalar, known: set[str]) -> None:
    """Report holes of a sentence other than the known names, with `message` formatted for each."""
    for fault in line_faults(text.text, language):
        world.error("unknown-name", text.span, fault)
    for hole in holes_in(text.text):
        if hole.name not in known or hole.field or hole.arguments is not None:
            there_is = f"known names: {', '.join(sorted(known))}" if known else "write no placeholder here"
            named = world.named.get(hole.name)
            if named is not None and named.sort in VALUES and not named.takes:
                there_is = f"name it in the effect before: let NAME = {hole.name}, and write {{NAME}} here"
            hint = did_you_mean(hole.name, known) or there_is
            world.error("unknown-name", text.span, message.format(hole.name), hint)


def _saying(world: World) -> Iterator[tuple[str, Mapping]]:
    yield from ((each.id, each.node) for each in world.families.values())
    yield from ((each.id, each.node) for each in world.named.values())


def _entries(world: World) -> Iterator[Named | Component]:
    yield from world.components.values()
    for triggers in world.triggers.values():
        yield from triggers
    yield from world.named.values()


def _own(entry: Named | Component, key: str) -> Node | None:
    """Return the value of a key of an entry.

    A component is asked for `wording` alone, as its other keys are fields of its own.
    """
    return entry.node.get(key) if key == "wording" or not isinstance(entry, Component) else None


def _by_name(world: World, key: str) -> dict[str, dict[str, dict[str, str]]]:
    """Return the texts under a key of entries, by entry, name and language."""
    found = {
        entry.id: {name.text: by_language(texts) for name, texts in entries_of(_own(entry, key))}
        for entry in _entries(world)
    }
    return {name: words for name, words in found.items() if words}


def _shown(sites: list[Site]) -> set[str]:
    """The names that the decisions in the texts of an entry show."""
    return {label for each in sites for label in each.labels} | {name for each in sites for name, _ in each.known}
