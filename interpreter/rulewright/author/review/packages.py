"""A package by itself: bound in the ruleset that it extends, with each other module of it, and its scenarios run."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

from rulewright.author.lint.review import Review
from rulewright.author.review.companion_files import lines_within, review_scenario_files
from rulewright.author.review.failing_scenarios import failures_in
from rulewright.author.review.findings import Findings, Fresh, with_modules
from rulewright.author.review.games import Depth, GameChoice, ReviewedGames
from rulewright.author.review.kept import key_of, read_kept, write_kept
from rulewright.author.review.ruleset import RulesetReview
from rulewright.author.review.scenes import bound_mistakes
from rulewright.author.review.soundness import stops_in, told_at_module
from rulewright.author.review.translations import review_translation_package, review_translations
from rulewright.author.review.variants import review_variant
from rulewright.core.diagnostics import Diagnostic, Lines, Span, error, has_errors, sort_diagnostics
from rulewright.core.load.conditions import usual_with, with_needs
from rulewright.core.load.files import read_file
from rulewright.core.load.folder import MODULE_MANIFEST, PackageFiles, RulesetSource
from rulewright.core.load.modules import CHOICE_CODES, choose_modules
from rulewright.core.model.document import Mapping
from rulewright.core.model.packages_used import PackageRefused
from rulewright.core.packages.extending import Extending, extending
from rulewright.core.packages.finding import package_at
from rulewright.core.packages.translating import KIND
from rulewright.core.packages.tree_hash import files_in, tree_hash
from rulewright.core.pipeline import lines_of, read_whole
from rulewright.core.validate.manifests import is_sound
from rulewright.core.validate.shape import check_shape


def review_package(path: Path, found: Findings) -> None:
    """Review the package in a folder or zip, or report that the ruleset it extends is missing.

    If nothing has changed in the package and the ruleset, the last findings are reported again.
    """
    found.checked.append(path.as_posix())
    try:
        if package_at(path).manifest.kind == KIND:
            review_translation_package(path, found)
            return
        package = extending(path)
    except PackageRefused as refused:
        found.add(*_refused(path, str(refused)))
        return
    trees = [tree_hash(files_in(each)) for each in package.packages]
    key = key_of(Path(package.ruleset), ("package", *map(str, package.packages), *trees, found.lint))
    kept = read_kept(key) if key is not None else None
    if kept is None:
        kept = found.anew()
        _review(package, kept)
        places = {(each.span.file, each.span.line) for each in kept.diagnostics}
        kept.lines = {place: kept.lines[place] for place in places if place in kept.lines}
        if key is not None:
            write_kept(key, kept)
    found.add(kept.diagnostics, kept.lines)


def _refused(path: Path, sentence: str) -> tuple[tuple[Diagnostic, ...], Lines]:
    """Return (why a package cannot be bound, lines): faults of its manifest, or else where that names the ruleset."""
    if not path.is_dir():
        return (error("unbound-package", Span(path.as_posix(), 1, 1), sentence),), {}
    name = f"{path.resolve().name}/{MODULE_MANIFEST}"
    file, faults = read_file(path / MODULE_MANIFEST, name)
    lines = lines_of(path / MODULE_MANIFEST, name)
    if isinstance(file.node, Mapping):
        faults = (*faults, *check_shape("module", file.node))
    if has_errors(faults):
        return faults, lines
    span = file.node.span_of("extends") if isinstance(file.node, Mapping) else Span(name, 1, 1)
    return (error("unbound-package", span, sentence),), lines


def _review(package: Extending, found: Findings) -> None:
    read = read_whole(package.ruleset, package.packages)
    source, review = read.source, RulesetReview(read)
    files = next((each for module, each in source.packages() if module.id == package.id), None)
    if has_errors(read.diagnostics) or files is None:
        found.add(read.diagnostics, read.lines)
        return
    here = f"{files.root.name}/"
    sound, stops = is_sound(source), dict[Diagnostic, None]()
    fresh, of_games = Fresh(), Review(whole=not sound)
    for number, modules in enumerate(choices_with(package.id, source)):
        faults = brought_faults(package.id, here, modules, source, review.games)
        if chosen_elsewhere(faults, here):
            continue
        found.add(fresh.new(faults, with_modules(modules) if number else ""), read.lines)
        if not has_errors(faults):
            game = review.games.game(source, GameChoice(modules))
            game.write(game.texts())
            if found.lint:
                of_games.look(game)
            if sound:
                new = stops_in(source, review.games, GameChoice(modules))
                stops |= dict.fromkeys(told_at_module(new, modules, source, review.games))
    _review_companions(files, review, found)
    if found.has_errors:
        return
    findings = (*of_games.findings(), *sort_diagnostics(stops))
    found.add((each for each in findings if each.span.file.startswith(here)), read.lines)
    if files.scenarios:
        found.add(*failures_in(files.scenarios))


def brought_faults(
    module: str,
    here: str,
    modules: tuple[str, ...],
    source: RulesetSource,
    games: ReviewedGames,
    depth: Depth = "beside",
) -> tuple[Diagnostic, ...]:
    """Return what is wrong with a game, without what is wrong without a module in a folder `here` as well."""
    faults = games.game(source, GameChoice(modules)).faults(depth)
    if not any(not each.span.file.startswith(here) for each in faults):
        return faults
    without = tuple(each for each in modules if each != module)
    known = set(games.game(source, GameChoice(without)).faults(depth))
    return tuple(each for each in faults if each not in known)


def chosen_elsewhere(faults: Iterable[Diagnostic], here: str) -> bool:
    """Whether what a package in a folder `here` is tried with cannot be played for a reason of its own."""
    choosing = [each for each in faults if each.code in CHOICE_CODES]
    return bool(choosing) and not any(each.span.file.startswith(here) for each in choosing)


def choices_with(name: str, source: RulesetSource) -> Iterator[tuple[str, ...]]:
    """Yield the modules that one is tried with: the usual ones, those that it needs, and these with each other one."""
    needed = with_needs(source, [name])
    alone, alone_faults = choose_modules(source, tuple(sorted(needed)), None)
    tried = [tuple(each.id for each in usual_with(source, name))]
    if not alone_faults:
        tried.append(tuple(each.id for each in alone))
    for module in source.modules:
        both, clash = choose_modules(source, tuple(sorted(needed | with_needs(source, [module.id]))), None)
        if not clash:
            tried.append(tuple(each.id for each in both))
    yield from dict.fromkeys(tried)


def _review_companions(files: PackageFiles, review: RulesetReview, found: Findings) -> None:
    """Review the scenarios and variants in the folder of a package."""
    source = review.source
    lints = Review()
    documents = review_scenario_files(source, lints, found, files.scenarios)
    if found.has_errors:
        return
    review_translations(source, found, files.translations)
    for path, document in documents.items():
        mistakes = tuple(bound_mistakes(document, path.parent, source, review.games, read_file))
        found.add(mistakes, lines_within(path, source) if mistakes else {})
    for path in files.variants:
        review_variant(path, review.read, review.games, found)
    if found.lint and not found.has_errors:
        found.add(lints.findings(), {})
