"""Plants faults in a copy of the checkout, one at a time, and tells which of them the tests find.

    python -m tests.planted                 all of them, by the tests nearest to each
    python -m tests.planted lower serve     those of some rooms, or by their ids
    python -m tests.planted --jobs 2        several at a time, each in a copy of its own
    python -m tests.planted --rest          what the nearest do not find is looked for by all default tests
    python -m tests.planted --list          what there is

The tests that found a fault last stand first among those near it, so that all faults take a few minutes; what found one
is run at the end without any. Ends with 1 where a fault is not found. Nothing here runs by default.
"""

from __future__ import annotations

import argparse
import os
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from queue import SimpleQueue

from tests.planted.faults import FaultRefused, PlantedFault, copied, faults_of, planted

_FAILED = re.compile(r"^(?:FAILED|ERROR) (.+?)(?: - .*)?$", re.MULTILINE)
_ALL_PASSED, _SOME_FAILED, _INTERRUPTED, _NONE_RAN = 0, 1, 2, 5


def main(words: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.planted", description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("names", nargs="*", help="ids of faults, or rooms")
    parser.add_argument("--jobs", type=int, default=1, help="how many faults are looked for at a time")
    parser.add_argument("--rest", action="store_true", help="look on with all default tests")
    parser.add_argument("--list", action="store_true", help="only tell what there is")
    asked = parser.parse_args(words)
    faults = chosen(asked.names)
    if asked.list:
        for fault in faults:
            print(f"{fault.id}: {fault.idea} ({fault.file}; {' '.join(fault.near)})")
        return 0
    with tempfile.TemporaryDirectory(prefix="planted-") as folder, ThreadPoolExecutor(asked.jobs) as pool:
        copies: SimpleQueue[Path] = SimpleQueue()
        for number in range(asked.jobs):
            copies.put(copied(Path(folder) / str(number)))
        finders = list(pool.map(lambda fault: finder_of(fault, copies, with_rest=asked.rest), faults))
        found = [finder for finder in finders if finder is not None]
        wrong = first_failed(copies.get(), found) if found else None
    if wrong is not None:
        print(f"NOT KNOWN  {wrong} fails without a fault as well")
    lost = [fault.id for fault, finder in zip(faults, finders, strict=True) if finder is None]
    print(f"{len(found)} of {len(faults)} are found", *(f"  not: {each}" for each in lost), sep="\n")
    return 1 if lost or wrong else 0


def chosen(names: Iterable[str]) -> tuple[PlantedFault, ...]:
    faults = faults_of()
    unknown = set(names) - {each.id for each in faults} - {each.room for each in faults}
    if unknown:
        raise SystemExit(f"no fault and no room is named {', '.join(sorted(unknown))}; --list tells what there is")
    return tuple(each for each in faults if not names or each.id in names or each.room in names)


def finder_of(fault: PlantedFault, copies: SimpleQueue[Path], *, with_rest: bool) -> str | None:
    """A test that fails where the fault stands; tells which."""
    copy, began, found = copies.get(), time.monotonic(), None
    try:
        with planted(fault, copy):
            for tests in [*([f"tests/{each}"] for each in fault.near), *([[]] if with_rest else [])]:
                found = found or first_failed(copy, tests)
    except FaultRefused as refused:
        print(f"STALE      {refused}", flush=True)
        return None
    finally:
        copies.put(copy)
    seconds = f"{time.monotonic() - began:.0f} s"
    print(f"{'found    ' if found else 'NOT FOUND'}  {fault.id}  {seconds}  {found or fault.idea}", flush=True)
    return found


def first_failed(copy: Path, tests: Sequence[str]) -> str | None:
    """The first of some tests that fails, None where none does; hypothesis draws the same each time."""
    words = [sys.executable, "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider", "--tb=no", *tests]
    environment = {key: value for key, value in os.environ.items() if key != "PYTHONPATH"}
    environment |= {"CI": "1", "PYTHONPYCACHEPREFIX": f"{copy}-compiled"}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)
    ran = subprocess.run(words, cwd=copy, env=environment, capture_output=True, text=True, check=False)
    if ran.returncode in (_ALL_PASSED, _NONE_RAN):
        return None
    failed = _FAILED.search(ran.stdout)
    if ran.returncode not in (_SOME_FAILED, _INTERRUPTED) or failed is None:
        raise SystemExit(f"pytest itself failed ({ran.returncode}):\n{ran.stdout[-2000:]}{ran.stderr[-2000:]}")
    return failed[1]


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
