"""Texts on components: lines with values and icons in them, and effects as people read them on a card."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Final

from rulewright.core.locales.line_text import Hole, Spoken, filled, holes_in, parse_line, spoken_in
from rulewright.core.locales.tags import ENGLISH
from rulewright.core.locales.wording import title_in
from rulewright.core.model.kinds import PieceOf
from rulewright.core.model.look import ICON_IN_TEXT, NO_ICON
from rulewright.observe.sight.places import place_of
from rulewright.observe.words.optional import shown_parts
from rulewright.observe.words.phrasing_effects import printed
from rulewright.observe.words.said import Mentioned, Said
from rulewright.observe.words.table_designs import of_design, thing_of
from rulewright.table.drawing.icons import icon, title_of
from rulewright.table.drawing.options import chosen_by
from rulewright.table.drawing.scene import Scene
from rulewright.table.pages.html import Content, Markup, element, joined, markup

_MADE: Final = ("effect", "test", "amount")
_MOST_ON_A_LINE: Final = 3
"""Of more things that a component lists, each has a line of its own."""


def line(
    scene: Scene, written: str, kind: str, design: str, piece: int, *, short: bool = False, spoken: str = ENGLISH
) -> Markup:
    """Return a line about a design with its values and icons.

    A part in `[...]` is left out if one of its values is missing; a boolean only controls this. In a `short` line,
    icons replace values that have one. `spoken` is the language that it is in.
    """
    key = (written, design, short)
    kept = scene.kept.lines.get(key)
    if kept is not None:
        return kept
    shown = _line(scene, Spoken(written, spoken), kind, design, piece, short)
    if key not in scene.kept.lines:  # one that is always the same is kept; for any other, that it is not
        scene.kept.lines[key] = shown if is_printed(scene, written, kind) else None
    return shown


def is_printed(scene: Scene, written: str, kind: str) -> bool:
    """Return whether a line about a design has printed data only, which cannot be chosen."""
    lists = {each.name for each in scene.fields(kind) if each.sort == "list"}
    return all(each.arguments is None and each.name != "owner" and each.name not in lists for each in holes_in(written))


def _line(scene: Scene, written: Spoken, kind: str, design: str, piece: int, short: bool) -> Markup:
    sorts = {each.name: each.sort for each in scene.fields(kind)}

    def show(part: str) -> tuple[list[Content], bool]:
        values: list[Content] = []
        lacks = False
        for each in parse_line(part, written.language):
            if not isinstance(each, Hole):
                values.append(with_icons(scene, each))
                continue
            raw = scene.blueprint.printed.get(design, {}).get(each.name)
            if sorts.get(each.name) in _MADE and raw is not None and each.arguments is None:
                said = in_words(scene, f"{design}.{each.name}")
                lacks |= not said
                values.append(said)
                continue
            if isinstance(raw, tuple) and sorts.get(each.name) == "list":
                listed = _listed(scene, each.name, kind, raw, piece) or _said(scene, each.name, kind, raw)
                if listed:
                    values.append(listed)
                    continue
            value = of_design(scene.sight, each, design, piece)
            lacks |= value in ("", "0", "False")
            sort = sorts.get(each.name)
            tag = _tagged(scene, each, kind, design, piece) if short else None
            if sort != "truth":
                values.append(tag if tag is not None else filled(replace(each, width=0), value, scene.sight.language))
            lacks |= sorts.get(each.name) in _MADE and raw is None
        return values, lacks

    return markup(*shown_parts(written.text, show))


def _listed(scene: Scene, field: str, kind: str, raw: tuple[Any, ...], piece: int) -> Markup | None:
    """Return the printed things that a component lists, each of which can be chosen.

    None if no decision asks for such things. If seats may own components of the kind, only their own are used.
    """
    blueprint = scene.blueprint
    domain = scene.domain_of(kind, field)
    if domain not in scene.choices.asked or domain not in scene.look.fields or piece < 0:
        return None
    place = place_of(blueprint, scene.sight.state[blueprint.piece_zone + piece])
    of_seats = any(each.domain == PieceOf(kind) and each.of_seats for each in blueprint.families)
    if place is None or (of_seats and place.owner != scene.sight.seat):
        return None
    names = blueprint.domains[domain].names
    return markup(
        *(
            chosen_by(blueprint, scene.choices, ((domain, names.index(each)),),
                      scene.title(domain, names.index(each)), "of")
            for each in raw if each in names
        )
    )  # fmt: skip


def _said(scene: Scene, field: str, kind: str, raw: tuple[Any, ...]) -> Markup | None:
    """Return the printed things that a component lists as the look of their kind says them, others by their titles.

    None if it says nothing of any.
    """
    domain = scene.domain_of(kind, field)
    said = scene.look.faces[domain].says if domain in scene.look.faces else {}
    if said.keys().isdisjoint(raw):
        return None
    spoken = [(each, spoken_in(said.get(each, {}), scene.language)) for each in raw]
    shown = (
        line(scene, told.text, domain, each, -1, spoken=told.language) if told.text else scene.title_named(domain, each)
        for each, told in spoken
    )
    if len(raw) > _MOST_ON_A_LINE:
        return markup(*(element("span", each, class_="way") for each in shown))
    return joined(shown, ", ")


def _tagged(scene: Scene, hole: Hole, kind: str, design: str, piece: int) -> Markup | None:
    """Return a printed or computed value of an enumeration as its icon in its colour, None if it has no icon."""
    if hole.arguments is None:
        domain, name = scene.domain_of(kind, hole.name), str(scene.blueprint.printed.get(design, {}).get(hole.name))
    else:
        domain, name = thing_of(scene.sight, hole, design, piece) or ("", "")
    tint = scene.look.tints.get(domain, {}).get(name)
    if tint is None or not tint.icon:
        return None
    return element("span", icon(tint.icon, scene.title_named(domain, name)), class_=f"tag v-{domain}-{name}")


def with_icons(scene: Scene, text: str) -> Markup:
    """Return a text in which `:name:` stands for the icon of that name."""
    shown: list[Content] = []
    at = 0
    for found in ICON_IN_TEXT.finditer(text):
        if found[1] in scene.look.icons:
            shown += [text[at : found.start()], named_icon(scene, found[1])]
            at = found.end()
    return markup(*shown, text[at:])


def named_icon(scene: Scene, name: str) -> Markup:
    """Return an icon of the ruleset with what it means."""
    return icon(name, title_of(scene.look.icons[name], scene.language))


def in_words(scene: Scene, text: str) -> Markup:
    """Return the words of an effect, test or amount on a component, given the name of its text.

    Icons replace words that have one, and each option is on a line of its own.
    """
    deed = printed(scene.phrasing, text)
    if deed is None:
        return Markup("")
    ways = [element("span", "• ", _with_icons_of(scene, each), class_="way") for each in deed.options]
    return markup(_with_icons_of(scene, deed.said), ways)


def _with_icons_of(scene: Scene, said: Said) -> list[Content]:
    """Return a phrase in which the things it mentions have their icons."""
    shown: list[Content] = []
    for each in said:
        image = _icon_of(scene, each) if isinstance(each, Mentioned) else ""
        if isinstance(each, str) or not image:
            shown.append(each if isinstance(each, str) else each.text)
        else:
            shown += [f"{each.amount} "] if each.amount else []
            shown.append(icon(image, each.text))
            shown += _with_icons_of(scene, each.about)
    return shown


def _icon_of(scene: Scene, mentioned: Mentioned) -> str:
    if mentioned.sort == "entry":
        image = scene.manner(mentioned.id).icon
        return "" if image == NO_ICON else image
    tint = scene.look.tints.get(mentioned.sort, {}).get(mentioned.id)
    return tint.icon if tint is not None and scene.is_enumeration(mentioned.sort) else ""


def about(scene: Scene, design: str, kind: str) -> Markup:
    """Return all that is printed on a design, in words, followed by the texts of its effects."""
    printed = scene.blueprint.printed.get(design, {})
    lines: list[Content] = []
    for each in scene.fields(kind):
        value = printed.get(each.name)
        if value in (None, ()) or (value is True and each.sort in _MADE):
            continue
        if not value and each.sort in ("number", "truth"):
            continue
        name = title_in(scene.face(kind).fields.get(each.name, {}), scene.language, each.name.replace("_", " "))
        if each.sort in _MADE:
            said = in_words(scene, f"{design}.{each.name}")
            lines += [(element("dt", name), element("dd", said))] if said else []
        elif each.sort != "thing" or scene.phrasing.glossary.thing_named(str(value)):
            lines.append((element("dt", name), element("dd", _plain(scene, value))))
    return element("dl", lines) if lines else Markup("")


def _plain(scene: Scene, value: Any) -> str:
    """Return a printed value in words."""
    if isinstance(value, tuple):
        return ", ".join(_plain(scene, each) for each in value)
    if isinstance(value, dict):
        key = scene.language if scene.language in value else "en"
        return str(value[key]) if key in value else ", ".join(f"{k} {_plain(scene, v)}" for k, v in value.items())
    for domain in scene.blueprint.domains.values():
        if isinstance(value, str) and value in domain.names:
            return scene.title(domain.id, domain.names.index(value))
    return {True: "✓", False: "–"}.get(value, str(value)) if isinstance(value, bool) else str(value)
