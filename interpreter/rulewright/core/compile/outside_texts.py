"""Faults of a ruleset outside its texts: in looks, in the table, and in what its zones hold at the start."""

from __future__ import annotations

from typing import NamedTuple

from rulewright.core.compile.bound_game import BoundGame
from rulewright.core.compile.compiling import checked_outside_texts
from rulewright.core.diagnostics import Diagnostic
from rulewright.core.load.entries import Sections
from rulewright.core.model.game import Blueprint
from rulewright.core.model.manifest import Manifest


class OutsideTexts(NamedTuple):
    """The faults of a ruleset outside its texts, and the designs of which no piece is in a zone before the game.

    Of a ruleset with faults there are no such designs.
    """

    faults: tuple[Diagnostic, ...]
    boxed: frozenset[str]


def look_outside_texts(manifest: Manifest, bound: BoundGame, sections: Sections) -> OutsideTexts:
    """Return what is found outside the texts of a ruleset, which are right. Nothing is recorded in its world."""
    blueprint, faults = checked_outside_texts(manifest, bound.fresh(), sections, (), "")
    return OutsideTexts(faults, frozenset() if blueprint is None else _designs_in_the_box(blueprint))


def _designs_in_the_box(blueprint: Blueprint) -> frozenset[str]:
    boxed = {blueprint.pieces[piece].design for piece in blueprint.initial[blueprint.box]}
    placed = {
        each.design
        for piece, each in enumerate(blueprint.pieces)
        if blueprint.initial[blueprint.piece_zone + piece] != blueprint.box
    }
    return frozenset(boxed - placed)
