"""`rulewright studio` as a process: it prints a link with a key, which alone lets a browser in, and stops when told."""

from __future__ import annotations

import re
import signal
import subprocess
import sys
from pathlib import Path

import httpx
import pytest

from rulewright.cli import run

_STUDIO = "from rulewright.cli import main; main()"


def test_the_printed_link_lets_in_and_nothing_else_does(tmp_path: Path) -> None:
    command = [sys.executable, "-c", _STUDIO, "studio", "--port", "0", "--in", str(tmp_path)]
    process = subprocess.Popen(command, stderr=subprocess.PIPE, text=True)
    try:
        assert process.stderr is not None
        told = process.stderr.readline()
        found = re.search(r"(http://127\.0\.0\.1:\d+/studio/)\?key=\S+", told)
        assert found is not None, told + process.stderr.read()
        assert httpx.get(found[1]).status_code == 403
        with httpx.Client(follow_redirects=True) as browser:
            assert str(tmp_path) in browser.get(found[0]).text
            assert browser.get(found[1]).status_code == 200
        process.send_signal(signal.SIGTERM)
        assert process.wait(60) == 0
    finally:
        process.kill()
        process.wait()
        if process.stderr is not None:
            process.stderr.close()


@pytest.mark.parametrize(("name", "told"), [("none", "name one"), ("nim", "comes with this program")])
def test_a_folder_that_is_not_there_is_refused(name: str, told: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["studio", name]) == 2
    assert told in capsys.readouterr().err
