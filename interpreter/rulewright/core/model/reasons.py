"""Reasons as a blueprint keeps them, and the trees of them that the functions of a traced build return.

The sorts of reasons and values are described in `backend/printed_reasons.py` and `seen.py`, which print those.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from rulewright.core.model.kinds import DomainName
from rulewright.core.model.phrases import NO_PHRASE, Phrase


class ValueLabel(NamedTuple):
    """What a value that a requirement saw is called in the rules, its sort, and what it is: kind and domain."""

    words: str
    sort: str
    kind: str
    domain: DomainName
    phrase: Phrase = NO_PHRASE


class ReasonInfo(NamedTuple):
    """A requirement as its author wrote it and where, its sort, and the labels of the values it sees.

    For people: what it says, and the effect or value in whose text it stands. The reason of a value has the text of
    that value, nothing if it was not written.
    """

    text: str
    file: str
    line: int
    sort: str
    labels: tuple[ValueLabel, ...]
    phrase: Phrase = NO_PHRASE
    entry: str = ""


class ReasonTree(NamedTuple):
    """What fails: the number of a reason, counted from 1, the values it saw, and the trees of what is behind it.

    Such functions return plain tuples of these three, and 0 if nothing fails; trees behind are either, too.
    """

    reason: int
    values: tuple[Any, ...]
    behind: tuple[Any, ...]
