"""The digest by which a recorded game names its rules, equal however their files are laid out.

Remarks, layout, titles and sources do not count: they change no game.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from hashlib import sha256

from rulewright.core.load.assemble import Assembly
from rulewright.core.locales.tags import ENGLISH
from rulewright.core.model.document import Mapping, Node, Scalar, Way
from rulewright.core.model.sections import COMMON_KEYS, FOR_PEOPLE
from rulewright.core.validate.texts_for_people import field_types, texts_of_entry

LENGTH = 16
_KEYS_FOR_PEOPLE = COMMON_KEYS | {"summary", "says", "asks", "tells"}
_MOVED = re.compile(r"\bmove (?:all of )?(?P<moved>(?:[^;:]*? \. )?(?P<zone>\w+)(?P<index> \[ [^;:\]]* \])?) to ")
_FIRST = re.compile(r"\blater first(?= (?:after \w+ )?:)")
_TOKEN = re.compile(r"\w+|[^\w\s]")


def digest_of(manifest: Iterable[object], assembly: Assembly) -> str:
    """The digest of the entries of a game, and of what its manifest says about the game itself."""
    digest = sha256(repr((assembly.ruleset, assembly.modules, *manifest)).encode())
    for name, value in assembly.settings:
        digest.update(f"{name.text}={value.text}\n".encode())
    types = field_types(assembly.entries())
    zones = {each.id: each.node.get("spaces") is not None for each in assembly.sections.get("zones", ())}
    maps = "|".join([r"borders [(]", *(rf"{each.id}\b" for each in assembly.sections.get("maps", ()))])
    for section, entries in assembly.sections.items():
        if section in FOR_PEOPLE:
            continue
        for entry in entries:
            digest.update(f"{section} {entry.id}\n".encode())
            texts = frozenset(found.way for found in texts_of_entry(section, entry.node, types))
            lines = [_as_first_written(line, zones) for line in _lines(entry.node, texts, (), _KEYS_FOR_PEOPLE)]
            digest.update(_with_lines("".join(f"{line}\n" for line in lines), maps).encode())
    return digest.hexdigest()[:LENGTH]


def _as_first_written(line: str, zones: dict[str, bool]) -> str:
    """Return words in the spelling that digests began with: a zone that is moved was `all of` it, `later first` `next`.

    `zones` maps each zone to whether it has numbered spaces, one of which is moved where an index names it.
    """

    def spelled(found: re.Match[str]) -> str:
        is_whole = found["zone"] in zones and not (zones[found["zone"]] and found["index"])
        return f"move {'all of ' if is_whole else ''}{found['moved']} to "

    line = _FIRST.sub("next", line) if "later first" in line else line
    return _MOVED.sub(spelled, line) if "move" in line else line


def _with_lines(text: str, maps: str) -> str:
    """Return a text in the spelling that digests began with, in which the reach of a border was a `line`.

    `maps` is the pattern of sets of borders.
    """
    if "reach (" not in text:
        return text
    names = re.findall(rf"(\w+)(?: in |:\n1 )(?:{maps})", text)
    borders = "|".join([*(f"{name} [)]" for name in names), rf"first [(] \w+ in (?:{maps})"])
    return re.sub(rf"\breach [(] (?={borders})", "line ( ", text)


def _lines(
    node: Node, texts: frozenset[Way], way: Way, without: frozenset[str] = frozenset(), *, is_told: bool = False
) -> Iterator[str]:
    """Yield lines that are equal for values of equal meaning, for texts for people in English alone.

    `texts` are the ways to texts by language, `way` is that to the value.
    """
    if isinstance(node, Scalar):
        yield from _words(node.text) if isinstance(node.value, str) else (repr(node.value),)
    elif isinstance(node, Mapping) and way in texts and not is_told and (text := node.get(ENGLISH)) is not None:
        yield from _lines(text, texts, (*way, ENGLISH))
    elif isinstance(node, Mapping):
        yield "{"
        is_translated = is_told and node.get(ENGLISH) is not None
        for key, value in node.entries:
            if key.text not in without and (key.text == ENGLISH or not is_translated):
                yield f"{key.text}:"
                inside = is_told or key.text in _KEYS_FOR_PEOPLE
                yield from _lines(value, texts, (*way, key.text), is_told=inside)
        yield "}"
    else:
        yield "["
        for index, item in enumerate(node.items):
            yield from _lines(item, texts, (*way, index), is_told=is_told)
        yield "]"


def _words(text: str) -> Iterator[str]:
    """The words and signs of a text line by line, each line with its depth, without the remarks behind '#'.

    The first line is of the first depth, however far it is indented: a text in quotes may begin anywhere.
    """
    depths: list[int] = []
    for line in text.split("\n"):
        words = _TOKEN.findall(line.partition("#")[0])
        if not words:
            continue
        indent = len(line) - len(line.lstrip())
        depths = depths or [indent]
        while len(depths) > 1 and depths[-1] > indent:
            depths.pop()
        depths[0] = min(depths[0], indent)
        if indent > depths[-1]:
            depths.append(indent)
        yield f"{len(depths)} {' '.join(words)}"
