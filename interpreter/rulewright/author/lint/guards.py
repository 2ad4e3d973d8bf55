"""Lints for guards without effect: beyond look-ahead, or next to a guard with the same test.

An option is offered only if everything it must do can be done, but look-ahead stops at the next decision, and does not
enter loops: a `pay` or `require` that fails beyond ends its effect silently.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import Final

from rulewright.author.lint.answered import DecidedByAnswers
from rulewright.author.lint.foreseen import foreseen_steps
from rulewright.author.lint.lint_examples import EFFECT, KEEP, does
from rulewright.author.lint.parsed_texts import LintText
from rulewright.author.lint.scene import LintGroup, LintScene
from rulewright.author.lint.written import ways_through, written_in
from rulewright.core.diagnostics import CodeExplained, Diagnostic, warning
from rulewright.core.lower.lowering import Lowered
from rulewright.core.model import bound as b
from rulewright.core.model import bound_values as bv
from rulewright.core.model.bound import BoundBlock, BoundStatement
from rulewright.core.model.bound_values import Bound
from rulewright.core.model.nodes import nodes_of

_BEHIND = "test before the question, or make what follows an option of its own"
_IN_LOOP = "require the whole amount before the loop, or use `lose` and limit the loop by its test"


def unforeseen_guards(scene: LintScene, text: LintText) -> Iterator[Diagnostic]:
    """Guards of a text that no look ahead reaches."""
    written = written_in(scene, text)
    for way in ways_through(scene, text):
        known = {step.statement.mark: step.facts for step in way.steps}
        for guard, in_loop in _unforeseen(scene.lowered, way.body, True):
            place = written.place_of(guard)
            facts = known.get(guard.mark)
            sure = isinstance(guard, b.RequireTest) and facts is not None and facts.decides(guard.test) is True
            if place is not None and not sure:
                where = "inside a loop" if in_loop else "after a question"
                message = f"this requirement is {where}, so it is not checked in advance"
                message += "; if it fails, the effect stops half-way"
                yield warning("unforeseen-guard", place, message, _IN_LOOP if in_loop else _BEHIND)


def _unforeseen(
    lowered: Lowered, block: BoundBlock, foreseen: bool, in_loop: bool = False
) -> Iterator[tuple[BoundStatement, bool]]:
    """Yield the guards that no decision before them looks ahead to, and whether each is in a loop.

    What is asked for only because of an answer could not have been asked for before, and is left out.
    """
    answered = DecidedByAnswers(lowered)
    for step in foreseen_steps(lowered, block, foreseen, in_loop):
        statement = step.statement
        answered.after(statement)
        if isinstance(statement, b.RequireTest) or (isinstance(statement, b.SetSlot) and statement.mode == "pay"):
            asked = statement.test if isinstance(statement, b.RequireTest) else (statement.value, statement.target)
            if not step.foreseen and (step.in_loop or not answered.decides(asked)):
                yield statement, step.in_loop
        elif isinstance(statement, b.AskAll | b.PutOff):
            body = lowered.program.procedures[statement.procedure].body
            yield from _unforeseen(lowered, body, isinstance(statement, b.AskAll), step.in_loop)


def redundant_guards(scene: LintScene, text: LintText) -> Iterator[Diagnostic]:
    """Yield findings on each `require` that asks for just what the next line must be able to do."""
    written = written_in(scene, text)
    pairs = [pair for way in ways_through(scene, text) for block in b.all_blocks(way.body) for pair in pairwise(block)]
    for guard, following in pairs:
        place = written.place_of(guard)
        if isinstance(guard, b.RequireTest) and place is not None and _asks_the_same(guard.test, following):
            verb = "pay" if isinstance(following, b.SetSlot) else "pick"
            message = f"the '{verb}' in the next line checks the same automatically"
            yield warning("redundant-guard", written.test_of(guard) or place, message, "remove this line")


def _asks_the_same(test: Bound, following: BoundStatement) -> bool:
    """Return whether a statement is a guard that asks for exactly what a test does."""
    match following, test:
        case b.SetSlot(mode="pay", target=target, value=value, low=0), bv.Op(op=">=", arguments=(one, other)):
            return one == target and other == _plain(value)
        case b.SetSlot(mode="pay", target=target, value=value, low=0), bv.Op(op="<=", arguments=(one, other)):
            return other == target and one == _plain(value)
        case b.PickOne(source=source, where=None), bv.Op(op=">", arguments=(bv.SetSize(source=one), bv.Const(value=0))):
            return one == source
        case b.PickOne(source=source, where=where, local=local), bv.Quantify(function="any", source=one):
            return one == source and _same_but(test.where, where, test.variable.number, local.number)
        case _:
            return False


def _plain(value: Bound) -> Bound:
    """Return an amount without what keeps it from being negative."""
    return value.arguments[0] if isinstance(value, bv.Op) and value.op == "non_negative" else value


def _same_but(one: Bound | None, other: Bound | None, number: int, instead: int) -> bool:
    """Return whether two tests are the same once one local is taken for another."""
    left, right = list(nodes_of(one)), list(nodes_of(other))
    return len(left) == len(right) and all(_alike(*pair, number, instead) for pair in zip(left, right, strict=True))


def _alike(one: object, other: object, number: int, instead: int) -> bool:
    if isinstance(one, bv.Local) and isinstance(other, bv.Local):
        return (instead if one.number == number else one.number) == other.number
    if type(one) is not type(other):
        return False
    leaves = (
        "op",
        "value",
        "function",
        "base",
        "table",
        "quantity",
        "family",
        "bottom",
        "size",
        "also_self",
        "default",
    )
    return all(getattr(one, name, None) == getattr(other, name, None) for name in leaves if not _is_node(one, name))


def _is_node(node: object, name: str) -> bool:
    return isinstance(node, bv.Quantify) and name == "value"


_SWAP = 'procedures:\n  - {id: swap, does: "pick c from hand; move c to deck"}\n' + EFFECT
_EXPLAINED: Final = (
    CodeExplained(
        "unforeseen-guard", "A requirement that is not checked before the option is offered.",
        "An option is offered only if everything it must do can be done; but the look-ahead does not go into loops, "
        "nor beyond a question to a seat. If a `pay` or `require` there fails, its effect ends half done. Test "
        "before, or make what follows an option of its own." + KEEP % "unforeseen-guard",
        "lint", _SWAP + "swap\n      pay 1 coin", _SWAP + "pay 1 coin\n      swap",
    ),
    CodeExplained(
        "redundant-guard", "A `require` that the next line makes redundant.",
        "`pay` and `pick` are guards themselves: an option with them is only open if they can be done."
        + KEEP % "redundant-guard",
        "lint", does("require coin >= 2", "pay 2 coin"), does("pay 2 coin"),
    ),
)  # fmt: skip
LINTS: Final = LintGroup(_EXPLAINED, of_texts=(unforeseen_guards, redundant_guards))
