"""Hashes of bound nodes, each computed once."""

import pickle

from rulewright.core.model import bound_values as bv
from rulewright.core.model.type import NUMBER


def sum_of(last: int, mark: int) -> bv.Op:
    return bv.Op("+", (bv.Local(1, NUMBER), bv.Const(last, NUMBER)), NUMBER, mark=mark)


def test_nodes_that_differ_in_their_mark_alone_have_one_hash() -> None:
    assert sum_of(2, mark=3) == sum_of(2, mark=4)
    assert hash(sum_of(2, mark=3)) == hash(sum_of(2, mark=4))


def test_nodes_that_differ_have_different_hashes() -> None:
    assert hash(sum_of(2, mark=-1)) != hash(sum_of(3, mark=-1))


def test_a_hash_is_not_handed_to_another_process() -> None:
    node = sum_of(2, mark=-1)
    before = pickle.dumps(node)
    assert hash(node) == hash(sum_of(2, mark=-1))
    assert pickle.dumps(node) == before
