"""Which form of a word goes with a number, in the languages that screens are in.

English and French have two forms, the first for one (in French for none as well). Polish has three: for one, for 2 to 4
at the end but for 12 to 14, and for all others. The rules are those of gettext, in its own notation.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from gettext import c2py

FIRST_LANGUAGE = "en"
_RULES = {
    "pl": (3, "n==1 ? 0 : n%10>=2 && n%10<=4 && (n%100<10 || n%100>=20) ? 1 : 2"),
    "fr": (2, "n>1"),
}
_OTHERWISE = (2, "n!=1")


def n_forms(language: str) -> int:
    """How many forms a word has in a language."""
    return _RULES.get(language, _OTHERWISE)[0]


def form_for(number: str, forms: Sequence[str], language: str) -> str:
    """The form that goes with a number; with what is no number, the last."""
    digits = number.removeprefix("-")
    if not digits.isdecimal():
        return forms[-1]
    return forms[min(_rule(language)(int(digits)), len(forms) - 1)]


@lru_cache(maxsize=16)
def _rule(language: str) -> Callable[[int], int]:
    return c2py(_RULES.get(language, _OTHERWISE)[1])
