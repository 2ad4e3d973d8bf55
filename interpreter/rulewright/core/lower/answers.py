"""Whether what a seat answers under seal may get another seat asked: then who is asked reveals the answer."""

from __future__ import annotations

from rulewright.core.lower.lowering import Lowered
from rulewright.core.lower.summary import is_run_by_another
from rulewright.core.lower.walk import operations_in
from rulewright.core.model import operations as low


def answers_ask_others(lowered: Lowered) -> bool:
    """Whether an effect that several seats run at once may ask a seat other than the one that runs it."""
    waiting = [each.function for each in lowered.all_operations() if isinstance(each, low.AskEach)]
    done: set[int] = set()
    while waiting:
        number = waiting.pop()
        if number in done:
            continue
        done.add(number)
        for operation in operations_in(lowered.effect(number).body):
            if isinstance(operation, low.Ask):
                if operation.seat.number != 0:
                    return True
            elif asking := [each for each in operation.runs if lowered.summary(each).suspends]:
                if is_run_by_another(operation):
                    return True
                waiting += asking
    return False
