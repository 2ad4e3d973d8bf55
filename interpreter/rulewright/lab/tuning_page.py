"""What was found by tuning, as a page: each setting with its measures drawn as intervals beside what is wanted."""

from __future__ import annotations

from rulewright.lab.page import lab_page
from rulewright.lab.tuning import Tuned, TunedSetting
from rulewright.load.tunables import Wish
from rulewright.pages.charts import interval
from rulewright.pages.html import Markup, element
from rulewright.pages.page import table


def tuning_page(found: Tuned, name: str) -> str:
    """The whole page; `name` is what the variant is called."""
    lines = [
        f"Tuning of {name}",
        f"{found.games:,} games in {found.looks} looks at a grid of {found.grid:,} points. Each setting below is "
        "outdone by no other in all wishes at once.",
        "A dot is the measure in fresh games, its line where the true one is with 95 % certainty; the grey band is "
        "what is wanted.",
    ]  # fmt: skip
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
    """A measure of a setting, between the least and the most that any setting has of it, and what is wanted."""
    ends = [bound for each in found.settings for bound in (each.measured[place].low, each.measured[place].high)]
    wanted = [each for each in (wish.least, wish.most) if each is not None]
    bounds = min(*ends, *wanted), max(*ends, *wanted)
    low = wish.least if wish.least is not None else bounds[0]
    high = wish.most if wish.most is not None else bounds[1]
    one = setting.measured[place]
    label = f"{wish.measure} {one.value:.1f} ({one.low:.1f} to {one.high:.1f}), wanted: {wish.sentence()}"
    return interval(one.value, one.low, one.high, bounds, label, even=(low + high) / 2, within=(high - low) / 2)
