"""Quick fixes: the changes of a text that may mend a fault, from the names that its hint suggests."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from rulewright.core.diagnostics import Diagnostic, Span


@dataclass(frozen=True, slots=True)
class QuickFix:
    """One change that may fix a mistake: what is in a span becomes a text."""

    title: str
    span: Span
    text: str


def quick_fixes(found: Diagnostic, lines: Sequence[str]) -> tuple[QuickFix, ...]:
    """Return the possible fixes of a fault in the text as it is now, or () if the word is no longer found."""
    suggestion = found.suggestion
    if suggestion is None or not 0 < found.span.line <= len(lines):
        return ()
    word = re.compile(rf"(?<![\w-]){re.escape(suggestion.word)}(?![\w-])") if suggestion.word else None
    here = lines[found.span.line - 1]
    # A mistake may show after the word: a statement whose verb is misspelt is read on until nothing fits.
    places = word.finditer(here) if word is not None else ()
    place = min(places, key=lambda each: abs(each.start() - found.span.column + 1), default=None)
    if place is None:
        return ()
    span = Span(found.span.file, found.span.line, place.start() + 1, len(suggestion.word))
    return tuple(QuickFix(f"Replace '{suggestion.word}' by '{name}'", span, name) for name in suggestion.names)
