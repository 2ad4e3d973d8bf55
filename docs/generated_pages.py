"""A Sphinx extension: reference pages from what the program knows, and the colours of indented blocks.

A page asks for its generated part by a line `<!-- generated: NAME -->`; nothing generated is kept in the repository.
"""

from __future__ import annotations

import ast
import inspect
import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import click
from docutils import nodes
from sphinx.application import Sphinx

import rulewright
from rulewright import cli
from rulewright.author.editor.explain.codes import CODES
from rulewright.author.editor.explain.keys_told import all_files
from rulewright.author.editor.explain.meaning import Meaning
from rulewright.author.editor.explain.reference import reference_markdown
from rulewright.play.policies.naming import LEVELS
from rulewright.play.policies.policies import POLICIES

SCHEMAS = Path(__file__).resolve().parents[1] / "schemas"
MARKER = re.compile(r"^<!-- generated: (\w+) -->$", re.MULTILINE)
TYPES = {
    "State": "`list[Any]`, a whole game at one moment, as a flat list of integers and tuples; `rw.clone` copies it",
    "Event": "a named tuple of one of the types of events: `Answered`, `Changed`, `Moved`, `Shuffled` and so on",
}
"""The exports that are names of other types."""
ADAPTERS = {
    "gymnasium": ("SeatEnv",),
    "gymnasium_many": ("SeatEnvs",),
    "pettingzoo": ("GameEnv",),
    "openspiel": ("spiel_game",),
    "table": ("Table", "Layout"),
}
"""What programs use of each module of `rulewright.adapters`."""
MORE_ON_WORDS = {
    "ask each": "[Answers at the same time](language.md#answers-at-the-same-time)",
    "later": "[Deferred effects](../how-to/deferred-effects.md)",
    "roll": "[Dice](../how-to/dice.md)",
    "roll piece": "[Dice](../how-to/dice.md)",
    "face": "[Dice](../how-to/dice.md)",
    "flip": "[Dice](../how-to/dice.md#a-die-with-words)",
    "show": "[Hidden information](../how-to/hidden-information.md)",
    "or else": "[Empty piles and missing cards](../how-to/empty.md)",
    "possible": "[Look-ahead and guards](../explanation/look-ahead.md)",
}
MORE_ON_CODES = {
    "may-be-": "[Empty piles and missing cards](../how-to/empty.md)",
    "asked-one-by-one": "[Answers at the same time](language.md#answers-at-the-same-time)",
    "asking-tells": "[Hidden information](../how-to/hidden-information.md)",
    "owner-told": "[Hidden information](../how-to/hidden-information.md)",
    "untranslated-texts": "[Translate a game](../how-to/translate.md)",
    "stale-translation": "[Translate a game](../how-to/translate.md)",
    "unforeseen-guard": "[Look-ahead and guards](../explanation/look-ahead.md)",
}
"""The pages that say more, by the word, or by how the code begins."""
ROLE_OF_KIND = "kind of file: "


def cell(text: str) -> str:
    """Return a text for a cell of a table."""
    return " ".join(text.split()).replace("|", "\\|")


def table(head: tuple[str, ...], rows: list[tuple[str, ...]]) -> Iterator[str]:
    """Yield the lines of a table."""
    if rows:
        yield from ("", f"| {' | '.join(head)} |", f"|{' --- |' * len(head)}")
        yield from (f"| {' | '.join(map(cell, row))} |" for row in rows)
        yield ""


def block(text: str, language: str) -> Iterator[str]:
    """Yield a fenced block."""
    if text:
        yield from ("", f"```{language}", text.strip("\n"), "```", "")


def words() -> Iterator[str]:
    """Yield the statements, functions and other words of the language."""
    entries = re.split(r"(?m)^(?=#{2,3} )", reference_markdown().partition("\n")[2])
    for entry in entries:
        more = MORE_ON_WORDS.get(entry.partition("\n")[0].strip("# `"), "")
        yield from (*entry.splitlines(), *(("", f"More: {more}.", "") if more else ()))


def of_meaning(meaning: Meaning, level: str) -> Iterator[str]:
    """Yield one kind of file, section or key, with its own keys."""
    yield from ("", f"{level} `{meaning.name}`", "", f"*{meaning.what}.* {meaning.title}")
    rows = [
        (f"`{key.name}`" if key.required else f"`{key.name}` (optional)", key.may_be, key.about) for key in meaning.keys
    ]
    yield from table(("key", "may be", "meaning"), rows)
    yield from block(meaning.example, "yaml")


def keys() -> Iterator[str]:
    """Yield every kind of file with its keys, followed by what these hold."""
    for meaning in all_files():
        yield from of_meaning(meaning, "##" if meaning.what.startswith(ROLE_OF_KIND) else "###")


def formats() -> Iterator[str]:
    """Yield one row per kind of file, from its schema."""
    rows = []
    for path in sorted(SCHEMAS.glob("*.schema.json")):
        schema = json.loads(path.read_text("utf-8"))
        if "properties" in schema:
            needed = ", ".join(f"`{each}`" for each in schema.get("required", ()))
            rows.append((f"`{path.name}`", schema["description"], needed))
    yield from table(("schema", "what the file is", "keys it must have"), rows)


def codes() -> Iterator[str]:
    """Yield every code of a message: meaning, remedy, an example."""
    for code in sorted(CODES, key=lambda each: each.code):
        yield from ("", f"## `{code.code}`", "", f"**{code.title}** {code.why}")
        for said, text in (("Wrong:", code.wrong), ("Right:", code.right)):
            if text:
                yield from ("", said)
                yield from block(text, "none")
        for more in (page for begins, page in MORE_ON_CODES.items() if code.code.startswith(begins)):
            yield from ("", f"More: {more}.")


def command_line() -> Iterator[str]:
    """Yield each verb with its arguments and options, as its `--help` has them."""
    for name in cli.VERBS:
        command = cli._Verbs().get_command(click.Context(click.Group()), name)
        assert command is not None
        context = click.Context(command, info_name=f"rulewright {name}")
        yield from ("", f"## `{name}`")
        yield from block(command.get_usage(context).removeprefix("Usage: "), "none")
        yield from (inspect.cleandoc(command.help or "").replace("\b\n", ""), "")
        options = [each for each in command.get_params(context) if isinstance(each, click.Option)]
        records = [record for each in options if (record := each.get_help_record(context)) is not None]
        rows = [(f"`{written}`", " ".join(told.split())) for written, told in records]
        yield from table(("option", "meaning"), rows)


def policies() -> Iterator[str]:
    """Yield the policies that play in every game: those that do not search, and the levels of thinking."""
    rows = [(f"`{name}`", inspect.getdoc(choose) or "Return the first option.") for name, choose in POLICIES.items()]
    rows = [(name, told.replace("Return ", "Chooses ").replace("the seat", "its seat")) for name, told in rows]
    levels = [(f"`{name}`", f"Thinks as `{thinking}` does.") for name, thinking in LEVELS.items()]
    yield from table(("policy", "how it chooses"), [*rows, *levels])


def python() -> Iterator[str]:
    """Yield an autodoc directive for each exported name, values first, then functions."""
    parts: dict[str, list[str]] = {"Functions": [], "Classes": [], "Errors": []}
    for name in rulewright.__all__:
        thing = getattr(rulewright, name)
        is_class = inspect.isclass(thing)
        if name not in TYPES:
            is_error = is_class and issubclass(thing, Exception)
            parts["Errors" if is_error else "Classes" if is_class else "Functions"].append(name)
    directive = {"Functions": "autofunction", "Classes": "autoclass", "Errors": "autoexception"}
    for part, names in parts.items():
        yield from ("", f"## {part}", "", "```{eval-rst}")
        for name in names:
            yield f".. {directive[part]}:: rulewright.{name}"
            yield from (["   :members:", ""] if part == "Classes" else [""])
        yield "```"
    yield from ("", "## Types", "")
    yield from (f"- `{name}`: {told}" for name, told in TYPES.items())


def parameters_of(module: str, name: str) -> str:
    """Return the parameters of a class, from its source: its library may be missing here."""
    source = (Path(rulewright.__file__).parent / "adapters" / f"{module}.py").read_text("utf-8")
    (body,) = (each.body for each in ast.parse(source).body if isinstance(each, ast.ClassDef) and each.name == name)
    (made,) = (each for each in body if isinstance(each, ast.FunctionDef) and each.name == "__init__")
    return ast.unparse(made.args).removeprefix("self, ")


def environments() -> Iterator[str]:
    """Yield an autodoc directive for each class or function of an adapter that programs use."""
    yield from ("", "```{eval-rst}")
    for module, names in ADAPTERS.items():
        for name in names:
            if name.islower():
                yield from (f".. autofunction:: rulewright.adapters.{module}.{name}", "")
            else:
                made_of = f"rulewright.adapters.{module}.{name}({parameters_of(module, name)})"
                yield from (f".. autoclass:: {made_of}", "   :members:", "")
    yield "```"


PAGES: dict[str, Callable[[], Iterator[str]]] = {
    each.__name__: each for each in (words, keys, formats, codes, command_line, policies, python, environments)
}


def fill(app: Sphinx, name: str, source: list[str]) -> None:
    """Put generated parts in place of their markers."""
    source[0] = MARKER.sub(lambda found: "\n".join(PAGES[found[1]]()), source[0])


def plain_docstring(app: Sphinx, what: str, name: str, thing: Any, options: Any, lines: list[str]) -> None:
    """Make a docstring of ours reStructuredText: stars and bars are themselves, and a `Raises` is a paragraph."""
    text = re.sub(r"([*|_])(?=\W|\w)", r"\\\1", "\n".join(lines))
    text = re.sub(r"`([^`]*)`", lambda found: "``" + found[1].replace("\\", "") + "``", text)
    lines[:] = re.sub(r"(?<=[.)]) (?=Raises )", "\n\n", text).splitlines()


def language_of(text: str) -> str:
    """Return the language of an indented block, by how it begins."""
    first = text.lstrip().partition("\n")[0]
    if first.startswith("$ "):
        return "console"
    if re.match(r"(- )?[{\w\"][\w ,\"{}-]*: |- [{\w]|\w+:$|# yaml", first):
        return "yaml"
    return "python" if re.match(r"(import|from|with|for|try|host|state|ends|whole|plan|known) ?", first) else "none"


def colour(app: Sphinx, tree: nodes.document) -> None:
    """Give each block without a language that of its text."""
    for each in tree.findall(nodes.literal_block):
        if each.get("language", "none") in ("none", "default"):
            each["language"] = language_of(each.astext())
            each["force"] = True


def setup(app: Sphinx) -> dict[str, bool]:
    """Connect the extension."""
    app.connect("source-read", fill)
    app.connect("autodoc-process-docstring", plain_docstring)
    app.connect("doctree-read", colour)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
