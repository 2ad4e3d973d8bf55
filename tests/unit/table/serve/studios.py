"""A studio under test: a server with its studio, and a browser that was given the key."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from httpx import Response
from starlette.testclient import TestClient

from rulewright.author.at_tables import STUDIO, TOOLS
from rulewright.core.pipeline import shipped_folder
from rulewright.table.serve.app import make_app
from rulewright.table.serve.site import ServerState
from rulewright.table.serve.store import TableStore
from rulewright.table.serve.studio.open_folders import COOKIE, Studio
from tests.unit.table.serve.visitors import HERE, PATIENT, Visitor


@dataclass
class Author(Visitor):
    """One browser in a studio, and a folder that is open in it."""

    folder: Path
    page: str

    def ask(self, does: str, status: int = 200, **fields: Any) -> Any:
        """Send a form of the folder's page, and return what the answer holds."""
        answer = self.send(does, **fields)
        assert answer.status_code == status, answer.text
        return answer.json()

    def send(self, does: str, **fields: Any) -> Response:
        return self.post(f"{self.page}{does}", **(fields or {"all": ""}))  # httpx sends no form that is empty

    def take(self, path: str, *typed: str) -> None:
        """Choose at a table and confirm."""
        for each in typed:
            self.choose(path, each)
        self.do(path, do="confirm")

    def edited(self, file: str, old: str, new: str) -> Any:
        """Save a file with one change, and return the answer."""
        read = self.ask("read", file=file)
        assert old in read["text"]
        return self.ask("save", file=file, mark=read["mark"], text=read["text"].replace(old, new))


@contextmanager
def studying(home: Path, example: str = "nim") -> Iterator[Author]:
    """A studio in which a copy of an example is open."""
    store = TableStore(None)
    try:
        root = shipped_folder(example)
        assert root is not None
        studio = Studio(STUDIO, home)
        folder = STUDIO.copied(root, f"my_{example}", home)
        page = f"/studio/{studio.open(folder).number}/"
        site = ServerState(store, ("nim",), TOOLS, limits=PATIENT, studio=studio)
        with TestClient(make_app(site, frozenset({"localhost"})), base_url=HERE) as client:
            client.cookies.set(COOKIE, studio.key)
            yield Author(client, site, folder, page)
    finally:
        store.close()
