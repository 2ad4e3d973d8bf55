"""The text of a module being written: its functions, their locals, and the ways a function is left.

Values of the language are i64, whatever they are; truths are i32 where they are only tested. Every name is made here or
by the passes; no author's text gets into the module.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import Self

from rulewright.core.lower.bounds import Bounds
from rulewright.core.lower.lowering import Lowered
from rulewright.core.lower.value_ranges import Ranges
from rulewright.core.model import lowered_values as lv
from rulewright.core.model.game import Blueprint
from rulewright.core.run.atoms import LOOKS, MAX_STEPS
from rulewright.native.backend.dirty import Dirty
from rulewright.native.backend.layout import AT_STEPS, StateLayout
from rulewright.native.backend.tables import Data
from rulewright.native.backend.weights import Weights

WENT_ON, WAITS, GAME_OVER, LAID_ASIDE = 0, 1, 2, 3
"""What functions of effects return: done, a decision waits, the game is over, an answer waits for others'."""
_LEAVE = "(;leave;)"
"""Stands before every `return`: there scratch memory is given back, in a function that takes some."""


@dataclass(slots=True)
class Module:
    """The parts that all functions of a module share, and the functions written so far."""

    lowered: Lowered
    blueprint: Blueprint
    layout: StateLayout
    bounds: Bounds
    ranges: Ranges
    data: Data
    weights: Weights
    dirty: Dirty
    functions: list[str] = field(default_factory=list)
    fields_asked: set[tuple[int, int]] = field(default_factory=set)
    """The tables of tests and amounts of things that are asked for, each with how many values they are given."""

    @property
    def first_run(self) -> int:
        """The index, in the table of functions, of those that run effects from other effects."""
        return len(self.lowered.program.procedures)

    @property
    def first_look(self) -> int:
        """The index of the look-aheads of effects."""
        return 2 * len(self.lowered.program.procedures)

    @property
    def first_enter(self) -> int:
        """The index of the functions that begin an effect, with its frame if it asks."""
        return 3 * len(self.lowered.program.procedures)

    @property
    def first_value(self) -> int:
        """The index of the values that belong to a seat alone."""
        return 4 * len(self.lowered.program.procedures)


@dataclass(slots=True)
class Function:
    """One function: its name, parameters with their types, its result, and locals added as needed.

    If things are tried on a copy of the state, `trial` is the local with the copy's address, or with that of the state
    while there is no copy: steps counted there count for the state.
    """

    name: str
    parameters: list[tuple[str, str]]
    result: str = "i32"
    takes_scratch: bool = False
    trial: str = ""
    areas: list[tuple[str, int]] = field(default_factory=list)
    """What it keeps sets in: the local with the address, and how many bytes; taken of scratch memory at its start."""
    locals: dict[str, str] = field(default_factory=dict)
    _numbers: int = 0

    def local(self, type_: str = "i64") -> str:
        """Return a new local."""
        self._numbers += 1
        name = f"$t{self._numbers}"
        self.locals[name] = type_
        return name

    def area(self, size: int) -> str:
        """Return the local with the address of this many bytes that are the function's own until it is left."""
        self.areas.append((self.local("i32"), size))
        self.takes_scratch = True
        return self.areas[-1][0]

    def label(self) -> str:
        """Return a new label."""
        self._numbers += 1
        return f"$l{self._numbers}"

    def named(self, number: int) -> str:
        """Return the local that holds a local of the language."""
        name = f"$v{number}"
        if all(name != each for each, _ in self.parameters):
            self.locals[name] = "i64"
        return name

    def written(self, body: Iterable[str]) -> str:
        """Return the text of the function, whose body leaves the result."""
        lines = list(body)
        head = [f"(func {self.name}", *(f" (param {name} {type_})" for name, type_ in self.parameters)]
        if self.result:
            head.append(f" (result {self.result})")
        if self.takes_scratch:
            self.locals["$kept"] = "i32"
            taken = [
                f"{put(name, '(global.get $scratch)')} (global.set $scratch {plus(get(name), size)})"
                for name, size in self.areas
            ]
            lines = ["(local.set $kept (global.get $scratch))", *taken, *lines]
            lines.append(_GIVE_BACK)
        locals_ = [f"(local {name} {type_})" for name, type_ in self.locals.items()]
        text = "\n".join(["".join(head), *locals_, *lines, ")"])
        leave = _GIVE_BACK if self.takes_scratch else ""
        if self.trial:
            leave += steps_of("(local.get $S)", get(self.trial))
        return text.replace(_LEAVE, leave)


_GIVE_BACK = "(global.set $scratch (local.get $kept))"


def leaving(result: int) -> str:
    """Return the text that leaves a function with a result."""
    return f"{_LEAVE}(return (i32.const {result}))"


@dataclass(frozen=True, slots=True)
class Code(ABC):
    """A position where code is written: a function, a state, and the names of locals of the language.

    `within`: in a set expression, where traversals count. A local that is a set holds the address of its size, 8 bytes,
    followed by its members, 8 bytes each. `sets` are those in the frame `$f`, with their offsets there.
    """

    module: Module
    function: Function
    state: str = "$S"
    names: dict[int, str] = field(default_factory=dict)
    within: bool = False
    sets: dict[int, int] = field(default_factory=dict)

    @property
    def here(self) -> str:
        """The address of the state."""
        return f"(local.get {self.state})"

    def name(self, local: lv.Local) -> str:
        """Return the name of a local of the language."""
        return self.names.get(local.number) or self.function.named(local.number)

    def naming(self, local: lv.Local, name: str, *, within: bool) -> Self:
        """Return this position with another name for a local."""
        return replace(self, names={**self.names, local.number: name}, within=within)

    @abstractmethod
    def value(self, node: lv.Expression) -> str:
        """Return an expression as 64 bits."""

    @abstractmethod
    def test(self, node: lv.Expression) -> str:
        """Return an expression as a truth of 32 bits."""

    @abstractmethod
    def index(self, node: lv.Expression) -> str:
        """Return an expression that is small, as 32 bits with a sign."""

    @abstractmethod
    def width(self, node: lv.Expression) -> str:
        """Return the natural width of an expression: 32 bits for tests, 64 for other values."""

    def values(self, nodes: tuple[lv.Expression, ...]) -> str:
        """Expressions one after another, as arguments."""
        return " ".join(map(self.value, nodes))


def get(name: str) -> str:
    """Return the value of a local."""
    return f"(local.get {name})"


def put(name: str, value: str) -> str:
    """Set a local."""
    return f"(local.set {name} {value})"


def number(value: int) -> str:
    """Return a constant of 64 bits."""
    return f"(i64.const {value})"


def small(value: int) -> str:
    """Return a constant of 32 bits."""
    return f"(i32.const {value})"


def plus(base: str, offset: int) -> str:
    """Return an address this many bytes further on."""
    return f"(i32.add {base} (i32.const {offset}))" if offset else base


def seen_from(value: str, kind: str, wanted: str) -> str:
    """Convert a value to the other width, where a boolean of 32 bits is never negative."""
    if kind == wanted:
        return value
    return f"(i64.extend_i32_u {value})" if wanted == "i64" else f"(i64.ne {value} (i64.const 0))"


def added(function: Function, word: str, one: str, other: str) -> str:
    """Return a sum (`add`) or a difference (`sub`) that stops the game if it has more than 64 bits."""
    left, right, result = (function.local() for _ in range(3))
    odd = get(right) if word == "add" else get(left)
    past = f"(i64.xor {get(left)} {get(right if word == 'sub' else result)})"
    past = f"(i64.and {past} (i64.xor {odd} {get(result)}))"
    return (
        f"(block (result i64) {put(left, one)} {put(right, other)}"
        f" {put(result, f'(i64.{word} {get(left)} {get(right)})')}"
        f" (if (i64.lt_s {past} (i64.const 0)) (then (call $too_large))) {get(result)})"
    )


def steps_of(here: str, other: str) -> str:
    """Count in a state what is counted in another one."""
    return f"(i64.store offset={AT_STEPS} {here} (i64.load offset={AT_STEPS} {other}))"


def count_looks(function: Function, here: str, looks: str) -> str:
    """Count this many looks for the step limit."""
    steps = function.local()
    more = f"(i64.add (i64.load offset={AT_STEPS} {here}) {looks})"
    store = f"(i64.store offset={AT_STEPS} {here} (local.tee {steps} {more}))"
    return f"{store} (if (i64.gt_s {get(steps)} (i64.const {MAX_STEPS * LOOKS})) (then (call $too_many)))"
