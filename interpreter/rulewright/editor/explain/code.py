"""One row of the table of codes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

CodeGroup = Literal["effect", "content", "yaml", "files", "variant", "match", "scenario", "lint"]


@dataclass(frozen=True, slots=True)
class CodeExplained:
    """A code, what it says in a sentence, what it means and what to do, and an example.

    `place` says what `wrong` and `right` are: the text of an effect, entries of a content file, one YAML file of any
    kind, several files each below a line `# PATH`, a variant, a match, one scenario, or entries or
    scenarios that are warned of. A code that no few lines can
    show, because it is about sizes or about folders, has none.
    """

    code: str
    title: str
    why: str
    place: CodeGroup = "yaml"
    wrong: str = ""
    right: str = ""
