"""The lowered program: what effects and values do, in a few typed operations that every back end prints.

It is made from the bound trees (bound.py) by the passes in `lower/`; none of an author's words is left in it but the
`origin` each node carries for explanations. What they make up, effects and values, is in functions.py; what follows
from these (look-aheads, offers, the blocks of effects that ask someone) in derived.py. An effect ends where its
operations end or `Leave` is met. Expressions are in lowered_values.py, operations in operations.py with
what each declares of itself.
Things are small whole numbers; -1 is none.
"""

from __future__ import annotations

from rulewright.model.declared import Aside, ChangesState
from rulewright.model.lowered_values import (
    GOING,
    Address,
    Answer,
    Call,
    CallField,
    Const,
    Evaluate,
    EvaluateField,
    Expression,
    Load,
    Local,
    Possible,
    Primitive,
    Reduce,
    Table,
    Zone,
)
from rulewright.model.operations import (
    Ask,
    AskEach,
    Block,
    Check,
    Count,
    Draw,
    Each,
    Flip,
    If,
    Leave,
    Let,
    Move,
    MoveAll,
    Operation,
    Option,
    Repeat,
    Roll,
    Show,
    Shuffle,
    Simple,
    Store,
    Tell,
    While,
    assert_simple,
)

__all__ = [
    "GOING",
    "Address", "Answer", "Aside", "Ask", "AskEach", "Block", "Call", "CallField", "ChangesState", "Check", "Const",
    "Count", "Draw", "Each", "Evaluate", "EvaluateField", "Expression", "Flip", "If", "Leave", "Let", "Load", "Local",
    "Move", "MoveAll", "Operation", "Option", "Possible", "Primitive", "Reduce", "Repeat", "Roll", "Show", "Shuffle",
    "Simple", "Store", "Table", "Tell", "While", "Zone", "assert_simple",
]  # fmt: skip
