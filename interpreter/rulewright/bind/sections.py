"""The entries of a ruleset, section by section, as the source wing hands them over."""

from __future__ import annotations

from typing import Protocol

from rulewright.model.document import Mapping


class EntryLike(Protocol):
    """One entry of a content section, as the source wing hands it over."""

    @property
    def id(self) -> str: ...
    @property
    def node(self) -> Mapping: ...


Sections = dict[str, tuple[EntryLike, ...]]
