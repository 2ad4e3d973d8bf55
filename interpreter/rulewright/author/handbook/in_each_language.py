"""The handbooks of some games in several languages, as files of a site."""

from __future__ import annotations

from collections.abc import Sequence

from rulewright.author.handbook.gathering import material_of
from rulewright.author.handbook.handbook_page import handbook
from rulewright.core.pipeline import existing_root


def handbooks(names: Sequence[str], spoken: Sequence[str]) -> dict[str, bytes]:
    """Map the file of each handbook to its page: one per game and language."""
    found = {}
    for name in names:
        material, root = material_of(name, None, None), existing_root(name)
        for language in spoken:
            found[f"handbook/{root.name}-{language}.html"] = handbook(material, language).html.encode()
    return found
