"""The page on reinforcement learning trains with sb3-contrib as it is written; skipped where that is not installed."""

from __future__ import annotations

import re
from pathlib import Path
from textwrap import dedent
from typing import Any

import pytest

_PAGE = Path(__file__).parents[3] / "docs" / "how-to" / "environments.md"


@pytest.mark.slow
def test_what_the_page_shows_trains_and_chooses_only_what_it_may() -> None:
    pytest.importorskip("sb3_contrib")
    _, _, after = _PAGE.read_text("utf-8").partition("pip install 'rulewright[sb3]'\n")
    text, *_ = re.findall(r"((?:    .*\n|\n)+)", after)
    names: dict[str, Any] = {}
    exec(dedent(text), names)  # noqa: S102 - our own page
    env, model = names["env"], names["model"]
    assert model.num_timesteps >= 8_192
    for seed in range(50):
        seen, info = env.reset(seed=10**6 + seed)
        over = False
        while not over:
            masks = info["action_mask"].astype(bool)
            action, _ = model.predict(seen, action_masks=masks, deterministic=True)
            seen, _, over, _, info = env.step(action)
            assert "illegal" not in info
