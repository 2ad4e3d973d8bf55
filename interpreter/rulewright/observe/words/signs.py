"""Signs of a letter or two for the things on a board of text, and their meanings.

Colours are not known here: an `Ink` adds them, for a thing by its domain and number, and for empty spaces.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final

from rulewright.core.locales.wording import face_title, title_in
from rulewright.core.model.game import Blueprint, FamilyInfo
from rulewright.core.model.kinds import PIECE, DomainName, PieceOf, kind_of
from rulewright.core.model.look import TURNED
from rulewright.observe.naming import seat_title, thing_title
from rulewright.observe.sight.sight import HIDDEN
from rulewright.observe.words.table_values import Sight
from rulewright.observe.words.turned import UPWARD, arrow_of, turn_of

Ink = Callable[[str, DomainName, int], str]
"""Puts the colour of a thing on a text; of no thing (an empty domain) faint or plain."""

Sign = tuple[str, DomainName, int]
"""A sign with the thing it stands for."""

IN_BACKGROUND: Final = -1
IN_SIGHT: Final = -2
"""What an ink is told of a text that stands for no thing."""

EMPTY: Final = "·"
_SEATS: Final = "●○◆◇■□▲△▼▽"
_TURNED: Final = "'"
_LONGEST: Final = 3


def plain_ink(text: str, domain: DomainName, value: int) -> str:
    """Return a text without any colour."""
    return text


def families_on(blueprint: Blueprint, kind: str) -> list[FamilyInfo]:
    """Return the families that can be on the spaces of a kind."""
    return [each for each in blueprint.families if each.per == (kind,) and each.title and each.spaces <= 1]


def text_of(signs: Sequence[Sign]) -> str:
    return "".join(sign for sign, _, _ in signs)


def inked(signs: Sequence[Sign], ink: Ink) -> str:
    """Return the signs of a place, all in the colour of the seat among them."""
    seat = next((sign for sign in signs if sign[1] == "seat"), None)
    return "".join(ink(sign, *(seat[1:] if seat is not None else (domain, value))) for sign, domain, value in signs)


@dataclass(slots=True)
class Signs:
    """The signs of all that is on a board, and those met while it was drawn."""

    sight: Sight
    met: dict[tuple[str, str], None] = field(default_factory=dict)

    def on(self, kind: str, place: int) -> list[Sign]:
        """Return the signs on a place, those of seats first."""
        found = [sign for family in families_on(self.sight.blueprint, kind) for sign in self._of(family, place)]
        found += self._pointing(kind, place)
        return sorted(found, key=lambda sign: sign[1] != "seat")

    def key(self) -> list[str]:
        """Return the line that explains the signs met, in a list that is empty if there are none."""
        told = [meaning if _says(meaning, sign) else f"{sign} {meaning}" for meaning, sign in sorted(self.met)]
        return ["  " + "   ".join(told)] if told else []

    def _of(self, family: FamilyInfo, place: int) -> Iterator[Sign]:
        sight = self.sight
        value = sight.state[family.slot_of(place)]
        seen = sight.sees(family, (place,))
        if sight.blueprint.look.form_of(family.id) == TURNED:
            return
        if family.sort != "zone" and not seen:
            yield from [(HIDDEN, "", IN_SIGHT)] * (family.sort == "counter" or value >= 0)
        elif family.sort == "marker":
            if value >= 0:
                yield self._turned(self._thing(family.domain, value), family.per, place)
        elif family.sort == "counter":
            if value != family.low:
                if family.is_yes_or_no:
                    title = title_in(family.title, sight.language, family.id)
                    yield self._sign(title[:1].upper(), title, "", IN_SIGHT)
                else:
                    yield str(value), "", IN_SIGHT
        else:
            held = (value,) if family.spaces else value
            there = [piece for piece in held if piece >= 0]
            if not seen:
                yield from [(f"{len(there)}?", "", IN_SIGHT)] * bool(there)
                return
            for piece in there:
                yield from self._piece(piece)

    def _pointing(self, kind: str, place: int) -> Iterator[Sign]:
        """Yield the markers with an icon that point to a place: an arrow if they have a direction, or a letter."""
        sight, look = self.sight, self.sight.blueprint.look
        shared = [each for each in sight.blueprint.families if not each.per]
        turned = any(look.form_of(each.id) == TURNED for each in shared)
        for family in shared:
            manner = look.manners.get(family.id)
            if family.sort != "marker" or family.domain != kind or manner is None or not manner.icon:
                continue
            if sight.sees(family, ()) and sight.state[family.base] == place:
                title = title_in(family.title, sight.language, family.id)
                sign, _, _ = self._turned(("", "", IN_SIGHT), ())
                yield self._sign(sign or (UPWARD if turned else title[:1].upper()), title, "", IN_SIGHT)

    def _piece(self, piece: int) -> Iterator[Sign]:
        """Yield the seat that a piece was printed for and what tells it from others of that seat, or its design."""
        blueprint, info = self.sight.blueprint, self.sight.blueprint.pieces[piece]
        face = self.sight.state[blueprint.faces + piece] if info.kind in blueprint.face_names else 0
        if info.owner < 0:
            yield self._turned(self._thing(PieceOf(info.kind), piece, face), (f"{info.kind}{PIECE}",), piece)
            return
        yield self._turned(self._thing("seat", info.owner), (f"{info.kind}{PIECE}",), piece)
        if (shown := told_apart(blueprint, piece, face, self.sight.language)) is not None:
            yield self._sign(*shown, "", IN_SIGHT)

    def _thing(self, domain: DomainName, value: int, face: int = 0) -> Sign:
        sight = self.sight
        if domain == "seat":
            name = seat_title(sight.blueprint, value, sight.language)
            return self._sign(_SEATS[value % len(_SEATS)], name, domain, value)
        turned = ""
        if isinstance(domain, PieceOf):
            if face:
                turned = f", {sight.blueprint.face_names[domain.kind][face].replace('_', ' ')}"
            info = sight.blueprint.pieces[value]
            domain, value = info.kind, sight.blueprint.domains[info.kind].names.index(info.design)
        titles = [
            thing_title(sight.blueprint, domain, each, sight.language)
            for each in range(len(sight.blueprint.domains[kind_of(domain)].names))
        ]
        return self._sign(letters_of(titles, value) + _TURNED * face, titles[value] + turned, domain, value)

    def _turned(self, sign: Sign, per: tuple[str, ...], *index: int) -> Sign:
        """Return a sign with an arrow that says where its upper side has been turned."""
        sight = self.sight

        def held(family: FamilyInfo) -> int | None:
            return sight.state[family.slot_of(*index)] if sight.sees(family, index) else None

        text, domain, value = sign
        return text + arrow_of(turn_of(sight.blueprint, per, held)), domain, value

    def _sign(self, sign: str, meaning: str, domain: DomainName, value: int) -> Sign:
        if sign != meaning:
            self.met[meaning, sign] = None
        return sign, domain, value


def _says(meaning: str, sign: str) -> bool:
    """Return whether a title begins with the sign that stands for it, which is no letter."""
    return meaning.startswith(f"{sign} ") and not sign.isalnum()


def told_apart(blueprint: Blueprint, piece: int, face: int, language: str) -> tuple[str, str] | None:
    """Return (sign, title) that tell a piece from others of its seat: its design, the face that is up, or both.

    None if all are alike, and show the first of two faces.
    """
    info = blueprint.pieces[piece]
    sides, designs = blueprint.face_names.get(info.kind, ()), blueprint.domains[info.kind].names
    named = len(sides) > 2 or face > 0
    side = face_title(blueprint, info.kind, sides[face], language).replace("_", " ") if named and sides else ""
    if len(designs) > 1:
        titles = [thing_title(blueprint, info.kind, each, language) for each in range(len(designs))]
        at = designs.index(info.design)
        return letters_of(titles, at) + _TURNED * face, ", ".join(filter(None, (titles[at], side)))
    if not side:
        return None
    titles = [face_title(blueprint, info.kind, each, language).replace("_", " ") for each in sides]
    return side if side.isdigit() else letters_of(titles, face).upper(), side[:1].upper() + side[1:]


def man_title(blueprint: Blueprint, piece: int, face: int, language: str) -> str:
    """Return the title of a playing piece: what tells it from others of its seat, else that of its design."""
    info = blueprint.pieces[piece]
    apart = told_apart(blueprint, piece, face, language) if info.owner >= 0 else None
    return apart[1] if apart is not None else thing_title(blueprint, PieceOf(info.kind), piece, language)


def letters_of(titles: Sequence[str], value: int) -> str:
    """Return the shortest beginning of a title that is unique in its domain, up to three letters.

    If three letters are not enough, it is the thing's number.
    """
    title = titles[value]
    others = [each.casefold() for at, each in enumerate(titles) if at != value]
    for size in range(1, min(_LONGEST, len(title)) + 1):
        if not any(each.startswith(title[:size].casefold()) for each in others):
            return title[:size]
    return str(value + 1)
