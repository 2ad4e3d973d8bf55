"""Looking back: the table at any moment of a game, as a seat saw it; and a scenario made of some choices."""

from __future__ import annotations

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from rulewright.observe.naming import seat_title
from rulewright.play.moments import ONLOOKER
from rulewright.serve import links
from rulewright.serve.aside import aside
from rulewright.serve.logged_actions import turns_told
from rulewright.serve.seeing import picture_at, stage_of
from rulewright.serve.site import ServerState
from rulewright.serve.steps import begin_of_steps, state_in, steps_of
from rulewright.serve.streams import seat_of

_SECONDS = 20.0


class Replays:
    """What is answered about moments that have passed."""

    def __init__(self, site: ServerState) -> None:
        self.site = site

    async def moment(self, request: Request) -> Response:
        """The table after so many choices; every moment is a link."""
        place, role = self.site.place(request)
        live = place.live
        seat = int(role) - 1 if role.isdigit() else ONLOOKER
        last = live.seen_until(seat)
        at = min(_number(request.query_params.get("at"), last), last)
        language = self.site.language(request, live.record.language)
        state = live.state_at(at)
        picture = picture_at(live, state, seat, language)
        stage = stage_of(live, state, language)
        turns = turns_told(live, seat, language, at, most=6)
        who = ""
        if at > 0:
            who = seat_title(live.game.blueprint, live.moments[at - 1].seat, language)
        return self.site.page(
            request, "replay.html", live=live, at=at, last=last, picture=picture, stage=stage, turns=turns, role=role,
            look=self.site.look_path(live.game),
            colours=self.site.colours_path(live), may_extract=role == links.TABLE, who=who,
            language=live.record.language,
        )  # fmt: skip

    async def steps(self, request: Request) -> Response:
        """What happened after a choice, one step at a time; where there is nothing, the table as it is now."""
        place, role = self.site.place(request, "seat", links.WATCH, links.SCREEN)
        live, asked = place.live, request.query_params
        seat = seat_of(live, role, asked.get("seat", ""))
        whose = f"?seat={seat + 1}" if role == links.SCREEN and seat != ONLOOKER else ""
        language = self.site.language(request, live.record.language)
        since = _number(asked.get("from"), begin_of_steps(live, seat))
        told = steps_of(live, seat, language, since)
        if not told:
            return RedirectResponse(f"./{whose}", 303)
        at = max(1, min(_number(asked.get("at"), 1), len(told)))
        state = state_in(live, told[at - 1])
        part = bool(request.headers.get("x-rulewright-part"))
        return self.site.page(
            request, "_steps.html" if part else "steps.html", live=live, at=at, last=len(told), told=told,
            step=told[at - 1], since=since, whose=whose, and_seat=whose.replace("?", "&"),
            picture=picture_at(live, state, seat, language), stage=stage_of(live, state, language),
            look=self.site.look_path(live.game), colours=self.site.colours_path(live), language=live.record.language,
        )  # fmt: skip

    async def scenario(self, request: Request) -> Response:
        """A scenario of some choices; it holds what is hidden, so it is for who made the table."""
        from rulewright.testing.extraction.extract import CannotExtract, extract_scenario

        place, _ = self.site.place(request, links.TABLE)
        live = place.live
        last = _number(request.query_params.get("to"), len(live.moments))
        begin = _number(request.query_params.get("from"), last)
        if len(live.record.people) > 1 and not live.is_over:
            raise HTTPException(409, "a scenario shows what is hidden; it can be made of this game when it is over")
        replay = live.replay()
        try:
            extracted = await aside(
                extract_scenario, live.rules.choice, replay, max(1, begin), max(1, last), seconds=_SECONDS
            )
        except CannotExtract as fault:
            raise HTTPException(422, f"no scenario can be written: {fault}") from None
        return self.site.page(
            request, "scenario.html", text=extracted.text, remarks=extracted.remarks,
            first=extracted.first, last=extracted.last, language=live.record.language,
        )  # fmt: skip


def _number(written: str | None, otherwise: int) -> int:
    if written is None or not written.isascii() or not written.isdigit() or len(written) > 9:
        return otherwise
    return int(written)
