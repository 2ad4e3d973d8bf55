"""The version of Rulewright that a manifest was written for, compared with the one that is running."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from importlib.metadata import PackageNotFoundError, version

from rulewright.core.diagnostics import Diagnostic, error, warning
from rulewright.core.model.document import Mapping, text_of
from rulewright.core.packages.version_ranges import Version, range_of, version_of, version_text


def check_engine(manifest: Mapping) -> Iterator[Diagnostic]:
    """Yield an error if a manifest needs a newer Rulewright, a warning if it was written for an older one."""
    node = manifest.get("rulewright")
    accepts, running = range_of(text_of(node) or ""), running_version()
    if node is None or accepts is None or running is None or running in accepts:
        return
    message = f"it is written for Rulewright {accepts.written}, but this is {version_text(running)}"
    if running < accepts.low:
        yield error("engine-version", node.span, message, "install a newer version: pip install --upgrade rulewright")
    else:
        hint = "read the breaking changes in the changelog, then state the version that works"
        yield warning("engine-version", node.span, message, hint)


@cache
def running_version() -> Version | None:
    """Return the version of Rulewright that is running, None if it is not installed."""
    try:
        return version_of(version("rulewright"))
    except PackageNotFoundError:
        return None
