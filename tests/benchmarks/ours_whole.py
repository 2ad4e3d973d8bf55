"""Our side with every module that goes together: four random seats."""

from __future__ import annotations

from tests.benchmarks import ours


class Player(ours.Player):
    """As the basic game, on the other side of the board with missions and threats."""

    modules = ("base", "belt", "missions", "threats")
