"""Everything a drawing needs: what may be seen, its look, what can be chosen, and names."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from itertools import product
from typing import Any, NamedTuple, Protocol

from rulewright.core.locales.wording import title_in
from rulewright.core.model.game import Blueprint, FamilyInfo
from rulewright.core.model.kinds import DomainName, kind_of
from rulewright.core.model.layout import N_SEATS
from rulewright.core.model.look import NO_ICON, Face, FieldInfo, Look, Manner
from rulewright.observe.naming import thing_title
from rulewright.observe.words.glossary import Glossary
from rulewright.observe.words.phrasing import Phrasing
from rulewright.observe.words.table_values import Sight
from rulewright.observe.words.untold import told_fields
from rulewright.table.drawing.icons import mark_of
from rulewright.table.drawing.kept import Kept
from rulewright.table.drawing.options import Choices
from rulewright.table.pages.html import Markup

_NO_MANNER = Manner()


class Recall(Protocol):
    """A memory of earlier drawings."""

    def part(self, key: Hashable, draw: Callable[[Scene], Markup | None]) -> Markup | None:
        """Return a part as it was drawn before if it still is so, else as `draw` draws it."""


class SeatSign(NamedTuple):
    """The signs of who plays a seat: whether it is asked now, and words after its name."""

    is_asked: bool
    told: str


@dataclass(frozen=True, slots=True)
class Scene:
    """A table as one seat sees it, to be drawn, with a cache of names and faces."""

    sight: Sight
    choices: Choices
    kept: Kept = field(default_factory=Kept)
    still: bool = False
    """Whether it is a picture on a page: nothing has an id, opens or closes, and all seats are shown alike."""
    recall: Recall | None = None
    left: Mapping[int, tuple[int, ...]] = field(default_factory=dict)
    """The pieces that lay last in places that are empty now, by slot, as far as they stay in sight."""
    signs: Mapping[int, SeatSign] = field(default_factory=dict)
    """What is told in the part of a seat of who plays it."""

    def part(self, key: Hashable, draw: Callable[[Scene], Markup | None]) -> Markup | None:
        """Return a part of the drawing as remembered, or as `draw` draws it.

        `draw` must read nothing but the scene.
        """
        return draw(self) if self.recall is None else self.recall.part(key, draw)

    @property
    def blueprint(self) -> Blueprint:
        return self.sight.game.blueprint

    @property
    def look(self) -> Look:
        return self.sight.game.blueprint.look

    @property
    def language(self) -> str:
        return self.sight.language

    @property
    def has_seat(self) -> bool:
        """True if the viewer has a seat."""
        return self.sight.seat in range(self.sight.state[N_SEATS])

    @property
    def phrasing(self) -> Phrasing:
        """The wording of effects, tests and amounts in the language of this table."""
        if self.language not in self.kept.phrasings:
            self.kept.phrasings[self.language] = Phrasing(Glossary.of(self.blueprint, self.language))
        return self.kept.phrasings[self.language]

    def manner(self, name: str) -> Manner:
        """Return the look of a counter, marker, zone, quantity or procedure."""
        return self.look.manners.get(name, _NO_MANNER)

    def family(self, name: str) -> FamilyInfo | None:
        if not self.kept.families:
            self.kept.families.update({each.id: each for each in self.blueprint.families})
        return self.kept.families.get(name)

    def families_on(self, kind: str) -> list[FamilyInfo]:
        """Return the families that have a member on each thing of a kind."""
        return [each for each in self.blueprint.families if each.per == (kind,)]

    def members(self, family: FamilyInfo, row: Mapping[str, int]) -> Iterator[tuple[tuple[int, ...], int]]:
        """Yield the members of a family that belong to what a part of the table is about, with their slots."""
        seats, ranges = self.sight.state[N_SEATS], []
        for domain, low, size in zip(family.per, family.lows, family.sizes, strict=True):
            count = min(size, seats) if domain == "seat" else size
            fixed = row.get(domain)
            ranges.append(range(low, low + count) if fixed is None else (fixed,))
        for indexes in product(*ranges):
            steps = zip(indexes, family.lows, family.strides, strict=True)
            yield indexes, family.base + sum((index - low) * stride for index, low, stride in steps)

    def source(self, family: FamilyInfo, indexes: tuple[int, ...]) -> Any:
        """Return the state to look at for a member: what others do while all answer at once is sealed."""
        return self.sight.source(family, indexes)

    def sees(self, family: FamilyInfo, indexes: tuple[int, ...]) -> bool:
        """Return whether the seat that looks sees what a member holds."""
        return self.sight.sees(family, indexes)

    def face(self, kind: str) -> Face:
        """Return the look of components of a kind."""
        if kind not in self.kept.faces:
            self.kept.faces[kind] = face_of(self.look, self.blueprint, kind, self.language)
        return self.kept.faces[kind]

    def fields(self, kind: str) -> tuple[FieldInfo, ...]:
        return self.look.fields.get(kind, ())

    def domain_of(self, kind: str, field: str) -> str:
        """Return the domain of the thing that a field of a kind names, empty for any other field."""
        return next((each.domain for each in self.fields(kind) if each.name == field), "")

    def band_class(self, kind: str, name: str) -> str:
        """Return the class that gives a component the colour of the value on its band.

        Empty if the component has none.
        """
        band = self.face(kind).band
        value, domain = self.blueprint.printed.get(name, {}).get(band), self.domain_of(kind, band)
        return f"v-{domain}-{value}" if isinstance(value, str) and self.is_enumeration(domain) else ""

    def title(self, domain: DomainName, value: int) -> str:
        return thing_title(self.blueprint, domain, value, self.language)

    def title_named(self, domain: str, name: str) -> str:
        """Return the title of a thing, given its name in its domain."""
        return self.title(domain, self.blueprint.domains[domain].names.index(name))

    def called(self, name: str) -> str:
        """Return the title of a counter, marker, zone, quantity or procedure on a table."""
        manner = self.manner(name)
        family = self.family(name)
        title = manner.title or (family.title if family is not None else {})
        return title_in(title or self.blueprint.procedure_titles.get(name, {}), self.language, name)

    def on(self, seat: int) -> str:
        """Return the class of what shows a seat that is asked now."""
        return " on" * (seat in self.signs and self.signs[seat].is_asked)

    def is_own(self, row: Mapping[str, int]) -> bool:
        """Return whether what is shown of such things is common, or belongs to the seat that looks."""
        return row.get("seat", self.sight.seat) == self.sight.seat

    def is_enumeration(self, domain: DomainName) -> bool:
        """Return whether a domain is an enumeration, cached because every piece asks."""
        if domain not in self.kept.enumerations:
            self.kept.enumerations[domain] = is_enumeration(self.blueprint, domain)
        return self.kept.enumerations[domain]

    def icon_of(self, domain: DomainName, value: int) -> str:
        """Return the icon of a value of an enumeration, or its mark."""
        name = kind_of(domain)
        tint = self.look.tints.get(name, {}).get(self.blueprint.domains[name].names[value])
        return tint.icon if tint is not None and tint.icon else mark_of(value)

    def sign_on(self, face: Face, kind: str, name: str) -> str:
        """Return the icon of the value that is printed on a component, empty if its look names no field with one."""
        domain, value = self.domain_of(kind, face.icon), self.blueprint.printed.get(name, {}).get(face.icon)
        if not isinstance(value, str) or not self.is_enumeration(domain):
            return ""
        return self.icon_of(domain, self.blueprint.domains[domain].names.index(value))


def face_of(look: Look, blueprint: Blueprint, kind: str, language: str) -> Face:
    """Return the look of components of a kind: as declared, the rest derived from its fields."""
    said = look.faces.get(kind, Face())
    fields = look.fields.get(kind, ())
    things = [each.name for each in fields if each.sort == "thing" and is_enumeration(blueprint, each.domain)]
    plain = all(each.sort in ("thing", "truth") for each in fields)
    form = said.form or ("token" if plain else "card")
    band = said.band or (things[0] if things else "")
    icon = "" if said.icon == NO_ICON else said.icon or band
    corners, text = said.corners, said.text
    if not corners and not text and not said.says:
        numbers = [each.name for each in fields if each.sort == "number"]
        corners = (("top_right", f"[{{{numbers[0]}}}]"),) if len(numbers) == 1 else ()
        if form != "token" and not is_arranged(look, kind):
            shown = {band, *(numbers if corners else ())}
            told = told_fields(blueprint, kind, language)
            text = "\n".join(each.line for each in told if each.name not in shown)
    return replace(said, form=form, band=band, icon=icon, corners=corners, text=text)


def is_arranged(look: Look, kind: str) -> bool:
    """Return whether the things of a kind stand on a map, a row, a table or circles, drawn with what belongs there."""
    return kind in look.rows or kind in look.circles or any(each.kind == kind for each in look.maps)


def is_enumeration(blueprint: Blueprint, domain: DomainName) -> bool:
    """Return whether a domain is a list of named values, not a kind, a map or the seats."""
    if domain not in blueprint.domains or domain == "seat" or domain in blueprint.look.fields:
        return False
    return not any(each.id == domain for each in blueprint.look.maps)
