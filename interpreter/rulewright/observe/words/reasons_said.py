"""The words of one failing requirement: what it needs, and what there is, or nothing without words."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from rulewright.core.model import effects as ast
from rulewright.core.model.kinds import DomainName
from rulewright.core.model.packed_trees import PhraseTree, unpacked
from rulewright.core.model.phrases import Phrase
from rulewright.core.model.reasons import ReasonInfo
from rulewright.observe.words.glossary import Glossary, Meant
from rulewright.observe.words.phrasing import Phrasing
from rulewright.observe.words.phrasing_effects import asked_for, call_titled, price_of
from rulewright.observe.words.said import Said, in_a_row, text_of

NEAREST = {"found": "there_is", "every": "not_so_for"}
"""The phrase that tells which thing a requirement is about, where that is not the nearest candidate."""
_PLAIN = {
    "missing": "not_a_candidate", "alike": "just_like", "choose": "all_closed", "otherwise": "something_else_is_open",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Shown:
    """A value that a requirement read: its text in the rules, its kind, its text for people, its title.

    The title is that of one of several places, if known.
    """

    words: str
    phrase: Phrase
    kind: str
    text: str
    title: str = ""

    @property
    def tree(self) -> ast.Expression | None:
        """The tree it is the value of, None if nobody wrote it."""
        tree = unpacked(self.phrase.tree) if self.phrase.tree else None
        return None if isinstance(tree, tuple) else tree


def reason_said(glossary: Glossary, info: ReasonInfo, values: Iterable[Shown]) -> str:
    """Return a failing requirement in one phrase, empty if there are no words for it."""
    shown = [each for each in values if each.text]
    if info.sort in _PLAIN:
        return glossary.say(_PLAIN[info.sort])
    if info.sort == "option":
        return glossary.words(info.entry, info.text.replace(" ", "_")) or text_of(
            glossary.entry(info.text.replace(" ", "_"))
        )
    tree = unpacked(info.phrase.tree) if info.phrase.tree else None
    phrasing = _phrasing(glossary, info.phrase, info.entry, shown)
    match info.sort:
        case "pay":
            return text_of(_price(phrasing, tree, shown))
        case "call":
            return text_of(call_titled(phrasing, tree))
        case "pick":
            return text_of(_nothing_to_pick(phrasing, tree, shown))
        case _:
            return text_of(_needed(phrasing, tree, shown, NEAREST.get(info.sort, "nearest")))


def _phrasing(glossary: Glossary, phrase: Phrase, entry: str, shown: list[Shown]) -> Phrasing:
    """Return the wording within a requirement, with its names and their values."""
    known = {each.words: each.text for each in shown}
    names: dict[str, Meant] = {}
    for name, domain in phrase.names:
        names[name] = Meant(domain, _called(glossary, entry, name, domain, known.get(name, "")))
    values: dict[ast.Expression, Said] = {}
    titles: dict[ast.Expression, Said] = {}
    for each in shown:
        if each.tree is not None:
            values[each.tree] = (each.text,)
            if each.title:
                titles[each.tree] = (each.title,)
    return Phrasing(glossary, names, values, titles, entry)


def _called(glossary: Glossary, entry: str, name: str, domain: DomainName, shown: str) -> Said:
    """Return the words of a name: the thing it stands for, or for a number its title."""
    words = glossary.words(entry, name)
    if shown and domain != "number":
        return (shown,)
    return (words,) if words else ()


def _needed(phrasing: Phrasing, tree: PhraseTree | None, shown: list[Shown], key: str) -> Said:
    if tree is None or isinstance(tree, tuple):
        return ()
    needed = phrasing.fill("needs", phrasing.test(tree))
    if not needed:
        return ()
    nearest = next((each.text for each in shown if each.words == "it"), "")
    if nearest:
        return phrasing.fill("seen", needed, phrasing.fill(key, nearest))
    side = _measured(tree)
    if side is not None and side in phrasing.values and not text_of(phrasing.values[side]).startswith("-"):
        return phrasing.fill("now", needed, phrasing.values[side])
    others = _others(phrasing, tree, shown)
    return phrasing.fill("seen", needed, others) if others else needed


def _measured(tree: ast.Expression) -> ast.Expression | None:
    """Return the side of a comparison that is measured."""
    if not isinstance(tree, ast.Operation) or tree.left is None or tree.op in ("and", "or"):
        return None
    return tree.right if isinstance(tree.left, ast.Number) else tree.left


def _others(phrasing: Phrasing, tree: ast.Expression, shown: list[Shown]) -> Said:
    """Return the numbers that a longer requirement saw."""
    if not isinstance(tree, ast.Operation) or tree.op not in ("and", "or"):
        return ()
    parts: list[Said] = []
    for each in shown:
        seen = each.tree
        if each.kind != "number" or seen is None or seen == tree:
            continue
        called = phrasing.amount(seen)
        if text_of(called) != each.text and (said := phrasing.fill("has", called, each.text)):
            parts.append(said)
    return in_a_row(parts)


def _price(phrasing: Phrasing, tree: PhraseTree | None, shown: list[Shown]) -> Said:
    """Return what has to be paid, and what there is to pay with, which is the first value read."""
    seen = next((each.text for each in shown[1:] if each.kind == "number"), "")
    costs = phrasing.fill("costs", price_of(phrasing, tree, seen))
    return phrasing.fill("now", costs, shown[0].text) if shown and costs else costs


def _nothing_to_pick(phrasing: Phrasing, tree: PhraseTree | None, shown: list[Shown]) -> Said:
    nearest = next((each.text for each in shown if each.words == "it"), "")
    what = asked_for(phrasing, tree)
    said = phrasing.fill("nothing_to_choose_for", what) if what else phrasing.fill("nothing_to_choose")
    return phrasing.fill("seen", said, phrasing.fill("nearest", nearest)) if nearest else said


def value_said(glossary: Glossary, info: ReasonInfo, values: list[Shown], *, modified: bool) -> str:
    """Return how a number results: its value, the value before modifiers, and its inputs."""
    phrasing = _phrasing(glossary, info.phrase, info.entry, values[2:])
    name = info.entry
    given: dict[str, Said] = {each.words: (each.text,) for each in values[2:] if each.text}
    title = text_of(glossary.in_sentence(name, "", given) or phrasing.amount(ast.Name(name, ast.START)))
    if not title:
        return ""
    whole, before, *others = values
    parts: list[Said] = [(before.text,)] if modified and before.text else []
    for each in others:
        if each.tree is not None and each.text:
            parts += [said] if (said := phrasing.fill("has", phrasing.amount(each.tree), each.text)) else []
    said = phrasing.fill("has", title, whole.text or glossary.say("no_word"))
    from_ = in_a_row(dict.fromkeys(parts))
    return text_of(phrasing.fill("seen", said, from_) if from_ else said)
