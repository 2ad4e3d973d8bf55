"""The policies that a command line names."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from rulewright.cli.options.wrong import wrong_value
from rulewright.cli.output import complain
from rulewright.core.diagnostics import counted

if TYPE_CHECKING:
    from rulewright.core.model.game import Game


def policies_named(text: str, option: str = "--policy") -> tuple[str, ...]:
    """Return the policies of a comma list.

    Raises UsageError if one does not exist.
    """
    from rulewright.play.policies.naming import policy_fault

    names = tuple(each.strip() for each in text.split(","))
    for name in names:
        fault = policy_fault(name, own=True)
        if fault:
            raise wrong_value(option, name, fault)
    return names


def policies_for(text: str, seats: int) -> tuple[str, ...]:
    """Return the policies of a comma list for a table where policies play `seats` seats.

    Raises UsageError if one does not exist or there are more policies than seats.
    """
    names = policies_named(text)
    if len(names) > seats:
        reason = f"{len(names)} policies for the {counted(seats, 'seat')} that policies play; leave some out"
        raise wrong_value("--policy", text, reason)
    return names


def unlearned_by(names: Iterable[str], game: Game, seats: int, label: str = "") -> list[str]:
    """Return a sentence on each learned player that was trained for other rules.

    `label` names the game. Raises UsageError if a player cannot play it.
    """
    from rulewright.core.model.limits import PolicyFailed
    from rulewright.play.policies.naming import unlearned

    found = []
    for name in dict.fromkeys(names):
        try:
            found.append(unlearned(name, game, seats, label))
        except PolicyFailed as failed:
            raise wrong_value("--policy", name, str(failed)) from None
    return list(filter(None, found))


def refuse_players_of_one_side(names: Iterable[str], games: Sequence[Game], sides: Sequence[object]) -> None:
    """Check that both sides have a player if a policy is bundled with the ruleset.

    Raises UsageError if only one side has one.
    """
    from rulewright.play.policies.naming import is_bundled

    lacking = [at for at, game in enumerate(games) if not game.players]
    for name in names:
        if len(lacking) == 1 and is_bundled(name):
            here, there = lacking[0], 1 - lacking[0]
            file = games[there].players[0]
            reason = f"'{sides[here]}' has no bundled learned player, only '{sides[there]}' has one; "
            reason += f"name its file, so that it plays both sides: learned:{file}"
            raise wrong_value("--policy", name, reason)


def tell_unlearned(names: Iterable[str], game: Game, seats: int) -> None:
    """Tell which learned players play by rules that they were not trained for.

    Raises UsageError if a player cannot play them.
    """
    for sentence in unlearned_by(names, game, seats):
        complain(sentence)
