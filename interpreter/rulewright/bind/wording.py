"""What people call the names in the texts of an entry: its key `wording`."""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.bind.world import Component, Named, World
from rulewright.diagnostics import did_you_mean
from rulewright.model.document import Mapping, Scalar
from rulewright.model.effect_names import entry_of
from rulewright.model.program import Program


def check_words(world: World, program: Program) -> None:
    """Each name in `wording` must be one that a decision in the entry's texts shows."""
    for entry in _entries(world):
        for key, _ in _written(entry):
            shown = _shown(program, entry.id)
            if key.text not in shown:
                message = f"no decision in '{entry.id}' shows anything named '{key.text}'"
                hint = did_you_mean(key.text, shown) or f"shown are: {', '.join(sorted(shown)) or 'none'}"
                world.error("unknown-name", key.span, message, hint)


def words_of(world: World) -> dict[str, dict[str, dict[str, str]]]:
    """For each entry that has words: what each name is called, by language."""
    found = {
        entry.id: {
            key.text: {language.text: str(text.value) for language, text in title.entries if isinstance(text, Scalar)}
            for key, title in _written(entry)
        }
        for entry in _entries(world)
    }
    return {name: words for name, words in found.items() if words}


def _entries(world: World) -> Iterator[Named | Component]:
    yield from world.components.values()
    for triggers in world.triggers.values():
        yield from triggers
    yield from world.named.values()


def _written(entry: Named | Component) -> Iterator[tuple[Scalar, Mapping]]:
    node = entry.node.get("wording")
    for key, title in node.entries if isinstance(node, Mapping) else ():
        if isinstance(title, Mapping):
            yield key, title


def _shown(program: Program, entry: str) -> set[str]:
    """The names that the decisions in the texts of an entry show."""
    sites = [each for each in program.sites if entry_of(each.procedure) == entry]
    return {label for each in sites for label in each.labels} | {name for each in sites for name, _ in each.known}
