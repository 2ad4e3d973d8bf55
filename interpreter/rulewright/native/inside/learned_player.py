"""A learned player in a module's memory: its weights, and the values of choices as they come up."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from rulewright.core.model.game import Blueprint
from rulewright.native.backend.layout import StateLayout
from rulewright.native.backend.sandbox import Sandbox
from rulewright.native.inside.learned_choice import CHOICE_SIZE
from rulewright.native.inside.searching import AT, REQUEST_SIZE
from rulewright.native.inside.valuing import ValueTables, lay_values

_LEAST_CHOICES: Final = 1 << 12
_MOST_CHOICES: Final = 1 << 18


@dataclass(frozen=True, slots=True)
class WorthOfChoice:
    """The value of a choice, the piece it is about, and its value to a seat that does not see the piece.

    `piece` is -1 for a choice that is about no piece.
    """

    worth: int
    piece: int
    unseen: int


@dataclass(frozen=True, slots=True)
class LearnedTables:
    """The values of a learned player.

    `worth_of(site, code, seat)` returns what a choice is worth in addition to the state it leads to.
    """

    values: ValueTables
    worth_of: Callable[[int, int, int], WorthOfChoice]


class ChoiceMemory:
    """The hash table with the values of choices to one player, in the format of `learned_choice.py`."""

    def __init__(
        self,
        worth_of: Callable[[int, int, int], WorthOfChoice],
        instance: Sandbox,
        layout: StateLayout,
        take: Callable[[int], int],
        address: int,
    ) -> None:
        self._worth_of, self._instance, self._take, self._address = worth_of, instance, take, address
        self._most = max(_LEAST_CHOICES, layout.most_options)
        self._make_room()
        self._tell = instance.function("learned_tell")

    def _make_room(self) -> None:
        places = 1 << (2 * self._most - 1).bit_length()
        self._size = CHOICE_SIZE * places
        self._begin = _taken(self._take, self._size)
        self._instance.pack("<i", self._address + AT["L_CHOICES"], self._begin)
        self._instance.pack("<i", self._address + AT["L_CHOICES_MASK"], places - 1)
        self.forget()

    def forget(self) -> None:
        """Delete the values of all choices."""
        self._left = self._most
        self._instance.write(self._begin, bytes(self._size))

    def tell(self, site: int, seat: int, codes: list[int]) -> None:
        """Write the values of a decision's choices into the table.

        A full table grows up to its maximum, and is then emptied first.
        """
        if self._left < len(codes) and self._most < _MOST_CHOICES:
            self._most *= 2
            self._make_room()
        elif self._left < len(codes):
            self.forget()
        who = 64 * site + seat + 1
        for code in codes:
            found = self._worth_of(site, code, seat)
            self._left -= self._tell(self._address, who, code, found.piece, found.worth, found.unseen)


class LearnedMemory:
    """One learned player in memory.

    `address` is its number among the policies.
    """

    def __init__(
        self,
        tables: LearnedTables,
        instance: Sandbox,
        layout: StateLayout,
        blueprint: Blueprint,
        take: Callable[[int], int],
    ) -> None:
        self.address = _taken(take, REQUEST_SIZE)
        instance.write(self.address, bytes(REQUEST_SIZE))
        rows = len(blueprint.scoring) + len(blueprint.tie_breaks) + 3
        fields = {
            "L_UNSEEN": _taken(take, layout.n_pieces),
            "SCORES": _taken(take, 8 * blueprint.max_seats * rows),
            "WORTHS": _taken(take, 8 * blueprint.max_seats),
        }
        for name, value in fields.items():
            instance.pack("<i", self.address + AT[name], value)
        self._choices, self._instance = lay_player(tables, instance, layout, take, self.address), instance
        self.tell = self._choices.tell

    def weigh(self, weights: bytes) -> None:
        """Replace the weights of features, and forget the values of choices.

        `weights` has as many 64-bit numbers as before.
        """
        (begin,) = self._instance.unpack("<i", self.address + AT["L_WEIGHTS"])
        self._instance.write(begin, weights)
        self._choices.forget()


def lay_player(
    tables: LearnedTables, instance: Sandbox, layout: StateLayout, take: Callable[[int], int], address: int
) -> ChoiceMemory:
    """Write a learned player into the block at an address, and return its memory of choices.

    `take` reserves N bytes and returns their address.
    """

    def laid(data: bytes) -> int:
        begin = _taken(take, len(data))
        instance.write(begin, data)
        return begin

    values = tables.values
    for name, value in lay_values(values, layout, laid).items():
        instance.pack("<i", address + AT[name], value)
    instance.pack("<i", address + AT["L_FOUND"], _taken(take, 8 * layout.most_options))
    for name, number in (
        ("SCALE", values.spread), ("MEAN", values.mean), ("L_EXPLORE", values.explore), ("L_TRUST", values.trust)
    ):  # fmt: skip
        instance.pack("<d", address + AT[name], number)
    return ChoiceMemory(tables.worth_of, instance, layout, take, address)


def _taken(take: Callable[[int], int], size: int) -> int:
    begin = take(size + 8)
    return begin + -begin % 8
