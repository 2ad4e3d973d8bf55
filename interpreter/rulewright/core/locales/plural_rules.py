"""A table of plural rules: the categories of whole numbers in each language, and the rule that picks one.

Source: Unicode CLDR 49, supplemental/plurals.xml, cardinal numbers (https://cldr.unicode.org/index/cldr-spec/plural-rules).
Categories of fractions alone are left out, because games count in whole numbers; so is `many` of Romance languages,
which goes with whole millions. A rule is in the notation of gettext and gives the index of a category.
"""

from __future__ import annotations

from typing import NamedTuple


class PluralRule(NamedTuple):
    """The categories of a group of languages, in the order in which texts list the forms of a word."""

    categories: tuple[str, ...]
    rule: str
    languages: str


PLURAL_RULES = (
    PluralRule(("other",), "0", "id ja ko lo ms my th yue zh"),
    PluralRule(
        ("one", "other"), "n!=1",
        "af az bg ca da de el en eo es et eu fi fo gl hu it ka kk ky lb ml mn mr nb ne nl nn no pt-PT rm sq sv sw ta "
        "te tr ur uz",
    ),
    PluralRule(("one", "other"), "n>1", "am bn fa fr gu hi hy kn pa pt vi zu"),
    PluralRule(("one", "other"), "n%10!=1 || n%100==11", "is mk"),
    PluralRule(("zero", "one", "other"), "n%10==0 || n%100>10 && n%100<20 ? 0 : n%10==1 ? 1 : 2", "lv"),
    PluralRule(("one", "two", "other"), "n==1 ? 0 : n==2 ? 1 : 2", "he"),
    PluralRule(("one", "few", "other"), "n==1 ? 0 : n>1 && n<5 ? 1 : 2", "cs sk"),
    PluralRule(
        ("one", "few", "other"),
        "n%10==1 && n%100!=11 ? 0 : n%10>1 && n%10<5 && (n%100<12 || n%100>14) ? 1 : 2", "bs hr sr",
    ),
    PluralRule(("one", "few", "other"), "n%100>10 && n%100<20 || n%10==0 ? 2 : n%10==1 ? 0 : 1", "lt"),
    PluralRule(("one", "few", "other"), "n==1 ? 0 : n==0 || n%100>0 && n%100<20 ? 1 : 2", "ro"),
    PluralRule(
        ("one", "few", "many"), "n==1 ? 0 : n%10>1 && n%10<5 && (n%100<12 || n%100>14) ? 1 : 2", "pl",
    ),
    PluralRule(
        ("one", "few", "many"),
        "n%10==1 && n%100!=11 ? 0 : n%10>1 && n%10<5 && (n%100<12 || n%100>14) ? 1 : 2", "be ru uk",
    ),
    PluralRule(("one", "two", "few", "other"), "n%100==1 ? 0 : n%100==2 ? 1 : n%100==3 || n%100==4 ? 2 : 3", "sl"),
    PluralRule(
        ("one", "two", "few", "other"), "n==1 || n==11 ? 0 : n==2 || n==12 ? 1 : n>2 && n<20 ? 2 : 3", "gd",
    ),
    PluralRule(
        ("one", "two", "few", "many", "other"), "n==1 ? 0 : n==2 ? 1 : n>2 && n<7 ? 2 : n>6 && n<11 ? 3 : 4", "ga",
    ),
    PluralRule(
        ("one", "two", "few", "many", "other"),
        "n==1 ? 0 : n==2 ? 1 : n==0 || n%100>2 && n%100<11 ? 2 : n%100>10 && n%100<20 ? 3 : 4", "mt",
    ),
    PluralRule(
        ("zero", "one", "two", "few", "many", "other"),
        "n<3 ? n : n%100>2 && n%100<11 ? 3 : n%100>10 ? 4 : 5", "ar",
    ),
    PluralRule(
        ("zero", "one", "two", "few", "many", "other"), "n<4 ? n : n==6 ? 4 : 5", "cy",
    ),
)  # fmt: skip
"""One row for the languages that count alike. A region is listed where it counts otherwise than its language."""
