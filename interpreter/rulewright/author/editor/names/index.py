"""The index of a ruleset's names: what defines them, what uses them, which scenarios prove a rule.

How an index is made is in `gather.py`.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from rulewright.core.bind.notes import Note
from rulewright.core.diagnostics import Span
from rulewright.core.model.document import Node


@dataclass(frozen=True, slots=True)
class Definition:
    """One thing that has a name.

    `key` is its name in full and unique in an index: `coin` for an entry, `card.cost` for a field, `length.short` for a
    value, `card.up` for a face, `rule bonus.x`, `module night`, `document RULES`,
    `variant rich`, `match three`. `node` is all that is written about it.
    """

    key: str
    name: str
    sort: str
    span: Span
    node: Node
    entry: str = ""
    owner: str = ""
    section: str = ""
    title: tuple[tuple[str, str], ...] = ()
    rules: tuple[str, ...] = ()
    module: str = ""

    def title_in(self, language: str) -> str:
        """Return the title in a language, or else in the first one there is, or else ""."""
        titles = dict(self.title)
        return titles.get(language) or (self.title[0][1] if self.title else "")


@dataclass(frozen=True, slots=True)
class Use:
    """One place where a name is used: in the entry and field named, or in a manifest or patch if `entry` is empty.

    How is one of reads, changes, runs (in a text); is (a value), has (a type, kind or domain), wakes (a trigger),
    adds to (a modifier), shows (to people), offered in (a free action), patches, deletes, cites (a rule), needs (a
    module), picks (a setting).
    """

    key: str
    how: str
    span: Span
    entry: str
    field: str
    module: str = ""


@dataclass(frozen=True, slots=True)
class Proof:
    """A scenario with the rules it proves."""

    sentence: str
    span: Span
    rules: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class NameIndex:
    """The names of one ruleset."""

    ruleset: str
    definitions: tuple[Definition, ...]
    uses: tuple[Use, ...]
    scenarios: tuple[Proof, ...]
    locals: tuple[Note, ...] = ()

    def named(self, name: str) -> tuple[Definition, ...]:
        """Return the definitions with this name or key, of any sort."""
        wanted = {name, f"rule {name}", f"module {name}", f"document {name}"}
        return tuple(each for each in self.definitions if each.key in wanted or each.name == name)

    def like(self, part: str) -> tuple[Definition, ...]:
        """Return the definitions whose name, key or title has a part, in any case."""
        wanted = part.casefold()
        return tuple(
            each
            for each in self.definitions
            if any(wanted in said.casefold() for said in (each.key, *(title for _, title in each.title)))
        )

    def uses_of(self, key: str) -> tuple[Use, ...]:
        """Return the uses of a key, in the order of files and lines."""
        return tuple(each for each in self.uses if each.key == key)

    def uses_in(self, entry: str) -> tuple[Use, ...]:
        """Return the names that an entry uses."""
        return tuple(each for each in self.uses if each.entry == entry)

    def proofs(self, rules: Iterable[str]) -> tuple[Proof, ...]:
        """Return the scenarios that prove one of some rules."""
        wanted = set(rules)
        return tuple(each for each in self.scenarios if wanted & set(each.rules))

    def at(self, file: str, line: int, column: int) -> Definition | Use | Note | None:
        """Return the use, the definition's name or the local name at a position, or None."""
        for group in (self.uses, self.definitions, self.locals):
            for each in group:
                span = each.span
                if span.file == file and span.line == line and span.column <= column <= span.column + span.length:
                    return each
        return None


NO_NAMES = NameIndex("", (), (), ())
"""What is known as long as no names have been learnt."""
