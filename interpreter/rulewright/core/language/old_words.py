"""Words of an earlier release: a text that has one means today's word, for one release more.

`fmt` writes today's words, as it writes what the text is a tree of; a lint reports the old ones.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

MOVED_ALL_OF: Final = re.compile(r"\bmove[ ]+all[ ]+of(?=[ ])")
"""How a zone was moved. The grammar reads over the last two words."""

OLD_WORDS: Final[Mapping[str, str]] = MappingProxyType({"no_one": "none"})
