"""Pages of a match: the form for a new match, and the way from one game to the next."""

from __future__ import annotations

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from rulewright.core.locales.wording import title_in
from rulewright.core.model.game import Game
from rulewright.core.model.match import Plan, PlannedGame
from rulewright.core.pipeline import RulesetError
from rulewright.core.run.atoms import LimitReached
from rulewright.core.run.steps import IllegalChoice, WrongSetup, settings_chosen
from rulewright.play.policies.naming import LEARNED, fits_table
from rulewright.play.records.planned_matches import load_match
from rulewright.table.serve import links
from rulewright.table.serve.cards import matches_offered
from rulewright.table.serve.forms import first, form_of, seed_of
from rulewright.table.serve.guests import Guest
from rulewright.table.serve.hosting.background import in_background
from rulewright.table.serve.new_table import first_page
from rulewright.table.serve.seating import (
    NOBODY,
    SIMPLE,
    offered_for_seats,
    policies_in,
    seats_for,
    seats_to_fill,
    usual_policies,
)
from rulewright.table.serve.site import ServerState
from rulewright.table.serve.tables import CannotOpen


class MatchPages:
    """The form of a new match, and the next game of one."""

    def __init__(self, site: ServerState) -> None:
        self.site = site

    async def form(self, request: Request) -> Response:
        self.site.refuse_strangers(request)
        return await self._form(request, request.query_params.get("match", ""), usual_policies())

    async def make(self, request: Request) -> Response:
        """Begin the first game."""
        self.site.refuse_strangers(request)
        fields = await form_of(request)
        name, written, policies = first(fields, "match"), first(fields, "seed").strip()[:20], policies_in(fields)
        shared = first(fields, "shared") == "1" or self.site.alone
        ruleset, plan, game = await self._plan(name)
        try:
            seed = seed_of(written)
            chosen = settings_chosen(game.blueprint, dict(plan.games[0].settings))
            seats = seats_for(game.blueprint, chosen, policies)
            if LEARNED in policies and not await in_background(self._is_learned, ruleset, plan, seats):
                raise WrongSetup(self.site.words(request)("no_learned_bot"))
            record = self.site.new_record(
                request, ruleset, seats=seats, seed=seed, policies=policies, match_name=name, match_seed=seed,
                shared=shared,
            )  # fmt: skip
            place = self.site.in_a_row.begin(record)
        except (WrongSetup, LimitReached, IllegalChoice) as fault:
            return await self._form(request, name, policies, written, shared, str(fault))
        return RedirectResponse(first_page(self.site.secret, place.live), 303)

    async def _plan(self, name: str) -> tuple[str, Plan, Game]:
        """Return (ruleset, plan, first game) of a match."""
        known = matches_offered(self.site.names).get(name)
        if known is None:
            raise HTTPException(404, "this match is not offered here")
        try:
            plan = await in_background(load_match, known[1])
            return known[0], plan, await in_background(self._game, known[0], plan.games[0])
        except RulesetError as fault:
            raise HTTPException(422, f"the match cannot be played: {fault.diagnostics[0].message}") from None

    def _game(self, ruleset: str, planned: PlannedGame) -> Game:
        shelf = self.site.shelf
        return shelf.load(shelf.choice_of(ruleset, planned.modules, None, None)).game

    def _is_learned(self, ruleset: str, plan: Plan, seats: int) -> bool:
        """Whether the players that the ruleset brings know all games of a match at such a table."""
        return all(fits_table(LEARNED, self._game(ruleset, each), seats) for each in plan.games)

    async def _form(
        self, request: Request, name: str, policies: tuple[str, ...], seed: str = "", shared: bool = False,
        fault: str = "",
    ) -> Response:  # fmt: skip
        _, plan, game = await self._plan(name)
        language = self.site.language(request)
        return self.site.page(
            request, "match.html", 422 if fault else 200, match=name, title=title_in(plan.title, language, name),
            about=plan.about, games=[(title_in(each.title, language, each.id), each.about) for each in plan.games],
            policies=policies, choices=offered_for_seats(bool(game.players)), nobody=NOBODY, simple=SIMPLE, seed=seed,
            fault=fault, counts=seats_to_fill(game.blueprint, dict(plan.games[0].settings)), usual=(), ruled=(),
            is_shared=shared,
        )  # fmt: skip


async def onward(guest: Guest) -> Response:
    """Lead to the next game at the same table, under the link of the same role."""
    try:
        made = guest.site.in_a_row.go_on(guest.place)
    except (CannotOpen, WrongSetup, RulesetError, LimitReached, IllegalChoice) as fault:
        raise HTTPException(409, str(fault)) from None
    return RedirectResponse(links.page_of(guest.site.secret, made.live.record, guest.role), 303)
