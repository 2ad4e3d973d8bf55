"""Every small wrong file is refused with exactly the codes and lines it says in its first lines."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
import yaml

from rulewright.core.load.reader import read_yaml

CORPUS = Path(__file__).parent / "load"
EXPECTED = re.compile(r"# expect: ([a-z0-9-]+) ([0-9]+)")


def expectations(text: str) -> list[tuple[str, int]]:
    found = []
    for line in text.split("\n"):
        match = EXPECTED.fullmatch(line)
        if match is None:
            break
        found.append((match[1], int(match[2])))
    return found


@pytest.mark.parametrize(
    "path", sorted(CORPUS.glob("*.bad.yaml")), ids=lambda path: path.name.removesuffix(".bad.yaml")
)
def test_file_is_refused_as_it_says(path: Path) -> None:
    data = path.read_bytes()
    expected = expectations(data.decode())
    _, diagnostics = read_yaml(path.name, data)
    assert expected
    assert sorted((each.code, each.span.line) for each in diagnostics) == sorted(expected)


UNWRITABLE = {
    "control character": (b"name: bell\x07\n", [("control-character", 1)]),
    "null": (b"a: 1\nb: \x00\n", [("control-character", 2)]),
    "two control characters": (b"a: \x1b[0m\nb: \x7f\n", [("control-character", 1), ("control-character", 2)]),
    "next line": ("a: one\u0085two\n".encode(), [("control-character", 1)]),
    "line separator": ("a: one\u2028two\n".encode(), [("control-character", 1)]),
    "text direction": ("a: one\nb: \u202egain\n".encode(), [("control-character", 2)]),
    "lone carriage return": (b"a: one\rb: two\n", [("control-character", 1)]),
    "byte order mark inside": ("a: one\n\ufeffb: two\n".encode(), [("control-character", 2)]),
    "bytes that are not UTF-8": (b"a: one\nb: caf\xe9\n", [("not-utf8", 2)]),
    "UTF-16": ("a: one\n".encode("utf-16"), [("not-utf8", 1)]),
    "surrogates": (b"a: \xed\xa0\x80\n", [("not-utf8", 1)]),
    "image": (b"\x89PNG\r\n\x1a\n", [("not-utf8", 1)]),
    "no bytes": (b"", [("empty-file", 1)]),
    "only blank lines": (b"\n\n\n", [("empty-file", 1)]),
    "2 MB and a byte": (b"#" * 2_000_001, [("too-large", 1)]),
    "a million brackets": (b"[" * 1_000_000, [("too-deep", 1)]),
    "a million braces": (b"{a: " * 400_000, [("too-deep", 1)]),
    "a million dashes": (b"- " * 1_000_000, [("too-deep", 1)]),
    "a million items": (b"- a\n" * 400_000, [("too-large", 50_000)]),
    "an endless text": (b"a: " + b"x" * 1_900_000, [("too-large", 1)]),
    "an endless quote": (b"a: '" + b"x" * 1_900_000, [("yaml-syntax", 1)]),
    "an endless key": (b"x" * 1_900_000 + b": 1", [("too-large", 1)]),
    "a million documents": (b"---\n" * 400_000, [("many-documents", 2)]),
}


@pytest.mark.parametrize("name", UNWRITABLE)
def test_bytes_that_hold_no_comment_are_refused(name: str) -> None:
    data, expected = UNWRITABLE[name]
    _, diagnostics = read_yaml("file.yaml", data)
    assert [(each.code, each.span.line) for each in diagnostics] == expected


def test_reading_stops_after_many_faults() -> None:
    node, diagnostics = read_yaml("file.yaml", b"- no\n" * 30_000)
    assert node is None
    assert len(diagnostics) == 500


def test_brackets_that_a_parser_gives_up_on_are_nested_too_deep(monkeypatch: pytest.MonkeyPatch) -> None:
    def gives_up(text: str) -> Iterator[yaml.Event]:
        yield from ()
        raise yaml.YAMLError("too much at once")

    monkeypatch.setattr("rulewright.core.load.reader.events", gives_up)
    _, diagnostics = read_yaml("file.yaml", b"a: 1\nb: " + b"[" * 41)
    assert [(each.code, each.span.line, each.span.column) for each in diagnostics] == [("too-deep", 2, 4)]
    assert [each.code for each in read_yaml("file.yaml", b"a: " + b"[" * 40)[1]] == ["yaml-syntax"]


def test_a_fault_before_many_brackets_is_told_as_it_is() -> None:
    _, diagnostics = read_yaml("file.yaml", b"a: @\nb: " + b"[" * 41)
    assert [(each.code, each.span.line) for each in diagnostics] == [("yaml-syntax", 1)]
