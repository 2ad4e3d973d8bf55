"""The processes that run rules: how many there are, which one does what, and which is ended for taking too long.

Some do what costs little; some, which the system lets wait for all others, what costs much. A process that has worked
on one job for longer than a cheap one takes becomes one of the second sort, and a fresh one takes its place. What it
knows of tables is a copy of what is stored, so that each can be ended at any moment.
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

from rulewright.table.serve.hosting.background import Errands
from rulewright.table.serve.hosting.bot_time import BotTime
from rulewright.table.serve.hosting.fairness import FairTurns, Payer, TooBusy
from rulewright.table.serve.hosting.jobs import JobAnswer, NoAnswer, TableJob
from rulewright.table.serve.hosting.remote_store import ASKED
from rulewright.table.serve.hosting.worker import BEGUN, READY, work
from rulewright.table.serve.site import ServerState

LOG = logging.getLogger("rulewright.table.serve")
_LOOK = 0.02
_TICKS = os.sysconf("SC_CLK_TCK") if hasattr(os, "sysconf") else 100
_TOO_LONG = "this took too long"


@dataclass(frozen=True, slots=True)
class RunnerLimits:
    """The number of processes of each sort, and the CPU seconds that a job may take.

    `cheap` is the most for a job of the first sort, `opening` for one that must first open its table. `longest` ends
    any job, and `pressed` any of the second sort if all processes are busy and others wait. `thinking` is for bots that
    think. A job is also ended once `unheard` times as many seconds have passed.
    """

    cheap_runners: int = 2
    expensive_runners: int = 2
    surplus: int = 2
    cheap: float = 0.15
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
class RuleRunner:
    """A process, our end of its pipe, and what it does now."""

    process: BaseProcess
    pipe: Connection
    expensive: bool
    owner: Payer | None = None
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


class RunnerPool:
    """Does jobs in processes of their own."""

    def __init__(self, site: ServerState, limits: RunnerLimits = RunnerLimits()) -> None:
        self.store, self.limits = site.store, limits
        self._known = {each.name: getattr(site, each.name) for each in fields(site) if each.name != "store"}
        self._folder = site.shelf.folder.resolve()
        methods = multiprocessing.get_all_start_methods()
        self._context: Any = multiprocessing.get_context("forkserver" if "forkserver" in methods else "spawn")
        if "forkserver" in methods:
            self._context.set_forkserver_preload(["rulewright.table.serve.app"])
        self._runners: list[RuleRunner] = []
        self._hiring: list[bool] = []
        self._coming = Errands()
        self._turns: FairTurns[JobOrder] = FairTurns()
        self._bot_time = BotTime()
        self._has: dict[int, RuleRunner] = {}
        self._loop: asyncio.AbstractEventLoop | None = None
        self._looking: asyncio.Future[None] | None = None

    # ---- From outside

    def hire_all(self) -> None:
        """Make all processes, before anybody asks for anything."""
        with _no_signals():
            for expensive in (False,) * self.limits.cheap_runners + (True,) * self.limits.expensive_runners:
                self._runners.append(self._hired(expensive))

    def begin(self) -> None:
        """Hear what they say, on the loop that runs now."""
        self._loop = asyncio.get_running_loop()
        for each in self._runners:
            self._listen(each)

    def end(self) -> None:
        for each in self._runners:
            each.process.kill()
        for each in self._runners:
            each.process.join(2)
            each.pipe.close()
        self._runners.clear()

    async def do(self, owner: Payer, job: TableJob, sort: str = "", *, patient: bool = False) -> JobAnswer:
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
        for runner in sorted(self._runners, key=lambda each: len(each.tables)):
            if runner.ready and runner.order is None and not runner.gone:
                found = self._turns.take(runner.expensive, now, lambda owner, of=runner: self._fits(owner, of, now))  # type: ignore[misc]
                if found is not None:
                    self._give(runner, *found, now)
        if self._loop is not None and (self._looking is None or self._looking.done()):
            if any(each.order is not None for each in self._runners):
                self._looking = asyncio.ensure_future(self._look())

    def _fits(self, owner: Payer, runner: RuleRunner, now: float) -> bool:
        """Whether a job is for a process: not if another one of its sort has the table open and is soon free."""
        has = self._has.get(int(owner[1])) if owner[0] == "table" else None
        if has is None or has is runner or has.expensive is not runner.expensive:
            return True
        return has.order is not None and now - has.began > self.limits.cheap / 2

    def _give(self, runner: RuleRunner, owner: Payer, order: JobOrder, now: float) -> None:
        job = order.job
        if owner[0] == "table":
            had = self._has.get(job.table)
            runner.opens = had is not runner
            if had is not None and had is not runner:
                had.tables.discard(job.table)
            job = replace(job, anew=runner.opens)
            self._has[job.table] = runner
            runner.tables.add(job.table)
        else:
            runner.opens = True
        if job.wanted:
            order.given_time = job.wanted * self._share(runner, job)
            job = replace(job, most=order.given_time)
        runner.owner, runner.order, runner.began = owner, order, now
        runner.cpu = cpu_seconds(runner.process.pid or 0) or 0.0
        try:
            runner.pipe.send(job)
        except OSError:
            pass  # that it is gone will be heard

    def _share(self, runner: RuleRunner, job: TableJob) -> float:
        """Return the share of its wanted time that a bot may think, if a process begins now."""
        orders = (*self._turns.waiting, *(each.order for each in self._runners if each.order is not None))
        others = [each.job.wanted for each in orders if each.job.kind == "think"]
        alike = sum(each.expensive is runner.expensive and not each.gone for each in self._runners)
        return self._bot_time.share([job.wanted, *others], alike)

    # ---- What they say

    def _listen(self, runner: RuleRunner) -> None:
        loop = self._loop
        assert loop is not None

        def hear() -> None:
            try:
                while True:
                    loop.call_soon_threadsafe(self._heard, runner, runner.pipe.recv())
            except (EOFError, OSError, RuntimeError):  # a loop that is closed needs to hear nothing
                try:
                    loop.call_soon_threadsafe(self._lost, runner)
                except RuntimeError:
                    return

        threading.Thread(target=hear, daemon=True, name="rulewright-runner").start()

    def _heard(self, runner: RuleRunner, said: JobAnswer | str | tuple[str, tuple[Any, ...], dict[str, Any]]) -> None:
        if said == READY:
            runner.ready = True
            self._deal()
            return
        if said == BEGUN:
            if runner.order is not None:
                runner.order.begun = True
            return
        if isinstance(said, JobAnswer):
            if runner.order is not None and runner.order.job.kind == "think":
                self._bot_time.took(time.monotonic() - runner.began, runner.order.given_time)
            self._free(runner, said.seconds, said)
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
            runner.pipe.send(answer)
        except OSError:
            pass

    def _lost(self, runner: RuleRunner) -> None:
        """Clean up after a process that has ended, most often because it was told to."""
        cut, runner.gone = runner.gone, True
        if runner not in self._runners:
            return
        self._runners.remove(runner)
        runner.pipe.close()
        for id_ in runner.tables:
            self._has.pop(id_, None)
        order, owner = runner.order, runner.owner
        if order is not None and owner is not None and not cut and order.may_be_done_again:
            runner.order = runner.owner = None
            order.begun, order.again = False, True
            self._turns.done(owner, 0.0, time.monotonic(), order.sort, usual=False)
            self._turns.add(owner, order, time.monotonic(), order.sort, patient=True)
        seconds = time.monotonic() - runner.began if runner.order is not None else 0.0
        self._free(runner, seconds, NoAnswer(_TOO_LONG if cut else "this failed; try again"))
        self._hire_missing()

    def _free(self, runner: RuleRunner, seconds: float, answer: JobAnswer | NoAnswer) -> None:
        owner, order = runner.owner, runner.order
        runner.owner = runner.order = None
        if owner is not None and order is not None:
            usual = not runner.opens or seconds > self.limits.opening
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
        while any(each.order is not None for each in self._runners):
            await asyncio.sleep(_LOOK)
            now = time.monotonic()
            for runner in list(self._runners):
                if runner.order is not None and not runner.gone:
                    self._judge(runner, runner.taken(now), now)
            self._press(now)
            self._deal()

    def _judge(self, runner: RuleRunner, taken: float, now: float) -> None:
        limits = self.limits
        assert runner.order is not None
        longest = limits.thinking if runner.order.job.kind == "think" else limits.longest
        if taken > longest or now - runner.began > longest * limits.unheard:
            LOG.warning("a process was ended after %.1f s of one job", now - runner.began)
            self._cut(runner)
        elif not runner.expensive and taken > (limits.opening if runner.opens else limits.cheap):
            runner.expensive = True
            _let_wait(runner.process.pid or 0)
            self._hire_missing()

    def _press(self, now: float) -> None:
        """End the costly work of the owner that has had most, if more of it runs than may."""
        expensive = [each for each in self._runners if each.expensive and each.order is not None and not each.gone]
        if len(expensive) <= self.limits.expensive_runners + self.limits.surplus:
            return
        long = [each for each in expensive if each.taken(now) > self.limits.pressed]
        if long:
            self._cut(max(long, key=lambda each: self._turns.spent(each.owner or ("", ""), now) + now - each.began))

    def _cut(self, runner: RuleRunner) -> None:
        runner.gone = True
        runner.process.kill()

    def _retire(self) -> None:
        """Let processes go that there are too many of."""
        expensive = [each for each in self._runners if each.expensive and not each.gone]
        for runner in expensive:
            if len(expensive) > self.limits.expensive_runners and runner.order is None:
                expensive.remove(runner)
                self._cut(runner)
                break

    def _hire_missing(self) -> None:
        limits = self.limits
        for expensive, wanted in ((False, limits.cheap_runners), (True, limits.expensive_runners)):
            there = sum(each.expensive is expensive and not each.gone for each in self._runners)
            for _ in range(wanted - there - self._hiring.count(expensive)):
                assert self._loop is not None
                self._hiring.append(expensive)
                self._coming.begin(self._hire(expensive))

    async def _hire(self, expensive: bool) -> None:
        try:
            runner = await asyncio.to_thread(self._hired, expensive)
        except (OSError, RuntimeError) as fault:  # the latter where the server ends meanwhile
            LOG.error("no process can be made: %s", fault)
            await asyncio.sleep(1)
            return
        finally:
            self._hiring.remove(expensive)
        self._runners.append(runner)
        self._listen(runner)
        self._deal()

    def _hired(self, expensive: bool) -> RuleRunner:
        ours, theirs = self._context.Pipe()
        process = self._context.Process(target=work, args=(theirs, self._folder, self._known), daemon=True)
        process.start()
        theirs.close()
        if expensive:
            _let_wait(process.pid or 0)
        return RuleRunner(process, ours, expensive)


@contextmanager
def _no_signals() -> Iterator[None]:
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


def _let_wait(pid: int) -> None:
    """Let a process wait for all others when there is not enough for all."""
    if hasattr(os, "setpriority"):
        try:
            os.setpriority(os.PRIO_PROCESS, pid, 7)
        except OSError:
            pass
