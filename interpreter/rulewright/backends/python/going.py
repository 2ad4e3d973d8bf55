"""How Python goes through a set while or until a test holds: a call of one of the functions of `run/going.py`."""

from __future__ import annotations

from typing import Protocol

from rulewright.model import lowered as low


class Printer(Protocol):
    """What prints the set itself."""

    def emit(self, node: low.Expression) -> str:
        """An expression."""

    def in_turn(self, node: low.Expression) -> tuple[str, bool]:
        """An iterable over a set, and whether -1 may be among its items."""


def gone_through(node: low.Reduce, test: str, printer: Printer) -> str:
    """How far a set is gone through, as a list; the test is a function of a thing."""
    match node.source:
        case low.Primitive(name="line", arguments=(start, low.Const(value=whole), low.Const(value=turns))):
            at = printer.emit(start)
            return f"line_{node.function}(T{whole}[{at}], T{turns}[{at}], {test})"
        case low.Primitive(name="reach", arguments=(start, _, low.Const(value=near))):
            return f"reach_{node.function}({printer.emit(start)}, T{near}, {test})"
        case source:
            items, loose = printer.in_turn(source)
            things = f"[x for x in {items} if x >= 0]" if loose else items
            return f"going_{node.function}({things}, {test})"
