"""Keys and texts as a translation file has them: as they read where YAML allows it, else in quotes or as a block."""

from __future__ import annotations

import json

from rulewright.core.load.reader import read_yaml
from rulewright.core.model.document import entries_of, text_of


def key_written(key: str) -> str:
    """Return a key of a mapping as YAML has it."""
    node, faults = read_yaml("", f"{key}: a\n".encode())
    is_plain = not faults and [written.text for written, _ in entries_of(node)] == [key]
    return key if is_plain and not key.startswith(tuple("'\"")) else _quoted(key)


def text_written(text: str, indent: int) -> str:
    """Return a text as the value of a key, a block of indented lines if it has several."""
    if "\n" in text:
        inside = " " * (indent + 2)
        rows = [f"{inside}{row}" if row else "" for row in text.removesuffix("\n").split("\n")]
        block = "\n".join(("|" if text.endswith("\n") else "|-", *rows))
        return block if _reads_as(f"{' ' * indent}a: {block}\n", text) else _quoted(text)
    return text if _reads_as(f"a: {text}\n", text) else _quoted(text)


def _reads_as(line: str, text: str) -> bool:
    node, faults = read_yaml("", line.encode())
    return not faults and [text_of(value) for _, value in entries_of(node)] == [text]


def _quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)
