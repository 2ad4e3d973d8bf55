"""Values on one line that end too soon: a sign in them means something, or the ',' behind them is missing."""

from __future__ import annotations

import re
from typing import Final, NamedTuple

from rulewright.core.diagnostics import Suggestion, cut
from rulewright.core.load.heads import HEAD_KEY

_KEY_BEFORE: Final = re.compile(r"[{,]\s*([a-z_]\w*)\s+$")
_KEY_OR_HEAD = rf"(?:{HEAD_KEY}|[a-z_]\w*)"
_VALUE_BEFORE: Final = re.compile(r"(^\s*(?:- )?)?\b(" + _KEY_OR_HEAD + r"):\s+([^\s\"'{}\[\],:][^{}\[\],:]*)$")
_AND_A_KEY: Final = re.compile(r"(\S+)\s+([a-z_]\w*)")
_KEY_HERE: Final = re.compile(r"([a-z_]\w*):(?:\s|$)")
_ENDED: Final = re.compile(r"[]}\"']\s+$")
_BEFORE_A_COLON: Final = frozenset({"if", "else", "may", "ask", "for", "repeat", "choose", "later", "next"})
"""Words of effects that have a ':' behind them: a value that begins with one is a text."""
_CURLY: Final = "“”„‟«»‘’‚"
_LONGEST_SHOWN: Final = 80


class CommaFault(NamedTuple):
    """A missing ',' before a key: the key's column (from 0) and length, a message and a hint."""

    column: int
    length: int
    message: str
    hint: str


def comma_fault(row: str, column: int) -> CommaFault | None:
    """Return the fault of a missing ',' where a parser stops at a key or its ':', or None."""
    before, after = row[:column], row[column:]
    key = _KEY_HERE.match(after)
    if key is not None and _ENDED.search(before) is not None:
        return _without_comma(before.rstrip()[-_LONGEST_SHOWN:].split()[-1], key[1], after[key.end() :], column)
    value = _VALUE_BEFORE.search(before)
    if value is None or value[1] is not None or after[:1] != ":":
        return None
    parts = _AND_A_KEY.fullmatch(value[3])
    if parts is None or parts[1] in _BEFORE_A_COLON or parts[1][0] in _CURLY:
        return None
    return _without_comma(f"{value[2]}: {parts[1]}", parts[2], after[1:], column - len(parts[2]))


def value_fault(row: str, column: int) -> tuple[str, str] | None:
    """Return (message, hint) on a sign within a value, or a missing ':' before a value, or None."""
    before, after = row[:column], row[column:]
    sign, missing = after[:1], _KEY_BEFORE.search(before)
    if sign in ("{", "[") and missing is not None:
        return f"a ':' is missing behind '{missing[1]}'", f"write {missing[1]}: {sign}..."
    within = _VALUE_BEFORE.search(before)
    if within is None or sign not in (":", "[", "{"):
        return None
    if sign != ":" and within[1] is not None:
        return None
    whole = within[3] + (_to_its_end(after) if within[1] is None else after)
    if whole[0] in _CURLY:
        hint = f'write usual quotes: {within[2]}: "{cut(whole.strip(_CURLY), _LONGEST_SHOWN)}"'
        return f"'{whole[0]}' opens no text, and a '{sign}' is not allowed within this value", hint
    return f"a '{sign}' is not allowed within this value", in_quotes(within[2], whole.rstrip())


def in_quotes(key: str, value: str) -> Suggestion:
    """Return the hint to put the whole of a value in quotes, with the value as it is written then."""
    quoted = "'" + value.replace("'", "''") + "'" if '"' in value or "\\" in value else f'"{value}"'
    shown = quoted[0] + cut(value, _LONGEST_SHOWN) + quoted[0] if len(value) > _LONGEST_SHOWN else quoted
    return Suggestion(f"put the whole value in quotes: {key}: {shown}", value, (quoted,))


def _without_comma(before: str, key: str, after: str, column: int) -> CommaFault:
    value = _to_its_end(after).strip() or "..."
    hint = f"write {before}, {key}: {cut(value, _LONGEST_SHOWN)}"
    return CommaFault(column, len(key), f"a ',' is missing before '{key}'", hint)


def _to_its_end(text: str) -> str:
    """Return the part of a text that a value in { } takes. Brackets in it are closed in their turn."""
    depth = 0
    for column, letter in enumerate(text):
        if letter in "([{":
            depth += 1
        elif letter in ")]}" and depth:
            depth -= 1
        elif letter in ",]}" and not depth:
            return text[:column]
    return text
