"""A process that runs rules for the server, and its end of the pipe."""

from __future__ import annotations

import asyncio
import gc
import logging
import signal
import threading
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

from rulewright.table.serve.hosting.jobs import TableJob
from rulewright.table.serve.hosting.logs import bounded_handler
from rulewright.table.serve.hosting.remote_store import RemoteStore

_SELDOM = 100_000
"""Garbage is looked for after so many new objects: most are of rules, which stay, and a page makes thousands."""
READY, BEGUN = "ready", "begun"
"""Said by a process that waits for its first job, and by one that begins a job, which can be given again before."""


def work(pipe: Connection, folder: Path, known: dict[str, Any]) -> None:
    """Do one job after the other until the pipe is shut. `known` is what the site knows besides its store."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # whoever is at the keyboard means the server
    from rulewright.table.serve.app import make_pages
    from rulewright.table.serve.hosting.job_handler import JobHandler
    from rulewright.table.serve.site import ServerState

    gc.set_threshold(_SELDOM)
    logging.basicConfig(level=logging.WARNING, handlers=[bounded_handler()])
    asking = threading.Lock()

    def ask(name: str, given: tuple[Any, ...], named: dict[str, Any]) -> Any:
        with asking:
            pipe.send((name, given, named))
            succeeded, found = pipe.recv()
        if not succeeded:
            raise found
        return found

    try:
        site = ServerState(RemoteStore(ask, folder), **known)
        doer = JobHandler(site, make_pages(site))
        pipe.send(READY)
        with asyncio.Runner() as runner:
            while True:
                job = pipe.recv()
                assert isinstance(job, TableJob)
                pipe.send(BEGUN)
                pipe.send(runner.run(doer.do(job)))
    except (EOFError, OSError):
        return
