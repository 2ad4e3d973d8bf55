"""Pictures of a game on the table: what lies behind the text of a card, a map or the whole table, and its style.

A picture is the background of an element without content, so that no text is ever part of it.
"""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Callable, Iterator
from typing import Final

from rulewright.core.model.look import TABLE, Look, Manner
from rulewright.core.model.pictures import Box, CardLayout, Picture
from rulewright.table.pages.html import Markup, element

PictureAddress = Callable[[Picture], str]
"""Where a page finds a picture."""
_SHORT: Final = 16


def in_page(picture: Picture) -> str:
    """Return the address of a picture that is in the page itself."""
    return f"data:{picture.type};base64,{b64encode(picture.data).decode()}"


def face_of(look: Look, kind: str, name: str) -> Markup | None:
    """Return the picture of a component, or None if it has none."""
    return _drawn(look.pictured.faces.get(kind, {}).get(name, ""))


def back_of(look: Look, kind: str) -> Markup | None:
    """Return the picture of the back of a kind, or None if it has none."""
    return _drawn(look.pictured.backs.get(kind, ""))


def ground_of(look: Look, map_: str) -> Markup | None:
    """Return the picture of a map, or None if it has none."""
    return _drawn(look.pictured.grounds.get(map_, ""))


def layout_class(look: Look, kind: str) -> str:
    """Return the class that lays out the cards of a kind, empty if their look has no layout."""
    return f" laid l-{kind}" if kind in look.faces and look.faces[kind].layout is not None else ""


def picture_rules(look: Look, address: PictureAddress) -> Iterator[str]:
    """Yield the CSS rules of the pictures of a look and of the layouts of its cards."""
    for hash_, picture in look.pictured.pictures.items():
        yield f'.pic-{hash_[:_SHORT]}{{background-image:url("{address(picture)}")}}'
    if look.pictured.table:
        address_of_table = address(look.pictured.pictures[look.pictured.table])
        yield f'.table > .areas{{--cloth:url("{address_of_table}");padding:.7rem}}'
        if not look.manners.get(TABLE, Manner()).colour:  # else what is written is read on that colour
            yield ".table > .areas > .area:not(.above){background:color-mix(in srgb,var(--card) 86%,transparent)}"
    for kind, face in look.faces.items():
        if face.layout is not None:
            yield from _layout_rules(kind, face.layout)


def _layout_rules(kind: str, layout: CardLayout) -> Iterator[str]:
    high = 100 * layout.height / layout.width
    yield f".l-{kind}{{--ratio:{layout.width:g}/{layout.height:g};--high:{high:.2f}%}}"
    others = f":is(.l-{kind}, :has(> .l-{kind}), :has(> * > .l-{kind}))"
    yield f".columns .row > * + {others}{{margin-top:calc(1.5rem - {high:.2f}%)}}"
    peeping = ".columns .row.under.under > * + *,.columns .under + .row > :first-child"
    yield f"{peeping}{{margin-top:calc(.55rem - {high:.2f}%)}}"
    yield f".l-{kind}:not(.back) > .pic{{{_at(layout.picture)};background-size:{layout.fit}}}"
    if layout.text is not None:
        text, own = layout.text, f".piece.l-{kind}"
        size = "font-size:var(--size,clamp(.55rem,7cqw,1em))"  # a card that is pointed at shows all of its text
        whole = f"top:auto;bottom:{100 - text.top - text.height:.2f}%;height:auto;min-height:{text.height:g}%"
        yield f"{own}{{container-type:inline-size}}"
        yield f"{own} > .print.print{{position:absolute;box-sizing:border-box;{size};{_at(text)}}}"
        yield f"{own}:hover > .print.print{{{whole}}}"


def _at(box: Box) -> str:
    return f"left:{box.left:g}%;top:{box.top:g}%;width:{box.width:g}%;height:{box.height:g}%"


def _drawn(hash_: str) -> Markup | None:
    return element("span", class_=f"pic pic-{hash_[:_SHORT]}") if hash_ else None
