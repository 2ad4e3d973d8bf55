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


def gone_through(node: low.Reduce, test: str, printer: Printer, *, with_steps: bool = False) -> str:
    """How far a set is gone through, as a list; the test is a function of a thing.

    Of a reach `with_steps` each place comes with how many borders it is away.
    """
    match node.source:
        case low.Primitive(name="line", arguments=(start, low.Const(value=whole), low.Const(value=turns))):
            at = printer.emit(start)
            return f"line_{node.function}(T{whole}[{at}], T{turns}[{at}], {test})"
        case low.Primitive(name="reach", arguments=(start, _, low.Const(value=near))):
            way = "steps" if with_steps else "reach"
            return f"{way}_{node.function}({printer.emit(start)}, T{near}, {test})"
        case source:
            items, loose = printer.in_turn(source)
            things = f"[x for x in {items} if x >= 0]" if loose else items
            return f"going_{node.function}({things}, {test})"
