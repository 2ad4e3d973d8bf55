"""What is sent to a seat does not depend on what is hidden from it: dealt anew, not a byte differs."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest

from rulewright.core.model.chance import Draws
from rulewright.observe.sight.determinize import determinize
from rulewright.play.records.replay import offered
from rulewright.play.session.moments import ONLOOKER
from rulewright.table.serve import links
from rulewright.table.serve.live import LiveTable
from rulewright.table.serve.tables import OpenTable
from tests.unit.table.serve.visitors import Visitor, visiting

TABLES: tuple[tuple[str, int, dict[str, Any]], ...] = (
    ("tutorial", 3, {}),
    ("skymines", 2, {}),
    ("skymines", 3, {"module": ["belt", "missions", "threats"]}),
    ("ceres", 3, {}),
)
N_SAMPLE, N_SLOW = 2, 125


def move(live: LiveTable, rng: random.Random) -> None:
    """Some seat that is asked chooses anything, and sometimes confirms."""
    seat = rng.choice(live.asked)
    if live.must_confirm(seat):
        live.confirm(seat)
    elif live.may_choose(seat):
        live.choose(seat, rng.choice(list(offered(live.game, live.state_for(seat)))))


def sent(visitor: Visitor, path: str, asked: list[str]) -> list[bytes]:
    """Everything that a seat, or who looks on, can make the server say of the table as it stands."""
    pages = [visitor.get(f"{path}{name}") for name in ("", "card", "log", "replay", "rules", *asked)]
    pages.append(visitor.get(path, headers={"x-rulewright-part": "1"}))
    return [page.content for page in pages]


def questions(live: LiveTable, rng: random.Random) -> Iterator[str]:
    """Reasons somebody may ask for: of all that is not open, of keys with names of pieces, of numbers."""
    blueprint = live.game.blueprint
    yield "why"
    pieces = rng.sample(blueprint.pieces, min(3, len(blueprint.pieces)))
    label = rng.choice(list(offered(live.game, live.state)) or ["none"]).split(" ")[0]
    for name, kind in ((each.key.partition("@")[0], each.kind) for each in pieces):
        yield f"why?option={label} {name}"
        yield f"why?thing={kind} piece:{name}"
    for name, takes in rng.sample(sorted(blueprint.quantity_takes.items()), min(2, len(blueprint.quantity_takes))):
        yield f"why?number={name}&of=1" + "".join("&given=0" for _ in takes)


def compare(visitor: Visitor, place: OpenTable, rng: random.Random) -> int:
    """Compare what one viewer is sent of two other deals; how many of them are other states."""
    live = place.live
    record = live.record
    viewer = rng.choice([ONLOOKER, *range(record.seats)])
    role = links.WATCH if viewer == ONLOOKER else str(viewer + 1)
    path = links.path(visitor.site.secret, record.id, role)
    asked = list(questions(live, rng))
    kept, state, before = live.drafts, live.state, place.sights
    live.drafts, place.sights = {}, {}
    others = 0
    try:
        seen = sent(visitor, path, asked)
        for _ in range(2):
            live.state, place.sights = determinize(live.game, state, viewer, Draws(rng.getrandbits(64))), {}
            others += live.state != state
            for name, one, other in zip(
                ("", "card", "log", "replay", "rules", *asked, "part"), seen, sent(visitor, path, asked), strict=True
            ):
                assert one == other, f"{role}/{name} after {len(live.moments)} choices"
    finally:
        live.drafts, live.state, place.sights = kept, state, before
    return others


def compare_often(ruleset: str, people: int, more: dict[str, list[str]], times: int, seed: int) -> None:
    rng = random.Random(f"{ruleset} {people} {seed}")
    with visiting(names=(ruleset,)) as visitor:
        done = others = 0
        while done < times:
            made = visitor.new_table(ruleset, ("human",) * people, seed=str(seed), **more)
            place = visitor.site.tables.find(int(made.split("/")[2]))
            assert place is not None
            while not place.live.is_over and done < times:
                for _ in range(rng.randrange(2, 30)):
                    if not place.live.is_over:
                        move(place.live, rng)
                if place.live.is_over:  # the scoring tells what was hidden
                    break
                others += compare(visitor, place, rng)
                done += 1
            seed += 1
    assert others


@pytest.mark.sampled(1)
@pytest.mark.parametrize(("ruleset", "people", "more"), TABLES)
def test_no_byte_sent_to_a_seat_depends_on_what_is_hidden(
    ruleset: str, people: int, more: dict[str, list[str]]
) -> None:
    compare_often(ruleset, people, more, N_SAMPLE, 1)


@pytest.mark.slow
@pytest.mark.parametrize(("ruleset", "people", "more"), TABLES)
def test_no_byte_sent_to_a_seat_depends_on_what_is_hidden_often(
    ruleset: str, people: int, more: dict[str, list[str]]
) -> None:
    compare_often(ruleset, people, more, N_SLOW, 100)
