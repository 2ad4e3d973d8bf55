"""Tunable values of a variant with targets for the game, and the variant in which they are set.

A value is a field of an entry or of a setting. The answer is a variant of its own, with a patch or a setting for each.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from collections.abc import Mapping as Mapped
from dataclasses import dataclass

from rulewright.core.diagnostics import Diagnostic, did_you_mean, error
from rulewright.core.load.assemble import Assembly
from rulewright.core.model.document import Mapping, Node, Scalar, entries_of, items_of, mappings_in

MEASURES = (
    "length", "total", "spread", "lead", "best", "rounds", "seat_advantage", "win_advantage", "dominant_option",
    "skill",
)  # fmt: skip
"""The measures that a wish may name, besides `score.ID`."""
_MOST_VALUES = 50
_KEYS = ("tunables", "wanted")


@dataclass(frozen=True, slots=True)
class Tunable:
    """A value to be found, with the values to try: a field of an entry, or a setting if `field` is ""."""

    entry: str
    field: str
    values: tuple[int | str, ...]

    @property
    def id(self) -> str:
        return f"{self.entry}.{self.field}" if self.field else self.entry


@dataclass(frozen=True, slots=True)
class Wish:
    """A measure and the bounds it should be within, None where there is none."""

    measure: str
    least: float | None
    most: float | None

    def misses(self, value: float) -> float:
        """Return the distance of a value from its target range, relative to the range, or 0 within it."""
        low, high = self.least, self.most
        off = max(0.0, (low - value) if low is not None else 0.0, (value - high) if high is not None else 0.0)
        if low is not None and high is not None and high > low:
            return 2 * off / (high - low)
        bound = max(abs(each) for each in (low, high) if each is not None) if off else 1.0
        return off / max(0.1 * bound, 1e-9)

    def sentence(self) -> str:
        """The wish in words."""
        if self.least is not None and self.most is not None:
            return f"{self.measure} {self.least:g} to {self.most:g}"
        if self.least is not None:
            return f"{self.measure} at least {self.least:g}"
        return f"{self.measure} at most {self.most:g}"


def tunables_in(variant: Mapping) -> tuple[Tunable, ...]:
    """Return the values to be found. The variant must be valid."""
    return tuple(_tunable(key, node) for key, node in entries_of(variant.get("tunables")))


def wishes_in(variant: Mapping) -> tuple[Wish, ...]:
    """Return the targets. The variant must be valid."""
    return tuple(map(_wish, mappings_in(variant.get("wanted"))))


def tuning_faults(variant: Mapping, assembly: Assembly) -> Iterator[Diagnostic]:
    """Yield the faults of values to be found and of targets."""
    settings = {each.id for each in assembly.section("settings")}
    ids = {entry.id for entries in assembly.sections.values() for entry in entries}
    for key, node in entries_of(variant.get("tunables")):
        found = _tunable(key, node)
        if not found.values or len(found.values) > _MOST_VALUES:
            yield error("out-of-bounds", node.span, f"list 1 to {_MOST_VALUES} values, not {len(found.values)}")
        if not found.field:
            if found.entry not in settings:
                hint = did_you_mean(found.entry, settings | ids) or "name a field as well, such as card.cost"
                yield error("unknown-setting", key.span, f"no setting is named '{found.entry}'", hint)
            continue
        entry = assembly.entry(found.entry)
        if entry is None:
            hint = did_you_mean(found.entry, ids)
            yield error("unknown-name", key.span, f"nothing here is named '{found.entry}'", hint)
        elif entry.node.get(found.field.partition(".")[0]) is None:
            known = entry.node.keys()
            hint = did_you_mean(found.field, known) or f"choose {', '.join(known)}"
            yield error("unknown-field", key.span, f"'{found.entry}' has no '{found.field}'", hint)
    scores = {f"score.{each.id}" for each in assembly.section("scoring")}
    for each in mappings_in(variant.get("wanted")):
        name = each.text_at("measure")
        if name not in MEASURES and name not in scores:
            hint = did_you_mean(name, {*MEASURES, *scores}) or f"choose {', '.join((*MEASURES, *sorted(scores)))}"
            yield error("unknown-name", each.span_of("measure"), f"there is no measure '{name}'", hint)
        wish = _wish(each)
        if wish.least is None and wish.most is None:
            yield error("missing-field", each.span, "a target needs 'least', 'most' or both")
        elif wish.least is not None and wish.most is not None and wish.least > wish.most:
            yield error("out-of-bounds", each.span, "'least' is more than 'most'")
    for name, other in zip(_KEYS, reversed(_KEYS), strict=True):
        written = variant.get(name)
        if written is not None and variant.get(other) is None:
            yield error("missing-field", written.span, f"'{name}' needs '{other}' as well")


def variant_with(text: str, variant: Mapping, values: Mapped[Tunable, int | str], name: str) -> str:
    """The text of a variant in which values are settled: a patch or a setting for each, and nothing to be found."""
    lines = text.splitlines()
    lines = _without(lines, variant)
    lines = [re.sub(r"^variant:.*", f"variant: {name}", line) for line in lines]
    patches = [
        f"  - {{change: {each.entry}, set: {{{each.field}: {_written(value)}}}, because: found by tuning}}"
        for each, value in values.items()
        if each.field
    ]
    settings = [f"  {each.entry}: {_written(value)}" for each, value in values.items() if not each.field]
    lines = _added(lines, "settings", settings)
    lines = _added(lines, "patches", patches)
    return "\n".join(lines) + "\n"


def _without(lines: list[str], variant: Mapping) -> list[str]:
    """The lines without the blocks of what is to be found."""
    found: list[str] = []
    skips = False
    for line in lines:
        if line[:1].isalpha():
            skips = line.partition(":")[0] in _KEYS
        if not skips:
            found.append(line)
    while found and not found[-1].strip():
        found.pop()
    return found


def _added(lines: list[str], key: str, more: list[str]) -> list[str]:
    """The lines with more of them at the end of a block, which is begun if there is none."""
    if not more:
        return lines
    for at, line in enumerate(lines):
        if line.startswith(f"{key}:"):
            if line.partition(":")[2].strip():
                return _added([*lines[:at], *_spread(line, key), *lines[at + 1 :]], key, more)
            end = at + 1
            while end < len(lines) and (not lines[end][:1].isalpha() or lines[end].startswith("#")):
                end += 1
            while end > at + 1 and not lines[end - 1].strip():
                end -= 1
            return [*lines[:end], *more, *lines[end:]]
    return [*lines, f"{key}:", *more]


def _spread(line: str, key: str) -> list[str]:
    """A block written on one line, `{a: 1}` or `[...]`, as one of several."""
    inside = line.partition(":")[2].strip()
    if inside.startswith("{") and inside.endswith("}"):
        return [f"{key}:", *(f"  {part.strip()}" for part in inside[1:-1].split(",") if part.strip())]
    return [f"{key}:", f"  - {inside[1:-1].strip()}"] if inside.strip("[]").strip() else [f"{key}:"]


def _written(value: int | str) -> str:
    return str(value) if isinstance(value, int) or value.isidentifier() else json.dumps(value, ensure_ascii=False)


def _tunable(key: Scalar, node: Node) -> Tunable:
    entry, _, name = key.text.partition(".")
    if isinstance(node, Scalar):
        low, _, high = node.text.partition("..")
        span = range(int(low), int(high) + 1) if _is_range(node.text) else range(0)
        return Tunable(entry, name, tuple(span[: _MOST_VALUES + 1]))
    values = [each.value for each in items_of(node) if isinstance(each, Scalar)]
    return Tunable(entry, name, tuple(values))


def _is_range(text: str) -> bool:
    return re.fullmatch(r"-?[0-9]+\.\.-?[0-9]+", text) is not None


def _wish(node: Mapping) -> Wish:
    return Wish(node.text_at("measure"), _number(node.get("least")), _number(node.get("most")))


def _number(node: Node | None) -> float | None:
    return float(node.value) if isinstance(node, Scalar) and isinstance(node.value, int | float) else None
