"""A trick stays in sight until the next one begins, as far as everybody saw it."""

from __future__ import annotations

import re

from tests.unit.table.serve.visitors import visiting

LAST = re.compile(r'<span class="row last">(.*?)</span></span></span>')


def test_a_trick_is_seen_until_somebody_leads_to_the_next() -> None:
    with visiting(names=("whist",)) as visitor:
        path = visitor.new_table("whist", ("human", "random", "random", "random"))
        for _ in range(60):
            page = visitor.get(path).text
            if page.count('class="row last"') == 4:
                break
            offered = re.search(r'name="offer" value="(\d+)"', page)
            visitor.do(path, do="confirm") if 'id="confirm"' in page or offered is None else visitor.do(
                path, offer=offered[1]
            )
        else:
            raise AssertionError("this seat never led")
        shown = page[page.index('class="row last"') :]
        assert len(re.findall(r'class="row last"><span class="holder"', shown)) == 4
        assert 'class="row last"' not in visitor.get(f"{path}replay?at=0").text
        offered = re.search(r'name="offer" value="(\d+)"', page)
        assert offered is not None
        assert 'class="row last"' not in visitor.do(path, offer=offered[1]).text, "the next trick has begun"


def test_options_are_written_in_the_colour_of_their_suit() -> None:
    with visiting(names=("whist",)) as visitor:
        page = visitor.get(visitor.new_table("whist", ("human", "random", "random", "random"))).text
        shown = dict(re.findall(r'<span class="hue v-suit-(\w+)">\w+(.)</span>', page))
        assert shown == {"clubs": "\u2663", "diamonds": "\u2666", "hearts": "\u2665", "spades": "\u2660"}
