"""Meaning of the word under the cursor, with where it is defined and used."""

from __future__ import annotations

import re
from collections.abc import Iterator

from rulewright.author.editor.complete import in_text
from rulewright.author.editor.explain.codes import code_named
from rulewright.author.editor.explain.keys import SchemaKey
from rulewright.author.editor.explain.meaning import Meaning, of_definition
from rulewright.author.editor.explain.reference import word_markdown
from rulewright.author.editor.keys_here import KeysHere, key_page
from rulewright.author.editor.names.index import NO_NAMES, Definition, NameIndex
from rulewright.author.editor.spot import Spot, spot_at
from rulewright.core.bind.notes import Note
from rulewright.core.bind.scope import describe
from rulewright.core.diagnostics import Span, counted, some_of
from rulewright.core.language.vocabulary import WORDS, words_named
from rulewright.core.load.folder import RulesetSource
from rulewright.core.model.words import Word

_LISTED = 5
_LONG = [word for word in WORDS if " " in word.name]


def hover(
    text: str,
    file: str,
    line: int,
    column: int,
    index: NameIndex | None,
    source: RulesetSource | None,
    language: str = "en",
) -> str:
    """Return a Markdown page about the word at a position, or "" if there is nothing to describe.

    Titles are in `language`.
    """
    spot, index, pages = spot_at(text, line, column), index or NO_NAMES, list[str]()
    found = definitions_at(text, file, line, column, index)
    if in_text(spot, index) and not _is_path(spot):
        pages += ["\n".join(word_markdown(word)) for word in _words(text, spot)]
        own = _own_name(spot, file, index)
        if own is not None and not found:
            type_ = describe(own.type) if own.type is not None else "a value"
            pages.append(f"`{own.name}`: {type_}, a name of this text")
    if source is not None:
        pages += [_page(of_definition(index, source, each, language)) for each in found]
    if (key := _key_at(text, spot)) is not None and not pages:
        pages.append(key_page(key))
    code = code_named(spot.word)
    if code is not None and not pages:
        pages.append(f"`{code.code}`\n\n{code.title} {code.why}")
    return "\n\n---\n\n".join(pages)


def _key_at(text: str, spot: Spot) -> SchemaKey | None:
    """Return the key of a file that a word is, None if it is none."""
    here = text.split("\n")[spot.line - 1]
    if not re.match(r"[\"']?\s*:(?=\s|$)", here[spot.start - 1 + len(spot.word) :]):
        return None
    return KeysHere(text, spot.line, spot.start).named(spot.word)


def definitions_at(text: str, file: str, line: int, column: int, index: NameIndex | None) -> tuple[Definition, ...]:
    """Return the definitions of the word at a position: the one that the checker noted, or all of that name."""
    spot, index = spot_at(text, line, column), index or NO_NAMES
    if not spot.word:
        return ()
    last = spot.word.rpartition(".")[2]
    noted = index.at(file, line, column)
    if noted is not None and not isinstance(noted, Note) and noted.key.rpartition(".")[2].endswith((last, spot.word)):
        return tuple(each for each in index.definitions if each.key == noted.key)
    if in_text(spot, index) and (_words(text, spot) or _own_name(spot, file, index) is not None):
        return ()
    found = index.named(spot.word) or index.named(last) or index.named(last.removesuffix("_piece"))
    entries = tuple(each for each in found if each.key == each.entry)
    return entries if entries and in_text(spot, index) and "." not in spot.word else found


def places_of_definition(text: str, file: str, line: int, column: int, index: NameIndex | None) -> tuple[Span, ...]:
    """Return the places where the word at a position is defined, or where a text gives a name of its own."""
    found = definitions_at(text, file, line, column, index)
    if found:
        return tuple(dict.fromkeys(each.span for each in found))
    own = _own_name(spot_at(text, line, column), file, index or NO_NAMES)
    return (own.span,) if own is not None else ()


def places_of_use(text: str, file: str, line: int, column: int, index: NameIndex | None) -> tuple[Span, ...]:
    """Every place where what the word at a place means is used, its definition first."""
    index = index or NO_NAMES
    found = definitions_at(text, file, line, column, index)
    spans = [each.span for each in found]
    spans += [use.span for each in found for use in index.uses_of(each.key)]
    spans += [scenario.span for each in found if each.sort == "rule" for scenario in index.proofs([each.name])]
    return tuple(dict.fromkeys(spans))


def _words(text: str, spot: Spot) -> tuple[Word, ...]:
    """Return the language words at a position. Of several words together, such as `ask each`, the longest counts."""
    here = text.split("\n")[spot.line - 1]
    for word in sorted(_LONG, key=lambda each: -len(each.name)):
        spaced = r"\s+".join(map(re.escape, word.name.split()))
        for found in re.finditer(rf"(?<!\w){spaced}(?!\w)", here):
            if found.start() < spot.start + len(spot.word) and spot.start - 1 < found.end():
                return (word,)
    found_words = words_named(spot.word)
    calls = here[spot.start - 1 + len(spot.word) :].startswith("(")
    fitting = tuple(word for word in found_words if (word.sort in ("function", "quantifier")) == calls)
    return tuple(word for word in fitting or found_words if word.sort != "type")


def _own_name(spot: Spot, file: str, index: NameIndex) -> Note | None:
    """Return the nearest place above at which a text gives the name, or None."""
    notes = [
        each
        for each in index.locals
        if each.how == "names" and each.name == spot.word and each.span.file == file and each.span.line <= spot.line
    ]
    near = [each for each in notes if spot.line - each.span.line < 60]
    return max(near, key=lambda each: (each.span.line, each.span.column), default=None)


def _is_path(spot: Spot) -> bool:
    return "." in spot.word and not spot.word.startswith(".")


def _page(meaning: Meaning) -> str:
    return "\n".join(_lines(meaning))


def _lines(meaning: Meaning) -> Iterator[str]:
    yield f"**{meaning.name}**: {meaning.what}"
    for text in (meaning.title, meaning.text):
        if text:
            yield from ("", text)
    if meaning.written:
        lines = meaning.written.split("\n")
        yield from ("", "```yaml", *lines[:20], *(["..."] if len(lines) > 20 else []), "```")
    for rule, text in meaning.rules[:_LISTED]:
        yield from ("", f"*{rule}*: {text}")
    for words, places in meaning.touched:
        names = list(dict.fromkeys(place.who for place in places))
        if words != "cited by" or meaning.what.startswith("rule"):
            yield from ("", f"{words}: {some_of([f'`{name}`' for name in names], _LISTED)}")
    if meaning.proofs:
        yield from ("", f"proved by {counted(len(meaning.proofs), 'scenario')}")
