"""In how many files of the interpreter a statement stands: what has to be touched where one like it is added.

Counted are the files that name its node, and those that name the bound and lowered nodes that are there for it. To
whatever is counted come its rule in the grammar and its row in the table of words. A lint is about some statements and
no other, so a statement more does not touch it, and it is not counted.
"""

from __future__ import annotations

import re
from collections import defaultdict
from typing import get_args

import pytest

from rulewright.core.model import effects as ast
from tests.reference.checkout import PACKAGE, SOURCES, text_of

BELOW: dict[str, tuple[str, ...]] = {
    "Change": ("bound.SetSlot", "operations.Store"), "Transfer": (), "Assign": ("bound.SetLocal", "operations.Let"),
    "Move": ("bound.MovePiece", "bound.MoveEach", "operations.Move", "operations.MoveAll"),
    "Draw": ("bound.DrawPieces", "operations.Draw"), "Shuffle": ("bound.ShuffleZone", "operations.Shuffle"),
    "Show": ("bound.ShowPiece", "operations.Show"), "Flip": ("operations.Flip",),
    "Pick": ("bound.PickOne", "operations.Roll"), "PickSet": (),
    "Let": ("bound.SetLocal", "operations.Let"),
    "Require": ("bound.RequireTest", "operations.Check"), "Call": ("bound_values.CallProcedure", "lowered_values.Call"),
    "Do": ("bound_values.DoField", "lowered_values.CallField"), "Leave": ("bound.Stop", "operations.Leave"),
    "Ending": (), "EndAs": (), "Departure": (), "Give": (), "PassOn": (), "Roll": (),
    "If": ("bound.Branch", "operations.If"), "ForEach": ("bound.Loop", "operations.Each"),
    "Repeat": ("bound.RepeatTimes", "operations.Repeat"), "While": ("bound.RepeatWhile", "operations.While"),
    "May": ("bound.ChooseOption", "operations.Ask"), "Choose": ("bound.ChooseOption", "operations.Ask"),
    "InAnyOrder": (),
    "Ask": ("bound.AskAll", "operations.AskEach"), "AskInTurn": (),
    "Later": ("bound.PutOff", "bound.TakeUp", "bound.RunWaiting"),
}  # fmt: skip
"""The nodes that are there for a statement, from the module of the model in which each stands."""
KINDS: dict[str, type] = {kind.__name__: kind for kind in get_args(ast.Statement)}
MOST_WITH_NODE = {"Choose": 10, "If": 8}
"""In how many files the node of a statement stands, where it is more than in the others."""
MOST_WITH_OTHER_NODE = 7
MOST_IN_ALL = 45
MOST_WITH_MARK = 11
SAID_IN = "observe/words/phrasing_effects.py"
"""Where each statement is put into words for people, as its author wrote it."""

_IMPORTED = re.compile(r"from rulewright\.core\.model(?:\.(?P<of>\w+))? import (?P<names>[^\n(]+|\([^)]*\))")
_PARTS = re.compile(r"\b(\w+)(?:\.(\w+))?")

Named = dict[tuple[str, str], set[str]]
"""The files in which a class of a module of the model is named."""


def named_in(texts: dict[str, str]) -> Named:
    found: Named = defaultdict(set)
    for file, text in texts.items():
        modules = {}
        for imported in _IMPORTED.finditer(text):
            for name, alias in re.findall(r"(\w+)(?: as (\w+))?", imported["names"]):
                if imported["of"]:
                    found[imported["of"], name].add(file)
                else:
                    modules[alias or name] = name
        for owner, name in _PARTS.findall(text):
            if name and owner in modules:
                found[modules[owner], name].add(file)
    return found


def holds_a_lint(file: str, text: str) -> bool:
    """Whether a file is a lint's own: it says so at its end, and stands where lints do."""
    return file.startswith("author/lint/") and re.search(r"^LINTS: Final = LintGroup\(", text, re.MULTILINE) is not None


TEXTS = {path.relative_to(PACKAGE).as_posix(): text_of(path) for path in SOURCES}
NAMED = named_in({file: text for file, text in TEXTS.items() if not holds_a_lint(file, text)})


def files_of(module: str, name: str) -> set[str]:
    """The files that name a class of a module of the model."""
    return {f"core/model/{module}.py"} | NAMED[module, name]


def files_of_node(kind: type) -> set[str]:
    """The files that name the node of a statement, from its module or from `effects`, which only hands it on."""
    module, name = kind.__module__.rpartition(".")[2], kind.__name__
    handed_on = {"core/model/effects.py"} if module != "effects" else set()
    return (files_of(module, name) | NAMED["effects", name]) - handed_on


def files_in_all(kind: type) -> set[str]:
    """The files that name the node of a statement, or one that is there for it."""
    below = (files_of(*each.split(".")) for each in BELOW.get(kind.__name__, ()))
    return files_of_node(kind).union(*below)


def test_every_statement_is_counted() -> None:
    assert BELOW.keys() == KINDS.keys(), (
        "BELOW has a row for each statement: the nodes that are there for it, () if none"
    )


@pytest.mark.parametrize("name", BELOW)
def test_the_node_of_a_statement_stands_in_few_files(name: str) -> None:
    files, most = files_of_node(KINDS[name]), MOST_WITH_NODE.get(name, MOST_WITH_OTHER_NODE)
    assert len(files) <= most, (
        f"the node of {name} stands in {len(files)} files, {most} before; a statement like it would touch each of "
        f"them. Let one of these do what the new one is for: {', '.join(sorted(files))}"
    )


@pytest.mark.parametrize("kind", [kind for kind in get_args(ast.Statement) if issubclass(kind, ast.Derived)])
def test_a_statement_in_the_words_of_others_stands_where_these_words_do_alone(kind: type) -> None:
    found = files_in_all(kind) - {"core/model/effects.py", SAID_IN}
    assert found == set(), "what is `Derived` needs no case of its own there: in_other_words() says it all"


def test_no_statement_stands_in_more_files_than_the_worst_of_today() -> None:
    counts = {name: len(files_in_all(kind)) for name, kind in KINDS.items()}
    worst = sorted(counts.items(), key=lambda each: -each[1])[:6]
    assert worst[0][1] <= MOST_IN_ALL, worst
    assert counts["Later"] <= 18, sorted(files_in_all(ast.Later))


@pytest.mark.parametrize(("name", "most"), [("Flip", 8), ("Show", 8), ("Shuffle", 11)])
def test_a_statement_that_changes_the_state_there_and_then_stands_only_where_it_is_given_a_meaning(
    name: str, most: int
) -> None:
    files = files_in_all(KINDS[name])
    assert len(files) <= most, sorted(files)


def test_the_mark_of_an_option_stands_in_few_files() -> None:
    """`otherwise` is no statement: it is a mark of an option from the bound tree down to every back end."""
    mark = re.compile(r"\b(?:option|offer)\.otherwise\b|\bOTHERWISE\b|\botherwise: bool\b")
    found = {path.relative_to(PACKAGE).as_posix() for path in SOURCES if mark.search(text_of(path))}
    assert len(found) <= MOST_WITH_MARK, found


def test_a_planted_name_is_counted() -> None:
    texts = {
        "one.py": "from rulewright.core.model import effects as ast\n\nprint(ast.AskInTurn)\n",
        "two.py": "from rulewright.core.model.effects import (\n    Ask,\n    AskInTurn,\n)\n",
        "other.py": "from rulewright.core.model import bound as b\n\nprint(b.AskInTurn)\n",
    }
    assert named_in(texts)["effects", "AskInTurn"] == {"one.py", "two.py"}


def test_a_lint_is_not_counted_and_what_lints_share_is() -> None:
    ends = "LINTS: Final = LintGroup(_EXPLAINED, of_texts=(same_copies,))\n"
    assert holds_a_lint("author/lint/copies.py", f"def same_copies(): ...\n\n\n{ends}")
    assert not holds_a_lint("author/lint/name_uses.py", "def uses(): ...\n")
    assert not holds_a_lint("core/bind/choices.py", ends)
    assert "author/lint/narrowed.py" not in files_of_node(ast.Pick)
    assert "author/lint/name_uses.py" in files_of_node(ast.Pick)
