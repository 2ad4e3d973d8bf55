"""Usual rules compiled at the start of a server, before somebody asks for a table that is played by them.

A process of its own does it, which waits for others when there is not enough for all. What it has compiled is in the
cache for all.
"""

from __future__ import annotations

import multiprocessing
import os
from collections.abc import Iterator, Sequence
from multiprocessing.process import BaseProcess

from rulewright.core.load.bundled import BASE
from rulewright.core.load.folder import variants_in
from rulewright.core.load.outline import read_outline
from rulewright.core.pipeline import Choice, RulesetError, ruleset_root
from rulewright.core.run.steps import WrongSetup
from rulewright.native.loading import load_game
from rulewright.table.serve.hosting.worker_pool import let_wait, no_signals
from rulewright.table.serve.modules import picked


def warmed(names: Sequence[str]) -> BaseProcess:
    """Begin to compile the usual rules of some rulesets, and return the process that does it. It ends with this one."""
    process = multiprocessing.get_context("spawn").Process(target=_compile_all, args=(tuple(names),), daemon=True)
    with no_signals():
        process.start()
    return process


def usual_choices(names: Sequence[str]) -> Iterator[Choice]:
    """Yield what tables are made of, the most usual first: a ruleset as it is, its house rules, one module changed."""
    roots = {name: root for name in names if (root := ruleset_root(name)) is not None}
    for name in roots:
        yield Choice(name, None, None)
    for name, root in roots.items():
        for path in variants_in(root).values():
            yield Choice(name, None, path)
    for name, root in roots.items():
        outline = read_outline(root)
        for each in outline.needs:
            if each != BASE:
                on = [other for other in outline.default if other != each]
                yield Choice(name, picked(outline, on if each in outline.default else (*on, each), each).modules, None)


def _compile_all(names: tuple[str, ...]) -> None:
    server = multiprocessing.parent_process()
    let_wait(os.getpid())
    for choice in usual_choices(names):
        if server is not None and not server.is_alive():
            return
        try:
            load_game(choice.ruleset, modules=choice.modules, variant=choice.variant)
        except (RulesetError, WrongSetup, OSError):
            continue  # whoever asks for a table of it is told what is wrong
