"""The names that the code of a covered build uses besides the atoms: it counts what is reached.

Gathering what a decision offers looks ahead, partly by running effects on copies; what it meets there is counted as
looked at, not as run. What is counted changes nothing in any state.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rulewright.core.model.game import Blueprint, State, read_code
from rulewright.core.model.reasons import ReasonTree
from rulewright.core.model.tally import Tally
from rulewright.core.run.atoms import performing
from rulewright.core.run.witnesses import moving_several

MOST_TOLD = 20
"""How often a decision reports, in one game, why one of its options is not open."""


def begin_tally(names: dict[str, Any], tally: Tally) -> None:
    """Count from nothing, as at the start of a game."""
    tally.clear()
    names["TOLD"].clear()
    names["looking"](0)


def empty_tally(blueprint: Blueprint, places: int) -> Tally:
    pieces = len(blueprint.pieces)
    return Tally([0] * places, [0] * places, [0] * pieces, [0] * pieces)


def cover_names(blueprint: Blueprint, tally: Tally, names: dict[str, Any]) -> dict[str, Any]:
    """Return the atoms that move pieces, with counts added, and the functions of emitted counts.

    `names` is the namespace of the emitted code.
    """
    looked: dict[tuple[int, int], int] = {}
    plain_possible, plain_next_part = names["possible"], names["next_part"]
    trying = False

    def count(place: int) -> int:
        names["COVER"][place] += 1
        return 0

    def looking(ahead: int) -> None:
        if trying:
            return
        names["COVER"] = tally.looked if ahead else tally.ran

    def possible(look: Any, S: State, *given: int) -> bool:  # noqa: N803
        before, names["COVER"] = names["COVER"], tally.looked
        found: bool = plain_possible(look, S, *given)
        names["COVER"] = before
        return found

    def next_part(*given: Any) -> int | None:
        """Try parts with their points counted as looked at."""
        nonlocal trying
        before = names["COVER"], trying
        names["COVER"], trying = tally.looked, True
        try:
            found: int | None = plain_next_part(*given)
        finally:
            names["COVER"], trying = before
        return found

    def chosen(site: int, code: int) -> None:
        if trying:
            return
        tally.chosen[(site, code)] = tally.chosen.get((site, code), 0) + 1

    def offered(S: State, frame: tuple[Any, ...], site: int, seat: int, codes: list[int]) -> None:  # noqa: N803
        if trying or site >= len(blueprint.sites):  # a text outside the ruleset asks
            return
        is_open = {read_code(blueprint, site, code)[:2] for code in codes}
        info = blueprint.sites[site]
        for number in range(len(info.labels)):
            _asked(S, frame, (site, number), (site, number) in is_open)
        procedure, n_locals, during = names["FREE"]
        for number in info.free:
            if performing(frame, seat, during[number], procedure):
                at = (blueprint.free_site, number)
                _asked(S, (None, procedure, 0, seat, *[0] * (n_locals - 1)), at, at in is_open)

    def _asked(S: State, frame: tuple[Any, ...], at: tuple[int, int], is_open: bool) -> None:  # noqa: N803
        tally.asked[at] = tally.asked.get(at, 0) + 1
        if is_open:
            tally.opened[at] = tally.opened.get(at, 0) + 1
        elif at not in tally.opened and looked.get(at, 0) < MOST_TOLD:
            looked[at] = looked.get(at, 0) + 1
            for reason in _reasons(S, frame, at):
                tally.closed[(*at, reason)] = tally.closed.get((*at, reason), 0) + 1

    def _reasons(S: State, frame: tuple[Any, ...], at: tuple[int, int]) -> set[int]:  # noqa: N803
        """Return the reasons why an option is not open, for each of its candidates if it has any."""
        site, number = at
        why: Callable[..., Any] = names["WHY"][site]
        if not blueprint.sites[site].domains[number]:
            return {_first(why(S, frame, number, 0))}
        return {_first(why(S, frame, number, each)) for each in names["AMONG"][site](S, frame, number)} or {0}

    return {
        "TOLD": looked, "COVER": tally.ran,
        "count": count, "looking": looking, "chosen": chosen, "offered": offered, "possible": possible,
        "next_part": next_part,
        **_counted_moves(blueprint, tally, names),
    }  # fmt: skip


def _first(tree: Any) -> int:
    """Return the number of the reason that fails first in a tree, 0 if the tree is empty.

    `backend/printed_reasons.py` makes the trees.
    """
    while tree and len(behind := [each for each in ReasonTree(*tree).behind if each]) == 1:
        (tree,) = behind
    return ReasonTree(*tree).reason if tree else 0


def _counted_moves(blueprint: Blueprint, tally: Tally, names: dict[str, Any]) -> dict[str, Any]:
    plain_move, plain_under = names["move"], names["move_under"]
    piece_zone = blueprint.piece_zone
    zones = [each for each in blueprint.families if each.sort == "zone" and each.visible != "none"]
    seen = frozenset(slot for zone in zones for slot in zone.slots)

    def moved(S: State, piece: int, to: int) -> None:  # noqa: N803
        if piece >= 0 and S[piece_zone + piece] == to and names["COVER"] is tally.ran:
            tally.moved[piece] += 1
            tally.shown[piece] += to in seen

    def move(S: State, piece: int, to: int) -> None:  # noqa: N803
        plain_move(S, piece, to)
        moved(S, piece, to)

    def move_under(S: State, piece: int, to: int) -> None:  # noqa: N803
        plain_under(S, piece, to)
        moved(S, piece, to)

    return {"move": move, "move_under": move_under, **moving_several(move)}
