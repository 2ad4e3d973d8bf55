"""A TextMate grammar that colours the texts of the effect language inside YAML, made from the vocabulary."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any, Final

from rulewright.author.editor.spot import EFFECT_KEYS, EXPRESSION_KEYS
from rulewright.core.language.vocabulary import WORDS

SCOPE: Final = "rulewright.effects.injection"
_SORTS: Final = {
    "verb": "keyword.control.rulewright",
    "keyword": "keyword.control.rulewright",
    "operator": "keyword.operator.rulewright",
    "function": "support.function.rulewright",
    "quantifier": "support.function.rulewright",
    "name": "variable.language.rulewright",
}


def grammar() -> dict[str, Any]:
    """Return the grammar, to be injected into that of YAML."""
    key = f"(?:{_one_of(EFFECT_KEYS | EXPRESSION_KEYS)})"
    inside = [{"include": "#words"}]
    block = r"\s*(:)\s*[|>][-+0-9]*\s*$"
    names = {"1": {"name": "entity.name.tag.yaml"}, "2": {"name": "punctuation.separator.key-value.yaml"}}
    listed = {"2": {"name": "entity.name.tag.yaml"}, "3": {"name": "punctuation.separator.key-value.yaml"}}
    return {
        "scopeName": SCOPE,
        "injectionSelector": "L:source.yaml -comment -string.quoted.single",
        "patterns": [
            {
                "begin": rf"^(\s*)({key}){block}", "beginCaptures": listed,
                "while": r"^(?:\1\s|\s*$)", "contentName": "meta.effect.rulewright", "patterns": inside,
            },
            {
                "begin": rf"^(\s*)-\s+({key}){block}", "beginCaptures": listed,
                "while": r"^(?:\1\s{3}|\s*$)", "contentName": "meta.effect.rulewright", "patterns": inside,
            },
            {
                "begin": rf"(?<![\w.-])({key})\s*(:)\s+(?=[^|>\s])", "beginCaptures": names,
                "end": r"$|(?=\}|,\s*[\w.]+:\s)", "contentName": "meta.effect.rulewright", "patterns": inside,
            },
        ],
        "repository": {
            "words": {
                "patterns": [
                    {"name": "comment.line.number-sign.yaml", "match": r"(?<!\S)#.*$"},
                    *({"name": scope, "match": rf"(?<![\w.])(?:{words})(?!\w)"} for scope, words in _words()),
                    {"name": "constant.numeric.rulewright", "match": r"(?<![\w.])\d+(?![\w])"},
                ]
            }
        },
    }  # fmt: skip


def _words() -> Iterable[tuple[str, str]]:
    """Yield (scope, alternatives) for each sort of word that is coloured."""
    by_scope: dict[str, set[str]] = {}
    for word in WORDS:
        written = word.name.replace(" ", "").replace("_", "").isalpha()
        if word.sort in _SORTS and written:
            by_scope.setdefault(_SORTS[word.sort], set()).update((word.name, *word.keywords))
    yield from ((scope, _one_of(names)) for scope, names in by_scope.items())


def _one_of(names: Iterable[str]) -> str:
    """Return a regular expression for one of some words, the longest first."""
    ordered = sorted(names, key=lambda each: (-len(each), each))
    return "|".join(re.escape(each).replace(r"\ ", r"\s+") for each in ordered)
