"""States as plain JSON data by names, and back. Data read back is not trusted until every value is checked.

What is checked: every name, type and bound; every piece is in exactly one place, in a zone of its kind; the effects in
mid-air are a chain of calls the rules could make, with locals that could have those values; the pending decision is
rebuilt from the rules, so that no option can be smuggled in. What cannot be checked: whether a game was ever played
to this state, as only the choices would show that. A save that must be honest is a replay (`replay.py`).
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from hashlib import sha256
from typing import Any

from rulewright.core.diagnostics import indefinite
from rulewright.core.model.game import Blueprint, FamilyInfo, Game, State
from rulewright.core.model.kinds import kind_of
from rulewright.core.model.layout import (
    FRAME,
    HEADER,
    N_SEATS,
    OPTIONS,
    OVER,
    PARKED,
    PARKED_SITE,
    SEALED,
    SEAT,
    SEED,
    SITE,
)
from rulewright.core.model.secret_seeds import is_secret, read_seed, written_seed
from rulewright.core.model.settings import setting_text, setting_value, values_of
from rulewright.core.model.stages import SAFE, stage_of, waiting_site
from rulewright.core.run.steps import WrongSetup, in_order, unstarted
from rulewright.observe.naming import index_names, option_key
from rulewright.observe.sight.sight import members
from rulewright.observe.sight.waiting import slots_of_queue
from rulewright.play.records.saved_frames import (
    Frame,
    FrameNames,
    asking,
    frames_from_json,
    frames_to_json,
    gathered,
    standing,
)
from rulewright.play.records.saved_positions import positions_from_json, positions_to_json, slots_of_positions
from rulewright.play.records.saved_queues import waiting_from_json, waiting_to_json
from rulewright.play.records.saved_values import (
    SaveRefused,
    keys_of,
    list_of,
    number_of,
    piece_number,
    shown,
    text_of,
    thing_number,
    thing_text,
)

__all__ = ["FORMAT_VERSION", "SaveRefused", "state_digest", "state_from_json", "state_to_json"]

FORMAT_VERSION = 2
_WITH_LEFT_OVERS = 1
"""The format in which frames also held what was left over in locals that nothing reads any more."""
_TABLE = ("counters", "markers", "zones", "box", "faces", "streams")
_HEAD = ("kind", "format_version", "ruleset", "ruleset_digest", "seats", "seed", "over", "settings")
_TAIL = ("sealed", "agenda", "digest")
_MOST_DRAWS = 10**15


def state_to_json(game: Game, state: State) -> dict[str, Any]:
    """Return a state at a decision, before its start or after its end, as dicts, lists, strings and integers."""
    blueprint = game.blueprint
    data = {
        "kind": "state",
        "format_version": FORMAT_VERSION,
        "ruleset": blueprint.ruleset,
        "ruleset_digest": blueprint.digest,
        "seats": state[N_SEATS],
        "seed": written_seed(state[SEED]) if is_secret(state[SEED]) else f"{state[SEED]:016x}",
        "over": bool(state[OVER]),
        "settings": {name: setting_text(each, state[each.slot]) for name, each in blueprint.settings.items()},
        **_table_to_json(blueprint, state, state[N_SEATS]),
        "sealed": None if state[SEALED] is None else _table_to_json(blueprint, state[SEALED], state[N_SEATS]),
        "agenda": _agenda_to_json(blueprint, state),
    }
    return {**data, "digest": _digest(data)}


def state_from_json(game: Game, data: Any) -> State:
    """Return the state in data made by `state_to_json`. Raises SaveRefused, a ValueError, with one sentence."""
    blueprint = game.blueprint
    fields = keys_of(data, "the saved state", (*_HEAD, *_table_keys(blueprint), *_TAIL))
    _check_head(blueprint, fields)
    seats = number_of(fields["seats"], "seats", blueprint.min_seats, blueprint.max_seats)
    settings = _read_settings(blueprint, fields["settings"])
    try:
        state = unstarted(game, seats=seats, seed=0, settings=settings)
    except WrongSetup as fault:
        raise SaveRefused(f"settings: {fault}") from None
    seed = text_of(fields["seed"], "seed")
    if len(seed) not in (16, 64) or set(seed) - set("0123456789abcdef"):
        raise SaveRefused("seed: 16 digits from 0 to f are expected, or the 64 of a secret")
    state[SEED] = int(seed, 16) if len(seed) == 16 else read_seed(seed)
    _read_table(blueprint, {name: fields[name] for name in _table_keys(blueprint)}, state, "")
    if type(fields["over"]) is not bool:
        raise SaveRefused(f"over: true or false is expected, not {shown(fields['over'])}")
    if fields["sealed"] is not None:
        sealed = unstarted(game, seats=seats, seed=0, settings=settings)
        sealed[:HEADER] = (None, -1, -1, (), (), state[SEED], seats, 0, None, 0)
        _read_table(blueprint, keys_of(fields["sealed"], "sealed", _table_keys(blueprint)), sealed, "sealed ")
        state[SEALED] = tuple(sealed)
    state[FRAME], state[SEAT], state[SITE], state[OPTIONS], state[PARKED] = None, -1, -1, (), ()
    state[OVER] = int(fields["over"])
    with_left_overs = fields["format_version"] == _WITH_LEFT_OVERS
    _read_agenda(game, fields["agenda"], state, FrameNames(blueprint, left_overs=with_left_overs))
    written = fields if with_left_overs else state_to_json(game, state)
    if text_of(fields["digest"], "digest") != _digest({key: each for key, each in written.items() if key != "digest"}):
        raise SaveRefused("digest: the saved state has been changed since it was written")
    return state


def state_digest(game: Game, state: State) -> str:
    """Return the SHA-256 of a state for replays: all that is on the table, the seat to move, and the options.

    It is the same for all formats, as they differ in frames only.
    """
    data = {**state_to_json(game, state), "format_version": _WITH_LEFT_OVERS}
    agenda = data["agenda"]
    for each in () if agenda is None else (agenda["now"], *agenda["waiting"]):
        del each["frames"]
    return _digest({key: value for key, value in data.items() if key not in ("digest", "ruleset_digest")})


def _digest(data: dict[str, Any]) -> str:
    return sha256(json.dumps(data, sort_keys=True, separators=(",", ":")).encode()).hexdigest()


def _check_head(blueprint: Blueprint, fields: dict[str, Any]) -> None:
    if fields["kind"] != "state":
        raise SaveRefused(f"kind: 'state' is expected, not {shown(fields['kind'])}")
    if type(fields["format_version"]) is not int or fields["format_version"] not in (_WITH_LEFT_OVERS, FORMAT_VERSION):
        raise SaveRefused(f"format_version: {FORMAT_VERSION} is expected, not {shown(fields['format_version'])}")
    if fields["ruleset"] != blueprint.ruleset:
        raise SaveRefused(f"ruleset: this game is '{blueprint.ruleset}', not {shown(fields['ruleset'])}")
    if fields["ruleset_digest"] != blueprint.digest:
        raise SaveRefused(
            f"ruleset_digest: the state was saved with other rules of '{blueprint.ruleset}': another edition, other "
            "modules or another variant"
        )


def _read_settings(blueprint: Blueprint, data: Any) -> dict[str, str | int]:
    found = keys_of(data, "settings", tuple(blueprint.settings))
    for name, value in found.items():
        setting = blueprint.settings[name]
        if type(value) not in (str, int) or setting_value(setting, value) is None:
            raise SaveRefused(f"setting '{name}': {values_of(setting)} is expected, not {shown(value)}")
    return found


# ---- The table: counters, markers, zones, faces, streams


def _named_members(blueprint: Blueprint, family: FamilyInfo, seats: int) -> Iterator[tuple[str, int]]:
    for indexes, slot in members(blueprint, family, seats):
        yield ", ".join(index_names(blueprint, family, indexes)), slot


def _table_to_json(blueprint: Blueprint, state: Any, seats: int) -> dict[str, Any]:
    found: dict[str, dict[str, Any]] = {"counters": {}, "markers": {}, "zones": {}}
    for family in blueprint.families:
        values: dict[str, Any] = {}
        for name, slot in _named_members(blueprint, family, seats):
            if family.sort == "counter":
                values[name] = int(state[slot])
            elif family.sort == "marker":
                values[name] = thing_text(blueprint, family.domain, state[slot])
            else:
                held = family.held(state, slot)
                values[name] = [None if piece < 0 else blueprint.pieces[piece].key for piece in held]
        found[f"{family.sort}s"][family.id] = values if family.per else values[""]
    faces = {}
    if blueprint.streams > blueprint.faces:
        for piece, info in enumerate(blueprint.pieces):
            if state[blueprint.faces + piece]:
                faces[info.key] = blueprint.face_names[info.kind][state[blueprint.faces + piece]]
    box = [blueprint.pieces[piece].key for piece in state[blueprint.box]]
    streams = {"streams": [int(state[slot]) for slot in _streams(blueprint, state)]}
    later = {"later": waiting_to_json(blueprint, state)} if blueprint.queues else {}
    counted = {"positions": positions_to_json(blueprint, state)} if blueprint.positions else {}
    return {**found, "box": box, "faces": faces, **streams, **later, **counted}


def _streams(blueprint: Blueprint, state: Any) -> list[int]:
    """Return the slots that count the draws of each random stream."""
    others = {slot for queue in blueprint.queues for slot in slots_of_queue(queue)} | {*blueprint.results}
    others.update(slot for each in blueprint.positions for slot in slots_of_positions(each))
    return [slot for slot in range(blueprint.streams, len(state)) if slot not in others]


def _table_keys(blueprint: Blueprint) -> tuple[str, ...]:
    later = ("later",) if blueprint.queues else ()
    return (*_TABLE, *later, *(("positions",) if blueprint.positions else ()))


def _read_table(blueprint: Blueprint, table: dict[str, Any], state: State, where: str) -> None:
    """Fill the state from a table, and find every piece exactly once."""
    seats = state[N_SEATS]
    zones: list[tuple[FamilyInfo, str, int, Any]] = []
    for sort in ("counter", "marker", "zone"):
        families = [family for family in blueprint.families if family.sort == sort]
        data = keys_of(table[f"{sort}s"], f"{where}{sort}s", tuple(family.id for family in families))
        for family in families:
            slots = dict(_named_members(blueprint, family, seats))
            values = data[family.id] if family.per else {"": data[family.id]}
            for name, value in keys_of(values, f"{where}{family.id}", tuple(slots)).items():
                at = f"{where}{family.id}[{name}]" if name else f"{where}{family.id}"
                if sort == "counter":
                    state[slots[name]] = number_of(value, at, family.low, family.high)
                elif sort == "marker":
                    bounds = (family.low, family.high)
                    state[slots[name]] = thing_number(blueprint, family.domain, value, at, seats, bounds)
                else:
                    zones.append((family, at, slots[name], value))
    _read_pieces(blueprint, zones, table["box"], state, where)
    _read_faces(blueprint, table["faces"], state, where)
    streams = _streams(blueprint, state)
    counters = list_of(table["streams"], f"{where}streams", len(streams))
    if len(counters) != len(streams):
        raise SaveRefused(f"{where}streams: {len(streams)} numbers are expected, not {len(counters)}")
    for slot, draws in zip(streams, counters, strict=True):
        state[slot] = number_of(draws, f"{where}streams", 0, _MOST_DRAWS)
    if blueprint.queues:
        waiting_from_json(blueprint, table["later"], state, f"{where}later", seats)
    if blueprint.positions:
        positions_from_json(blueprint, table["positions"], state, f"{where}positions")


def _read_pieces(
    blueprint: Blueprint, zones: list[tuple[FamilyInfo, str, int, Any]], box: Any, state: State, where: str
) -> None:
    listed = {each for family, _, slot, _ in zones for each in family.slots_from(slot)} | {blueprint.box}
    numbers = {info.key: number for number, info in enumerate(blueprint.pieces)}
    seen = {p for p in range(len(blueprint.pieces)) if state[blueprint.piece_zone + p] not in listed}

    def put(key: Any, at: str, slot: int, kind: str) -> int:
        piece = piece_number(numbers, key, at)
        if kind and blueprint.pieces[piece].kind != kind:
            found = indefinite(blueprint.pieces[piece].kind)
            raise SaveRefused(f"{at}: '{key}' is {found}, but {indefinite(kind)} is expected")
        if piece in seen:
            raise SaveRefused(f"{at}: '{key}' is also in another zone")
        seen.add(piece)
        state[blueprint.piece_zone + piece] = slot
        return piece

    for family, at, slot, value in zones:
        kind = kind_of(family.domain)
        keys = list_of(value, at, family.spaces or len(blueprint.pieces))
        if not family.spaces:
            state[slot] = tuple([put(key, at, slot, kind) for key in keys])
            continue
        if len(keys) != family.spaces:
            raise SaveRefused(f"{at}: {family.spaces} spaces are expected, not {len(keys)}")
        for space, key in enumerate(keys, slot):
            state[space] = -1 if key is None else put(key, at, space, kind)
    at = f"{where}box"
    state[blueprint.box] = tuple([put(k, at, blueprint.box, "") for k in list_of(box, at, len(blueprint.pieces))])
    if len(seen) < len(blueprint.pieces):
        missing = next(info.key for piece, info in enumerate(blueprint.pieces) if piece not in seen)
        raise SaveRefused(f"{where}zones: '{missing}' is missing")


def _read_faces(blueprint: Blueprint, data: Any, state: State, where: str) -> None:
    if type(data) is not dict:
        raise SaveRefused(f"{where}faces: a mapping is expected, not {shown(data)}")
    numbers = {info.key: number for number, info in enumerate(blueprint.pieces)}
    for key, face in data.items():
        at = f"{where}faces"
        piece = piece_number(numbers, key, at)
        faces = blueprint.face_names.get(blueprint.pieces[piece].kind, ())
        if face not in faces[1:]:
            raise SaveRefused(f"{at}: '{key}' cannot show {shown(face)} instead of its first face")
        state[blueprint.faces + piece] = faces.index(face)


# ---- The agenda: effects in mid-air and the decisions they wait for


def _agenda_to_json(blueprint: Blueprint, state: State) -> dict[str, Any] | None:
    if state[FRAME] is None:
        return None
    options = [option_key(blueprint, state[SITE], code) for code in state[OPTIONS]]
    now = {"seat": state[SEAT] + 1, "options": options, "frames": frames_to_json(blueprint, state[FRAME])}
    waiting = [
        {"seat": seat + 1, "frames": frames_to_json(blueprint, frame if site < 0 else standing(blueprint, frame))}
        for seat, frame, site, _ in state[PARKED]
    ]
    return {"now": now, "waiting": waiting}


def _read_agenda(game: Game, data: Any, state: State, names: FrameNames) -> None:
    if data is None:
        if state[SEALED] is not None:
            raise SaveRefused("sealed: nobody is asked, so nothing can be sealed")
        return
    if state[OVER]:
        raise SaveRefused("agenda: nobody decides after the end of a game")
    fields = keys_of(data, "agenda", ("now", "waiting"))
    now, decision = _read_now(game, names, fields["now"], state, "agenda, now")
    joins = [depth for depth, each in enumerate(now) if each.point.together]
    if len(joins) > 1:
        raise SaveRefused("agenda, now: `ask each` inside of `ask each`")
    if state[SEALED] is not None and not joins:
        raise SaveRefused("sealed: a table is sealed exactly while `ask each` asks seats")
    waiting = list_of(fields["waiting"], "agenda, waiting", state[N_SEATS] - 1 if joins else 0)
    parts = {now[joins[0] + 1].seat} if joins else set()
    parked: list[tuple[int, Any, int, Any]] = []
    for number, each in enumerate(waiting, 1):
        at = f"agenda, waiting {number}"
        depth = joins[0] + 1
        frames, entry = _read_waiting(names, each, state[N_SEATS], at, depth)
        if frames[depth - 1].value != now[depth - 1].value:
            raise SaveRefused(f"{at}: it waits for another question than the one asked")
        if frames[depth].seat in parts:
            raise SaveRefused(f"{at}: seat {frames[depth].seat + 1} is asked twice")
        parts.add(frames[depth].seat)
        parked.append(entry)
    if tuple(parked) != in_order(parked):
        raise SaveRefused("agenda, waiting: seats wait in their order")
    open_ = any(stage_of(each[PARKED_SITE]) == SAFE for each in parked)
    if joins and state[SEALED] is None and (open_ or not _may_wait(game.blueprint)):
        raise SaveRefused("sealed: a table is sealed exactly while `ask each` asks seats")
    state[SEAT], state[FRAME], state[SITE], state[OPTIONS] = decision
    state[PARKED] = tuple(parked)


def _may_wait(blueprint: Blueprint) -> bool:
    """Whether answers that are given at once may wait for the opening, so that a seat can be asked after it."""
    return any(point.stage != SAFE for points in blueprint.frames for point in points)


def _read_now(
    game: Game, names: FrameNames, data: Any, state: State, at: str
) -> tuple[list[Frame], tuple[int, Any, int, tuple[int, ...]]]:
    """Return (frames of the deciding seat from the outermost on, its decision as the rules make it now)."""
    fields = keys_of(data, at, ("seat", "options", "frames"))
    seat = number_of(fields["seat"], f"{at}, seat", 1, state[N_SEATS]) - 1
    frames = frames_from_json(names, fields["frames"], at, state[N_SEATS])
    if frames[-1].point.site < 0:
        raise SaveRefused(f"{at}: its effect is not at a decision")
    decision = gathered(game, state, frames[-1], at)
    offered = [option_key(game.blueprint, decision[2], code) for code in decision[3]]
    if decision[0] != seat:
        raise SaveRefused(f"{at}: the rules ask seat {decision[0] + 1}, not seat {seat + 1}")
    if list_of(fields["options"], f"{at}, options", len(offered)) != offered:
        raise SaveRefused(f"{at}: the rules offer other options here: {', '.join(offered)}"[:400])
    return frames, decision


def _read_waiting(
    names: FrameNames, data: Any, seats: int, at: str, depth: int
) -> tuple[list[Frame], tuple[int, Any, int, Any]]:
    """Return (frames, entry) of a seat asked at the same time, whose turn comes later.

    The entry is what the state stores of it. Raises SaveRefused if the data do not fit the rules.
    """
    fields = keys_of(data, at, ("seat", "frames"))
    seat = number_of(fields["seat"], f"{at}, seat", 1, seats) - 1
    frames = frames_from_json(names, fields["frames"], at, seats)
    innermost = frames[-1]
    entry: tuple[int, Any, int, Any]
    if len(frames) <= depth:
        raise SaveRefused(f"{at}: it waits for another question than the one asked")
    if innermost.point.site >= 0:
        asked = innermost.value[3 + innermost.point.asks]
        entry = (asked, asking(innermost), innermost.point.site, frames[depth - 1].value)
    elif innermost.point.stage != SAFE:
        entry = (frames[depth].seat, innermost.value, waiting_site(innermost.point.stage), frames[depth - 1].value)
    elif innermost.point.resume == 0 and len(frames) == depth + 1:
        entry = (innermost.seat, innermost.value, -1, ())
    else:
        raise SaveRefused(f"{at}: its effect is neither at its start nor at a decision")
    if entry[0] != seat:
        raise SaveRefused(f"{at}: the rules ask seat {entry[0] + 1}, not seat {seat + 1}")
    return frames, entry
