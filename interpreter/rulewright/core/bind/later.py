"""Binds `later`: effects that are deferred until another one is over, and the queues in which they wait.

What waits is a procedure of its own, as is what all seats do at once: its parameters are the names it uses.
"""

from __future__ import annotations

from collections.abc import Iterable

from rulewright.core.bind.binder import Binder
from rulewright.core.bind.choices import Within
from rulewright.core.bind.scope import Scope
from rulewright.core.bind.text_binding import effect_tree
from rulewright.core.bind.value_checks import limit
from rulewright.core.bind.world import unknown
from rulewright.core.language.mistakes import Mistake
from rulewright.core.language.old_words import OLD_OPENINGS
from rulewright.core.model import bound as b
from rulewright.core.model import effects as ast
from rulewright.core.model.document import Scalar, text_of
from rulewright.core.model.layout import MOST_WAITING
from rulewright.core.model.nodes import nodes_of
from rulewright.core.model.program import Queue
from rulewright.core.model.type import NUMBER

_WORDS = ("later", *OLD_OPENINGS)
"""How an effect is deferred today, and how it was in an earlier release."""


def find_waited_for(binder: Binder, texts: Iterable[Scalar]) -> None:
    """Make the queues for the procedures that some text names as what it waits for, before any of them is bound."""
    free = (named.node.get("does") for named in binder.world.free_actions)
    for text in (*texts, *(each for each in free if isinstance(each, Scalar))):
        if not any(word in (text_of(text) or "") for word in _WORDS):
            continue
        tree = effect_tree(binder.world, text)
        for node in () if isinstance(tree, Mistake) else nodes_of(tree):
            named = binder.world.procedure(node.after) if isinstance(node, ast.Later) else None
            if named is not None:
                _queue(binder, named.number)


def put_off(
    binder: Binder, scope: Scope, node: ast.Later, name: str, whole: int, within: Within
) -> list[b.BoundStatement]:
    """Bind a deferred effect.

    `whole` is the number of the effect whose text this is, and `within` binds a block in it.
    """
    until = _until(binder, scope, node, whole)
    if until < 0:
        return []
    procedure = binder.program.add_procedure(name, scope.span(node.at))
    procedure.until = until
    used = {each.name for each in nodes_of(node.body) if isinstance(each, ast.Name)}
    given = {name: local for name, local in scope.names.items() if name in used}
    for each, local in given.items():
        if local.type.kind == "set":
            hint = "store it in a zone, a marker or a counter"
            binder.error(scope, "wrong-type", node.at, f"a deferred effect cannot keep the set '{each}'", hint)
            return []
    inner, parameters = scope.apart(given)
    queue = _queue(binder, until)
    place = None
    if node.first:
        queue.in_front = queue.in_front if queue.in_front >= 0 else binder.slots(1)
        place = scope.new(NUMBER)
    while len(queue.words) < len(parameters):
        queue.words.append(binder.slots(MOST_WAITING))
    body = (b.TakeUp(until, parameters, inner.new(NUMBER)), *within(inner, node.body))
    procedure.body, procedure.n_locals = body, inner.counter[0]
    words = f"more than {MOST_WAITING} deferred effects wait for '{binder.program.procedures[until].id}'"
    too_many = limit(binder, scope, node.at, words)
    return [b.PutOff(until, procedure.number, scope.me, tuple(given.values()), too_many, place)]


def _until(binder: Binder, scope: Scope, node: ast.Later, whole: int) -> int:
    """The number of the effect that is waited for, -1 if there is none."""
    world = binder.world
    if not node.after:
        if whole < 0:
            hint = f"write: later {'first ' * node.first}after PROCEDURE: EFFECT"
            binder.error(scope, "misplaced-later", node.at, "'later' has nothing to wait for here", hint)
        return whole
    named = world.procedure(node.after)
    if named is None:
        known = world.ids_of("procedure")
        unknown(world, "unknown-procedure", "procedure", node.after, scope.span(node.after_at), known)
        return -1
    world.note(scope.text, node.after_at, "procedure", named.id)
    return named.number


def _queue(binder: Binder, number: int) -> Queue:
    queues = binder.program.queues
    if number not in queues:
        queues[number] = Queue(binder.slots(1 + 2 * MOST_WAITING))
    return queues[number]
