"""Effects that are put off as saved data: written by names, read back with all their arguments checked."""

from __future__ import annotations

from typing import Any

from rulewright.core.model.game import Blueprint, QueueInfo, State
from rulewright.core.model.layout import MOST_WAITING
from rulewright.observe.sight.waiting import Waiting, put_to_wait, waiting_in
from rulewright.play.records.saved_frames import FrameNames, local_from_json, procedure_names
from rulewright.play.records.saved_values import SaveRefused, keys_of, list_of, number_of, shown


def waiting_to_json(blueprint: Blueprint, state: Any) -> dict[str, list[dict[str, Any]]]:
    """Map the procedure whose end is awaited to the deferred effects that wait for it, in their order."""
    names = procedure_names(blueprint)
    found: dict[str, list[dict[str, Any]]] = {names[queue.until]: [] for queue in blueprint.queues}
    for each in waiting_in(blueprint, state):
        line = {"effect": names[each.effect], "seat": each.seat + 1, "given": [int(value) for value in each.given]}
        found[names[each.until]].append(line)
    return found


def waiting_from_json(blueprint: Blueprint, data: Any, state: State, at: str, seats: int) -> None:
    """Fill the queues of a state in which nothing waits."""
    names = FrameNames(blueprint)
    queues = {
        name: queue for queue in blueprint.queues for name, number in names.numbers.items() if number == queue.until
    }
    for name, lines in keys_of(data, at, tuple(queues)).items():
        queue, place = queues[name], f"{at}, {name}"
        listed = list_of(lines, place, MOST_WAITING)
        found = tuple(_waiting(names, queue, line, f"{place} {n}", seats) for n, line in enumerate(listed, 1))
        put_to_wait(queue, state, found)


def _waiting(names: FrameNames, queue: QueueInfo, data: Any, at: str, seats: int) -> Waiting:
    fields = keys_of(data, at, ("effect", "seat", "given"))
    id_ = fields["effect"]
    effect = names.numbers.get(id_, -1) if type(id_) is str else -1
    if effect not in queue.effects:
        raise SaveRefused(f"{at}: {shown(id_)} is not an effect that can wait there")
    seat = number_of(fields["seat"], f"{at}, seat", 1, seats) - 1
    takes, given = queue.effects[effect], list_of(fields["given"], f"{at}, given", MOST_WAITING)
    if len(given) != len(takes):
        raise SaveRefused(f"{at}: '{id_}' is given {len(takes)} values, not {len(given)}")
    values = (
        local_from_json(names.blueprint, value, known, f"{at}, given {number}", seats)
        for number, (value, (_, *known)) in enumerate(zip(given, takes, strict=True), 1)
    )
    return Waiting(queue.until, effect, seat, tuple(values))
