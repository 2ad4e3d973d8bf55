"""The numbers of one finished game that two rulesets are compared by, by names that both share."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from statistics import fmean

from rulewright.core.locales.wording import title_in
from rulewright.core.model.game import Blueprint, Game, State, read_code
from rulewright.core.model.kinds import kind_of
from rulewright.core.model.points import in_points
from rulewright.lab.comparing.coupling import Keys
from rulewright.observe.naming import effect_title, label_title, question, thing_title
from rulewright.observe.words.progress import round_counter
from rulewright.play.session.endless import Endless
from rulewright.play.session.result import Result, final_scores, result_of

TOTAL, SPREAD, LENGTH = "total", "spread", "length"
"""The primary questions besides each seat's share of wins."""


def wins_of(seat: int) -> str:
    """Return the name of a seat's (from 0) share of wins."""
    return f"wins.seat {seat + 1}"


def primary_names(seats: int) -> tuple[str, ...]:
    """Return the names of the primary questions at a table, in the order they are reported.

    A seat that plays alone has nobody to beat, so wins and spread are left out.
    """
    if seats == 1:
        return TOTAL, LENGTH
    return (TOTAL, *(wins_of(seat) for seat in range(seats)), SPREAD, LENGTH)


@dataclass(slots=True)
class Trail:
    """A record of a game's choices: the number of times each option was chosen at each site."""

    decisions: int = 0
    endless: Endless = field(default_factory=Endless)
    chosen: Counter[tuple[int, int]] = field(default_factory=Counter)

    @property
    def is_long(self) -> bool:
        """Whether the game may be endless."""
        return self.decisions >= self.endless.after

    def refuse_endless(self, state: State) -> None:
        """Raise LimitReached if a long game, which is at this state, has no end."""
        self.endless.look(state, self.decisions + 1)

    def add(self, site: int, code: int, settled: tuple[int, ...] = ()) -> None:
        """Add a choice, together with the parts of a set that it settles."""
        self.decisions += 1
        for each in (code, *settled):
            self.chosen[site, each] += 1


def measures(game: Game, keys: Keys, state: State, trail: Trail, strengths: Sequence[str]) -> dict[str, float]:
    """Return every measure of a finished game: its result, and the uses of each option and thing."""
    scores, result = final_scores(game, state), result_of(game, state)
    found = of_ending(game.blueprint, scores, result, trail.decisions, keys.round(state), strengths)
    for name, count in _uses(game, trail).items():
        found[name] = float(count)
    return found


def of_ending(
    blueprint: Blueprint, scored: Sequence[Sequence[int]], result: Result, decisions: int, rounds: int,
    strengths: Sequence[str] = (),
) -> dict[str, float]:  # fmt: skip
    """Return the measures of a game's result: scores, wins and lengths, by name.

    `strengths` names the policy of each seat; if they differ, each policy's share of wins is included. If one seat
    plays alone, there is no lead.
    """
    scores = [[in_points(blueprint, each) for each in row] for row in scored]
    totals = sorted((sum(row) for row in scores), reverse=True)
    found: dict[str, float] = {TOTAL: fmean(totals), LENGTH: decisions}
    if len(totals) > 1:
        found |= {SPREAD: float(totals[0] - totals[-1]), "lead": float(totals[0] - totals[1])}
    for seat in range(len(scores)):
        found[f"total.seat {seat + 1}"] = float(sum(scores[seat]))
        if len(totals) == 1:
            continue
        won = result.share(seat)
        found[wins_of(seat)] = won
        if len(set(strengths)) > 1:
            name = f"wins.{strengths[seat]}"
            found[name] = found.get(name, 0.0) + won
    for place, (name, _, _) in enumerate(blueprint.scoring):
        found[f"score.{name}"] = fmean(row[place] for row in scores)
    found["best"] = float(totals[0])
    if round_counter(blueprint) is not None:
        found["rounds"] = float(rounds)
    return found


def _uses(game: Game, trail: Trail) -> Counter[str]:
    """Count how often each option and each thing was chosen, by its name."""
    found = Counter[str]()
    for (site, code), count in trail.chosen.items():
        for name in option_names(game.blueprint, site, code):
            found[name] += count
    return found


def option_names(blueprint: Blueprint, number: int, code: int) -> tuple[str, ...]:
    """Return the names under which an option is counted: the action, and the thing it is about.

    A piece counts as its design.
    """
    at, option, candidate = read_code(blueprint, number, code)
    site = blueprint.sites[at]
    use, domain = f"use.{site.procedure}.{site.labels[option]}", site.domains[option]
    kind = kind_of(domain)
    if candidate < 0 or kind in ("", "number", "seat") or kind not in blueprint.domains:
        return (use,)
    named = blueprint.pieces[candidate].design if domain != kind else blueprint.domains[kind].names[candidate]
    return use, f"thing.{kind}.{named}"


def titles(game: Game, seats: int, language: str = "en") -> dict[str, str]:
    """Return the title of each measure of a game, by its name."""
    blueprint = game.blueprint
    found = {TOTAL: "table mean of the totals", SPREAD: "first ahead of last", LENGTH: "decisions per game"}
    found |= {"lead": "first ahead of second", "best": "best total", "rounds": "rounds"}
    for seat in range(seats):
        found[wins_of(seat)] = f"wins of seat {seat + 1}"
        found[f"total.seat {seat + 1}"] = f"total of seat {seat + 1}"
    for name, title, _ in blueprint.scoring:
        found[f"score.{name}"] = f"points: {title_in(title, language, name)}"
    for site in range(len(blueprint.sites)):
        info = blueprint.sites[site]
        where = effect_title(blueprint, info.procedure, language)
        for option, label in info.choosable():
            asked = f"{where}: {label_title(blueprint, site, option, language)}"
            found[f"use.{info.procedure}.{label}"] = asked if info.named else question(blueprint, site, language)
    for kind, domain in blueprint.domains.items():
        for at, name in enumerate(domain.names):
            found[f"thing.{kind}.{name}"] = f"{kind.replace('_', ' ')}: {thing_title(blueprint, kind, at, language)}"
    return found
