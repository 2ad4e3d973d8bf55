"""What a browser is sent that opens a table for the first time."""

from __future__ import annotations

import re

from tests.unit.table.serve.visitors import Visitor, visiting

MOST = 50_000
"""What a slow phone line (400 kbit/s, the slowest that browsers' own tools imitate) brings in one second."""


def sent(visitor: Visitor, path: str) -> int:
    with visitor.client.stream("GET", path, headers={"accept-encoding": "gzip"}) as answer:
        return sum(len(each) for each in answer.iter_raw())


def test_a_table_weighs_little_with_everything_that_it_loads() -> None:
    with visiting(names=("skymines",)) as visitor:
        path = visitor.new_table("skymines", ("human", "random", "random"), module=["base", "moon"])
        loaded = set(re.findall(r'(?:href|src)="(/assets/[^"]+)"', visitor.get(path).text))
        assert len(loaded) > 5
        assert sum(sent(visitor, each) for each in (path, *loaded)) <= MOST


def test_what_pages_load_is_packed_for_who_takes_it_so_and_the_same_for_all() -> None:
    with visiting() as visitor:
        script, icon = visitor.site.asset_path("table.js"), visitor.site.asset_path("icon.svg")
        plain = visitor.client.get(script, headers={"accept-encoding": "identity"})
        packed = visitor.client.get(script, headers={"accept-encoding": "gzip"})
        assert plain.content == packed.content == visitor.site.assets["table.js"][0]
        assert packed.headers["content-encoding"] == "gzip"
        assert int(packed.headers["content-length"]) < int(plain.headers["content-length"])
        assert plain.headers["vary"] == packed.headers["vary"] == "Accept-Encoding"
        assert "content-encoding" not in {*plain.headers, *visitor.client.get(icon).headers}
