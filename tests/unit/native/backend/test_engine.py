"""The engine's cheap call does what its ordinary one does, and the version it is bound by hand for is the one here."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from wasmtime import FuncType, Module

from rulewright.native.backend.browser import wide_parameters
from rulewright.native.backend.engine import TRIED, Instance, binary_of, compiled, engine, version
from rulewright.native.backend.sandbox import Trapped

TEXT = """
(module (memory (export "memory") 1)
  (global (export "many") (mut i32) (i32.const 7))
  (func (export "sum") (param i32 i64) (result i64) (i64.add (i64.extend_i32_s (local.get 0)) (local.get 1)))
  (func (export "less") (param i32) (result i32) (i32.sub (i32.const 0) (local.get 0)))
  (func (export "nothing"))
  (func (export "three") (param i64 i64 i64) (result i64) (i64.sub (local.get 0) (i64.mul (local.get 1) (local.get 2))))
  (func (export "trap") (param i64) (result i64) (if (i64.eqz (local.get 0)) (then unreachable)) (i64.const 1))
  (func $deep (export "deep") (result i32) (i32.add (call $deep) (i32.const 1)))
  (func (export "far") (result i64) (i64.load (i32.const 0x7fffffff))))
"""


@pytest.fixture(scope="module")
def instance() -> Instance:
    return Instance(compiled(binary_of(TEXT)))


def test_the_cheap_call_is_bound_for_the_version_that_is_here() -> None:
    """Where this fails, try the new version, look at its C interface, and add it."""
    assert version().split(".")[0] in TRIED


OTHER = """
from rulewright.native.backend import engine
engine.version = lambda: "{}"
from rulewright.cli import main
if __name__ == "__main__":
    main()
"""
SLOW = "tried with wasmtime 50, and this is wasmtime 61.2.3: it is called the ordinary way"


@pytest.mark.parametrize(
    "words",
    [
        ["simulate", "nim", "--games", "400", "--policy", "random", "--backend", "native"],
        ["play", "nim", "--seats", "search:20,search:20", "--seed", "1"],
    ],
    ids=lambda words: words[0],
)
def test_a_version_that_was_not_tried_is_told_once_and_plays_the_same(words: list[str]) -> None:
    slow, usual = (
        subprocess.run(
            [sys.executable, "-c", OTHER.format(each), *words], capture_output=True, text=True, check=False, timeout=300
        )
        for each in ("61.2.3", "50.0.1")
    )
    assert (slow.stderr.count(SLOW), usual.stderr.count("wasmtime")) == (1, 0), slow.stderr
    assert "pip install 'wasmtime==50.*'" in slow.stderr
    assert (slow.returncode, slow.stdout) == (usual.returncode, usual.stdout)


@pytest.mark.parametrize("ordinary", [False, True])
def test_numbers_go_in_and_come_out(instance: Instance, ordinary: bool) -> None:
    sums, less = instance.function("sum", ordinary=ordinary), instance.function("less", ordinary=ordinary)
    assert [sums(-3, 5), sums(7, -(1 << 40)), sums(0, (1 << 63) - 1)] == [2, 7 - (1 << 40), (1 << 63) - 1]
    assert [less(5), less(-5), less(0)] == [-5, 5, 0]
    assert instance.function("nothing", ordinary=ordinary)() == 0
    assert instance.function("three", ordinary=ordinary)(100, 7, -9) == 163


@pytest.mark.parametrize("ordinary", [False, True])
def test_a_trap_is_told_and_the_next_call_goes_on(instance: Instance, ordinary: bool) -> None:
    trap = instance.function("trap", ordinary=ordinary)
    for _ in range(3):
        with pytest.raises(Trapped, match="unreachable"):
            trap(0)
        assert trap(1) == 1


@pytest.mark.parametrize(("name", "reason"), [("deep", "stack"), ("far", "out of bounds")])
def test_the_sandbox_holds(instance: Instance, name: str, reason: str) -> None:
    with pytest.raises(Trapped, match=reason):
        instance.function(name)()


def test_memory_grows_and_globals_are_set() -> None:
    own = Instance(compiled(binary_of(TEXT)))
    own.memory[8:16] = (77).to_bytes(8, "little")
    own.reach(200_000)
    assert len(own.memory) >= 200_000
    assert own.numbers[1] == 77
    own.set_value("many", 12)
    assert own.value("many") == 12


def test_which_parameters_are_wide_is_read_from_the_binary_as_the_engine_says_it() -> None:
    binary = binary_of(TEXT)
    said = [(each.name, each.type) for each in Module(engine(), binary).exports]
    takes = {name: kind.params for name, kind in said if isinstance(kind, FuncType)}
    told = {name: tuple(str(each) == "i64" for each in types) for name, types in takes.items()}
    assert wide_parameters(binary) == told
    assert len(told) == 7


def test_python_ends_quietly_whatever_is_left() -> None:
    """The package complains of what is taken apart while Python ends."""
    text = f"""
from rulewright.native.backend.engine import Instance, binary_of, compiled
module = compiled(binary_of('''{TEXT}'''))
instance = Instance(module)
call = instance.function("less")
assert call(1) == -1
"""
    root = Path(__file__).parents[4] / "interpreter"
    done = subprocess.run([sys.executable, "-c", text], capture_output=True, text=True, env={"PYTHONPATH": str(root)})
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
