"""What a scenario says, as it is written: its steps, and the numbers, texts and settings that it names.

What they mean in a game is up to `runner.py`, which runs them.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable

from rulewright.diagnostics import Diagnostic, Span, did_you_mean, error
from rulewright.load.scenarios import given_in
from rulewright.model.document import Mapping, Node, Scalar, entries_of, items_of, number_of, text_of
from rulewright.model.game import Blueprint
from rulewright.model.seats import ruled_count
from rulewright.model.settings import Chosen
from rulewright.model.texts import GIVEN
from rulewright.play.expectations import Expectation, Expected
from rulewright.play.result import outcome_names
from rulewright.play.scenario import Step
from rulewright.play.seen import SeenBySeat
from rulewright.run.steps import settings_chosen

_OF_A_GAME = ("when", "then", "relative", "log", "not_in_log", "ends", "refused", "again", "winners", "outcome")


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
    """A step, whose expectations are bound under names that begin with its own."""
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
    """What a scenario or a step expects, its texts not bound yet; the names of its texts begin with `before`."""
    named = enumerate(each for each in items_of(node.get("then")) if isinstance(each, Scalar))
    then = [Expectation(str(each.text), each.span, f"{before}then {number}") for number, each in named]
    relative = node.get("relative")
    for key, value in entries_of(relative):
        then.append(Expectation(key.text, key.span, f"{before}relative {key.text}", number_of(value, 0)))
    seat = number_of(node.get("seat"), 1) - 1
    sees = [SeenBySeat(seat, text, span, True) for text, span in _lines(node.get("sees"))]
    sees += [SeenBySeat(seat, text, span, False) for text, span in _lines(node.get("not"))]
    return Expected(tuple(then), _lines(node.get("log")), _lines(node.get("not_in_log")), tuple(sees))


def texts_expected(node: Mapping) -> dict[str, tuple[Scalar, str]]:
    """The texts a scenario has expectations about, by the names they are bound under, and what they must yield."""
    found = _texts_of_one(node, "")
    for number, step in enumerate(each for each in items_of(node.get("when")) if isinstance(each, Mapping)):
        found |= _texts_of_one(step, f"{step_name(number)} ")
    return found


def step_name(number: int) -> str:
    """What the texts of a step are bound under."""
    return f"when {number}"


def _texts_of_one(node: Mapping, before: str) -> dict[str, tuple[Scalar, str]]:
    named = enumerate(each for each in items_of(node.get("then")) if isinstance(each, Scalar))
    found = {f"{before}then {number}": (each, "truth") for number, each in named}
    return found | {f"{before}relative {key.text}": (key, "number") for key, _ in entries_of(node.get("relative"))}


def _lines(node: Node | None) -> tuple[tuple[str, Span], ...]:
    return tuple((text, each.span) for each in items_of(node) if (text := text_of(each)) is not None)


def _key(node: Node | None) -> str | None:
    """An option key; one that is a number may be written as one."""
    return str(node.value) if isinstance(node, Scalar) else None


def winners_of(node: Node | None) -> tuple[int, ...] | None:
    """Seats from 0, in their order; None if nothing is said about them."""
    return tuple(sorted(seat - 1 for seat in numbers_of(node))) if node is not None else None


def numbers_of(node: Node | None) -> list[int]:
    return [number_of(item, 0) for item in items_of(node)]


def effects_given(node: Mapping) -> dict[str, Scalar]:
    """The effects by which a scenario lays its table and begins, by their keys."""
    given = given_in(node)
    return {name: text for name in GIVEN if isinstance(text := given.get(name), Scalar)}


def unknown_variant(span: Span, name: str, known: Iterable[str]) -> Diagnostic:
    """No variant has that name."""
    elsewhere = f"one that is not the ruleset's is a file next to this one: {name}.yaml"
    return error("unknown-value", span, f"there is no variant '{name}'", did_you_mean(name, known) or elsewhere)


def unknown_match(span: Span, name: str, known: Iterable[str]) -> Diagnostic:
    """No match has that name."""
    return error("unknown-match", span, f"the ruleset has no match '{name}'", did_you_mean(name, known))


def unknown_game(span: Span, name: str, match: str, known: Collection[str]) -> Diagnostic:
    """No game of a match has that name."""
    hint = did_you_mean(name, known) or f"its games are: {', '.join(known)}"
    return error("unknown-game", span, f"'{match}' has no game '{name}'", hint)


def unknown_again(node: Node | None, known: Iterable[str], *others: str) -> list[Diagnostic]:
    """Check that a name is that of a condition to play again, or one of the others."""
    names = [*known, *others]
    name = text_of(node)
    if node is None or name in names:
        return []
    hint = did_you_mean(name or "", names)
    return [error("unknown-again", node.span, f"no entry of 'again' is named '{name}'", hint)]


def unknown_outcome(node: Node | None, blueprint: Blueprint) -> list[Diagnostic]:
    """Check that a name is that of an outcome."""
    names = outcome_names(blueprint)
    name = text_of(node)
    if node is None or name in names:
        return []
    return [error("unknown-outcome", node.span, f"no outcome is named '{name}'", did_you_mean(name or "", names))]


def is_played(node: Mapping) -> bool:
    """Whether a scenario says anything about a game, besides its reckoning."""
    return any(node.get(key) is not None for key in _OF_A_GAME)


def usual_seats(blueprint: Blueprint, chosen: Chosen) -> int:
    """Two seats, or the fewest there can be; one more than the rules play."""
    return max(2, blueprint.min_seats, ruled_count(blueprint, settings_chosen(blueprint, chosen)) + 1)
