"""A statement with a meaning of its own is added in ten files of the program, and one line in each language of people.

It is added to a copy of the sources: `swap` exchanges the values of two counters. The type checker finds nothing
missing, both back ends play it, and it is checked, explained and put into words as every other statement is.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Final

import pytest

from rulewright.core.locales.catalogue import languages
from tests.reference.checkout import ROOT, copy_of_sources

NODE = '''@dataclass(frozen=True, slots=True)
class Swap(Plain):
    """The values of two counters are exchanged."""

    phrase = "swap", "one", "other"

    one: Expression
    other: Expression
    at: Place


'''
WORD = """    Word(
        "swap", "verb", ("swap COUNTER with COUNTER",),
        "Exchanges the values of two counters.",
        "swap coin with debt",
        (_COUNTER, _COUNTER), keywords=("swap", "with"),
    ),
"""
BINDING = """            case ast.Swap():
                found = [each for each in (self._target(scope, node.one), self._target(scope, node.other)) if each]
                return [b.SwapSlots(*(target for target, _ in found))] if len(found) == 2 else []
"""
BOUND = '''@dataclass(frozen=True, slots=True)
class SwapSlots(Changing):
    """The numbers of two slots are exchanged."""

    one: Read
    other: Read


'''
OPERATION = '''@dataclass(frozen=True, slots=True)
class Swap(ChangesState):
    """Exchange the numbers of two slots."""

    one: Address
    other: Address

    @property
    def writes(self) -> Slots:
        return self.one.slots | self.other.slots

    says = "swap {one} with {other}"


'''
ADDRESS = "from rulewright.core.model.lowered_values import Address\n"
LOWERING = """            case b.SwapSlots():
                return (low.Swap(lowering.address(statement.one), lowering.address(statement.other), origin=origin),)
"""
SOUND = """            case b.SwapSlots():
                both = statement.one, statement.other
                asks(both, facts)
                for each in both if self.notes else ():
                    self.flow.note_written(each.family, ANY)
                return self._changed(facts, [StateChange("sets", each.family, None, ANY) for each in both], "")
"""
IN_PYTHON = """            case low.Swap():
                one, other, held = (self.source.temporary() for _ in range(3))
                self.put(indent, f"{one} = {expressions.slot(operation.one)}")
                self.put(indent, f"{other} = {expressions.slot(operation.other)}")
                self.put(indent, f"{held} = {state}[{one}]")
                for at, value in ((one, f"{state}[{other}]"), (other, held)):
                    change = f"change_traced({state}, {at}, {value})" if self.traced else f"{state}[{at}] = {value}"
                    self.put(indent, change)
"""
IN_WEBASSEMBLY = """            case low.Swap():
                one, other = code.function.local("i32"), code.function.local("i32")
                (at, offset), (at_other, other_offset) = slot_at(code, operation.one), slot_at(code, operation.other)
                width, held = code.module.layout.width, code.function.local()
                load, store_ = LOAD[width], STORE[width]
                first, second = f"offset={offset} {get(one)}", f"offset={other_offset} {get(other)}"
                kept = f"{put(one, at)} {put(other, at_other)} {put(held, f'({load} {first})')}"
                return f"{kept} ({store_} {first} ({load} {second})) ({store_} {second} {get(held)})"
"""

Edits = Mapping[str, tuple[tuple[str, str], ...]]
PROGRAM: Final[Edits] = {
    "core/language/effects.lark": (('       | "flip" atom', '       | "swap" reference "with" reference -> swap\n'),),
    "core/language/words_of_effects.py": (('    Word(\n        "shuffle"', WORD),),
    "core/model/effects.py": (
        ("from rulewright.core.model.endings", "from rulewright.core.model.effects_on_pieces import Plain\n"),
        ("@dataclass(frozen=True, slots=True)\nclass PassOn", NODE),
        ("Change | Transfer | Assign |", "Swap | "),
    ),
    "core/bind/typed_effects.py": (("            case on_pieces.Flip():", BINDING),),
    "core/model/bound.py": (
        ("@dataclass(frozen=True, slots=True)\nclass ShuffleZone", BOUND),
        (" | SetLocal | MovePiece", " | SwapSlots"),
    ),
    "core/lower/statements.py": (("            case b.ShuffleZone():", LOWERING),),
    "core/sound/effect_walk.py": (("            case b.SetSlot():", SOUND),),
    "core/model/operations.py": (
        ("from rulewright.core.model.lowered_values", "from rulewright.core.model.declared import Slots\n"),
        ("from rulewright.core.model.operations_on_slots import Draw", ADDRESS),
        ("@dataclass(frozen=True, slots=True)\nclass Shuffle", OPERATION),
        (" | Flip | Move |", " | Swap"),
    ),
    "core/backend/printed_statements.py": (("            case low.Move():", IN_PYTHON),),
    "native/backend/printed_statements.py": (("            case low.Move():", IN_WEBASSEMBLY),),
}
"""What is put before what, in each file of the program."""
PHRASES: Final = {"pl": "zamień {0} i {1}", "fr": "échangez {0} et {1}", "de": "tausche {0} und {1}"}
PEOPLE: Final[Edits] = {
    f"core/locales/{each}.toml": (("shuffle = ", f'swap = "{PHRASES.get(each, "swap {0} with {1}")}"\n'),)
    for each in languages()
}
SWAPPED = "swap left_in[short] with left_in[long]"
WRITTEN_OUT = "let was = left_in[short]\nset left_in[short] to left_in[long]\nset left_in[long] to was"
SAID = """
import sys
from rulewright.core.language.parse import parse_effect
from rulewright.observe.words.glossary import Glossary
from rulewright.observe.words.phrasing import Phrasing
from rulewright.observe.words.phrasing_effects import deed_of
from rulewright.core.pipeline import Choice, build_ruleset
blueprint = build_ruleset(Choice(sys.argv[1])).game().blueprint
for language in ("en", "pl", "fr", "de"):
    print(deed_of(Phrasing(Glossary.of(blueprint, language)), parse_effect(sys.argv[2])).text)
"""

Run = Callable[..., str]


def added(package: Path, edits: Edits) -> None:
    for name, changes in edits.items():
        path = package / name
        text = path.read_text("utf-8")
        for before, new in changes:
            assert text.count(before) == 1, (name, before)
            text = text.replace(before, new + before)
        path.write_text(text, "utf-8")


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the sources that knows `swap`."""
    copy = copy_of_sources(tmp_path_factory.mktemp("copy"))
    for each in ("schemas", "rulesets"):
        (copy / each).symlink_to(ROOT / each)
    added(copy / "interpreter" / "rulewright", {**PROGRAM, **PEOPLE})
    return copy


@pytest.fixture(scope="module")
def run(copy: Path) -> Run:
    """Runs Python on the copy and gives what it prints."""

    def run(*command: str) -> str:
        environment = {**os.environ, "PYTHONPATH": str(copy / "interpreter")}
        done = subprocess.run(
            [sys.executable, *command], cwd=copy, env=environment, capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    return run


def nim_with(folder: Path, effect: str) -> Path:
    """A game of nim in which each turn begins with an effect."""
    shutil.copytree(ROOT / "rulesets" / "classics" / "nim", folder)
    path = folder / "base" / "matches.yaml"
    text, turn = path.read_text("utf-8"), "      pick row from line where left_in[row] > 0\n"
    assert text.count(turn) == 1
    lines = "".join(f"      {each}\n" for each in effect.splitlines())
    path.write_text(text.replace(turn, lines + turn), "utf-8")
    return folder


def digest(run: Run, folder: Path, backend: str) -> str:
    options = ("--games", "40", "--seed", "5", "--backend", backend, "--format", "json")
    return str(json.loads(run("-m", "rulewright", "simulate", str(folder), *options))["digest"])


def test_it_is_ten_files_of_the_program_and_one_of_each_language() -> None:
    assert len(PROGRAM) <= 10
    assert {Path(each).stem for each in PEOPLE} == set(languages())


def test_each_file_with_it_can_be_imported(run: Run) -> None:
    modules = [f"rulewright.{each.removesuffix('.py').replace('/', '.')}" for each in PROGRAM if each.endswith(".py")]
    run("-c", f"import {', '.join(modules)}")


@pytest.mark.slow
def test_nothing_is_missing(run: Run) -> None:
    pytest.importorskip("mypy", reason="the type checker is not installed")
    run("-m", "mypy", "--package", "rulewright")


@pytest.mark.slow
def test_it_is_checked_explained_and_said(run: Run, tmp_path: Path) -> None:
    folder = nim_with(tmp_path / "nim", SWAPPED)
    assert "no problems" in run("-m", "rulewright", "check", str(folder))
    assert "Exchanges the values" in run("-m", "rulewright", "explain", "swap")
    lowered = run("-m", "rulewright", "explain", "take_matches", "--ruleset", str(folder), "--lowered")
    assert "swap left_in[" in lowered
    said = run("-c", SAID, str(folder), SWAPPED).splitlines()
    assert [each.split()[0] for each in said] == ["swap", "zamień", "échangez", "tausche"]
    assert "Short row" in said[0]


@pytest.mark.slow
def test_both_back_ends_play_it_as_if_it_were_written_out(run: Run, tmp_path: Path) -> None:
    swapped, written = nim_with(tmp_path / "nim", SWAPPED), nim_with(tmp_path / "written" / "nim", WRITTEN_OUT)
    digests = {digest(run, folder, each) for folder in (swapped, written) for each in ("python", "native")}
    assert len(digests) == 1
