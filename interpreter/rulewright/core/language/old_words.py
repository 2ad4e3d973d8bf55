"""Words of an earlier release: a text that has one means today's word, for one release more.

`fmt` writes today's words, as it writes what the text is a tree of; a lint reports the old ones.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from lark import Token

MOVED_ALL_OF: Final = re.compile(r"\bmove[ ]+all[ ]+of(?=[ ])")
"""How a zone was moved. The grammar reads over the last two words."""

OLD_WORDS: Final[Mapping[str, str]] = MappingProxyType({"no_one": "none"})

OLD_FUNCTIONS: Final[Mapping[str, str]] = MappingProxyType({"line": "reach"})
"""Functions of an earlier release. Other things may be named so, only nothing that is called with a value."""

OLD_OPENINGS: Final[Mapping[str, str]] = MappingProxyType({"next": "later first"})
"""Words that began a statement in an earlier release. A procedure may be named so, as what follows tells them apart."""

OLD_KEYS: Final[Mapping[str, str]] = MappingProxyType({"ellipse": "circle"})
"""Keys of the shapes of icons of an earlier release."""


def today(before: Token | None, token: Token) -> str:
    """Return the word of today for a token, which `before` stands in front of."""
    is_function = token.type == "FUNCTION" and (before is None or before.type != "DOT")
    old = OLD_FUNCTIONS if is_function else OLD_WORDS if token.type == "NAME" else {}
    old = OLD_OPENINGS if token.type == "NEXT" else old
    return old.get(token, str(token))
