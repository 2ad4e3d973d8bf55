"""The meaning of one name as data: a word, a code, or an entry with its position and its uses."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from rulewright.author.editor.names.index import Definition, NameIndex, Use
from rulewright.core.diagnostics import CodeExplained, Span
from rulewright.core.load.account import Applied
from rulewright.core.load.files import read_file
from rulewright.core.load.folder import RulesetSource
from rulewright.core.load.ledger import rule_text, rules_in
from rulewright.core.model.document import Mapping, Node, Scalar, nodes_in, text_of
from rulewright.core.model.words import Word

_SORTS = {"quantifier": "function", "type": "type", "field": "built-in field"}
_TOUCHES = (
    ("reads", "read by"),
    ("changes", "changed by"),
    ("runs", "run by"),
    ("wakes", "wakes"),
    ("adds to", "added to by"),
    ("offered in", "place of the free actions"),
    ("patches", "patched by"),
    ("deletes", "deleted by"),
    ("is", "value of"),
    ("has", "kind or type of"),
    ("shows", "shown by"),
    ("needs", "named by"),
    ("picks", "picked by"),
    ("cites", "cited by"),
)


@dataclass(frozen=True, slots=True)
class Touch:
    """A use of a name: the entry that uses it, or else the module or file, in which field, and the file and line."""

    who: str
    field: str
    at: str
    by_module: bool = False


@dataclass(frozen=True, slots=True)
class KeyRow:
    """A key of an explained thing: whether it is required, its possible values, its purpose."""

    name: str
    required: bool
    may_be: str
    about: str


@dataclass(frozen=True, slots=True)
class Meaning:
    """One meaning of a name.

    `written` is its text in the file, `touched` the entries that use it, by kind of use. `changed` has (path, new
    value, position of the patch) of values that patches change. For a key of files, `may_be` describes its values, and
    `keys` are the keys in it.
    """

    name: str
    what: str
    title: str
    text: str = ""
    ruleset: str = ""
    at: str = ""
    forms: tuple[str, ...] = ()
    takes: tuple[tuple[str, str, str], ...] = ()
    gives: str = ""
    asks: str = ""
    written: str = ""
    changed: tuple[tuple[str, str, str], ...] = ()
    touched: tuple[tuple[str, tuple[Touch, ...]], ...] = ()
    uses: tuple[str, ...] = ()
    rules: tuple[tuple[str, str], ...] = ()
    proofs: tuple[tuple[str, str], ...] = ()
    example: str = ""
    corrected: str = ""
    notes: tuple[str, ...] = field(default=())
    may_be: str = ""
    keys: tuple[KeyRow, ...] = ()


def of_word(word: Word) -> Meaning:
    """Return the meaning of a word of the language."""
    asks = {"never": "", "always": "asks the acting seat", "within": "asks if its block or a call asks"}[word.asks]
    return Meaning(
        name=word.name,
        what=f"{_SORTS.get(word.sort, word.sort)} of the language",
        title=word.sentence,
        forms=word.forms,
        takes=tuple((each.name, each.type, each.about) for each in word.parameters),
        gives=word.gives,
        asks=asks,
        example=word.example,
        notes=(word.note,) if word.note else (),
    )


def of_code(code: CodeExplained) -> Meaning:
    """Return the meaning of a message code."""
    return Meaning(
        name=code.code,
        what="code of a message",
        title=code.title,
        text=code.why,
        example=code.wrong,
        corrected=code.right,
    )


def of_definition(
    index: NameIndex, source: RulesetSource, found: Definition, language: str, changes: tuple[Applied, ...] = ()
) -> Meaning:
    """Return the meaning of a ruleset's definition.

    `changes` are those of the patches of one game.
    """
    cited = found.rules if found.sort != "rule" else (found.name,)
    rules = tuple((each, rule_told(source, each, language)) for each in cited)
    home = "module" if found.module in {each.id for each in source.modules} else "variant"
    module = f", {home} {found.module}" if found.module and found.sort != "module" else ""
    owner = f" of {found.owner}" if found.owner else ""
    return Meaning(
        name=found.name if found.key.startswith(f"{found.sort} ") else found.key,
        what=f"{found.sort}{owner} in {index.ruleset}{module}",
        title=rules[0][1] if found.sort == "rule" else found.title_in(language),
        text=" ".join(filter(None, (text_told_in(found.node, language), _about(found.node)))),
        ruleset=index.ruleset,
        at=found.span.place,
        written="" if found.sort == "rule" else written(source, found.node, found.span),
        changed=tuple((".".join(each.path), _now(each.after), each.span.place) for each in changes),
        touched=_touched(index.uses_of(found.key)),
        uses=tuple(dict.fromkeys(use.key for use in index.uses_in(found.entry) if _is_told(use, found))),
        rules=() if found.sort == "rule" else rules,
        proofs=tuple((each.sentence, each.span.place) for each in index.proofs(cited)),
    )


def _now(node: Node | None) -> str:
    """Return a value as it is now, if it is a number or a text."""
    return node.text.rstrip("\n") if isinstance(node, Scalar) else "is changed" if node is not None else "is gone"


def _is_told(use: Use, found: Definition) -> bool:
    """Return whether a use by an entry is worth reporting: by its texts, not by its fields or sources."""
    return use.how in ("reads", "changes", "runs", "wakes", "adds to", "offered in") and found.entry == found.key


def rule_told(source: RulesetSource, rule: str, language: str) -> str:
    """Return the ledger's text of a rule, empty if it has no such rule."""
    node = next((written for key, written in rules_in(source) if key.text == rule), None)
    return (text_told_in(node, language) or rule_text(node)) if node is not None else ""


def text_told_in(node: Node, language: str) -> str:
    """Return an entry's text for people in a language, or in its first language, empty without any."""
    text = node.get("text") if isinstance(node, Mapping) else None
    first = text.entries[0][1] if isinstance(text, Mapping) and text.entries else None
    return (text_of(text.get(language) or first) if isinstance(text, Mapping) else "") or ""


def written(source: RulesetSource, node: Node, start: Span) -> str:
    """Return the lines of a file that hold a node, without their indentation."""
    own = [start.line, *(span.line for span in _spans(node) if span.file == start.file)]
    known = next((file for file in source.files() if file.name == start.file), None)
    path = Path(start.file)  # that of a variant is named from here
    known = known or read_file(path if path.is_file() else source.root.parent / path, start.file)[0]
    lines = [known.line(number) or "" for number in range(min(own), max(own) + 1)]
    indent = min((len(line) - len(line.lstrip()) for line in lines if line.strip()), default=0)
    return "\n".join(line[indent:].rstrip() for line in lines)


def _spans(node: Node) -> Iterator[Span]:
    for _, each in nodes_in(node):
        yield each.span
        yield from (run.place for run in each.runs) if isinstance(each, Scalar) else ()


def _about(node: Node) -> str:
    return (text_of(node.get("about")) if isinstance(node, Mapping) else "") or ""


def _touched(uses: tuple[Use, ...]) -> tuple[tuple[str, tuple[Touch, ...]], ...]:
    found = []
    for how, words in _TOUCHES:
        touches = [_touch(use) for use in uses if use.how == how]
        if touches:
            found.append((words, tuple(dict.fromkeys(touches))))
    return tuple(found)


def _touch(use: Use) -> Touch:
    if use.entry:
        return Touch(use.entry, use.field, use.span.place)
    who = f"module {use.module}" if use.module else "ruleset.yaml"
    return Touch(who, use.field, use.span.place, by_module=bool(use.module))
