"""A scenario as it is written: its steps, and the numbers, texts and settings that it names.

Diagnostics of unknown names are here as well. The meaning of known names in a game is up to `runner.py`, which runs
them.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rulewright.core.diagnostics import Diagnostic, Span, did_you_mean, error
from rulewright.core.load.folder import RulesetSource
from rulewright.core.load.modules import names_in, unknown_module
from rulewright.core.load.scenarios import ARRANGED_FIRST
from rulewright.core.model.document import Mapping, Node, Scalar, entries_of, items_of, number_of, text_of
from rulewright.play.scenarios.expectations import Expectation, Expected
from rulewright.play.scenarios.scenario import Step
from rulewright.play.scenarios.seen import SeenBySeat

_OF_A_GAME = ("when", "then", "relative", "log", "not_in_log", "ends", "refused", "again", "winners", "outcome")
_OF_A_CHOICE = ("choose", "refused", "options", "by_itself", "not_asked")


def effects_of(given: Mapping) -> dict[str, Scalar]:
    """Map the names under which a scenario's first effects are bound to their texts."""
    return {name: text for name in (ARRANGED_FIRST, "arrange", "play") if isinstance(text := given.get(name), Scalar)}


def arranging(numbers: dict[str, int]) -> tuple[int, ...]:
    """Return the procedures that arrange the table of a scenario, one after another."""
    return tuple(numbers[name] for name in (ARRANGED_FIRST, "arrange") if name in numbers)


def steps_written(node: Mapping) -> list[Mapping]:
    steps = [each for each in items_of(node.get("when")) if isinstance(each, Mapping)]
    last = node.get("refused")
    if isinstance(last, Mapping):
        entries = tuple((key, value) for key, value in last.entries if key.text != "choose")
        refused = tuple((Scalar("refused", "refused", "plain", key.span), value) for key, value in last.entries
                        if key.text == "choose")  # fmt: skip
        steps.append(Mapping((*entries, *refused), last.span))
    return steps


def step_of(node: Mapping, name: str) -> Step:
    """Return a step. Its expectations are bound under names that begin with the step's own."""
    options = node.get("options")
    exact = tuple(str(each.value) for each in items_of(options) if isinstance(each, Scalar))
    return Step(
        seat=number_of(node.get("seat"), 1) - 1,
        span=node.span,
        choose=_key(node.get("choose")),
        refused=_key(node.get("refused")),
        because=text_of(node.get("because")) or "",
        options=exact if options is not None else None,
        by_itself=_key(node.get("by_itself")),
        not_asked=node.get("not_asked") is not None,
        expected=expected_of(node, f"{name} "),
    )


def expected_of(node: Mapping, before: str = "") -> Expected:
    """Return the expectations of a scenario or a step, with texts not bound yet.

    The names of its texts begin with `before`.
    """
    named = enumerate(each for each in items_of(node.get("then")) if isinstance(each, Scalar))
    then = [Expectation(str(each.text), each.span, f"{before}then {number}") for number, each in named]
    relative = node.get("relative")
    for key, value in entries_of(relative):
        then.append(Expectation(key.text, key.span, f"{before}relative {key.text}", number_of(value, 0)))
    seat = number_of(node.get("seat"), 1) - 1
    sees = [SeenBySeat(seat, text, span, True) for text, span in _lines(node.get("sees"))]
    sees += [SeenBySeat(seat, text, span, False) for text, span in _lines(node.get("not"))]
    reads = node.get("seat") is not None and all(node.get(each) is None for each in _OF_A_CHOICE)
    reader = seat if reads else None
    return Expected(tuple(then), _lines(node.get("log")), _lines(node.get("not_in_log")), tuple(sees), reader)


def texts_expected(node: Mapping) -> dict[str, tuple[Scalar, str]]:
    """Map the names of the texts that a scenario expects something of to (text, type it must yield)."""
    found = _texts_of_one(node, "")
    for number, step in enumerate(each for each in items_of(node.get("when")) if isinstance(each, Mapping)):
        found |= _texts_of_one(step, f"{step_name(number)} ")
    return found


def step_name(number: int) -> str:
    """Return the name under which the texts of a step are bound."""
    return f"when {number}"


def _texts_of_one(node: Mapping, before: str) -> dict[str, tuple[Scalar, str]]:
    named = enumerate(each for each in items_of(node.get("then")) if isinstance(each, Scalar))
    found = {f"{before}then {number}": (each, "truth") for number, each in named}
    return found | {f"{before}relative {key.text}": (key, "number") for key, _ in entries_of(node.get("relative"))}


def _lines(node: Node | None) -> tuple[tuple[str, Span], ...]:
    return tuple((text, each.span) for each in items_of(node) if (text := text_of(each)) is not None)


def _key(node: Node | None) -> str | None:
    """Return an option key as text. A key that is a number may be written as one."""
    return str(node.value) if isinstance(node, Scalar) else None


def winners_of(node: Node | None) -> tuple[int, ...] | None:
    """Return the winning seats (from 0) in order, or None if nothing is said about them."""
    return tuple(sorted(seat - 1 for seat in numbers_of(node))) if node is not None else None


def texts_of(node: Node | None) -> list[str]:
    return [text for item in items_of(node) if (text := text_of(item)) is not None]


def numbers_of(node: Node | None) -> list[int]:
    return [number_of(item, 0) for item in items_of(node)]


def is_played(node: Mapping) -> bool:
    """Whether a scenario says anything about a game, besides its reckoning."""
    return any(node.get(key) is not None for key in _OF_A_GAME)


# ---- Names that there are not


def unknown_modules(given: Mapping, source: RulesetSource) -> tuple[Diagnostic, ...]:
    """Return an error for each module that a scenario picks and the ruleset does not have."""
    known = [module.id for module in source.modules]
    return tuple(unknown_module(name, known, at) for name, at in names_in(given.get("modules")) if name not in known)


def unknown_variant(node: Node, name: str, known: Iterable[str]) -> Diagnostic:
    """Return the diagnostic for a name that no variant has."""
    elsewhere = f"for another variant, write {name}.yaml next to this file"
    hint = did_you_mean(name, known) or elsewhere
    return error("unknown-value", node.span, f"there is no variant '{name}'", hint)


def unknown_match(node: Node, known: Iterable[str]) -> Diagnostic:
    """Return the error for a match that the ruleset does not have."""
    name = text_of(node) or ""
    return error("unknown-match", node.span, f"the ruleset has no match '{name}'", did_you_mean(name, known))


def unknown_game(node: Node, match: str, games: Iterable[str]) -> Diagnostic:
    """Return the error for a game that a match does not have."""
    name, known = text_of(node) or "", tuple(games)
    hint = did_you_mean(name, known) or f"choose {', '.join(known)}"
    return error("unknown-game", node.span, f"'{match}' has no game '{name}'", hint)


def unknown_again(node: Node | None, known: Iterable[str], *others: str) -> list[Diagnostic]:
    """Check that a name is that of a condition to play again, or one of the others."""
    names = [*known, *others]
    name = text_of(node)
    if node is None or name in names:
        return []
    hint = did_you_mean(name or "", names)
    return [error("unknown-again", node.span, f"no entry of 'again' is named '{name}'", hint)]


def unknown_outcome(node: Node | None, known: Sequence[str]) -> list[Diagnostic]:
    """Check that a name is that of an outcome."""
    name = text_of(node)
    if node is None or name in known:
        return []
    return [error("unknown-outcome", node.span, f"no outcome is named '{name}'", did_you_mean(name or "", known))]
