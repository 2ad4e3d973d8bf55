"""`rulewright compare`: what a house rule does to the game, how much, and how sure that is."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from shlex import quote
from typing import TYPE_CHECKING

import click

from rulewright.cli.options import as_one
from rulewright.cli.options.backend import backend_option, pairs_natively
from rulewright.cli.options.names import known_titles
from rulewright.cli.options.policies import policies_for, refuse_players_of_one_side
from rulewright.cli.options.running import Running, run_options
from rulewright.cli.options.settings import seed_option
from rulewright.cli.options.table import TableChoice, load_or_exit, ruled_at, seats_at_table, setting_pair
from rulewright.cli.options.two_sides import choices_of, with_variant
from rulewright.cli.options.wrong import NewFile, Percent, Whole, wrong_value
from rulewright.cli.output import complain, format_option
from rulewright.cli.results.comparison import CompareRendering, heading_of
from rulewright.cli.results.rendering import TellingOptions, ruleset_of
from rulewright.core.diagnostics import counted

if TYPE_CHECKING:
    from rulewright.core.model.game import Game
    from rulewright.core.pipeline import Choice


@dataclass(frozen=True, slots=True)
class Comparing:
    """A comparison as it was typed."""

    first: str
    second: str | None
    variant: tuple[str, ...]
    modules: str | None
    pairs: tuple[str, ...]
    policies: tuple[str, ...]
    games: int
    until_sure: bool
    within: float
    seats: int | None
    seed: int
    everything: bool
    page: Path | None
    backend: str
    running: Running
    form: str

    def __post_init__(self) -> None:
        self.running.refuse_backend(self.backend)
        if self.variant and self.second is not None:
            words = f"rulewright compare {quote(self.first)} {quote(self.second)}"
            told = f"'{self.second}' is already the other side; leave one out: {words}"
            raise wrong_value("--variant", self.variant[0], told)

    @property
    def other(self) -> str:
        """The other side as it was named, "" where the ruleset of a variant is compared with it."""
        return self.second or " and ".join(self.variant)


@click.command("compare")
@click.argument("first", metavar="A")
@click.argument("second", metavar="[B]", required=False)
@click.option(
    "--variant", multiple=True, metavar="NAME|FILE",
    help="Compare A with this house rule instead of B: one of A's variants, a package, or a file. Repeat it for "
         "several together.",
)  # fmt: skip
@click.option("--modules", metavar="X,Y", help="Play both sides with these modules.")
@click.option("--set", "pairs", multiple=True, metavar="KEY=VALUE", help="Set KEY to VALUE, on both sides.")
@click.option(
    "--policy", "policies", multiple=True, default=("random", "greedy"), show_default=True, metavar="P[,P...]",
    help="One policy for all seats, or several that take the seats in turn. Repeat it for each way of playing.",
)  # fmt: skip
@click.option("--games", type=Whole(1, 1_000_000), default=400, show_default=True, help="Play at most N pairs.")
@click.option("--until-sure", is_flag=True, help="Stop when every primary question has an answer.")
@click.option("--within", type=Percent(), default=2.0, show_default=True, metavar="D",
              help="Treat smaller differences as equal: percent of A's mean; percentage points for wins.")  # fmt: skip
@click.option("--seats", type=int, help="Number of seats that policies play.  [default: the maximum]")
@seed_option
@click.option("--all", "everything", is_flag=True, help="List all numbers, not only the strongest.")
@click.option("--html", "page", type=NewFile(), metavar="FILE", help="Also write a page with plots.")
@backend_option
@run_options
@format_option
@as_one(Comparing)
def verb(typed: Comparing) -> None:
    """Play games of A and of B in pairs that share all chance, and report what differs.

    A and B are rulesets or variants, by name or path; a variant alone is compared with the ruleset that it extends.
    'compare NAME --variant V' is 'compare NAME V'.

    The primary questions are the mean of the totals, each seat's share of wins, how far the first is ahead of the last,
    and the length. An answer is 'more', 'less', 'equal' (within D) or 'not shown'; where single pairs differ but their
    mean may be 0 as well, it is 'pairs differ, mean not shown' ('changed' in JSON).
    All these answers together are wrong in at most one run of twenty, whenever it is stopped; of the other numbers
    reported, about one in twenty may be chance.
    """
    from rulewright.lab.comparing.compare import CompareJob, ComparePlan, wins_shown
    from rulewright.lab.comparing.measures import titles
    from rulewright.lab.comparing.pairs import ComparedTable
    from rulewright.lab.comparing.seating import fixed_sides

    sides = _sides(typed)
    loaded = load_or_exit(sides[0]), load_or_exit(sides[1])
    deciding, ruled = _seats(loaded, sides, typed.seats)
    dealt = [policies_for(each, deciding) for each in dict.fromkeys(typed.policies)]
    players = {name for each in dealt for name in each}
    refuse_players_of_one_side(players, loaded, (typed.first, typed.other or typed.first))
    settings = sides[0].settings
    together = fixed_sides(loaded[0], seats=deciding + ruled, settings=settings)
    tables = tuple(
        ComparedTable(deciding + ruled, names, typed.seed, settings, ruled, together if len(set(names)) > 1 else ())
        for names in dealt
    )
    known = titles(loaded[0], deciding + ruled) | titles(loaded[1], deciding + ruled)
    numbers = len(known) + max(len(set(each)) for each in dealt)
    plan = ComparePlan(tables, typed.games, typed.until_sure, typed.within / 100, numbers)
    if plan.in_a_chunk == 1 and deciding + ruled > 1:
        points = round(wins_shown(plan) * 100)
        shows = f"can show how many more games a seat wins to within {points} percentage points"
        shows = shows if points < 100 else "are too few to show that a seat wins more games"
        complain(f"{counted(typed.games, 'pair')} {shows}, if the two games of a pair are independent; the more they "
                 "have in common, the more precise.")  # fmt: skip
    natively = typed.running.cluster is None and pairs_natively(typed.backend, loaded, tables, typed.games)
    job = CompareJob(plan, (sides[0].loader(), sides[1].loader()), natively)
    names = [each for each in (typed.first, typed.other) if each]
    rulesets = tuple(ruleset_of(side, game.blueprint) for side, game in zip(sides, loaded, strict=True))
    telling = TellingOptions(typed.form, typed.everything, page=typed.page)
    typed.running.carry_out(CompareRendering(job, telling, heading_of(plan, sides, loaded, names), rulesets))


def _sides(typed: Comparing) -> tuple[TableChoice, TableChoice]:
    if typed.variant:
        one, other = with_variant(typed.first, typed.variant, typed.modules)
    else:
        one, other = choices_of(typed.first, typed.second, typed.modules)
    known_titles("en", (one.ruleset, other.ruleset))
    picked: dict[str, str | int] = dict(map(setting_pair, typed.pairs))
    return _table(one, picked), _table(other, picked)


def _table(choice: Choice, settings: dict[str, str | int]) -> TableChoice:
    return TableChoice(choice.ruleset, choice.modules, choice.variant, settings)


def _seats(games: tuple[Game, Game], sides: tuple[TableChoice, TableChoice], seats: int | None) -> tuple[int, int]:
    """Return the number of seats on both sides, policies and rules together.

    Raises UsageError if either game cannot seat that many.
    """
    both = [(game, ruled_at(game.blueprint, side.settings)) for game, side in zip(games, sides, strict=True)]
    if seats is None:
        seats = min(game.blueprint.max_seats - ruled for game, ruled in both)
    at = [
        seats_at_table(game.blueprint, side.settings, seats, side.ruleset)
        for game, side in zip(games, sides, strict=True)
    ]
    if at[0] != at[1]:
        raise click.UsageError(f"one side has {at[0]} seats at its table, the other {at[1]}: they cannot be paired")
    return seats, at[0] - seats
