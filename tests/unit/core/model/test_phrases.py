"""Trees of the effect language as blueprints keep them: packed, they are the same trees without their places."""

from __future__ import annotations

from dataclasses import fields, is_dataclass, replace
from typing import Any

import pytest

from rulewright.core.language.mistakes import Mistake
from rulewright.core.language.parse import parse_effect, parse_expression
from rulewright.core.language.words_of_effects import VERBS
from rulewright.core.model.effects import START, Place
from rulewright.core.model.packed_trees import packed, unpacked


def without_places(node: Any) -> Any:
    if isinstance(node, Place):
        return START
    if isinstance(node, tuple):
        return tuple(map(without_places, node))
    if is_dataclass(node) and not isinstance(node, type):
        return replace(node, **{each.name: without_places(getattr(node, each.name)) for each in fields(node)})
    return node


@pytest.mark.parametrize("word", VERBS, ids=lambda each: each.name)
def test_the_example_of_each_word_comes_back_as_the_same_tree(word: Any) -> None:
    tree = parse_effect(word.example)
    assert not isinstance(tree, Mistake)
    assert unpacked(packed(tree)) == without_places(tree)


def test_a_statement_alone_is_a_block_of_one() -> None:
    tree = parse_effect("gain 2 coin")
    assert not isinstance(tree, Mistake)
    assert unpacked(packed(tree[0])) == without_places(tree)


def test_an_expression_stays_one() -> None:
    tree = parse_expression("sum(card.value for card in hand where card.up and card.value > 2) + 1")
    assert not isinstance(tree, Mistake)
    assert unpacked(packed(tree)) == without_places(tree)
