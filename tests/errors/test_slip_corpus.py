"""What beginners write by mistake: each message stands where the slip is, says what is wrong and what to write.

The first lines of a file are what its author is told, word for word: code, line and hint, and then the message. Whoever
changes one reads it as somebody would who has never programmed.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright.core.bind.setting_entries import picked_fault
from rulewright.core.diagnostics import Span
from rulewright.core.model.document import Scalar
from tests.errors.rulesets.skeleton import build_with

CORPUS = Path(__file__).parent / "slips"
EXPECT, SAYS = "# expect: ", "# says: "


@pytest.mark.parametrize(
    "path", sorted(CORPUS.glob("*.bad.yaml")), ids=lambda path: path.name.removesuffix(".bad.yaml")
)
def test_a_slip_is_told_in_these_words(tmp_path: Path, path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    head = [line for line in text.split("\n") if line.startswith((EXPECT, SAYS))]
    code, line, hint = head[0].removeprefix(EXPECT).split(" ", 2)
    (found,) = build_with(tmp_path, text).diagnostics
    assert (found.code, found.span.line, found.hint) == (code, int(line), hint)
    assert found.message == head[1].removeprefix(SAYS)


def test_a_setting_picked_where_there_are_none_is_told_so() -> None:
    name, value = (Scalar(each, each, "plain", Span("quick.yaml", 3, 1)) for each in ("length", "short"))
    fault = picked_fault({}, name, value)
    assert fault is not None
    assert fault.hint == "this ruleset has no settings; 'settings:' in a content file declares them"
