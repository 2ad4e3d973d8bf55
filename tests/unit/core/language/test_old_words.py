"""A text with a word of an earlier release means what it says with today's, and is laid out with that."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright.author.editor.formatting.effect_texts import KnownEntries
from rulewright.author.editor.formatting.formatting import formatted
from rulewright.core.language.mistakes import Mistake
from rulewright.core.language.old_words import OLD_WORDS
from rulewright.core.language.parse import parse_effect
from rulewright.core.language.unparse import unparse_effect
from rulewright.core.language.vocabulary import WORDS, words_named
from tests.reference.games import both_of
from tests.unit.core.compile.small_games import begun, faults_of, game_of, value

_WORLD = """\
procedures: [{id: play, does: "ask seat(1): pick n from 1..2"}]
"""
TEXT = """\
set leader to no_one  # no_one leads
if leader is not no_one: stop
ask no_one: stop
"""


def test_today_s_word_is_read_and_written() -> None:
    tree = parse_effect(TEXT)
    assert not isinstance(tree, Mistake)
    assert unparse_effect(tree).strip() == "set leader to none\nif leader is not none: stop\nask none: stop"


def test_fmt_writes_today_s_word_and_leaves_remarks_alone() -> None:
    content = "kind: content\nprocedures:\n  - gust(): |\n" + "".join(f"      {line}\n" for line in TEXT.splitlines())
    layout = formatted("gust.yaml", content.encode(), KnownEntries())
    assert layout.text == content.replace("no_one", "none").replace("none  # none", "none    # no_one")


@pytest.mark.parametrize("old", OLD_WORDS)
def test_nothing_is_named_so_as_long_as_it_means_today_s_word(tmp_path: Path, old: str) -> None:
    assert [each.code for each in faults_of(tmp_path, f"let {old} = 3")] == ["name-taken"]
    assert old not in {word.name for word in WORDS}
    assert words_named(old) == words_named(OLD_WORDS[old])[-1:]


MOVES = """\
move all of deck to bin  # move all of it
for each s in seat:
  move  all   of s.hand to deck; move all of deck to bin
"""


def test_a_zone_that_is_moved_is_all_of_it() -> None:
    tree = parse_effect(MOVES)
    assert not isinstance(tree, Mistake)
    today = "move deck to bin\nfor each s in seat:\n  move s.hand to deck\n  move deck to bin"
    assert unparse_effect(tree).strip() == today


def test_fmt_leaves_all_of_out_and_leaves_remarks_alone() -> None:
    content = "kind: content\nprocedures:\n  - gust(): |\n      move all of deck to bin  # move all of it\n"
    layout = formatted("gust.yaml", content.encode(), KnownEntries())
    assert layout.text == content.replace("move all of deck to bin", "move deck to bin       ")


def test_a_line_is_the_reach_of_a_border_and_other_things_may_be_named_so() -> None:
    text = "let line = size(line(b)) + man.line(b)  # line(b)\n"
    tree = parse_effect(text)
    assert not isinstance(tree, Mistake)
    assert unparse_effect(tree).strip() == "let line = size(reach(b)) + man.line(b)"
    content = f"kind: content\nprocedures:\n  - gust(): |\n      {text}"
    layout = formatted("gust.yaml", content.encode(), KnownEntries())
    assert layout.text == content.replace("size(line(b))", "size(reach(b))")
    assert words_named("line") == words_named("reach")


def test_nothing_that_is_called_with_a_value_is_named_line(tmp_path: Path) -> None:
    line = "quantities: [{id: line, takes: {n: number}, amount: n + 1}]\n"
    assert [each.code for each in faults_of(tmp_path, "gain 1 tide", line)] == ["name-taken"]
    assert not faults_of(tmp_path, "gain line tide", "quantities: [{id: line, amount: tide + 1}]\n")


def test_a_circle_may_have_two_radii_and_fmt_writes_it_where_an_ellipse_was() -> None:
    written = """\
kind: content
icons:
  - {id: oval, title: {en: Oval}, shapes: [{ellipse: [50, 50, 40, 20]}, {circle: [50, 50, 9]}]}
  - id: egg
    title: {en: Egg}
    shapes:
      - ellipse: [50, 50, 20, 40]
        paint: line
"""
    layout = formatted("icons.yaml", written.encode(), KnownEntries())
    assert layout.text == written.replace("ellipse:", "circle:")
    old, new = (both_of(text + _WORLD).game.blueprint.look.icons for text in (written, layout.text or ""))
    assert [shape.tag for shape in old["oval"].shapes] == ["ellipse", "circle"]
    assert old == new


@pytest.mark.parametrize("word", ["none", "no_one"])
def test_a_name_that_begins_as_none_is_no_seat(tmp_path: Path, word: str) -> None:
    does = f"let who = {word}\nif not exists(who): gain 1 tide\nset who to seat(1)\ngain who.coin tide"
    game = game_of(tmp_path, does)
    assert value(game, begun(game), "tide") == 7


NEXT = """\
next: gain 1 coin  # next: coin
if coin > 3:
  next after play: next
"""


def test_what_came_next_is_deferred_first_and_a_procedure_may_be_named_next() -> None:
    tree = parse_effect(NEXT)
    assert not isinstance(tree, Mistake)
    today = "later first: gain 1 coin\nif coin > 3: later first after play: next"
    assert parse_effect(today) is not None
    assert [line.strip() for line in unparse_effect(tree).splitlines()] == [
        "later first: gain 1 coin", "if coin > 3:", "later first after play: next",
    ]  # fmt: skip
    assert words_named("next") == words_named("later")


def test_fmt_defers_first_what_came_next_and_leaves_remarks_alone() -> None:
    content = "kind: content\nprocedures:\n  - gust(): |\n" + "".join(f"      {line}\n" for line in NEXT.splitlines())
    layout = formatted("gust.yaml", content.encode(), KnownEntries())
    expected = content.replace("next: gain 1 coin  #", "later first: gain 1 coin  #")
    assert layout.text == expected.replace("next after play", "later first after play")
