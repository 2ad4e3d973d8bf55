"""Titles of things within a phrase: as their authors say in sentences, or else by their titles."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

from rulewright.core.locales.catalogue import Phrases, phrases
from rulewright.core.locales.line_text import filled, holes_in, parse_line, spoken_in
from rulewright.core.locales.wording import face_title, title_in
from rulewright.core.model.effect_names import entry_of
from rulewright.core.model.expressions import Expression, Field, Index, Name
from rulewright.core.model.game import Blueprint
from rulewright.core.model.kinds import DomainName, PieceOf, kind_of
from rulewright.observe.naming import is_on_board, thing_title
from rulewright.observe.words.optional import shown_parts
from rulewright.observe.words.said import Mentioned, Said, text_of

_OPTIONAL = re.compile(r"\[[^\[\]]*\]")


class Meant(NamedTuple):
    """The meaning of a name in a text: a thing of a domain, and its title if known."""

    domain: DomainName
    said: Said = ()


@dataclass(frozen=True)
class Glossary:
    """The titles of a game in one language."""

    blueprint: Blueprint
    language: str
    things: dict[str, tuple[str, int]]
    families: dict[str, DomainName]

    @classmethod
    def of(cls, blueprint: Blueprint, language: str) -> Glossary:
        things: dict[str, tuple[str, int]] = {}
        for domain in blueprint.domains.values():
            if domain.id != "seat":
                for number, name in enumerate(domain.names):
                    if name not in things or domain.titles[number]:
                        things[name] = domain.id, number
        return cls(blueprint, language, things, {each.id: each.domain for each in blueprint.families})

    @property
    def is_draft(self) -> bool:
        """Whether nothing that changes in the game has a title yet: then ids are all the words there are."""
        return not any(each.title for each in self.blueprint.families)

    @property
    def say(self) -> Phrases:
        return phrases(self.language, "phrases")

    def title(self, titles: Mapping[str, str] | None) -> str:
        """Return a title in this language, or in English, empty without either."""
        return title_in(titles or {}, self.language, "")

    def entry(self, id_: str) -> Said:
        """Return the title of a counter, marker, zone, quantity or procedure."""
        manner = self.blueprint.look.manners.get(id_)
        called = self.title(manner.title if manner is not None else None) or self.title(self._titles(id_))
        if not called and self.is_draft and (id_ in self.families or id_ in self.blueprint.quantities):
            called = id_.replace("_", " ")
        return (Mentioned(called, "entry", id_),) if called else ()

    def is_zone(self, tree: Expression) -> bool:
        """Return whether a tree names a whole zone, and not a space of one."""
        indexes = 0
        while isinstance(tree, Index):
            indexes, tree = len(tree.indexes), tree.target
        name = tree.name if isinstance(tree, Name | Field) else ""
        family = next((each for each in self.blueprint.families if each.id == name and each.sort == "zone"), None)
        if family is None or not family.spaces:
            return family is not None
        # Of a zone with one space for each place, all indexes together name a space.
        return indexes <= len(family.per) - (family.per[:1] == ("seat",)) - (family.spaces == 1)

    def _titles(self, id_: str) -> Mapping[str, str]:
        if id_ in self.families:
            return next(each.title for each in self.blueprint.families if each.id == id_)
        return self.blueprint.procedure_titles.get(id_, {})

    def in_sentence(self, id_: str, amount: str, given: Mapping[str, Said]) -> Said:
        """Return the author's sentence about an entry, with amount and arguments filled in.

        Empty without one.
        """
        written, spoken = spoken_in(self.blueprint.says.get(id_) or {}, self.language)
        holes = holes_in(_OPTIONAL.sub("", written))
        if not written or not all(amount if each.name == id_ else given.get(each.name) for each in holes):
            return ()
        counted = any(each.name == id_ for each in holes)
        if bool(amount) != counted:
            return ()

        def show(part: str) -> tuple[list[str | Mentioned], bool]:
            found: list[str | Mentioned] = []
            lacks = False
            for each in parse_line(part, spoken):
                if isinstance(each, str):
                    found.append(each)
                elif each.name == id_:
                    found.append(filled(each, amount, self.language))
                else:
                    said = given.get(each.name, ())
                    lacks |= not said
                    number = text_of(said).isdecimal()  # a form of a word goes with a number alone
                    found += [filled(each, text_of(said), self.language)] if each.forms and number else said
            return found, lacks

        parts = tuple(shown_parts(written, show))
        return (Mentioned(text_of(parts), "entry", id_, amount),) if counted else parts

    def thing_named(self, name: str) -> Said:
        """Return a value of an enumeration, a component or a region by its name."""
        domain, number = self.things.get(name, ("", -1))
        if number < 0 or not self.blueprint.domains[domain].titles[number]:
            return ()
        return (Mentioned(thing_title(self.blueprint, domain, number, self.language), domain, name),)

    def kind(self, domain: DomainName) -> str:
        """Return the common title of the things of a domain."""
        if domain == "seat":
            return self.say("this_seat")
        kind = kind_of(domain)
        return self.title(self.blueprint.look.kinds.get(kind)) or self.title(self.blueprint.domain_titles.get(kind))

    def field(self, domain: DomainName, name: str) -> str:
        """Return the title of a field of the things of a domain."""
        kind = kind_of(domain)
        face = self.blueprint.look.faces.get(kind)
        called = self.title(face.fields.get(name)) if face is not None else ""
        if not called and isinstance(domain, PieceOf) and name in ("owner", "space", "design"):
            return self.say(name)
        return called

    def field_domain(self, domain: DomainName, name: str) -> DomainName:
        """Return the domain of a field of the things of a domain."""
        if name in ("owner", "design") and isinstance(domain, PieceOf):
            return "seat" if name == "owner" else domain.kind
        if name == "space" and isinstance(domain, PieceOf):
            holding = (each for each in self.blueprint.families if each.domain == domain)
            return next((each.per[0] for each in holding if is_on_board(self.blueprint, each)), "")
        infos = self.blueprint.look.fields.get(kind_of(domain), ())
        return next((each.domain or each.sort for each in infos if each.name == name), "")

    def face(self, domain: DomainName, name: str) -> str:
        """Return the title of a side of the pieces of a kind, empty if they have no such side."""
        faces = self.blueprint.face_names.get(kind_of(domain), ()) if isinstance(domain, PieceOf) else ()
        return face_title(self.blueprint, kind_of(domain), name, self.language) if name in faces else ""

    def words(self, entry: str, name: str) -> str:
        """Return the author's words for a name in the text of an entry."""
        return self.title(self.blueprint.entry_words.get(entry_of(entry), {}).get(name))
