"""The rules of a table as its people read them: opened beside the table, or as a page of its own."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response

from rulewright.drawing.icons import sprite
from rulewright.model.layout import SITE
from rulewright.observe.wording import title_in
from rulewright.primer.rules import rules_at_table
from rulewright.serve import links
from rulewright.serve.site import ServerState
from rulewright.serve.streams import seat_of


class Rulebook:
    """What is answered under `rules` below a link."""

    def __init__(self, site: ServerState) -> None:
        self.site = site

    async def page(self, request: Request) -> Response:
        place, role = self.site.place(request, "seat", links.WATCH, links.SCREEN)
        live = place.live
        language = self.site.language(request, live.record.language)
        seat = seat_of(live, role, request.query_params.get("seat", ""))
        blueprint = live.game.blueprint
        asked = blueprint.sites[live.state_for(seat)[SITE]].procedure if live.may_choose(seat) else ""
        part = bool(request.headers.get("x-rulewright-part"))
        return self.site.page(
            request, "_rulebook.html" if part else "rulebook.html", told=rules_at_table(live.game, language, asked),
            title=title_in(blueprint.title, language, blueprint.ruleset), look=self.site.look_path(live.game),
            sprite=sprite(blueprint.look),
            language=live.record.language,
        )  # fmt: skip
