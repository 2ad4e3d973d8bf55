"""Many adjacent states in the memory of a host, stepped by one call and seen without copies."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Protocol

from rulewright.core.model.game import State
from rulewright.core.model.settings import Chosen
from rulewright.native.backend import layout as at


class Holder(Protocol):
    """The interface of the host (`Host`) that a block needs."""

    layout: at.StateLayout

    @property
    def memory(self) -> memoryview: ...
    def start_in(self, state: int, *, seats: int, seed: int, settings: Chosen | None = None) -> None: ...
    def write(self, to: int, state: State) -> None: ...
    def copy(self, to: int, state: int) -> None: ...
    def step_many(self, first: int, count: int, choices: int) -> int: ...


class Rows:
    """Rows of 8-byte numbers, as `numpy.asarray` takes them to make an array of the same memory."""

    def __init__(self, memory: memoryview, first: int, shape: tuple[int, int], strides: tuple[int, int]) -> None:
        self.memory = memory
        self.__array_interface__ = {
            "version": 3, "typestr": "<i8", "shape": shape, "strides": strides, "data": memory, "offset": first,
        }  # fmt: skip


class StateBlock:
    """N adjacent states of a host, which the host's methods take as well, by `at`.

    All but `choices` is seen through strided views of memory, `memoryview`s with a number of 4 bytes for each state:
    they show at once what a step has changed, and `numpy.asarray` shows the same memory. They must not be written to.
    """

    def __init__(self, host: Holder, first: int, count: int, apart: int, choices: int) -> None:
        """Made by `Host.block`."""
        self.host, self.first, self.count, self.apart = host, first, count, apart
        self._choices = choices
        ints = host.memory.cast("i")
        self.choices = ints[choices // 4 : choices // 4 + count]
        """For each state the place (from 0) of the option that the next step takes; writable."""
        self.n_options = self._seen(ints, at.AT_N_OPTIONS)
        """How many options the decision of each state has; 0 if its game is over."""
        self.seats = self._seen(ints, at.AT_SEAT)
        """The seat (from 0) that decides; -1 if the game is over."""
        self.sites = self._seen(ints, at.AT_SITE)
        """The site of the decision; -1 if the game is over."""
        self.codes = Rows(host.memory, first + host.layout.options, (count, host.layout.most_options), (apart, 8))
        """The option codes: a row for each state, of which the first `n_options` are its own."""

    def _seen(self, ints: memoryview, offset: int) -> memoryview:
        first = (self.first + offset) // 4
        return ints[first : first + self.count * self.apart // 4 : self.apart // 4]

    def __len__(self) -> int:
        return self.count

    def at(self, number: int) -> int:
        """Return the host's address of a state, given its number (from 0).

        Raises IndexError if there is no such state.
        """
        if not 0 <= number < self.count:
            raise IndexError(f"a block of {self.count} states has no state {number}")
        return self.first + number * self.apart

    def start(self, seeds: Sequence[int], *, seats: int, settings: Chosen | None = None) -> None:
        """Begin a game in each of the first states, one for each seed.

        Raises WrongSetup if the game does not allow these seats or settings, LimitReached if it runs into a limit,
        IndexError if there are too many seeds.
        """
        for number, seed in enumerate(seeds):
            self.host.start_in(self.at(number), seats=seats, seed=seed, settings=settings)

    def put(self, number: int, state: State) -> None:
        """Write a state of the Python back end.

        Raises NotPacked if it has no native form, IndexError if there is no such state.
        """
        self.host.write(self.at(number), state)

    def put_all(self, states: Iterable[int]) -> None:
        """Copy states of the host to the first ones of the block.

        Raises IndexError if there are too many.
        """
        for number, state in enumerate(states):
            self.host.copy(self.at(number), state)

    def step(self) -> int:
        """Take in each state the option whose index is in `choices`, and return how many decisions wait.

        A state that is over, or has no such option, stays unchanged. Raises LimitReached once all have been stepped, if
        some ran into a limit; these stay unchanged.
        """
        return self.host.step_many(self.first, self.count, self._choices)
