"""A review that runs no scenario does not load what would run them: half of the time of a warm `check`."""

from __future__ import annotations

import subprocess
import sys

ASKED = "import sys, rulewright.cli.results.checked, rulewright.author.review.files"
RUNNERS = ("rulewright.play.scenarios.runner", "rulewright.play.scenarios.runs")


def test_a_review_loads_no_runner_of_scenarios() -> None:
    told = f"{ASKED}\nprint(*sorted(each for each in {RUNNERS!r} if each in sys.modules))"
    done = subprocess.run([sys.executable, "-c", told], capture_output=True, text=True, check=True)
    assert done.stdout.split() == []
