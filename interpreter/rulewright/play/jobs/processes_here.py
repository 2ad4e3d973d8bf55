"""The processes that this machine can run at once, and whether they can be copies of this one."""

from __future__ import annotations

import multiprocessing
import os


def usual_jobs() -> int:
    """Return the number of cores available to this process."""
    affinity = getattr(os, "sched_getaffinity", None)
    return len(affinity(0)) if affinity is not None else os.cpu_count() or 1


def can_fork() -> bool:
    """Whether processes can take over what this one has."""
    return "fork" in multiprocessing.get_all_start_methods()
