"""The bar of a page: buttons for options that are about nothing drawn on the table, such as passing."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import NamedTuple

from rulewright.core.model.effect_names import choosable
from rulewright.core.model.game import Game, State, read_code
from rulewright.core.model.layout import SITE
from rulewright.observe.naming import label_title
from rulewright.table.pages.html import Markup
from rulewright.table.serve.offers import Asked, WordedOption

_MOST = 2
_DRAWN = re.compile(r' data-option="(-?\d+)"')
_AHEAD = re.compile(r' value="(\d+) \d+"')


@dataclass(frozen=True, slots=True)
class BarOption:
    """An option in the bar. One that is not open has no code, and its `key`, by which a page asks why."""

    title: str
    key: str
    code: int | None


class Bar(NamedTuple):
    """The options of the bar, and whether all others `are_drawn`, so that nothing is only in the list."""

    options: tuple[BarOption, ...]
    are_drawn: bool


def bar_of(game: Game, state: State, asked: Asked | None, drawn: Markup, language: str) -> Bar:
    """Return the bar of a decision, without options if there are too many.

    The only plain option of a decision is listed even if it is not open.
    """
    if asked is None or asked.selecting is not None:
        return Bar((), are_drawn=False)
    there, leading = set(map(int, _DRAWN.findall(drawn))), set(map(int, _AHEAD.findall(drawn)))
    if not there:
        return Bar((), are_drawn=False)
    seen = [each for each in asked.offers if not each.is_hidden]
    beside = [each for each in seen if there.isdisjoint(each.codes)]
    plain = [each for each in seen if each in beside or (_is_plain(game, state, each) and each.codes[0] not in leading)]
    shown = next((found for found in (plain, beside) if len(found) <= _MOST), [])
    found = [BarOption(each.title, each.key, each.codes[0]) for each in shown]
    only = _only_plain(game, state)
    if only is not None and only not in [each.key for each in asked.offers] and len(found) < _MOST:
        info = game.blueprint.sites[state[SITE]]
        found.append(BarOption(label_title(game.blueprint, state[SITE], info.labels.index(only), language), only, None))
    return Bar(tuple(found), len(seen) == len(asked.offers) and (not beside or bool(shown)))


def _is_plain(game: Game, state: State, option: WordedOption) -> bool:
    at, number, _ = read_code(game.blueprint, state[SITE], option.codes[0])
    return not game.blueprint.sites[at].domains[number]


def _only_plain(game: Game, state: State) -> str | None:
    """Return the key of a decision's only option that is about nothing, open or not.

    Return None if there are several such options, or none.
    """
    info = game.blueprint.sites[state[SITE]]
    if not info.named:
        return None
    found = [label for number, label in choosable(info.labels) if not info.domains[number]]
    return found[0] if len(found) == 1 else None
