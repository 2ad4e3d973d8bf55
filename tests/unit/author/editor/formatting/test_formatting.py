"""What the canonical layout of a file looks like, and what of it stays the author's."""

from __future__ import annotations

import pytest

from rulewright.author.editor.formatting.effect_texts import KnownEntries
from rulewright.author.editor.formatting.formatting import formatted
from rulewright.author.editor.formatting.ruleset_around import known_with
from rulewright.core.load.reader import read_yaml

HEAD = "kind: content\n"


def laid_out(text: str, known: KnownEntries | None = None) -> str:
    """The layout of a text, which is stable."""
    result = formatted("a.yaml", text.encode(), known or KnownEntries())
    assert result.text is not None, result.diagnostics
    assert formatted("a.yaml", result.text.encode(), known or KnownEntries()).text == result.text
    return result.text


@pytest.mark.parametrize(
    ("written", "wanted"),
    [
        ("a:   1\n", "a: 1\n"),
        ("a:\n- 1\n-   2\n", "a:\n  - 1\n  - 2\n"),
        ("a:\n      b:\n            c: 1\n", "a:\n  b:\n    c: 1\n"),
        ("a:\n  -\n    b: 1\n    c: 2\n", "a:\n  - b: 1\n    c: 2\n"),
        ("a: { b : 1,c: [ 2,3 , ] }\n", "a: {b: 1, c: [2, 3]}\n"),
        ("a: [1,\n 2,\n\n 3\n ]\n", "a: [1,\n    2,\n    3]\n"),
        ("a: {\n  b: 1,\n  c: 2\n}\n", "a: {b: 1,\n    c: 2}\n"),
        ("? a\n: 1\n", "a: 1\n"),
        ("---\na: 1\n...\n", "a: 1\n"),
        ("\n\na: 1\n\n\n\nb: 2\n\n\n", "a: 1\n\nb: 2\n"),
        ("a: one\n   two\n", "a: one\n  two\n"),
        ("a: 1", "a: 1\n"),
        ("\ufeffa: 1\r\nb: 2\r\n", "a: 1\nb: 2\n"),
        ("{a: 1, b: 2}\n", "{a: 1, b: 2}\n"),
        ("--- |\n a\n", "|\n  a\n"),
        ("a: |\n\n    b\n     c\n", "a: |\n\n  b\n   c\n"),
        ("a: |1\n  b\n c\n", "a: |2\n   b\n  c\n"),
        ("a: |+\n    b\n\n\nc: 1\n", "a: |+\n  b\n\n\nc: 1\n"),
        ("a: >\n    b\n    c", "a: >-\n  b\n  c\n"),
        ("- [a: 1]\n", "- [{a: 1}]\n"),
    ],
)
def test_spaces_indentation_and_blank_lines_are_made_alike(written: str, wanted: str) -> None:
    assert laid_out(written) == wanted


@pytest.mark.parametrize(
    ("written", "wanted"),
    [
        ("a: 'one'\n", "a: one\n"),
        ("a: 'one, two'\n", "a: one, two\n"),
        ("a: {b: 'one, two'}\n", 'a: {b: "one, two"}\n'),
        ("a: '1'\n", 'a: "1"\n'),
        ("a: 'yes'\n", 'a: "yes"\n'),
        ("a: 'b: c'\n", 'a: "b: c"\n'),
        ("a: 'say \"b: c\"'\n", "a: 'say \"b: c\"'\n"),
        ('a: "it\'s: so"\n', 'a: "it\'s: so"\n'),
        ('a: "x\\ty"\n', 'a: "x\\ty"\n'),
        ("a: 'columns   wide'\n", 'a: "columns   wide"\n'),
        ('a: "b: c"\nd: "e"\n', 'a: "b: c"\nd: "e"\n'),
        ('a: "b: c"\nd: e\n', 'a: "b: c"\nd: e\n'),
        ('"a": 1\n', "a: 1\n"),
        ("'1': a\n", '"1": a\n'),
        ("'yes': a\n", '"yes": a\n'),
    ],
)
def test_quotes_stand_where_they_are_needed_or_all_values_have_them(written: str, wanted: str) -> None:
    assert laid_out(written) == wanted


def test_whether_a_text_needs_quotes_is_seen_as_it_is_laid_out() -> None:
    written = HEAD + 'procedures: [{id: "lose", does: "end game won by others\\n"}]\n'
    assert laid_out(written) == HEAD + "procedures: [{id: lose, does: end game won by others}]\n"


@pytest.mark.parametrize(
    ("written", "wanted"),
    [
        ("a: 1 # x\n", "a: 1  # x\n"),
        ("a: 1   # x\nbcd: 2 # y\n", "a: 1    # x\nbcd: 2  # y\n"),
        ("a:     1   # x\nbcd:     2 # y\n", "a: 1       # x\nbcd: 2     # y\n"),
        ("a: 1     # x\nb: 200   # y\n", "a: 1     # x\nb: 200   # y\n"),
        ("a:\n# x\n- 1\n# y\n\n# z\nb: 1\n", "a:\n  # x\n  - 1\n# y\n\n# z\nb: 1\n"),
        ("a:\n    - 1\n    # in the list\n# outside\nb: 1\n", "a:\n  - 1\n  # in the list\n# outside\nb: 1\n"),
        ("a: # x\n  1\n", "# x\na: 1\n"),
        ("a:\n  - b: 1\n    # in\n  - {c: 1}\n", "a:\n  - b: 1\n    # in\n  - {c: 1}\n"),
        ("a:  # x\n  b: 1\n", "a:  # x\n  b: 1\n"),
        ("- # x\n  a: 1\n", "# x\n- a: 1\n"),
        ("a: [1, # x\n 2 # y\n ] # z\n", "a: [1,  # x\n    2  # y\n    ]  # z\n"),
        ("a: {b: 1,\n# x\n c: 2}\n", "a: {b: 1,\n    # x\n    c: 2}\n"),
        ("a: | # x\n  one\n# y\n", "a: |  # x\n  one\n# y\n"),
        ("# x\n\n\n# y\na: 1\n# z", "# x\n\n# y\na: 1\n# z\n"),
    ],
)
def test_remarks_stay_in_their_order_and_columns(written: str, wanted: str) -> None:
    assert laid_out(written) == wanted


@pytest.mark.parametrize(
    ("written", "wanted"),
    [
        ("does: gain  1 coin;lose 2   coin", "does: gain 1 coin; lose 2 coin"),
        ("does: ' ask seat(1):stop'", 'does: "ask seat(1): stop"'),
        ('does: "gain 1 coin"', "does: gain 1 coin"),
        ('does: "if a=1:\\n    stop\\n"', "does: |\n      if a = 1:\n        stop"),
        (
            "does: |\n      if a=-1:   # x\n          stop\n\n\n\n          # y\n          stop\n      # z",
            "does: |\n      if a = -1:  # x\n        stop\n\n        # y\n        stop\n      # z",
        ),
    ],
)
def test_effect_texts_have_a_layout_of_their_own(written: str, wanted: str) -> None:
    assert laid_out(f"{HEAD}triggers:\n  - id: p\n    {written}\n") == f"{HEAD}triggers:\n  - id: p\n    {wanted}\n"


def test_long_expressions_keep_their_rows() -> None:
    written = f"{HEAD}quantities:\n- q(): >\n     1+2+\n     max( 3,4 )\n"
    assert laid_out(written) == f"{HEAD}quantities:\n  - q(): >-\n      1 + 2 +\n      max(3, 4)\n"


def test_texts_for_people_are_left_alone() -> None:
    text = f"{HEAD}procedures:\n  - p(): stop\n    about: |\n      gain  1   coin;now\n\n\n       - so=so\n"
    assert laid_out(text) == text


def test_values_of_components_are_texts_as_their_kind_says() -> None:
    written = (
        f"{HEAD}kinds:\n  - id: card\n    fields: {{does: effect, name: text}}\n"
        "components:\n  - {id: one, kind: card, does: gain  1 coin, name: gain  1 coin}\n"
    )
    assert "{id: one, kind: card, does: gain 1 coin, name: gain  1 coin}" in laid_out(written)


@pytest.mark.parametrize(
    "change", ["set: {fields.wakes: effect}", "add: {fields: {wakes: effect}}", "add: {fields.wakes: effect}"]
)
def test_fields_that_a_patch_gives_a_kind_hold_texts_as_well(change: str) -> None:
    written = (
        f"{HEAD}kinds:\n  - {{id: card, fields: {{name: text}}}}\n"
        f"patches:\n  - {{change: card, because: so, {change}}}\n"
        "components:\n  - {id: one, kind: card, wakes: gain  1 coin}\n"
    )
    document, _ = read_yaml("a.yaml", written.encode())
    assert "{id: one, kind: card, wakes: gain 1 coin}" in laid_out(written, known_with(KnownEntries(), document))


def test_aligned_values_stay_so() -> None:
    assert laid_out("a:    1\nbbb:  2\nc: 3\n") == "a:   1\nbbb: 2\nc: 3\n"


def test_a_file_with_mistakes_is_not_formatted() -> None:
    for text, code in (
        ("a: [1\n", "yaml-syntax"),
        ("a: 1\na: 2\n", "duplicate-key"),
        (f"{HEAD}procedures:\n  - {{id: p, does: gain 1}}\n", "effect-syntax"),
        ("", "empty-file"),
    ):
        result = formatted("a.yaml", text.encode(), KnownEntries())
        assert result.text is None
        assert [each.code for each in result.diagnostics] == [code]


@pytest.mark.parametrize(
    ("written", "wanted"),
    [
        ("- id: a\n    title: {en: A}\n    does: |\n      gain 1 x\n",
         "- a(): |\n      gain 1 x\n    title: {en: A}\n"),
        ("- does: nothing\n    id: a\n    takes: {n: 1..3, s: seat or none}\n",
         "- a(n in 1..3, s in seat or none): nothing\n"),
        ("- id: a\n    takes:\n      n: number\n    gives: set of seat\n    does: stop with others\n    rules: [x]\n",
         "- a(n in number) gives set of seat [x]: stop with others\n"),
        ("- id: a\n    does:\n      gain 1 x\n\n  # Why\n  - id: b\n    does: nothing\n",
         "- a(): gain 1 x\n\n  # Why\n  - b(): nothing\n"),
    ],
)  # fmt: skip
def test_an_entry_in_lines_begins_with_its_head(written: str, wanted: str) -> None:
    assert laid_out(f"{HEAD}procedures:\n  {written}") == f"{HEAD}procedures:\n  {wanted}"


@pytest.mark.parametrize(
    "written",
    [
        "- {id: a, does: nothing}\n",
        "- id: a\n    # Why\n    does: nothing\n",
        "- id: a\n    does: nothing  # Why\n",
        "- id: a\n\n    does: nothing\n",
        "- id: a_{n}\n    each: {n: 1..3}\n    does: nothing\n",
        "- id: a\n    title: {en: A}\n",
        "- id: a\n    takes: {}\n    does: nothing\n",
    ],
)
def test_an_entry_whose_keys_have_remarks_or_no_text_stays_in_full(written: str) -> None:
    assert laid_out(f"{HEAD}procedures:\n  {written}") == f"{HEAD}procedures:\n  {written}"


def test_a_quantity_and_an_entry_of_a_house_rule_begin_with_their_heads() -> None:
    written = "kind: variant\nadds:\n  quantities:\n    - id: a\n      amount: 2\n      about: Two\n"
    assert laid_out(written) == "kind: variant\nadds:\n  quantities:\n    - a(): 2\n      about: Two\n"
