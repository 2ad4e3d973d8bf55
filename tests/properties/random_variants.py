"""House rules written at random: numbers, effects and entries of a shipped ruleset changed under some of its modules.

Each is a variant's file. Whether `check` accepts one is not known beforehand.
"""

from __future__ import annotations

import json
import random
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from interpreter.load.assemble import Entry
from interpreter.model.document import Mapping, Node, Scalar, Sequence
from interpreter.pipeline import Built

DELETABLE = ("modifiers", "triggers", "free_actions", "scoring", "tie_breaks")
TEXTS = ("does", "amount", "when")
NUMBER = re.compile(r"(?<![\w.\[])[0-9]+(?![\w\]])")
COMPARISON = re.compile(r" (?:<=|>=|<|>|=|!=) ")


@dataclass(frozen=True, slots=True)
class Leaf:
    """A value in an entry: the path a patch names it by, and the value as written."""

    entry: Entry
    path: str
    value: Scalar


def random_variant(built: Built, seed: int) -> str:
    """The text of a variant of a ruleset with the modules it was built with; JSON values are YAML."""
    assert built.assembly is not None
    chance = random.Random(f"variant {seed}")
    entries = [entry for listed in built.assembly.sections.values() for entry in listed if entry.section != "reasons"]
    chosen = chance.sample(entries, min(len(entries), 40))
    patches = [patch for entry in chosen for patch in [_patch(entry, chance)] if patch is not None]
    others = [each for each in built.assembly.modules if each != "base"]
    variant: dict[str, Any] = {
        "kind": "variant",
        "variant": f"random_{seed}",
        "title": {"en": f"House rule {seed}"},
        "extends": built.assembly.ruleset,
        "modules": list(built.assembly.modules),
        "patches": [{**each, "after": ["base", *others]} for each in patches[: chance.randint(1, 5)]],
    }
    return json.dumps(variant, indent=2)


def _patch(entry: Entry, chance: random.Random) -> dict[str, Any] | None:
    """One change of an entry, where it has anything that can be changed so."""
    because = f"{entry.id} is tried in another way"
    ways = [way for way in (_other_number, _other_text, _no_effect, _gone) if way(entry, chance) is not None]
    made = chance.choice(ways)(entry, chance) if ways else None
    return None if made is None else {**made, "because": because}


def _other_number(entry: Entry, chance: random.Random) -> dict[str, Any] | None:
    leaves = [leaf for leaf in _leaves(entry) if isinstance(leaf.value.value, int) and leaf.value.text.isdigit()]
    if not leaves:
        return None
    leaf = chance.choice(leaves)
    if chance.random() < 0.5:
        return {"change": entry.id, "relative": {leaf.path: chance.choice((-2, -1, 1, 2, 3))}}
    return {"change": entry.id, "set": {leaf.path: chance.choice((0, 1, 2, 5, 12))}}


def _other_text(entry: Entry, chance: random.Random) -> dict[str, Any] | None:
    """A number or a comparison in an effect, with what stands about it, so that it is found once."""
    found = []
    for leaf in _leaves(entry):
        if isinstance(leaf.value.value, str) and leaf.path.split(".")[-1] in TEXTS:
            text = leaf.value.text
            for match in (*NUMBER.finditer(text), *COMPARISON.finditer(text)):
                new = str(chance.randint(0, 6)) if match[0].strip().isdigit() else chance.choice((" < ", " >= ", " = "))
                start, end = max(0, match.start() - 12), match.end() + 12
                before, after = text[start : match.start()].split("\n")[-1], text[match.end() : end].split("\n")[0]
                if text.count(before + match[0] + after) == 1:
                    found.append((leaf.path, before + match[0] + after, before + new + after))
    if not found:
        return None
    path, old, new = chance.choice(found)
    return {"change": entry.id, "replace": {path: {"from": old, "to": new}}}


def _no_effect(entry: Entry, chance: random.Random) -> dict[str, Any] | None:
    """An effect that does nothing any more, or is done with something more."""
    does = entry.node.get("does")
    if not isinstance(does, Scalar) or entry.section == "free_actions":
        return None
    more = chance.choice(("stop", "if 1 > 2: end game", "repeat 2: nothing", "let n = 3 + 4"))
    return {
        "change": entry.id,
        "set": {"does": "nothing" if chance.random() < 0.3 else f"{does.value.rstrip()}\n{more}"},
    }


def _gone(entry: Entry, chance: random.Random) -> dict[str, Any] | None:
    return {"delete": entry.id} if entry.section in DELETABLE else None


def _leaves(entry: Entry) -> Iterator[Leaf]:
    yield from _leaves_of(entry, entry.node, "")


def _leaves_of(entry: Entry, node: Node, path: str) -> Iterator[Leaf]:
    if isinstance(node, Scalar):
        yield Leaf(entry, path, node)
        return
    children: list[tuple[str, Node]] = []
    if isinstance(node, Mapping):
        children = [
            (key.text, value) for key, value in node.entries if key.text not in ("id", "kind", "source", "title")
        ]
    elif isinstance(node, Sequence) and not any(isinstance(item, Mapping) for item in node.items):
        children = [(str(number), item) for number, item in enumerate(node.items, 1)]
    for step, child in children:
        yield from _leaves_of(entry, child, f"{path}.{step}" if path else step)
