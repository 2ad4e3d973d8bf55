"""The page docs/how-to/host.md: its command starts a server behind a proxy, and its limits are those of the program."""

from __future__ import annotations

import re
import shlex
import signal
import subprocess
import sys
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import httpx
import pytest

from rulewright.table.serve.hosting.guard import LARGEST_BODY
from rulewright.table.serve.site import Limits

if TYPE_CHECKING:
    from collections.abc import Iterator

PAGE = (Path(__file__).resolve().parents[4] / "docs" / "how-to" / "host.md").read_text("utf-8")


@contextmanager
def behind_proxy(folder: Path) -> Iterator[tuple[subprocess.Popen[str], str, str]]:
    """The server of the page's command, for a small game and on a free port: (process, address, path with the key)."""
    command, told = re.findall(r"^\$ rulewright (serve .*--proxy.*)\n(.*)$", PAGE, re.MULTILINE)[0]
    words = shlex.split(command.replace("skymines", "tutorial").replace("/var/lib/rulewright", str(folder)))
    program = [sys.executable, "-c", "from rulewright.cli import main; main()", *words, "--port", "0"]
    with subprocess.Popen(program, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True) as process:
        try:
            assert process.stdout is not None
            line = process.stdout.readline()
            shown = re.escape(told).replace("8000", r"\d+").replace(re.escape("..."), r"\S+")
            assert re.fullmatch(shown, line.strip()), line
            yield process, *re.search(r"(http://[\d.:]+)(/\S*)", line).groups()  # type: ignore[union-attr]
        finally:
            process.kill()


@pytest.mark.slow
def test_the_command_of_the_page_serves_a_visitor_who_comes_by_https(tmp_path: Path) -> None:
    with behind_proxy(tmp_path) as (process, address, path):
        told = {"Host": "play.example.org", "X-Forwarded-For": "203.0.113.7", "X-Forwarded-Proto": "https"}
        answer = httpx.get(f"{address}{path}", headers=told, timeout=60)
        assert answer.status_code in (200, 303)
        assert ["Secure" in each.split("; ") for each in answer.headers.get_list("set-cookie")] == [True]
        process.send_signal(signal.SIGTERM)
        left, _ = process.communicate(timeout=30)
    assert (process.returncode, left.splitlines()[-1:]) == (0, ["stopped"])
    with behind_proxy(tmp_path) as (_, _, again):
        assert again == path


def test_the_limits_of_the_page_are_those_of_the_program() -> None:
    limits = Limits()
    rows = dict(re.findall(r"^\| (requests|forms sent|the body of a form) \| (.*?) \|", PAGE, re.MULTILINE))
    assert rows == {
        "requests": "{:g} at once, then {:g} a second".format(*limits.asks),
        "forms sent": "{:g} at once, then {:g} a second".format(*limits.acts),
        "the body of a form": f"{LARGEST_BODY // 1024} KiB",
    }
