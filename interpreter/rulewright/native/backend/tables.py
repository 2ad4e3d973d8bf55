"""The printed tables as data of the module: cells of minimal size, lists as addresses of items.

A cell is at its table's address plus its index times the width; cell -1, the last of a table, is before the first.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

FIRST = 16
"""Where data begins: no address is 0."""
_WIDTHS = (1, 2, 4, 8)


class TableData(NamedTuple):
    """The position of a table: the address of cell 0, bytes of a cell, bytes of an item of its lists.

    The cell of a list is the address of its length, which takes 4 bytes, and 4 bytes followed by its items.
    """

    address: int
    width: int
    item_width: int


@dataclass(slots=True)
class Data:
    """The data of a module, table by table as they are asked for."""

    tables: Sequence[tuple[object, ...]]
    content: bytearray = field(default_factory=bytearray)
    _known: dict[int, TableData] = field(default_factory=dict)

    def table(self, number: int) -> TableData:
        """Return the table of a number."""
        if number not in self._known:
            cells = self.tables[number]
            is_list = any(isinstance(cell, tuple) for cell in cells)
            self._known[number] = self._lists(cells) if is_list else self._plain(cells)
        return self._known[number]

    def keys(self, numbers: Sequence[int]) -> int:
        """Write 8-byte numbers that are not cells, and return the address of the first."""
        return self._array(numbers, 8)

    @property
    def end(self) -> int:
        """The first byte after all data, a multiple of 64."""
        return (FIRST + len(self.content) + 63) // 64 * 64

    def text(self) -> str:
        """Return the data as a segment."""
        escaped = "".join(f"\\{byte:02x}" for byte in self.content)
        return f'(data (i32.const {FIRST}) "{escaped}")'

    def _plain(self, cells: tuple[object, ...]) -> TableData:
        numbers = [cell for cell in cells if isinstance(cell, int)]
        width = width_of(numbers)
        return TableData(self._array([*numbers[-1:], *numbers], width) + width, width, 0)

    def _lists(self, cells: tuple[object, ...]) -> TableData:
        lists = [cell if isinstance(cell, tuple) else () for cell in cells]
        width = width_of([item for each in lists for item in each])
        known: dict[tuple[int, ...], int] = {}
        for each in lists:
            if each not in known:
                known[each] = self._array([len(each), 0], 4)
                self._array(each, width)
        addresses = [known[each] for each in lists]
        return TableData(self._array([*addresses[-1:], *addresses], 4) + 4, 4, width)

    def _array(self, numbers: Sequence[int], width: int) -> int:
        """Write numbers, and return their address."""
        self.content += bytes(-len(self.content) % 8)
        address = FIRST + len(self.content)
        for each in numbers:
            self.content += (each & (1 << 8 * width) - 1).to_bytes(width, "little")
        return address


def width_of(numbers: Sequence[int]) -> int:
    """Return the fewest bytes that hold all of these, with a sign."""
    for width in _WIDTHS:
        if all(-(1 << 8 * width - 1) <= each < 1 << 8 * width - 1 for each in numbers):
            return width
    raise AssertionError("numbers have at most 15 digits")


LOAD = {1: "i64.load8_s", 2: "i64.load16_s", 4: "i64.load32_s", 8: "i64.load"}
LOAD_SMALL = {1: "i32.load8_s", 2: "i32.load16_s", 4: "i32.load"}
STORE = {4: "i64.store32", 8: "i64.store"}
"""How memory of this many bytes is read and written."""
