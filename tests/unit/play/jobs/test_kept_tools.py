"""Tools are made once for jobs that share them; the one unused longest makes room."""

from __future__ import annotations

from rulewright.play.jobs.kept_tools import MOST_KEPT, KeptTools


def test_the_tools_that_were_unused_longest_make_room() -> None:
    made: list[object] = []

    def make() -> object:
        made.append(key)
        return key

    kept = KeptTools()
    for key in (*range(MOST_KEPT), 0, MOST_KEPT, 0, 1):
        assert kept.of(key, make) == key
    assert made == [*range(MOST_KEPT + 1), 1]


def test_tools_of_one_job_alone_are_not_kept() -> None:
    kept = KeptTools()
    assert [kept.of(key, object) is kept.of(key, object) for key in ("shared", None)] == [True, False]
    before = kept.of("shared", object)
    kept.of(None, object)
    assert kept.of("shared", object) is not before, "all room is for what plays now"
