"""Diagnostics moved to their cause: a patch in a module, a variant or a scenario that causes a mistake elsewhere."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace

from rulewright.core.diagnostics import Diagnostic, Span
from rulewright.core.load.account import Account, Applied
from rulewright.core.load.assemble import Assembly
from rulewright.core.model.document import Mapping, mappings_in, scalars_in


def told_at_cause(
    document: Mapping, name: str, found: Iterable[Diagnostic], before: Assembly | None = None
) -> tuple[Diagnostic, ...]:
    """Return the diagnostics that a document of a file causes, each reported in that file.

    What shows up elsewhere is reported at the patch of the entry that it is in or that the message names, else at the
    document's name, and says where. `before` are the entries as they were.
    """
    return tuple(each if each.span.file == name else _told_here(document, each, before) for each in found)


def told_at_deletion(found: Iterable[Diagnostic], account: Account) -> tuple[Diagnostic, ...]:
    """Report names that are unknown because a module deletes them where it does so, and say what uses them."""
    gone = {each.entry: each for each in account.deletions() if each.patch.module}
    return tuple(_at_deletion(each, gone) for each in found) if gone else tuple(found)


def _at_deletion(each: Diagnostic, gone: dict[str, Applied]) -> Diagnostic:
    named = [name for name in re.findall(r"'([^']+)'", each.message) if name in gone]
    if not named or not each.code.startswith("unknown-"):
        return each
    deletion, place = gone[named[0]], f"{each.span.file}:{each.span.line}"
    module = deletion.patch.module
    message = f"'{named[0]}' is deleted by '{module}', and used at {place}"
    hint = f"patch what uses it as well; if the module needs it, write conflicts: [{module}]"
    return replace(each, span=deletion.span, message=message, hint=hint)


def _told_here(document: Mapping, each: Diagnostic, before: Assembly | None) -> Diagnostic:
    place = f"{each.span.file}:{each.span.line}"
    span, deleted = _cause(document, each, before)
    hint = f"'{deleted}' is deleted here; change what uses it as well" if deleted else each.hint
    return replace(each, span=span, message=f"{each.message} ({place}, as it is changed here)", hint=hint)


def _cause(document: Mapping, each: Diagnostic, before: Assembly | None) -> tuple[Span, str]:
    """Return (position of the patch that caused a diagnostic, id it deletes if that is the cause, else "")."""
    named = set(re.findall(r"'([^']+)'", each.message))
    patches = mappings_in(document.get("patches"))
    for patch in patches:
        entry = before.entry(patch.text_at("change")) if before is not None else None
        if entry is not None and _holds(entry.node, each.span):
            return patch.span_of("change"), ""
    for patch in patches:
        for key in ("change", "delete"):
            name = patch.text_at(key)
            if name in named:
                return patch.span_of(key), name if key == "delete" else ""
    return (document.get("variant") or document.get("patches") or document).span, ""


def _holds(node: Mapping, span: Span) -> bool:
    """Whether a place is in one of the texts of an entry."""
    return any(
        scalar.span.file == span.file and 0 <= span.line - scalar.span.line <= scalar.text.count("\n") + 1
        for _, scalar in scalars_in(node)
    )
