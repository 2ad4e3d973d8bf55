"""A review loads what it does: no runner without scenarios, and nothing that reviews where nothing has changed."""

from __future__ import annotations

import subprocess
import sys

ASKED = "import sys, rulewright.cli.results.checked, rulewright.author.review.files"
RUNNERS = ("rulewright.play.scenarios.runner", "rulewright.play.scenarios.runs")


def test_a_review_loads_no_runner_of_scenarios() -> None:
    told = f"{ASKED}\nprint(*sorted(each for each in {RUNNERS!r} if each in sys.modules))"
    done = subprocess.run([sys.executable, "-c", told], capture_output=True, text=True, check=True)
    assert done.stdout.split() == []


AGAIN = """
import sys
from rulewright.cli import run
run(["check", "tutorial"])
print(*sorted(each for each in sys.modules if each.startswith(("rulewright.core.bind", "rulewright.author.lint"))))
"""


def test_a_check_of_what_has_not_changed_loads_nothing_that_reviews() -> None:
    found = [
        subprocess.run([sys.executable, "-c", AGAIN], capture_output=True, text=True, check=True).stdout.split("\n")
        for _ in range(2)
    ]
    assert [each[0] for each in found] == ["tutorial: no problems"] * 2
    assert found[1][1] == ""
