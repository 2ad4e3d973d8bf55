"""The account of what patches did to the entries of one game, change by change.

It is kept where patches are applied, in applying.py; whatever reports changes reads it here.
"""

from __future__ import annotations

from collections.abc import Mapping as Lookup
from dataclasses import dataclass, field, replace

from rulewright.core.diagnostics import Span
from rulewright.core.load.patch_paths import NamedPath, inside, overlap
from rulewright.core.load.patches import Patch
from rulewright.core.model.document import Node


@dataclass(frozen=True, slots=True)
class Applied:
    """One change that a patch made to an entry: where, what was there before, and what after.

    `path` are keys and the names of items (else their numbers, from 1, as they were then); it is empty if the whole
    entry went. `before` is None for what was not written, `after` for what was deleted.
    """

    patch: Patch
    operation: str
    entry: str
    path: NamedPath
    before: Node | None
    after: Node | None
    span: Span

    def alters(self, path: NamedPath) -> bool:
        """Whether what is at a path of the entry is another value, or none, since this change."""
        if not overlap(path, self.path):
            return False
        before, after = self.before, self.after
        for step in path[len(self.path) :]:
            one, other = inside(before, step), inside(after, step)
            if one is other:
                return False
            before, after = one, other
        return True


@dataclass(frozen=True, slots=True)
class Account:
    """All changes that were made: those of each entry that was changed, in their order."""

    by_entry: Lookup[str, tuple[Applied, ...]] = field(default_factory=dict)

    def of(self, entry: str) -> tuple[Applied, ...]:
        """The changes of one entry, in their order."""
        return self.by_entry.get(entry, ())

    def last(self, entry: str, path: NamedPath) -> Applied | None:
        """Return the last change that set or removed what is at a path, or None if no patch did."""
        return next((each for each in reversed(self.of(entry)) if each.alters(path)), None)

    def deletion(self, entry: str) -> Applied | None:
        """The change that removed an entry, None if it is still there."""
        return next((each for each in self.of(entry) if each.after is None), None)

    def deletions(self) -> tuple[Applied, ...]:
        """The changes that removed entries."""
        return tuple(gone for entry in self.by_entry if (gone := self.deletion(entry)) is not None)

    def joined(self, other: Account) -> Account:
        """These changes and those of another account, which came after them."""
        names = dict.fromkeys((*self.by_entry, *other.by_entry))
        return Account({name: self.of(name) + other.of(name) for name in names})

    def with_members(self, families: Lookup[str, tuple[str, ...]]) -> Account:
        """These changes, those of each family recorded for its members as well."""
        own = {
            member: tuple(replace(each, entry=member) for each in self.of(family))
            for family, members in families.items()
            if self.of(family)
            for member in members
        }
        return Account({**self.by_entry, **own})
