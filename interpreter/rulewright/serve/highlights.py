"""What a line of the log is about, by the names that a drawing gives to things, so that a page can light them.

Only what a seat sees is named: a piece where it is after a move, or where it was chosen. A place has the same name
for everybody.
"""

from __future__ import annotations

from rulewright.model.endings import TOLD
from rulewright.model.events import Answered, Changed, Event, Moved, Revealed, Settled, Shuffled
from rulewright.model.game import Blueprint, Game, read_code
from rulewright.model.kinds import PieceOf
from rulewright.observe.events import may_hear
from rulewright.observe.places import SlotOwner, place_of, seen_at, sees_change


def highlights_of(game: Game, event: Event, seat: int) -> str:
    """The things an event is about, as `ATTRIBUTE=NAME` with spaces between them: `piece=p4 zone=hand-0`."""
    blueprint = game.blueprint
    names: list[str] = []
    match event:
        case Moved(piece, source, target):
            before, after = place_of(blueprint, source), place_of(blueprint, target)
            names = [*_piece(piece, after, seen_at(blueprint, event, seat)[1]), *_place(blueprint, after or before)]
        case Changed(slot) if blueprint.face_names and 0 <= slot - blueprint.faces < len(blueprint.pieces):
            lies = place_of(blueprint, event.lies)
            seen = sees_change(blueprint, event, seat)
            names = [*_piece(slot - blueprint.faces, lies, seen), *_place(blueprint, lies)]
        case Changed(slot) | Shuffled(slot) | Revealed(slot):
            names = _place(blueprint, place_of(blueprint, slot))
        case Answered() | Settled() if may_hear(game, event, seat):
            names = _chosen(blueprint, event)
        case _:
            pass
    return " ".join(names)


def _piece(piece: int, lies: SlotOwner | None, seen: bool) -> list[str]:
    return [f"piece=p{piece}"] if lies is not None and seen else []


def _place(blueprint: Blueprint, place: SlotOwner | None) -> list[str]:
    """A zone, a number or what a marker names, and the printed thing that it belongs to."""
    if place is None or place.family.id in TOLD:  # how the game ends is drawn nowhere
        return []
    family, indexes = place.family, [str(each) for each in place.indexes]
    names = [f"zone={'-'.join((family.id, *indexes))}"]
    if family.sort != "zone":
        names = [f"number={'.'.join((family.id, *indexes))}", f"piece={'-'.join(('c', family.id, *indexes))}"]
    if len(family.per) == 1 and family.per[0] in blueprint.look.fields:
        names.append(f"about={blueprint.domains[family.per[0]].names[place.indexes[0]]}")
    return names


def _chosen(blueprint: Blueprint, event: Answered | Settled) -> list[str]:
    """The piece or the printed thing that a choice is about."""
    at, option, candidate = read_code(blueprint, event.site, event.code)
    domain = blueprint.sites[at].domains[option]
    if candidate < 0:
        return []
    if isinstance(domain, PieceOf):
        return [f"piece=p{candidate}"]
    return [f"about={blueprint.domains[domain].names[candidate]}"] if domain in blueprint.look.fields else []
