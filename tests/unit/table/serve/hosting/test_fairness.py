"""Whoever has had least is served next; what costs much waits apart from what costs little; no owner has all."""

from __future__ import annotations

import pytest

from rulewright.table.serve.hosting.fairness import MOST_WAITING, THINKING, AccountOwner, FairQueue, TooBusy

ONE, OTHER = ("table", "1"), ("table", "2")


def turns_of(*owners: AccountOwner, seconds: float = 0.01) -> FairQueue[str]:
    """A FairQueue that knows what a job of these owners costs."""
    turns: FairQueue[str] = FairQueue()
    for owner in owners:
        turns.add(owner, "first", 0.0)
        assert turns.take(True, 0.0) == (owner, "first"), "what is not known yet counts as slow"
        turns.done(owner, seconds, 0.0)
    return turns


def test_an_owner_that_asks_often_waits_for_one_that_asks_seldom() -> None:
    turns = turns_of(ONE, OTHER)
    for number in range(5):
        turns.add(ONE, f"one {number}", 1.0)
    turns.add(OTHER, "other", 1.0)
    served = []
    while (found := turns.take(False, 1.0)) is not None:
        served.append(found[1])
        turns.done(found[0], 0.02, 1.0)
    assert served.index("other") <= 1
    assert len(served) == 6


def test_one_owner_has_one_job_done_at_a_time() -> None:
    turns = turns_of(ONE)
    turns.add(ONE, "a", 0.0)
    turns.add(ONE, "b", 0.0)
    assert turns.take(False, 0.0) == (ONE, "a")
    assert turns.take(False, 0.0) is None
    turns.done(ONE, 0.01, 0.0)
    assert turns.take(False, 0.0) == (ONE, "b")


def test_what_has_cost_much_is_dear_until_it_has_cost_little_for_a_while() -> None:
    turns = turns_of(ONE, seconds=0.5)
    rounds = 0
    while rounds < 100:
        turns.add(ONE, "again", 0.0)
        if turns.take(False, 0.0) is not None:
            break
        assert turns.take(True, 0.0) is not None
        turns.done(ONE, 0.01, 0.0)
        rounds += 1
    assert 5 < rounds < 50


def test_sorts_of_one_owner_are_known_apart() -> None:
    turns = turns_of(ONE)
    turns.add(ONE, "why", 0.0, "why")
    assert turns.take(False, 0.0) is None
    assert turns.take(True, 0.0) == (ONE, "why")
    turns.done(ONE, 0.5, 0.0, "why")
    turns.add(ONE, "page", 0.0)
    assert turns.take(False, 0.0) == (ONE, "page")


def test_many_cheap_jobs_are_dear_together() -> None:
    turns = turns_of(ONE)
    for _ in range(200):
        turns.add(ONE, "page", 0.0)
        assert (turns.take(False, 0.0) or turns.take(True, 0.0)) is not None
        turns.done(ONE, 0.03, 0.0)
    turns.add(ONE, "page", 0.0)
    assert turns.take(False, 0.0) is None
    assert turns.take(False, 120.0) == (ONE, "page"), "and fast again when that is long ago"


def test_a_budget_and_a_queue_have_an_end() -> None:
    turns = turns_of(ONE, OTHER, seconds=100.0)
    with pytest.raises(TooBusy):
        turns.add(ONE, "more", 0.0)
    turns.add(ONE, "what bots do", 0.0, patient=True)
    turns.add(OTHER, "later", 60.0)
    for _ in range(MOST_WAITING):
        turns.add(("table", "3"), "many", 0.0)
    with pytest.raises(TooBusy):
        turns.add(("table", "3"), "one more", 0.0)


def test_what_nobody_waits_for_is_forgotten() -> None:
    turns = turns_of(ONE)
    turns.add(ONE, "a", 0.0)
    turns.drop(lambda item: item == "a")
    assert turns.take(False, 0.0) is None


def test_of_bots_that_think_the_one_that_has_waited_longest_is_next() -> None:
    often, seldom = (THINKING, "1"), (THINKING, "2")
    turns = turns_of(often, seldom, ONE)
    for _ in range(5):
        turns.add(often, "thought", 1.0)
        assert turns.take(False, 1.0) == (often, "thought")
        turns.done(often, 0.02, 1.0)
    turns.add(often, "first", 2.0)
    turns.add(seldom, "second", 3.0)
    assert turns.take(False, 4.0) == (often, "first"), "it has had more, and a table waits for it"
    turns.add(ONE, "page", 4.0)
    turns.done(often, 0.02, 4.0)
    assert turns.take(False, 4.0) in ((ONE, "page"), (seldom, "second"))
