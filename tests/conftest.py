"""Settings shared by all tests."""

from __future__ import annotations

import gc
import os
import sys
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, settings

from rulewright.core.load import files

ROOT = Path(__file__).resolve().parents[1]

# An assert in what tests share says what differs, as one in a test does.
pytest.register_assert_rewrite(*(f"tests.{each.name}" for each in (ROOT / "tests").iterdir() if each.is_dir()))

TOGETHER = {
    "browser": ("tests/unit/table/serve/in_browser/",),
    "syntax trees of all sources": (
        "tests/architecture/",
        "tests/unit/author/editor/explain/test_codes.py",
        "tests/unit/core/locales/test_catalogue.py",
        "tests/unit/observe/test_refusals.py",
    ),
}
"""Tests that share something that takes long to make: all of them run in one process."""

# Programs that a test starts import the checkout as the test itself does, wherever they are started.
os.environ["PYTHONPATH"] = os.pathsep.join([str(ROOT / "interpreter"), str(ROOT)])

# They find it compiled: some hundred programs are started, and each would take a second or two to compile it anew.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
sys.dont_write_bytecode = False

# What is collected and compiled stays until the end: going through it for garbage took a quarter of the time.
gc.set_threshold(100_000, 20, 20)

# A file with the same name and bytes is read once: thousands of tests load the shipped rulesets, some while collected.
vars(files)["read_yaml"] = lru_cache(500)(vars(files)["read_yaml"])

settings.register_profile("default", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("ci", parent=settings.get_profile("default"), derandomize=True)
settings.load_profile("ci" if os.environ.get("CI") else "default")


@pytest.hookimpl(tryfirst=True)  # before the slow ones are deselected
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Of a test that is `sampled(most)`, so many cases run by default, spread evenly over all; the others are slow."""
    cases: dict[str, list[pytest.Item]] = {}
    for item in items:
        if item.get_closest_marker("sampled") and not item.get_closest_marker("slow"):
            cases.setdefault(item.nodeid.partition("[")[0], []).append(item)
    for each in cases.values():
        sampled = each[0].get_closest_marker("sampled")
        assert sampled is not None
        most = sampled.args[0]
        chosen = {number * len(each) // most for number in range(most)}
        for number, item in enumerate(each):
            if number not in chosen:
                item.add_marker(pytest.mark.slow)


def pytest_collection_finish() -> None:
    gc.freeze()


def pytest_sessionfinish() -> None:
    gc.freeze()  # nobody needs what is left to be gone through at the end


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> Any:
    """By files, as `--dist loadfile` says; those that share what takes long to make are one of them."""
    if config.getvalue("dist") != "loadfile":
        return None
    from xdist.scheduler import LoadFileScheduling

    class ByFiles(LoadFileScheduling):
        def _split_scope(self, nodeid: str) -> str:
            scope: str = super()._split_scope(nodeid)
            return next((shared for shared, tests in TOGETHER.items() if scope.startswith(tests)), scope)

    return ByFiles(config, log)


@pytest.fixture(autouse=True, scope="session")
def own_cache_folder(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Keeps compiled rulesets of the tests out of the user's own cache: in one that all processes of a run share."""
    folder = tmp_path_factory.getbasetemp()
    if "PYTEST_XDIST_WORKER" in os.environ:
        folder = folder.parent
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_CACHE_HOME", str(folder / "cache"))
        yield
