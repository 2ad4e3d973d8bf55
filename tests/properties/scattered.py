"""Writes a document in styles that YAML has and the reader allows: lines or brackets, quotes, remarks everywhere."""

from __future__ import annotations

import random
from itertools import count

from rulewright.core.load.reader import read_yaml
from rulewright.core.model.document import Mapping, Node, Scalar, Sequence


def scattered(root: Node, chance: random.Random) -> str:
    """The same values in random styles."""
    numbers = count(1)

    def remark() -> str:
        return f"# remark {next(numbers)}"

    def space() -> str:
        return " " * chance.choice((1, 1, 1, 2, 5))

    def loose(indent: int) -> list[str]:
        """Blank lines and remarks between two lines."""
        lines = []
        while chance.random() < 0.15:
            lines.append(chance.choice(("", " " * chance.randint(0, indent + 3) + remark())))
        return lines

    def behind() -> str:
        return space() + remark() if chance.random() < 0.1 else ""

    def text_of(scalar: Scalar, in_flow: bool) -> str:
        if not isinstance(scalar.value, str):
            return scalar.text
        plain = scalar.text
        ways = []
        if "\n" not in plain and plain:
            escaped = plain.replace("\\", "\\\\").replace('"', '\\"')
            ways = ["'" + plain.replace("'", "''") + "'", f'"{escaped}"']
            if is_plain(plain, in_flow):
                ways += [plain] * 3
        else:
            escaped = plain.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n").replace("\t", "\\t")
            ways = [f'"{escaped}"']
        return chance.choice(ways)

    def flow(node: Node) -> str:
        if isinstance(node, Scalar):
            return text_of(node, True)
        inner = []
        if isinstance(node, Mapping):
            inner = [f"{text_of(key, True)}:{space()}{flow(value)}" for key, value in node.entries]
        else:
            inner = [flow(item) for item in node.items]
        opening, closing = ("{", "}") if isinstance(node, Mapping) else ("[", "]")
        text = opening + " " * chance.randint(0, 1)
        for number, part in enumerate(inner):
            text += part + ("," if number < len(inner) - 1 or chance.random() < 0.1 else "")
            if chance.random() < 0.1:
                text += behind() + "\n" + " " * chance.randint(30, 50)
            elif number < len(inner) - 1:
                text += space()
        return text + closing

    def block(node: Node, indent: int) -> list[str]:
        """Lines of a list or mapping, indented; empty ones cannot be written so."""
        lines: list[str] = []
        pad = " " * indent
        deeper = indent + chance.choice((2, 2, 3, 4))
        parts: list[tuple[str, Node]] = []
        if isinstance(node, Mapping):
            parts = [(f"{text_of(key, False)}:", value) for key, value in node.entries]
        elif isinstance(node, Sequence):
            parts = [("-", item) for item in node.items]
        for head, value in parts:
            lines += loose(indent)
            if isinstance(value, Scalar):
                literal = isinstance(value.value, str) and "\n" in value.text
                if literal and value.text.endswith("\n") and not value.text.startswith((" ", "\n")):
                    sign = "" if not value.text.endswith("\n\n") else "+"
                    lines.append(f"{pad}{head} |{sign}{behind()}")
                    rows = value.text[:-1].split("\n")
                    lines += [(" " * deeper + row) if row else "" for row in rows]
                    if sign:
                        continue
                else:
                    lines.append(f"{pad}{head}{space()}{text_of(value, False)}{behind()}")
            elif is_empty(value) or chance.random() < 0.3:
                lines.append(f"{pad}{head}{space()}{flow(value)}{behind()}")
            else:
                lines.append(f"{pad}{head}{behind()}")
                lines += block(value, deeper)
        return lines

    return "\n".join([*loose(0), *block(root, 0), *loose(0)]) + "\n"


def is_empty(node: Node) -> bool:
    return not (node.items if isinstance(node, Sequence) else node.entries if isinstance(node, Mapping) else ())


def is_plain(text: str, in_flow: bool) -> bool:
    root, faults = read_yaml("", (f"{{k: {text}}}" if in_flow else f"k: {text}").encode())
    value = root.get("k") if isinstance(root, Mapping) else None
    return not faults and isinstance(value, Scalar) and value.value == text and not isinstance(value.value, bool | int)
