"""Effects in mid-air as saved data: written, read back with every local checked, and their decision rebuilt."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from rulewright.core.diagnostics import indefinite
from rulewright.core.model.game import Blueprint, Game, PointInfo, State
from rulewright.core.model.kinds import DomainName, PieceOf
from rulewright.core.model.layout import FRAME, OPTIONS, PARKED, SEAT, SITE
from rulewright.core.run.atoms import GameEnd, LimitReached
from rulewright.play.records.saved_values import SaveRefused, keys_of, list_of, number_of, shown

_LARGEST = 10**18
_MOST_ITEMS = 10_000


@dataclass(frozen=True, slots=True)
class Frame:
    """One frame: its value for the state, the place it is at, and the seat that acts in it."""

    value: tuple[Any, ...]
    point: PointInfo
    seat: int


class FrameNames:
    """The procedures of a blueprint by the names that saved frames give them.

    With `left_overs` a frame may hold anything in locals that nothing reads any more; otherwise it holds 0 there.
    """

    __slots__ = ("blueprint", "left_overs", "numbers")

    def __init__(self, blueprint: Blueprint, *, left_overs: bool = False) -> None:
        self.blueprint, self.left_overs = blueprint, left_overs
        self.numbers = {name: number for number, name in enumerate(procedure_names(blueprint))}


def procedure_names(blueprint: Blueprint) -> list[str]:
    """Return the id of each procedure. Texts that share an id are distinguished by their number."""
    ids = [id_ for id_, *_ in blueprint.procedures]
    first = {id_: number for number, id_ in reversed(list(enumerate(ids)))}
    return [id_ if first[id_] == number else f"{id_} #{number}" for number, id_ in enumerate(ids)]


def frames_to_json(blueprint: Blueprint, frame: Any) -> list[dict[str, Any]]:
    """Return a frame and all that enclose it as plain data, the outermost first."""
    names = procedure_names(blueprint)
    found = []
    while frame is not None:
        parent, procedure, resume, *locals_ = frame
        values = [[int(item) for item in each] if isinstance(each, tuple) else int(each) for each in locals_]
        found.append({"procedure": names[procedure], "at": resume, "locals": values})
        frame = parent
    return found[::-1]


def frames_from_json(names: FrameNames, data: Any, at: str, seats: int) -> list[Frame]:
    """Read frames, the outermost first. Each must be called by the one before, where that can wait for it."""
    found: list[Frame] = []
    for number, each in enumerate(list_of(data, f"{at}, frames", 2 * len(names.blueprint.procedures)), 1):
        found.append(_frame(names, each, f"{at}, frame {number}", seats, found[-1] if found else None))
    if not found:
        raise SaveRefused(f"{at}: no effect is running")
    return found


def _frame(names: FrameNames, data: Any, at: str, seats: int, caller: Frame | None) -> Frame:
    blueprint = names.blueprint
    fields = keys_of(data, at, ("procedure", "at", "locals"))
    id_ = fields["procedure"]
    procedure = names.numbers.get(id_, -1) if type(id_) is str else -1
    if procedure < 0:
        raise SaveRefused(f"{at}: no procedure is named {shown(id_)}")
    if procedure not in (caller.point.callees if caller is not None else (blueprint.begins,)):
        raise SaveRefused(f"{at}: '{id_}' does not run there")
    resume = number_of(fields["at"], f"{at}, at", 0, _LARGEST)
    point = next((each for each in blueprint.frames[procedure] if each.resume == resume), None)
    if point is None:
        raise SaveRefused(f"{at}: '{id_}' cannot be at {resume}")
    count = blueprint.procedures[procedure].n_locals
    values = list_of(fields["locals"], f"{at}, locals", count)
    if len(values) != count:
        raise SaveRefused(f"{at}: '{id_}' has {count} locals, not {len(values)}")
    known = {number: rest for number, *rest in point.locals}
    values = [value if n in known else _left_over(names, value, f"{at}, local {n}") for n, value in enumerate(values)]
    locals_ = tuple(
        [local_from_json(blueprint, each, known.get(n), f"{at}, local {n}", seats) for n, each in enumerate(values)]
    )
    return Frame((caller.value if caller is not None else None, procedure, resume, *locals_), point, locals_[0])


def _left_over(names: FrameNames, value: Any, at: str) -> Any:
    """Return the value to use for a local that nothing reads any more."""
    for item in (list_of(value, at, _MOST_ITEMS) if type(value) is list else (value,)) if names.left_overs else ():
        number_of(item, at, -_LARGEST, _LARGEST)
    return 0 if names.left_overs else value


def local_from_json(blueprint: Blueprint, value: Any, known: Any, at: str, seats: int) -> Any:
    """Read a local, which must fit its type, or be 0 if nothing is known of it."""
    sort, domain, low, high = known or ("number", "", 0, 0)
    if domain == "seat":
        high = seats - 1
    if sort != "set":
        return _item(blueprint, value, domain, at, low, high)
    return tuple([_item(blueprint, item, domain, at, low, high) for item in list_of(value, at, _MOST_ITEMS)])


def _item(blueprint: Blueprint, value: Any, domain: DomainName, at: str, low: int, high: int) -> int:
    number = number_of(value, at, low, high)
    if isinstance(domain, PieceOf) and number >= 0 and blueprint.pieces[number].kind != domain.kind:
        raise SaveRefused(f"{at}: '{blueprint.pieces[number].key}' is not {indefinite(str(domain))}")
    return number


def asking(frame: Frame) -> tuple[Any, ...]:
    """Return the frame of a decision as it is while the options are gathered."""
    parent, procedure, _, *locals_ = frame.value
    return (parent, procedure, frame.point.gather, *locals_)


def standing(blueprint: Blueprint, frame: tuple[Any, ...]) -> tuple[Any, ...]:
    """Return the frame of a decision as it is once its seat has been asked. It undoes `asking`."""
    parent, procedure, gather, *locals_ = frame
    resume = next(point.resume for point in blueprint.frames[procedure] if point.gather == gather)
    return (parent, procedure, resume, *locals_)


def gathered(game: Game, state: State, frame: Frame, at: str) -> tuple[int, Any, int, tuple[int, ...]]:
    """Seat, frame, site and options of the decision that the rules ask with this frame in this state."""
    trial = state[:]
    trial[FRAME], trial[PARKED] = None, ()
    asked = False
    try:
        asked = game.plain.procedures[frame.value[1]](trial, asking(frame), 0)
    except (GameEnd, LimitReached):
        pass
    if not asked or trial[FRAME] != frame.value or trial[SITE] != frame.point.site:
        raise SaveRefused(f"{at}: the rules leave nothing to decide here")
    return trial[SEAT], frame.value, trial[SITE], trial[OPTIONS]
