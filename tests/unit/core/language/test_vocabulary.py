"""The table of words is in step with the grammar, the checker and what is known of effects that ask."""

from __future__ import annotations

import re
from dataclasses import fields, is_dataclass, replace
from pathlib import Path
from typing import Any, get_args

import pytest

from rulewright.core.bind.candidates import QUANTIFIERS
from rulewright.core.bind.turning import TURNING
from rulewright.core.bind.typed_functions import FUNCTIONS, ON_MAPS
from rulewright.core.diagnostics import render
from rulewright.core.language.grammar import OF_AUTHORS, grammar
from rulewright.core.language.parse import parse_effect
from rulewright.core.language.unparse import unparse_effect
from rulewright.core.language.vocabulary import PARTS, WORDS, keywords, names_of, words_named
from rulewright.core.language.words_of_effects import VERBS, words_written
from rulewright.core.model import effects as ast
from rulewright.core.model.primitives import BUILT_INS
from rulewright.core.model.words import Word
from tests.unit.core.language.small_table import built_with

EXAMPLES = [word for word in WORDS if word.example]
ROOT = Path(__file__).resolve().parents[4]
LOOKING_ON = re.compile(r"\(\?!.*?\)|\(\?:|\[[^\]]*\]")


def nodes(node: Any) -> list[Any]:
    if isinstance(node, tuple):
        return [each for item in node for each in nodes(item)]
    if is_dataclass(node):
        return [node, *(each for field in fields(node) for each in nodes(getattr(node, field.name)))]
    return []


def test_the_grammar_knows_the_words_of_the_table_and_no_others() -> None:
    of_today = [each for each in grammar().terminals if each.name not in (*OF_AUTHORS, "_ALL_OF", "NEXT")]
    patterns = [terminal.pattern.value for terminal in of_today]
    assert {word for each in patterns for word in re.findall("[a-z]+", LOOKING_ON.sub("", each))} == keywords()


def test_a_word_is_told_whole() -> None:
    for word in WORDS:
        assert word.sentence.endswith((".", "`.")), word
        assert word.forms, word
        assert word.example or word.sort == "type", word
        for named in (*(parameter.name for parameter in word.parameters), *word.keywords):
            assert [form for form in word.forms if re.search(rf"\b{named}\b", form)], (named, word)
        assert not set(word.reserves) - {*word.keywords, word.name}, word


def test_an_example_uses_its_word() -> None:
    for word in EXAMPLES:
        if word.keywords:
            assert set(word.keywords) <= set(re.findall(r"\w+", word.example)), word
        elif word.sort != "verb":
            assert [part for part in word.name.split() if part not in word.example] == [], word


def test_every_example_is_taken_by_the_checker(tmp_path: Path) -> None:
    built = built_with(tmp_path, {f"example_{n}": word.example for n, word in enumerate(EXAMPLES)})
    assert built.compiled is not None, "\n".join(render(each) for each in built.diagnostics)


def test_examples_of_functions_are_calls_of_them() -> None:
    for word in WORDS:
        if word.sort in ("function", "quantifier"):
            kind = ast.FunctionCall if word.sort == "function" else ast.Quantifier
            called = {each.function for each in nodes(parse_effect(word.example)) if isinstance(each, kind)}
            assert word.name in called


def test_each_statement_of_the_tree_has_a_verb() -> None:
    assert {type(statement_of(word)) for word in VERBS} == set(get_args(ast.Statement))


def test_the_binder_knows_the_functions_of_the_table_and_no_others(tmp_path: Path) -> None:
    assert {*FUNCTIONS} == {*names_of("function")}
    assert {*QUANTIFIERS} == {*names_of("quantifier")}
    handled = set(re.findall(r'"(\w+)"', "".join(cases_of("typed_functions.py")))) | ON_MAPS | TURNING.keys()
    assert {*FUNCTIONS} - {*BUILT_INS, "pieces"} <= handled


def cases_of(name: str) -> list[str]:
    source = (ROOT / "interpreter" / "rulewright" / "core" / "bind" / name).read_text("utf-8")
    return re.findall(r"case ((?:\"\w+\"(?: \| )?)+):", source)


@pytest.mark.parametrize("asking", [False, True], ids=["what it holds asks nobody", "what it holds asks"])
def test_who_may_be_asked_is_as_the_table_says(tmp_path: Path, asking: bool) -> None:
    alone = {word.name: statement_of(word) for word in VERBS}
    texts = {name: unparse_effect((asks_within(each) if asking else each,)) for name, each in alone.items()}
    question = "\nmay: nothing" if asking else ""
    built = built_with(
        tmp_path,
        {f"verb_{name.replace(' ', '_')}": text for name, text in texts.items()},
        "gain steps s.points" + question,
        "gain 1 coin" + question,
    )
    assert built.compiled is not None, "\n".join(render(each) for each in built.diagnostics)
    pauses = {each.id: each.pauses for each in built.compiled.program.procedures}
    found = {word.name: pauses[f"verb_{word.name.replace(' ', '_')}"] for word in VERBS}
    assert found == {word.name: word.asks == "always" or (asking and word.asks == "within") for word in VERBS}


def statement_of(word: Word) -> ast.Statement:
    """The first statement in a verb's example that is one of that verb."""
    statements = [each for each in nodes(parse_effect(word.example)) if isinstance(each, get_args(ast.Statement))]
    if not word.keywords:
        return next(each for each in statements if isinstance(each, ast.Call))
    return next(each for each in statements if is_of(each, word))


def is_of(statement: ast.Statement, word: Word) -> bool:
    """Whether a statement begins with the word and has all words of one of its forms."""
    words = re.findall(r"\w+", unparse_effect((statement,)))
    return words[0] == word.keywords[0] and any({*words_written(form)} <= {*words} for form in word.forms)


def asks_within(statement: ast.Statement) -> ast.Statement:
    """The statement with a question for its effect."""
    question: Any = parse_effect("may: nothing")
    if isinstance(statement, ast.If):
        return replace(statement, then=question)
    return replace(statement, body=question) if hasattr(statement, "body") else statement


def test_every_sort_has_a_title_and_words() -> None:
    assert [sort for sort, _ in PARTS] == list(dict.fromkeys(word.sort for word in WORDS))


def test_a_word_is_found_by_its_name_however_it_is_spaced() -> None:
    assert [word.name for word in words_named(" move   under ")] == ["move under"]
    assert {word.sort for word in words_named("none")} == {"quantifier", "name"}
    assert words_named("pays") == ()
