"""The rules of a table as its people read them: opened beside the table, or as a page of its own."""

from __future__ import annotations

from starlette.responses import Response

from rulewright.core.locales.wording import title_in
from rulewright.core.model.layout import SITE
from rulewright.table.drawing.icons import sprite
from rulewright.table.primer.rules_at_hand import rules_at_table
from rulewright.table.serve.guests import Guest


async def rulebook(guest: Guest) -> Response:
    """Show the rules, beginning with those of the viewer's current question."""
    live, language, seat = guest.live, guest.language, guest.viewer
    blueprint = live.game.blueprint
    asked = blueprint.sites[live.state_for(seat)[SITE]].procedure if live.may_choose(seat) else ""
    return guest.shown(
        "rulebook.html", told=rules_at_table(live.game, language, asked), sprite=sprite(blueprint.look),
        title=title_in(blueprint.title, language, blueprint.ruleset), look=guest.site.look_path(live.game),
    )  # fmt: skip
