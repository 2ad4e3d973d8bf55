"""Files bundled with a ruleset besides its rules: learned players, and ladders that rate players.

They are data that a command has written. It is checked here whether they are intact, are of this ruleset, and whether a
player knows enough of the rules to play. How well it plays is for `ladder`.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence

from rulewright.author.review.findings import Findings
from rulewright.author.review.games import GameChoice, ReviewedGames
from rulewright.author.review.kept import text_key
from rulewright.core.backend.module import emit_values
from rulewright.core.compile.compiling import compile_bound
from rulewright.core.diagnostics import Diagnostic, Span, error, has_errors, warning
from rulewright.core.load.files import display_name
from rulewright.core.load.folder import RulesetSource
from rulewright.core.load.text import bytes_in
from rulewright.core.model.game import Game
from rulewright.core.model.packages_used import PackageUsed
from rulewright.core.packages.package_names import id_named
from rulewright.core.run.build import make_build
from rulewright.core.validate.manifests import manifest_of
from rulewright.play.policies.learned_files import MOST_BYTES as LARGEST_PLAYER
from rulewright.play.policies.learned_files import LearnedRefused, LearnedValues, parse_values
from rulewright.play.policies.rule_coverage import rule_coverage
from rulewright.play.policies.table_features import TableFeatures
from rulewright.play.records.ladder_files import MOST_BYTES as LARGEST_LADDER
from rulewright.play.records.ladder_files import LadderRefused, parse_ladder

_REMOVE = "create it again with 'rulewright {command}', or remove it"
_TRAIN, _LADDER = "train NAME --out FILE", "ladder NAME --format json"


def review_brought_files(
    source: RulesetSource, games: ReviewedGames, right: frozenset[str], found: Findings
) -> frozenset[str]:
    """Review the bundled files not known to be right, and return the text keys of all that are right now."""
    fine = set[str]()
    for path in (*source.players, *source.ladders):
        name = display_name(path.resolve(), source.root.parent)
        is_player = path in source.players
        try:
            data = bytes_in(path, max(LARGEST_PLAYER, LARGEST_LADDER))
        except OSError as fault:
            message = f"'{path.name}' cannot be read: {fault.strerror}"
            found.add((error("unreadable-file", Span(name, 1, 1), message),), {})
            continue
        if (key := text_key(name, data)) not in right:
            look = _player_faults if is_player else _ladder_faults
            faults = tuple(look(name, data, source, games))
            lines = data.decode("utf-8", "replace").splitlines() if faults else []
            at = {(name, each.span.line) for each in faults if each.span.line <= len(lines)}
            found.add(faults, {place: lines[place[1] - 1] for place in at})
            if faults:
                continue
        fine.add(key)
    return frozenset(fine)


def _player_faults(name: str, data: bytes, source: RulesetSource, games: ReviewedGames) -> Iterator[Diagnostic]:
    hint = _REMOVE.format(command=_TRAIN.replace("NAME", source.id).replace("FILE", name.rpartition("/")[2]))
    try:
        values = parse_values(name, data)
    except LearnedRefused as refused:
        yield error("learned-player", _span_of_fault(name, data), str(refused), hint)
        return
    if values.ruleset != source.id:
        yield _of_another(name, data, f"the player has learned '{values.ruleset}', not '{source.id}'")
        return
    own = _apart_from(values.packages, values.modules)
    yield from _unknown_modules(name, data, own, source, "the player has learned")
    yield from _ignorance(name, data, values, source, games, hint)


def _ladder_faults(name: str, data: bytes, source: RulesetSource, games: ReviewedGames) -> Iterator[Diagnostic]:
    try:
        ladder = parse_ladder(data)
    except LadderRefused as refused:
        hint = _REMOVE.format(command=_LADDER.replace("NAME", source.id))
        yield error("no-ladder", _span_of_fault(name, data), str(refused), hint)
        return
    if ladder.ruleset != source.id:
        yield _of_another(name, data, f"the ladder is of '{ladder.ruleset}', not of '{source.id}'")
        return
    own = _apart_from(ladder.packages, ladder.modules)
    yield from _unknown_modules(name, data, own, source, "the ladder was measured")


def _apart_from(packages: Iterable[PackageUsed], modules: Iterable[str]) -> list[str]:
    """Return the modules that are not in packages, which need not be here."""
    brought = {id_named(each.package) for each in packages}
    return [each for each in modules if each not in brought]


def _of_another(name: str, data: bytes, message: str) -> Diagnostic:
    hint = "keep it in the folder of its own ruleset"
    return error("wrong-ruleset", _span_of_key(name, data, "ruleset"), message, hint)


def _unknown_modules(
    name: str, data: bytes, modules: Sequence[str], source: RulesetSource, what: str
) -> Iterator[Diagnostic]:
    known = {each.id for each in source.modules}
    unknown = [each for each in modules if each not in known]
    if unknown:
        message = f"{what} with '{unknown[0]}', which is not a module of '{source.id}'"
        hint = f"choose {', '.join(sorted(known))}"
        yield warning("little-known", _span_of_key(name, data, "modules"), message, hint)


def _ignorance(
    name: str, data: bytes, values: LearnedValues, source: RulesetSource, games: ReviewedGames, hint: str
) -> Iterator[Diagnostic]:
    """Yield warnings that a player knows too little to play with the modules and seats it learned with."""
    known = {each.id for each in source.modules}
    game = _game_of(source, games, tuple(each for each in values.modules if each in known))
    if game is None:
        return
    blueprint = game.blueprint
    for seats in values.seats:
        if not blueprint.min_seats <= seats <= blueprint.max_seats:
            message = f"the player has learned at tables of {seats} seats; this game has none"
            yield warning("little-known", _span_of_key(name, data, "seats"), message, hint)
            continue
        try:
            rule_coverage(values, game, TableFeatures(game, seats, apart=values.apart))
        except LearnedRefused as refused:
            yield warning("little-known", _span_of_key(name, data, "weights"), str(refused), hint)
            return


def _game_of(source: RulesetSource, games: ReviewedGames, modules: tuple[str, ...]) -> Game | None:
    """Return the game with some modules, complete enough for features but not for play, or None on errors."""
    reviewed = games.game(source, GameChoice(modules))
    if reviewed.game is None or has_errors(reviewed.in_texts):
        return None
    bound, assembly, manifest = reviewed.game.fresh(), reviewed.assembly, manifest_of(source)
    compiled, _ = compile_bound(manifest, bound, dict(assembly.sections), assembly.modules, "")
    if compiled is None:
        return None
    blueprint, nothing = compiled.unexplained, emit_values(bound.lowered, manifest.max_seats, ())
    return Game(blueprint, make_build(blueprint, compile(nothing, f"<{source.id}, its features>", "exec")))


def _span_of_fault(name: str, data: bytes) -> Span:
    """Return the position at which a file stops being JSON, or its first line if it is JSON."""
    try:
        json.loads(data.decode())
    except json.JSONDecodeError as fault:
        return Span(name, fault.lineno, fault.colno)
    except (ValueError, RecursionError):
        pass
    return Span(name, 1, 1)


def _span_of_key(name: str, data: bytes, key: str) -> Span:
    """Return the position of a key of the outermost mapping, which every command writes at the start of a line."""
    for number, line in enumerate(data.decode().splitlines(), 1):
        if line.lstrip().startswith(f'"{key}":'):
            return Span(name, number, len(line) - len(line.lstrip()) + 1, len(key) + 2)
    return Span(name, 1, 1)
