"""All lints, in the order in which they are asked, and the codes of all that they find, explained."""

from __future__ import annotations

from typing import Final

from rulewright.author.lint import (
    accepted,
    at_once,
    constants,
    copies,
    faces,
    fixed_numbers,
    guards,
    hidden,
    left,
    limits,
    lists,
    loops,
    losses,
    may_stop,
    missing_pictures,
    narrowed,
    old_words,
    owners,
    plain,
    scenarios,
    settings,
    shut,
    telling,
    thresholds,
    titles,
    unreached,
    unused_names,
)
from rulewright.author.lint import missing_sources as sources
from rulewright.author.lint.scene import EntryLint, GameLint, LintGroup, TextLint

GROUPS: Final[tuple[LintGroup, ...]] = (
    unreached.LINTS,
    unused_names.LINTS,
    settings.LINTS,
    constants.LINTS,
    thresholds.LINTS,
    limits.LINTS,
    loops.LINTS,
    guards.LINTS,
    at_once.LINTS,
    shut.LINTS,
    narrowed.LINTS,
    old_words.LINTS,
    copies.LINTS,
    may_stop.LINTS,
    left.LINTS,
    losses.LINTS,
    hidden.LINTS,
    owners.LINTS,
    telling.LINTS,
    titles.LINTS,
    titles.OF_LANGUAGES,
    sources.LINTS,
    plain.LINTS,
    faces.LINTS,
    lists.LINTS,
    missing_pictures.LINTS,
    fixed_numbers.LINTS,
    scenarios.LINTS,
    accepted.LINTS,
)

ENTRY_LINTS: Final[tuple[EntryLint, ...]] = tuple(lint for group in GROUPS for lint in group.of_entries)
TEXT_LINTS: Final[tuple[TextLint, ...]] = tuple(lint for group in GROUPS for lint in group.of_texts)
GAME_LINTS: Final[tuple[GameLint, ...]] = tuple(lint for group in GROUPS for lint in group.of_games)
EXPLAINED: Final = tuple(each for group in GROUPS for each in group.explained)
CODES: Final = frozenset(each.code for each in EXPLAINED)
ACCEPTABLE: Final = tuple(each for group in GROUPS if group.acceptable for each in group.explained)
"""The codes of what an entry can accept, explained."""
