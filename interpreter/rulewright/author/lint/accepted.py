"""Findings that authors accept on purpose, by `accept: {CODE: why}` next to them."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass, field
from typing import Final

from rulewright.author.lint.scene import LintGroup
from rulewright.core.diagnostics import CodeExplained, Diagnostic, Span, did_you_mean, warning
from rulewright.core.load.assemble import Assembly
from rulewright.core.load.entries import Entry
from rulewright.core.model.document import Mapping, Scalar


@dataclass(slots=True)
class Accepted:
    """The accepted codes of the games reviewed, and the findings that met them.

    `met` has the texts of these findings, None for a finding outside texts.
    """

    written: dict[Span, str] = field(default_factory=dict)
    met: dict[Span, set[Span | None]] = field(default_factory=dict)

    def read(self, assembly: Assembly) -> None:
        """Note what the entries of a game accept."""
        self.written |= {key.span: key.text for entry in assembly.entries() for key in _codes(entry)}

    def join(self, later: Accepted, settled: Collection[Span]) -> None:
        """Merge what other games accept, without findings in texts that were settled before."""
        self.written |= later.written
        for key, places in later.met.items():
            counted = {place for place in places if place is None or place not in settled}
            if counted:
                self.met.setdefault(key, set()).update(counted)

    def takes(self, entry: Entry, code: str, text: Span | None = None) -> bool:
        """Return whether an entry accepts a code, in one of its texts or beside them."""
        for key in _codes(entry):
            if key.text == code:
                self.met.setdefault(key.span, set()).add(text)
                return True
        return False

    def findings(self, acceptable: Collection[str]) -> Iterator[Diagnostic]:
        """Yield findings about accepted codes that cannot be accepted, or are never found."""
        for span, code in self.written.items():
            if code not in acceptable:
                hint = did_you_mean(code, acceptable) or "use a code that `rulewright lint` prints in [ ]"
                yield warning("unknown-lint", span, f"no lint finds '{code}' in an entry", hint)
            elif span not in self.met:
                message = f"'{code}' is not found here, so 'accept' has no effect"
                yield warning("useless-accept", span, message, "leave it out")


def _codes(entry: Entry) -> tuple[Scalar, ...]:
    accept = entry.node.get("accept")
    return tuple(key for key, _ in accept.entries) if isinstance(accept, Mapping) else ()


_EXPLAINED: Final = (
    CodeExplained(
        "unknown-lint", "An entry accepts a warning that does not exist.",
        "`accept` names codes of warnings about entries. The code is misspelt.",
        "lint", "procedures:\n  - {id: blow, does: gain 1 coin, accept: {never-raeched: it is for house rules}}",
        "procedures:\n  - {id: blow, does: gain 1 coin, accept: {never-reached: it is for house rules}}",
    ),
    CodeExplained(
        "useless-accept", "An entry accepts a warning that does not occur.",
        "The accepted problem has been fixed. Remove its `accept`, so that a new one is reported.",
        "lint", "procedures:\n  - {id: blow, does: gain 1 coin, accept: {never-reached: it is for house rules}}\n"
        "triggers:\n  - {id: gust, after: turn, does: blow}",
        "procedures:\n  - {id: blow, does: gain 1 coin}\ntriggers:\n  - {id: gust, after: turn, does: blow}",
    ),
)  # fmt: skip
LINTS: Final = LintGroup(_EXPLAINED, acceptable=False)
