"""The oldest versions of what is needed, as `pyproject.toml` bounds them: all is with them as it is here."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import httpx
import pytest

ROOT = Path(__file__).parents[2]
COMMAND = "from rulewright.cli import main; main()"
BOUND = re.compile(r"([A-Za-z0-9._-]+)>=([0-9.]+)")


def oldest() -> list[str]:
    """The oldest version that is allowed of each package that the program and its web pages need, as pip is told."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    found = []
    for each in (*project["dependencies"], *project["optional-dependencies"]["web"]):
        bound = BOUND.fullmatch(each)
        assert bound is not None, f"'{each}' has no oldest version"
        found.append(f"{bound[1]}=={bound[2]}")
    return found


def ran(python: Path, *words: str) -> tuple[int, str, str]:
    """The exit code, the output and the complaints of a command line with the packages of an environment."""
    done = subprocess.run([python, "-c", COMMAND, *words], capture_output=True, text=True, env=_with_program(),
                          cwd=ROOT, timeout=300, check=False)  # fmt: skip
    return done.returncode, done.stdout, done.stderr


def _with_program() -> dict[str, str]:
    return {**os.environ, "PYTHONPATH": str(ROOT / "interpreter"), "PYTHONDONTWRITEBYTECODE": "1"}


@pytest.mark.slow
def test_the_oldest_versions_check_simulate_and_serve_as_these_do(tmp_path: Path) -> None:
    subprocess.run([sys.executable, "-m", "venv", tmp_path / "oldest"], check=True)
    python = next(each for each in (tmp_path / "oldest").glob("*/python*") if each.stem == "python")
    made = subprocess.run(
        [python, "-m", "pip", "install", "--quiet", *oldest()], capture_output=True, text=True, timeout=600, check=False
    )
    assert made.returncode == 0, made.stderr
    for words in (
        ["check", "skymines"],
        ["simulate", "tutorial", "--games", "300", "--policy", "random", "--backend", "native"],
        ["simulate", "tutorial", "--games", "20", "--policy", "random", "--backend", "python"],
        ["explain", "gain"],
    ):
        assert ran(python, *words) == ran(Path(sys.executable), *words), words
    for wrong in (["check", "no_such_game"], ["simulate", "tutorial", "--gmaes", "3"], ["chekc"], ["play", "--seats"]):
        code, output, told = ran(python, *wrong)
        assert (code, output, told.partition(" ")[0] in ("Usage:", "Error:")) == (2, "", True), told
    page_is_served(python, tmp_path / "data")


def page_is_served(python: Path, folder: Path) -> None:
    """A table is made and its page seen, and the server stops when it is told to."""
    server = subprocess.Popen(
        [python, "-c", COMMAND, "serve", "tutorial", "--port", "0", "--data", folder], stderr=subprocess.PIPE,
        text=True, env=_with_program(),
    )  # fmt: skip
    assert server.stderr is not None
    try:
        line = server.stderr.readline()
        found = re.search(r"(http://127\.0\.0\.1:\d+)/", line)
        assert found is not None, line + server.stderr.read()
        fields = {"ruleset": "tutorial", "seat-1": "human", "seat-2": "random", "do": "start"}
        with httpx.Client(base_url=found[1], headers={"origin": found[1]}, timeout=120) as client:
            path = client.post("/new", data=fields).headers["location"]
            page = client.get(path)
            assert (page.status_code, 'id="confirm"' in page.text or "data-key" in page.text) == (200, True), page.text
        server.terminate()
        assert (server.stderr.read(), server.wait(60)) == ("stopped\n", 0)
    finally:
        server.kill()
        server.wait()
        server.stderr.close()
