"""The description of a word of the effect language.

The words themselves are in `language/`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

WordSort = Literal["verb", "function", "quantifier", "operator", "keyword", "name", "field", "type"]
Asks = Literal["never", "always", "within"]


@dataclass(frozen=True, slots=True)
class Parameter:
    """One argument of a word: its name in the word's forms, its type, and a sentence if needed."""

    name: str
    type: str
    about: str = ""


@dataclass(frozen=True, slots=True)
class Word:
    """One word of the language.

    A form is how it is written, with the parameters in capitals and what may be left out in brackets. The example is an
    effect text. `asks` says whether a seat may be asked for a decision: `within` where only what it holds or calls
    can ask. `keywords` are those of its words that the grammar knows, `reserves` those that no entry may be named.
    `names_too`: a procedure may be named as it begins, since what follows tells them apart.
    """

    name: str
    sort: WordSort
    forms: tuple[str, ...]
    sentence: str
    example: str
    parameters: tuple[Parameter, ...] = ()
    gives: str = ""
    asks: Asks = "never"
    keywords: tuple[str, ...] = ()
    reserves: tuple[str, ...] = ()
    other_names: tuple[str, ...] = ()
    belongs_to: str = ""
    note: str = ""
    names_too: bool = False
