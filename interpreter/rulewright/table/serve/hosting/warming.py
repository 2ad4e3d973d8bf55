"""Games compiled as they come at the start of a server, before somebody asks for a table of them.

A process of its own does it, which waits for others when there is not enough for all. What it has compiled is in the
cache for all. Other choices are compiled when a form has them: all of one large game take half a minute.
"""

from __future__ import annotations

import multiprocessing
import os
from collections.abc import Sequence
from multiprocessing.process import BaseProcess

from rulewright.core.pipeline import RulesetError
from rulewright.core.run.steps import WrongSetup
from rulewright.native.loading import load_game
from rulewright.table.serve.hosting.worker_pool import let_wait, no_signals


def warmed(names: Sequence[str]) -> BaseProcess:
    """Begin to compile some rulesets, and return the process that does it. It ends with this one."""
    process = multiprocessing.get_context("spawn").Process(target=_compile_all, args=(tuple(names),), daemon=True)
    with no_signals():
        process.start()
    return process


def _compile_all(names: tuple[str, ...]) -> None:
    server = multiprocessing.parent_process()
    let_wait(os.getpid())
    for name in names:
        if server is not None and not server.is_alive():
            return
        try:
            load_game(name)
        except (RulesetError, WrongSetup, OSError):
            continue  # whoever asks for a table of it is told what is wrong
