"""Lessons and words for newcomers: what they say, and whether the steps of a guided game name what there is."""

from __future__ import annotations

from typing import Final

from rulewright.core.bind.world import World, unknown
from rulewright.core.load.entries import Sections
from rulewright.core.model.document import Mapping, by_language, text_of, title_of
from rulewright.core.model.lessons import CHOICE, STEP, Lesson

_PARTS_OF: Final = {"during": (STEP, CHOICE, "setup"), "when": (STEP,)}


def lessons_of(world: World, sections: Sections) -> tuple[Lesson, ...]:
    """Return all lessons in the order in which they are written, reporting unknown names in them."""
    found = []
    for entry in sections.get("lessons", ()):
        lesson = lesson_of(entry.id, entry.node)
        found.append(lesson)
        for key, sort in (("during", "procedure"), ("when", "quantity")):
            node = entry.node.get(key)
            if node is None:
                continue
            if lesson.part not in _PARTS_OF[key]:
                allowed = " or ".join(_PARTS_OF[key])
                world.error("misplaced-key", node.span, f"'{key}' needs part: {allowed}", "leave it out")
            known = {each for each in world.ids_of(sort) if key == "during" or not world.named[each].takes}
            name = text_of(node) or ""
            if name not in known:
                unknown(world, f"unknown-{sort}", sort if key == "during" else f"{sort} that takes nothing", name,
                        node.span, known)  # fmt: skip
    return tuple(found)


def lesson_of(id_: str, node: Mapping) -> Lesson:
    """A lesson as it is written."""
    part, during, when = (node.text_at(key) for key in ("part", "during", "when"))
    return Lesson(id_, part, by_language(node.get("text")), title_of(node), during, when)


def words_in(sections: Sections) -> tuple[Lesson, ...]:
    """The words that the ruleset explains to players."""
    return tuple(lesson_of(entry.id, entry.node) for entry in sections.get("glossary", ()))
