"""A visitor of a server under test: asks for pages, sends forms as a browser of our own pages does."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from html import unescape
from pathlib import Path
from typing import Any

from httpx import Response
from starlette.testclient import TestClient

from rulewright.author.at_tables import TOOLS
from rulewright.table.serve.app import make_app
from rulewright.table.serve.site import Limits, ServerState
from rulewright.table.serve.store import TableStore
from tests.unit.table.serve.templates import compile_templates_once

compile_templates_once()

HERE = "http://localhost"
PATIENT = Limits(asks=(1e9, 1e9), acts=(1e9, 1e9))


@dataclass
class Visitor:
    """One browser."""

    client: TestClient
    site: ServerState

    def get(self, path: str, **more: Any) -> Response:
        return self.client.get(path, follow_redirects=True, **more)

    def part(self, path: str) -> str:
        """What the page's own script asks for: the table without what stands around it."""
        return str(self.get(path, headers={"x-rulewright-part": "1"}).text)

    def post(self, path: str, **fields: Any) -> Response:
        """Send a form; whether to `follow` where that leads, and `headers`, are no fields of it."""
        follow, headers = fields.pop("follow", True), fields.pop("headers", {})
        sent = {"origin": HERE, "sec-fetch-site": "same-origin", **headers}
        return self.client.post(path, data=fields, headers=sent, follow_redirects=follow)

    def new_table(self, ruleset: str = "tutorial", seats: tuple[str, ...] = ("human", "random"), **more: Any) -> str:
        """Make a table; the path it leads to."""
        fields = {f"seat-{number}": each for number, each in enumerate(seats, 1)}
        made = self.post("/new", follow=False, ruleset=ruleset, do="start", **{"seed": "1", **fields, **more})
        assert made.status_code == 303, made.text
        return str(made.headers["location"])

    def seat_path(self, links_page: str, seat: int) -> str:
        """The path of a seat's page, from the page of a table's links."""
        found = re.findall(rf'href="(/t/\d+/{seat}/[^"]+)"', self.get(links_page).text)
        return str(found[0])

    def choose(self, path: str, typed: str, *, follow: bool = True) -> Response:
        """Choose by what could be typed, on the page as it is now."""
        return self.do(path, follow=follow, typed=typed, do="typed")

    def do(self, path: str, **fields: Any) -> Response:
        page = self.get(path).text
        return self.post(f"{path}act", **{"at": hidden(page, "at"), **fields})


def hidden(page: str, name: str) -> str:
    """The value of a hidden field."""
    found = re.search(rf'<input type="hidden" name="{name}" value="([^"]*)"', page)
    assert found is not None, page
    return found[1]


def state_line(page: str) -> str:
    """What the banner says of whose turn it is."""
    found = re.search(r'<span class="state" role="status">(.*?)</span>', page, re.DOTALL)
    assert found is not None, page
    return unescape(found[1]).strip()


def keys_offered(page: str) -> list[str]:
    return [unescape(each) for each in re.findall(r'data-key="([^"]*)"', page)]


@contextmanager
def visiting(
    folder: Path | None = None, *, names: tuple[str, ...] = ("tutorial",), limits: Limits = PATIENT, **how: Any
) -> Iterator[Visitor]:
    """A server, and somebody who visits it."""
    store = TableStore(folder)
    try:
        site = ServerState(store, names, TOOLS, limits=limits, **how)
        with TestClient(make_app(site, frozenset({"localhost"})), base_url=HERE) as client:
            client.get("/")
            yield Visitor(client, site)
    finally:
        store.close()
