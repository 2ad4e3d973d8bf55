"""A training in progress: a row for each generation, with the player's strength, then its file."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from rulewright.cli.output import write_json
from rulewright.cli.progress import Progress
from rulewright.cli.results.rendering import game_label

if TYPE_CHECKING:
    from rulewright.core.model.game import Blueprint
    from rulewright.lab.training.training import Generation, Strength

HOW = "How often the player finishes ahead of others, by the number of games learned from (95 % intervals):"


class StrengthCurve:
    """The strength of a player after each generation."""

    def __init__(self, blueprint: Blueprint, path: Path, seats: Sequence[int], ruled: int, form: str) -> None:
        self.blueprint, self.path, self.seats, self.ruled = blueprint, path, seats, ruled
        self._form = form
        self._rows: list[tuple[Generation, tuple[Strength, ...]]] = []
        self._bar = Progress(0)
        self._played = 0

    def progress(self, games: int) -> None:
        """Count N games that were just played."""
        self._played += games
        self._bar.reach(self._played, self._played)

    def add(self, generation: Generation, against: tuple[Strength, ...]) -> None:
        """Add a finished generation."""
        self._bar.finish()
        if self._form == "text":
            if not self._rows:
                self._begin(generation, against)
            shares = [f"{each.before.value:.0%} [{each.before.low:.0%}, {each.before.high:.0%}]" for each in against]
            line = _line(f"{generation.games:,}", _knows(generation), shares)
            click.echo(line if generation.is_stronger else f"{line}  not stronger")
        self._rows.append((generation, against))

    def _begin(self, generation: Generation, against: tuple[Strength, ...]) -> None:
        click.echo(f"{game_label(self.blueprint)}, {', '.join(map(str, self.seats))} seats")
        click.echo(HOW)
        knows = "explains" if generation.lead is None else "lead"
        click.echo(_line("games", knows, [each.against for each in against]))

    def told(self, file: str) -> None:
        """Tell the end of the training: the file written, and how strong its player is."""
        self._bar.finish()
        if self._form == "json":
            write_json(self._data())
        elif self._rows:
            last = self._rows[-1][0]
            size = self.path.stat().st_size
            click.echo(
                f"{self.path}: {len(last.values.weights):,} weights and {len(last.values.choices):,} choices "
                f"in {size / 1000:,.0f} kB, of {last.games:,} games."
            )
            click.echo(f"To play it: learned:{file}; to train it further: --resume {file}")

    def _data(self) -> dict[str, Any]:
        rows = [
            {
                "games": each.games,
                "explained": round(each.explained, 6) if each.explained is not None else None,
                **({"lead": round(each.lead, 6)} if each.lead is not None else {}),
                "stronger": each.is_stronger,
                "before": {
                    one.against: {
                        "value": round(one.before.value, 6),
                        "interval": [round(one.before.low, 6), round(one.before.high, 6)],
                        "of": one.before.count,
                    }
                    for one in against
                },
            }
            for each, against in self._rows
        ]
        return {"ruleset": self.blueprint.ruleset, "ruleset_digest": self.blueprint.digest,
                "modules": list(self.blueprint.modules), "seats": list(self.seats), "file": str(self.path),
                "generations": rows}  # fmt: skip


def _knows(generation: Generation) -> str:
    """Return the share of variance a player explains, or its mean lead if it is not fitted to tables."""
    return f"{generation.explained:.2f}" if generation.explained is not None else f"{generation.lead:+.1f}"


def _line(games: str, explained: str, shares: list[str]) -> str:
    return f"{games:>8}  {explained:>8}" + "".join(f"  {each:>20}" for each in shares)
