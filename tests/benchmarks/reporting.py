"""How figures are printed."""

from __future__ import annotations

from tests.benchmarks.pairs import Comparison, Ratio, prompt_rate, rate, ratio_of
from tests.benchmarks.worker import Tally


def print_side(title: str, tally: Tally) -> None:
    prompts = tally.decisions + tally.forced
    games = max(1, tally.games)
    print(f"  {title}")
    print(
        f"    {rate(tally):,.0f} decisions/s, {prompt_rate(tally):,.0f} prompts/s, "
        f"{tally.games / tally.seconds:,.1f} games/s, {tally.decisions / games:.0f} decisions/game, "
        f"forced {tally.forced / max(1, prompts):.0%}, branching {tally.options / max(1, tally.decisions):.1f}"
    )


def print_ratio(title: str, ratio: Ratio) -> None:
    print(f"    {ratio.median:.2f} x  [{ratio.low:.2f}, {ratio.high:.2f}]  {title}", flush=True)


def print_control(found: Comparison) -> None:
    """A against itself by games, which every side counts."""
    control = ratio_of(found.control, games_rate)
    print(f"    {control.median:.3f} x  [{control.low:.3f}, {control.high:.3f}]  A/A by games")
    if not control.includes(1.0):
        print("    VOID: the control excludes 1; something else used the core")


def print_row(title: str, value: float, unit: str, bar: float | None = None, *, least: bool = False) -> None:
    digits = f"{value:12,.0f}" if value >= 1000 else f"{value:12.3f}"
    told = f"   (bar {'at least ' * least}{bar:,})" if bar is not None else ""
    print(f"  {title:48} {digits} {unit}{told}", flush=True)


def games_rate(tally: Tally) -> float:
    """Whole games a CPU second."""
    return tally.games / tally.seconds
