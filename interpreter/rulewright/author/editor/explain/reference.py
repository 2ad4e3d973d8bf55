"""The whole language as a page, made from the table of its words."""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.core.language.vocabulary import PARTS, WORDS
from rulewright.core.model.words import Word


def reference_text() -> str:
    """Return the words of the language as plain text, sort by sort."""
    return "\n".join(_text_lines()).strip()


def reference_markdown() -> str:
    """Return the words of the language as Markdown, sort by sort."""
    return "\n".join(_markdown_lines()).strip()


def reference_data() -> list[dict[str, object]]:
    """Return the words of the language as plain data."""
    return [
        {
            "name": word.name,
            "sort": word.sort,
            "forms": list(word.forms),
            "sentence": word.sentence,
            "takes": [{"name": each.name, "type": each.type, "about": each.about} for each in word.parameters],
            "gives": word.gives,
            "asks": word.asks,
            "example": word.example,
            "note": word.note,
        }
        for word in WORDS
    ]


def parts() -> Iterator[tuple[str, tuple[Word, ...]]]:
    """Yield the words sort by sort, with a heading each."""
    for sort, title in PARTS:
        yield title, tuple(word for word in WORDS if word.sort == sort)


def word_markdown(word: Word) -> list[str]:
    """Return one word as Markdown."""
    lines = [f"### `{word.name}`", "", *_code("\n".join(word.forms)), "", word.sentence]
    lines += [word.note] if word.note else []
    if word.parameters:
        lines += ["", *(f"- `{each.name}`: {each.type}{each.about and f'; {each.about}'}" for each in word.parameters)]
    if word.gives:
        lines += ["", f"Gives: {word.gives}."]
    if word.asks == "always":
        lines += ["", "Asks the acting seat."]
    if word.example and word.example not in word.forms:
        lines += ["", "For example:", "", *_code(word.example)]
    return lines


def _code(text: str) -> list[str]:
    return ["```", *text.split("\n"), "```"]


def _markdown_lines() -> Iterator[str]:
    yield from ("# The effect language", "")
    for title, words in parts():
        yield from (f"## {title}", "")
        for word in words:
            yield from (*word_markdown(word), "")


def _text_lines() -> Iterator[str]:
    for title, words in parts():
        yield from ("", title.upper(), "")
        for word in words:
            for form in word.forms:
                yield from (f"  {line}" for line in form.split("\n"))
            yield f"      {word.sentence}"
            if word.note:
                yield f"      {word.note}"
            if word.example and word.example not in word.forms:
                first, *rest = word.example.split("\n")
                yield f"      For example: {first}"
                yield from (f"                   {line}" for line in rest)
            yield ""
