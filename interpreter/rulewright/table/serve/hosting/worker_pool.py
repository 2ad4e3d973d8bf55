"""The processes that run rules: how many there are, which one does what, and which is ended for taking too long.

Some do fast jobs; some, which the system lets wait for all others, slow ones. A process that has worked on one job for
longer than a fast one takes becomes one of the second sort, and a new one takes its place. What a process knows of
tables is a copy of what is stored, so that each can be ended at any moment.
"""

from __future__ import annotations

import asyncio
import logging
import multiprocessing
import os
import signal
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, fields, replace
from multiprocessing import resource_tracker
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from pathlib import Path
from typing import Any

from rulewright.table.serve.hosting.background import BackgroundWork
from rulewright.table.serve.hosting.bot_time import BotTime
from rulewright.table.serve.hosting.fairness import AccountOwner, FairQueue, TooBusy
from rulewright.table.serve.hosting.jobs import JobAnswer, NoAnswer, TableJob
from rulewright.table.serve.hosting.remote_store import ASKED
from rulewright.table.serve.hosting.worker import BEGUN, READY, work
from rulewright.table.serve.site import ServerState

LOG = logging.getLogger("rulewright.table.serve")
_LOOK = 0.02
_TICKS = os.sysconf("SC_CLK_TCK") if hasattr(os, "sysconf") else 100
_TOO_LONG = "this took too long"


@dataclass(frozen=True, slots=True)
class WorkerLimits:
    """The number of processes of each sort, and the CPU seconds that a job may take.

    `fast` is the most for a fast job, `opening` for one that must first open its table. `longest` ends
    any job, and `pressed` a slow one if all processes are busy and others wait. `thinking` is for bots that
    think. A job is also ended once `unheard` times as many seconds have passed.
    """

    fast_workers: int = 2
    slow_workers: int = 2
    surplus: int = 2
    fast: float = 0.15
    opening: float = 0.3
    pressed: float = 1.0
    longest: float = 15.0
    thinking: float = 120.0
    unheard: float = 4.0


@dataclass(slots=True)
class JobOrder:
    """A job with whoever waits for its answer. `given_time`: the seconds that a bot has to think."""

    job: TableJob
    sort: str
    answer: asyncio.Future[JobAnswer]
    given_time: float = 0.0
    begun: bool = False
    again: bool = False

    @property
    def may_be_done_again(self) -> bool:
        """Whether it cannot have had any effect although the process that had it has ended by itself."""
        request = self.job.request
        return not self.begun or (not self.again and (request is None or request.scope["method"] == "GET"))


@dataclass(slots=True, eq=False)
class Worker:
    """A process, our end of its pipe, and what it does now."""

    process: BaseProcess
    pipe: Connection
    slow: bool
    owner: AccountOwner | None = None
    order: JobOrder | None = None
    began: float = 0.0
    cpu: float = 0.0
    opens: bool = False
    ready: bool = False
    gone: bool = False
    tables: set[int] = field(default_factory=set)

    def taken(self, now: float) -> float:
        """Return the CPU seconds of the job so far, or the elapsed seconds if CPU time is unknown."""
        known = cpu_seconds(self.process.pid or 0)
        return known - self.cpu if known is not None else now - self.began


def cpu_seconds(pid: int) -> float | None:
    """Return the CPU seconds that a process has taken, or None if the system does not say."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_text("ascii").rpartition(")")[2].split()
    except OSError:
        return None
    return (int(fields[11]) + int(fields[12])) / _TICKS


class WorkerPool:
    """Does jobs in processes of their own."""

    def __init__(self, site: ServerState, limits: WorkerLimits = WorkerLimits()) -> None:
        self.store, self.limits = site.store, limits
        self._known = {each.name: getattr(site, each.name) for each in fields(site) if each.name != "store"}
        self._folder = site.shelf.folder.resolve()
        methods = multiprocessing.get_all_start_methods()
        self._context: Any = multiprocessing.get_context("forkserver" if "forkserver" in methods else "spawn")
        if "forkserver" in methods:
            self._context.set_forkserver_preload(["rulewright.table.serve.app"])
        self._workers: list[Worker] = []
        self._starting: list[bool] = []
        self._coming = BackgroundWork()
        self._turns: FairQueue[JobOrder] = FairQueue()
        self._bot_time = BotTime()
        self._has: dict[int, Worker] = {}
        self._loop: asyncio.AbstractEventLoop | None = None
        self._looking: asyncio.Future[None] | None = None

    # ---- From outside

    def start_all(self) -> None:
        """Make all processes, before anybody asks for anything."""
        with no_signals():
            for slow in (False,) * self.limits.fast_workers + (True,) * self.limits.slow_workers:
                self._workers.append(self._started(slow))

    def begin(self) -> None:
        """Hear what they say, on the loop that runs now."""
        self._loop = asyncio.get_running_loop()
        for each in self._workers:
            self._listen(each)

    def end(self) -> None:
        for each in self._workers:
            each.process.kill()
        for each in self._workers:
            each.process.join(2)
            each.pipe.close()
        self._workers.clear()

    async def do(self, owner: AccountOwner, job: TableJob, sort: str = "", *, patient: bool = False) -> JobAnswer:
        """Do a job and return its answer. Raises NoAnswer with a sentence."""
        assert self._loop is not None
        order = JobOrder(job, sort, self._loop.create_future())
        try:
            self._turns.add(owner, order, time.monotonic(), sort, patient=patient)
        except TooBusy:
            raise NoAnswer("This table has used its share of the server; wait a moment.", 429) from None
        self._deal()
        try:
            return await order.answer
        except asyncio.CancelledError:
            self._turns.drop(lambda each: each is order)
            raise

    # ---- Whose turn it is

    def _deal(self) -> None:
        """Give jobs to whoever is free."""
        now = time.monotonic()
        for worker in sorted(self._workers, key=lambda each: len(each.tables)):
            if worker.ready and worker.order is None and not worker.gone:
                found = self._turns.take(worker.slow, now, lambda owner, of=worker: self._fits(owner, of, now))  # type: ignore[misc]
                if found is not None:
                    self._give(worker, *found, now)
        if self._loop is not None and (self._looking is None or self._looking.done()):
            if any(each.order is not None for each in self._workers):
                self._looking = asyncio.ensure_future(self._look())

    def _fits(self, owner: AccountOwner, worker: Worker, now: float) -> bool:
        """Whether a job is for a process: not if another one of its sort has the table open and is soon free."""
        has = self._has.get(int(owner[1])) if owner[0] == "table" else None
        if has is None or has is worker or has.slow is not worker.slow:
            return True
        return has.order is not None and now - has.began > self.limits.fast / 2

    def _give(self, worker: Worker, owner: AccountOwner, order: JobOrder, now: float) -> None:
        job = order.job
        if owner[0] == "table":
            had = self._has.get(job.table)
            worker.opens = had is not worker
            if had is not None and had is not worker:
                had.tables.discard(job.table)
            job = replace(job, anew=worker.opens)
            self._has[job.table] = worker
            worker.tables.add(job.table)
        else:
            worker.opens = True
        if job.wanted:
            order.given_time = job.wanted * self._share(worker, job)
            job = replace(job, most=order.given_time)
        worker.owner, worker.order, worker.began = owner, order, now
        worker.cpu = cpu_seconds(worker.process.pid or 0) or 0.0
        try:
            worker.pipe.send(job)
        except OSError:
            pass  # that it is gone will be heard

    def _share(self, worker: Worker, job: TableJob) -> float:
        """Return the share of its wanted time that a bot may think, if a process begins now."""
        orders = (*self._turns.waiting, *(each.order for each in self._workers if each.order is not None))
        others = [each.job.wanted for each in orders if each.job.kind == "think"]
        alike = sum(each.slow is worker.slow and not each.gone for each in self._workers)
        return self._bot_time.share([job.wanted, *others], alike)

    # ---- What they say

    def _listen(self, worker: Worker) -> None:
        loop = self._loop
        assert loop is not None

        def hear() -> None:
            try:
                while True:
                    loop.call_soon_threadsafe(self._heard, worker, worker.pipe.recv())
            except (EOFError, OSError, RuntimeError):  # a loop that is closed needs to hear nothing
                try:
                    loop.call_soon_threadsafe(self._lost, worker)
                except RuntimeError:
                    return

        threading.Thread(target=hear, daemon=True, name="rulewright-worker").start()

    def _heard(self, worker: Worker, said: JobAnswer | str | tuple[str, tuple[Any, ...], dict[str, Any]]) -> None:
        if said == READY:
            worker.ready = True
            self._deal()
            return
        if said == BEGUN:
            if worker.order is not None:
                worker.order.begun = True
            return
        if isinstance(said, JobAnswer):
            if worker.order is not None and worker.order.job.kind == "think":
                self._bot_time.took(time.monotonic() - worker.began, worker.order.given_time)
            self._free(worker, said.seconds, said)
            return
        assert not isinstance(said, str)
        name, given, named = said
        assert name in ASKED
        answer: tuple[bool, Any]
        try:
            answer = True, getattr(self.store, name)(*given, **named)
        except Exception as fault:  # noqa: BLE001 - whoever asked gets it
            answer = False, fault
        try:
            worker.pipe.send(answer)
        except OSError:
            pass

    def _lost(self, worker: Worker) -> None:
        """Clean up after a process that has ended, most often because it was told to."""
        cut, worker.gone = worker.gone, True
        if worker not in self._workers:
            return
        self._workers.remove(worker)
        worker.pipe.close()
        for id_ in worker.tables:
            self._has.pop(id_, None)
        order, owner = worker.order, worker.owner
        if order is not None and owner is not None and not cut and order.may_be_done_again:
            worker.order = worker.owner = None
            order.begun, order.again = False, True
            self._turns.done(owner, 0.0, time.monotonic(), order.sort, usual=False)
            self._turns.add(owner, order, time.monotonic(), order.sort, patient=True)
        seconds = time.monotonic() - worker.began if worker.order is not None else 0.0
        self._free(worker, seconds, NoAnswer(_TOO_LONG if cut else "this failed; try again"))
        self._start_missing()

    def _free(self, worker: Worker, seconds: float, answer: JobAnswer | NoAnswer) -> None:
        owner, order = worker.owner, worker.order
        worker.owner = worker.order = None
        if owner is not None and order is not None:
            usual = not worker.opens or seconds > self.limits.opening
            self._turns.done(owner, seconds, time.monotonic(), order.sort, usual=usual)
            if not order.answer.done():
                if isinstance(answer, JobAnswer):
                    order.answer.set_result(answer)
                else:
                    order.answer.set_exception(answer)
        self._retire()
        self._deal()

    # ---- Who takes too long

    async def _look(self) -> None:
        """Look after those that work until none does."""
        while any(each.order is not None for each in self._workers):
            await asyncio.sleep(_LOOK)
            now = time.monotonic()
            for worker in list(self._workers):
                if worker.order is not None and not worker.gone:
                    self._judge(worker, worker.taken(now), now)
            self._press(now)
            self._deal()

    def _judge(self, worker: Worker, taken: float, now: float) -> None:
        limits = self.limits
        assert worker.order is not None
        longest = limits.thinking if worker.order.job.kind == "think" else limits.longest
        if taken > longest or now - worker.began > longest * limits.unheard:
            LOG.warning("a process was ended after %.1f s of one job", now - worker.began)
            self._cut(worker)
        elif not worker.slow and taken > (limits.opening if worker.opens else limits.fast):
            worker.slow = True
            let_wait(worker.process.pid or 0)
            self._start_missing()

    def _press(self, now: float) -> None:
        """End the slow job of the owner that has had most, if more of it runs than may."""
        slow = [each for each in self._workers if each.slow and each.order is not None and not each.gone]
        if len(slow) <= self.limits.slow_workers + self.limits.surplus:
            return
        long = [each for each in slow if each.taken(now) > self.limits.pressed]
        if long:
            self._cut(max(long, key=lambda each: self._turns.spent(each.owner or ("", ""), now) + now - each.began))

    def _cut(self, worker: Worker) -> None:
        worker.gone = True
        worker.process.kill()

    def _retire(self) -> None:
        """Let processes go that there are too many of."""
        slow = [each for each in self._workers if each.slow and not each.gone]
        for worker in slow:
            if len(slow) > self.limits.slow_workers and worker.order is None:
                slow.remove(worker)
                self._cut(worker)
                break

    def _start_missing(self) -> None:
        limits = self.limits
        for slow, wanted in ((False, limits.fast_workers), (True, limits.slow_workers)):
            there = sum(each.slow is slow and not each.gone for each in self._workers)
            for _ in range(wanted - there - self._starting.count(slow)):
                assert self._loop is not None
                self._starting.append(slow)
                self._coming.begin(self._start_later(slow))

    async def _start_later(self, slow: bool) -> None:
        try:
            worker = await asyncio.to_thread(self._started, slow)
        except (OSError, RuntimeError) as fault:  # the latter where the server ends meanwhile
            LOG.error("no process can be made: %s", fault)
            await asyncio.sleep(1)
            return
        finally:
            self._starting.remove(slow)
        self._workers.append(worker)
        self._listen(worker)
        self._deal()

    def _started(self, slow: bool) -> Worker:
        ours, theirs = self._context.Pipe()
        process = self._context.Process(target=work, args=(theirs, self._folder, self._known), daemon=True)
        process.start()
        theirs.close()
        if slow:
            let_wait(process.pid or 0)
        return Worker(process, ours, slow)


@contextmanager
def no_signals() -> Iterator[None]:
    """Block signals, so that processes made within ignore signals sent to all. Their maker ends them."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    resource_tracker.ensure_running()  # which lets signals through once it has been made
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT, signal.SIGTERM, signal.SIGHUP})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def let_wait(pid: int) -> None:
    """Let a process wait for all others when there is not enough for all."""
    if hasattr(os, "setpriority"):
        try:
            os.setpriority(os.PRIO_PROCESS, pid, 7)
        except OSError:
            pass
