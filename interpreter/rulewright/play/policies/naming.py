"""Names of policies: their grammar, the fault of a wrong name, and the policy that a name makes.

`random`, `first`, `greedy`; `search:200`, `search:50ms`, `flat:200` with a budget; `learned:FILE` and `search:200+FILE`
by a file that `train` has written, `learned` and `search:200+learned` by the ruleset's bundled players; `beginner`,
`usual` and `strong`, levels of thinking; `module:function` for a policy of the user's own, which only a typed command
may name: nothing read from a file or a page may run code.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from traceback import extract_tb
from typing import Any

from rulewright.core.diagnostics import did_you_mean
from rulewright.core.model.chance import Draws
from rulewright.core.model.game import Game, State
from rulewright.core.model.layout import OPTIONS, SEAT
from rulewright.core.model.limits import PolicyFailed
from rulewright.observe.sight.determinize import determinize
from rulewright.play.policies.budget import MOST_SECONDS, MOST_SIMULATIONS, budget_of
from rulewright.play.policies.learned import BUNDLED, LearnedPlayer, learned_player, learned_told, why_not_learned
from rulewright.play.policies.learned_files import digest_in_search, digest_of
from rulewright.play.policies.policies import POLICIES, Policy
from rulewright.play.policies.search import Flat, Search

THINKING = ("search", "flat")
LEARNED = "learned"
LONGEST = 100
"""No longer name is written to files."""
BLIND = ("random", "first")
LEVELS = {"beginner": "search:3ms", "usual": "search:20ms", "strong": "search:120ms"}
"""Opponents of rising strength, in people's words, and how they think: by time, so that nobody waits long for any."""
STRONGEST = "strong"
"""The level that thinks with a learned player where the ruleset brings one."""
OFFERED = (*LEVELS, *POLICIES)
"""What is offered where a policy is picked from a list, at any table."""
FORMER = ("search:20", "search:100", "search:500")
"""What was offered before, and still plays."""
_HEADS = (*POLICIES, *LEVELS, *THINKING, LEARNED)
WRITTEN = (*POLICIES, *LEVELS, "search:200", "search:50ms", "flat:200")
"""How policies are written that need no file, an example of each."""


def policy_fault(name: str, *, own: bool = False, files: bool = False) -> str:
    """Return what is wrong with a policy's name, a sentence with a hint, or "" if it is a policy.

    With `files` or `own` the name may state a learned file, which is read; with `own` also `module:function`, which is
    imported.
    """
    fault = _written_fault(name, own=own)
    named = files_of(name)
    if fault or not named:
        return fault
    return why_not_learned(named) if own or files else "its file is only on this machine"


def files_of(name: str) -> tuple[str, ...]:
    """Return the files of learned players in a policy's name, or BUNDLED for bundled ones.

    The player that knows the rules best plays.
    """
    if name == LEARNED:
        return (BUNDLED,)
    head, _, rest = name.partition(":")
    if head == "search":
        rest = rest.partition("+")[2]
    elif head != LEARNED:
        return ()
    return tuple(rest.split("+")) if rest else ()


def is_bundled(name: str) -> bool:
    """Return whether a policy plays by the ruleset's bundled players alone.

    The strongest level counts as well: it plays by them if there are any.
    """
    return name == STRONGEST or files_of(name) == (BUNDLED,)


def bundled_digest(files: Iterable[str]) -> str:
    """Return a digest that tells a ruleset's bundled players from any others, alone and in searches."""
    return " ".join(map(digest_in_search, files))


def learned_digests(names: Iterable[str], game: Game) -> dict[str, str]:
    """Map each learned file in some policies' names to a digest, for a run that resumes only with the same players."""
    said = {name: (BUNDLED,) if name == STRONGEST and game.players else files_of(name) for name in names}
    searched = {file for name, files in said.items() if not is_learned(name) for file in files}
    return {
        file: " ".join(
            map(digest_in_search if file in searched else digest_of, game.players if file == BUNDLED else (file,))
        )
        for files in said.values()
        for file in files
    }


def unlearned(name: str, game: Game, seats: int, label: str = "") -> str:
    """Return a sentence on a policy's learned player that learned other rules than these (`label`), or "".

    Empty if it has learned these, or there is none. Raises PolicyFailed if it does not play here.
    """
    return learned_told(files_of(name), game, seats, label)


def _written_fault(name: str, *, own: bool) -> str:
    """Return what is wrong with a policy's name, without looking for the files it states, or ""."""
    head, colon, rest = name.partition(":")
    if name in POLICIES or name in LEVELS:
        return ""
    if head == LEARNED or (head == "search" and "+" in rest):
        if not files_of(name) or "" in files_of(name):
            return f"name a file written by 'rulewright train', as in {LEARNED}:my_game.json"
        if len(name) > LONGEST:
            return f"a name of more than {LONGEST} characters is too long for saved files; move the file"
        if f"+{LEARNED}:" in name:
            return f"name the file alone, as in {name.replace(f'+{LEARNED}:', '+')}"
        rest = rest.partition("+")[0]
    if head == LEARNED:
        return ""
    if head in THINKING:
        if not colon:
            return f"give a thinking time per decision, as in {head}:200 (simulations) or {head}:50ms"
        if budget_of(rest) is None:
            most = f"at most {MOST_SIMULATIONS} simulations or {MOST_SECONDS}s"
            example = f"{head}:200, {head}:50ms, {head}:2s"
            return f"'{rest[:40]}' is not a budget; write a number of simulations or a time, as in {example}; {most}"
        return ""
    if colon and (head in POLICIES or head in LEVELS):
        return f"'{head}' has no budget; write {head} alone"
    if colon and own and not did_you_mean(head, _HEADS):
        return why_not_own(name)
    return f"no such policy; {hint_of_unknown(name)}"


def is_unknown(name: str) -> bool:
    """Return whether a name is that of no policy, whatever stands after its colon."""
    return name.partition(":")[0] not in _HEADS


def hint_of_unknown(name: str, also: tuple[str, ...] = ()) -> str:
    """Return a hint for a name that is none of a policy, where others may `also` be named."""
    head, colon, _ = name.partition(":")
    near = did_you_mean(name, also) or did_you_mean(head, _HEADS)
    if colon and not near:
        return "MODULE:FUNCTION plays in simulate, compare and ladder"
    listed = ", ".join((*also, *WRITTEN))
    return near or f"choose {listed}"


def is_policy(name: str) -> bool:
    """Return whether a file may name this policy. The file of a learned player is not looked for."""
    return not _written_fault(name, own=False)


def is_blind(name: str) -> bool:
    """Whether a policy looks only at how many options there are."""
    return name in BLIND


def is_learned(name: str) -> bool:
    """Whether a policy values what is one step ahead by what is in a file."""
    return name.partition(":")[0] == LEARNED


def thinks_long(name: str) -> bool:
    """Whether a policy looks far ahead, for as long as it is given."""
    return name in LEVELS or name.partition(":")[0] in THINKING


def level_seconds(name: str) -> float:
    """Return the seconds that a level thinks about a decision, or 0 for any other policy."""
    budget = budget_of(LEVELS[name].partition(":")[2]) if name in LEVELS else None
    return budget.seconds if budget is not None else 0.0


def fits_table(name: str, game: Game, seats: int) -> bool:
    """Whether a policy that a file may name plays a game at a table of this many seats."""
    try:
        policy_named(name, game, 0, seats)
    except PolicyFailed:
        return False
    return True


def _learned_by_level(name: str, game: Game, seats: int) -> LearnedPlayer | None:
    """Return the learned player that a level starts from.

    Return None if it starts from none, or if no bundled player fits this table.
    """
    if name == STRONGEST and game.players:
        with suppress(PolicyFailed):
            return learned_player((BUNDLED,), game, seats)
    return None


def policy_named(name: str, game: Game, seat: int, seats: int, *, own: bool = False) -> Policy | Search:
    """Return the policy of a seat (from 0), by the name of an existing policy.

    Raises PolicyFailed if the policy cannot be made, ValueError if there is no such policy.
    """
    if name in POLICIES:
        return POLICIES[name]
    learned = _learned_by_level(name, game, seats)
    name = LEVELS.get(name, name)
    head, _, rest = name.partition(":")
    files = files_of(name)
    if files:
        learned = learned_player(files, game, seats)
    if learned is not None and head == LEARNED:
        return learned.choose
    budget = budget_of(rest.partition("+")[0] if files else rest) if head in THINKING else None
    if budget is not None:
        return Search(game, seat, budget, learned=learned) if head == "search" else Flat(game, seat, budget)
    if not own:
        raise ValueError(f"no policy is named '{name}'")
    return own_policy(name)


def why_not_own(name: str) -> str:
    """Return a sentence on why `module:function` is not a policy, or "" if it is one."""
    try:
        _function(name)
    except PolicyFailed as fault:
        return str(fault)
    return ""


def own_policy(name: str) -> Policy:
    """Return the policy `module:function`. Raises PolicyFailed with a sentence if there is none.

    The policy raises it as well when the function fails.
    """
    function = _function(name)

    def choose(game: Game, state: State, draws: Draws) -> int:
        table = determinize(game, state, state[SEAT], draws)
        options = tuple(table[OPTIONS])
        try:
            code = function(game, table, draws)
        except Exception as fault:
            raise PolicyFailed(f"{name} failed: {_told(fault)}") from fault
        if code not in options:
            raise PolicyFailed(f"{name} chose {code!r}, which is not one of the options {list(options)[:12]}")
        return int(state[OPTIONS][options.index(code)])

    return choose


def _function(name: str) -> Callable[..., Any]:
    """Return the function of a module that is installed, or is in the folder where the command was typed."""
    module, _, function = name.partition(":")
    here = str(Path.cwd())
    if here not in sys.path:
        sys.path.append(here)
    try:
        found = getattr(import_module(module), function, None)
    except ModuleNotFoundError as fault:
        if fault.name is not None and (module == fault.name or module.startswith(f"{fault.name}.")):
            raise PolicyFailed(f"there is no module '{module}', neither installed nor in this folder") from None
        raise PolicyFailed(f"{module} cannot be imported: {_told(fault)}") from None
    except Exception as fault:  # noqa: BLE001 - as above
        raise PolicyFailed(f"{module} cannot be imported: {_told(fault)}") from None
    if not callable(found):
        raise PolicyFailed(f"the module '{module}' has no function '{function}'")
    return found  # type: ignore[no-any-return]


def _told(fault: Exception) -> str:
    last = extract_tb(fault.__traceback__)[-1:]
    place = "".join(f" ({Path(each.filename).name}, line {each.lineno})" for each in last)
    return f"{type(fault).__name__}: {fault}{place}"
