"""The rules as opened at a table: the current question, the game in one page, symbols, questions."""

from __future__ import annotations

from functools import lru_cache

from rulewright.core.locales.wording import said_of, title_in
from rulewright.core.model.effect_names import entry_of
from rulewright.core.model.game import Game
from rulewright.table.pages.html import Markup, element, markup
from rulewright.table.primer.deeds import KnownQuestion, deed_told, deeds_of
from rulewright.table.primer.gathered import Primer, in_the_box, primer_of
from rulewright.table.primer.lessons import in_one_page, paragraphs
from rulewright.table.primer.symbols import key_of_symbols

_GAMES = 16


def rules_at_table(game: Game, language: str, asked: str = "") -> Markup:
    """Return the rules in parts that open, beginning with the current question if `asked`.

    `asked` is the procedure that asks at the moment.
    """
    kept = _kept(_Rulebook(game, language))
    now = next((each for each in kept[0] if each.procedure == entry_of(asked)), None)
    return markup(_now(kept[2], now) if now is not None else None, kept[1])


class _Rulebook:
    """The rules of a game in a language, which are the same as long as the game is."""

    def __init__(self, game: Game, language: str) -> None:
        self.game, self.language = game, language

    def __hash__(self) -> int:
        return hash((id(self.game.blueprint), self.language))

    def __eq__(self, other: object) -> bool:
        same = isinstance(other, _Rulebook) and other.game.blueprint is self.game.blueprint
        return same and isinstance(other, _Rulebook) and other.language == self.language


@lru_cache(maxsize=_GAMES)
def _kept(book: _Rulebook) -> tuple[tuple[KnownQuestion, ...], Markup, Primer]:
    primer = primer_of(book.game, book.language)
    deeds = deeds_of(primer)
    key = key_of_symbols(in_the_box(primer))
    told = markup(
        _opened(primer, "one_page", in_one_page(primer), is_open=True),
        _opened(primer, "symbols", element("div", key, class_="table")) if key is not None else None,
        _opened(primer, "deeds", markup(map(deed_told, deeds))) if deeds else None,
        _opened(primer, "terms", _words(primer)) if primer.words else None,
    )
    return deeds, told, primer


def _now(primer: Primer, question: KnownQuestion) -> Markup:
    heading = element("h2", said_of(primer.language, primer.word("at_the_moment"), question.title))
    return element("section", heading, deed_told(question, open_=False), class_="asked-now")


def _opened(primer: Primer, name: str, told: Markup, *, is_open: bool = False) -> Markup | None:
    if not told:
        return None
    heading = element("summary", element("h2", primer.word(name)))
    return element("details", heading, told, open=is_open, class_="chapter")


def _words(primer: Primer) -> Markup:
    return element("dl", (
        (element("dt", title_in(each.title, primer.language, each.id)),
         element("dd", paragraphs(each.said(primer.language)[0])))
        for each in primer.words
    ))  # fmt: skip
