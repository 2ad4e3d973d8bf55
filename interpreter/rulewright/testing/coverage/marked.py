"""One source line as a row of a table: its places marked, what is known of each as a hint under the pointer."""

from __future__ import annotations

from collections.abc import Iterable

from rulewright.pages.html import Content, Markup, element
from rulewright.testing.coverage.report import PlaceReport

HIT, PART, MISS = "hit", "part", "miss"


def places_by_line(places: Iterable[PlaceReport]) -> dict[int, list[PlaceReport]]:
    """The places of a file by the line they begin on."""
    found: dict[int, list[PlaceReport]] = {}
    for each in places:
        found.setdefault(each.place.span.line, []).append(each)
    return found


def marked_line(text: str, places: list[PlaceReport], anchor: str, number: int) -> Markup:
    """A row with the line's number, how often its most frequent place was reached, and its text."""
    if not places:
        return element("tr", element("td", number), element("td"), element("td", text), id=anchor)
    groups = _by_column(places)
    states = [_state(group) for _, group in groups]
    whole = states[0] if len(set(states)) == 1 else PART
    most = max(each.count.ran for each in places)
    parts: list[Content] = []
    end = 0
    for position, (column, group) in enumerate(groups):
        following = groups[position + 1][0] if position + 1 < len(groups) else len(text) + 1
        stop = min(following, _end(text, column, group))
        hint = "\n".join(_told(each) for each in group)
        marked = element("span", text[column - 1 : stop - 1], class_=_state(group), title=hint)
        parts += [text[end : column - 1], marked]
        end = stop - 1
    line = element("td", *parts, text[end:])
    return element("tr", element("td", number), element("td", most), line, id=anchor, class_=whole)


def _by_column(places: list[PlaceReport]) -> list[tuple[int, list[PlaceReport]]]:
    groups: dict[int, list[PlaceReport]] = {}
    for each in places:
        groups.setdefault(each.place.span.column, []).append(each)
    return sorted(groups.items())


def _end(text: str, column: int, group: list[PlaceReport]) -> int:
    """The column after the last marked one: a place of unknown length reaches to the line's end."""
    length = max(each.place.span.length for each in group)
    if length > 1:
        return min(column + length, len(text) + 1)
    return len(text.partition(" #")[0].rstrip()) + 1


def _state(group: list[PlaceReport]) -> str:
    """Places that begin together, as an `if` and its two ways: none reached, some, or all."""
    if not group[0].reached:
        return MISS
    return HIT if all(each.reached for each in group) else PART


def _told(each: PlaceReport) -> str:
    place, count = each.place, each.count
    times = f"{count.ran} times" if count.ran != 1 else "once"
    line = f"{place.sort} {place.id.name}: {times if count.ran else 'not reached'}"
    if place.sort == "option" and count.asked:
        line += f", open in {count.opened} of {count.asked}"
    if count.looked:
        line += f", looked at {count.looked} times"
    if each.why is not None:
        line += f"\n   {each.why.text}"
        line += "".join(f"\n   {number} x {text}" for (text, _, _), number in each.why.reasons)
    return line
