"""Deferred effects, read from a state."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from rulewright.core.locales.catalogue import phrases
from rulewright.core.model.game import Blueprint, QueueInfo, State
from rulewright.core.model.layout import MOST_WAITING, SEALED
from rulewright.observe.naming import effect_title, seat_title


class Waiting(NamedTuple):
    """An effect deferred until another is over, both by number, its acting seat, and its arguments."""

    until: int
    effect: int
    seat: int
    given: tuple[int, ...]


def waiting_in(blueprint: Blueprint, state: Any) -> tuple[Waiting, ...]:
    """Everything that waits, what is done first before what is done next."""
    return tuple(each for queue in blueprint.queues for each in _in_queue(queue, state))


def waiting_seen(blueprint: Blueprint, state: State, seat: int | None) -> tuple[Waiting, ...]:
    """Return the deferred effects that a seat may know.

    In a simultaneous decision, those that others have deferred since then are hidden.
    """
    sealed = state[SEALED]
    if sealed is None or seat is None:
        return waiting_in(blueprint, state)
    others = tuple(each for each in waiting_in(blueprint, sealed) if each.seat != seat)
    return (*others, *(each for each in waiting_in(blueprint, state) if each.seat == seat))


def waiting_lines(blueprint: Blueprint, state: State, seat: int | None, language: str) -> list[str]:
    """Return lines on deferred effects: who acts, in which effect, after which effect."""
    ids, later = [id_ for id_, *_ in blueprint.procedures], phrases(language, "table")("later")
    return [
        f"{later}: {seat_title(blueprint, each.seat, language)},"
        f" {effect_title(blueprint, ids[each.effect], language)}"
        f" ({effect_title(blueprint, ids[each.until], language)})"
        for each in waiting_seen(blueprint, state, seat)
    ]


def put_to_wait(queue: QueueInfo, state: State, waiting: tuple[Waiting, ...]) -> None:
    """Fill an empty queue."""
    state[queue.base] = len(waiting)
    for place, each in enumerate(waiting):
        state[queue.base + 1 + place] = each.effect
        state[queue.base + 1 + MOST_WAITING + place] = each.seat
        for word, value in zip(queue.words, each.given, strict=False):
            state[word + place] = value


def slots_of_queue(queue: QueueInfo) -> Iterator[int]:
    """Yield all slots that a queue takes."""
    yield from range(queue.base, queue.base + 1 + 2 * MOST_WAITING)
    for word in queue.words:
        yield from range(word, word + MOST_WAITING)


def _in_queue(queue: QueueInfo, state: Any) -> Iterator[Waiting]:
    for place in range(state[queue.base]):
        effect = state[queue.base + 1 + place]
        given = tuple(state[word + place] for word, _ in zip(queue.words, queue.effects[effect], strict=False))
        yield Waiting(queue.until, effect, state[queue.base + 1 + MOST_WAITING + place], given)
