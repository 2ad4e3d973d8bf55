"""Command-line options that several verbs share, and the messages about wrong values."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, TypeVar

Typed = TypeVar("Typed")


def with_options(verb: Callable[..., Any], *options: Callable[..., Any]) -> Any:
    """Return a verb with options, which help lists in their order."""
    for option in reversed(options):
        verb = option(verb)
    return verb


def as_one(typed: Callable[..., Typed]) -> Callable[[Callable[[Typed], None]], Callable[..., None]]:
    """Hand a verb all that was typed as one object. Its making may raise UsageError where options contradict."""

    def decorator(verb: Callable[[Typed], None]) -> Callable[..., None]:
        @wraps(verb)
        def handed(**values: Any) -> None:
            verb(typed(**values))

        return handed

    return decorator
