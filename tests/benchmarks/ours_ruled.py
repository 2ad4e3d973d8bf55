"""Our side with every module and one random seat against three that the rules play, at the highest level."""

from __future__ import annotations

from typing import ClassVar

from tests.benchmarks import ours


class Player(ours.Player):
    """Nearly all the work between two decisions is the rules' own."""

    modules = ("base", "belt", "missions", "threats", "luna")
    settings: ClassVar[dict[str, str | int]] = {"luna": 3, "level": 8}
