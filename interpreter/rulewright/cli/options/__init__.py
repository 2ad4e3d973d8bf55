"""Command-line options that several verbs share, and the messages about wrong values."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any


def with_options(verb: Callable[..., Any], *options: Callable[..., Any]) -> Any:
    """Return a verb with options, which help lists in their order."""
    for option in reversed(options):
        verb = option(verb)
    return verb
