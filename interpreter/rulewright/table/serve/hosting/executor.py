"""Executors of the jobs of a server: worker processes (`worker_pool.py`), or the server itself."""

from __future__ import annotations

import asyncio
from typing import Protocol

from rulewright.table.serve.hosting.fairness import AccountOwner
from rulewright.table.serve.hosting.job_handler import JobHandler
from rulewright.table.serve.hosting.jobs import JobAnswer, TableJob


class JobExecutor(Protocol):
    """An executor of the jobs of a server."""

    def begin(self) -> None:
        """Prepare for jobs. This is called on the loop of the server before anything else."""

    async def do(self, owner: AccountOwner, job: TableJob, sort: str = "", *, patient: bool = False) -> JobAnswer:
        """Do a job and return its answer. Raises NoAnswer with a sentence if it cannot be answered.

        Jobs of one `sort` cost about the same.
        """


class InlineExecutor:
    """An executor in the process of the server: one job after the other, each for as long as it takes.

    Bots think in threads meanwhile.
    """

    def __init__(self, handler: JobHandler) -> None:
        self._handler, self._one = handler, asyncio.Lock()

    def begin(self) -> None:
        pass

    async def do(self, owner: AccountOwner, job: TableJob, sort: str = "", *, patient: bool = False) -> JobAnswer:
        if job.kind == "think":
            return await self._handler.do(job)
        async with self._one:
            return await self._handler.do(job)
