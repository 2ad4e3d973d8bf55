"""`fmt` puts values in quotes where YAML cannot read them without; an editor offers that as a fix."""

from __future__ import annotations

import pytest

from rulewright.author.editor.formatting.effect_texts import KnownEntries
from rulewright.author.editor.formatting.formatting import formatted
from rulewright.author.editor.quick_fixes import quick_fixes
from rulewright.core.load.reader import read_yaml

CONTENT = """\
kind: content
components:
  - {{id: well, kind: card, title: {{en: Well}}, does: {well}, copies: 2}}
  - {{id: shop, kind: card, title: {{en: Shop}}, does: {shop}}}
procedures:
  - gust(): {gust}
"""
PLAIN = {"well": "gain 1 coin", "shop": "gain 2 coin", "gust": "nothing"}
WITHIN_BRACES = [
    "move row[1] to hand",
    "if coin > 2: gain 1 coin",
    "gain keep_between(coin, 1, 5) coin",
    "may: move row[1] to hand",
]


def text(**values: str) -> str:
    return CONTENT.format(**(PLAIN | values))


@pytest.mark.parametrize("value", WITHIN_BRACES)
def test_a_value_in_braces_is_put_in_quotes(value: str) -> None:
    before = text(shop=value, well=value)
    layout = formatted("shop.yaml", before.encode(), KnownEntries())
    assert (layout.text, layout.diagnostics) == (text(shop=f'"{value}"', well=f'"{value}"'), ())


@pytest.mark.parametrize("head", ["gust()", "gust(n in 1..3, s in seat or none)", "gust(p in seat) gives set of seat"])
def test_a_value_on_a_line_of_its_own_is_put_in_quotes(head: str) -> None:
    layout = formatted("gust.yaml", text(gust="may: gain 1 coin").replace("gust()", head).encode(), KnownEntries())
    assert layout.text == text(gust='"may: gain 1 coin"').replace("gust()", head)


@pytest.mark.parametrize("value", WITHIN_BRACES)
def test_the_fix_of_an_editor_does_the_same(value: str) -> None:
    before = text(shop=value)
    _, faults = read_yaml("shop.yaml", before.encode())
    lines = before.split("\n")
    (fix,) = quick_fixes(faults[0], lines)
    line, begins = fix.span.line - 1, fix.span.column - 1
    lines[line] = lines[line][:begins] + fix.text + lines[line][begins + fix.span.length :]
    assert "\n".join(lines) == text(shop=f'"{value}"')


def test_what_quotes_do_not_mend_stays_with_its_first_fault() -> None:
    before = "kind: content\nprocedures:\n  - {id: gust, does: move row[1] too hand}\n"
    layout = formatted("gust.yaml", before.encode(), KnownEntries())
    assert layout.text is None
    assert [(each.code, each.span.line) for each in layout.diagnostics] == [("yaml-syntax", 3)]


def test_a_file_that_cannot_be_read_for_other_reasons_is_left_alone() -> None:
    layout = formatted("shop.yaml", text(shop="gain 1 coin} }").encode(), KnownEntries())
    assert layout.text is None
    assert layout.diagnostics
