"""Names as they are typed: of rulesets, languages, variants and of what decides for a seat."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

import click

from rulewright.cli.options.wrong import why_unreadable, wrong_value
from rulewright.cli.output import complain
from rulewright.core.diagnostics import did_you_mean
from rulewright.core.model.effect_names import whole_of

if TYPE_CHECKING:
    from rulewright.core.model.game import Blueprint


def known_ruleset(name: str) -> str:
    """Return the name or path itself if it leads to a ruleset.

    Raises UsageError if it does not.
    """
    from rulewright.core.pipeline import known_names
    from rulewright.play.records.planned_matches import match_path, ruleset_of_match, shipped_matches

    if root_named(name) is not None:
        return name
    match = match_path(name)
    if match is not None:
        ruleset = ruleset_of_match(match)
        home = f"; its ruleset is '{ruleset.name}'" if ruleset is not None else ""
        raise click.UsageError(f"'{name}' is a match, not a ruleset{home}")
    path = Path(name)
    unreadable = why_unreadable(path)
    if unreadable:
        raise click.UsageError(f"'{name}' cannot be read: {unreadable}")
    if path.is_file():
        raise click.UsageError(_of_file(path))
    if path.is_dir() and (told := _of_package(path)):
        raise click.UsageError(told)
    names = (*known_names(), *shipped_matches())
    hint = did_you_mean(name, names) or f"shipped are: {', '.join(names)}"
    what = "and this folder has no ruleset.yaml" if path.is_dir() else "and no folder of that name with ruleset.yaml"
    raise click.UsageError(f"there is no ruleset '{name}', {what}; {hint}")


def _of_package(path: Path) -> str:
    """Return what to do about the folder of a module that is a package, "" about any other."""
    from rulewright.core.packages.package_manifest import read_manifest
    from rulewright.core.packages.package_names import is_place

    manifest = read_manifest(path)
    if manifest is None or manifest.kind != "module" or not manifest.extends:
        return ""
    place, ruleset = path.as_posix(), manifest.extends[0].id
    place = place if is_place(place) else f"./{place}"
    options = [name for each in click.get_current_context().command.params for name in each.opts]
    how = f": {ruleset} --modules base,{place}" if "--modules" in options else f": {ruleset}"
    return f"'{path}' is a module for '{ruleset}'; name the ruleset{how}"


def _of_file(path: Path) -> str:
    """Return what to do about a file that is neither a ruleset nor a match."""
    from rulewright.core.load.folder import read_variant, ruleset_above
    from rulewright.core.load.together import ruleset_extended
    from rulewright.core.model.document import text_of

    document, _ = read_variant(path)
    kind = text_of(document.get("kind")) if document is not None else None
    extends = text_of(ruleset_extended(document))
    if kind == "variant" and extends is not None:
        options = [name for each in click.get_current_context().command.params for name in each.opts]
        by = f", and the variant by an option: {extends} --variant {path}" if "--variant" in options else f": {extends}"
        return f"'{path}' is a variant; name the ruleset{by}"
    above = ruleset_above(path)
    home = f", here {above.name}" if above is not None else ""
    return f"'{path}' is a file, not a ruleset; name the folder of a ruleset{home}"


def root_named(name: str) -> Path | None:
    from rulewright.core.pipeline import ruleset_root

    try:
        return ruleset_root(name)
    except (OSError, ValueError):
        return None


def seats_named(text: str | None, blueprint: Blueprint, ruled: int) -> tuple[str, ...]:
    """Return the player type of each seat that the rules do not play.

    Raises UsageError if a name is not a player type.
    """
    from rulewright.play.policies.naming import hint_of_unknown, is_unknown, policy_fault
    from rulewright.play.records.replay import PERSON

    if text is None:
        seats = min(max(2, blueprint.min_seats), blueprint.max_seats)
        return (PERSON, *["random"] * (seats - ruled - 1))
    names = tuple(each.strip() for each in text.split(",")) if text.strip() else ()
    for name in names:
        fault = policy_fault(name, files=True) if name != PERSON else ""
        if fault and is_unknown(name):
            hint = hint_of_unknown(name, (PERSON,))
            if name.isdigit():
                hint = f"name a player type for each seat, as in --seats {PERSON},random"
            fault = f"'{name}' is not a player type; {hint}"
        if fault:
            raise wrong_value("--seats", name, fault)
    return names


def known_language(blueprint: Blueprint, language: str) -> None:
    """Check that a game has titles in a language, and say once what is shown in English instead.

    Raises UsageError if it has none.
    """
    from rulewright.core.locales.wording import language_in

    titles = _titles_at_table(blueprint)
    known = sorted({each for title in (blueprint.title, *titles) for each in title})
    spoken = [own for own in _own_stand_ins(language) if own in known]
    if not spoken:
        raise wrong_value(
            "--lang", language, f"{blueprint.ruleset} has no titles in that language; choose {', '.join(known)}"
        )
    lacking = sum(language_in(title, language) not in spoken for title in titles)
    if lacking:
        said = f"titles and questions of {blueprint.ruleset}"
        complain(f"{lacking} of {len(titles)} {said} are not translated into '{language}'; they are in English")
    say_if_unspoken(language)


def say_if_unspoken(language: str) -> None:
    """Say once that Rulewright has no words of its own in a language, and uses English ones."""
    from rulewright.core.locales.catalogue import known_language as spoken_for
    from rulewright.core.locales.catalogue import languages

    if spoken_for(language) not in _own_stand_ins(language):
        known = ", ".join(languages())
        complain(f"Rulewright has no translation to '{language}', so its own words are in English; choose {known}")


def _own_stand_ins(language: str) -> tuple[str, ...]:
    """Return a language and the wider ones that it belongs to: `de-AT` and `de`.

    English is one of them only for English.
    """
    from rulewright.core.locales.tags import ENGLISH, stand_ins

    return tuple(each for each in stand_ins(language) if each != ENGLISH or language.split("-")[0] == ENGLISH)


def _titles_at_table(blueprint: Blueprint) -> list[dict[str, str]]:
    """Return the titles shown in play: of decisions, counters, zones, scoring and tie-breaks."""
    asked = {whole_of(site.procedure) for site in blueprint.sites if not site.chance}
    procedures = [blueprint.procedure_titles.get(each, {}) for each in sorted(asked)]
    families = [family.title for family in blueprint.families if family.title]
    counted = [title for _, title, _ in (*blueprint.scoring, *blueprint.tie_breaks)]
    return [title for title in (*procedures, *families, *counted) if title]


def language_tag(_context: click.Context, _option: click.Parameter, value: str) -> str:
    """Return a language as it is usually spelt. Raises BadParameter if it is not a language tag."""
    from rulewright.core.locales.tags import usual_tag

    found = usual_tag(value)
    if found is None:
        raise click.BadParameter(f"'{value}' is not a language tag, such as de or de-AT")
    return found


titles_option = click.option(
    "--lang", default="en", show_default=True, metavar="LANGUAGE", callback=language_tag, help="The language of titles."
)


def known_titles(language: str, rulesets: Iterable[str]) -> None:
    """Check that some ruleset may have titles in a language.

    A ruleset that lists no languages may have any. Raises UsageError if none may.
    """
    from rulewright.core.load.modules import languages_in
    from rulewright.core.load.outline import read_modules

    if "en" in _own_stand_ins(language):
        return
    roots = [root for name in rulesets if (root := root_named(name)) is not None]
    listed = [set(languages_in(read_modules(root))) for root in roots]
    known = sorted(set().union(*listed))
    if all(listed) and not set(_own_stand_ins(language)) & set(known):
        raise wrong_value("--lang", language, f"no titles are in that language; choose {', '.join(known)}")


def variant_id(path: Path) -> str | None:
    """Return the id that a variant file states, by which replays name it."""
    from rulewright.core.load.folder import read_variant
    from rulewright.core.model.document import text_of

    variant, _ = read_variant(path)
    return text_of(variant.get("variant")) if variant is not None else None
