"""The needed part of wasmtime: one engine, modules, and instances with cheap calls.

The package's ordinary call takes 30 to 100 us, too much for a single step; the unchecked call of its C interface takes
about 2 us. It is bound here by hand for the versions it was tried with; others are called the ordinary way.
"""

from __future__ import annotations

import atexit
import ctypes
import struct
import warnings
from functools import cache
from typing import TYPE_CHECKING, Any, Final, TypeVar
from weakref import WeakSet

from rulewright.native.backend.sandbox import PAGE, NativeFunction, NoEngine, Trapped

if TYPE_CHECKING:
    from wasmtime import Engine, Func, Module

TRIED: Final = frozenset({"50"})
"""The first numbers of the versions whose C interface is as it is bound here."""
_Thing = TypeVar("_Thing")
_MOST_STACK: Final = 1 << 19


@cache
def engine() -> Engine:
    """Return the engine of this process.

    Raises NoEngine if the package is missing or does not support this machine.
    """
    try:
        from wasmtime import Config, Engine, WasmtimeError
    except (ImportError, OSError, RuntimeError) as fault:
        raise NoEngine(f"wasmtime cannot be used here ({fault})") from None
    from multiprocessing import parent_process

    config = Config()
    config.wasm_threads = False
    config.wasm_multi_memory = False
    config.wasm_memory64 = False
    config.wasm_relaxed_simd = False
    config.memory_may_move = False
    config.max_wasm_stack = _MOST_STACK
    config.cranelift_opt_level = "speed"
    try:
        made = _kept(Engine(config))
    except WasmtimeError as fault:
        raise NoEngine(f"wasmtime cannot be used here ({fault})") from None
    if untried() and parent_process() is None:  # processes that it has made are many, and use the same package
        warnings.warn(untried(), UntriedEngine, stacklevel=2)
    return made


def _kept(thing: _Thing) -> _Thing:
    """Keep an object from being destroyed while Python exits, and return it.

    Its package fails at that, and prints so.
    """
    _all_kept().add(thing)
    return thing


@cache
def _all_kept() -> WeakSet[Any]:
    things: WeakSet[Any] = WeakSet()

    def let_go() -> None:
        for thing in list(things):
            try:
                thing._consume()
            except (AttributeError, ValueError):
                pass

    atexit.register(let_go)
    return things


@cache
def version() -> str:
    """Return the version of the engine's package."""
    from importlib.metadata import version as version_of

    return version_of("wasmtime")


class UntriedEngine(RuntimeWarning):
    """A version of the engine's package that is used in a slow way, as its fast one has not been tried."""


@cache
def untried() -> str:
    """Return why the engine is slow here and how to make it fast, empty if it is fast.

    It is a sentence without a full stop.
    """
    if version().split(".")[0] in TRIED:
        return ""
    known = max(TRIED, key=int)
    return (
        f"the native back end was tried with wasmtime {known}, and this is wasmtime {version()}: it is called the "
        "ordinary way, which makes each call from Python some 20 times slower; for native speed: "
        f"pip install 'wasmtime=={known}.*'"
    )


def binary_of(text: str) -> bytes:
    """Return a module's text as binary."""
    engine()
    from wasmtime import wat2wasm

    return bytes(wat2wasm(text))


def compiled(binary: bytes) -> Module:
    """Return a module as machine code, in memory."""
    from wasmtime import Module

    return _kept(Module(engine(), binary))


def revived(machine_code: bytes) -> Module | None:
    """Return a module from trusted machine code, None if it is for another engine or machine."""
    from wasmtime import Module, WasmtimeError

    try:
        return _kept(Module.deserialize(engine(), machine_code))
    except WasmtimeError:
        return None


class Instance:
    """A `Sandbox` in wasmtime.

    `memory` is its memory as writable bytes, and `numbers` the same memory as 8-byte numbers. `reach` makes both anew;
    memory never moves, so that old views stay valid while they are referenced.
    """

    __slots__ = ("_exports", "_memory", "_store", "memory", "numbers")

    def __init__(self, module: Module) -> None:
        from wasmtime import Instance as Made
        from wasmtime import Memory, Store

        self._store = _kept(Store(engine()))
        self._exports = Made(self._store, module, []).exports(self._store)
        memory = self._exports["memory"]
        assert isinstance(memory, Memory)
        self._memory = memory
        self._look()

    def _look(self) -> None:
        size = self._memory.data_len(self._store)
        shown: Any = self._memory.get_buffer_ptr(self._store, size)
        shown.held = self._store
        self.memory = memoryview(shown).cast("B")
        self.numbers = self.memory.cast("q")

    def reach(self, size: int) -> None:
        from wasmtime import WasmtimeError

        lacking = size - len(self.memory)
        if lacking > 0:
            try:
                self._memory.grow(self._store, -(-lacking // PAGE))
            except WasmtimeError:
                raise MemoryError(f"native memory cannot have {size:,} bytes") from None
            self._look()

    @property
    def size(self) -> int:
        return len(self.memory)

    def read(self, at: int, size: int) -> bytes:
        return bytes(self.memory[at : at + size])

    def write(self, at: int, data: bytes | bytearray) -> None:
        self.memory[at : at + len(data)] = data

    def unpack(self, form: str, at: int) -> tuple[Any, ...]:
        return struct.unpack_from(form, self.memory, at)

    def pack(self, form: str, at: int, *values: float) -> None:
        struct.pack_into(form, self.memory, at, *values)

    def longs(self, at: int, count: int) -> list[int]:
        return self.numbers[at // 8 : at // 8 + count].tolist()

    def value(self, name: str) -> int:
        return int(self._global(name).value(self._store))

    def set_value(self, name: str, value: int) -> None:
        self._global(name).set_value(self._store, value)

    def _global(self, name: str) -> Any:
        return self._exports[name]

    def function(self, name: str, *, ordinary: bool = False) -> NativeFunction:
        """Return an exported function of integers.

        `ordinary` uses the package's ordinary call.
        """
        from wasmtime import Func

        func = self._exports[name]
        assert isinstance(func, Func)
        if ordinary or untried():
            return self._ordinary(func)
        return self._unchecked(func)

    def _ordinary(self, func: Func) -> NativeFunction:
        from wasmtime import Trap, WasmtimeError

        store = self._store

        def call(*given: int) -> int:
            try:
                return int(func(store, *given) or 0)
            except (Trap, WasmtimeError) as trap:
                raise Trapped(str(trap)) from None

        return call

    def _unchecked(self, func: Func) -> NativeFunction:
        """Return an unchecked function, whose callers guarantee the number of arguments."""
        import wasmtime
        from wasmtime import Trap, WasmtimeError

        ffi: Any = wasmtime._ffi
        type_ = func.type(self._store)
        takes, gives = len(type_.params), [str(each) for each in type_.results]
        room = max(1, takes, len(gives))
        raw = (ffi.wasmtime_val_raw_t * room)()
        wide = (ctypes.c_int64 * (ctypes.sizeof(raw) // 8)).from_buffer(raw)
        narrow = (ctypes.c_int32 * (ctypes.sizeof(raw) // 4)).from_buffer(raw)
        results: Any = narrow if gives == ["i32"] else wide
        apart = ctypes.sizeof(ffi.wasmtime_val_raw_t) // 8
        trap = ctypes.c_void_p()
        made = ctypes.CFUNCTYPE(ctypes.c_void_p, *[ctypes.c_void_p] * 3, ctypes.c_size_t, ctypes.c_void_p)
        enter = made(ctypes.cast(ffi.dll.wasmtime_func_call_unchecked, ctypes.c_void_p).value or 0)
        context = ctypes.cast(self._store._context(), ctypes.c_void_p).value
        which, where, told = ctypes.addressof(func._func), ctypes.addressof(raw), ctypes.addressof(trap)

        def fail(fault: int | None) -> Trapped:
            if fault:
                return Trapped(str(WasmtimeError._from_ptr(ctypes.cast(fault, ctypes.POINTER(ffi.wasmtime_error_t)))))
            found: Any = ctypes.cast(trap, ctypes.POINTER(ffi.wasm_trap_t))
            trap.value = None
            return Trapped(str(Trap._from_ptr(found)))

        def call(*given: int) -> int:
            at = 0
            for number in given:
                wide[at] = number
                at += apart
            fault = enter(context, which, where, room, told)
            if fault or trap.value:
                raise fail(fault)
            return int(results[0]) if gives else 0

        call.__dict__["held"] = (self._store, func, raw, trap)
        return call
