"""Records the shipped games anew, when a change was meant to alter how they go; in a commit of its own, saying why.

python -m tests.replays.rewrite

Each keeps its table: modules, settings, seats, seed and policies. The choices are those that the policies make now.
"""

from __future__ import annotations

from pathlib import Path

from rulewright.core.pipeline import ruleset_root, shipped_names
from rulewright.native.loading import load_game
from rulewright.play.records.replay import read_replay, record, write_replay


def shipped_replays() -> list[Path]:
    """The recorded games in the folders of the shipped rulesets."""
    roots = [root for name in shipped_names() if (root := ruleset_root(name)) is not None]
    return sorted(path for root in roots for path in root.glob("replays/*.json"))


def main() -> None:
    for path in shipped_replays():
        kept = read_replay(path)
        game = load_game(kept.ruleset, modules=kept.modules)
        policies, seats, settings = kept.policies, kept.seats, kept.settings
        write_replay(path, record(game, seats=seats, seed=kept.seed, settings=settings, policies=policies))


if __name__ == "__main__":
    main()
