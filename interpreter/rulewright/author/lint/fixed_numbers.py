"""Numbers printed in a line of the table that a patch or a setting can change: `Round {round} of 7`."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise
from typing import Final, NamedTuple

from rulewright.author.lint.lint_examples import KEEP
from rulewright.author.lint.reach import reached_in
from rulewright.author.lint.scene import LintGroup, LintScene, LintVerdict, verdict
from rulewright.core.bind.world import Family
from rulewright.core.diagnostics import CodeExplained
from rulewright.core.load.entries import Entry
from rulewright.core.locales.line_text import Hole, parse_line
from rulewright.core.model.document import Node, Scalar, scalars_in
from rulewright.core.model.settings import SettingInfo

_LIMIT = re.compile(r"\s*[^\w\s]?\s*(?:[^\W\d_]{1,4}\s+)?(\d+)\b")
"""A number behind what is filled in, as a limit is written: `/ 7`, ` of 7`, ` sur 7`."""


class _Printed(NamedTuple):
    """A number in a text: the counter before it, what it is, the text and the entry that it is in."""

    family: Family
    number: int
    text: Scalar
    entry: Entry


def printed_numbers(scene: LintScene) -> Iterator[LintVerdict]:
    """Yield a verdict on each counter whose limit a line prints as a number."""
    for printed in _printed_in(scene):
        bound = _patched_limit(scene, printed)
        if bound is not None:
            message = f"'{printed.family.id}' now ends at {printed.family.high}, but '{printed.entry.id}' still shows"
            hint = f"patch the text too: {{change: {printed.entry.id}, set: {{line: ...}}, because: ...}}"
            wrong = printed.family.high != printed.number
            found = (f"{message} {printed.number} behind it", hint) if wrong else None
            yield verdict("fixed-number", printed.entry, bound.span, found, printed.entry.id)
            continue
        setting = _setting(scene, printed)
        found = None
        if setting is not None:
            message = f"the text always shows {printed.number}, which is only the default of the setting '{setting}'"
            hint = f"show the setting: write a quantity such as {{id: shown_{setting}, amount: {setting}}}"
            found = (message, f"{hint}, and {{shown_{setting}}} in the text")
        yield verdict("fixed-number", printed.entry, printed.text.span, found, printed.family.id)


def _printed_in(scene: LintScene) -> Iterator[_Printed]:
    """Yield each number that stands behind a counter in a line of the table."""
    for entry in scene.assembly.section("table"):
        written = entry.node.get("line")
        for _, text in scalars_in(written) if written is not None else ():
            parts = parse_line(text.text)
            for hole, behind in pairwise(parts):
                family = scene.world.families.get(hole.name) if isinstance(hole, Hole) else None
                found = _LIMIT.match(behind) if isinstance(behind, str) else None
                if family is not None and family.sort == "counter" and found is not None:
                    yield _Printed(family, int(found[1]), text, entry)


def _patched_limit(scene: LintScene, printed: _Printed) -> Node | None:
    """Return the `max` that a patch gave the counter, if the text has the one from before."""
    for change in scene.assembly.account.of(printed.family.id):
        before = change.before
        if change.path == ("max",) and isinstance(before, Scalar) and before.value == printed.number:
            return printed.family.node.get("max")
    return None


def _setting(scene: LintScene, printed: _Printed) -> str | None:
    """Return the setting whose default the text prints, if some text reads it together with the counter."""
    for name, setting in scene.world.settings.items():
        if _may_be_another(setting) and setting.default == printed.number:
            for text in reached_in(scene).texts:
                if {name, printed.family.id} <= scene.uses_in(text).all():
                    return name
    return None


def _may_be_another(setting: SettingInfo) -> bool:
    return not setting.values and not setting.ruled_seats and setting.low < setting.high


_ROUNDS: Final = (
    "settings:\n  - {id: rounds, title: {en: Rounds, fr: Manches}, values: 5..9, default: 7}\n"
    "counters:\n  - {id: wind, min: 0, max: 9}\n"
    "triggers:\n  - {id: gust, after: turn, when: wind < rounds, does: gain 1 wind}\n"
)
_EXPLAINED: Final = (
    CodeExplained(
        "fixed-number", "A line of the table prints a number that a patch or a setting changes.",
        "`Round {round} of 7` is wrong as soon as there are 6 rounds. Patch the text as well, or show a quantity."
        + KEEP % "fixed-number",
        "lint", _ROUNDS + 'table:\n  - {id: wind_line, line: "{wind} of 7"}',
        _ROUNDS + "quantities:\n  - {id: shown_rounds, amount: rounds}\n"
        'table:\n  - {id: wind_line, line: "{wind} of {shown_rounds}"}',
    ),
)  # fmt: skip
LINTS: Final = LintGroup(_EXPLAINED, of_entries=(printed_numbers,))
