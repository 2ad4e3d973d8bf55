"""The chapter on words: the whole language of effect texts, for readers."""

from __future__ import annotations

from rulewright.author.handbook import effects
from rulewright.author.handbook.chapter import Chapter, ChapterPart, table
from rulewright.author.handbook.edition import Edition
from rulewright.core.language.vocabulary import PARTS, WORDS
from rulewright.core.model.words import Word
from rulewright.table.pages.html import Content, Markup, anchor, element, joined, markup


def words(edition: Edition) -> Chapter:
    """Return every word of the language with how it is written, what it does and an example."""
    parts = []
    for sort, _ in PARTS:
        listed = [word for word in WORDS if word.sort == sort]
        if listed:
            head = tuple(edition.say(key) for key in ("word_form", "word_does", "word_example"))
            body = table(head, [_line(edition, word) for word in listed], class_="words")
            parts.append(ChapterPart(anchor("words", sort), markup(edition.say(f"words_{sort}")), body))
    opening = markup(element("p", edition.say("words_opening")), _reading(edition))
    return Chapter("words", edition.say("words"), opening, tuple(parts))


def _line(edition: Edition, word: Word) -> tuple[Content, ...]:
    forms = joined((element("code", form, class_="form", translate="no") for form in word.forms), " ")
    note = f" {word.note}" if word.note else ""
    example = effects.block(word.example, _nowhere) if word.example else None
    gives = (
        element("p", edition.say("key_gives"), " ", edition.english(word.gives), class_="quiet") if word.gives else None
    )
    return (forms, markup(_sentence(edition, word.sentence + note), gives), example)


def _sentence(edition: Edition, written: str) -> Markup:
    """Return a sentence with backquotes around words of the language."""
    pieces = written.split("`")
    return edition.english(markup(*(element("code", each) if place % 2 else each for place, each in enumerate(pieces))))


def _nowhere(name: str) -> str | None:
    return None


def _reading(edition: Edition) -> Markup:
    """Return the signs that a reader meets most, in the language of the page."""
    lines = [
        element("li", effects.inline(example, _nowhere), " ", edition.say(key))
        for example, key in (
            ("gain 2 coin; pay 1 coin", "read_changes"),
            ("pick card from hand", "read_pick"),
            ("choose", "read_choose"),
            ("ask each", "read_ask"),
            ("s.coin", "read_of_seat"),
            ("card.cost", "read_field"),
            ("row[3]", "read_index"),
            ("do card.reward", "read_do"),
        )
    ]
    return element("ul", lines, class_="reading")
