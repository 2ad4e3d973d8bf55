"""Texts around the edges of YAML: what other readers refuse is refused here, with a hint that works; nothing raises.

The kinds are those of YAML's own examples of what is right and wrong; each text is written anew.
"""

from __future__ import annotations

import random

import pytest

from rulewright.core.diagnostics import Diagnostic
from rulewright.core.load.reader import as_plain, read_yaml


def read(text: str) -> tuple[object, tuple[Diagnostic, ...]]:
    node, found = read_yaml("file.yaml", text.encode())
    return (as_plain(node) if node is not None else None), found


def outside(text: str, found: tuple[Diagnostic, ...]) -> list[tuple[int, int]]:
    """The places of diagnostics that are in no line of a text, nor right behind one."""
    lines = text.removeprefix("\ufeff").replace("\r\n", "\n").split("\n")
    places = [(each.span.line, each.span.column) for each in found]
    return [(row, at) for row, at in places if not (1 <= row <= len(lines) and 1 <= at <= len(lines[row - 1]) + 1)]


# What is wrong, its line and column, and how it reads once the hint is followed.
LENIENT = {
    "a remark glued to a text": ('title: "Gulls"# birds\n', 1, 15, 'title: "Gulls" # birds\n'),
    "a remark glued to a text in single quotes": ("title: 'Gulls'#birds\n", 1, 15, "title: 'Gulls' #birds\n"),
    "a remark glued to a list": ("rules: [one, two]#both\n", 1, 18, "rules: [one, two] #both\n"),
    "a remark glued to a mapping": ("title: {en: Gulls}# birds\n", 1, 19, "title: {en: Gulls} # birds\n"),
    "a remark glued within a list": ('rules: ["one"# first\n  , two]\n', 1, 14, 'rules: ["one" # first\n  , two]\n'),
    "a remark glued to a folded text": ("about: ># long\n  text\n", 1, 9, "about: > # long\n  text\n"),
    "a remark glued to a literal text": ("does: |-#now\n  stop\n", 1, 9, "does: |- #now\n  stop\n"),
    "a dash alone in a list": ("values: [-]\n", 1, 10, 'values: ["-"]\n'),
    "a dash among others": ("values: [up, -, down]\n", 1, 14, 'values: [up, "-", down]\n'),
    "a list at the left edge": ("rules: [one,\ntwo]\n", 2, 1, "rules: [one,\n  two]\n"),
    "a list at the left edge deeper": ("a:\n  rules: [\none, two]\n", 3, 1, "a:\n  rules: [\n    one, two]\n"),
    "a list at the left edge in an item": ("- [one,\ntwo]\n", 2, 1, "- [one,\n  two]\n"),
    "a mapping at the left edge": ("title: {en: A,\npl: B}\n", 2, 1, "title: {en: A,\n  pl: B}\n"),
    "a text at the left edge": ('about: "one\ntwo"\n', 2, 1, 'about: "one\n  two"\n'),
    "a text in single quotes at the left edge": ("about: 'one\n\ntwo'\n", 3, 1, "about: 'one\n\n  two'\n"),
    "a question glued to a key": ("{?who: me}\n", 1, 2, '{"?who": me}\n'),
    "a question glued to a key within": ("title: {en: A, ?pl: B}\n", 1, 16, 'title: {en: A, "?pl": B}\n'),
}


@pytest.mark.parametrize("name", LENIENT)
def test_what_pyyaml_alone_accepts_is_refused_until_the_hint_is_followed(name: str) -> None:
    wrong, line, column, right = LENIENT[name]
    _, found = read(wrong)
    assert [(each.code, each.span.line, each.span.column) for each in found] == [("yaml-syntax", line, column)]
    assert found[0].hint
    value, found = read(right)
    assert found == ()
    assert value is not None


RIGHT = {
    "a sign that is no remark": ("a: b#c\n", {"a": "b#c"}),
    "a remark behind a list": ("a: [b] # c\n", {"a": ["b"]}),
    "a list that closes at the left edge": ("a: [\n  b,\n]\n", {"a": ["b"]}),
    "a mapping that closes at the left edge": ("a: {\n  b: c\n}\n", {"a": {"b": "c"}}),
    "a file in brackets": ("{a: 1,\nb: 2}\n", {"a": 1, "b": 2}),
    "a text that is the file": ('"one\ntwo"\n', "one two"),
    "a remark at the left edge within a list": ("a: [b,\n# c\n  d]\n", {"a": ["b", "d"]}),
    "a question in a value": ("a: {b: How much?}\n", {"a": {"b": "How much?"}}),
    "a dash in a word": ("a: [-b, c-]\n", {"a": ["-b", "c-"]}),
}


@pytest.mark.parametrize("name", RIGHT)
def test_what_every_reader_accepts_is_read(name: str) -> None:
    text, value = RIGHT[name]
    assert read(text) == (value, ())


KINDS = (
    # collections in blocks
    "- a\n- b\n", "a: 1\nb: 2\n", "-\n  - a\n", "- - a\n  - b\n", "a:\n- b\n- c\n", "a:\n    b: c\n  d: e\n",
    "- a\n b\n",
    "a: b: c\n", "a:\n  - b\n c: d\n", "a\nb: c\n", "-a\n", "- a: b\n  c: d\n", "- a: b\n c: d\n", "? a\n: b\n",
    "? - a\n: - b\n",
    "? a\n", ": a\n", "? |\n  long\n: b\n", "a:\n\n\n  b: c\n", " a: b\n", "  - a\n - b\n", "a: - b\n", "a: b\n- c\n",
    # collections in brackets
    "[a, b]\n", "[a, b\n", "[a, b]]\n", "[a,, b]\n", "[, a]\n", "[a, ]\n", "{a: b}\n", "{a: b\n", "{a, b: c}\n",
    "{a: b, }\n", "{, }\n",
    "{: a}\n", "{a: [b, {c: d}]}\n", "[a: b]\n", "[a b: c]\n", "[? a : b]\n", "{? a : b}\n", "{a:b}\n", '{"a":b}\n',
    "{a: }\n", "[[a]\n",
    "[a\n, b]\n", "[a]: b\n", "{a: b}: c\n", "a: [b]]\n", "a: {b: c}}\n", "[a] b\n", "{a: b} c\n", "[\n]\n", "{\n}\n",
    "[a, #b\n c]\n",
    "[---, a]\n", "[\n---\na]\n", "[!t a, b]\n", "[*a]\n", "[&a b]\n", "[a,\n\n\nb]\n", "a: [\n- b]\n", "[@a]\n",
    "[`a]\n", "[%a]\n",
    # quoted texts
    '"a"\n', '"a\n', "'a\n", "'a''b'\n", '"a\\"b"\n', '"\\q"\n', '"\\x4"\n', '"\\u00e9"\n', '"\\U00110000"\n',
    '"a\n\n b"\n', "'a\n---\nb'\n",
    '"a" b\n', "'a' 'b'\n", '"a": b\n', '"a\n b": c\n', 'a: "b" c\n', '"\\\n"\n', '""\n', "''\n", '"a\\\n  b"\n',
    '"\\ud800"\n', '"\\0"\n',
    # texts in blocks
    "|\n a\n", ">\n a\n b\n", "a: |\nb\n", "a: |2\n   b\n", "a: |0\n b\n", "a: |-+\n b\n", "a: |10\n b\n",
    "a: >x\n b\n", "a: | b\n", "|\n",
    "a: |\n   b\n  c\n", "a: >\n\n\n  b\n", "a: |1-\n b\n", "- |\n a\n- >\n b\n", "a: |+\n\n\nb: c\n", "a: |\n\tb\n",
    "a: |\n    \n  b\n",
    # plain texts
    "a\n", "a b\n c\n", "a: b\n  c\n", "a: b\n  c: d\n", "a: b #c\n", "a: #c\n", "a: 'b'c\n", "@a\n", "`a\n", "%a\n",
    "a: @b\n", "a: %b\n",
    "-\n", "?\n", ":\n", "a:\n", "a: -\n", "a: ?\n", "--- a\n", "... a\n", "a: b\n...\n", "a: |b\n", "a: !\n",
    "a: &\n", "a: *\n", "&a\n", "*a\n",
    # documents, directives, marks
    "", "\n", "#a\n", "---\n", "---\n---\n", "...\n", "---\na\n...\nb\n", "%YAML 1.2\n---\na\n", "%YAML 1.2\na\n",
    "%YAML 9\n---\na\n", "%TAG ! x\n---\na\n",
    "%A b\n---\na\n", "%\n", "%YAML\n", "a\n%b\n", "--- |\n a\n", "--- a: b\n", "---a\n", "&a a: &b b\n*a : *b\n",
    "&a &b c\n", "!a !b c\n", "!<a> b\n",
    "!<a b\n", "!!a b\n", "!a! b\n", "a: !!int b\n", "<<: a\n", "&a\n- *a\n", "a: &b\n", "a: *b c\n", "\ufeffa: b\n",
    "a: \ufeffb\n", "a\r\nb: c\r\n", "a\rb\n",
    "\ta: b\n", "a:\tb\n", "a: b\t\n", "- \ta\n", "a: [\tb]\n", "\x00", "\x07a\n", "a: \u2028b\n", "\u0085a\n",
    "a: b\x7f\n", "\ud7ff\n", "😀: 👩\u200d🚀\n",
)  # fmt: skip


@pytest.mark.parametrize("text", KINDS)
def test_no_text_raises_and_every_place_is_in_its_file(text: str) -> None:
    _, found = read(text)
    assert outside(text, found) == []
    assert [each.message for each in found if each.code == "yaml-syntax" and not each.hint] == []


PARTS = (
    "a", "b: ", "- ", "[", "]", "{", "}", ", ", ": ", "? ", "?", "#c", " # c", "\n", "\n  ", "\n    ", "'", '"', "|",
    "> ", "|+", "|2-",
    "&x ", "*x", "!t ", "!!str ", "%YAML 1.2\n", "---\n", "...\n", "x y", "\\", "\\u0041", "\t", "1", "01", "~",
    "yes", ":", ",", "-", "@",
    "`", "\u00a0", "é", "\u2028", "<<: ", "\r\n", "''", '""', "%", "“", "”",
)  # fmt: skip


@pytest.mark.parametrize("seed", range(8))
def test_whatever_is_put_together_is_read_or_refused_in_its_place(seed: int) -> None:
    chance = random.Random(seed)
    for _ in range(600):
        text = "".join(chance.choices(PARTS, k=chance.randint(1, 14)))
        assert (seed, text, outside(text, read(text)[1])) == (seed, text, [])
