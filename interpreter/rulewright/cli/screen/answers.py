"""Typed answers to a decision: a number, a key or a title, or several answers on one line."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from rulewright.cli.screen.session import Session
from rulewright.core.diagnostics import nearest_ones
from rulewright.core.locales.catalogue import phrases
from rulewright.core.model.game import read_code
from rulewright.core.model.kinds import PieceOf
from rulewright.observe.naming import option_title, thing_title

_MOST_NEAR = 3
_BETWEEN = re.compile(r"\s*[>,;]\s*")


@dataclass(frozen=True, slots=True)
class NumberedOptions:
    """The options of a decision as a screen has numbered them: codes by key, and by the number in the list.

    Without `numbered` the keys are numbers themselves.
    """

    site: int
    keys: dict[str, int]
    numbered: dict[int, int]

    def key_of(self, code: int) -> str:
        return next(key for key, each in self.keys.items() if each == code)


def answers_on(line: str) -> list[str]:
    """Return the answers on a line. Commas, `>` and semicolons separate them, spaces only numbers.

    `1>2 4>3` are four.
    """
    found: list[str] = []
    for part in _BETWEEN.split(line.strip()):
        words = part.split()
        found += words if all(_is_number(word) for word in words) else [part]
    return [each for each in found if each]


def answer_to(
    session: Session, offered: NumberedOptions, typed: str, shown: NumberedOptions | None = None
) -> int | None:
    """The option code that something typed means, None if it means none or several.

    With `shown`, numbers are those of an earlier showing of the same decision, as far as those are still offered.
    """
    if typed in offered.keys:
        return offered.keys[typed]
    if _is_number(typed):
        earlier = shown is not None and shown.site == offered.site
        numbered = shown.numbered if shown is not None and earlier else offered.numbered
        code = numbered.get(int(typed[:9]))
        if code is None:
            return None
        return offered.keys.get(shown.key_of(code)) if shown is not None and earlier else code
    named = titled(session, offered).get(_plain(typed), set())
    return next(iter(named)) if len(named) == 1 else None


def titled(session: Session, offered: NumberedOptions) -> dict[str, set[int]]:
    """The option codes by what people call them: the option, what it is done with, and the key without its signs."""
    blueprint, language = session.game.blueprint, session.language
    hidden = session.hidden()
    found: dict[str, set[int]] = {}
    for key, code in offered.keys.items():
        names = {key}
        answer = read_code(blueprint, offered.site, code)
        domain = blueprint.sites[answer.site].domains[answer.option]
        if not (isinstance(domain, PieceOf) and answer.candidate in hidden):
            names |= {option_title(blueprint, offered.site, code, each) for each in (language, "en")}
            if domain:
                names |= {thing_title(blueprint, domain, answer.candidate, each) for each in (language, "en")}
        for name in names:
            found.setdefault(_plain(name), set()).add(code)
    return found


def meant(language: str, name: str, known: Iterable[str]) -> str:
    """Return the known names near to a typed one, quoted, empty if none is near."""
    near = [f"'{each}'" for each in nearest_ones(name, known)[:_MOST_NEAR]]
    return f" {phrases(language, 'screen')('or')} ".join(near)


def _plain(text: str) -> str:
    """A name as it is compared: lower case, and a space for whatever separates words."""
    return " ".join(re.sub(r"[\W_]+", " ", text.casefold()).split())


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdigit()
