"""One server and one browser for all tests here; a test whose pages complain of anything fails."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.unit.table.serve.browsers import Watched, browsing
from tests.unit.table.serve.serving import answering


@pytest.fixture(scope="package")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with answering(tmp_path_factory.mktemp("tables"), "tutorial", "skymines", "ceres") as found:
        yield found


@pytest.fixture(scope="package")
def watched(address: str) -> Iterator[Watched]:  # closed before its server, so that no stream breaks
    with browsing() as found:
        yield found


@pytest.fixture
def browser(watched: Watched) -> Iterator[Watched]:
    yield watched
    watched.close_pages()
    complaints, watched.complaints = watched.complaints, []
    assert complaints == []
