"""How Python goes through a set while or until a test holds: a call of one of the functions of `run/going.py`."""

from __future__ import annotations

from typing import Protocol

from rulewright.model import lowered_values as lv


class Printer(Protocol):
    """What prints the set itself."""

    def emit(self, node: lv.Expression) -> str:
        """An expression."""

    def in_turn(self, node: lv.Expression) -> tuple[str, bool]:
        """An iterable over a set, and whether -1 may be among its items."""


def gone_through(node: lv.Reduce, test: str, printer: Printer, *, with_steps: bool = False) -> str:
    """How far a set is gone through, as a list; the test is a function of a thing.

    Of a reach `with_steps` each place comes with how many borders it is away.
    """
    match node.source:
        case lv.Primitive(name="line", arguments=(start, lv.Const(value=whole), lv.Const(value=turns))):
            at = printer.emit(start)
            return f"line_{node.function}(T{whole}[{at}], T{turns}[{at}], {test})"
        case lv.Primitive(name="reach", arguments=(start, _, lv.Const(value=near))):
            way = "steps" if with_steps else "reach"
            return f"{way}_{node.function}({printer.emit(start)}, T{near}, {test})"
        case source:
            items, loose = printer.in_turn(source)
            things = f"[x for x in {items} if x >= 0]" if loose else items
            return f"going_{node.function}({things}, {test})"
