"""The values of a ruleset's files that are texts of the effect language, and how to read each.

The schemas say the same about shape; a test compares the two.
"""

from __future__ import annotations

from collections.abc import Mapping

from rulewright.core.model.sections import SECTIONS, TextSort

TEXTS: dict[str, Mapping[str, TextSort]] = {each.id: each.texts for each in SECTIONS if each.texts}
"""The fields of entries that hold texts, by section. Those of components are declared by their kinds."""

EFFECT_TYPES: tuple[TextSort, ...] = ("effect", "test", "amount")
"""What a field of a kind or a border is declared as where it holds texts."""

GIVEN: dict[str, TextSort] = {"arrange": "effect", "play": "effect"}
"""The fields of a scenario's `given` that hold texts."""

SCENARIO: dict[str, TextSort] = {"then": "test"}
"""The fields of a scenario, and of its steps, that hold texts; the keys of `relative` are amounts as well."""

SIGHT_WORDS = ("all", "owner", "others", "none")
"""What `visible` may say in one word instead of a test; see `is_word`."""


def is_word(key: str, value: object) -> bool:
    """Return whether a value is one of the words that its key takes, not a text."""
    return key == "visible" and value in SIGHT_WORDS
