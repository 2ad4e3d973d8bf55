"""The plural forms of words, by the table of rules."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache, lru_cache
from gettext import c2py

from rulewright.core.locales.plural_rules import PLURAL_RULES, PluralRule
from rulewright.core.locales.tags import ENGLISH, stand_ins


def categories(language: str) -> tuple[str, ...]:
    """Return the plural categories of a language in the order of the forms of a word, those of English if unknown."""
    return _row(language).categories


def n_forms(language: str) -> int:
    """Return the number of forms a word has in a language."""
    return len(categories(language))


def form_for(number: str, forms: Sequence[str], language: str) -> str:
    """Return the form that goes with a number, the last form for a text that is not a number.

    Forms that are not as many as the language has are English, which stands in for a language without a text.
    """
    digits = number.removeprefix("-")
    if not digits.isdecimal():
        return forms[-1]
    spoken = language if len(forms) == n_forms(language) else ENGLISH
    return forms[min(_chooser(_row(spoken).rule)(int(digits)), len(forms) - 1)]


def _row(language: str) -> PluralRule:
    """Return the row of a language, of the nearest one that has a row, or of English."""
    rows = _rows()
    return next(rows[each] for each in stand_ins(language) if each in rows)


@cache
def _rows() -> dict[str, PluralRule]:
    return {language: row for row in PLURAL_RULES for language in row.languages.split()}


@lru_cache(maxsize=32)
def _chooser(rule: str) -> Callable[[int], int]:
    return c2py(rule)
