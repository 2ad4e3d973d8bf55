"""The parts that pages are made of: elements, effect texts in colours, places of nodes, words of each language."""

from __future__ import annotations

from math import dist

import pytest

from rulewright.author.handbook.effects import KnownNames, inline, names_used, paint
from rulewright.core.bind import graph_layout
from rulewright.core.locales.catalogue import phrases
from rulewright.table.pages.html import Markup, anchor, element, joined, markup, text

# ---- Elements


def test_texts_and_attributes_are_escaped() -> None:
    made = element("p", "a < b & \"c\" 'd'", title='"><script>')
    assert made == '<p title="&quot;&gt;&lt;script&gt;">a &lt; b &amp; &quot;c&quot; &#39;d&#39;</p>'


def test_what_is_html_already_is_left_alone_and_none_is_nothing() -> None:
    assert element("p", element("b", "x"), None, ["y", 1]) == "<p><b>x</b>y1</p>"
    assert markup(Markup("<i>"), "<i>") == "<i>&lt;i&gt;"


def test_attributes_may_be_left_out_or_stand_alone() -> None:
    assert element("input", hidden=True, id=None, disabled=False, for_="a", aria_label="b", x=1.5, y=2.0) == (
        '<input hidden for="a" aria-label="b" x="1.5" y="2">'
    )


def test_signs_that_no_page_may_hold_are_replaced() -> None:
    assert text("a\x00b\x1bc\x7fd") == "a\ufffdb\ufffdc\ufffdd"


def test_anchors_hold_nothing_that_ends_a_link() -> None:
    assert anchor("e", 'a b"<>#c') == "e.a-b-c"
    assert joined(["<", "b"], " & ") == "&lt; &amp; b"


# ---- Effect texts


def find(name: str) -> str | None:
    return f"e.{name}" if name in ("coin", "hand", "card") else None


def test_words_numbers_remarks_and_names_have_colours_of_their_own() -> None:
    made = paint("gain 2 coin  # <now>", find)
    assert made == '<b>gain</b> <u>2</u> <a href="#e.coin">coin</a>  <i># &lt;now&gt;</i>'


def test_names_that_a_text_makes_lead_nowhere_but_fields_do() -> None:
    made = paint("pick card from hand where card.cost > s.coin", find)
    assert "<b>pick</b> card <b>from</b>" in made
    assert '<a href="#e.card">' not in made
    assert 's.<a href="#e.coin">coin</a>' in made


def test_a_field_leads_nowhere_where_a_seat_has_something_of_that_name() -> None:
    known = KnownNames(fields=frozenset({"coin"}))
    assert paint("gain card.coin points", find, known).endswith(">.coin points")
    made = paint("for each s in others by most s.coin: ask s: gain me.coin points", find, known)
    assert made.count('<a href="#e.coin">') == 2
    assert list(names_used("for each s in seat: lose card.coin s.hand", known)) == ["seat", "card", "hand"]


def test_labels_of_options_are_no_words_of_the_language() -> None:
    made = paint("choose:\n  coin: gain 1 coin\n  for_all for card in hand: lose 1 coin", find)
    assert "<strong>coin</strong>:" in made
    assert "<strong>for_all</strong> <b>for</b>" in made


def test_a_text_within_a_line_has_no_line_breaks() -> None:
    assert "\n" not in inline("size(hand)\n  + 1", find)


def test_a_word_that_is_free_elsewhere_is_a_name_there() -> None:
    assert list(names_used("later after game: game; after\nend game")) == ["game", "game", "after"]


def test_names_used_are_those_of_others() -> None:
    assert list(names_used("let n = size(hand)\ngain n coin # deck")) == ["hand", "coin"]


# ---- Places


def test_nodes_have_places_of_their_own_and_neighbours_stand_nearer() -> None:
    names = tuple(f"n{number}" for number in range(12))
    ring = tuple((names[n], names[(n + 1) % 12]) for n in range(12))
    points = graph_layout.placed(names, ring)
    assert points == graph_layout.placed(names, ring)
    near = [dist(points[one], points[other]) for one, other in ring]
    apart = [dist(points[names[n]], points[names[(n + 6) % 12]]) for n in range(12)]
    assert min(dist(points[one], points[other]) for one in names for other in names if one < other) > 8
    assert max(near) < min(apart)
    assert [(x, y) for x, y in points.values() if not (0 <= x <= 100 and 0 <= y <= 100)] == []


@pytest.mark.parametrize("count", [0, 1, 2, 400])
def test_any_number_of_nodes_is_placed(count: int) -> None:
    names = tuple(f"n{number}" for number in range(count))
    chain = tuple((names[n], names[n // 2]) for n in range(1, count))
    points = graph_layout.placed(names, chain)
    assert len(set(points.values())) == count


def test_given_places_keep_their_proportions() -> None:
    points = graph_layout.given({"a": (0, 0), "b": (10, 5), "c": (5, 0)})
    assert points == {"a": (0, 0), "b": (100, 50), "c": (50, 0)}


# ---- Words


def test_every_word_of_the_language_is_explained() -> None:
    from rulewright.core.language.vocabulary import PARTS, WORDS

    assert {word.sort for word in WORDS} == {sort for sort, _ in PARTS}
    assert [sort for sort, _ in PARTS if f"words_{sort}" not in phrases("en", "handbook").known] == []
