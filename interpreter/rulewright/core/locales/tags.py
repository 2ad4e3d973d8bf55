"""Language tags in the form of BCP 47, such as `de-AT`: their usual spelling, and what stands in for them."""

from __future__ import annotations

import re
from functools import lru_cache

ENGLISH = "en"
"""The language that every text has, and that stands in for any other."""
TAG = r"[a-z]{2,3}(-[A-Z][a-z]{3})?(-([A-Z]{2}|[0-9]{3}))?(-([a-z0-9]{5,8}|[0-9][a-z0-9]{3}))*"
"""A language, its script, its region, its variants, each as BCP 47 recommends to spell it."""
LONGEST_TAG = 35
_TAG = re.compile(TAG)
_SCRIPT, _REGION = 4, 2


def is_tag(text: str) -> bool:
    """Return whether a text is a language tag as it is usually spelt."""
    return len(text) <= LONGEST_TAG and _TAG.fullmatch(text) is not None


def usual_tag(text: str) -> str | None:
    """Return a tag as it is usually spelt, such as `de-AT` for `DE_at`, None if the text cannot be one."""
    first, *rest = text.strip().replace("_", "-").split("-")
    parts = [first.lower()]
    for part in rest:
        is_region = len(part) == _REGION
        parts.append(
            part.upper() if is_region else part.title() if len(part) == _SCRIPT and part.isalpha() else part.lower()
        )
    found = "-".join(parts)
    return found if is_tag(found) else None


@lru_cache(maxsize=256)
def stand_ins(language: str) -> tuple[str, ...]:
    """Return a language and what stands in for it where it has no words, the nearest first: `de-AT`, `de`, `en`."""
    parts = language.split("-")
    wider = ["-".join(parts[:length]) for length in range(len(parts), 0, -1)]
    return tuple(dict.fromkeys((*wider, ENGLISH)))
