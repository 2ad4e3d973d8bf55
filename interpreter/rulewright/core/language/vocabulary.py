"""Every word of the effect language: how it is written, what it takes, what it says to people, whether it asks.

The one table that the checker, the commands, the editor and the pages about the language read. What the words do when
they run is not known here.
"""

from __future__ import annotations

from typing import Final

from rulewright.core.language.old_words import OLD_WORDS
from rulewright.core.language.words_of_effects import VERBS, words_written
from rulewright.core.language.words_of_expressions import FIELDS, FUNCTIONS, NAMES, OPERATORS, QUANTIFIERS, TYPES
from rulewright.core.language.words_of_phrases import KEYWORDS
from rulewright.core.model.words import Word, WordSort

WORDS: Final[tuple[Word, ...]] = (*VERBS, *FUNCTIONS, *QUANTIFIERS, *OPERATORS, *KEYWORDS, *NAMES, *FIELDS, *TYPES)

PARTS: Final[tuple[tuple[WordSort, str], ...]] = (
    ("verb", "Statements"),
    ("function", "Functions"),
    ("quantifier", "Functions that go through a set"),
    ("operator", "Operators"),
    ("keyword", "Words inside statements"),
    ("name", "Names that are always there"),
    ("field", "Fields that need no declaration"),
    ("type", "Types"),
)
"""The sorts of words in the order a reader wants them, with a title each."""


def words_named(name: str) -> tuple[Word, ...]:
    """The words written so: most often one, more where a sign or word has several meanings."""
    wanted = " ".join(name.split())
    return tuple(word for word in WORDS if word.name == wanted or wanted in word.other_names)


def names_of(*sorts: WordSort) -> tuple[str, ...]:
    """The names of all words of some sorts, in the order of the table."""
    return tuple(word.name for word in WORDS if word.sort in sorts)


def keywords() -> frozenset[str]:
    """Every single word that the grammar itself knows."""
    listed = [word for word in WORDS if word.sort in ("verb", "operator", "keyword", "name")]
    return frozenset(part for word in listed for part in word.keywords)


STATEMENT_WORDS: Final[tuple[str, ...]] = (
    *dict.fromkeys(word.keywords[0] for word in VERBS if word.keywords),
    "else",
)
"""The words a line of an effect begins with."""

VERBS_ONLY: Final[frozenset[str]] = frozenset(STATEMENT_WORDS) - {word.keywords[0] for word in VERBS if word.names_too}
"""Those of them that no procedure may be named."""

RESERVED: Final[frozenset[str]] = frozenset((*OLD_WORDS, *(part for word in WORDS for part in word.reserves)))
"""The words that nothing in a ruleset may have as its name."""

FREE: Final[dict[str, frozenset[tuple[str, ...]]]] = {
    part: frozenset(
        way[: way.index(part)] for word in VERBS for way in map(words_written, word.forms) if part in way[1:]
    )
    for part in {part for word in VERBS for part in word.keywords[1:]}
    if part not in RESERVED and part not in STATEMENT_WORDS
}
"""The words of statements that may also be names, each with the words after which alone it is one."""

BORDER_FIELDS: Final[frozenset[str]] = frozenset(word.name for word in FIELDS if word.belongs_to == "border")
"""What can be read of every border."""
PIECE_FIELDS: Final[frozenset[str]] = frozenset(word.name for word in FIELDS if word.belongs_to == "piece")
"""What can be read of every piece, so that no field of a kind that has pieces may have such a name."""
