"""A file in canonical layout: from its bytes to its new text, or to the diagnostics that forbid it.

Reading and writing of files is in rewriting.py.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, fields, is_dataclass, replace
from pathlib import Path

from rulewright.author.editor.formatting.effect_texts import KnownEntries, texts_of
from rulewright.author.editor.formatting.heads_first import with_heads_first
from rulewright.author.editor.formatting.missing_quotes import FileRead, with_quotes
from rulewright.author.editor.formatting.ruleset_around import known_with
from rulewright.author.editor.formatting.writer import Writer
from rulewright.core.diagnostics import Diagnostic, sort_diagnostics
from rulewright.core.language.mistakes import Mistake, diagnostic_of
from rulewright.core.language.old_words import OLD_KEYS
from rulewright.core.language.parse import parse_text
from rulewright.core.language.remarks import with_remarks
from rulewright.core.load.files import SourceFile
from rulewright.core.load.reader import read_yaml
from rulewright.core.load.text import decode
from rulewright.core.load.written import written_form
from rulewright.core.model.document import Node, Scalar, Way, nodes_in
from rulewright.core.model.effects import Place


@dataclass(frozen=True, slots=True)
class Formatted:
    """The new text of a file, or None with what is wrong with the file. `before` is its text with plain line feeds."""

    before: str
    text: str | None
    diagnostics: tuple[Diagnostic, ...]


def formatted(name: str, data: bytes, surroundings: KnownEntries) -> Formatted:
    """Return a file in canonical layout. `surroundings` are its ruleset's kinds and entries, from `known_around`.

    A file that cannot be read even with quotes around its values, or with an effect text that cannot be parsed, is not
    formatted. The new text means the same as the old one.
    """
    root, faults = read_yaml(name, data)
    return formatted_as_read((SourceFile(name, Path(name), data, root), faults), lambda _: surroundings)


def formatted_as_read(read: FileRead, surroundings: Callable[[Node], KnownEntries]) -> Formatted:
    """Return a file that was read in canonical layout, with the surroundings that there are for its document."""
    file, faults = with_quotes(read)
    if file.node is None:
        return Formatted("", None, faults)
    new = formatted_file(file, faults, surroundings(file.node))
    return new if new.text is not None or file is read[0] else replace(new, diagnostics=read[1])


def formatted_file(file: SourceFile, faults: tuple[Diagnostic, ...], surroundings: KnownEntries) -> Formatted:
    """Return a file that was read, with the diagnostics of reading, in canonical layout."""
    name, root = file.name, file.node
    before, _ = decode(name, file.data)
    if root is None or before is None or any(each.severity == "error" for each in faults):
        return Formatted(before or "", None, faults)
    known = known_with(surroundings, root)
    headed = with_heads_first(before)
    texts = texts_of(_read_again(name, headed) if headed != before else root, known)
    parsed = ((scalar, parse_text(scalar.text, sort)) for scalar, sort in texts.values())
    mistakes = [diagnostic_of(scalar, tree) for scalar, tree in parsed if isinstance(tree, Mistake)]
    if mistakes:
        return Formatted(before, None, sort_diagnostics(mistakes))
    written, remarks = written_form(headed)
    sorts = {path: sort for path, (_, sort) in texts.items()}
    lines = Writer(headed.split("\n"), deque(remarks), sorts).document(written)
    text = "\n".join(with_remarks(lines)) + "\n"
    if text != before:
        assert same_meaning(root, _read_again(name, text), known), f"the layout of {name} would change what it means"
    return Formatted(before, text, ())


def _read_again(name: str, text: str) -> Node:
    root, _ = read_yaml(name, text.encode())
    assert root is not None, f"the layout of {name} cannot be read"
    return root


def same_meaning(one: Node, other: Node, known: KnownEntries) -> bool:
    """Whether two documents say the same: equal values, and effect texts with equal trees."""
    trees = (_trees(one, known), _trees(other, known))
    return trees[0] == trees[1] and _values(one, trees[0]) == _values(other, trees[1])


def _trees(root: Node, known: KnownEntries) -> dict[Way, object]:
    texts = texts_of(root, known)
    return {path: _without_places(parse_text(scalar.text, sort)) for path, (scalar, sort) in texts.items()}


def _values(root: Node, texts: dict[Way, object]) -> list[tuple[Way, tuple[object, ...]]]:
    """Return the values of a document by their ways, without its effect texts. Booleans and numbers remain distinct.

    The order of keys says nothing.
    """
    values = [(_today(way), _value(each, way in texts)) for way, each in nodes_in(root)]
    return sorted(values, key=lambda each: [str(step) for step in each[0]])


def _today(way: Way) -> Way:
    return tuple(OLD_KEYS.get(each, each) if isinstance(each, str) else each for each in way)


def _value(node: Node, is_text: bool) -> tuple[object, ...]:
    return (type(node.value), "" if is_text else node.value) if isinstance(node, Scalar) else (type(node),)


def _without_places(node: object) -> object:
    if isinstance(node, Place):
        return None
    if isinstance(node, tuple):
        return tuple(_without_places(each) for each in node)
    if is_dataclass(node) and not isinstance(node, type):
        return (type(node), *(_without_places(getattr(node, field.name)) for field in fields(node)))
    return node
