"""The five ways a patch changes one place of an entry: set, relative, add, remove, replace, each as a pure function.

Which entry, in which order, and what contradicts what, is applying.py's business.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

from rulewright.core.diagnostics import Span
from rulewright.core.load.patch_paths import name_of
from rulewright.core.load.reader import as_plain
from rulewright.core.load.text import line_and_column
from rulewright.core.model.document import (
    Mapping,
    Node,
    Run,
    Scalar,
    Sequence,
    entries_of,
    is_true,
    part_of,
    written_at,
)

_WORDS = re.compile(r"\w+|[^\w\s]")
_SIGNED = re.compile(r"[+-]?[0-9]{1,15}")


@dataclass(frozen=True, slots=True)
class EditFault:
    """The reason why a change cannot be made: code, position in the patch, message, hint."""

    code: str
    span: Span
    message: str
    hint: str = ""


def set_value(old: Node | None, new: Node, path: str) -> Node | EditFault:
    """Return the new value, or a fault if its type differs too much to be intended."""
    if old is None or _kind(old) == _kind(new) or {_kind(old), _kind(new)} in _EXCHANGEABLE:
        return new
    return EditFault("patch-wrong-type", new.span, f"'{path}' is {_kind(old)}, not {_kind(new)}")


def add_number(old: Node | None, change: Node, path: str) -> Node | EditFault:
    """The old number plus what the patch says."""
    more = _signed(change)
    if more is None:
        return EditFault("patch-wrong-type", change.span, "a relative change must be a number such as +1 or -1")
    if old is None:
        return EditFault("patch-bad-path", change.span, f"'{path}' has no value in this entry", "use 'set'")
    if not isinstance(old, Scalar) or isinstance(old.value, str | bool):
        return EditFault("patch-wrong-type", change.span, f"'{path}' is {_kind(old)}, not a number", "use 'set'")
    return written_at(old.value + more, change.span)


def add_items(old: Node | None, new: Node, path: str) -> Node | EditFault:
    """The old list with more items behind it, the old mapping with more keys, or a field that was not written."""
    if old is None:
        return new
    if isinstance(old, Sequence) and isinstance(new, Sequence):
        return Sequence(old.items + new.items, old.span)
    if isinstance(old, Mapping) and isinstance(new, Mapping):
        for key, _ in new.entries:
            if old.get(key.text) is not None:
                return EditFault("patch-wrong-type", key.span, f"'{path}' has '{key.text}' already", "use 'set'")
        return Mapping(old.entries + new.entries, old.span)
    if isinstance(old, Sequence):
        return EditFault("patch-wrong-type", new.span, f"'add' needs a list for the list '{path}'", "write it in [ ]")
    return EditFault("patch-wrong-type", new.span, f"'{path}' is {_kind(old)}; nothing can be added to it", "use 'set'")


def remove_items(old: Node | None, names: Node, path: str) -> Node | EditFault:
    """The old list or mapping without the named items or keys, each of which must be there."""
    if not isinstance(old, Sequence | Mapping):
        return EditFault("patch-bad-path", names.span, f"'{path}' is {_kind(old)}; nothing can be removed from it")
    for name in names.items if isinstance(names, Sequence) else (names,):
        left = _without(old, name)
        if left is None:
            shown = name.text if isinstance(name, Scalar) else "this"
            return EditFault("patch-without-target", name.span, f"'{path}' has no '{shown}' to remove")
        old = left
    return old


def replace_text(old: Node | None, change: Node, path: str) -> Node | EditFault:
    """The old text with `to` in place of `from`, or the old list with one item for another.

    `from` is there once, or with `all: true` as often as one likes, but at least once.
    """
    before, after, everywhere = part_of(change, "from"), part_of(change, "to"), is_true(part_of(change, "all"))
    if before is None or after is None:
        return EditFault("bad-patch", change.span, "a replacement is {from: ..., to: ...}")
    for key, _ in entries_of(change):
        if key.text not in ("from", "to", "all"):
            return EditFault("bad-patch", key.span, f"a replacement has no '{key.text}'", "write from, to and all")
    if isinstance(old, Sequence):
        found = [index for index, item in enumerate(old.items) if as_plain(item) == as_plain(before)]
        if not found or (len(found) > 1 and not everywhere):
            return _not_once(len(found), before, path)
        return Sequence(tuple(after if at in found else item for at, item in enumerate(old.items)), old.span)
    if not isinstance(old, Scalar) or not isinstance(old.value, str):
        return EditFault("patch-wrong-type", change.span, f"'{path}' is {_kind(old)}, not a text", "use 'set'")
    if not isinstance(before, Scalar) or not isinstance(after, Scalar) or not before.text.strip("\n"):
        return EditFault("patch-wrong-type", before.span, "'from' and 'to' must be texts")
    wanted = before.text if before.text in old.text else before.text.rstrip("\n")
    places = _places(old.text, wanted)
    if not places or (len(places) > 1 and not everywhere):
        return _not_once(len(places), before, path)
    for start, end in reversed(places):
        old = _spliced(old, start, old.text[start:end], after)
    return old


Edit = Callable[[Node | None, Node, str], Node | EditFault]

EDITS: dict[str, Edit] = {
    "set": set_value,
    "relative": add_number,
    "add": add_items,
    "remove": remove_items,
    "replace": replace_text,
}
"""Every edit by its key, in the order in which those of one patch are made."""

_EXCHANGEABLE: tuple[set[str], ...] = ({"a number", "a text"}, {"a text", "a list"}, {"a truth", "a text"})


def _kind(node: Node | None) -> str:
    match node:
        case None:
            return "not written"
        case Sequence():
            return "a list"
        case Mapping():
            return "a mapping"
        case Scalar(value=bool()):
            return "a truth"
        case Scalar(value=int()):
            return "a number"
        case Scalar():
            return "a text"


def _signed(node: Node) -> int | None:
    if not isinstance(node, Scalar) or isinstance(node.value, bool):
        return None
    return int(node.text) if _SIGNED.fullmatch(node.text) else None


def _without(old: Sequence | Mapping, name: Node) -> Sequence | Mapping | None:
    """The list or mapping without one item or key, or None if it is not there."""
    if isinstance(old, Mapping):
        kept = tuple(entry for entry in old.entries if not (isinstance(name, Scalar) and entry[0].text == name.text))
        return Mapping(kept, old.span) if len(kept) < len(old.entries) else None
    wanted = as_plain(name)
    for index, item in enumerate(old.items):
        if as_plain(item) == wanted or (isinstance(name, Scalar) and name_of(item) == name.text):
            return Sequence(old.items[:index] + old.items[index + 1 :], old.span)
    return None


def _places(text: str, wanted: str) -> list[tuple[int, int]]:
    """Return (start, end) of each place of a text in another, exactly or else with different spaces."""
    exact = [(found.start(), found.end()) for found in re.finditer(re.escape(wanted), text)]
    if exact:
        return exact
    pattern = ""
    before = ""
    for word in _WORDS.findall(wanted):
        are_words = (before[-1:] + word[0]).replace("_", "a").isalnum()
        pattern += ("" if not before else r"\s+" if are_words else r"\s*") + re.escape(word)
        before = word
    return [(found.start(), found.end()) for found in re.finditer(pattern, text)]


def _not_once(times: int, before: Node, path: str) -> EditFault:
    shown = before.text.strip() if isinstance(before, Scalar) else "this"
    if times == 0:
        return EditFault(
            "patch-without-target", before.span, f"'{path}' does not hold '{shown}'", "copy the text from there"
        )
    hint = "write more of the text, or all: true"
    return EditFault("patch-ambiguous", before.span, f"'{path}' holds '{shown}' {times} times", hint)


def _spliced(old: Scalar, start: int, removed: str, new: Scalar) -> Scalar:
    """A text with another in its middle, every stretch of which still knows the file and place it comes from."""
    end = start + len(removed)
    inserted = new.text.rstrip("\n") if not removed.endswith("\n") else new.text
    text = old.text[:start] + inserted + old.text[end:]
    runs: list[Run] = []
    for part, at, origin, skipped in (
        (old.text[:start], 0, old, 0),
        (inserted, start, new, 0),
        (old.text[end:], start + len(inserted), old, end),
    ):
        runs += _runs_of_part(part, text, at, origin, skipped)
    return Scalar(text, text, "literal" if "\n" in text else "plain", new.span, tuple(runs))


def _runs_of_part(part: str, text: str, at: int, origin: Scalar, skipped: int) -> list[Run]:
    """A run for each line of a part of `text` that is at index `skipped` of its origin's text."""
    runs = []
    offset = 0
    for content in part.split("\n") if part else ():
        line, column = line_and_column(text, at + offset)
        place = origin.span_at(*line_and_column(origin.text, skipped + offset))
        runs.append(Run(line, column, place))
        offset += len(content) + 1
    return runs
