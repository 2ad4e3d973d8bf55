"""The packages that the form of a new table shows: those that the server offers, and those put into the form."""

from __future__ import annotations

import logging
from pathlib import Path

from starlette.requests import Request

from rulewright.core.model.packages_used import PackageRefused
from rulewright.table.serve.forms import Fields, SentFile, first
from rulewright.table.serve.package_shelf import OfferedPackage, tree_in_link
from rulewright.table.serve.site import ServerState

LOG = logging.getLogger("rulewright.table.serve")
FILE = "file"
"""The field of the form that brings a package."""
_MOST = 20


def packages_offered(site: ServerState, root: Path) -> tuple[OfferedPackage, ...]:
    """Return the packages that a server offers for the tables of a ruleset, as their files are now."""
    found = []
    for each in site.packages:
        try:
            found += [site.shelf.packages.at_hand(each)] if each.root.resolve() == root.resolve() else []
        except (PackageRefused, OSError) as fault:
            LOG.warning("the package %s cannot be offered: %s", each.packed.package, fault)
    return tuple(found)


def packages_in_form(
    site: ServerState, request: Request, root: Path, fields: Fields, file: SentFile | None
) -> tuple[tuple[OfferedPackage, ...], OfferedPackage | None, list[str]]:
    """Return (packages, the one that is new or None, faults) of a form for a ruleset.

    A `file` or link that cannot be taken is a fault, stated as a sentence.
    """
    found = {(each.is_rule, each.id): each for each in packages_offered(site, root)}
    if not site.takes_packages(request):
        return tuple(found.values()), None, []
    shelf, new, faults = site.shelf.packages, None, list[str]()
    try:
        for each in fields.get("package", ())[:_MOST]:
            tree, _, origin = each.partition(" ")
            known = shelf.dropped(tree, root, origin)
            if known is not None:
                found[known.is_rule, known.id] = known
        made = _new(site, request, root, fields, file, faults)
        if made is not None:
            new = found[made.is_rule, made.id] = made
    except PackageRefused as refused:
        faults.append(str(refused))
    return tuple(found.values()), new, faults


def _new(
    site: ServerState, request: Request, root: Path, fields: Fields, file: SentFile | None, faults: list[str]
) -> OfferedPackage | None:
    """Return the package that a file or link brings, None if there is none. Raises PackageRefused."""
    say, shelf, link = site.words(request), site.shelf.packages, first(fields, "link").strip()
    wanted = tree_in_link(link) if link else ""
    tree = shelf.put(file.data, file.name, root) if file is not None else wanted
    if file is not None and wanted and tree != wanted:
        faults.append(say("package_differs", name=file.name))
        return None
    if not tree:
        if first(fields, FILE) and first(fields, "do") == "start":
            faults.append(say("package_not_put_in", name=first(fields, FILE)[:80]))
        return None
    made = shelf.dropped(tree, root, link)
    if made is None:
        faults.append(say("package_not_fetched", link=link))
    return made
