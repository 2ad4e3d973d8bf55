"""Templates of pages are compiled once in a process: each server of the tests would compile them anew."""

from __future__ import annotations

from functools import partial

from jinja2 import BytecodeCache, Environment
from jinja2.bccache import Bucket

from rulewright.table.serve import site


class CompiledOnce(BytecodeCache):
    def __init__(self) -> None:
        self.known: dict[tuple[str, str], object] = {}

    def load_bytecode(self, bucket: Bucket) -> None:
        bucket.code = self.known.get((bucket.key, bucket.checksum))  # type: ignore[assignment]

    def dump_bytecode(self, bucket: Bucket) -> None:
        self.known[bucket.key, bucket.checksum] = bucket.code


_KEPT = CompiledOnce()


def compile_templates_once() -> None:
    """Every server that is made from here on finds what others have compiled."""
    site.Environment = partial(Environment, bytecode_cache=_KEPT)  # type: ignore[assignment, attr-defined]
