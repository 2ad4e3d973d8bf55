"""Review of a game: the table at any moment as a seat saw it, and a scenario made from some choices."""

from __future__ import annotations

from starlette.exceptions import HTTPException
from starlette.responses import RedirectResponse, Response

from rulewright.play.session.moments import ONLOOKER
from rulewright.table.serve import links
from rulewright.table.serve.author_tools import CannotWrite
from rulewright.table.serve.forms import whole_number
from rulewright.table.serve.guests import Guest
from rulewright.table.serve.hosting.background import in_background
from rulewright.table.serve.logged_actions import turns_told
from rulewright.table.serve.seeing import moment_seen
from rulewright.table.serve.steps import begin_of_steps, state_in, steps_of

_SECONDS = 20.0
_MOST = 10**9


async def moment(guest: Guest) -> Response:
    """Show the table after the choice whose number is asked for. Every moment has its own link."""
    live, seat, language = guest.live, guest.seat, guest.language
    last = live.seen_until
    at = min(_number(guest.asked.get("at"), last), last)
    state = live.state_at(live.counted[at])
    return guest.page(
        "replay.html", at=at, last=last, turns=turns_told(live, seat, language, at, most=6),
        may_extract=guest.role == links.TABLE and guest.may_have_files,
        **moment_seen(live, state, seat, language), **guest.sheets(),
    )  # fmt: skip


async def steps(guest: Guest) -> Response:
    """Show one step of what happened after a choice.

    If nothing happened, lead to the table as it is now.
    """
    live, seat, language = guest.live, guest.viewer, guest.language
    whose = f"?seat={seat + 1}" if guest.role == links.SCREEN and seat != ONLOOKER else ""
    since = _number(guest.asked.get("from"), begin_of_steps(live, seat))
    told = steps_of(live, seat, language, since)
    if not told:
        return RedirectResponse(f"./{whose}", 303)
    at = max(1, min(_number(guest.asked.get("at"), 1), len(told)))
    state = state_in(live, told[at - 1])
    return guest.shown(
        "steps.html", at=at, last=len(told), told=told, step=told[at - 1], since=since, whose=whose,
        and_seat=whose.replace("?", "&"), **moment_seen(live, state, seat, language), **guest.sheets(),
    )  # fmt: skip


async def scenario(guest: Guest) -> Response:
    """Show a scenario made from some choices. It reveals hidden information, so only the table's maker gets it.

    Raises HTTPException if files may not be had now or no scenario can be written.
    """
    live = guest.live
    last = min(_number(guest.asked.get("to"), live.seen_until), live.seen_until)
    begin = min(_number(guest.asked.get("from"), last), last)
    if not guest.may_have_files:
        raise HTTPException(409, "a scenario reveals hidden information; make it when the game or match is over")
    try:
        extracted = await in_background(
            guest.site.tools.scenario,
            live.rules.choice,
            live.replay(),
            live.counted[max(0, begin - 1)] + 1,
            max(1, live.counted[last]),
            _SECONDS,
        )
    except CannotWrite as fault:
        raise HTTPException(422, f"no scenario can be written: {fault}") from None
    return guest.page(
        "scenario.html", text=extracted.text, remarks=extracted.remarks, first=extracted.first, last=extracted.last
    )


def _number(written: str | None, otherwise: int) -> int:
    number = whole_number(written or "", 0, _MOST)
    return number if number is not None else otherwise
