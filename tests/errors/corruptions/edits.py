"""One wrong edit of a ruleset's file, of a kind that people make, with the line it stands on and what was meant."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from rulewright.core.diagnostics import Span
from rulewright.core.language.mistakes import Mistake
from rulewright.core.language.parse import parse_effect
from rulewright.core.language.vocabulary import STATEMENT_WORDS
from rulewright.core.model.document import Mapping, Node, Scalar, Sequence

# Keys under which an author makes names of his own: a slip there is found where the name is used, on another line.
NAMING = frozenset({"fields", "takes", "border_fields", "rules", "reasons", "title", "text"})
EFFECTS = frozenset({"does", "amount", "when", "arrange", "play"})
VERBS = frozenset(STATEMENT_WORDS)
MADE_BEFORE = re.compile(r"(?:\b(?:let|pick|roll|may|each)|\()\s*$")
MADE_AFTER = re.compile(r"\s*(?::| in | for )")
WORD = re.compile(r"[a-z][a-z0-9_]*")


@dataclass(frozen=True, slots=True)
class Edit:
    """What was done to a file: the kind, the text as it is now, the lines a diagnostic may point at, the word meant."""

    kind: str
    text: str
    lines: range
    meant: str = ""
    slip: str = ""


@dataclass(frozen=True, slots=True)
class File:
    """A file's text and document, and every name of its ruleset."""

    text: str
    node: Mapping
    names: frozenset[str]
    effect_fields: frozenset[str]


Maker = Callable[[File, random.Random], Edit | None]


def misspelt_key(file: File, rng: random.Random) -> Edit | None:
    """A key with a slip in it."""
    keys = [key for key, _, above in _pairs(file.node) if above not in NAMING and len(key.text) > 2]
    if not keys:
        return None
    key = rng.choice(keys)
    slip = _slip(key.text, rng, frozenset(each.text for each, _, _ in _pairs(file.node)))
    return _replaced("misspelt key", file, key.span, key.text, slip)


def misspelt_name(file: File, rng: random.Random) -> Edit | None:
    """A name of the ruleset with a slip in it, where an effect text uses it."""
    found = []
    for scalar in _effects(file):
        for span, word, before, after in _words(file, scalar):
            made_here = MADE_BEFORE.search(before) or MADE_AFTER.match(after)
            part = before.endswith(".")
            if word in file.names and word not in VERBS and len(word) > 3 and not (made_here or part):
                found.append((span, word))
    if not found:
        return None
    span, word = rng.choice(found)
    slip = _slip(word, rng, file.names)
    return _replaced("misspelt name", file, span, word, slip)


def misspelt_verb(file: File, rng: random.Random) -> Edit | None:
    """The first word of a statement with a slip in it."""
    found = []
    for scalar in _effects(file):
        if _is_effect(scalar):
            found += [
                (span, word)
                for span, word, before, _ in _words(file, scalar)
                if word in VERBS and len(word) > 2 and re.search(r"(?:^|[:;])\s*$", before)
            ]
    if not found:
        return None
    span, word = rng.choice(found)
    slip = _slip(word, rng, VERBS | file.names)
    return _replaced("misspelt verb", file, span, word, slip)


def wrong_type(file: File, rng: random.Random) -> Edit | None:
    """A value that is no longer a number, or a list, or a text where one is wanted."""
    found = []
    for key, node, above in _pairs(file.node):
        if isinstance(node, Scalar) and node.span.line == key.span.line and above not in NAMING and not node.runs:
            found.append((key, node))
    if not found:
        return None
    _, node = rng.choice(found)
    written = _written(file.text, node)
    other = f"{{it: {written}}}" if isinstance(node.value, str) else "many"
    wrong = rng.choice((f"[{written}]", other))
    return _replaced("wrong type", file, node.span, written, wrong)


def missing_key(file: File, rng: random.Random) -> Edit | None:
    """An entry that has lost its id, kind or does."""
    lines = file.text.split("\n")
    found = []
    for mapping in _mappings(file.node):
        last = max((_last_line(node) for _, node in mapping.entries), default=0)
        for key, node in mapping.entries:
            if key.text in ("id", "kind", "change", "because", "values", "holds") and isinstance(node, Scalar):
                found.append((mapping, key, node, last))
    if not found:
        return None
    mapping, key, node, last = rng.choice(found)
    at = key.span.line - 1
    pattern = re.compile(rf"{key.text}:\s*{re.escape(_written(file.text, node))}(?:,\s*)?")
    start = key.span.column - 1
    match = pattern.match(lines[at], start)
    if match is None:
        return None
    flow = "{" in lines[at][:start]
    left, right = lines[at][:start], lines[at][match.end() :]
    if not flow and not left.strip():
        del lines[at]
        last -= 1
    elif not flow and left.strip() == "-" and not right.strip() and len(mapping.entries) > 1:
        lines[at] = left + lines.pop(at + 1).strip()
        last -= 1
    elif flow:
        lines[at] = (left.rstrip().removesuffix(",") if right.startswith("}") else left) + right
    else:
        return None
    return Edit("missing key", "\n".join(lines), range(mapping.span.line, last + 1), key.text)


def doubled_entry(file: File, rng: random.Random) -> Edit | None:
    """An entry that stands twice, one below the other."""
    lines = file.text.split("\n")
    found = []
    for key, node in file.node.entries:
        items = node.items if isinstance(node, Sequence) and key.text != "patches" else ()
        found += [item for item in items if isinstance(item, Mapping) and item.get("id") is not None]
    if not found:
        return None
    item = rng.choice(found)
    first, last = item.span.line, _last_line(item)
    while last < len(lines) and lines[last].strip() and not re.match(r"\s*(?:- |#|\w+:)", lines[last]):
        last += 1
    entry = lines[first - 1 : last]
    if not entry[0].lstrip().startswith("- "):
        return None
    text = "\n".join([*lines[:last], *entry, *lines[last:]])
    return Edit("doubled entry", text, range(last + 1, last + len(entry) + 1))


def missing_entry(file: File, rng: random.Random) -> Edit | None:
    """An entry that is gone, though another one of the same file names it."""
    lines = file.text.split("\n")
    found = []
    for key, node in file.node.entries:
        items = node.items if isinstance(node, Sequence) and key.text != "patches" else ()
        for item in items if len(items) > 1 else ():
            called = item.get("id") if isinstance(item, Mapping) else None
            if isinstance(called, Scalar) and lines[item.span.line - 1].lstrip().startswith("- "):
                found.append((called.text, item.span.line, _last_line(item)))
    rng.shuffle(found)
    for name, first, last in found:
        if last < len(lines) and lines[last].strip() and not re.match(r"\s*(?:- |#|\w+:)", lines[last]):
            continue
        rest = [*lines[: first - 1], *lines[last:]]
        using = [n for n, line in enumerate(rest, 1) if re.search(rf"(?<![\w.]){name}(?!\w)", line.split("#")[0])]
        scalars = [_used_in(scalar, name) for scalar in _effects(file)]
        if using and any(scalars) and len([line for line in lines[first - 1 : last] if line.strip()]) < len(lines) / 2:
            return Edit("missing entry", "\n".join(rest), _cover(using), name)
    return None


def broken_expression(file: File, rng: random.Random) -> Edit | None:
    """An effect text that has lost a bracket or an operand, or has an operator too many."""
    found = []
    for scalar in _effects(file):
        for number, content in _lines_of(scalar):
            code = content.split("#")[0]
            for match in re.finditer(r"[()\[\]]| (?:\+|\*|<=|>=|=|and|or) |(?<=\S) [0-9a-z_]+$", code):
                found.append((scalar, number, match))
    if not found:
        return None
    scalar, number, match = rng.choice(found)
    token = match[0].strip()
    place = scalar.span_at(number, match.start() + 1, len(match[0]))
    written = file.text.split("\n")[place.line - 1][place.column - 1 : place.column - 1 + len(match[0])]
    if written != match[0]:
        return None
    wrong = "" if token in "()[]" else f" {token} {token} " if not WORD.fullmatch(token) else ""
    if token in ("and", "or"):
        wrong = f" {token} {token} "
    edit = _replaced("broken expression", file, place, match[0], wrong)
    return edit and Edit(edit.kind, edit.text, _statement_lines(scalar))


MAKERS: tuple[Maker, ...] = (
    misspelt_key, misspelt_name, misspelt_verb, wrong_type, missing_key, doubled_entry, missing_entry,
    broken_expression,
)  # fmt: skip


# ---- The parts of a file ---------------------------------------------------------------------------------------------


def _pairs(node: Node, above: str = "") -> Iterator[tuple[Scalar, Node, str]]:
    """Every key with its value, and the key above."""
    if isinstance(node, Mapping):
        for key, value in node.entries:
            yield key, value, above
            yield from _pairs(value, key.text)
    elif isinstance(node, Sequence):
        for item in node.items:
            yield from _pairs(item, above)


def _mappings(node: Node) -> Iterator[Mapping]:
    """The entries of sections: mappings that stand in a list."""
    if isinstance(node, Mapping):
        for _, value in node.entries:
            yield from _mappings(value)
    elif isinstance(node, Sequence):
        for item in node.items:
            if isinstance(item, Mapping):
                yield item


def _effects(file: File) -> Iterator[Scalar]:
    """The effect texts and expressions of a file."""
    for key, node, _ in _pairs(file.node):
        if key.text in EFFECTS | file.effect_fields and isinstance(node, Scalar) and isinstance(node.value, str):
            yield node


def _is_effect(scalar: Scalar) -> bool:
    return not isinstance(parse_effect(scalar.text), Mistake)


def _lines_of(scalar: Scalar) -> list[tuple[int, str]]:
    return list(enumerate(scalar.text.split("\n"), 1)) if scalar.style != "folded" else []


def _words(file: File, scalar: Scalar) -> Iterator[tuple[Span, str, str, str]]:
    """Each word of an effect text with its place and what stands before and after it on its line."""
    lines = file.text.split("\n")
    for number, content in _lines_of(scalar):
        code = content.split("#")[0]
        for match in WORD.finditer(code):
            span = scalar.span_at(number, match.start() + 1, len(match[0]))
            if lines[span.line - 1][span.column - 1 : span.column - 1 + len(match[0])] == match[0]:
                yield span, match[0], code[: match.start()], code[match.end() :]


def _used_in(scalar: Scalar, name: str) -> bool:
    return re.search(rf"(?<![\w.]){name}(?!\w)", scalar.text) is not None


def _statement_lines(scalar: Scalar) -> range:
    """All lines of a text: a bracket that is missing is told where the text cannot go on."""
    places = [scalar.span_at(number, 1).line for number, _ in _lines_of(scalar)]
    return _cover(places or [scalar.span.line])


def _cover(lines: list[int]) -> range:
    return range(min(lines), max(lines) + 1)


def _last_line(node: Node) -> int:
    if isinstance(node, Scalar):
        return max([node.span.line, *(run.place.line for run in node.runs if run.place.line)])
    children = node.items if isinstance(node, Sequence) else [value for _, value in node.entries]
    return max([node.span.line, *(_last_line(child) for child in children)])


def _written(text: str, node: Scalar) -> str:
    """A scalar as it stands in the file, quotes included."""
    line = text.split("\n")[node.span.line - 1][node.span.column - 1 :]
    if node.style == "quoted":
        match = re.match(r"'(?:[^']|'')*'|\"(?:[^\"\\]|\\.)*\"", line)
        return match[0] if match else node.text
    return node.text


# ---- Writing it ------------------------------------------------------------------------------------------------------


def _slip(word: str, rng: random.Random, known: frozenset[str]) -> str | None:
    """The word with a letter lost, doubled, changed or swapped; none where that makes a word that is known."""
    for _ in range(10):
        at = rng.randrange(len(word) - 1)
        wrong = rng.choice((
            word[:at] + word[at + 1 :],
            word[: at + 1] + word[at:],
            word[:at] + rng.choice("aeiourstn") + word[at + 1 :],
            word[:at] + word[at + 1] + word[at] + word[at + 2 :],
        ))  # fmt: skip
        if wrong != word and wrong not in known and WORD.fullmatch(wrong):
            return wrong
    return None


def _replaced(kind: str, file: File, span: Span, old: str, new: str | None) -> Edit | None:
    """The text with something else in a place; nothing where there is nothing else."""
    if new is None:
        return None
    lines = file.text.split("\n")
    line, at = lines[span.line - 1], span.column - 1
    if line[at : at + len(old)] != old:
        return None
    lines[span.line - 1] = line[:at] + new + line[at + len(old) :]
    return Edit(kind, "\n".join(lines), range(span.line, span.line + 1), old, new)
