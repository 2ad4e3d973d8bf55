"""Module choice by check boxes: modules that exclude the one ticked last are switched off."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from rulewright.core.load.bundled import BASE
from rulewright.core.load.outline import Outline
from rulewright.core.locales.wording import title_in


@dataclass(frozen=True, slots=True)
class Ticked:
    """A module as a form shows it: one of those that fill a `slot`, or one by itself, whose slot is ""."""

    id: str
    title: str
    about: str
    on: bool
    slot: str


@dataclass(frozen=True, slots=True)
class Picked:
    """The modules that are on (with all they need), those switched off, and pairs that exclude each other."""

    modules: tuple[str, ...]
    off: tuple[str, ...] = ()
    faults: tuple[tuple[str, str], ...] = ()


def picked(outline: Outline, ticked: Iterable[str], changed: str = "") -> Picked:
    """Return the modules that are on after ticking.

    If the box that was `changed` last is known, all others give way to it.
    """
    known = [each for each in dict.fromkeys((BASE, *ticked)) if each in outline.needs]
    if changed in known:
        wanted = set(outline.with_needs(changed))
        shut = {other for each in wanted for other in outline.excludes.get(each, ())}
    else:
        wanted, shut = set(), {changed}
    kept = [each for each in known if each in wanted or not shut & set(outline.with_needs(each))]
    modules: list[str] = []
    for each in kept:
        modules += [need for need in outline.with_needs(each) if need in outline.needs and need not in modules]
    off = tuple(each for each in known if each not in modules)
    pairs = ((one, other) for at, one in enumerate(modules) for other in modules[at + 1 :])
    return Picked(tuple(modules), off, tuple(each for each in pairs if each[1] in outline.excludes.get(each[0], ())))


def ticks(outline: Outline, on: Iterable[str], language: str) -> list[Ticked]:
    """All modules but the one that is always on, those first of which one is picked for a slot."""
    chosen = set(on)
    found = [
        Ticked(
            each, module_title(outline, each, language), _brought(outline, each, language), each in chosen,
            " ".join(outline.fills[each]),
        )
        for each in outline.needs
        if each != BASE
    ]  # fmt: skip
    return sorted(found, key=lambda each: (not each.slot, each.slot, each.id not in outline.default))


def _brought(outline: Outline, module: str, language: str) -> str:
    """Return a module's summary for players in a language, or else its `about` for authors."""
    return title_in(outline.summaries.get(module, {}), language, "") or outline.abouts.get(module, "")


def module_title(outline: Outline, module: str, language: str) -> str:
    return title_in(outline.titles.get(module, {}), language, module)


def told(outline: Outline, found: Picked, language: str, say: Callable[..., str]) -> tuple[list[str], list[str]]:
    """Return (sentences on modules left out, sentences on pairs that cannot be played together)."""

    def named(each: str) -> str:
        return module_title(outline, each, language)

    left = [say("left_out", names=", ".join(map(named, found.off)))] if found.off else []
    return left, [say("not_together", one=named(one), other=named(other)) for one, other in found.faults]
