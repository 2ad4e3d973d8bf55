"""Interfaces of a long run: split it into chunks, play each anywhere, merge the results in order.

The command line decides how the results are shown.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Hashable, Iterable, Iterator
from contextlib import AbstractContextManager
from typing import Any, ClassVar, Generic, Protocol, TypeVar

from rulewright.play.jobs.codec import Malformed, from_plain
from rulewright.play.jobs.shards import cannot_be_read

Tools = TypeVar("Tools")
Found = TypeVar("Found")
Each = TypeVar("Each")
Taken = TypeVar("Taken", contravariant=True)
MergedT = TypeVar("MergedT", bound="Merged[Any]")


class Merged(Protocol[Taken]):
    """The sum of a run's chunks, added in their order."""

    def take(self, found: Taken) -> bool:
        """Add the next chunk, and return whether the results are now enough to stop."""


class InOrder(Generic[Each]):
    """The results of each game or pair of a run, in their order. A run never has enough of them."""

    def __init__(self) -> None:
        self.all: list[Each] = []

    def take(self, found: tuple[Each, ...]) -> bool:
        """Add those that come next."""
        self.all += found
        return False


class Job(ABC, Generic[Tools, Found, MergedT]):
    """A run: a number of games or pairs, played in chunks of `size`.

    The results of a chunk depend on its numbers alone, so that any process or machine may play it; `found` is the
    type of its results, which can be written down. A job must be picklable if several processes play it.
    Its `plan` says how many `games` it has and which `policies` decide in them, if the job does not say so itself.
    """

    __slots__ = ()
    kind: ClassVar[str]
    """The verb that starts it."""
    counted: ClassVar[str] = "games"
    counts_one: ClassVar[str] = "game"
    found: ClassVar[Any]
    plan: Any

    @property
    def count(self) -> int:
        games: int = self.plan.games
        return games

    @property
    @abstractmethod
    def size(self) -> int: ...

    @property
    def policies(self) -> tuple[str, ...]:
        """All that decide in it, each at least once."""
        policies: tuple[str, ...] = self.plan.policies
        return policies

    @property
    def tools_key(self) -> Hashable:
        """The key of tools that jobs can share, or None if the tools are made for this job alone."""
        return None

    @abstractmethod
    def load(self) -> Tools:
        """Return the tools that play chunks, made in the process that plays."""

    @abstractmethod
    def play(self, tools: Tools, numbers: range) -> Found:
        """Play a chunk. Raises LimitReached with the number and the seed."""

    @abstractmethod
    def seed(self, number: int) -> int: ...

    @abstractmethod
    def merge(self) -> MergedT:
        """Return an empty object that the chunks are merged into."""

    @abstractmethod
    def fits(self, found: Found, numbers: range) -> bool:
        """Whether what was read could have come of a chunk."""

    def read(self, data: Any, numbers: range) -> Found:
        """Return the results of a chunk that plain data describe. Raises ShardRefused if they do not fit the chunk."""
        try:
            found: Found = from_plain(self.found, data)
        except Malformed:
            raise cannot_be_read() from None
        if not self.fits(found, numbers):
            raise cannot_be_read()
        return found


Play = Callable[[Iterable[range]], Iterator[tuple[range, Any]]]
"""Plays chunks, and yields each with its results, in any order."""

Executor = Callable[[Job[Any, Any, Any], int], AbstractContextManager[Play]]
"""Where the chunks of a job are played, several at once: processes or threads of this machine, or other machines."""
