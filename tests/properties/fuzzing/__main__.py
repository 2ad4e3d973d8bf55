"""`python -m tests.properties.fuzzing SEED FROM..TO ...`: the files of these seeds, and what is found with them.

Stopped from the keyboard, it tells what it has tried so far.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.properties.fuzzing.campaign import prove
from tests.properties.fuzzing.commands import Fault


def main(words: list[str]) -> None:
    counted: Counter[tuple[str, str]] = Counter()
    with suppress(KeyboardInterrupt):
        for seed in _seeds(words):
            counted[_tried(seed)] += 1
    sys.stdout.writelines(f"{kind:14} {what:9} {count:6}\n" for (kind, what), count in sorted(counted.items()))


def _seeds(words: list[str]) -> Iterator[int]:
    for word in words:
        low, _, high = word.partition("..")
        yield from range(int(low), int(high or low) + 1)


def _tried(seed: int) -> tuple[str, str]:
    with TemporaryDirectory() as folder:
        try:
            return prove(seed, Path(folder))
        except Fault as fault:
            sys.stdout.write(f"{fault}\n")
            sys.stdout.flush()
            return "all", "faults"


if __name__ == "__main__":
    main(sys.argv[1:])
