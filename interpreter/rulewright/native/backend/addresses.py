"""Text that computes the addresses of slots, pieces and printed cells."""

from __future__ import annotations

from rulewright.core.model import lowered_values as lv
from rulewright.core.model.layout import HEADER, N_SEATS
from rulewright.native.backend.layout import AT_N_SEATS
from rulewright.native.backend.source import Code, plus, small
from rulewright.native.backend.tables import LOAD, LOAD_SMALL

_HALF = {4: "i32.load16_s", 8: "i32.load"}
_HALF_COUNT = {4: "i32.load16_u", 8: "i32.load"}


def slot_number(code: Code, address: lv.Address) -> str:
    """Return the number of a slot, 32 bits."""
    constant, terms = _terms(code, address, 1)
    return _sum(terms, constant)


def slot_at(code: Code, address: lv.Address) -> tuple[str, int]:
    """Return the address of a slot, 32 bits, and an offset to be added, which is never negative."""
    layout = code.module.layout
    constant, terms = _terms(code, address, layout.width)
    offset = layout.slot(0) + constant
    if offset < 0:
        return plus(_sum([code.here, *terms], 0), offset), 0
    return _sum([code.here, *terms], 0), offset


def top_of(code: Code, zone: lv.Zone) -> str:
    """Return the highest piece of a pile, -1 if there is none, 32 bits."""
    at, offset = slot_at(code, zone.address)
    return f"({_HALF[code.module.layout.width]} offset={offset} {at})"


def pile_size(code: Code, zone: lv.Zone) -> str:
    """Return the number of pieces in a pile, 32 bits."""
    at, offset = slot_at(code, zone.address)
    layout = code.module.layout
    return f"({_HALF_COUNT[layout.width]} offset={offset + layout.half} {at})"


def linked(code: Code, piece: str) -> str:
    """Return the piece above a piece, 32 bits."""
    layout = code.module.layout
    at = f"(i32.add {code.here} (i32.shl {piece} (i32.const {layout.width.bit_length() - 1})))"
    return f"({_HALF[layout.width]} offset={layout.links} {at})"


def load_slot(code: Code, address: lv.Address, *, is_small: bool) -> str:
    if is_header(address):
        assert address.base == N_SEATS
        return f"({'i32.load' if is_small else 'i64.load32_s'} offset={AT_N_SEATS} {code.here})"
    at, offset = slot_at(code, address)
    load = (LOAD_SMALL if is_small else LOAD)[code.module.layout.width]
    return f"({load} offset={offset} {at})"


def is_header(address: lv.Address) -> bool:
    return address.base < HEADER and not address.terms


def _terms(code: Code, address: lv.Address, width: int) -> tuple[int, list[str]]:
    """Return (constant, terms) of an address, in bytes.

    Each term is the text of an unknown index times its stride.
    """
    constant, found = address.base * width, []
    for term, stride in address.terms:
        if isinstance(term, lv.Const):
            constant += term.value * stride * width
        else:
            found.append(scaled(code.index(term), stride * width))
    return constant, found


def scaled(text: str, factor: int) -> str:
    """Return a small value times a constant."""
    if factor == 1:
        return text
    if factor & (factor - 1) == 0:
        return f"(i32.shl {text} (i32.const {factor.bit_length() - 1}))"
    return f"(i32.mul {text} (i32.const {factor}))"


def _sum(terms: list[str], constant: int) -> str:
    if not terms:
        return small(constant)
    text = terms[0]
    for each in terms[1:]:
        text = f"(i32.add {text} {each})"
    return plus(text, constant)


def cell_at(code: Code, table: int, at: lv.Expression) -> str:
    """Return the offset and the address of a cell, as a load takes them."""
    data = code.module.data.table(table)
    if isinstance(at, lv.Const):
        return small(data.address + at.value * data.width)
    return f"offset={data.address} {scaled(code.index(at), data.width)}" if _never_none(at) else plus(
        scaled(code.index(at), data.width), data.address
    )  # fmt: skip


def _never_none(at: lv.Expression) -> bool:
    """Return whether an index is known not to be -1, which no offset allows."""
    return isinstance(at, lv.Primitive) and at.name in ("there", "inside")


def list_at(code: Code, node: lv.Table) -> str:
    """Return the address of a list, 32 bits."""
    return f"(i32.load {cell_at(code, node.table, node.index)})"
