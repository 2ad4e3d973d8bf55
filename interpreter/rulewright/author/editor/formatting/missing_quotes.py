"""Puts in quotes what YAML cannot read without: a value with a sign in it, such as `does: move row[1] to hand`."""

from __future__ import annotations

from dataclasses import replace

from rulewright.core.diagnostics import Diagnostic
from rulewright.core.load.files import SourceFile
from rulewright.core.load.reader import read_yaml
from rulewright.core.load.text import decode

FileRead = tuple[SourceFile, tuple[Diagnostic, ...]]
"""A file and the diagnostics of reading it."""

_CODES = frozenset({"yaml-syntax", "empty-value"})
_MOST = 200
"""How many values of a file are mended. Each costs a reading, as the parser stops at the first."""


def with_quotes(read: FileRead) -> FileRead:
    """Return the file with such values in quotes, as it was read again, or unchanged if it is still not readable."""
    file, faults = read
    for _ in range(_MOST):
        if not faults:
            return file, faults
        data = _in_quotes(file, faults[0])
        if data is None:
            break
        node, faults = read_yaml(file.name, data)
        file = replace(file, data=data, node=node)
    return read


def _in_quotes(file: SourceFile, fault: Diagnostic) -> bytes | None:
    """Return the bytes of a file with the value in quotes that a fault is about, None if it is about none."""
    text, _ = decode(file.name, file.data)
    suggestion = fault.suggestion
    if text is None or suggestion is None or fault.code not in _CODES:
        return None
    lines = text.split("\n")
    line = lines[fault.span.line - 1]
    starts = [at for at in range(fault.span.column) if line.startswith(suggestion.word, at)]
    if not starts:
        return None
    lines[fault.span.line - 1] = line[: starts[-1]] + suggestion.names[0] + line[starts[-1] + len(suggestion.word) :]
    return "\n".join(lines).encode()
