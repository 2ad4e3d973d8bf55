"""Small changes of a text or of JSON data: such as a slip makes, and such as nobody would make.

Many leave a file that is accepted with another meaning: what is done with it then is the point of a campaign.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator
from typing import Any

from rulewright.core.load.reader import read_yaml
from rulewright.core.model.document import Mapping
from tests.errors.corruptions.edits import MAKERS, File

NUMBER = re.compile(r"(?<![\w.])-?\d+(?![\w.])")
WORD = re.compile(r"[a-z][a-z0-9_]*")
EFFECT_FIELD = re.compile(r"(\w+): \{type: (?:effect|test|amount)")
ODD = ("", " ", "  ", ":", "{", "}", "[", "]", '"', "'", "#", ",", "\n", "\t", "-", "|", ">", "é", "\0", "\u202e", "0")
TWINS = (
    ("gain", "lose", "pay", "set"), ("and", "or"), ("not ", ""), ("<", ">", "<=", ">=", "=", "!="),
    (" + ", " - ", " * "),
    ("first", "any", "count", "exists", "all"), ("seat", "others", "me", "it", "none"), ("to", "under", "from"),
    ("if", "for each", "repeat", "may", "ask", "choose"), ("min", "max"), ("all", "owner", "none"), ("top", "bottom"),
    ("pick", "roll", "let"), ("move", "draw", "shuffle", "flip"), ("true", "false"), ("confirm ", ""),
)  # fmt: skip

Way = Callable[[str, random.Random], str]


def spoilt(text: str, chance: random.Random) -> str:
    """The text with one change, of any kind."""
    return chance.choice(WAYS)(text, chance)


def _edited(text: str, chance: random.Random) -> str:
    """What an author gets wrong, nearly always refused."""
    node, _ = read_yaml("spoilt.yaml", text.encode("utf-8", "surrogatepass"))
    if not isinstance(node, Mapping):
        return text
    file = File(text, node, frozenset(WORD.findall(text)), frozenset(EFFECT_FIELD.findall(text)))
    edit = chance.choice(MAKERS)(file, chance)
    return text if edit is None else edit.text


def _number(text: str, chance: random.Random) -> str:
    found = list(NUMBER.finditer(text))
    if not found:
        return text
    place = chance.choice(found)
    old = int(place[0])
    new = chance.choice((old + 1, old - 1, old * 2, 0, 1, 2, -1, 9, 99, 10**6, 10**12))
    return text[: place.start()] + str(new) + text[place.end() :]


def _word(text: str, chance: random.Random) -> str:
    """One word in place of another one of the file."""
    found = list(WORD.finditer(text))
    if not found:
        return text
    place, other = chance.choice(found), chance.choice(found)
    return text[: place.start()] + other[0] + text[place.end() :]


def _twin(text: str, chance: random.Random) -> str:
    """One sign or verb in place of another one of its kind."""
    twins = chance.choice(TWINS)
    old, new = chance.sample(twins, 2)
    if not old.strip():
        old, new = new, old
    found = list(re.finditer(rf"\b{old}\b" if old.strip().isalpha() else re.escape(old), text))
    if not found:
        return text
    place = chance.choice(found)
    return text[: place.start()] + new + text[place.end() :]


def _lines(text: str, chance: random.Random) -> str:
    """A line gone, twice, elsewhere at the indentation that is there, or further in or out."""
    lines = text.split("\n")
    at, to = chance.randrange(len(lines)), chance.randrange(len(lines))
    indent = lines[to][: len(lines[to]) - len(lines[to].lstrip())]
    way = chance.randrange(6)
    if way == 0:
        del lines[at]
    elif way == 1:
        lines.insert(at, lines[at])
    elif way == 2:
        lines[at], lines[to] = lines[to], lines[at]
    elif way in (3, 4):
        lines.insert(to, indent + lines[at].strip())
    else:
        lines[at] = lines[at][2:] if chance.random() < 0.5 else "  " + lines[at]
    return "\n".join(lines)


def _statement(text: str, chance: random.Random) -> str:
    """A line of an effect within another statement, or beside it."""
    lines = text.split("\n")
    places = [at for at, line in enumerate(lines) if re.match(r"\s+(?:[a-z]+ [^:{]+|[a-z ]+.*):?$", line)]
    if not places:
        return text
    at, other = chance.choice(places), chance.choice(places)
    indent = lines[at][: len(lines[at]) - len(lines[at].lstrip())]
    heads = ("may:", "repeat 2:", "if 1 = 1:", "for each q in seat:", "ask me:", "ask each:", "choose:", "repeat 9999:")
    if chance.random() < 0.5:
        lines.insert(at, indent + lines[other].strip())
    else:
        lines[at : at + 1] = [indent + chance.choice(heads), "  " + lines[at]]
    return "\n".join(lines)


def _character(text: str, chance: random.Random) -> str:
    at = chance.randrange(len(text) + 1)
    return text[:at] + chance.choice(ODD) + text[at + chance.randrange(2) :]


def _layout(text: str, chance: random.Random) -> str:
    """What means nothing: spaces, remarks, blank lines, quotes."""
    lines = text.split("\n")
    for _ in range(chance.randint(1, 4)):
        at = chance.randrange(len(lines))
        way = chance.randrange(5)
        if way == 0:
            lines[at] += "   # a remark"
        elif way == 1:
            lines.insert(at, "")
        elif way == 2:
            lines[at] = re.sub(r"([:,]) ", r"\1   ", lines[at])
        elif way == 3:
            lines[at] = re.sub(r": ([a-z ]+)$", r': "\1"', lines[at])
        else:
            lines[at] += "  "
    return "\n".join(lines)


WAYS: tuple[Way, ...] = (
    _edited, _number, _number, _word, _twin, _twin, _lines, _statement, _statement, _layout, _layout, _character,
)  # fmt: skip


# ---- JSON data -------------------------------------------------------------------------------------------------------

VALUES: tuple[Any, ...] = (
    0, 1, -1, 2, 99, 10**30, 1.5, "", "a", "none", None, True, [], {}, [[]], [None], {"a": 1}, "1", "\0", "é" * 300,
)  # fmt: skip


def spoilt_data(data: Any, chance: random.Random) -> None:
    """One change somewhere in lists and mappings, in place."""
    places = list(_places(data))
    if not places:
        return
    holder, key = chance.choice(places)
    way = chance.randrange(5)
    if way == 0:
        del holder[key]
    elif way == 1:
        holder[key] = chance.choice(VALUES)
    elif way == 2:
        other, its_key = chance.choice(places)
        holder[key], other[its_key] = other[its_key], holder[key]
    elif way == 3 and isinstance(holder[key], int):
        holder[key] += chance.choice((-1, 1, 2))
    elif isinstance(holder, list):
        holder.insert(key, holder[chance.randrange(len(holder))])
    else:
        holder[chance.choice(("more", str(key) + "s", "version"))] = holder[key]


def _places(data: Any) -> Iterator[tuple[Any, Any]]:
    """Every place in the data; what lies in itself after a swap is passed once."""
    seen: set[int] = set()
    waiting = [data]
    while waiting:
        holder = waiting.pop()
        if isinstance(holder, dict | list) and id(holder) not in seen:
            seen.add(id(holder))
            keys = list(holder) if isinstance(holder, dict) else range(len(holder))
            for key in keys:
                yield holder, key
                waiting.append(holder[key])
