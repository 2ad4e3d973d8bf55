"""The table next to the text: which game a folder holds, a table of it, and how the table takes on what is saved."""

from __future__ import annotations

import secrets

from starlette.requests import Request

from rulewright.core.load.files import read_file
from rulewright.core.load.folder import MANIFEST, variants_in
from rulewright.core.load.together import ruleset_extended
from rulewright.core.locating import find_ruleset
from rulewright.core.model.document import Mapping, text_of
from rulewright.core.model.seats import ruled_count
from rulewright.core.pipeline import RulesetError
from rulewright.core.run.atoms import LimitReached
from rulewright.core.run.steps import IllegalChoice, WrongSetup, settings_chosen
from rulewright.play.records.replay import PERSON
from rulewright.table.serve import links
from rulewright.table.serve.hosting.background import in_background
from rulewright.table.serve.rules import signature
from rulewright.table.serve.seating import seats_for
from rulewright.table.serve.site import ServerState
from rulewright.table.serve.studio.open_folders import FolderGame, OpenFolder
from rulewright.table.serve.studio.studio_tools import CannotStudy
from rulewright.table.serve.tables import CannotOpen, OpenTable

_LARGEST_SEED = 10**6
_OTHERS = "random"


def games_in(opened: OpenFolder) -> tuple[FolderGame, ...]:
    """Return the games of a folder: its ruleset alone and by each variant, or the variants of other rulesets."""
    root = opened.folder
    if (root / MANIFEST).is_file():
        return FolderGame(str(root)), *(FolderGame(str(root), name) for name in variants_in(root))
    found = []
    for path in sorted(root.glob("*.yaml")):
        node = read_file(path)[0].node
        if isinstance(node, Mapping) and text_of(node.get("kind")) == "variant":
            ruleset = find_ruleset(text_of(ruleset_extended(node)) or "", path)
            found += [FolderGame(str(ruleset), path.stem)] if ruleset is not None else []
    return tuple(found)


def table_of(site: ServerState, opened: OpenFolder) -> OpenTable | None:
    """Return the table of a folder, or None if there is none that can be played."""
    try:
        return site.tables.find(opened.table) if opened.table else None
    except CannotOpen:
        return None


def path_of(site: ServerState, place: OpenTable) -> str:
    """Return the path of the page at which the author plays."""
    live = place.live
    role = links.SCREEN if live.record.shared else str(live.people[0] + 1)
    return links.page_of(site.secret, live.record, role)


async def begin(site: ServerState, request: Request, opened: OpenFolder, seed: int | None = None) -> OpenTable:
    """Make a table of the folder's game: the author at all seats, or at one with bots at the others.

    Raises CannotStudy with a sentence if the rules have errors or no game begins by them.
    """
    shelf, game, alone = site.shelf, opened.game, opened.alone
    assert site.studio is not None
    shelf.variant_folders = tuple(each.folder for each in site.studio.folders)
    try:
        choice = shelf.choice_of(game.ruleset, None, game.variant, None)
        rules = await in_background(shelf.load, choice)
        blueprint = rules.game.blueprint
        chosen = settings_chosen(blueprint, {})
        count = max(1, blueprint.min_seats - ruled_count(blueprint, chosen))
        policies = (PERSON, *[_OTHERS if alone else PERSON] * (count - 1))
        record = site.new_record(
            request, game.ruleset, variant=game.variant, seats=seats_for(blueprint, chosen, policies),
            seed=secrets.randbelow(_LARGEST_SEED) if seed is None else seed, policies=policies, digest=rules.digest,
            shared=not alone and count > 1, follows=True,
        )  # fmt: skip
        place = site.tables.create(record, rules)
    except RulesetError as fault:
        raise CannotStudy(f"the rules have errors: {fault.diagnostics[0].message}") from None
    except (WrongSetup, LimitReached, IllegalChoice, OSError) as fault:
        raise CannotStudy(f"no game begins by these rules: {fault}") from None
    opened.table = place.live.record.id
    place.watch.by_study(opened.study, signature(choice))
    return place


async def take_on(site: ServerState, request: Request, opened: OpenFolder) -> str:
    """Let the table of a folder take on its rules as they are now, where it is.

    If its game cannot even begin by them, return the path of a new table with the same seed, else "".
    """
    place = table_of(site, opened)
    if place is None:
        return ""
    await site.author.look(place)
    if not place.watch.faults:
        return ""
    try:
        return path_of(site, await begin(site, request, opened, place.live.record.seed))
    except CannotStudy:
        return ""
