"""The plural forms of words, by rules in each language's file, in the notation of gettext."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from gettext import c2py

from rulewright.core.locales.catalogue import tables_of


def n_forms(language: str) -> int:
    """Return the number of forms a word has in a language."""
    forms: int = tables_of(language)["plural"]["forms"]
    return forms


def form_for(number: str, forms: Sequence[str], language: str) -> str:
    """Return the form that goes with a number, the last form for a text that is not a number."""
    digits = number.removeprefix("-")
    if not digits.isdecimal():
        return forms[-1]
    return forms[min(_rule(language)(int(digits)), len(forms) - 1)]


@lru_cache(maxsize=16)
def _rule(language: str) -> Callable[[int], int]:
    return c2py(tables_of(language)["plural"]["rule"])
