"""Binds free actions: the options of one decision that no text asks for, offered alongside other decisions.

Where they are offered is worked out in `compile/analysis.py`; in what order they are looked at, in `lower/offered.py`.
"""

from __future__ import annotations

from rulewright.core.bind.binder import Binder
from rulewright.core.bind.candidates import candidates
from rulewright.core.bind.choices import offered
from rulewright.core.bind.scope import ME, Scope
from rulewright.core.bind.text_binding import candidates_tree, effect_tree, expression, expression_tree, report
from rulewright.core.bind.typed_effects import EffectBinder, names_changed
from rulewright.core.bind.world import Named, unknown
from rulewright.core.language.mistakes import Mistake
from rulewright.core.language.requirements import reasons_of
from rulewright.core.model import bound as b
from rulewright.core.model.bound_values import Local
from rulewright.core.model.document import Scalar, items_of
from rulewright.core.model.effects import Block
from rulewright.core.model.program import FreeActions, Site
from rulewright.core.model.type import NUMBER, TRUTH, Reason

FREE = "free actions"
_MOST = 63


def bind_free_actions(binder: Binder) -> None:
    """Bind all free actions of the world as one procedure that offers them, if there are any."""
    world, program = binder.world, binder.program
    if not world.free_actions:
        return
    if len(world.free_actions) > _MOST:
        world.error("too-many-options", world.free_actions[_MOST].node.span, f"there are at most {_MOST} free actions")
    counter = [1]
    options = tuple(_option(binder, named, counter) for named in world.free_actions)
    labels, domains, spans = offered(options)
    program.sites.append(Site(len(program.sites), FREE, labels, domains, spans[0], spans, named=True))
    chosen = Local(counter[0], NUMBER)
    asked = b.ChooseOption(len(program.sites) - 1, ME, options, chosen, spans[0])
    procedure = program.add_procedure(FREE, spans[0])
    procedure.body, procedure.n_locals = (asked,), counter[0] + 1
    during = tuple(_during(binder, named) for named in world.free_actions)
    tested = tuple(isinstance(named.node.get("when"), Scalar) for named in world.free_actions)
    program.free = FreeActions(procedure.number, during, tested)


def _option(binder: Binder, named: Named, counter: list[int]) -> b.BoundOption:
    """Return the option of one free action, whose effect first requires its `when`."""
    node, world = named.node, binder.world
    local, source, where = None, None, None
    parts: tuple[Reason, ...] = ()
    names: dict[str, Local] = {}
    over = node.get("for")
    if isinstance(over, Scalar):
        parsed = candidates_tree(world, over)
        if isinstance(parsed, Mistake):
            report(world, over, parsed)
        else:
            local, source, where, inner = candidates(binder, Scope(over, ME, {}, counter), parsed, named.id)
            parts, names = reasons_of(over, parsed.where), inner.names
    body: b.BoundBlock = ()
    tree: Block = ()
    when = node.get("when")
    if isinstance(when, Scalar):
        parsed_test = expression_tree(world, when)
        reasons = () if isinstance(parsed_test, Mistake) else reasons_of(when, parsed_test)
        test = b.RequireTest(expression(binder, Scope(when, ME, {}, counter), TRUTH), when.span, reasons)
        body = (binder.marked("requirement", when, test),)
    does = node.get("does")
    if isinstance(does, Scalar):
        block = effect_tree(world, does)
        if isinstance(block, Mistake):
            report(world, does, block)
        else:
            scope = Scope(does, ME, dict(names), counter, frozenset(names_changed(block)))
            tree = block
            body = (*body, *EffectBinder(binder, named.id).block(scope, block))
    option = b.BoundOption(named.id, local, source, where, None, body, node.span, parts)
    return binder.marked("free", does, option, tree) if isinstance(does, Scalar) else option


def _during(binder: Binder, named: Named) -> frozenset[int]:
    """The numbers of the procedures during which a free action is offered."""
    world = binder.world
    found = set()
    for item in items_of(named.node.get("during")):
        name = item.text if isinstance(item, Scalar) else ""
        procedure = world.procedure(name)
        if procedure is None:
            unknown(world, "unknown-procedure", "procedure", name, item.span, world.ids_of("procedure"))
        else:
            found.add(procedure.number)
    return frozenset(found)
