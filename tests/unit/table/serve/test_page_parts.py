"""What a page shows already is not sent to it again."""

from __future__ import annotations

import re

from rulewright.table.drawing.drawn_areas import DrawnArea
from rulewright.table.pages.html import Markup
from rulewright.table.serve.page_parts import PageParts

PARTS = [Markup("<p>one</p>"), Markup("<p>two</p>")]


def test_a_page_that_has_nothing_is_sent_all_parts_and_their_marks() -> None:
    sent = PageParts().within("areas", PARTS)
    assert re.fullmatch(r'<div class="areas" data-has="\w{12} \w{12}"><p>one</p><p>two</p></div>', sent)


def test_for_a_part_that_the_page_has_its_mark_is_sent() -> None:
    one, two = _marks(PageParts().within("areas", PARTS))
    sent = PageParts({one}).within("areas", PARTS)
    assert sent == f'<div class="areas" data-has="{one} {two}"><template data-as="{one}"></template><p>two</p></div>'


def test_of_two_parts_that_are_alike_one_is_sent() -> None:
    one, _ = _marks(PageParts().within("areas", PARTS))
    assert PageParts({one}).within("areas", [PARTS[0], PARTS[0]]).count("<p>one</p>") == 1


def test_a_mark_that_belongs_to_nothing_leaves_all_as_it_is() -> None:
    assert PageParts({"0" * 12}).within("areas", PARTS) == PageParts().within("areas", PARTS)


def test_of_an_area_that_has_changed_only_the_parts_that_have_are_sent() -> None:
    lasts = (Markup(f"<p>{each}</p>") for each in ("two", "three"))
    before, after = (DrawnArea("area-yard", "area", None, (PARTS[0], last)) for last in lasts)
    known = PageParts().within("areas", [before])
    sent = PageParts(re.findall(r"\w{12}", known)).within("areas", [after])
    assert "three" in sent
    assert "one" not in sent
    one = re.findall(r'data-as="(\w+)"', sent)
    assert len(one) == 1
    assert one[0] in known


def test_parts_that_are_alike_are_told_apart_by_where_they_lie() -> None:
    yard, pond = (DrawnArea(f"area-{name}", "area", None, (PARTS[0],)) for name in ("yard", "pond"))
    known = PageParts().within("areas", [yard])
    assert "template" not in PageParts(re.findall(r"\w{12}", known)).within("areas", [pond])


def _marks(sent: str) -> list[str]:
    found = re.search(r'data-has="([^"]*)"', sent)
    assert found is not None
    return found[1].split()
