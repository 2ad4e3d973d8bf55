"""Plants faults in a copy of the checkout, one at a time, and tells which of them the tests find.

    python -m tests.planted                 all of them, by the tests nearest to each
    python -m tests.planted lower serve     those of some rooms, or by their ids
    python -m tests.planted --rest          what the nearest do not find is looked for by all default tests
    python -m tests.planted --list          what there is

Ends with 1 where a fault is not found. The nearest tests of all faults take minutes; nothing here runs by default.
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
from pathlib import Path

from tests.planted.faults import FaultRefused, PlantedFault, copied, faults_of, planted

_FAILED = re.compile(r"^(?:FAILED|ERROR) (.+?)(?: - .*)?$", re.MULTILINE)
_ALL_PASSED, _SOME_FAILED, _INTERRUPTED = 0, 1, 2


def main(words: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.planted", description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("names", nargs="*", help="ids of faults, or rooms")
    parser.add_argument("--rest", action="store_true", help="look on with all default tests")
    parser.add_argument("--list", action="store_true", help="only tell what there is")
    asked = parser.parse_args(words)
    faults = chosen(asked.names)
    if asked.list:
        for fault in faults:
            print(f"{fault.id}: {fault.idea} ({fault.file}; {' '.join(fault.near)})")
        return 0
    with tempfile.TemporaryDirectory(prefix="planted-") as folder:
        lost = [each for each in faults if not is_found(each, copied_once(Path(folder)), with_rest=asked.rest)]
    print(f"{len(faults) - len(lost)} of {len(faults)} are found", *(f"  not: {each.id}" for each in lost), sep="\n")
    return 1 if lost else 0


def chosen(names: Iterable[str]) -> tuple[PlantedFault, ...]:
    faults = faults_of()
    unknown = set(names) - {each.id for each in faults} - {each.room for each in faults}
    if unknown:
        raise SystemExit(f"no fault and no room is named {', '.join(sorted(unknown))}; --list tells what there is")
    return tuple(each for each in faults if not names or each.id in names or each.room in names)


def copied_once(folder: Path) -> Path:
    """The copy that all faults are planted in, one after the other."""
    copy = folder / "checkout"
    return copy if copy.exists() else copied(copy)


def is_found(fault: PlantedFault, copy: Path, *, with_rest: bool) -> bool:
    """Whether a test fails where the fault stands; tells which."""
    began = time.monotonic()
    try:
        with planted(fault, copy):
            found = first_failed(copy, [f"tests/{each}" for each in fault.near])
            if found is None and with_rest:
                found = first_failed(copy, [])
    except FaultRefused as refused:
        print(f"STALE      {refused}", flush=True)
        return False
    if found is not None and first_failed(copy, [found]) is not None:
        print(f"NOT KNOWN  {fault.id}  {found} fails without it as well", flush=True)
        return False
    seconds = f"{time.monotonic() - began:.0f} s"
    print(f"{'found    ' if found else 'NOT FOUND'}  {fault.id}  {seconds}  {found or fault.idea}", flush=True)
    return found is not None


def first_failed(copy: Path, tests: Sequence[str]) -> str | None:
    """The first of some tests that fails, None where none does; hypothesis draws the same each time."""
    words = [sys.executable, "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider", "--tb=no", *tests]
    environment = {key: value for key, value in os.environ.items() if key != "PYTHONPATH"}
    environment |= {"CI": "1", "PYTHONDONTWRITEBYTECODE": "1"}
    ran = subprocess.run(words, cwd=copy, env=environment, capture_output=True, text=True, check=False)
    if ran.returncode == _ALL_PASSED:
        return None
    failed = _FAILED.search(ran.stdout)
    if ran.returncode not in (_SOME_FAILED, _INTERRUPTED) or failed is None:
        raise SystemExit(f"pytest itself failed ({ran.returncode}):\n{ran.stdout[-2000:]}{ran.stderr[-2000:]}")
    return failed[1]


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
