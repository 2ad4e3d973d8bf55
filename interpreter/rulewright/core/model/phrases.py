"""Texts of the effect language to be put into words, as they are in the plain data of a blueprint.

`packed_trees.py` makes the trees of them, which most games are played without.
"""

from __future__ import annotations

from typing import NamedTuple

from rulewright.core.model.kinds import DomainName


class Phrase(NamedTuple):
    """A packed tree of the effect language, and the outside names that its text knows, with their domains."""

    tree: str = ""
    names: tuple[tuple[str, DomainName], ...] = ()


NO_PHRASE = Phrase()
"""Of what nobody wrote."""
