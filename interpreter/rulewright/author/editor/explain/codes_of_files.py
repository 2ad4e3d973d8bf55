"""Codes about files as such: whether they can be read, their YAML, their keys."""

from __future__ import annotations

from typing import Final

from rulewright.core.diagnostics import CodeExplained

_GOLD = "kind: content\ncounters: [{id: gold, min: 0, max: 9}]"

FILES: Final[tuple[CodeExplained, ...]] = (
    CodeExplained(
        "unreadable-file", "A file or folder cannot be read.",
        "It does not exist, its permissions forbid reading, or it is a broken link. Check its name and permissions.",
    ),
    CodeExplained(
        "unexpected-file", "A file has a type that is not read from its folder.",
        "A ruleset folder holds .yaml files and .md files. A file with another ending, such as .yml, would be "
        "ignored silently. Rename it, or move it out.",
        "files", "# notes.yaml\nkind: content", "# notes.md\nRemarks for people.",
    ),
    CodeExplained(
        "missing-file", "A required file is missing from a folder.",
        "A ruleset needs rules.yaml next to ruleset.yaml, and a module.yaml in each module. Write it, or move the "
        "folder out of the ruleset.",
        "files", "# night/dark.yaml\n" + _GOLD, "# night/module.yaml\nkind: module\nid: night\ntitle: {en: Night}\n#"
        " night/dark.yaml\n" + _GOLD,
    ),
    CodeExplained(
        "path-escape", "A link points outside the ruleset folder.",
        "A ruleset is one folder and never reads anything outside it. Copy the file into the folder.",
    ),
    CodeExplained(
        "too-large", "A ruleset exceeds a size limit.",
        "Files, pieces and slots of a game are limited, so that a typo cannot exhaust memory. Usually a `copies` or "
        "a `per` has a digit too many.",
    ),
    CodeExplained(
        "too-deep", "Folders or lists are nested too deeply.",
        "Nothing in a ruleset needs more than a few levels. Look for unclosed brackets or ever deeper indentation.",
    ),
    CodeExplained(
        "empty-file", "A file is empty.",
        "A file needs at least its `kind`. It is probably not written yet, or was emptied by accident.",
        "yaml", "# only a remark", "kind: content",
    ),
    CodeExplained(
        "not-a-mapping", "A file must begin with a key.",
        "Each file is a mapping that begins with `kind:`. A list at the first level means that the key above it is"
        " missing.",
        "variant", "- gain 1 coin",
        "kind: variant\nvariant: rich\ntitle: {en: Rich}\nextends: small",
    ),
    CodeExplained(
        "not-utf8", "A file is not text in UTF-8.",
        "It was saved in an old encoding or is not a text at all. Save it as UTF-8.",
    ),
    CodeExplained(
        "control-character", "A text contains an invisible character.",
        "Control characters and marks that change the writing direction disguise a text. Remove the character.",
        "yaml", 'about: "first\\u0007second"', "about: first second",
    ),
    CodeExplained(
        "tab", "Spaces are needed instead of a tab.",
        "Indentation structures a YAML file, and a tab has no fixed width. Use two spaces per level.",
        "yaml", "a:\n\tb: 1", "a:\n  b: 1",
    ),
    CodeExplained(
        "yaml-syntax", "The YAML of a file cannot be read.",
        "A bracket, quote, colon or indentation is wrong at this place or just before it. A text that holds `: ` or"
        " begins"
        " with a sign such as `@` must be quoted.",
        "yaml", "title: {en: Farm\nabout: a", "title: {en: Farm}\nabout: a",
    ),
    CodeExplained(
        "yaml-anchor", "A YAML anchor is used.",
        "With an anchor, one part of a file changes another unnoticed. Write the value out.",
        "yaml", "first: &one 1", "first: 1",
    ),
    CodeExplained(
        "yaml-alias", "A YAML alias is used.",
        "An alias repeats the value of an anchor. Write the value out.",
        "yaml", "first: *one", "first: 1",
    ),
    CodeExplained(
        "yaml-merge", "A YAML merge key is used.",
        "`<<` copies keys from elsewhere. Write the keys out where they are needed.",
        "yaml", "first: {<<: {a: 1}}", "first: {a: 1}",
    ),
    CodeExplained(
        "yaml-tag", "A YAML tag is used.",
        "Tags such as `!!str` change how a value is read. Quote a text; everything else is read as it looks.",
        "yaml", "first: !!str 1", 'first: "1"',
    ),
    CodeExplained(
        "yaml-directive", "A YAML directive is used.",
        "Lines such as `%YAML` have no meaning here. Remove them.",
        "yaml", "%YAML 1.1\n---\nfirst: 1", "first: 1",
    ),
    CodeExplained(
        "yaml-guess", "A value is ambiguous.",
        "`yes`, `on`, `no`, `010`, `1:30` or `1.5` are numbers or booleans for some YAML readers and texts for "
        "others. Write"
        " `true`"
        " or `false`, a whole number, or quote the text.",
        "yaml", "open: yes", "open: true",
    ),
    CodeExplained(
        "big-number", "A number has too many digits.",
        "Numbers have at most 15 digits. If it is an id or a text, quote it.",
        "yaml", "first: 1234567890123456", 'first: "1234567890123456"',
    ),
    CodeExplained(
        "many-documents", "A file holds several documents.",
        "`---` begins a second document, which nothing would read. Put it into a file of its own.",
        "yaml", "first: 1\n---\nsecond: 2", "first: 1\nsecond: 2",
    ),
    CodeExplained(
        "json-syntax", "A replay, saved game or saved match is not JSON.",
        "Such a file that begins with '{' is JSON, which has no remarks and no words without quotes. One that was"
        " written by hand as YAML is read where its name ends in .yaml.",
    ),
    CodeExplained(
        "learned-player", "A file in the folder `players` holds no learned player, or a corrupt one.",
        "`rulewright train` writes these files, with a checksum; they are not edited by hand. Train again, or remove "
        "the file: no seat can be played by it.",
    ),
    CodeExplained(
        "no-ladder", "A file in the folder `ladders` holds no ladder.",
        "`rulewright ladder NAME --format json` writes these files. Measure again, or remove the file, which is "
        "ignored.",
    ),
    CodeExplained(
        "little-known", "A bundled player or ladder was made for different rules.",
        "A learned player knows a game by the names of its features. It does not play with modules that no longer "
        "exist, at table sizes that the game no longer has, or where most of its features no longer exist: train "
        "again.",
    ),
    CodeExplained(
        "duplicate-key", "A key is written twice in one mapping.",
        "Only one of the two values could count. Remove one, or rename it.",
        "yaml", "copies: 1\ncopies: 2", "copies: 2",
    ),
    CodeExplained(
        "bad-key", "A key must be a single word.",
        "Keys are words on one line. Quote a number or a boolean that is a key; a list or mapping cannot be a key.",
        "yaml", "1: one", '"1": one',
    ),
    CodeExplained(
        "empty-value", "A key or list item has no value.",
        "Write the value, or leave the key out.",
        "yaml", "copies:\ncost: 1", "copies: 2\ncost: 1",
    ),
    CodeExplained(
        "unknown-key", "A key has no meaning here.",
        "It is misspelt, or in the wrong place. The hint names the nearest key that is allowed here.",
        "content", "counters:\n  - {id: gold, min: 0, max: 9, strat: 1}",
        "counters:\n  - {id: gold, min: 0, max: 9, start: 1}",
    ),
    CodeExplained(
        "missing-key", "A required key is missing.",
        "Each kind of entry has keys it cannot do without, such as `id`.",
        "content", "procedures:\n  - {id: rest}", "procedures:\n  - {id: rest, does: nothing}",
    ),
    CodeExplained(
        "misplaced-key", "A key does not belong here.",
        "Two keys exclude each other, or this key is for another sort of entry. Remove one.",
        "content", "kinds:\n  - {id: tool, title: {en: Tool}, fields: {note: {type: text, default: a}}}",
        "kinds:\n  - {id: tool, title: {en: Tool}, fields: {note: {type: text, optional: true}}}",
    ),
    CodeExplained(
        "bad-id", "An id has the wrong form.",
        "Ids that effects use are small letters, digits and `_`, and begin with a letter.",
        "content", "counters:\n  - {id: Gold-Bars, min: 0, max: 9}", "counters:\n  - {id: gold_bars, min: 0, max: 9}",
    ),
    CodeExplained(
        "wrong-type", "A value has the wrong type.",
        "A number is where a boolean, a thing or a zone is expected, or the other way round. The message names the "
        "type found and the type expected.",
        "effect", "gain hand coin", "gain size(hand) coin",
    ),
    CodeExplained(
        "out-of-bounds", "A number is outside its bounds.",
        "It is smaller or larger than what is declared or possible here.",
        "content", "counters:\n  - {id: gold, min: 0, max: 5, start: 9}",
        "counters:\n  - {id: gold, min: 0, max: 9, start: 9}",
    ),
    CodeExplained(
        "duplicate-value", "A list holds the same value twice.",
        "Each value of this list must be unique. Remove one.",
        "content", "settings:\n  - {id: speed, title: {en: Speed}, values: [low, low], default: low}",
        "settings:\n  - {id: speed, title: {en: Speed}, values: [low, high], default: low}",
    ),
    CodeExplained(
        "duplicate-id", "Two things have the same id.",
        "An id names one entry of the whole ruleset, in any section. Choose another, or patch the first.",
        "content", "counters:\n  - {id: gold, min: 0, max: 9}\nzones:\n  - {id: gold, holds: card, visible: all}",
        "counters:\n  - {id: gold, min: 0, max: 9}\nzones:\n  - {id: gold_cards, holds: card, visible: all}",
    ),
    CodeExplained(
        "unknown-value", "A value is not one of those allowed.",
        "It is misspelt, or of another enumeration or setting. The hint names the nearest one or lists them.",
        "content", "settings:\n  - {id: length, title: {en: Length}, values: [short, long], default: lang}",
        "settings:\n  - {id: length, title: {en: Length}, values: [short, long], default: long}",
    ),
)  # fmt: skip
