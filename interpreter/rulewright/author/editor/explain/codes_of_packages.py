"""Codes about packages: modules in folders of their own, and what they go with."""

from __future__ import annotations

from typing import Final

from rulewright.core.diagnostics import CodeExplained

PACKAGES: Final[tuple[CodeExplained, ...]] = (
    CodeExplained(
        "unbound-package",
        "A module outside a ruleset can only be checked together with that ruleset.",
        "Its texts name things of a ruleset. Write `extends: NAME` in its module.yaml, and have that ruleset next"
        " to it, in this folder, or among the shipped ones.",
    ),
    CodeExplained(
        "failing-scenario",
        "A scenario of a package fails.",
        "`check` runs the scenarios of a package. `rulewright test` shows what differs.",
    ),
    CodeExplained(
        "package-version",
        "A module or ruleset needs another version of a package or ruleset.",
        "`needs` and `extends` may state versions: 1.4 accepts 1.4 and later ones below 2. Get another version of one"
        " of them.",
    ),
    CodeExplained(
        "engine-version",
        "A manifest was written for another version of Rulewright.",
        "`rulewright: '0.3'` accepts 0.3 and later ones below 1. An older version cannot play it. A newer one can, "
        "but the meaning of something may have changed.",
    ),
    CodeExplained(
        "missing-licence",
        "A package states no licence.",
        "Without one nobody else may share it or play with it in public. Write `licence:` with the short name of one,"
        " such as CC-BY-4.0 or CC0-1.0, in its manifest.",
    ),
    CodeExplained(
        "unprefixed-id",
        "Ids in a packed module do not start with the id of the module.",
        "Entries of all modules share their names. Two packages that happen to use one id cannot be played together.",
    ),
    CodeExplained(
        "bad-picture",
        "A file in a folder `pictures` is not taken for a picture.",
        "A picture is an ordinary file, a PNG, JPEG or WebP by its bytes and with the suffix of these, one still "
        "picture with nothing behind its end, of at most 1 MB and 4,096 pixels a side. A folder has at most 500 of "
        "them, 20 MB and 200 million pixels. A picture editor saves such a file.",
    ),
    CodeExplained(
        "wrong-picture",
        "A look names a picture that can be no file of its folder, or gives a card a layout that does not fit.",
        "A path begins within the folder `pictures`, ends in .png, .jpg or .webp, and may name `{id}` and fields of "
        "the component. All that lies on a card lies within its `size`, in millimetres.",
    ),
    CodeExplained(
        "missing-credit",
        "A packed picture has no line in the `credits` of the manifest.",
        "Others need to know who made a picture and what they may do with it. Write "
        "`credits: [{files: 'cards/*', by: Ada L., licence: CC-BY-4.0}]`.",
    ),
    CodeExplained(
        "wrong-translation",
        "A translated text cannot be shown.",
        "It needs the placeholders, icons and parts in [...] of the English text, and all plural forms of its "
        "language, and must fit where it is shown. Until then the English text is shown.",
    ),
    CodeExplained(
        "stale-translation",
        "The English text has changed since it was translated.",
        "It is shown in English. `rulewright translate` writes both English texts next to the translation; update "
        "the translation, and remove `before`.",
    ),
    CodeExplained(
        "unused-translation",
        "A record of a translation file belongs to no text of the game.",
        "Its key is misspelt, the entry was renamed or removed, or the game has the text in that language itself."
        " `rulewright translate --drop-unused` removes such records.",
    ),
    CodeExplained(
        "untranslated-texts",
        "Not all texts of a game are in a translation file.",
        "Those that are not are shown in English. `rulewright translate` writes them into the file.",
    ),
)
