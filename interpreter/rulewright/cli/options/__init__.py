"""What is typed after a verb: the options that several verbs share, and what is said of wrong ones."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any


def with_options(verb: Callable[..., Any], *options: Callable[..., Any]) -> Any:
    """A verb with options, which help lists in their order."""
    for option in reversed(options):
        verb = option(verb)
    return verb
