"""Pieces that are mixed to hide who played them, though each has an owner that whoever sees it can name."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from rulewright.author.lint.lint_examples import EFFECT, KEEP
from rulewright.author.lint.parsed_texts import LintText
from rulewright.author.lint.scene import LintGroup, LintScene
from rulewright.core.bind.world import SEAT
from rulewright.core.diagnostics import CodeExplained, Diagnostic, warning
from rulewright.core.lower.accesses import Accesses, KnownLocals
from rulewright.core.model.declared import ChangesState
from rulewright.core.model.kinds import kind_of
from rulewright.core.model.origins import Origin

_COUNT = (
    "count a counter of each seat that is `visible: owner` instead; or remove `each_seat`, so that the pieces have "
    "no owner"
)


def owners_told(scene: LintScene, text: LintText) -> Iterator[Diagnostic]:
    """Places where pieces of several seats are mixed before others see them."""
    for mixing, zone in scene.once("mixed pieces with owners", lambda: _mixed(scene)):
        if mixing.text.span == text.node.span:
            message = f"seats put their own pieces into '{zone}', and each piece shows its owner"
            yield warning("owner-told", text.node.span_at(*mixing.tree.at), message, _COUNT)


def _mixed(scene: LintScene) -> list[tuple[Origin, str]]:
    """Return (origin, zone) of each statement that mixes a zone of pieces with owners."""
    telling = _telling(scene)
    return [
        (each.origin, zone)
        for each in (scene.lowered.all_operations() if telling else ())
        if isinstance(each, ChangesState) and each.by_chance and each.origin is not None
        if (zone := each.pieces.address.family) in telling
    ]


def _telling(scene: LintScene) -> frozenset[str]:
    """The zones of no seat into which hidden pieces with owners are put, and of which others see some."""
    world, lowered = scene.world, scene.lowered
    kinds = {each.kind for each in world.components.values() if each.each_seat}
    zones = {each.id: each for each in world.families.values() if each.sort == "zone"}
    zones = {name: each for name, each in zones.items() if kind_of(each.type.domain) in kinds}
    if not zones:
        return frozenset()
    secret = {name for name, each in zones.items() if each.per[:1] == (SEAT,) and each.visible != "all"}
    shared = {name for name, each in zones.items() if SEAT not in each.per}
    changes = [each for each in lowered.all_operations() if isinstance(each, ChangesState)]
    mixed = {each.pieces.address.family for each in changes if each.by_chance}
    filled = {each.goes_to.address.family for each in changes if each.goes_to is not None}
    if not secret or not shared & mixed & filled:  # most games: which piece may go where need not be looked at
        return frozenset()
    accesses = Accesses(lowered)
    ways = {way for effect in lowered.effects() for way in accesses.of(effect.body, KnownLocals({0}, {})).ways}
    seen = {name for name, each in zones.items() if each.visible == "all"}
    seen |= {here for here, there in ways if there in seen}
    return frozenset(there for here, there in ways if here in secret and there in shared & seen)


_VOTES = (
    "components:\n  - {id: vote, kind: card, %scopies: 2, title: {en: V, fr: V}, source: {doc: DOC, place: v}}\n"
    "zones:\n  - {id: urn, holds: card, visible: none}\n  - {id: count, holds: card, visible: all}\n"
    + EFFECT
    + "ask each:\n        pick c from hand\n        move c to urn\n      shuffle urn\n      move urn to count"
)
_EXPLAINED: Final = (
    CodeExplained(
        "owner-told", "Pieces are shuffled, though each shows its owner.",
        "Shuffling hides in which order pieces were played, but a piece of `each_seat: true` keeps its owner: "
        "all who see it know who played it. Count hidden counters, or use pieces without owners." + KEEP % "owner-told",
        "lint", _VOTES % "each_seat: true, ", _VOTES % "",
    ),
)  # fmt: skip
LINTS: Final = LintGroup(_EXPLAINED, of_texts=(owners_told,))
