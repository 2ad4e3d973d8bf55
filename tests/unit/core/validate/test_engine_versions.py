"""A manifest says for which Rulewright it was written: an older one refuses it, a newer one warns."""

from __future__ import annotations

import pytest

from rulewright.core.load.reader import read_yaml
from rulewright.core.model.document import Mapping
from rulewright.core.validate import engine_versions
from rulewright.core.validate.engine_versions import check_engine


@pytest.mark.parametrize(
    ("written", "running", "severity"),
    [
        ("0.2", (0, 2, 0), None), ("0.2", (0, 9, 1), None), ("0.3", (0, 2, 9), "error"), ("0.2", (1, 0, 0), "warning"),
        (">=0.2 <0.4", (0, 4, 0), "warning"), (">=0.2 <0.4", (0, 3, 9), None), ("=0.2.1", (0, 2, 0), "error"),
        ("=0.2.1", (0, 2, 1), None), ("0.3", None, None), ("99.0", (0, 2, 0), "error"),
    ],
)  # fmt: skip
def test_the_versions_that_will_do(
    written: str, running: tuple[int, int, int] | None, severity: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(engine_versions, "running_version", lambda: running)
    node, faults = read_yaml("module.yaml", f'kind: module\nrulewright: "{written}"\n'.encode())
    assert not faults
    assert isinstance(node, Mapping)
    found = [*check_engine(node)]
    assert [(each.code, each.severity, each.span.line) for each in found] == (
        [("engine-version", severity, 2)] if severity else []
    )
    if running is not None:
        assert [".".join(map(str, running)) in each.message for each in found] == [True] * len(found)
