"""Policies of the user's own: a function of a Python module, named `module:function`.

It gets the game, a table that fits all the seat can see, and the decision's source of chance, and returns
one of the option codes of that table. It sees nothing hidden from its seat: that is dealt afresh.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from traceback import extract_tb
from typing import Any

from rulewright.model.chance import Draws
from rulewright.model.game import Game, State
from rulewright.model.layout import OPTIONS, SEAT
from rulewright.model.limits import PolicyFailed
from rulewright.observe.determinize import determinize
from rulewright.play.policies import Policy


def why_not_own(name: str) -> str:
    """Why `module:function` names no policy, a sentence; empty if it does."""
    try:
        _function(name)
    except PolicyFailed as fault:
        return str(fault)
    return ""


def own_policy(name: str) -> Policy:
    """The policy `module:function`. Raises PolicyFailed with a sentence, as the policy does when the function fails."""
    function = _function(name)

    def choose(game: Game, state: State, draws: Draws) -> int:
        table = determinize(game, state, state[SEAT], draws)
        options = tuple(table[OPTIONS])
        try:
            code = function(game, table, draws)
        except Exception as fault:
            raise PolicyFailed(f"{name} failed: {_told(fault)}") from fault
        if code not in options:
            raise PolicyFailed(f"{name} chose {code!r}, which is none of the options {list(options)[:12]}")
        return int(state[OPTIONS][options.index(code)])

    return choose


def _function(name: str) -> Callable[..., Any]:
    """The function of a module that is installed, or is in the folder where the command was typed."""
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
