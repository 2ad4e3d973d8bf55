"""Sentences on the result of a game, in each language."""

from __future__ import annotations

from collections.abc import Sequence

from rulewright.core.locales.catalogue import phrases
from rulewright.core.locales.wording import title_in
from rulewright.core.model.endings import OUTCOME, TEAM
from rulewright.core.model.game import Blueprint
from rulewright.core.model.points import points_text
from rulewright.observe.naming import thing_title
from rulewright.play.session.result import Result


def result_line(blueprint: Blueprint, result: Result, names: Sequence[str], language: str) -> str:
    """Return the sentences on a result: its outcome, and the winners, the drawn seats, or that nobody has won."""
    return " ".join(each for each in (outcome_line(blueprint, result, language), _who(result, names, language)) if each)


def outcome_line(blueprint: Blueprint, result: Result, language: str) -> str:
    """Return the sentence that names the outcome, or "" if the outcome has no name."""
    if result.outcome < 0:
        return ""
    title = thing_title(blueprint, OUTCOME, result.outcome, language)
    return title if title.endswith((".", "!", "?")) else f"{title}."


def scoring_rows(
    blueprint: Blueprint, scores: Sequence[Sequence[int]], language: str
) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """Return (title, text of each seat's points) of each line of the scoring."""
    return tuple(
        (title_in(line.title, language, line.id), tuple(points_text(blueprint, row[number]) for row in scores))
        for number, line in ((each, blueprint.scoring[each]) for each in blueprint.scoring_as_read)
    )


def tie_titles(blueprint: Blueprint, result: Result, language: str) -> tuple[str, ...]:
    """Return the names of the tie-breaks that separated the seats with the highest total."""
    parted_by = [blueprint.tie_breaks[place] for place in result.parted_by]
    return tuple(title_in(title, language, name) for name, title, _ in parted_by)


def sided_names(blueprint: Blueprint, result: Result, names: Sequence[str], language: str) -> tuple[str, ...]:
    """Return the names of the seats, each with that of its team."""
    if not result.sides:
        return tuple(names)
    teams = len(blueprint.domains[TEAM].names)
    return tuple(
        f"{name} ({thing_title(blueprint, TEAM, side, language)})" if side < teams else name
        for name, side in zip(names, result.sides, strict=True)
    )


def _who(result: Result, names: Sequence[str], language: str) -> str:
    say = phrases(language, "table")
    first = result.winners or result.drawn
    if not first:
        return say("nobody_wins")
    told = ", ".join(names[seat] for seat in first)
    if result.winners:
        return f"{say('winners_are') if len(first) > 1 else say('winner_is')} {told}."
    return say("game_drawn") if len(first) == len(names) else say("game_drawn_by", seats=told)
