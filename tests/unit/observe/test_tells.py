"""How the log tells of a choice, in a sentence of the author's."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright.core.model.events import Event
from rulewright.core.pipeline import Built, Choice, build_ruleset
from rulewright.core.run.build import traced_build
from rulewright.core.run.steps import start, step
from rulewright.observe.words.choices_told import chosen_event
from rulewright.observe.words.events import sentences
from rulewright.play.records.replay import offered
from tests.reference.games import write_small

_WORLD = """\
kind: content
enumerations:
  - {{id: role, title: {{en: Role}}, values: [{{id: baker, title: {{en: Baker, pl: Piekarz}}}}, miller]}}
kinds:
  - {{id: card, title: {{en: Card}}}}
components:
  - {{id: rose, kind: card, copies: 3, title: {{en: Rose}}, source: {{doc: DOC, place: a}}}}
  - {{id: lily, kind: card, title: {{en: Lily}}, source: {{doc: DOC, place: a}}}}
zones:
  - {{id: hand, per: [seat], holds: card, visible: owner}}
  - {{id: row, title: {{en: Row}}, holds: card, visible: owner}}
procedures:
  - id: play
    does: |
      for each c in pieces(card): move c to hand
      turn
  - id: turn
    title: {{en: Turn}}
    tells: {tells}
    does: |
      {does}
free_actions:
  - {{id: wave, title: {{en: Wave}}, during: [turn], does: nothing, tells: {{wave: {{en: waves}}}}}}
"""
_CLAIM = "{claim: {en: 'claims to be the {it}', pl: 'twierdzi: jestem {it}'}, hide: {en: says nothing}}"
_CHOOSE = "choose:\n        claim for r in role: nothing\n        hide: nothing"


def built_with(folder: Path, tells: str, does: str) -> Built:
    write_small(folder / "small", _WORLD.format(tells=tells, does=does))
    manifest = folder / "small" / "ruleset.yaml"
    manifest.write_text(manifest.read_text("utf-8").replace("[en]", "[en, pl]"), "utf-8")
    return build_ruleset(Choice(str(folder / "small")))


def heard(folder: Path, tells: str, does: str, *keys: str, seat: int = 1, language: str = "en") -> list[str]:
    """What a seat hears of choices of seat 1."""
    game = built_with(folder, tells, does).game()
    build = traced_build(game)
    state = start(game, seats=2, seed=1, build=build)
    events: list[Event] = []
    for key in keys:
        code = offered(game, state)[key]
        events.append(chosen_event(game, state, code))
        assert build.events is not None
        build.events.clear()
        step(game, state, code, build=build)
        events += build.events
    return list(sentences(game, events, seat, language))


@pytest.mark.parametrize(
    ("tells", "does", "keys", "line"),
    [
        (_CLAIM, _CHOOSE, ["claim baker"], "seat 1: claims to be the Baker"),
        (_CLAIM, _CHOOSE, ["hide"], "seat 1: says nothing"),
        ("{n: {en: 'bids {it|coin|coins}'}}", "pick n from 1..3", ["2"], "seat 1: bids 2 coins"),
        ("{c: {en: 'gives {it}'}}", "pick c from hand", ["lily"], "seat 1: gives Card, face down"),
        ("{c: {en: 'gives {it}'}}", "pick 2 cards from hand\n      pick c from hand",
         ["cards rose.1", "cards rose.2", "lily"], "seat 1: gives Card, face down"),
        ("{cards: {en: 'keeps {it}'}}", "pick 2 cards from hand", ["cards rose.1", "cards lily"],
         "seat 1: keeps 2 × Card, face down"),
        ("{yes: {en: rests}}", "may: nothing", ["yes"], "seat 1: rests"),
        ("{yes: {en: rests}}", "may: nothing", ["no"], "seat 1: Turn: no"),
        ("{yes: {en: rests}}", "may: nothing", ["wave"], "seat 1: waves"),
    ],
)  # fmt: skip
def test_a_choice_is_told_as_its_author_says(tmp_path: Path, tells: str, does: str, keys: list[str], line: str) -> None:
    assert heard(tmp_path, tells, does, *keys)[-1] == line


def test_who_sees_what_was_chosen_is_told_it_by_name(tmp_path: Path) -> None:
    own = heard(tmp_path, "{c: {en: 'gives {it}'}}", "pick c from hand", "lily", seat=0)
    assert own == ["seat 1: gives Lily"]


def test_a_sentence_is_told_in_the_language_of_the_reader(tmp_path: Path) -> None:
    assert heard(tmp_path, _CLAIM, _CHOOSE, "claim baker", language="pl") == ["gracz 1: twierdzi: jestem Piekarz"]


@pytest.mark.parametrize(
    ("tells", "message", "hint"),
    [
        ("{calim: {en: lies}}", "no option or pick of 'turn' is named 'calim'", "did you mean 'claim'?"),
        ("{hide: {en: 'hides {it}'}}", "'it' is not available in 'hide'", "write no placeholder here"),
        ("{claim: {en: 'is {role}'}}", "'role' is not available in 'claim'", "known names: it"),
    ],
)
def test_what_cannot_be_told_is_a_mistake(tmp_path: Path, tells: str, message: str, hint: str) -> None:
    found = built_with(tmp_path, tells, _CHOOSE).diagnostics
    assert [(each.message, each.hint) for each in found] == [(message, hint)]
