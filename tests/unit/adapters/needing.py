"""Libraries of extras that a test needs: where one is not installed the test is skipped; under `CI=true` it fails."""

from __future__ import annotations

import os
from importlib import import_module
from typing import Any

import pytest


def needed(module: str, extra: str) -> Any:
    """A library that an extra installs."""
    try:
        return import_module(module)
    except ModuleNotFoundError as missing:
        told = f"{missing.name} is not installed: pip install 'rulewright[{extra}]'"
        if os.environ.get("CI") == "true":
            pytest.fail(told)
        pytest.skip(told)
