"""Binds statements that are another way to write what others say.

What is bound comes from the statement that its author wrote: messages, coverage and reasons know no other.
"""

from __future__ import annotations

from rulewright.core.bind.binder import Binder
from rulewright.core.bind.choices import Within
from rulewright.core.bind.scope import Scope
from rulewright.core.bind.world import SEAT
from rulewright.core.language.statement_paths import statements_of
from rulewright.core.model.bound import BoundStatement
from rulewright.core.model.effects import Block, Expression, Name, Statement
from rulewright.core.model.nodes import nodes_of
from rulewright.core.model.type import Type


def in_other_words(
    binder: Binder, scope: Scope, written: Statement, words: Block, within: Within
) -> list[BoundStatement]:
    """Bind a statement by binding the statements it is short for, where `within` binds a block.

    What its author wrote once may be in several of them: it is noted once, and only its first mistake is reported.
    """
    own = {id(each) for _, each in statements_of((written,))}
    for _, each in statements_of(words):
        if id(each) not in own:
            binder.stand_for[id(each)] = (each, written_for(binder, written))
    world = binder.world
    reported, noted = len(world.diagnostics), len(world.notes or ())
    bound = within(scope, words)
    world.diagnostics[reported:] = {fault.span: fault for fault in reversed(world.diagnostics[reported:])}.values()
    if world.notes is not None:
        world.notes[noted:] = dict.fromkeys(note for note in world.notes[noted:] if note.name.isidentifier())
    return [*bound]


def written_for(binder: Binder, statement: Statement) -> Statement:
    """The statement of the text for which one stands: most often itself."""
    return binder.stand_for[id(statement)][1] if id(statement) in binder.stand_for else statement


def is_counter(binder: Binder, scope: Scope, node: Expression) -> bool:
    """Whether an expression names a counter, and nothing of the text."""
    family = binder.world.family_of(node)
    is_local = isinstance(node, Name) and node.name in scope.names
    return family is not None and family.sort == "counter" and not is_local


def is_for_all(binder: Binder, scope: Scope, test: Expression) -> bool:
    """Whether a test is the same whichever seat acts, in a game that no seat leaves before its end."""
    if binder.world.leaves:
        return False
    world, inner = binder.world, scope.inner()
    reported, noted = len(world.diagnostics), len(world.notes or ())
    inner.me = inner.new(Type("thing", SEAT))
    bound = binder.test(inner, test)
    del world.diagnostics[reported:]
    if world.notes is not None:
        del world.notes[noted:]
    return inner.me not in nodes_of(bound)
