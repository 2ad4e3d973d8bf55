"""Execution of jobs, all of which run rules, one after the other. All data in memory may be lost at any moment."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import replace
from math import inf
from traceback import format_exc

from starlette.types import ASGIApp, Message

from rulewright.core.locales.catalogue import phrases
from rulewright.core.locales.wording import title_in
from rulewright.core.run.atoms import LimitReached
from rulewright.core.run.steps import IllegalChoice
from rulewright.observe.naming import seat_title
from rulewright.play.session.moments import ONLOOKER
from rulewright.table.serve.hosting.background import in_background
from rulewright.table.serve.hosting.jobs import JobAnswer, PageRequest, SeatCalled, TableJob, TableNews, Thought
from rulewright.table.serve.hosting.latest import Latest
from rulewright.table.serve.live import LiveTable
from rulewright.table.serve.site import ServerState
from rulewright.table.serve.tables import CannotOpen, OpenTable

_MOST_THOUGHT_ABOUT = 200
"""Each takes about a megabyte; one that is not kept is played again from its first choice before a bot thinks."""


_SENT_AGAIN = 600.0
"""Seconds after which an asset that a page loads is sent again, since whoever got it keeps only so many bytes."""
_MOST_SENT = 10_000


class JobHandler:
    """Does the jobs of one process. `pages` answers requests."""

    def __init__(self, site: ServerState, pages: ASGIApp) -> None:
        self.site, self.pages = site, pages
        self._sent: Latest[str, float] = Latest(_MOST_SENT)
        self._thought_about: Latest[int, LiveTable] = Latest(_MOST_THOUGHT_ABOUT)

    async def do(self, job: TableJob) -> JobAnswer:
        """Do a job and return its answer. A fault of the program is reported in the answer."""
        began = time.process_time()
        if job.anew:
            self.site.tables.places.pop(job.table, None)
        try:
            answer = await self._done(job)
        except CannotOpen:
            answer = JobAnswer(410)
        except Exception:  # noqa: BLE001 - one job must not end all others
            answer = JobAnswer(500, fault=format_exc())
        assets = self._assets()
        return replace(answer, news=tuple(self._news(job)), assets=assets, seconds=time.process_time() - began)

    def _assets(self) -> dict[str, tuple[bytes, str]]:
        """Return the files that the pages made in this job load, without those that were sent lately."""
        named, self.site.named = self.site.named, set()
        now, made = time.monotonic(), self.site.made
        found = {name: made[name] for name in named & made.keys() if now - self._sent.get(name, -inf) > _SENT_AGAIN}
        self._sent.update(dict.fromkeys(found, now))
        return found

    async def _done(self, job: TableJob) -> JobAnswer:
        if job.kind == "ask":
            assert job.request is not None
            return await self._answered(job.request)
        if job.kind == "think":
            return JobAnswer(thought=await in_background(self._thought, job.table, job.most))
        place = self.site.tables.find(job.table)
        if place is None:
            return JobAnswer(404)
        if job.kind == "look":
            await self.site.author.look(place)
        elif job.kind == "stuck":
            place.is_stuck(job.told)
        elif job.thought is not None:
            self.site.tables.take_thought(place, job.thought.number, job.thought.seat, job.thought.key)
        return JobAnswer()

    async def _answered(self, request: PageRequest) -> JobAnswer:
        """Return the requested page."""
        status, headers, body, fault = 500, tuple[tuple[bytes, bytes], ...](), bytearray(), ""

        async def receive() -> Message:
            return {"type": "http.request", "body": request.body, "more_body": False}

        async def send(message: Message) -> None:
            nonlocal status, headers
            if message["type"] == "http.response.start":
                status, headers = message["status"], tuple(message.get("headers", ()))
            else:
                body.extend(message.get("body", b""))

        try:
            await self.pages({**request.scope}, receive, send)
        except Exception:  # noqa: BLE001 - its page has been made all the same
            fault = format_exc()
        return JobAnswer(status, headers, bytes(body), fault=fault)

    def _thought(self, id_: int, most: float) -> Thought | None:
        """Return the choice of the bot whose turn it is at a table, or None if no bot has to think.

        It thinks on a copy of the table that nothing else uses.
        """
        live = self._copy(id_)
        wanted = live.thought(most) if live is not None else None
        if live is None or wanted is None:
            return None
        seat, think = wanted
        return Thought(len(live.moments), seat, think())

    def _copy(self, id_: int) -> LiveTable | None:
        record = self.site.store.record(id_)
        if record is None:
            return None
        known = self._thought_about.pop(id_, None)
        try:
            if known is not None and known.record == record:
                known.catch_up()
            else:
                known = self.site.tables.opened(record)
        except IllegalChoice:
            known = self.site.tables.opened(record)
        except LimitReached:
            return None
        self._thought_about[id_] = known
        return known

    def _news(self, job: TableJob) -> list[TableNews]:
        """Return news of tables whose pages may have changed.

        The job's own table is always among them, unless the job was to think.
        """
        found = []
        for id_, place in self.site.tables.places.items():
            if place.has_news or (id_ == job.table and job.kind != "think"):
                place.has_news = False
                found.append(self._news_of(id_, place))
        return found

    def _news_of(self, id_: int, place: OpenTable) -> TableNews:
        seats = (ONLOOKER, *range(place.live.record.seats))
        marks = {seat: place.mark(self.site.secret, seat) for seat in seats}
        follows = self.site.loopback and (place.watch.wanted or place.live.record.follows)
        return TableNews(id_, marks, follows, place.more, tuple(_called(place.live)), place.wanted)


def _called(live: LiveTable) -> Iterator[SeatCalled]:
    """Yield the people's seats that must choose, with their hooks."""
    record, blueprint = live.record, live.game.blueprint
    say = phrases(record.language, "browser")
    for seat in live.people:
        if seat in live.asked and not live.is_over:
            hook = record.sitters.person(seat).hook
            title = title_in(blueprint.title, record.language, blueprint.ruleset)[:80]
            who = seat_title(blueprint, seat, record.language)
            yield SeatCalled(seat, hook, say("hook_says", title=title, table=record.id, seat=who) if hook else "")
