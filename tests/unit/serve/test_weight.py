"""What a browser is sent that opens a table for the first time."""

from __future__ import annotations

import re

from tests.unit.serve.visitors import Visitor, visiting

MOST = 45_000


def sent(visitor: Visitor, path: str) -> int:
    with visitor.client.stream("GET", path, headers={"accept-encoding": "gzip"}) as answer:
        return sum(len(each) for each in answer.iter_raw())


def test_a_table_weighs_little_with_everything_that_it_loads() -> None:
    with visiting(names=("skymines",)) as visitor:
        path = visitor.new_table("skymines", ("human", "random", "random"), module=["base", "moon"])
        loaded = set(re.findall(r'(?:href|src)="(/assets/[^"]+)"', visitor.get(path).text))
        assert len(loaded) > 5
        assert sum(sent(visitor, each) for each in (path, *loaded)) <= MOST
