"""Lints for numbers and effects of components that the written look of their kind leaves out.

A kind without a look shows all that tells its components apart, so nothing is missing there.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import Final

from rulewright.author.lint.lint_examples import KEEP
from rulewright.author.lint.names_shown import names_in
from rulewright.author.lint.scene import LintGroup, LintScene, LintVerdict, verdict
from rulewright.core.diagnostics import CodeExplained
from rulewright.core.load.entries import Entry, field_type, fields_in
from rulewright.core.model.document import Scalar, text_of

_PRINTED: Final = ("text", "corners")
"""Keys of a look that say what is printed on a component: without them the program prints its fields."""
_NUMBER = re.compile(r"\d+")
_LOOK: Final = (
    'zones:\n  - {id: pile, holds: card, visible: all, start: "true"}\n'
    "triggers:\n  - {id: deal, after: turn, does: move top(pile) to hand}\n"
    'looks:\n  - {id: card_look, of: card, text: "%s"}'
)
_REWARDS: Final = (
    "components:\n"
    "  - {id: sail, kind: card, reward: gain 2 coin, title: {en: C}, source: {doc: DOC, place: a}}\n" + _LOOK
)


def _faces(scene: LintScene) -> Iterator[tuple[Entry, list[Entry], frozenset[str]]]:
    """Yield (kind, its looks, names that they show) for each kind whose look says what is printed on it."""
    written = [*scene.assembly.section("looks"), *scene.assembly.section("table")]
    held = {text_of(each.node.get("holds")) for each in scene.assembly.section("zones")}
    for entry in scene.assembly.section("kinds"):
        looks = [each for each in written if text_of(each.node.get("of")) == entry.id]
        if entry.id in held and any(each.node.get(key) for each in looks for key in _PRINTED):
            yield entry, looks, _names_shown(scene, looks)


def unshown_effects(scene: LintScene) -> Iterator[LintVerdict]:
    """Yield a verdict on each effect that the components of a kind with a written look have of their own."""
    for entry, looks, shown in _faces(scene):
        if any(each.node.get("says") for each in looks):  # texts of their own tell what they do
            continue
        printed = [each.node for each in scene.world.kinds[entry.id].designs if len(each.pieces)]
        for way, name, field in fields_in(entry.node.get("fields")):
            acts = {text_of(each) for node in printed if (each := node.get(name.text)) is not None}
            if not way and field_type(field) == "effect" and len(acts) > 1:
                message = f"each {entry.id} has '{name.text}' of its own, and the look '{looks[0].id}' does not show it"
                hint = f"write {{{name.text}}} into its text"
                yield verdict("unshown-effect", entry, name.span, None if name.text in shown else (message, hint))


def unshown_numbers(scene: LintScene) -> Iterator[LintVerdict]:
    """Yield a verdict on each number that rules read on the components of a kind with a written look."""
    read = frozenset(scene.fields.values())
    for entry, looks, shown in _faces(scene):
        for way, name, field in fields_in(entry.node.get("fields")):
            if way or field_type(field) != "number" or (entry.id, name.text) not in read:
                continue
            told = name.text in shown or not _tells(scene, entry.id, name.text)
            message = f"rules read '{name.text}' on each {entry.id}, and the look '{looks[0].id}' does not show it"
            hint = f"write {{{name.text}}} into its text or corners"
            yield verdict("unshown-number", entry, name.span, None if told else (message, hint))


def _tells(scene: LintScene, kind: str, field: str) -> bool:
    """Return whether a number tells components apart whose titles do not say it."""
    values = {}
    for each in scene.world.kinds[kind].designs:
        if len(each.pieces) and isinstance(node := each.node.get(field), Scalar):
            values[each.id] = (node.value, any(node.text in _NUMBER.findall(title) for title in each.title.values()))
    titled = sum(said for _, said in values.values())  # court cards have a name in place of their number
    return len({value for value, _ in values.values()}) > 1 and titled * 2 < len(values)


def _names_shown(scene: LintScene, looks: Sequence[Entry]) -> frozenset[str]:
    """Return the names in braces of some looks, and all that the quantities among them read."""
    pending = {name for each in looks for name in names_in(each)}
    read: dict[str, set[str]] = defaultdict(set)
    for text in scene.texts:
        if text.entry.section in ("quantities", "modifiers"):
            read[text_of(text.entry.node.get("quantity")) or text.entry.id] |= scene.uses_in(text).read
    shown: set[str] = set()
    while pending:
        name = pending.pop()
        shown.add(name)
        pending |= read.get(name, set()) - shown
    return frozenset(shown)


_EXPLAINED: Final = (
    CodeExplained(
        "unshown-number", "Rules read a number of a component that its written look does not show.",
        "Players cannot see what a rule asks for. Write the number into `text` or `corners` of the look, or leave"
        " both out: everything that tells components apart is shown then." + KEEP % "unshown-number",
        "lint", _LOOK % "A ship",
        _LOOK % "{cost}",
    ),
    CodeExplained(
        "unshown-effect", "Components do different things, and their written look does not show what.",
        "Players cannot see what a component does. Write the effect in braces into `text` of the look, where it stands"
        " in words, give each component a text of its own under `says`, or leave out `text` and `corners`:"
        " everything that tells components apart is shown then." + KEEP % "unshown-effect",
        "lint", _REWARDS % "{cost}",
        _REWARDS % "{cost}: {reward}",
    ),
)  # fmt: skip
LINTS: Final = LintGroup(_EXPLAINED, of_entries=(unshown_numbers, unshown_effects))
