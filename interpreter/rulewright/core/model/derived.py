"""Parts derived from a lowered program: look-aheads, decision points, blocks of effects that ask.

The passes in `lower/` derive these; a back end prints them. Nothing here is written by an author or bound from a text.
"""

from __future__ import annotations

from dataclasses import dataclass

from rulewright.core.model import lowered_values as lv
from rulewright.core.model import operations as low
from rulewright.core.model.functions import Effect
from rulewright.core.model.lowered_values import Local
from rulewright.core.model.operations import Operation
from rulewright.core.model.stages import SAFE, AnswerStage

# ---- Look-ahead: can it be done? -------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Must:
    """It cannot be done where a guard fails."""

    check: low.Check


@dataclass(frozen=True, slots=True)
class MustBeAble:
    """It cannot be done where the effect called cannot."""

    call: lv.Call | lv.CallField


@dataclass(frozen=True, slots=True)
class Trial:
    """Do this before the next steps, on a copy of the state that they read, and stop if the game `ends`."""

    operation: Operation
    ends: bool


@dataclass(frozen=True, slots=True)
class Foreseen:
    """The end of a look: nothing after this can fail, or it cannot be known."""


@dataclass(frozen=True, slots=True)
class Then:
    """The end of a look: it continues with what comes after a place where ways have parted."""

    after: LookAhead


@dataclass(frozen=True, slots=True)
class Either:
    """The end of a look: two ways."""

    test: lv.Expression
    then: LookAheadSteps
    otherwise: LookAheadSteps


@dataclass(frozen=True, slots=True)
class AnyOf:
    """The end of a look: it can be done where one of the options is possible.

    `choice` is the decision or the roll that has them; one of the options of a decision with names is enough.
    """

    choice: low.Ask | low.Roll
    options: tuple[Possible, ...]


LookAheadStep = low.Count | low.Let | Must | MustBeAble | Trial | Foreseen | Then | Either | AnyOf
LookAheadSteps = tuple[LookAheadStep, ...]


@dataclass(frozen=True, slots=True)
class LookAhead:
    """A function of the state and some locals that says whether operations can be done.

    It changes nothing. One that calls itself for each further part of a set has no steps where it is called from
    within.
    """

    name: str
    parameters: tuple[Local, ...]
    steps: LookAheadSteps


Following = low.Check | lv.Call | LookAhead | None
"""What must be possible after something is chosen: one guard, an effect, a look-ahead; nothing that could fail."""


@dataclass(frozen=True, slots=True)
class Possible:
    """An option, and what must be possible after it."""

    offer: low.Option
    following: Following
    counted: tuple[low.Count, ...] = ()


@dataclass(frozen=True, slots=True)
class DecisionPoint:
    """The options of a decision, each with everything that must be possible after it."""

    ask: low.Ask
    options: tuple[Possible, ...]


# ---- Effects that ask someone, in blocks -----------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Decide:
    """Leave a decision of several options, settle one of one option, or leave the effect without options.

    It continues in block `resume` and then with the `rest`, and gathers its options in block `gather`. The free actions
    with the numbers `free` are offered as well.
    """

    ask: low.Ask
    rest: low.Block
    resume: int
    gather: int
    free: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class TakeFree:
    """A branch of a decision: do the free action if the answer is one, and gather again in block `gather`."""

    seat: Local
    gather: int


@dataclass(frozen=True, slots=True)
class AnswerKnown:
    """The answer to a decision is known and is one of its own options."""

    ask: low.Ask


@dataclass(frozen=True, slots=True)
class Enter:
    """Run an effect that may ask, and continue in block `resume`."""

    call: lv.Call | lv.CallField
    resume: int


@dataclass(frozen=True, slots=True)
class EnterEach:
    """Park the parts of a simultaneous decision, one for each seat, to be joined in block `join`."""

    ask: low.AskEach
    join: int


@dataclass(frozen=True, slots=True)
class Join:
    """Continue with the next seat of a simultaneous decision as long as there is one."""


@dataclass(frozen=True, slots=True)
class Wait:
    """A point where a simultaneous answer waits as long as its `stage` says, and continues in a block."""

    stage: AnswerStage
    resume: int


@dataclass(frozen=True, slots=True)
class CountStep:
    """One more round of a loop, for the step limit."""


Part = Operation | Decide | TakeFree | AnswerKnown | Enter | EnterEach | Join | Wait | CountStep


@dataclass(frozen=True, slots=True)
class Goto:
    block: int


@dataclass(frozen=True, slots=True)
class Fork:
    test: lv.Expression
    then: int
    otherwise: int


@dataclass(frozen=True, slots=True)
class ByOption:
    """Continue in the block of the option that was answered."""

    blocks: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Done:
    """The effect is done."""


End = Goto | Fork | ByOption | Done


@dataclass(frozen=True, slots=True)
class BasicBlock:
    """A stretch of an effect that runs from its beginning to its end, which says where it continues."""

    number: int
    parts: tuple[Part, ...]
    end: End


@dataclass(frozen=True, slots=True)
class Suspension:
    """A point where an effect can be suspended: the block it continues in, and the cause.

    `gather` is the block that gathers a decision's options again, -1 for none; with `free` it waits for a free action.
    With a `stage` it is an answer under seal, which waits for others; nothing is its cause.
    `known` are the locals that have a value there, in the order they got it, and must keep it; all others
    are 0.
    """

    resume: int
    cause: low.Ask | lv.Call | lv.CallField | low.AskEach | None
    gather: int
    free: bool
    known: tuple[Local, ...]
    stage: AnswerStage = SAFE


@dataclass(frozen=True, slots=True)
class Resumable:
    """An effect that asks someone, as blocks in an order in which control mostly falls through.

    `known` are the locals that have a value when it begins.
    """

    effect: Effect
    known: tuple[Local, ...]
    blocks: tuple[BasicBlock, ...]
    suspensions: tuple[Suspension, ...]
