"""Diagnostics that wait for a pause in typing: those of other choices of modules, and lints.

A lint must hold in every choice of modules, so all of them are examined, in steps: the caller may stop between two of
them. As in a check, no lint is reported while there are errors. Findings stay until the next rest, for the lines that
have not changed since.
"""

from __future__ import annotations

from collections.abc import Collection, Generator, Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path

from rulewright.author.editor.study import FoundByFile, Study
from rulewright.author.lint.review import Review, brought_by
from rulewright.author.review.buffers import Buffers
from rulewright.author.review.findings import Fresh, with_modules
from rulewright.author.review.games import GameChoice, ReviewedGames
from rulewright.author.review.homes import is_package, module_at
from rulewright.author.review.packages import brought_faults, choices_with, chosen_elsewhere
from rulewright.author.review.soundness import told_at_module
from rulewright.author.review.translations import faults_of_translations
from rulewright.core.diagnostics import Diagnostic, has_errors, sort_diagnostics
from rulewright.core.load.causes import told_at_cause
from rulewright.core.load.conditions import choices_to_check
from rulewright.core.load.folder import RulesetSource
from rulewright.core.load.renamed import by_new_names
from rulewright.core.model.document import Mapping
from rulewright.core.validate.manifests import is_sound
from rulewright.core.validate.shape import kind_of

RestSteps = Generator[None, None, FoundByFile]


def at_rest(study: Study, path: Path, known: Collection[Diagnostic]) -> RestSteps:
    """Return further diagnostics of a file and the others of its ruleset, in steps, besides those `known`."""
    root = study.root_of(path)
    if has_errors(known):
        return {}
    yield
    if root is not None and study.is_part(path, root):
        source = study.source(root)
        if is_package(root):
            return (yield from _of_package(study, root, source, frozenset(known)))
        return (yield from _of_ruleset(study, source, frozenset(known)))
    file, _ = study.buffers.read(path, study.name(path, root))
    kind = kind_of(file.node) if isinstance(file.node, Mapping) else None
    if kind == "variant" and root is not None and isinstance(file.node, Mapping):
        source = study.source(root)
        if has_errors(study.files.misshapen(source)):
            return {}
        document, _ = by_new_names(file.node, source)
        return {path: (yield from _of_variant(study.games, source, document, file.name))}
    if kind == "scenarios":
        within = study.source(root).scenarios if root is not None else ()
        paths = within if path.resolve() in within else (path.resolve(),)
        review = Review()
        for each in paths:
            yield
            review.look_at_scenarios(study.buffers.read(each, study.name(each, root))[0].node)
        return {path: tuple(each for each in review.findings() if each.span.file == file.name)}
    return {}


def _of_ruleset(study: Study, source: RulesetSource, known: frozenset[Diagnostic]) -> RestSteps:
    """Return the diagnostics of every choice of modules and each variant, in steps, and of lints if there are none."""
    fresh, review = Fresh(set(known)), Review(sound=is_sound(source), flows=study.games.flows)
    more: list[Diagnostic] = []
    choices = choices_to_check(source)
    most = max(map(len, choices), default=0)
    for modules in ((), *choices):
        yield
        game = study.games.game(source, GameChoice(modules))
        more += fresh.new(game.in_texts, with_modules(modules) if modules else "")
        if game.game is not None and not has_errors(more):
            review.whole = not modules or len(game.assembly.modules) >= most
            yield from review.looking(game)
    for path in source.variants:
        yield
        file, faults = study.buffers.read(path, path.as_posix())
        found = [*faults, *study.buffers.shape("variant", file)]
        if isinstance(file.node, Mapping) and not has_errors(found):
            document, old = by_new_names(file.node, source)
            found += [*old, *study.games.game(source, GameChoice((), document)).in_texts]
        more += fresh.new(each for each in found if each.span.file == file.name)
    for path in source.scenarios:
        yield
        file, faults = study.buffers.read(path, source.shown(path))
        more += fresh.new([*faults, *study.buffers.shape("scenarios", file)])
        review.look_at_scenarios(file.node)
    yield
    more += _of_translations(source, source.translations, more)
    if not has_errors(more):
        more += (*review.findings(), *review.stops.values())
    return study.by_file(source.root, more)


def _of_package(study: Study, home: Path, source: RulesetSource, known: frozenset[Diagnostic]) -> RestSteps:
    """Return what a check says of a package, in steps, but for what running its scenarios shows."""
    module = module_at(home, source)
    if module is None or module.package is None:
        return {}
    here, sound = f"{home.name}/", is_sound(source)
    fresh, lints = Fresh(set(known)), Review(whole=not sound)
    stops = Review(sound=sound, lints=False, flows=study.games.flows)
    more, placed = list[Diagnostic](), dict[Diagnostic, None]()
    for number, modules in enumerate(choices_with(module.id, source)):
        yield
        faults = brought_faults(module.id, here, modules, source, study.games)
        if chosen_elsewhere(faults, here):
            continue
        more += fresh.new(faults, with_modules(modules) if number else "")
        game = study.games.game(source, GameChoice(modules))
        if game.game is not None and not has_errors(more):
            yield from lints.looking(game)
            stops.stops.clear()
            yield from stops.looking(game) if sound else ()
            placed |= dict.fromkeys(told_at_module(tuple(stops.stops.values()), modules, source, study.games))
    for path in module.package.scenarios:
        yield
        file, faults = study.buffers.read(path, source.shown(path))
        more += fresh.new([*faults, *study.buffers.shape("scenarios", file)])
        lints.look_at_scenarios(file.node)
    yield
    more += _of_translations(source, module.package.translations, more)
    if not has_errors(more):
        more += [each for each in (*lints.findings(), *placed) if each.span.file.startswith(here)]
    return study.by_file(home, more)


def _of_translations(
    source: RulesetSource, paths: Collection[Path], found: Collection[Diagnostic]
) -> Iterator[Diagnostic]:
    """Yield the faults of translation files of a game that is right: texts that are stale, unknown or wrong."""
    if not has_errors(found):
        for _, faults in faults_of_translations(source, paths):
            yield from faults


def _of_variant(
    games: ReviewedGames, source: RulesetSource, variant: Mapping, name: str
) -> Generator[None, None, tuple[Diagnostic, ...]]:
    """Return what lints find in the game that a variant makes but not in the one without it, in steps."""
    reviews = []
    modules: tuple[str, ...] = ()
    for document in (variant, None):
        yield
        game = games.game(source, GameChoice(modules, document))
        modules = game.assembly.modules
        if game.game is None:
            return ()
        reviews.append(Review(sound=is_sound(source), flows=games.flows))
        yield from reviews[-1].looking(game)
    with_it, without = reviews
    stops = (each for key, each in with_it.stops.items() if key not in without.stops)
    return told_at_cause(variant, name, (*brought_by(name, with_it, lambda: without), *stops))


@dataclass(slots=True)
class Rested:
    """The findings of the last rest of a ruleset or of a file next to one, with the texts they are about."""

    _found: dict[Path, dict[Path, tuple[str, tuple[Diagnostic, ...]]]] = field(default_factory=dict)

    def keep(self, whose: Path, found: FoundByFile, buffers: Buffers) -> None:
        """Keep what a rest has found."""
        self._found[whose] = {path: (buffers.text(path), faults) for path, faults in found.items()}

    def with_found(self, whose: Path, found: FoundByFile, buffers: Buffers) -> FoundByFile:
        """Return the new findings, with those of the last rest that still hold.

        Where the new ones have errors, return them alone.
        """
        if has_errors([each for faults in found.values() for each in faults]):
            return found
        whole = dict(found)
        for path, (text, faults) in self._found.get(whose, {}).items():
            here = whole.get(path, ())
            still = carried(faults, text, buffers.text(path))
            whole[path] = sort_diagnostics((*here, *still))
        return whole


def carried(faults: Collection[Diagnostic], before: str, now: str) -> tuple[Diagnostic, ...]:
    """Return the diagnostics of an earlier text at the places where their lines are now.

    Those of changed lines are dropped.
    """
    if before == now:
        return tuple(faults)
    old, new = before.split("\n"), now.split("\n")
    shorter = min(len(old), len(new))
    same = next((number for number in range(shorter) if old[number] != new[number]), shorter)
    ends = next((number for number in range(shorter - same) if old[-1 - number] != new[-1 - number]), shorter - same)
    found = []
    for each in faults:
        if each.span.line <= same:
            found.append(each)
        elif each.span.line > len(old) - ends:
            line = each.span.line + len(new) - len(old)
            found.append(replace(each, span=replace(each.span, line=line)))
    return tuple(found)
