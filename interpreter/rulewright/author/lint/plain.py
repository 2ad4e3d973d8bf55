"""Lints for texts that players would read in the language of rules: expressions, names without words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Final

from rulewright.author.lint.lint_examples import KEEP
from rulewright.author.lint.scene import LintGroup, LintScene, LintVerdict, verdict
from rulewright.core.diagnostics import CodeExplained
from rulewright.core.load.entries import Entry
from rulewright.core.locales.line_text import holes_in
from rulewright.core.model.document import Mapping, scalars_in, text_of
from rulewright.core.model.effect_names import DONE, choosable, entry_of
from rulewright.core.model.texts import EFFECT_TYPES

_FEWEST = 5
_SHARE = 50
"""If this percentage of the names shown, and at least this many, have words, those without are reported."""
_ANSWERS = frozenset({"yes", "no", DONE})
"""What has words in each language by itself."""


def expressions_shown(scene: LintScene) -> Iterator[LintVerdict]:
    """Yield a verdict on each line about a kind: whether it shows a text of the rules as written."""
    for entry in scene.assembly.section("table"):
        kind = scene.world.kinds.get(text_of(entry.node.get("of")) or "")
        if kind is None:
            continue
        for key in ("line", "details"):
            written = entry.node.get(key)
            for _, text in scalars_in(written) if written is not None else ():
                names = [each.name for each in holes_in(text.text) if each.name in kind.fields]
                sorts = {name: kind.fields[name].holds for name in names}
                raw = [f"{{{name}}}, {_SORTS[sort]}" for name, sort in sorts.items() if sort in EFFECT_TYPES]
                message = f"players see the rules text of {' and '.join(raw)}"
                found = (message, "show a title or its words instead") if raw else None
                yield verdict("raw-expression", entry, text.span, found)


_SORTS: dict[str, str] = {"effect": "an effect", "test": "a test", "amount": "an amount"}


def names_shown(scene: LintScene) -> Iterator[LintVerdict]:
    """Yield a verdict on each name that a decision shows: whether it lacks words that others have."""
    entries = {entry.id: entry for entry in scene.assembly.entries()}
    shown: dict[tuple[str, str], Entry] = {}
    for site in scene.program.sites:
        entry = entries.get(entry_of(site.procedure))
        if entry is None or not site.asks:
            continue
        known = () if entry.node.get("asks") is not None else site.known  # a sentence says what it is about
        for name in (*(label for _, label in choosable(site.labels)), *(name for name, _ in known)):
            if len(name) > 1 and name not in _ANSWERS:
                shown[entry.id, name] = entry
    worded = Counter(_is_told(entry, name) for (_, name), entry in shown.items())
    if worded[True] < _FEWEST or worded[True] * 100 < len(shown) * _SHARE:
        return
    for (_, name), entry in shown.items():
        found = None
        if not _is_told(entry, name):
            hint = f"give it words: wording: {{{name}: {{en: ...}}}}, or empty words to hide it"
            found = (f"decisions show players the bare name '{name}'", hint)
        yield verdict("unworded-name", entry, entry.node.span, found, name)


def _is_told(entry: Entry, name: str) -> bool:
    words = entry.node.get("wording")
    return isinstance(words, Mapping) and words.get(name) is not None


_EXPLAINED: Final = (
    CodeExplained(
        "raw-expression", "A line of the table shows players an effect, a test or an amount in the effect language.",
        "Players do not read the effect language. Show a title, or words for it." + KEEP % "raw-expression",
    ),
    CodeExplained(
        "unworded-name", "A decision shows players a bare name of an effect, although other names have words.",
        "Give it words under `wording`; empty words hide it." + KEEP % "unworded-name",
    ),
)  # fmt: skip
LINTS: Final = LintGroup(_EXPLAINED, of_entries=(expressions_shown, names_shown))
