"""A decision as the screen lists it: the question, its options with the numbers they are chosen by."""

from __future__ import annotations

from collections.abc import Iterable
from textwrap import wrap

import click

from rulewright.cli.screen.answers import NumberedOptions
from rulewright.cli.screen.console import in_columns, width
from rulewright.cli.screen.informing import neighbours
from rulewright.cli.screen.session import Session
from rulewright.core.locales.catalogue import ENGLISH
from rulewright.core.locales.wording import title_in
from rulewright.core.model.game import Blueprint, read_code
from rulewright.core.model.kinds import DomainName, PieceOf, kind_of
from rulewright.core.model.layout import FRAME, LEAST_FREE_CODE, SITE
from rulewright.observe.naming import hidden_title, label_title, option_title, seat_title, thing_title
from rulewright.observe.sight.offers import list_numbers, number_about
from rulewright.observe.words.asking import prompt
from rulewright.observe.words.board import kinds_shown
from rulewright.observe.words.table import details

_MOST_PLACES = 30
"""Of more places on a board that is drawn only the names are listed, by which they are chosen."""
_MOST_WITH_NEIGHBOURS = 9
"""How many regions are listed with what they border on; for more, `i` shows it."""


def listed(session: Session, options: dict[str, int]) -> tuple[list[str], NumberedOptions]:
    """Return (rows, numbers): the question with its numbered options, candidates under their label.

    If numbers are asked for, or places that a board shows, they are chosen by themselves.
    """
    blueprint, language = session.game.blueprint, session.language
    site = session.state[SITE]
    info = blueprint.sites[site]
    rows = asked_rows(session)
    if not info.named and info.domains[0] == "number" and max(options.values()) < LEAST_FREE_CODE:
        return [*rows, *_side_by_side(options)], NumberedOptions(site, options, {})
    if not info.named and _is_on_board(blueprint, info.domains[0]) and max(options.values()) < LEAST_FREE_CODE:
        values = [read_code(blueprint, site, code).candidate for code in options.values()]
        printed = [candidate_title(session, info.domains[0], value) for value in values]
        is_numbered = all(each.isdigit() for each in printed)  # a row or a ring, whose places are called by numbers
        places = _side_by_side(printed if is_numbered else options)
        numbers = dict(zip(map(int, printed), options.values(), strict=True)) if is_numbered else {}
        return [*rows, *places], NumberedOptions(site, options, numbers)
    groups: dict[tuple[int, int], list[tuple[str, int]]] = {}
    for key, code in options.items():
        groups.setdefault(read_code(blueprint, site, code)[:2], []).append((key, code))
    codes = [code for members in groups.values() for _, code in members]
    number_of = dict(zip(codes, list_numbers(blueprint, site, codes), strict=True))
    plain: list[str] = []
    for (at, label), members in groups.items():
        info = blueprint.sites[at]
        domain = info.domains[label]
        if info.named and not domain:
            code = members[0][1]
            plain.append(f"{number_of[code]:3}  {option_title(blueprint, site, code, language)}")
            continue
        rows += in_columns(plain)
        plain = []
        if info.named:
            rows.append(f"  {label_title(blueprint, at, label, language)}")
        cells = _numbers(session, members, number_of) if domain == "number" else _things(session, domain, members)
        if len(members) > _MOST_PLACES and _is_on_board(blueprint, domain):
            rows += _side_by_side(cells)
            continue
        rows += in_columns([f"{number_of[code]:3}  {cell}" for (_, code), cell in zip(members, cells, strict=True)])
    numbered = {number: code for code, number in number_of.items()}
    return [*rows, *in_columns(plain)], NumberedOptions(site, options, numbered)


def _side_by_side(names: Iterable[str]) -> list[str]:
    """Return names as rows of the screen, each as full as it can be."""
    return wrap("  ".join(names), width(), initial_indent="  ", subsequent_indent="  ", break_on_hyphens=False)


def asked_rows(session: Session) -> list[str]:
    """Return the question and the seat it is for, below an empty row."""
    return ["", *(click.style(each, bold=True) for each in wrapped(_asked(session)))]


def wrapped(line: str) -> list[str]:
    """A line as rows of the screen."""
    return wrap(line, width(), subsequent_indent="    ", break_on_hyphens=False) or [""]


def _asked(session: Session) -> str:
    """Return the question, its seat, and the subject of the question."""
    blueprint, language, site = session.game.blueprint, session.language, session.state[SITE]
    shown = prompt(blueprint, session.state[FRAME], site, language, session.hidden(), session.seat)
    asked = f"{seat_title(blueprint, session.seat, language)} - {shown.question}"
    return f"{asked} ({shown.subject})" if shown.subject else asked


def _numbers(session: Session, members: list[tuple[str, int]], number_of: dict[int, int]) -> list[str]:
    """Return the titles behind numbered candidates, empty where the number itself is the choice."""
    blueprint, site = session.game.blueprint, session.state[SITE]
    own = {code for _, code in members if number_of[code] == number_about(blueprint, site, code)}
    return ["" if code in own else option_title(blueprint, site, code, session.language) for _, code in members]


def _things(session: Session, domain: DomainName, members: list[tuple[str, int]]) -> list[str]:
    """Return the titles of an option's candidates."""
    blueprint, site = session.game.blueprint, session.state[SITE]
    values = [read_code(blueprint, site, code).candidate for _, code in members]
    titles = [candidate_title(session, domain, value) for value in values]
    if len(members) <= _MOST_WITH_NEIGHBOURS and not _is_on_board(blueprint, domain):
        adjacent = [neighbours(blueprint, domain, value, session.language) for value in values]
        titles = [f"{title}  - {more}" if more else title for title, more in zip(titles, adjacent, strict=True)]
    return titles


def _is_on_board(blueprint: Blueprint, domain: DomainName) -> bool:
    """Whether the things of a domain are places that the screen draws, each with its own name at the ends of rows."""
    if domain not in kinds_shown(blueprint):
        return False
    info = blueprint.domains[kind_of(domain)]
    titles = (title_in(title, ENGLISH, name) for title, name in zip(info.titles, info.names, strict=True))
    return all(name.endswith(title) for title, name in zip(titles, info.names, strict=True))


def candidate_title(session: Session, domain: DomainName, value: int) -> str:
    """Return a candidate's title and what distinguishes it.

    A piece that the seat cannot see is named by its kind alone.
    """
    if isinstance(domain, PieceOf) and value in session.hidden():
        return hidden_title(session.game.blueprint, domain, session.language)
    title = thing_title(session.game.blueprint, domain, value, session.language)
    more = details(session.game, session.state, session.seat, domain, value, session.language)
    return f"{title} ({more})" if more else title
