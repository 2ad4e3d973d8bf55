"""The compiled grammar of the effect language, which is in `effects.lark`."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from lark import Lark
from lark.indenter import Indenter

OF_AUTHORS = ("NAME", "NUMBER", "FUNCTION")
"""The terminals for which an author finds the words."""


class _Indents(Indenter):
    NL_type = "_NL"
    OPEN_PAREN_types: list[str] = []  # noqa: RUF012 - the base class wants a list
    CLOSE_PAREN_types: list[str] = []  # noqa: RUF012
    INDENT_type = "_INDENT"
    DEDENT_type = "_DEDENT"
    tab_len = 8


@cache
def grammar() -> Lark:
    return Lark(
        Path(__file__).with_name("effects.lark").read_text(encoding="utf-8"),
        parser="lalr",
        start=["effect", "amount", "over"],
        postlex=_Indents(),
        propagate_positions=True,
        maybe_placeholders=True,
    )
