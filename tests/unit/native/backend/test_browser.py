"""The browser as engine runs modules as wasmtime does, sharing no memory; a stand-in as strict as JavaScript."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

import pytest
import wasmtime
from wasmtime import Func, Global, Instance, Memory, Module, Store

from rulewright.core.model.chance import Draws
from rulewright.core.model.game import State
from rulewright.core.model.layout import SEAT
from rulewright.core.run.steps import start, step
from rulewright.native.backend import browser
from rulewright.native.backend.engine import binary_of, engine
from rulewright.native.backend.sandbox import NoEngine, Sandbox, Trapped
from rulewright.native.loading import load_game
from rulewright.play.policies.naming import policy_named
from rulewright.play.policies.native_searcher import NativeSearcher
from rulewright.play.policies.native_twin import NativeTwin
from rulewright.play.policies.search import Search
from tests.unit.native.backend.test_engine import TEXT


class _JsException(Exception):  # noqa: N818 - its name there
    pass


class _JsBigInt(int):
    pass


class _Bytes:
    """`Uint8Array` over a memory, which is not seen any more once that has grown."""

    def __init__(self, buffer: tuple[Store, Memory, int], first: int = 0, end: int | None = None) -> None:
        self.buffer, self.first = buffer, first
        self.length = (buffer[2] if end is None else end) - first

    def _memory(self) -> memoryview:
        store, memory, size = self.buffer
        assert memory.data_len(store) == size, "detached"
        shown: Any = memory.get_buffer_ptr(store, size)
        return memoryview(shown).cast("B")[self.first : self.first + self.length]

    def subarray(self, first: int, end: int) -> _Bytes:
        return _Bytes(self.buffer, first, end)

    def to_bytes(self) -> bytes:
        return bytes(self._memory())

    def assign(self, data: bytes) -> None:
        self._memory()[:] = data


def _exports(module: Module) -> SimpleNamespace:
    store = Store(engine())
    found: dict[str, Any] = {}
    for name, thing in Instance(store, module, []).exports(store).items():
        if isinstance(thing, Func):
            found[str(name)] = _function(store, thing)
        elif isinstance(thing, Global):
            found[str(name)] = _Global(store, thing)
        elif isinstance(thing, Memory):
            found[str(name)] = _Memory(store, thing)
    return SimpleNamespace(exports=SimpleNamespace(**found))


def _function(store: Store, func: Func) -> Any:
    takes = [str(each) for each in func.type(store).params]

    def call(*given: int) -> Any:
        assert [isinstance(each, _JsBigInt) for each in given] == [each == "i64" for each in takes]
        try:
            return func(store, *(_signed(each, kind) for each, kind in zip(given, takes, strict=True)))
        except (wasmtime.Trap, wasmtime.WasmtimeError) as trap:
            raise _JsException(str(trap)) from None

    return call


def _signed(number: int, kind: str) -> int:
    bits = 64 if kind == "i64" else 32
    return (number + (1 << bits - 1)) % (1 << bits) - (1 << bits - 1)


class _Global:
    def __init__(self, store: Store, inside: Global) -> None:
        self.__dict__.update(store=store, inside=inside)

    def __getattr__(self, name: str) -> Any:
        assert name == "value"
        return self.inside.value(self.store)

    def __setattr__(self, name: str, value: int) -> None:
        self.inside.set_value(self.store, value)


class _Memory:
    def __init__(self, store: Store, inside: Memory) -> None:
        self._store, self._inside = store, inside

    @property
    def buffer(self) -> tuple[Store, Memory, int]:
        return self._store, self._inside, self._inside.data_len(self._store)

    def grow(self, pages: int) -> None:
        try:
            self._inside.grow(self._store, pages)
        except wasmtime.WasmtimeError as fault:
            raise _JsException(str(fault)) from None


@pytest.fixture
def page(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Python runs in a page."""
    made = SimpleNamespace(
        WebAssembly=SimpleNamespace(
            Module=SimpleNamespace(new=lambda data: Module(engine(), data)), Instance=SimpleNamespace(new=_exports)
        ),
        Uint8Array=SimpleNamespace(new=_Bytes),
    )
    monkeypatch.setitem(sys.modules, "js", made)
    ffi = SimpleNamespace(JsBigInt=_JsBigInt, JsException=_JsException, to_js=bytes)
    monkeypatch.setitem(sys.modules, "pyodide.ffi", ffi)
    monkeypatch.setattr(browser, "is_here", lambda: True)
    browser._bridge.cache_clear()
    yield
    browser._bridge.cache_clear()


@pytest.fixture
def instance(page: None) -> Sandbox:
    binary = binary_of(TEXT)
    return browser.BrowserInstance(browser.compiled(binary), binary)


def test_numbers_go_in_and_come_out(instance: Sandbox) -> None:
    sums, less = instance.function("sum"), instance.function("less")
    assert [sums(-3, 5), sums(7, -(1 << 40)), sums(0, (1 << 63) - 1)] == [2, 7 - (1 << 40), (1 << 63) - 1]
    assert [less(5), less(-5), less(0), instance.function("nothing")()] == [-5, 5, 0, 0]
    assert instance.function("three")(100, 7, -9) == 163


def test_a_trap_is_told_and_the_next_call_goes_on(instance: Sandbox) -> None:
    trap = instance.function("trap")
    with pytest.raises(Trapped, match="unreachable"):
        trap(0)
    assert trap(1) == 1


def test_memory_is_copied_and_grows_with_what_is_in_it(instance: Sandbox) -> None:
    instance.pack("<iq", 8, -5, 1 << 40)
    instance.write(64, b"abc")
    instance.reach(200_000)
    assert instance.size >= 200_000
    assert (instance.unpack("<iq", 8), instance.read(64, 4)) == ((-5, 1 << 40), b"abc\0")
    instance.pack("<qq", 128, 7, -7)
    assert instance.longs(128, 2) == [7, -7]
    instance.set_value("many", 12)
    assert instance.value("many") == 12
    with pytest.raises(MemoryError):
        instance.reach(1 << 40)
    with pytest.raises(NoEngine):
        _ = instance.memory


def test_bots_choose_as_by_wasmtime(page: None, monkeypatch: pytest.MonkeyPatch) -> None:
    game = load_game("tutorial")

    def chosen(in_page: bool, state: State, decision: int) -> tuple[int | None, int]:
        monkeypatch.setattr(browser, "is_here", lambda: in_page)
        twin = NativeTwin(game)
        twin.begin(state)
        search = policy_named("search:16", game, state[SEAT], 2)
        assert isinstance(search, Search)
        found = search.choose(game, state, Draws(3, decision))
        assert isinstance(search._searcher, NativeSearcher)
        return twin.choice(Draws(3, decision)), found

    state = start(game, seats=2, seed=11)
    for decision in range(5):
        by_wasmtime, in_page = chosen(False, state, decision), chosen(True, state, decision)
        assert in_page == by_wasmtime
        assert in_page[0] is not None
        step(game, state, in_page[1])


def test_what_was_not_made_along_with_a_page_is_not_made_there(page: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", "/nowhere")
    native = load_game("tutorial", use_cache=False).native
    assert native is not None
    assert "along with it" in native.refusal()
