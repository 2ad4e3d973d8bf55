"""Recorded games and matches of a ruleset in which names have changed since, read by the names of now."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING

from rulewright.core.load.renamed import Names, new_key
from rulewright.core.model.game import Blueprint
from rulewright.core.model.match import Plan
from rulewright.core.model.settings import Chosen
from rulewright.play.records.match_files import SavedMatch
from rulewright.play.records.replay_files import RecordedChoice, Replay
from rulewright.play.session.match import plan_digest

if TYPE_CHECKING:
    from rulewright.core.pipeline import Choice

RulesAt = Callable[[int], "tuple[Choice, Blueprint]"]
"""The rules of the game at a place of a plan: their files, and what is made of them."""


def by_new_names(replay: Replay, names: Names) -> Replay:
    """Return a replay with new names for old ones in its choices and settings, without digests of its states."""
    choices = tuple(RecordedChoice(each.seat, new_key(each.choose, names)) for each in replay.choices)
    settings = settings_renamed(replay.settings, names)
    return replace(replay, choices=choices, settings=settings, digests=(), final_digest=None)


def names_between(before: Choice | None, after: Choice) -> Names:
    """Map each name in the rules of `before` to that in the rules of `after`, by what is `renamed` in either."""
    from rulewright.core.load.folder import read_ruleset
    from rulewright.core.load.renamed import renamed_in
    from rulewright.core.pipeline import existing_root, packages_of

    was, now = (
        renamed_in(read_ruleset(existing_root(each.ruleset), packages=packages_of(each))) if each else Names()
        for each in (before, after)
    )
    return {new: old for old, new in was.items() if old not in now} | now


def match_by_new_names(saved: SavedMatch, plan: Plan, rules_at: RulesAt) -> tuple[SavedMatch, bool]:
    """Return (saved match by the names of now, whether names have changed): as it is if more than names has."""
    names, games = Names(), []
    for each in saved.games:
        place = next((at for at, game in enumerate(plan.games) if game.id == each.game), None)
        if place is None:
            return saved, False
        choice, blueprint = rules_at(place)
        if each.ruleset_digest == blueprint.digest:
            games.append(each)
            continue
        replay = Replay(
            blueprint.ruleset, each.ruleset_digest, (), each.settings, saved.seats, each.seed, choices=each.choices
        )
        found, names = renamed_since(replay, choice, blueprint)
        if found is None:
            return saved, False
        games.append(
            replace(
                each, ruleset_digest=found.ruleset_digest, settings=found.settings, choices=found.choices,
                final_digest=None,
            )
        )  # fmt: skip
    if not names or plan_digest(_by_old_names(plan, names)) != saved.plan_digest:
        return saved, False
    settings = settings_renamed(saved.settings, names)
    return replace(saved, plan_digest=plan_digest(plan), settings=settings, games=tuple(games)), True


def _by_old_names(plan: Plan, names: Names) -> Plan:
    """Return a plan as it was when its settings, and what counts, had their old names."""
    old = {new: each for each, new in names.items()}
    games = (replace(each, settings=tuple(settings_renamed(dict(each.settings), old).items())) for each in plan.games)
    return replace(plan, games=tuple(games), counts=old.get(plan.counts, plan.counts))


def settings_renamed(settings: Chosen, names: Names) -> dict[str, str | int]:
    """Return settings with new names for old ones, of values as well."""
    return {
        names.get(name, name): new_key(value, names) if isinstance(value, str) else value
        for name, value in settings.items()
    }


def renamed_since(replay: Replay, choice: Choice, blueprint: Blueprint) -> tuple[Replay | None, Names]:
    """Return (replay by the names of now, names since then), with None and all names if more than names has changed.

    The rules, of which the blueprint is made, have only been renamed if they have the digest of the replay once the
    old names are put back: those of an earlier version, as it may have been saved between two of them.
    """
    from rulewright.core.load.digest import digest_of
    from rulewright.core.load.folder import read_variant
    from rulewright.core.load.renamed import earlier_names, renamed_in, with_old_names
    from rulewright.core.pipeline import packages_of, read_whole, settled
    from rulewright.core.validate.assembled_entries import put_together
    from rulewright.core.validate.manifests import manifest_of

    choice = settled(choice if choice.modules is not None else replace(choice, modules=blueprint.modules))
    source = read_whole(choice.ruleset, packages_of(choice)).source
    names = renamed_in(source)
    if not names:
        return None, names
    variant = read_variant(choice.variant)[0] if choice.variant is not None else None
    assembly, _ = put_together(source, choice.modules or (), variant, None)
    manifest = manifest_of(source)
    for since in earlier_names(source):
        begins = next((old for old, new in since.items() if new == manifest.begins), manifest.begins)
        game = (manifest.min_seats, manifest.max_seats, begins)
        if digest_of(game, with_old_names(assembly, since)) == replay.ruleset_digest:
            return replace(by_new_names(replay, since), ruleset_digest=blueprint.digest), since
    return None, names
