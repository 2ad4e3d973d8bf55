"""A lint for words of an earlier release, which mean today's ones for one release more."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import Final

from rulewright.author.lint.lint_examples import does
from rulewright.author.lint.parsed_texts import LintText
from rulewright.author.lint.scene import LintGroup, LintScene, LintVerdict, verdict
from rulewright.core.diagnostics import CodeExplained, Diagnostic, Suggestion, warning
from rulewright.core.language.old_words import MOVED_ALL_OF, OLD_FUNCTIONS, OLD_KEYS, OLD_OPENINGS, OLD_WORDS, today
from rulewright.core.language.parse import tokens_of
from rulewright.core.model.document import mappings_in


def old_words(scene: LintScene, text: LintText) -> Iterator[Diagnostic]:
    """Words that have another name now."""
    for number, line in enumerate(text.node.text.split("\n"), 1):
        for found in MOVED_ALL_OF.finditer(line.split("#")[0]):
            hint = Suggestion("write move, or have `rulewright fmt` do it", found[0], ("move",))
            span = text.node.span_at(number, found.start() + 1, len(found[0]))
            yield warning("old-word", span, "'move' of a zone moves all of it now", hint)
    if not any(old in text.node.text for old in (*OLD_WORDS, *OLD_FUNCTIONS, *OLD_OPENINGS)):
        return
    for before, token in pairwise((None, *tokens_of(text.node.text, text.sort))):
        if token is not None and (new := today(before, token)) != token:
            span = text.node.span_at(token.line or 1, token.column or 1, len(token))
            hint = Suggestion(f"write {new}, or have `rulewright fmt` do it", str(token), (new,))
            yield warning("old-word", span, f"'{token}' is called '{new}' now", hint)


def old_keys(scene: LintScene) -> Iterator[LintVerdict]:
    """Keys of shapes that have another name now."""
    for entry in scene.assembly.sections.get("icons", ()):
        for shape in mappings_in(entry.node.get("shapes")):
            for key, _ in shape.entries:
                if (new := OLD_KEYS.get(key.text)) is not None:
                    hint = Suggestion(f"write {new}, or have `rulewright fmt` do it", key.text, (new,))
                    yield verdict("old-word", entry, key.span, (f"'{key.text}' is called '{new}' now", hint))


_EXPLAINED: Final = (
    CodeExplained(
        "old-word", "A word of the effect language that has another name now.",
        "It means the new word until the next release. `rulewright fmt` writes the new word in effects, tests, "
        "amounts, scenarios and the shapes of icons.",
        "lint", does("set leader to no_one"), does("set leader to none"),
    ),
)  # fmt: skip
LINTS: Final = LintGroup(_EXPLAINED, of_entries=(old_keys,), of_texts=(old_words,), acceptable=False)
