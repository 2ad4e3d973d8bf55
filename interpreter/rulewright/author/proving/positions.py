"""Access to the positions of a game: its host, and whether pieces of one design are interchangeable."""

from __future__ import annotations

from dataclasses import replace

from rulewright.core.model.lowered_values import Primitive
from rulewright.core.model.nodes import nodes_of
from rulewright.core.pipeline import Built, Choice, RulesetError, build_ruleset
from rulewright.native.inside.host import Host
from rulewright.native.on_demand import Native


def watched(choice: Choice) -> Built:
    """Return a game with its invariants. Raises WrongSetup or RulesetError."""
    built = build_ruleset(replace(choice, watched=True))
    if built.compiled is None:
        raise RulesetError(built.diagnostics, built.lines)
    return built


def host_of(built: Built) -> Host:
    """Return a host whose module explores positions. Raises NotNative or NoEngine."""
    compiled = built.compiled
    assert compiled is not None
    made = compiled.lowered, compiled.blueprint
    return Host(replace(built.game(), native=Native(None, lambda: made, explores=True)))


def are_alike(built: Built) -> bool:
    """Return whether pieces of one design are interchangeable.

    They are not where a text goes through all pieces of a kind in the order of their numbers.
    """
    assert built.compiled is not None
    texts = [*built.compiled.lowered.texts()]
    return all(each.name != "pieces" for each in nodes_of(texts) if isinstance(each, Primitive))
