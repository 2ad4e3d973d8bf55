"""Learned players for the module: where it finds the features of a game, what each weighs, what choices are worth."""

from __future__ import annotations

from collections.abc import Mapping

from rulewright.core.model.kinds import PieceOf
from rulewright.native.inside import valuing as native
from rulewright.native.inside.host import Host
from rulewright.native.inside.learned_player import LearnedTables, WorthOfChoice
from rulewright.native.inside.line_values import LineTables
from rulewright.play.policies.learned import LearnedPlayer
from rulewright.play.policies.table_features import SeatView, TableFeatures


def tables_of(player: LearnedPlayer) -> native.ValueTables:
    """Return a player's weights as tables for the native back end."""
    features, scale = player.features, player.values.scale
    return native.ValueTables(
        player.by_part, [_seat(features, seat) for seat in range(features.seats)], features.always, features.score,
        features.lead, features.leads, features.leads_by_round, scale.spread, scale.mean, player.leaf,
        player.epsilon, player.explore, player.trust, player.solves,
    )  # fmt: skip


class NativeLearned:
    """The learned players that play in the memory of one host: each is known there by a number."""

    def __init__(self, host: Host) -> None:
        self._host = host
        self._known: dict[int, tuple[LearnedPlayer, int]] = {}

    def number(self, player: LearnedPlayer) -> int:
        """Return the host's number of a player, after handing its weights to the host the first time."""
        if id(player) not in self._known:
            self._known[id(player)] = player, self._host.games.learn(with_choices(player))
        return self._known[id(player)][1]


def with_choices(player: LearnedPlayer, choices: Mapping[str, int] | None = None) -> LearnedTables:
    """Return a player's tables with the values of choices, its own or those given."""
    features = player.features
    choices = player.values.choices if choices is None else choices

    def worth_of(site: int, code: int, seat: int) -> WorthOfChoice:
        name, unseen, piece = features.option_names(site, code, seat)
        return WorthOfChoice(choices.get(name, 0), piece, choices.get(unseen, 0))

    return LearnedTables(tables_of(player), worth_of)


def _seat(features: TableFeatures, seat: int) -> native.SeatTables:
    view: SeatView = features.views[seat]
    slots = [
        (slot, native.SMALL_COUNTER if is_small else native.WIDE_COUNTER, feature, low)
        for slot, low, feature, is_small in view.counters
    ]
    slots += [(slot, native.SMALL_COUNTER, feature, -1) for slot, feature in view.markers]
    slots += [(slot, native.SEAT_MARKER, feature, 0) for slot, feature in view.seats]
    slots += [(slot, native.POINTER, feature, 0) for slot, feature in view.pointers]
    slots += [(slot, native.PILE, feature, 0) for slot, feature in view.piles]
    on_places = {slot for each in view.lines if each.owners for _, line in each.lines for slot in line}
    slots += [(slot, native.PLACE, 0, 0) for slot in sorted(on_places)]
    deciding = [
        turns[(other - seat) % features.seats] for turns in features.deciding for other in range(features.seats)
    ]
    frames = features.game.blueprint.frames
    effects = {point.site: effect for effect, points in enumerate(frames) for point in points if point.site >= 0}
    abouts = [
        [(effects[site], local, _sort(domain), feature, size) for local, domain, feature, size in about]
        if site in effects else [] for site, about in enumerate(features.abouts)
    ]  # fmt: skip
    lines = [
        LineTables(
            each.base, native.SEAT_MARKER if each.of_seats else native.SMALL_COUNTER, each.low, each.lines, each.owners
        )
        for each in view.lines
    ]
    return native.SeatTables(slots, view.rows, view.columns, view.classes, deciding, abouts, lines)


def _sort(domain: object) -> int:
    if isinstance(domain, PieceOf):
        return native.PIECE
    return native.SEAT if domain == "seat" else native.NUMBER if domain == "number" else native.THING
