"""What a scenario says, as it is written: its steps, and the numbers, texts and settings that it names.

What they mean in a game is for `proof.py`, which reads whole files and runs them.
"""

from __future__ import annotations

from rulewright.model.document import Mapping, Node, Scalar, items_of, text_of
from rulewright.play.scenario import Step


def steps_written(node: Mapping) -> list[Mapping]:
    steps = [each for each in items_of(node.get("when")) if isinstance(each, Mapping)]
    last = node.get("refused")
    if isinstance(last, Mapping):
        entries = tuple((key, value) for key, value in last.entries if key.text != "choose")
        refused = tuple((Scalar("refused", "refused", "plain", key.span), value) for key, value in last.entries
                        if key.text == "choose")  # fmt: skip
        steps.append(Mapping((*entries, *refused), last.span))
    return steps


def step_of(node: Mapping) -> Step:
    options = node.get("options")
    exact = tuple(str(each.value) for each in items_of(options) if isinstance(each, Scalar))
    return Step(
        seat=number_of(node.get("seat"), 1) - 1,
        span=node.span,
        choose=_key(node.get("choose")),
        refused=_key(node.get("refused")),
        because=text_of(node.get("because")) or "",
        options=exact if options is not None else None,
    )


def _key(node: Node | None) -> str | None:
    """An option key; one that is a number may be written as one."""
    return str(node.value) if isinstance(node, Scalar) else None


def winners_of(node: Node | None) -> tuple[int, ...] | None:
    """Seats from 0, in their order; None where nothing is said of them."""
    return tuple(sorted(seat - 1 for seat in numbers_of(node))) if node is not None else None


def settings_of(node: Node | None) -> tuple[tuple[Scalar, Scalar], ...]:
    entries = node.entries if isinstance(node, Mapping) else ()
    return tuple((key, value) for key, value in entries if isinstance(value, Scalar))


def texts_of(node: Node | None) -> list[str]:
    return [text for item in items_of(node) if (text := text_of(item)) is not None]


def numbers_of(node: Node | None) -> list[int]:
    return [number_of(item, 0) for item in items_of(node)]


def number_of(node: Node | None, otherwise: int) -> int:
    return int(node.value) if isinstance(node, Scalar) and isinstance(node.value, int) else otherwise
