"""The names and texts that a game reaches from its beginning to its scoring: run, read or changed.

A name after a dot counts for everything of that name, a field or something of a seat: rather too much is reached than
too little.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field

from rulewright.author.lint.name_uses import Uses
from rulewright.author.lint.parsed_texts import LintText
from rulewright.author.lint.scene import LintScene
from rulewright.core.model.document import items_of, text_of
from rulewright.core.model.sections import AT_THE_END


@dataclass(slots=True)
class ReachedTexts:
    """The texts that play a part, and the names in them by what they are used for."""

    texts: list[LintText] = field(default_factory=list)
    entries: set[str] = field(default_factory=set)
    uses: Uses = field(default_factory=Uses)


def reached_in(scene: LintScene) -> ReachedTexts:
    """Return everything that a game reaches."""
    return scene.once("reached", lambda: _reached(scene))


def _reached(scene: LintScene) -> ReachedTexts:
    found = ReachedTexts()
    walk = _Walk(scene, found)
    walk.name(scene.begins)
    for section in AT_THE_END:
        for entry in scene.assembly.section(section):
            walk.entry(entry.id)
    for name in (*sorted(scene.shown), *sorted(scene.counted)):
        found.uses.read.add(name)
        walk.name(name)
    walk.to_the_end()
    return found


class _Walk:
    """The texts that are still to be examined, and the graph of what leads to them."""

    def __init__(self, scene: LintScene, found: ReachedTexts) -> None:
        self.scene, self.found = scene, found
        self.waiting: list[LintText] = []
        self.named: set[str] = set()
        self.changed: set[str] = set()
        self.of_entry: dict[str, list[LintText]] = defaultdict(list)
        self.of_field: dict[str, list[LintText]] = defaultdict(list)
        for text in scene.texts:
            if text.entry.section == "components":
                self.of_field[text.field].append(text)
            else:
                self.of_entry[text.entry.id].append(text)
        self.around: dict[str, list[str]] = defaultdict(list)
        self.watching: dict[str, list[str]] = defaultdict(list)
        section = scene.assembly.section
        for entry in section("triggers"):
            for key in ("before", "after", "change"):
                name = text_of(entry.node.get(key)) or ""
                family = scene.world.families.get(name) if key == "change" else None
                # A piece that leaves a zone changes it, wherever it goes, so a zone that is named at all may change.
                into = self.watching if family is not None and family.sort != "zone" else self.around
                into[name].append(entry.id)
        for entry in section("modifiers"):
            self.around[text_of(entry.node.get("quantity")) or ""].append(entry.id)
        for entry in section("free_actions"):
            for item in items_of(entry.node.get("during")):
                self.around[text_of(item) or ""].append(entry.id)

    def entry(self, name: str) -> None:
        """Mark an entry as reached, and so its texts."""
        if name not in self.found.entries:
            self.found.entries.add(name)
            self.waiting += self.of_entry.get(name, ())

    def name(self, name: str) -> None:
        """Mark a name as used, and so the entry it names and everything around that entry."""
        if name in self.named:
            return
        self.named.add(name)
        self.entry(name)
        for each in self.around.get(name, ()):
            self.entry(each)
        self.waiting += self.of_field.get(name, ())

    def to_the_end(self) -> None:
        while self.waiting:
            text = self.waiting.pop()
            self.found.texts.append(text)
            uses = self.scene.uses_in(text)
            self.found.uses.add(uses)
            for name in uses.all():
                self.name(name)
            for name in uses.changed - self.changed:
                self.changed.add(name)
                for each in self.watching.get(name, ()):
                    self.entry(each)
