"""A new ruleset: a tiny whole game, ready to be changed."""

from __future__ import annotations

from pathlib import Path

from rulewright.author.editor.scaffolding.scaffold import (
    Scaffold,
    ScaffoldError,
    checked_name,
    modeline,
    shown,
    title_from_id,
)
from rulewright.core.pipeline import known_names

_MANIFEST = """\
{modeline}kind: ruleset
id: {name}
title: {{en: {title}}}
about: Players take stones from a heap, and nobody wants the last one.

seats: {{min: 2, max: 4}}   # how many can play
languages: [en]

modules:
  default: [base]         # a folder each; `rulewright new module` makes another one

begins: whole_game        # the procedure that is the game, from beginning to end
sound: true               # what may be none, outside, full or 0 is an error: nothing may stop a game
"""

_LEDGER = """\
{modeline}kind: ledger

# Every rule of the game in a sentence. Entries and scenarios cite it by its id; `rulewright rules` shows which.
ruleset: {name}
rules:
  turn: In turn order, each player takes one stone or two from the heap.
  end: The game ends when the heap is empty; the player with most points wins.
  points: Each stone is worth a point, but who took the last one loses 3.
"""

_MODULE = """\
{modeline}kind: module
id: base
title: {{en: {title}}}
"""

_CONTENT = """\
{modeline}kind: content

# Numbers that go up and down. `per: [seat]` means that each player has one.
counters:
  - {{id: heap, title: {{en: Heap}}, min: 0, max: 99, start: 11, about: Stones that are left}}
  - {{id: stones, title: {{en: Stones}}, per: [seat], min: 0, max: 99, about: Stones that a player has taken}}
  - {{id: last_stone, title: {{en: Last stone}}, per: [seat], min: 0, max: 1, about: 1 for who took the last stone}}

# What happens. A procedure is an effect with a name.
procedures:
  - id: whole_game
    title: {{en: {title}}}
    does: |
      repeat while heap > 0:
        for each s in seat:
          if heap > 0: ask s: one_turn
    rules: [turn, end]

  - id: one_turn
    title: {{en: Take stones}}
    does: |
      choose:
        take_one: take 1
        take_two:
          require heap >= 2                 # not offered otherwise
          take 2
    rules: [turn]

  - id: take
    takes: {{number_of_stones: number}}
    does: |
      lose number_of_stones heap
      gain number_of_stones stones
      if heap = 0: set last_stone to 1
    rules: [turn, points]

# What counts at the end, for each player.
scoring:
  - {{id: stones_taken, title: {{en: Stones}}, amount: stones, rules: [points]}}
  - {{id: last_stone_taken, title: {{en: Last stone}}, amount: 0 - 3 * last_stone, rules: [points]}}

# How the table looks on a screen.
table:
  - {{id: heap_line, line: "Heap {{heap}}"}}
  - {{id: player_lines, title: {{en: Players}}, per: [seat], line: "{{seat:8}} stones {{stones:2}}"}}
"""

_SCENARIOS = """\
{modeline}kind: scenarios

# Small situations that prove the rules: a position, choices, and the result.

scenarios:
  - scenario: a player takes two stones
    rules: [turn]
    given:
      play: "ask seat(1): one_turn"
    when:
      - {{seat: 1, options: [take_one, take_two]}}
      - {{seat: 1, choose: take_two}}
    then:
      - heap = 9
      - seat(1).stones = 2
      - seat(2).stones = 0

  - scenario: of one stone nobody takes two, so that nothing is asked; and the last one costs 3
    rules: [turn, points, end]
    given:
      arrange: set heap to 1
      play: whole_game
    then:
      - heap = 0
      - seat(1).stones = 1
      - seat(1).last_stone = 1
      - seat(1).stones_taken + seat(1).last_stone_taken = -2
      - seat(2).last_stone_taken = 0
"""


def new_ruleset(name: str, folder: Path) -> Scaffold:
    """Return the files of a new ruleset in a folder of its name. Raises ScaffoldError."""
    checked_name(name)
    if name in known_names():
        raise ScaffoldError(f"'{name}' is the name of a ruleset that comes with this program; choose another name")
    root = folder / name
    if root.exists():
        raise ScaffoldError(f"{root.as_posix()} already exists; choose another name, or another folder with --in")
    parts = (
        (root / "ruleset.yaml", "ruleset", _MANIFEST),
        (root / "rules.yaml", "ledger", _LEDGER),
        (root / "base" / "module.yaml", "module", _MODULE),
        (root / "base" / "game.yaml", "content", _CONTENT),
        (root / "scenarios" / "turns.yaml", "scenarios", _SCENARIOS),
    )
    files = tuple(
        (path, text.format(modeline=modeline(kind, path), name=name, title=title_from_id(name)))
        for path, kind, text in parts
    )
    at = shown(root)
    commands = (
        f"rulewright check {at}",
        f"rulewright test {at}",
        f"rulewright play {at} --seats human,random",
        f"rulewright simulate {at} --games 100",
    )
    return Scaffold(files, commands)
