"""A server that answers: as a process of its own, as `rulewright serve` starts it, or as a thread of the tests."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from threading import Thread

import uvicorn

from rulewright.author.at_tables import TOOLS
from rulewright.table.serve.app import make_app
from rulewright.table.serve.hosting.running import listen
from rulewright.table.serve.site import ServerState
from rulewright.table.serve.store import TableStore
from rulewright.table.serve.studio.open_folders import Studio
from tests.unit.table.serve.templates import compile_templates_once

compile_templates_once()

_SERVE = "from rulewright.cli import main; main()"


@contextmanager
def served(folder: Path, *names: str, port: int = 0) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """A server on the tables of a folder, and its address."""
    command = [
        sys.executable,
        "-c",
        _SERVE,
        "serve",
        *(names or ("tutorial",)),
        "--port",
        str(port),
        "--data",
        str(folder),
    ]
    process = subprocess.Popen(command, stderr=subprocess.PIPE, text=True)
    try:
        assert process.stderr is not None
        told = process.stderr.readline()
        found = re.search(r"(http://127\.0\.0\.1:\d+)/", told)
        assert found is not None, told + process.stderr.read()
        yield process, found[1]
    finally:
        process.kill()
        process.wait()
        if process.stderr is not None:
            process.stderr.close()


@contextmanager
def answering(folder: Path | None, *names: str, studio: Studio | None = None) -> Iterator[str]:
    """The address of a server in this process, which has read the rulesets already: for what pages do.

    Its tables are in the folder, or in memory.
    """
    with closing(TableStore(folder)) as store, closing(listen("127.0.0.1", 0)) as listening:
        app = make_app(ServerState(store, names, TOOLS, studio=studio), frozenset({"127.0.0.1"}))
        config = uvicorn.Config(
            app, ws="none", lifespan="off", access_log=False, log_config=None, log_level="critical",
            timeout_graceful_shutdown=1,
        )  # fmt: skip
        server = uvicorn.Server(config)
        thread = Thread(target=server.run, kwargs={"sockets": [listening]})
        thread.start()
        try:
            yield f"http://127.0.0.1:{listening.getsockname()[1]}"
        finally:
            server.should_exit = True
            thread.join()
