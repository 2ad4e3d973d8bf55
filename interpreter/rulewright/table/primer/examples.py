"""Examples of play: scenarios with their table before and after, the choices and their results.

Authors mark scenarios that are for players by `example:`. Without any, a few short scenarios stand for the rules they
prove.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from rulewright.core.compile.overlay import with_texts
from rulewright.core.load.ledger import cited
from rulewright.core.load.scenarios import given_of
from rulewright.core.locales.catalogue import ENGLISH
from rulewright.core.locales.wording import said_of, title_in
from rulewright.core.model.document import Mapping, Node, items_of, text_of, values_of
from rulewright.core.model.events import Answered, Event
from rulewright.core.model.game import Game, State
from rulewright.core.pipeline import Choice, ReadRuleset, build_ruleset
from rulewright.observe.naming import option_title, question, seat_title
from rulewright.observe.words.events import sentences
from rulewright.play.scenarios.runner import ScenarioRunner, traced_table
from rulewright.play.scenarios.scenario import enacted
from rulewright.table.drawing.still import framed, scene_of, still_areas
from rulewright.table.pages.html import Markup, anchor, element, markup
from rulewright.table.primer.gathered import Primer

_MOST: Final = 4
_MOST_CHOICES: Final = 3
_MOST_LINES: Final = 8
_OTHER_TABLES: Final = frozenset({"modules", "variant", "patches", "match", "settings"})


@dataclass(frozen=True, slots=True)
class ActedScenario:
    """A scenario as it went, each choice with what happened up to the next one.

    `example` is what its author says of it to players, by language, perhaps nothing.
    """

    sentence: str
    example: dict[str, str]
    game: Game
    before: State
    choices: tuple[tuple[Answered, tuple[Event, ...]], ...]
    after: State


@dataclass(frozen=True, slots=True)
class TablePlayed:
    """The table that is shown: its game, and the examples that were played at it."""

    game: Game
    examples: tuple[ActedScenario, ...]


def table_played(choice: Choice, read: ReadRuleset, scenarios: tuple[Mapping, ...]) -> TablePlayed | None:
    """Return the table of a choice with its examples, None if the ruleset is wrong.

    Its files have been read.
    """
    runner = ScenarioRunner(choice.ruleset, choice.modules, choice.variant, watches=False, files=read)
    usual = traced_table(build_ruleset(choice, read=read))
    if usual.game is None:
        return None
    runner.games[(), None, None] = usual
    found = [example for each in _chosen(scenarios) if (example := _acted(runner, each)) is not None]
    return TablePlayed(usual.game, tuple(found[: max(_MOST, sum(bool(each.example) for each in found))]))


def _chosen(scenarios: tuple[Mapping, ...]) -> list[Mapping]:
    """Return the scenarios marked as examples, or else short ones for one rule after another."""
    marked = [each for each in scenarios if each.get("example") is not None]
    if marked:
        return marked
    groups: set[str] = set()
    found = []
    for each in filter(_is_plain, scenarios):
        proved = {rule.partition(".")[0] for rule in cited(each)}
        if proved - groups:
            groups |= proved
            found.append(each)
    return found[:_MOST]


def _is_plain(scenario: Mapping) -> bool:
    """Return whether nothing but a few choices is made, at a table as most people play."""
    steps = items_of(scenario.get("when"))
    usual = _OTHER_TABLES.isdisjoint(given_of(scenario).keys())
    return usual and scenario.get("match") is None and 0 < sum(map(_chooses, steps)) <= _MOST_CHOICES


def _chooses(step: Node) -> bool:
    return isinstance(step, Mapping) and text_of(step.get("choose")) is not None


def _said(scenario: Mapping) -> dict[str, str]:
    return {key.text: each.text for key, each in values_of(scenario.get("example"))}


def _acted(runner: ScenarioRunner, node: Mapping) -> ActedScenario | None:
    """Return a scenario played through, None if it is wrong or makes no choice."""
    written, faults = runner.written_one(node)
    if written is None or faults or written.built.compiled is None:
        return None
    texts = with_texts(written.built.compiled, written.game, written.build, written.effects, written.amounts)
    game, build, numbers, kinds, faults = texts
    course = enacted(game, build, written.scenario(numbers, kinds)) if not faults else None
    return ActedScenario(written.draft.sentence, _said(node), game, *course) if course is not None else None


def examples_told(primer: Primer, examples: tuple[ActedScenario, ...]) -> tuple[tuple[str, Markup, Markup], ...]:
    """Return each example by its anchor, its heading and what is shown of it."""
    return tuple(
        (anchor("example", str(number)), _heading(primer, each), _shown(primer, each))
        for number, each in enumerate(examples, 1)
    )


def _heading(primer: Primer, example: ActedScenario) -> Markup:
    told = title_in(example.example, primer.language, "") if example.example else ""
    own = primer.language in example.example or primer.language == ENGLISH
    sentence = told or example.sentence
    sentence = sentence[:1].upper() + sentence[1:]
    return markup(sentence) if own else element("span", sentence, lang=ENGLISH)


def _shown(primer: Primer, example: ActedScenario) -> Markup:
    language = primer.language
    seat = max(0, example.choices[0][0].seat)
    then = [each.drawn for each in still_areas(scene_of(example.game, example.before, seat, language))]
    now = [each.drawn for each in still_areas(scene_of(example.game, example.after, seat, language))]
    before, after = _differing(then, now)
    steps = (element("li", line) for each in example.choices for line in _choice(primer, example.game, *each))
    return element(
        "article",
        element("h4", primer.word("position")), framed(*before) if before else None,
        element("h4", primer.word("choice")), element("ol", steps, class_="steps"),
        element("h4", primer.word("outcome")), framed(*after) if after else None,
        class_="example",
    )  # fmt: skip


def _differing(then: list[Markup], now: list[Markup]) -> tuple[list[Markup], list[Markup]]:
    """Return the areas that do not look alike any more."""
    return [each for each in then if each not in now], [each for each in now if each not in then]


def _choice(primer: Primer, game: Game, chosen: Answered, events: Sequence[Event]) -> Iterator[Markup]:
    blueprint, language = game.blueprint, primer.language
    asked = question(blueprint, chosen.site, language)
    option = option_title(blueprint, chosen.site, chosen.code, language)
    told = list(sentences(game, events, None, language))[:_MOST_LINES]
    lines = element("ul", (element("li", each) for each in told)) if told else None
    who = seat_title(blueprint, chosen.seat, language)
    yield markup(f"{who} - ", said_of(language, asked, ""), element("b", option), lines)
