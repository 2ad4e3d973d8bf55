"""The command as its callers start it."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

PEBBLES = Path(__file__).parent / "pebbles"
STOPPABLE = (
    "import signal; signal.signal(signal.SIGINT, signal.default_int_handler)\n"
    "from rulewright.cli import main; main()"
)
"""What Python runs to be the command, stopped by SIGINT though these tests run in a background that ignores it."""


def rulewright(*arguments: str | Path, typed: str = "") -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-c", "from rulewright.cli import main; main()", *map(str, arguments)]
    environment = {**os.environ, "PYTHONIOENCODING": "utf-8"}
    done = subprocess.run(
        command, input=typed, capture_output=True, text=True, timeout=120, env=environment, encoding="utf-8"
    )
    assert "Traceback" not in done.stderr, done.stderr
    return done


def data(done: subprocess.CompletedProcess[str]) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(done.stdout)
    assert found["format_version"] == 1
    return found
