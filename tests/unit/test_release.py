"""What goes with a release names versions and hashes, and nothing of the machine that wrote it."""

from __future__ import annotations

import json
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parents[2]
HASH = f"--hash=sha256:{'a' * 64}"


@pytest.fixture(scope="module")
def release() -> Any:
    spec = spec_from_file_location("release", ROOT / "docs/release.py")
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def bill(url: str, hashes: int = 1) -> str:
    reference = {"type": "distribution", "url": url, "hashes": [{}] * hashes}
    return json.dumps({"components": [{"name": "x", "externalReferences": [reference]}]})


def test_versions_with_hashes_are_published(release: Any) -> None:
    release.refuse_constraints(f"anyio==4.1 \\\n    {HASH} \\\n    {HASH}\nattrs==26.1.0 \\\n    {HASH}\n")
    release.refuse_bill(bill("https://pypi.org/simple/x/"))


@pytest.mark.parametrize(
    "line",
    ["anyio==4.1", f"anyio {HASH}", "--index-url https://mirror.example/simple", f"x @ file:///srv/x.whl {HASH}", ""],
)
def test_what_is_no_version_with_hashes_is_refused(release: Any, line: str) -> None:
    with pytest.raises(release.Refused):
        release.refuse_constraints(f"{line}\n")


@pytest.mark.parametrize(
    ("url", "hashes"), [("https://mirror.example/simple/x/", 1), ("file:///srv/x", 1), ("https://pypi.org/simple/", 0)]
)
def test_what_comes_from_elsewhere_is_refused(release: Any, url: str, hashes: int) -> None:
    with pytest.raises(release.Refused):
        release.refuse_bill(bill(url, hashes))
