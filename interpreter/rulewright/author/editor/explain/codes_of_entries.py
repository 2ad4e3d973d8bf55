"""Codes about entries: names that lead nowhere, fields, triggers, rules and sources."""

from __future__ import annotations

from typing import Final

from rulewright.core.diagnostics import CodeExplained

_BARN = "components:\n  - {id: barn, kind: card, %s, title: {en: Barn}, source: {doc: DOC, place: c}}"
_TOOL = (
    "kinds:\n  - {id: tool, title: {en: Tool}, fields: {weight: number}}\n"
    "components:\n  - {id: spade, kind: tool, %stitle: {en: Spade}, source: {doc: DOC, place: a}}"
)

ENTRIES: Final[tuple[CodeExplained, ...]] = (
    CodeExplained(
        "unknown-kind", "No kind has this name.",
        "`kind`, `holds`, `regions` and `pieces(...)` name an entry of the section `kinds`.",
        "content", "zones:\n  - {id: shelf, holds: crad, visible: all}",
        "zones:\n  - {id: shelf, holds: card, visible: all}",
    ),
    CodeExplained(
        "hidden-position", "A counted position contains something that not every seat sees.",
        "Everybody knows how often a position has occurred; for a hidden zone that would reveal its contents."
        " `positions` are of counters, markers and zones that are `visible: all`.",
        "content", "positions:\n  - {id: repeats, of: [deck]}", "positions:\n  - {id: repeats, of: [discard]}",
    ),
    CodeExplained(
        "unknown-type", "No type has this name.",
        "A type is number, truth, a range such as 1..5, an enumeration, a kind or KIND_piece; a field may be text,"
        " list,"
        " effect, test or amount as well.",
        "content", "procedures:\n  - {id: rest, takes: {n: nmber}, does: nothing}",
        "procedures:\n  - {id: rest, takes: {n: number}, does: nothing}",
    ),
    CodeExplained(
        "unknown-domain", "Unknown name in `per`: use seat, an enumeration, a kind or a range.",
        "`per` and `on` name `seat`, an enumeration, a kind or a range such as 1..4.",
        "content", "counters:\n  - {id: gold, per: [saet], min: 0, max: 9}",
        "counters:\n  - {id: gold, per: [seat], min: 0, max: 9}",
    ),
    CodeExplained(
        "unknown-field", "A thing of this kind has no such field.",
        "The fields of a component are those its kind declares. The field is misspelt, belongs to another kind, or"
        " is not"
        " declared yet.",
        "content", _BARN % "csot: 1", _BARN % "cost: 1",
    ),
    CodeExplained(
        "missing-field", "A required field is missing.",
        "A field that is neither optional nor has a default must be written on every component of its kind.",
        "content", _TOOL % "", _TOOL % "weight: 2, ",
    ),
    CodeExplained(
        "bad-map", "A map cannot be made as it is written.",
        "A map has one shape, such as `grid` or `hexes`, and a row of hexes is at most one longer or shorter than the"
        " one before. Its `places` say something of places that it makes, each field once.",
        "content", "maps:\n  - {id: lake, regions: place, hexes: [2, 4]}",
        "maps:\n  - {id: lake, regions: place, hexes: [3, 4]}",
    ),
    CodeExplained(
        "unknown-region", "A border ends at something that is not a region of its map.",
        "`between` names two different components of the kind in `regions` of the map.",
        "content", "maps:\n  - {id: lake, regions: place, borders: [{between: [north, farm]}]}",
        "maps:\n  - {id: lake, regions: place, borders: [{between: [north, south]}]}",
    ),
    CodeExplained(
        "unknown-quantity", "No quantity has this name.",
        "A modifier adds to an entry of the section `quantities` that is a number.",
        "content", "modifiers:\n  - {id: richer, quantity: welth, add: 1}",
        "modifiers:\n  - {id: richer, quantity: wealth, add: 1}",
    ),
    CodeExplained(
        "unknown-procedure", "No procedure has this name.",
        "A line without a verb calls a procedure, and triggers and free actions name one. The verb or the procedure "
        "is misspelt.",
        "effect", "gian 1 coin", "gain 1 coin",
    ),
    CodeExplained(
        "unknown-counter", "No counter, marker or zone has this name.",
        "A trigger with `change` watches a counter, a marker or a zone. The name is misspelt, or it is that of "
        "a quantity, which is computed and does not change.",
        "content", "triggers:\n  - {id: rain, change: cion, does: nothing}",
        "triggers:\n  - {id: rain, change: coin, does: nothing}",
    ),
    CodeExplained(
        "unknown-rule", "The ledger has no such rule.",
        "Ids under `rules:` are those of rules.yaml. The id is misspelt, or the rule is not in the ledger yet.",
        "content", "procedures:\n  - {id: rest, does: nothing, rules: [oen]}",
        "procedures:\n  - {id: rest, does: nothing, rules: [one]}",
    ),
    CodeExplained(
        "unknown-document", "The manifest lists no such document.",
        "`source: {doc: ...}` uses an id of `documents` in ruleset.yaml.",
        "content", "procedures:\n  - {id: rest, does: nothing, source: {doc: DCO, place: a}}",
        "procedures:\n  - {id: rest, does: nothing, source: {doc: DOC, place: a}}",
    ),
    CodeExplained(
        "unknown-reason", "No reason has this name.",
        "`reconstructed` maps each field to an entry of the section `reasons`, which states why its value was chosen.",
        "content", _BARN % "cost: 1, reconstructed: {cost: gess}",
        "reasons:\n  - {id: guess, text: It fits the others.}\n" + _BARN % "cost: 1, reconstructed: {cost: guess}",
    ),
    CodeExplained(
        "unknown-language", "A title is in a language that the manifest does not list.",
        "Add it to `languages` in ruleset.yaml, or remove the title.",
        "content", "procedures:\n  - {id: rest, title: {en: Rest, pl: Odpoczynek}, does: nothing}",
        "procedures:\n  - {id: rest, title: {en: Rest}, does: nothing}",
    ),
    CodeExplained(
        "name-taken", "A name already has another meaning.",
        "Words of the language, entries and values must have different names. Choose another name.",
        "effect", "let coin = 3\nlose coin points", "let coins = 3\nlose coins points",
    ),
    CodeExplained(
        "recursive-effect", "An effect runs itself.",
        "A procedure that calls itself, directly or through others, might never end. Use `repeat while` instead.",
        "content", "procedures:\n  - {id: first_one, does: second_one}\n  - {id: second_one, does: first_one}",
        "procedures:\n  - {id: first_one, does: second_one}\n  - {id: second_one, does: gain 1 coin}",
    ),
    CodeExplained(
        "recursive-quantity", "A quantity needs itself.",
        "It can never be computed. Define one of the quantities in the circle without the others.",
        "content", "quantities:\n  - {id: more, amount: less + 1}\n  - {id: less, amount: more - 1}",
        "quantities:\n  - {id: more, amount: less + 1}\n  - {id: less, amount: coin - 1}",
    ),
    CodeExplained(
        "wrong-shape", "A shape of an icon cannot be drawn.",
        "Icons consist of basic shapes, each with a fixed number of numbers, and of paths of moves, lines and curves.",
        "content", "icons:\n  - {id: hill, shapes: [{path: M 10 90 L 50}]}",
        "icons:\n  - {id: hill, shapes: [{path: M 10 90 L 50 10 L 90 90 Z}]}",
    ),
    CodeExplained(
        "limit-reached", "A computation took too long and was stopped.",
        "The `start` of zones is computed when a ruleset is compiled; a test did not end.",
    ),
    CodeExplained(
        "sight-of-hidden", "A `visible` test depends on hidden information.",
        "A test under `visible` can read what everybody sees, the sizes of zones, and what the viewer always sees "
        "of its own. Otherwise the visible pieces would reveal hidden ones.",
        "content",
        "zones:\n  - {id: fan, per: [seat], holds: card, visible: viewer is seat or exists(top(seat.fan))}",
        "zones:\n  - {id: fan, per: [seat], holds: card, visible: viewer is seat or exists(seat.fan)}",
    ),
    CodeExplained(
        "hidden-too-wide", "A hidden counter has too many possible values.",
        "Bots try each number that a counter hidden from them can have, from `min` to `max`. Narrow its bounds.",
        "content", "counters:\n  - {id: purse, per: [seat], min: 0, max: 9000000, visible: owner}",
        "counters:\n  - {id: purse, per: [seat], min: 0, max: 90, visible: owner}",
    ),
)  # fmt: skip
