"""Games of a pair on the native back end, with the same draws as in Python."""

from __future__ import annotations

from rulewright.core.model.chance import Draws
from rulewright.core.model.game import State
from rulewright.lab.comparing.coupling import Chance, Keys
from rulewright.lab.comparing.measures import Trail
from rulewright.lab.comparing.players import THE_RULES
from rulewright.native.backend.packing import NotPacked as NotPacked
from rulewright.native.backend.sandbox import Trapped
from rulewright.native.inside.games import POLICIES
from rulewright.native.inside.host import Host
from rulewright.observe.sight.selections import settled_with
from rulewright.play.policies.even_sets import weights_of
from rulewright.play.policies.learned import LearnedPlayer, learned_player
from rulewright.play.policies.naming import files_of, is_learned
from rulewright.play.policies.native_twin import NativeTwin
from rulewright.play.policies.policies import greedy_codes


def are_native(dealt: tuple[str, ...]) -> bool:
    """Return whether all players at a table decide natively."""
    return all(name in POLICIES or is_learned(name) or name == THE_RULES for name in dealt)


def play_natively(
    twin: NativeTwin, table: int, keys: Keys, chance: Chance, dealt: tuple[str, ...], trail: Trail
) -> State:
    """Play a game from a state of the twin's host, add its choices to the trail, return its last state.

    `dealt` has the policy of each seat, all native (`are_native`). Raises LimitReached if the game runs into a limit,
    NotPacked if it must be played in Python, PolicyFailed if a policy fails.
    """
    host, learned = twin.host, _learned(twin.host, dealt)
    of_sets = {number for number, site in enumerate(host.game.blueprint.sites) if site.several is not None}
    if "greedy" in dealt or learned:
        host.games.prepare(table, ("greedy",))
    while (asked := host.asked(table)) is not None:
        if trail.is_long:
            trail.refuse_endless(host.get(table))
        seat, site, codes = asked
        state = host.get(table) if site in of_sets else None
        name, code = dealt[seat], codes[0]
        if name not in ("first", THE_RULES):
            round_ = host.number(table, keys.round_slot) if keys.round_slot is not None else 0
            drawn = chance.begin_at(seat, site, round_)
            if len(codes) > 1 and name in learned:
                code = _learned_choice(twin, table, learned[name], drawn)
            elif len(codes) > 1 and name == "random":
                code = chance.one_of(site, drawn, codes, weights_of(host.game, state) if state is not None else None)
            elif len(codes) > 1:
                code = chance.one_of(site, drawn, _best(host, table, drawn))
        trail.add(site, code, settled_with(host.game, state, code) if state is not None else ())
        host.step(table, code)
    return host.get(table)


def _learned(host: Host, dealt: tuple[str, ...]) -> dict[str, LearnedPlayer]:
    return {name: learned_player(files_of(name), host.game, len(dealt)) for name in dealt if is_learned(name)}


def _best(host: Host, table: int, drawn: int) -> list[int]:
    """Return the option codes that `greedy` rates highest, computed natively.

    It falls back to `greedy_codes`, which gives the same result.
    """
    draws = Draws(drawn)
    try:
        return host.games.best(table, *draws.place)
    except Trapped:
        return greedy_codes(host.game, host.get(table), draws)


def _learned_choice(twin: NativeTwin, table: int, player: LearnedPlayer, drawn: int) -> int:
    """Return the choice of a learned player, computed natively.

    It falls back to `LearnedPlayer.choose`, which gives the same result.
    """
    draws = Draws(drawn)
    try:
        return twin.host.games.choose(table, twin.learned.number(player), *draws.place)
    except Trapped:
        return player.choose(twin.host.game, twin.host.get(table), draws)
