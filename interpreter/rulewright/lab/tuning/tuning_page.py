"""The result of a tuning as a page: the measures of each setting as intervals next to the wishes."""

from __future__ import annotations

from rulewright.core.load.tunables import Wish
from rulewright.lab.page import lab_page
from rulewright.lab.tuning.tuning import Tuned, TunedSetting
from rulewright.table.pages.charts import interval
from rulewright.table.pages.html import Markup, element
from rulewright.table.pages.page import table

NOTHING_ENDS = "No setting has games that end."


def stopped_told(found: Tuned) -> list[str]:
    """Return a sentence on the games that met a limit, in a list that is empty if none did."""
    if not found.stopped:
        return []
    first = found.stopped[0]
    game = f"game {first.game.number + 1} (seed {first.game.seed}): {first.game.limit}"
    met = (
        f"{len(found.stopped):,} of {found.games:,} games reached a limit, the first with {named(found, first.values)}"
    )
    return [f"{met}: {game}. They count like the worst result."]


def lacking_told(found: Tuned, setting: TunedSetting) -> list[str]:
    """Return a sentence on the fresh games of an answer that met a limit, as a list."""
    if not setting.stopped:
        return []
    of = setting.games + setting.stopped
    return [f"With {named(found, setting.values)} {setting.stopped:,} of {of:,} fresh games reached a limit."]


def named(found: Tuned, values: tuple[int | str, ...]) -> str:
    """Values with what they are of."""
    return ", ".join(f"{each.id} {value}" for each, value in zip(found.tunables, values, strict=True))


def tuning_page(found: Tuned, name: str) -> str:
    """Return the whole page.

    `name` is the title of the variant.
    """
    lines = [
        f"Tuning of {name}",
        f"{found.games:,} games in {found.looks} evaluations on a grid of {found.grid:,} points.",
        *stopped_told(found),
    ]
    if not found.settings:
        return lab_page([*lines, NOTHING_ENDS], "")
    lines += [
        "No other setting meets all targets better than these.",
        "A dot is the measure in fresh games, its line the 95 % confidence interval; the grey band is the target.",
    ]
    lines += [sentence for each in found.settings for sentence in lacking_told(found, each)]
    heads = (*(each.id for each in found.tunables), *(each.sentence() for each in found.wishes), "misses")
    rows = (_row(found, each) for each in found.settings)
    return lab_page(lines, table(None, heads, rows, class_="findings"))


def _row(found: Tuned, setting: TunedSetting) -> Markup:
    plots = [_plot(found, place, wish, setting) for place, wish in enumerate(found.wishes)]
    return element(
        "tr",
        (element("td", str(value), class_="number") for value in setting.values),
        (element("td", plot) for plot in plots),
        element("td", f"{setting.misses:.3f}", class_="number"),
    )


def _plot(found: Tuned, place: int, wish: Wish, setting: TunedSetting) -> Markup:
    """Return a measure of a setting as a drawing, with the wished range.

    It is drawn between the least and the most of this measure in any setting.
    """
    ends = [bound for each in found.settings for bound in (each.measured[place].low, each.measured[place].high)]
    wanted = [each for each in (wish.least, wish.most) if each is not None]
    bounds = min(*ends, *wanted), max(*ends, *wanted)
    low = wish.least if wish.least is not None else bounds[0]
    high = wish.most if wish.most is not None else bounds[1]
    one = setting.measured[place]
    label = f"{wish.measure} {one.value:.1f} ({one.low:.1f} to {one.high:.1f}), wanted: {wish.sentence()}"
    return interval(one.value, one.low, one.high, bounds, label, even=(low + high) / 2, within=(high - low) / 2)
