"""Faults to be planted, one idea each, as `faults.yaml` has them; and a copy of the checkout in which they stand."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from zlib import crc32

import yaml

ROOT = Path(__file__).resolve().parents[2]
SOURCES = Path("interpreter/rulewright")
_LEFT_OUT = shutil.ignore_patterns(".*", "__pycache__", "*.egg-info", "build", "dist", "node_modules", "venv")


@dataclass(frozen=True, slots=True)
class PlantedFault:
    """What is written instead of a text that stands once in a file, and the tests that are to find it first."""

    id: str
    idea: str
    file: str
    was: str
    now: str
    near: tuple[str, ...]

    @property
    def room(self) -> str:
        return self.file.partition("/")[0]


class FaultRefused(ValueError):  # noqa: N818 - said as a sentence
    """A fault that cannot be planted."""


def faults_of() -> tuple[PlantedFault, ...]:
    """All faults of `faults.yaml`, in its order."""
    rows = yaml.safe_load(Path(__file__).with_name("faults.yaml").read_text("utf-8"))["faults"]
    return tuple(PlantedFault(**{**row, "near": tuple(row["near"])}) for row in rows)


def planted_text(fault: PlantedFault, root: Path = ROOT) -> tuple[Path, str, str]:
    """Where a fault belongs, the text there, and the same with the fault. Raises FaultRefused."""
    path = root / SOURCES / fault.file
    text = path.read_text("utf-8") if path.is_file() else ""
    if text.count(fault.was) != 1:
        times = f"{text.count(fault.was)} times" if text else "in no file of that name"
        raise FaultRefused(f"{fault.id}: what it replaces stands {times} in {fault.file}; write it anew")
    return path, text, text.replace(fault.was, fault.now)


@contextmanager
def planted(fault: PlantedFault, root: Path) -> Iterator[None]:
    """The fault stands in a copy. Raises FaultRefused."""
    path, before, after = planted_text(fault, root)
    known = path.stat()
    path.write_text(after, "utf-8")
    stamp = crc32(after.encode())  # what was compiled of another text written in the same second is not taken for this
    os.utime(path, (stamp, stamp))
    try:
        yield
    finally:
        path.write_text(before, "utf-8")
        os.utime(path, ns=(known.st_atime_ns, known.st_mtime_ns))


def copied(to: Path, root: Path = ROOT) -> Path:
    """A copy of the checkout, without what tools leave in it."""
    return Path(shutil.copytree(root, to, ignore=_LEFT_OUT))
