"""A difference as plain data for programs: every value that differs with both readings, places and reasons."""

from __future__ import annotations

from typing import Any

from rulewright.author.difference.affected import Reaches
from rulewright.author.difference.compare import Difference, EntryChange
from rulewright.author.difference.sides import Side
from rulewright.author.difference.value_differences import SideValue, ValueChange
from rulewright.author.difference.wording import Wording


def difference_json(found: Difference, language: str = "en") -> dict[str, Any]:
    """Return the difference as JSON data. Entries that come and go with a module are listed like all others."""
    wording = Wording(found, language)
    return {
        "before": _side(found.before),
        "after": _side(found.after),
        "switched_on": list(found.switched_on),
        "switched_off": list(found.switched_off),
        "differs": not found.is_empty,
        "entries": [_entry(each, wording, wording.reaches) for each in found.entries],
    }


def _side(side: Side) -> dict[str, Any]:
    variant = side.choice.variant
    return {
        "name": side.label,
        "ruleset": side.source.id,
        "variant": variant.stem if variant is not None else None,
        "modules": list(side.assembly.modules),
    }


def _entry(each: EntryChange, wording: Wording, reaches: Reaches) -> dict[str, Any]:
    reach = reaches.of(each)
    data: dict[str, Any] = {
        "section": each.section,
        "id": each.id,
        "title": wording.title(each.entry),
        "status": each.status,
    }
    if each.renamed:
        data["renamed_from"] = each.renamed
    if each.idle:
        data["idle_in"] = each.idle
    for name, entry, side in (("before", each.before, 0), ("after", each.after, 1)):
        if entry is not None:
            data[name] = wording.place(entry.id_span(), side)
    data["changes"] = [_change(change, wording) for change in each.changes]
    data["rules"] = list(reach.rules)
    data["rules_of_readers"] = list(reach.through)
    data["readers"] = [entry.id for entry in reach.readers]
    data["scenarios"] = [each.place for each in reach.scenarios]
    return data


def _change(change: ValueChange, wording: Wording) -> dict[str, Any]:
    return {
        "path": list(change.path),
        "sort": change.sort,
        "before": _value(change.before, wording, 0),
        "after": _value(change.after, wording, 1),
    }


def _value(value: SideValue, wording: Wording, side: int) -> dict[str, Any]:
    """Return a value with its place. A value that is not written has none, and its text is the default."""
    data: dict[str, Any] = {
        "text": value.text,
        "place": wording.place(value.span, side) if value.span is not None else None,
    }
    if value.patched is not None:
        data |= {"changed_by": value.patched.source, "because": value.patched.because}
    return data
