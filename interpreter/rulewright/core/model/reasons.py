"""Reasons as a blueprint keeps them, and the trees of reasons that functions of a traced build return.

The sorts of reasons and values are described in `backend/printed_reasons.py` and `seen.py`, which print those.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from rulewright.core.model.kinds import DomainName
from rulewright.core.model.phrases import NO_PHRASE, Phrase


class ValueLabel(NamedTuple):
    """A value that a requirement read: its words in the rules, its sort, its kind and domain."""

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
    """A failing reason: its number from 1, the values it read, and the trees behind it.

    Such functions return plain tuples of these three, and 0 if nothing fails; so are the trees behind.
    """

    reason: int
    values: tuple[Any, ...]
    behind: tuple[Any, ...]
