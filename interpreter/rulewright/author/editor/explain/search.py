"""All meanings of a name: in the language, among codes, in rulesets, as a key of files.

If a name has none, the most likely one is suggested.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from rulewright.author.editor.explain.codes import CODES, code_named
from rulewright.author.editor.explain.keys_told import key_names, keys_named, keys_that_mention
from rulewright.author.editor.explain.meaning import Meaning, of_code, of_definition, of_word
from rulewright.author.editor.explain.mentions import Mention, mentions_of
from rulewright.author.editor.names.definitions import all_definitions
from rulewright.author.editor.names.gather import index_of, whole_index
from rulewright.core.diagnostics import did_you_mean
from rulewright.core.language.vocabulary import WORDS, words_named
from rulewright.core.load.assemble import assemble
from rulewright.core.load.folder import RulesetSource
from rulewright.core.model.document import Mapping
from rulewright.core.pipeline import RulesetError, read_whole, refuse_errors

_AS_ID = r"""(?:\b(?:id|variant|match):\s*["']?NAME\b|[\[,]\s*NAME\s*[\],]|(?:^ *- +|\{\s*)["']?NAME\()"""
_AS_FAMILY = re.compile(r"""\bid:\s*["'][^"'\n]*\{""")
_AS_KEY = r"""(?<![\w.])["']?NAME["']?\s*:"""
_FIELDS = re.compile(r"^( *)(?:- +)?.*\b(?:border_)?fields:.*(?:\n(?:\1 .*|[ \t]*)(?=\n|\Z))*", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Where:
    """A ruleset's folder to search, with modules (none: all of them) and a variant.

    `packages` are the folders of packages to search as well.
    """

    root: Path
    modules: tuple[str, ...] = ()
    variant: Mapping | None = None
    packages: tuple[Path, ...] = ()

    def may_define(self, name: str) -> bool:
        """Return whether a file of the ruleset or a package seems to define the name."""
        return any(_may_define(folder, name) for folder in (self.root, *self.packages))


def meanings(name: str, places: tuple[Where, ...], language: str) -> tuple[tuple[Meaning, ...], tuple[Path, ...]]:
    """Everything that a name means in the language, in some rulesets and as a key of files, in this order.

    In addition, which rulesets cannot be read.
    """
    unreadable: list[Path] = []
    found = [of_word(word) for word in words_named(name)]
    code = code_named(name)
    found += [of_code(code)] if code is not None else []
    for place in places:
        if place.variant is not None or place.may_define(name):
            try:
                found += _in_ruleset(name, place, language)
            except RulesetError:
                unreadable.append(place.root)
    found += keys_named(name)
    return tuple(found) or keys_that_mention(name), tuple(unreadable)


def hint_for(name: str, places: tuple[Where, ...]) -> str:
    """Return the name most likely meant, over everything that could be explained."""
    known = {word.name for word in WORDS} | {code.code for code in CODES} | key_names()
    for place in places:
        known.add(place.root.name)
        with suppress(RulesetError):
            known |= set(names_in(_source(place)))
    return did_you_mean(name, known)


def mentions(words: str, places: tuple[Where, ...]) -> tuple[Mention, ...]:
    """Return the titles, sentences of rules and remarks of rulesets that hold all of some words."""
    found: list[Mention] = []
    for place in places:
        with suppress(RulesetError):
            found += mentions_of(words, _source(place))
    return tuple(found)


def names_in(source: RulesetSource) -> Iterator[str]:
    """Yield every name that a ruleset defines with any of its modules."""
    for each in all_definitions(source):
        yield from (each.name, each.key) if each.owner else (each.name,)


def _in_ruleset(name: str, place: Where, language: str) -> Iterator[Meaning]:
    source = _source(place)
    chosen = place.modules or place.variant is not None
    assembly = assemble(source, place.modules, place.variant)[0] if chosen else None
    index = whole_index(source) if assembly is None else index_of(source, assembly, place.variant)
    for each in dict.fromkeys(index.named(name)):
        changes = assembly.account.of(each.entry) if assembly is not None and each.key == each.entry else ()
        yield of_definition(index, source, each, language, changes)


def _source(place: Where) -> RulesetSource:
    """Return the files of a ruleset.

    Raises RulesetError if they have mistakes, because nothing can be explained then.
    """
    read = read_whole(str(place.root), place.packages)
    refuse_errors(list(read.diagnostics), read.lines)
    return read.source


def _may_define(root: Path, name: str) -> bool:
    """Return whether a file of the folder seems to define a name.

    This is a cheap test that saves reading most rulesets.
    """
    last = name if any(sign in name for sign in "-:") else name.rpartition(".")[2]
    names = "|".join(map(re.escape, dict.fromkeys((name, last))))
    as_id, as_key = (re.compile(each.replace("NAME", f"(?:{names})"), re.MULTILINE) for each in (_AS_ID, _AS_KEY))
    for path in sorted(root.rglob("*.yaml")):
        parts = path.relative_to(root).parts
        if parts[0] in ("scenarios", "replays"):
            continue
        try:
            text = path.read_text("utf-8", "replace")
        except OSError:
            return True  # what is wrong with it is reported where the ruleset is read
        if (len(parts) > 1 and parts[0] == name) or as_id.search(text) or _has_key(as_key, text, path.name):
            return True
        if _AS_FAMILY.search(text):
            return True  # one of its members may have the name
    return False


def _has_key(key: re.Pattern[str], text: str, file: str) -> bool:
    """Return whether a key is where keys are names: of a kind's fields, or of rules."""
    if not key.search(text):
        return False
    return file == "rules.yaml" or any(key.search(each.group()) for each in _FIELDS.finditer(text))
