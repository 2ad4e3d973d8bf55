"""A draft made smaller, line by line and choice by choice, as long as it proves the same."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from time import monotonic
from typing import TypeVar

from rulewright.testing.extraction.bench import Bench, ScenarioDraft

Item = TypeVar("Item")


def shrink(bench: Bench, draft: ScenarioDraft, seconds: float = 60.0) -> ScenarioDraft:
    """The draft without what does not matter for its tests; no smaller than can be found in the time given.

    A draft of a whole game only loses choices that nothing else depends on.
    """
    end = monotonic() + seconds
    if draft.play:
        lines = _least(draft.lines, lambda kept: bench.passes(replace(draft, lines=kept)), end)
        draft = replace(draft, lines=lines)
    if draft.lead:
        about = draft.when[draft.lead :]
        lead = _least(
            draft.when[: draft.lead],
            lambda kept: bench.passes(replace(draft, when=(*kept, *about), lead=len(kept))),
            end,
        )
        draft = replace(draft, when=(*lead, *about), lead=len(lead))
    if draft.play and draft.seed != 1 and bench.passes(replace(draft, seed=1)):
        draft = replace(draft, seed=1)
    return draft


def _least(items: tuple[Item, ...], holds: Callable[[tuple[Item, ...]], bool], end: float) -> tuple[Item, ...]:
    """The items without those that can be left out: large stretches first, then smaller ones, until none is left."""
    size = max(1, len(items) // 2)
    while size and monotonic() < end:
        at, dropped = 0, False
        while at < len(items) and monotonic() < end:
            kept = items[:at] + items[at + size :]
            if holds(kept):
                items, dropped = kept, True
            else:
                at += size
        if size == 1 and not dropped:
            break
        size = size if size == 1 and dropped else max(1, size // 2) if size > 1 else 0
    return items
