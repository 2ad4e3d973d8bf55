"""Notes that the binder takes, when asked, on every name in a text and what it means there.

They are for showing rules to people: no game is made of them.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from rulewright.diagnostics import Span

if TYPE_CHECKING:
    from rulewright.model.document import Scalar
    from rulewright.model.effects import Place
    from rulewright.model.type import Type

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


def note_in(
    text: Scalar, at: Place, sort: str, name: str, owner: str = "", how: How = "reads", type_: Type | None = None
) -> Note:
    """The note of a name at a place of a text; the place of a longer phrase is that of the name it begins with."""
    return Note(sort, owner, name, text.span_at(at.line, at.column, len(name)), how, type_)
