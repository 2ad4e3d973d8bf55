"""Hostile requests are refused, change nothing, and leave no secret in the log or in an answer."""

from __future__ import annotations

import logging
import random
import re
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from rulewright.core.pipeline import shipped_root
from rulewright.table.serve.hosting.guard import HEADERS
from rulewright.table.serve.site import Limits
from tests.unit.table.serve.hostile import ATTACKS, Attack, Target, huge_body, huge_body_in_pieces, mark
from tests.unit.table.serve.visitors import visiting


@pytest.fixture(scope="module")
def target() -> Iterator[Target]:
    with visiting() as visitor:
        seat = visitor.new_table(seats=("human", "first"))
        other = visitor.new_table(seats=("human", "first"))
        at = Target(visitor, seat, other, "")
        old = mark(at)
        visitor.choose(seat, "snatch")
        yield Target(visitor, seat, other, old)


def refuse(target: Target, attack: Attack, rng: random.Random, caplog: pytest.LogCaptureFixture) -> None:
    before = target.visitor.part(target.seat)
    rows = target.visitor.site.store.count()
    caplog.clear()
    answer = attack(target, rng)
    assert 400 <= answer.status_code < 500, (attack.__name__, answer.status_code, answer.text[:500])
    for name, value in HEADERS.items():
        assert answer.headers[name] == value
    assert "Traceback" not in answer.text
    assert "<script>alert" not in answer.text
    assert "<img" not in answer.text
    secrets = [path.split("/")[4] for path in (target.seat, target.other)]
    logged = " ".join(
        each.getMessage() for each in caplog.records if not each.name.startswith("http")
    )  # not the client's
    assert not [each for each in secrets if each in logged]
    assert target.visitor.part(target.seat) == before
    assert target.visitor.site.store.count() == rows


@pytest.mark.parametrize("attack", ATTACKS, ids=lambda attack: attack.__name__)
def test_a_hostile_request_is_refused(target: Target, attack: Attack, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    for seed in range(3):
        refuse(target, attack, random.Random(seed), caplog)


@pytest.mark.parametrize("attack", [huge_body, huge_body_in_pieces])
def test_a_body_is_cut_off_however_it_is_sent(target: Target, attack: Attack) -> None:
    assert attack(target, random.Random(1)).status_code == 413


@pytest.mark.slow
def test_500_hostile_requests_are_refused(target: Target, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    for seed in range(500):
        rng = random.Random(f"hostile {seed}")
        refuse(target, rng.choice(ATTACKS), rng, caplog)


def test_no_page_holds_the_link_of_another_seat() -> None:
    with visiting() as visitor:
        links = visitor.new_table(seats=("human", "human"))
        one, other = (visitor.seat_path(links, seat) for seat in (1, 2))
        for page in ("", "log", "replay", "why"):
            assert other.split("/")[4] not in visitor.get(f"{one}{page}").text


def test_a_link_that_was_changed_leads_nowhere() -> None:
    with visiting() as visitor:
        links = visitor.new_table(seats=("human", "human"))
        seat = visitor.seat_path(links, 1)
        visitor.post(links, seat="1", do="link")
        assert visitor.get(seat).status_code == 404
        assert visitor.get(visitor.seat_path(links, 1)).status_code == 200


def test_from_another_machine_tables_are_made_by_who_has_the_key_only() -> None:
    with visiting(loopback=False, takes_files=False) as visitor:
        assert visitor.post("/new", ruleset="tutorial", do="start").status_code == 403
        assert visitor.get(f"/?key={visitor.site.key}").status_code == 200
        visitor.new_table()
        assert "textarea" not in visitor.get("/new").text
        fields = {"seat-1": "human", "seat-2": "human", "seed": "1"}
        answer = visitor.post("/new", follow=False, ruleset="tutorial", do="start", text="variant: x", **fields)
        assert answer.status_code == 303  # the text of a stranger is not even read
        assert visitor.site.store.records()[0].variant_text is None
        assert visitor.post("/open", save="{}").status_code == 403


def test_who_asks_too_often_has_to_wait() -> None:
    with visiting(limits=Limits(asks=(5, 0.001), acts=(2, 0.001))) as visitor:
        assert [visitor.get("/assets/x/icon.svg").status_code for _ in range(6)] == [200] * 4 + [429] * 2


def test_there_are_no_more_tables_than_there_may_be() -> None:
    with visiting(limits=Limits(tables=1, asks=(1e9, 1e9), acts=(1e9, 1e9))) as visitor:
        visitor.new_table()
        assert visitor.get("/new").status_code == 503


INJECTED = {
    "Sprat": "<script>alert(1)</script>",
    "Gulls": '"><img src=x onerror=alert(1)>',
    "Pier": "</pre><svg onload=alert(1)>",
}


def test_titles_of_a_ruleset_are_escaped_on_every_page(tmp_path: Path) -> None:
    root = tmp_path / "gulls"
    shutil.copytree(shipped_root() / "tutorial", root)
    for path in root.rglob("*.yaml"):
        text = path.read_text("utf-8")
        for title, injected in INJECTED.items():
            for end in ",}":
                text = text.replace(f"title: {{en: {title}{end}", f"title: {{en: '{injected}'{end}")
        path.write_text(text, "utf-8")
    with visiting(names=(str(root),)) as visitor:
        seat = visitor.new_table(str(root))
        for _ in range(4):
            visitor.choose(seat, "snatch")
        links = visitor.get(seat).text
        home = re.findall(r'href="(/t/1/table/[^"]+)"', links)
        pages = [visitor.get(f"{seat}{name}").text for name in ("", "log", "replay?at=3", "why", "why?option=fly_home")]
        pages += [visitor.get(path).text for path in ("/", f"/new?ruleset={root}", *home)]
        assert [page for page in pages if "&lt;script&gt;" in page], pages
        for page in pages:
            assert not re.search(r"<(script>|img src=x|svg onload)", page)
