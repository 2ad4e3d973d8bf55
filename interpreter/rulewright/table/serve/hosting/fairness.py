"""Fair CPU scheduling between tables: jobs of the least recently served owner run first.

Every table has an account of the CPU seconds spent on it, and so has every address that asks for something that is of
no table. Fast and slow jobs run apart, so fast ones never wait for slow ones; a sort of job never run before
counts as slow.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Generic, TypeVar

from rulewright.table.serve.hosting.latest import Latest

Item = TypeVar("Item")
AccountOwner = tuple[str, str]
"""Who pays: a table, the thoughts of its bots, or an address."""
THINKING = "thinking"
"""What the accounts of thoughts begin with."""

_FORGOTTEN = 20.0
"""After this many seconds half of what was spent no longer counts."""
_DEAR, _MUCH = 0.1, 3.0
"""This many seconds per job, or this many spent lately, make an owner's jobs slow."""
MOST_WAITING = 24
_MOST_ACCOUNTS = 5000
_BUDGET, _A_SECOND = 90.0, 0.5
"""The seconds of CPU that one owner may have at once, and what is added each second."""


class TooBusy(Exception):  # noqa: N818 - stated as a sentence
    """An owner that has asked for more than its share."""


@dataclass(slots=True)
class CpuAccount:
    """An owner's account at one time: CPU seconds spent lately, cost of a job of each sort, budget left."""

    time: float
    spent: float = 0.0
    a_job: dict[str, float] = field(default_factory=dict)
    left: float = _BUDGET

    def until(self, now: float) -> None:
        passed = max(0.0, now - self.time)
        self.spent *= 0.5 ** (passed / _FORGOTTEN)
        self.left = min(_BUDGET, self.left + passed * _A_SECOND)
        self.time = now


@dataclass(slots=True)
class FairQueue(Generic[Item]):
    """A fair queue of jobs: the owner that used the least CPU lately goes first.

    An owner is a table, its bots or an address; at most one of its jobs runs at a time.
    """

    _waiting: dict[AccountOwner, deque[tuple[Item, str, float]]] = field(default_factory=dict)
    _running: set[AccountOwner] = field(default_factory=set)
    _accounts: Latest[AccountOwner, CpuAccount] = field(default_factory=lambda: Latest(_MOST_ACCOUNTS))

    def add(self, owner: AccountOwner, item: Item, now: float, sort: str = "", *, patient: bool = False) -> None:
        """Let a job wait, without a budget if `patient`. Raises TooBusy if too many wait or the budget is spent."""
        waiting = self._waiting.setdefault(owner, deque())
        account = self._account(owner, now)
        if not patient and (len(waiting) >= MOST_WAITING or account.left <= 0):
            raise TooBusy
        waiting.append((item, sort, now))

    def take(
        self, slow: bool, now: float, fits: Callable[[AccountOwner], bool] = lambda _: True
    ) -> tuple[AccountOwner, Item] | None:
        """Remove and return the next job of one cost class as (owner, item), or None if no job may run.

        If a thinking bot is next, take the one that has waited longest: at every table somebody waits for its bot, and
        a thought costs the time it was given.
        """
        found = [
            (self._account(owner, now).spent, owner)
            for owner, waiting in self._waiting.items()
            if waiting
            and owner not in self._running
            and self._is_slow(owner, waiting[0][1], now) is slow
            and fits(owner)
        ]
        if not found:
            return None
        owner = min(found)[1]
        if owner[0] == THINKING:
            owner = min((self._waiting[each][0][2], each) for _, each in found if each[0] == THINKING)[1]
        item, *_ = self._waiting[owner].popleft()
        if not self._waiting[owner]:
            del self._waiting[owner]
        self._running.add(owner)
        return owner, item

    def done(self, owner: AccountOwner, seconds: float, now: float, sort: str = "", *, usual: bool = True) -> None:
        """Book a finished job and its CPU seconds.

        A job that is not `usual` does not change the expected cost of its sort, unless it was fast.
        """
        self._running.discard(owner)
        account = self._account(owner, now)
        account.spent += seconds
        account.left -= seconds
        if usual or 0 < seconds < _DEAR:
            known = account.a_job.get(sort, 0.0)
            account.a_job[sort] = known + (seconds - known) * (1.0 if seconds > known else 0.1)

    def spent(self, owner: AccountOwner, now: float) -> float:
        return self._account(owner, now).spent

    @property
    def waiting(self) -> Iterator[Item]:
        """All that waits."""
        return (item for waiting in self._waiting.values() for item, *_ in waiting)

    def drop(self, is_over: Callable[[Item], bool]) -> None:
        """Forget what nobody waits for any more."""
        for owner, waiting in list(self._waiting.items()):
            kept = deque(each for each in waiting if not is_over(each[0]))
            if kept:
                self._waiting[owner] = kept
            else:
                del self._waiting[owner]

    def _is_slow(self, owner: AccountOwner, sort: str, now: float) -> bool:
        account = self._account(owner, now)
        return account.a_job.get(sort, _MUCH) > _DEAR or account.spent > _MUCH

    def _account(self, owner: AccountOwner, now: float) -> CpuAccount:
        account = self._accounts.get(owner)
        if account is None:
            account = self._accounts[owner] = CpuAccount(now)
        self._accounts.move_to_end(owner)
        account.until(now)
        return account
