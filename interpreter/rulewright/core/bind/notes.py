"""Notes that the binder takes, when asked, on every name in a text and what it means there.

They are for showing rules to people: no game is made of them.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from rulewright.core.diagnostics import Span
from rulewright.core.model.type import Type

How = Literal["reads", "changes", "runs", "names"]


@dataclass(frozen=True, slots=True)
class Note:
    """One name at one place: what sort of thing it means, whose (a kind's field, an enumeration's value), its type.

    `names` is how a text gives a name to something of its own, whose sort is then "local".
    """

    sort: str
    owner: str
    name: str
    span: Span
    how: How
    type: Type | None = None
