"""What authors accept on purpose: `accept: {CODE: why}` next to what a lint finds there."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from rulewright.diagnostics import Diagnostic, Span, did_you_mean, warning
from rulewright.lint.lints import IN_ENTRIES
from rulewright.load.assemble import Assembly
from rulewright.load.entries import Entry
from rulewright.model.document import Mapping, Scalar


@dataclass(slots=True)
class Accepted:
    """All that is accepted in the games looked at, and which of it a finding has met."""

    written: dict[Span, str] = field(default_factory=dict)
    met: set[Span] = field(default_factory=set)

    def read(self, assembly: Assembly) -> None:
        """Note what the entries of a game accept."""
        for entries in assembly.sections.values():
            for entry in entries:
                for key in _codes(entry):
                    self.written[key.span] = key.text

    def takes(self, entry: Entry, code: str) -> bool:
        """Whether an entry accepts a code."""
        for key in _codes(entry):
            if key.text == code:
                self.met.add(key.span)
                return True
        return False

    def findings(self) -> Iterator[Diagnostic]:
        """What is accepted but does not exist, or is never found."""
        for span, code in self.written.items():
            if code not in IN_ENTRIES:
                hint = did_you_mean(code, IN_ENTRIES) or "see what `rulewright lint` prints in [ ]"
                yield warning("unknown-lint", span, f"no lint finds '{code}' in an entry", hint)
            elif span not in self.met:
                message = f"'{code}' is not found here, so there is nothing to accept"
                yield warning("useless-accept", span, message, "leave it out")


def _codes(entry: Entry) -> tuple[Scalar, ...]:
    accept = entry.node.get("accept")
    return tuple(key for key, _ in accept.entries) if isinstance(accept, Mapping) else ()
