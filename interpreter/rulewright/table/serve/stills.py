"""A picture of each game for the first page: its table after half of a game played at random, drawn as in play."""

from __future__ import annotations

from typing import NamedTuple

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from rulewright.core.model.game import Game
from rulewright.core.pipeline import RulesetError
from rulewright.core.run.atoms import LimitReached
from rulewright.core.run.steps import IllegalChoice, WrongSetup
from rulewright.native.loading import load_game
from rulewright.play.session.table_in_play import TableInPlay
from rulewright.table.pages.html import Markup
from rulewright.table.serve.cards import game_card
from rulewright.table.serve.hosting.background import in_background
from rulewright.table.serve.hosting.latest import Latest
from rulewright.table.serve.seeing import picture
from rulewright.table.serve.site import ServerState

_MOST_KEPT = 200
_MOST_CHOICES = 120
_SEED = 7
_KEPT_BY_BROWSERS = {"cache-control": "private, max-age=3600"}


class GameStill(NamedTuple):
    """The picture of a game, the path of its style sheet, and (bytes, content type) of each file that both load."""

    drawn: Markup
    look: str
    assets: dict[str, tuple[bytes, str]]


class GameStills:
    """The pictures of the games that a site offers, each made when it is first wanted."""

    def __init__(self, site: ServerState) -> None:
        self.site = site
        self._kept: Latest[tuple[str, str], GameStill] = Latest(_MOST_KEPT)

    async def still(self, request: Request) -> Response:
        """Return the picture of a game."""
        site, name, language = self.site, request.query_params.get("ruleset", ""), self.site.language(request)
        if not site.is_host(request) or name not in site.names:
            raise HTTPException(404, "this game is not offered here")
        if (name, language) not in self._kept:
            try:
                drawn, game = await in_background(self._drawn, name, language)
            except (RulesetError, WrongSetup, LimitReached, IllegalChoice, OSError):
                raise HTTPException(404, "this game cannot be drawn") from None
            look = site.look_path(game)
            assets = {each: site.made[each] for each in site.named & site.made.keys()}
            self._kept[name, language] = GameStill(drawn, look, assets)
        kept = self._kept[name, language]
        site.made.update(kept.assets)
        site.named |= kept.assets.keys()
        response = site.page(request, "_still.html", picture=kept.drawn, look=kept.look, colours="")
        response.headers.update(_KEPT_BY_BROWSERS)
        return response

    def _drawn(self, name: str, language: str) -> tuple[Markup, Game]:
        """Return (picture, game) of a table in mid-game, as its first seat sees it."""
        game = load_game(self.site.shelf.choice_of(name, None, None, None).ruleset)
        known = game_card(name, language)
        seats = known.seats or game.blueprint.min_seats
        table = TableInPlay(game, ("random",) * seats, _SEED, {})
        table.begin(seats)
        table.bots_choose(min(known.choices // 2, _MOST_CHOICES))
        return picture(table.game, table.state_for(0), 0, None, language).whole(), game
