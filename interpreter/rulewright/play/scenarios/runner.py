"""A runner of scenario files: it compiles the texts of each scenario into its game, and runs it.

To learn which rules scenarios reach, run them on covered builds:

    runner = ScenarioRunner(ruleset, covers=True)
    results, diagnostics = runner.results(path)
    results[0].reached     # a play.coverage.Reached: .ran, .looked and .touched are sets of PlaceId, .designs of ids
    runner.coverage        # a play.coverage.Coverage: the counts of all scenarios run so far, by place

A `PlaceId` (core/model/places.py) is (text, path, file): `deal_cards.does`, `2/then/0` as in
core/language/statement_paths.py, and the file the text is in; of a quantity or another value only the text as a whole
is a place, with an empty path. `ran` are places run, or values worked out, at any time, in arranging the table as well;
`looked` are those met while finding out what can be chosen: a requirement that closes an option is there. A scenario
whose `touched` lacks a place cannot notice a change of it. What a scenario itself says (`arrange`, `play`, `then`) is
not a place; what it calls is.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import NamedTuple, TypeVar

from rulewright.core.bind.setting_entries import picked_fault
from rulewright.core.compile.overlay import with_texts
from rulewright.core.diagnostics import Diagnostic, Span, has_errors, sort_diagnostics
from rulewright.core.load.files import read_file
from rulewright.core.load.folder import variants_in
from rulewright.core.load.renamed import by_new_names
from rulewright.core.load.scenarios import given_of, scenarios_in
from rulewright.core.model.document import Mapping, Node, Scalar, Sequence, items_of, number_of, text_of, values_of
from rulewright.core.model.game import AgainInfo, Blueprint, Build, Game
from rulewright.core.model.kinds import DomainName
from rulewright.core.model.match import Plan, PlannedGame
from rulewright.core.model.places import CoverPlan
from rulewright.core.model.seats import usual_seats
from rulewright.core.model.secret_seeds import read_seed
from rulewright.core.pipeline import (
    Built,
    Choice,
    ReadRuleset,
    RulesetError,
    build_ruleset,
    find_variant,
    read_whole,
    ruleset_root,
)
from rulewright.core.run.build import NotExplained, is_explained, make_build
from rulewright.core.run.steps import settings_chosen
from rulewright.core.validate.references import check_rules, rule_ids
from rulewright.core.validate.shape import check_shape
from rulewright.core.validate.variants import checked_variant
from rulewright.play.records.planned_matches import AtHand, GameFacts, check_match_file, facts_of, matches_of
from rulewright.play.scenarios.chosen_files import FilesByPackages, files_for, settled_ids
from rulewright.play.scenarios.expectations import Failure
from rulewright.play.scenarios.files import other_kind, shown_name
from rulewright.play.scenarios.reckoning import Reckoning, reckon
from rulewright.play.scenarios.scenario import NO_OTHER, Scenario, run_scenario
from rulewright.play.scenarios.scenario_drafts import (
    arranging,
    effects_of,
    expected_of,
    is_played,
    numbers_of,
    step_name,
    step_of,
    steps_written,
    texts_expected,
    texts_of,
    unknown_again,
    unknown_game,
    unknown_match,
    unknown_modules,
    unknown_outcome,
    unknown_variant,
    winners_of,
)
from rulewright.play.series.coverage import Coverage, Reached, begin_covered, covered_game, reached_by
from rulewright.play.session.result import outcome_names

Made = TypeVar("Made")


@dataclass(frozen=True, slots=True)
class ScenarioResult:
    """One scenario's outcome: passed if `failure` is None."""

    sentence: str
    rules: tuple[str, ...]
    span: Span
    failure: Failure | None
    reached: Reached | None = None


class Ready(NamedTuple):
    """A traced build for the scenarios of one choice of modules, variant and patches, or None if it has mistakes.

    `plan` lists what a covered build counts. Scenarios are explained only without it.
    """

    built: Built
    game: Game | None = None
    build: Build | None = None
    plan: CoverPlan | None = None


@dataclass(frozen=True, slots=True)
class WrittenScenario:
    """A scenario as it is written, with its game: its texts, what it expects among them, are not bound yet.

    `amounts` are the texts of what it expects by the names they are bound under. `plays` if it says anything about a
    game, besides the `reckoning` of several.
    """

    built: Built
    game: Game
    build: Build
    draft: Scenario
    effects: dict[str, Scalar]
    amounts: dict[str, tuple[Scalar, str]]
    reckoning: Reckoning | None
    plays: bool
    plan: CoverPlan | None = None

    def scenario(self, numbers: dict[str, int], kinds: dict[int, tuple[str, DomainName]]) -> Scenario:
        """Ready to run, with what `with_texts` says about its texts."""
        draft = self.draft
        when = tuple(replace(each, expected=each.expected.bound(numbers, kinds)) for each in draft.when)
        expected = draft.expected.bound(numbers, kinds)
        return replace(draft, arrange=arranging(numbers), play=numbers.get("play"), when=when, expected=expected)


@dataclass(slots=True)
class ScenarioRunner:
    """A runner of scenario files of one ruleset. Compiled games are cached by modules, variant and patches.

    `modules` and the file `variant` are played if a scenario names none of its own; `packages` are read as well. With
    `covers` it notes what each scenario reaches, and adds it all up in `coverage`. With `explains` it finds out why an
    expectation fails. If it `watches`, a scenario fails that breaks an invariant of its game, unless it is covered.
    """

    ruleset: str
    modules: tuple[str, ...] | None = None
    variant: Path | None = None
    covers: bool = False
    explains: bool = False
    watches: bool = True
    coverage: Coverage = field(default_factory=Coverage)
    games: dict[tuple[object, ...], Ready] = field(default_factory=dict)
    plans: dict[str, tuple[Plan | None, tuple[Diagnostic, ...]]] = field(default_factory=dict)
    files: ReadRuleset | None = None
    packages: tuple[Path, ...] = ()
    own: Mapping | None = None
    _read: FilesByPackages = field(default_factory=dict)
    _reasons: dict[int, tuple[Game, Build]] = field(default_factory=dict)

    def results(self, path: Path) -> tuple[tuple[ScenarioResult, ...], tuple[Diagnostic, ...]]:
        """Return (outcomes of a file's scenarios, diagnostics)."""
        return self._each(path, self.result)

    def written(self, path: Path) -> tuple[tuple[WrittenScenario, ...], tuple[Diagnostic, ...]]:
        """Return (a file's scenarios as written, diagnostics)."""
        return self._each(path, self.written_one)

    def _each(
        self, path: Path, made_of: Callable[[Mapping, Path], tuple[Made | None, tuple[Diagnostic, ...]]]
    ) -> tuple[tuple[Made, ...], tuple[Diagnostic, ...]]:
        """Return (results of `made_of` for scenarios without mistakes, diagnostics of all)."""
        document, found = self._document(path)
        made: list[Made] = []
        for node in scenarios_in(document):
            one, faults = made_of(node, path.parent)
            found += faults
            made += [one] if one is not None else []
        return tuple(made), sort_diagnostics(found)

    def _document(self, path: Path) -> tuple[Mapping | None, list[Diagnostic]]:
        read = self.files.read if self.files is not None and self.files.read is not None else read_file
        file, faults = read(path, shown_name(path, self.ruleset, self.packages))
        if not isinstance(file.node, Mapping):
            return None, list(faults)
        other = other_kind(file.node, path)
        if other is not None:
            return None, [*faults, other]
        self.files = self.files or read_whole(self.ruleset, self.packages)
        if path == self.variant and text_of(file.node.get("kind")) == "variant":
            self.own, wrong = checked_variant(path, self.files.source, read=read)
            return (None if has_errors(wrong) else self.own), list(wrong)
        found = [*faults, *check_shape("scenarios", file.node)]
        if has_errors(found):
            return None, found
        document, warnings = by_new_names(file.node, self.files.source)
        return document, [*found, *warnings]

    def result(self, node: Mapping, folder: Path | None = None) -> tuple[ScenarioResult | None, tuple[Diagnostic, ...]]:
        """Return (result or None, diagnostics) of one scenario of a file in a folder. Its shape must be valid."""
        written, faults = self.written_one(node, folder)
        if written is None:
            return None, faults
        reckoned, failure, reached = reckon(written.reckoning) if written.reckoning is not None else None, None, None
        try:
            failure, reached, faults = self._played(written, written.game, written.build, plays=reckoned is None)
            again = failure is not None and self.explains and written.plan is None
        except NotExplained:
            again = True
        if again:
            failure, reached, faults = self._played(written, *self._explained(written), plays=True)
        if faults:
            return None, faults
        draft = written.draft
        return ScenarioResult(draft.sentence, draft.rules, draft.span, reckoned or failure, reached), ()

    def _played(
        self, written: WrittenScenario, game: Game, build: Build, *, plays: bool
    ) -> tuple[Failure | None, Reached | None, tuple[Diagnostic, ...]]:
        """Play a scenario in its game, and return (failure, what it reached, diagnostics of its texts)."""
        compiled = written.built.compiled
        assert compiled is not None
        game, build, numbers, kinds, faults = with_texts(compiled, game, build, written.effects, written.amounts)
        if faults:
            return None, None, faults
        if written.plan is not None:
            begin_covered(build)
        failure = None
        if plays and written.plays:
            explains = self.explains and is_explained(game, build)
            failure = run_scenario(game, build, written.scenario(numbers, kinds), explains=explains)
        return failure, self._reached(written.plan, build), ()

    def _explained(self, written: WrittenScenario) -> tuple[Game, Build]:
        """Return the game of a scenario with explanations, and a build of its own."""
        built = written.built
        if id(built) not in self._reasons:
            assert built.compiled is not None
            blueprint = built.compiled.blueprint
            game = replace(written.game, blueprint=blueprint, why_source=built.compiled.why_source)
            self._reasons[id(built)] = game, replace(written.build, names=dict(written.build.names))
        return self._reasons[id(built)]

    def _reached(self, plan: CoverPlan | None, build: Build) -> Reached | None:
        """Return what the latest scenario has reached, and add it to the coverage of all."""
        if plan is None or build.tally is None:
            return None
        self.coverage.add(plan, build.tally)
        return reached_by(plan, build.tally)

    def written_one(
        self, node: Mapping, folder: Path | None = None
    ) -> tuple[WrittenScenario | None, tuple[Diagnostic, ...]]:
        """Return (scenario as written, with its game, or None if it has faults, diagnostics)."""
        given = given_of(node)
        planned, faults = self._planned(given)
        variant, more = self._variant(given.get("variant"), folder)
        faults += more
        if faults:
            return None, tuple(faults)
        built, game, build, plan = self._game(given, planned, variant)
        if built.compiled is None or game is None or build is None:
            return None, unknown_modules(given, built.source) or built.diagnostics
        picked, following = values_of(given.get("settings")), values_of(node.get("next_settings"))
        settings = game.blueprint.settings
        wrong = [fault for each in (*picked, *following) if (fault := picked_fault(settings, *each)) is not None]
        wrong += check_rules(node.get("rules"), rule_ids(built.source, self.own))
        if wrong:
            return None, tuple(wrong)
        reckoning, faults = self._reckoning(node.get("match"), game.blueprint)
        faults += unknown_again(node.get("again"), [each.id for each in game.blueprint.again], NO_OTHER)
        faults += unknown_outcome(node.get("outcome"), outcome_names(game.blueprint))
        if faults:
            return None, tuple(faults)
        chosen = dict(planned.settings) if planned is not None else {}
        chosen |= {name.text: value.value for name, value in picked}
        draft = Scenario(
            sentence=text_of(node.get("scenario")) or "",
            rules=tuple(texts_of(node.get("rules"))),
            span=node.span,
            seats=number_of(given.get("seats"), usual_seats(game.blueprint, settings_chosen(game.blueprint, chosen))),
            seed=read_seed(text_of(given.get("seed")) or number_of(given.get("seed"), 1)),
            settings=chosen,
            arrange=(),
            play=None,
            when=tuple(step_of(each, step_name(number)) for number, each in enumerate(steps_written(node))),
            expected=expected_of(node),
            ends=node.get("ends") is not None,
            again=text_of(node.get("again")),
            next_settings={name.text: value.value for name, value in following},
            winners=winners_of(node.get("winners")),
            outcome=text_of(node.get("outcome")),
        )
        plays = reckoning is None or is_played(node)
        texts = effects_of(given), texts_expected(node)
        return WrittenScenario(built, game, build, draft, *texts, reckoning, plays, plan), ()

    def _reckoning(self, node: Node | None, blueprint: Blueprint) -> tuple[Reckoning | None, list[Diagnostic]]:
        """Return (what a scenario expects of several games, diagnostics)."""
        if not isinstance(node, Mapping):
            return None, []
        by: AgainInfo | Plan | None
        name, faults = node.get("of"), unknown_again(node.get("again"), [each.id for each in blueprint.again])
        if name is not None:
            by, faults = self._plan(name)
        else:
            by = next((each for each in blueprint.again if each.id == text_of(node.get("again"))), None)
        if by is None:
            return None, faults
        rows = tuple(tuple(numbers_of(row)) for row in items_of(node.get("games")))
        winners, ratings = node.get("winners"), node.get("ratings")
        return Reckoning(
            node.span, by, rows, tuple(numbers_of(node.get("results"))),
            tuple(numbers_of(winners)) if winners is not None else None,
            tuple(numbers_of(ratings)) if ratings is not None else None,
        ), faults  # fmt: skip

    def _plan(self, node: Node) -> tuple[Plan | None, list[Diagnostic]]:
        """Return (match of the ruleset with a name or None, diagnostics)."""
        root = ruleset_root(self.ruleset)
        known = matches_of(root) if root is not None else {}
        name = text_of(node) or ""
        if name not in known:
            return None, [unknown_match(node, known)]
        if name not in self.plans:
            self.files = self.files or read_whole(self.ruleset, self.packages)
            as_shipped = not (self.covers or self.modules or self.variant)
            at_hand = AtHand(self.files.source, self._facts) if as_shipped else None
            plan, found, _ = check_match_file(known[name], at_hand)
            self.plans[name] = (plan, found)
        plan, found = self.plans[name]
        return plan, list(found)

    def _facts(self, modules: tuple[str, ...]) -> GameFacts:
        """Return the facts that a match needs about one of its games. Raises RulesetError if it has mistakes."""
        built = self._ready(modules, None, None).built
        if built.compiled is None:
            raise RulesetError(built.diagnostics, built.lines)
        return facts_of(built.compiled.unexplained)

    def _planned(self, given: Mapping) -> tuple[PlannedGame | None, list[Diagnostic]]:
        """Return (game of a match that a scenario is about or None, diagnostics)."""
        match, node = given.get("match"), given.get("game")
        if match is None or node is None:
            return None, []
        plan, faults = self._plan(match)
        games = {game.id: game for game in plan.games} if plan is not None else {}
        name = text_of(node) or ""
        if plan is not None and name not in games:
            faults.append(unknown_game(node, plan.id, games))
        return games.get(name), faults

    def _variant(self, node: Node | None, folder: Path | None) -> tuple[Path | None, list[Diagnostic]]:
        """Return (file of a scenario's variant or None, diagnostics), in the ruleset or next to the scenario's file."""
        name = text_of(node)
        if node is None or name is None:
            return None, []
        root = ruleset_root(self.ruleset)
        homes = [root, *self.packages]
        path = next((found for home in homes if (found := find_variant(name, home, folder)) is not None), None)
        if path is not None:
            return path, []
        return None, [unknown_variant(node, name, variants_in(root))]

    def _game(self, given: Mapping, planned: PlannedGame | None, file: Path | None) -> Ready:
        modules = tuple(texts_of(given.get("modules")))
        if planned is not None and planned.modules is not None:
            modules = planned.modules
        return self._ready(modules, file, given.get("patches"))

    def _ready(self, modules: tuple[str, ...], file: Path | None, patches: Node | None) -> Ready:
        known = self.games.get((modules, file, patches))
        if known is not None:
            return known
        watched = self.watches and not self.covers
        choice = Choice(self.ruleset, modules or self.modules, file or self.variant, watched)
        self.files = self.files or read_whole(self.ruleset, self.packages)
        self._read.setdefault(self.packages, self.files)
        files = files_for(choice, self._read, self.packages)
        settled = (settled_ids(files.source, choice) or modules, file, patches)
        if settled not in self.games:
            extra = patches if isinstance(patches, Sequence) else None
            built = build_ruleset(choice, extra_patches=extra, read=files)
            self.coverage.ignored.update({extra.span.file} if extra is not None else ())
            self.games[settled] = self._covered(built) if self.covers else traced_table(built)
        self.games[modules, file, patches] = self.games[settled]
        return self.games[settled]

    def _covered(self, built: Built) -> Ready:
        if built.compiled is None:
            return Ready(built)
        plan = built.cover_plan(traced=True)
        self.coverage.add_plan(plan)
        return Ready(built, *covered_game(plan), plan)


def traced_table(built: Built) -> Ready:
    """Return the game with its traced build alone. Most scenarios pass, and then no other code is needed."""
    if built.compiled is None:
        return Ready(built)
    blueprint = built.compiled.unexplained
    build = make_build(blueprint, built.compiled.traced_code, traced=True)
    return Ready(built, Game(blueprint, build), build)
