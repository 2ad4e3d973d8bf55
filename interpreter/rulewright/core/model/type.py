"""Types of values of the effect language: number, boolean, thing of a domain, or a set of things."""

from __future__ import annotations

from typing import NamedTuple

from rulewright.core.diagnostics import Span
from rulewright.core.model.kinds import DomainName


class Type(NamedTuple):
    """A type: 'number', 'truth', 'thing', 'set', 'text' or 'nothing', its domain, whether it may be none.

    `low`/`high` bound a number where that is known when the ruleset is compiled.
    """

    kind: str
    domain: DomainName = ""
    optional: bool = False
    low: int | None = None
    high: int | None = None


NUMBER = Type("number")
TRUTH = Type("truth")
TEXT = Type("text")
SET = Type("set")
"""A set of whatever it holds."""
NOTHING = Type("nothing")


class Reason(NamedTuple):
    """A requirement as its author wrote it, and where."""

    text: str
    span: Span
