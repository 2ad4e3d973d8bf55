"""Each statement that authors can write stands in a game of the reference or in a random ruleset."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, get_args

from rulewright.core.bind.binding import TextToBind
from rulewright.core.bind.text_binding import effect_tree
from rulewright.core.language.mistakes import Mistake
from rulewright.core.language.statement_paths import statements_of
from rulewright.core.model import effects as ast
from tests.properties.test_lockstep import ENOUGH
from tests.reference.games import SMALL, build_small, small_text
from tests.reference.random_rules import random_ruleset


def statements_in(content: str) -> set[type[Any]]:
    """The kinds of statements in the effects of a small ruleset."""
    compiled = build_small(content).compiled
    assert compiled is not None
    found: set[type[Any]] = set()
    for text in (unit.bindable for unit in compiled.units):
        tree = effect_tree(compiled.world, text.text) if isinstance(text, TextToBind) and text.effect else ()
        if not isinstance(tree, Mistake):
            found |= {type(each) for _, each in statements_of(tree)}
    return found


def contents() -> Iterator[str]:
    yield from map(small_text, SMALL)
    yield from map(random_ruleset, range(ENOUGH))


def test_no_statement_is_met_by_nobody() -> None:
    missing = set(get_args(ast.Statement))
    for content in contents():
        if not missing:
            break
        missing -= statements_in(content)
    names = sorted(each.__name__ for each in missing)
    assert names == [], "write each into tests/reference/games/ or random_rules.py, where both back ends are compared"
