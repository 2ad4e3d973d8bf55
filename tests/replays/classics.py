"""What random games of the gallery come to, in `classics.json`: a digest of each, by ruleset.

`python -m tests.replays.classics` records them anew, in a commit that says which rule of which game has changed.
"""

from __future__ import annotations

import json
from pathlib import Path

import rulewright as rw
from tests.properties.same_digests import digest_of, natively
from tests.reference.checkout import RULESETS

RECORDED = Path(__file__).with_name("classics.json")
GAMES = 5


def digests_of(root: Path) -> list[str]:
    """The digests of a few random games, by turns at every table the game allows."""
    game = rw.load_game(str(root), backend="native")
    return [digest_of(game, natively(game), number) for number in range(GAMES)]


def recorded() -> dict[str, list[str]]:
    """What was recorded, by ruleset."""
    found: dict[str, list[str]] = json.loads(RECORDED.read_text("utf-8"))
    return found


def main() -> None:
    roots = sorted(path for path in (RULESETS / "classics").iterdir() if path.is_dir())
    RECORDED.write_text(json.dumps({root.name: digests_of(root) for root in roots}, indent=1) + "\n", "utf-8")


if __name__ == "__main__":
    main()
