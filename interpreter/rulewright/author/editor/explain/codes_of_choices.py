"""Codes about modules, settings, patches, variants, matches and scenarios."""

from __future__ import annotations

from typing import Final

from rulewright.core.diagnostics import CodeExplained

_NIGHT = "# night/module.yaml\nkind: module\nid: night\ntitle: {en: Night}\n"
_FOG = "# fog/module.yaml\nkind: module\nid: fog\ntitle: {en: Fog}\n"
_VARIANT = "kind: variant\nvariant: rich\ntitle: {en: Rich}\nextends: small\n"
_PATCH = _VARIANT + "patches:\n  - %s"
_MATCH = "kind: match\nmatch: two\ntitle: {en: Two}\nruleset: small\n"
_GAME = "games:\n  - {id: first, title: {en: First}}\n"
_RATINGS = _MATCH + _GAME + "ratings:\n  - {from: %d, title: {en: Good}}\n  - {from: %d, title: {en: Better}}"
_SCENARIO = "scenario: nothing happens\nrules: [one]\ngiven: {seats: 2, play: gain 1 coin%s}\nthen: [coin = 6]"

CHOICES: Final[tuple[CodeExplained, ...]] = (
    CodeExplained(
        "unknown-module", "No module has this name.",
        "A module is a folder of the ruleset; its id is in its module.yaml.",
        "variant", _VARIANT + "modules: [nihgt]", _VARIANT + "modules: [base]",
    ),
    CodeExplained(
        "module-needs", "A module needs another module that is off.",
        "`needs` in module.yaml names modules it cannot do without. Switch them on too, or leave the module out.",
        "files", "# ruleset.yaml\nmodules: {default: [base, fog]}\n" + _NIGHT + _FOG + "needs: [night]",
        "# ruleset.yaml\nmodules: {default: [base, night, fog]}\n" + _NIGHT + _FOG + "needs: [night]",
    ),
    CodeExplained(
        "module-conflict", "Two modules cannot be on at the same time.",
        "One names the other under `conflicts`, or both fill the same slot. Play with one of them.",
        "files", "# ruleset.yaml\nmodules: {default: [base, night, fog]}\n" + _NIGHT + _FOG + "conflicts: [night]",
        "# ruleset.yaml\nmodules: {default: [base, fog]}\n" + _NIGHT + _FOG + "conflicts: [night]",
    ),
    CodeExplained(
        "slot-empty", "No chosen module fills a slot of the ruleset.",
        "Each of the `slots` in ruleset.yaml must be filled by exactly one module, with `fills`. Add such a module.",
        "files", "# ruleset.yaml\nmodules: {default: [base]}\nslots: [weather]\n" + _FOG + "fills: [weather]",
        "# ruleset.yaml\nmodules: {default: [base, fog]}\nslots: [weather]\n" + _FOG + "fills: [weather]",
    ),
    CodeExplained(
        "order-cycle", "Modules or patches form a cycle of `after`.",
        "Each comes after the next one. Remove one `after`.",
        "files", "# ruleset.yaml\nmodules: {default: [base, night, fog]}\n" + _NIGHT + "after: [fog]\n" + _FOG
        + "after: [night]",
        "# ruleset.yaml\nmodules: {default: [base, night, fog]}\n" + _NIGHT + _FOG + "after: [night]",
    ),
    CodeExplained(
        "module-folder", "The id of a module differs from the name of its folder.",
        "Tables, variants and `needs` name a module by its id, and its files are found by the folder. Make both the"
        " same.",
        "files", "# ruleset.yaml\nmodules: {default: [base, fog]}\n# dusk/module.yaml\nkind: module\nid: fog\ntitle:"
        " {en: Fog}",
        "# ruleset.yaml\nmodules: {default: [base, fog]}\n" + _FOG,
    ),
    CodeExplained(
        "useless-with", "The condition of a file names a module that is always on with it.",
        "`with` is for modules that can be off while this file's own module is on. Remove this one.",
        "files", "# base/more.yaml\nkind: content\nwith: [base]\ncounters: [{id: gold, min: 0, max: 9}]",
        "# base/more.yaml\nkind: content\ncounters: [{id: gold, min: 0, max: 9}]",
    ),
    CodeExplained(
        "never-applies", "The condition of a file names modules that are never on together.",
        "The file's own module conflicts with one named in `with`, so the file would never be used.",
        "files", _NIGHT + _FOG + "conflicts: [night]\n# fog/more.yaml\nkind: content\nwith: [night]\ncounters: [{id:"
        " gold, min: 0, max: 9}]",
        _NIGHT + _FOG + "# fog/more.yaml\nkind: content\nwith: [night]\ncounters: [{id: gold, min: 0, max: 9}]",
    ),
    CodeExplained(
        "unknown-setting", "The ruleset has no such setting.",
        "Settings are the entries of the section `settings` of the modules that are on.",
        "variant", _VARIANT + "settings: {pcae: fast}", _VARIANT + "settings: {pace: fast}",
    ),
    CodeExplained(
        "old-name", "An entry or option has a new name since the last release.",
        "The ruleset lists it under `renamed`. The file is read by the new name; the next release will not know the old"
        " one. Write the new name, or have `rulewright diff OLD NEW --migrate FILE` do it.",
    ),
    CodeExplained(
        "wrong-ruleset", "A variant was written for another ruleset.",
        "Its `extends` names another ruleset than the one it is used with.",
        "variant", _VARIANT.replace("small", "smal"), _VARIANT,
    ),
    CodeExplained(
        "unknown-ruleset", "No ruleset has this name.",
        "It is neither a shipped ruleset nor a folder with ruleset.yaml.",
        "match", _MATCH.replace("small", "smal") + _GAME, _MATCH + _GAME,
    ),
    CodeExplained(
        "bad-patch", "A patch has the wrong form.",
        "A patch names one entry with `change:` or `delete:`, and changes it with set, relative, add, remove or "
        "replace.",
        "variant", _PATCH % "{change: coin, because: why not, replace: {title: Gold}}",
        _PATCH % "{change: coin, because: why not, set: {max: 9}}",
    ),
    CodeExplained(
        "missing-because", "A patch gives no reason.",
        "`because:` states in a sentence why the rule is changed, for everyone who reads the patch later.",
        "variant", _PATCH % '{change: coin, because: " ", set: {max: 9}}',
        _PATCH % "{change: coin, because: it is enough, set: {max: 9}}",
    ),
    CodeExplained(
        "patch-without-target", "A patch changes an entry that does not exist.",
        "The id is misspelt, belongs to a module that is off, or was deleted by another patch.",
        "variant", _PATCH % "{change: cion, because: why not, set: {max: 9}}",
        _PATCH % "{change: coin, because: why not, set: {max: 9}}",
    ),
    CodeExplained(
        "patch-bad-path", "A patch changes a value that its entry does not have.",
        "The path names keys of the entry, such as `fields.cost.default`. A key is misspelt or missing.",
        "variant", _PATCH % "{change: coin, because: why not, relative: {strat: +4}}",
        _PATCH % "{change: coin, because: why not, relative: {start: +4}}",
    ),
    CodeExplained(
        "patch-wrong-type", "A patch sets a value of the wrong type.",
        "`relative` needs a number, `add` and `remove` a list, `replace` a text.",
        "variant", _PATCH % "{change: farm, because: why not, relative: {reward: +1}}",
        _PATCH % "{change: farm, because: why not, relative: {cost: +1}}",
    ),
    CodeExplained(
        "patch-ambiguous", "A patch replaces words that occur more than once in the text.",
        "`replace` changes one occurrence. Give more of the surrounding text, so that it is unique.",
        "variant", _PATCH % "{change: advance, because: why not, replace: {does: {from: s, to: me}}}",
        _PATCH % "{change: advance, because: why not, replace: {does: {from: s.points, to: points}}}",
    ),
    CodeExplained(
        "patch-conflict", "Two patches change the same value.",
        "Only one of them can win. Keep one, or write `after:` in the one that should win, with the module or "
        "variant of the other.",
        "variant", _PATCH % "{change: coin, because: why not, set: {max: 9}}\n  - {change: coin, because: it is"
        " less, set: {max: 8}}",
        _PATCH % "{change: coin, because: why not, set: {max: 9}}\n  - {change: coin, because: it is less, set:"
        " {start: 8}}",
    ),
    CodeExplained(
        "out-of-order", "The ratings of a match must rise.",
        "List ratings from the lowest to the highest.",
        "match", _RATINGS % (9, 4), _RATINGS % (4, 9),
    ),
    CodeExplained(
        "unknown-match", "A scenario names a match that does not exist.",
        "Matches of a ruleset are in its folder `matches/`.",
        "scenario", _SCENARIO % ", match: tow, game: first", _SCENARIO % "",
    ),
    CodeExplained(
        "unknown-game", "A scenario names a game that its match does not have.",
        "The games of a match are listed under `games`, each with an id.",
        "scenario", _SCENARIO % ", match: two, game: frist", _SCENARIO % ", match: two, game: first",
    ),
    CodeExplained(
        "no-such-end", "No procedure of this game ends it this way.",
        "A text of a scenario can name winners or take seats out only if a rule of the game does so too.",
        "scenario", _SCENARIO.replace("gain 1 coin", "end game drawn") % "", _SCENARIO % "",
    ),
    CodeExplained(
        "unknown-again", "A scenario expects another game under a condition that does not exist.",
        "`again` names an entry of the section `again`, or is `none`.",
        "scenario", _SCENARIO % "" + "\nagain: drawn", _SCENARIO % "" + "\nends: true\nagain: none",
    ),
    CodeExplained(
        "new-stream", "A scenario shuffles or rolls something that the ruleset never does.",
        "Each pile and each roll of the ruleset has a stream of chance of its own. A text of a scenario cannot add one;"
        " arrange the cards with `move`.",
        "scenario", _SCENARIO.replace("gain 1 coin", "shuffle discard") % "", _SCENARIO % "",
    ),
)  # fmt: skip
