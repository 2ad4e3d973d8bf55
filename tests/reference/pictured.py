"""A small game with pictures of one colour each: a card, its back, a board and the table. One card has no picture."""

from __future__ import annotations

from base64 import b64encode
from hashlib import sha256
from pathlib import Path

from tests.errors.small_pictures import png
from tests.reference.games import write_small

COLOURS = {
    "inn.png": (250, 10, 130), "back.png": (10, 200, 40), "board.png": (20, 30, 220), "cloth.png": (230, 160, 10),
}  # fmt: skip
PICTURES = {name: png(63, 88, colour=colour) for name, colour in COLOURS.items()}
_GAME = """\
kind: content
kinds:
  - {id: card, title: {en: Card}, fields: {cost: {type: number, about: A price}}}
  - {id: square, title: {en: Square}}
components:
  - {id: inn, kind: card, title: {en: Inn}, cost: 2, source: {doc: DOC, place: a}}
  - {id: mill, kind: card, title: {en: Mill}, cost: 3, source: {doc: DOC, place: b}}
  - {id: barn, kind: card, title: {en: Barn}, cost: 4, source: {doc: DOC, place: c}}
maps:
  - {id: board, title: {en: Board}, regions: square, grid: [3, 3], source: {doc: DOC, place: d}}
markers:
  - {id: stone, title: {en: Stone}, per: [square], "on": seat}
zones:
  - {id: deck, title: {en: Deck}, holds: card, visible: none, start: it is barn}
  - {id: shop, title: {en: Shop}, holds: card, visible: all, start: not (it is barn)}
looks:
  - id: card_look
    of: card
    form: card
    picture: "{id}.png"
    back: back.png
    text: It costs {cost}, which is not much for what you get, as everybody who has ever been in one of these knows.
    card:
      size: 63x88mm
      picture: {at: [0, 0], size: [63, 60]}
      text: {at: [4, 64], size: [55, 20]}
  - {id: board_look, of: board, picture: board.png}
  - {id: table_look, of: table, picture: cloth.png}
procedures:
  - id: play
    does: |
      for each s in seat:
        ask s:
          pick p from square where not exists(stone[p])
          set stone[p] to me
scoring:
  - {id: stones, title: {en: Stones}, amount: "1"}
"""


def in_sheet(name: str) -> str:
    """Return how a style sheet that holds its pictures holds one of them."""
    return f'url("data:image/png;base64,{b64encode(PICTURES[name]).decode()}")'


def drawn(name: str) -> str:
    """Return the class of what shows a picture."""
    return f'class="pic pic-{sha256(PICTURES[name]).hexdigest()[:16]}"'


def write_pictured(root: Path) -> Path:
    """Write the game into a folder, and return it."""
    write_small(root, _GAME, 2, 2)
    for name, data in PICTURES.items():
        (root / "pictures").mkdir(exist_ok=True)
        (root / "pictures" / name).write_bytes(data)
    return root
