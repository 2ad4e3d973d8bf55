"""A new ruleset: a small whole game of cards, ready to be changed."""

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
version: 1.0.0
title: {{en: {title}}}
about: Players build a village from the cards in their hands, and the best one wins.

seats: {{min: 2, max: 4}}   # how many can play
languages: [en]

begins: whole_game        # the procedure that is the game, from beginning to end
sound: true               # what may be none, outside, full or 0 is an error: nothing may stop a game
"""

_LEDGER = """\
{modeline}kind: ledger

# Every rule of the game in a sentence. Entries and scenarios cite it by its id; `rulewright rules` shows which.
ruleset: {name}
rules:
  turn: On a turn, build a card from the hand for its cost and do what it says, or work for 2 coins and a card.
  end: Each player begins with 3 cards and 2 coins. After 6 rounds the player with most points wins.
  points: Each card in a village is worth its points.
"""

_CONTENT = """\
{modeline}kind: content

# What is printed on a card. Rules read it as c.cost, c.points and c.does.
kinds:
  - id: card
    title: {{en: Card}}
    fields:
      cost: {{type: number, about: Coins to pay when it is built}}
      points: {{type: number, about: Points at the end}}
      does: {{type: effect, about: What happens when it is built}}

# The cards. Change a number, or copy a line and give it an id of its own.
components:
  - {{id: well, kind: card, title: {{en: Well}}, copies: 4, cost: 1, points: 1, does: draw 1 from deck to hand}}
  - {{id: shop, kind: card, title: {{en: Shop}}, copies: 4, cost: 1, points: 1, does: gain 2 coin}}
  - {{id: bakery, kind: card, title: {{en: Bakery}}, copies: 4, cost: 2, points: 2, does: gain size(village) coin}}
  - {{id: library, kind: card, title: {{en: Library}}, copies: 4, cost: 3, points: 3, does: draw 2 from deck to hand}}
  - {{id: castle, kind: card, title: {{en: Castle}}, copies: 4, cost: 5, points: 6, does: gain 3 coin}}

# Where cards can be, and who sees them. `per: [seat]` means that each player has one.
zones:
  - {{id: deck, title: {{en: Deck}}, holds: card, visible: none, start: "true"}}
  - {{id: hand, title: {{en: Hand}}, per: [seat], holds: card, visible: owner}}
  - {{id: village, title: {{en: Village}}, per: [seat], holds: card, visible: all}}

# Numbers that go up and down.
counters:
  - {{id: round, title: {{en: Round}}, min: 0, max: 6}}
  - {{id: coin, title: {{en: Coins}}, per: [seat], min: 0, max: 99, start: 2}}

# What happens. A procedure is an effect with a name.
procedures:
  - whole_game() [end]: |
      shuffle deck
      for each s in seat: ask s: draw 3 from deck to hand
      repeat 6:
        gain 1 round
        for each s in seat: ask s: one_turn
    title: {{en: {title}}}

  - one_turn() [turn]: |
      choose:
        build for c in hand:
          pay c.cost coin                # not offered if there are too few coins
          move c to village
          do c.does
        work:
          gain 2 coin
          draw 1 from deck to hand
    title: {{en: Turn}}

# What counts at the end, for each player.
scoring:
  - {{id: village_points, title: {{en: Village}}, amount: sum(c.points for c in village), rules: [points]}}
"""

_SCENARIOS = """\
{modeline}kind: scenarios

# Small situations that prove the rules: a position, choices, and the result.

scenarios:
  - scenario: a shop costs a coin, brings two and is worth a point
    rules: [turn, points]
    given:
      arrange: "ask seat(1): move shop to hand"
      play: "ask seat(1): one_turn"
    when:
      - {{seat: 1, choose: build shop.1}}
    then:
      - seat(1).coin = 3
      - size(seat(1).village) = 1
      - seat(1).village_points = 1

  - scenario: nobody builds what costs more coins than there are
    rules: [turn]
    given:
      arrange: "ask seat(1): move shop to hand; move castle to hand"
      play: "ask seat(1): one_turn"
    when:
      - {{seat: 1, options: [build shop.1, work]}}
      - {{seat: 1, refused: build castle.1}}
      - {{seat: 1, choose: work}}
    then:
      - seat(1).coin = 4
      - size(seat(1).hand) = 3

  - scenario: a player without cards works in each of the six rounds
    rules: [end]
    given:
      seats: 2
      arrange: "ask seat(1): move deck to village"
      play: whole_game
    then:
      - round = 6
      - seat(2).coin = 14
      - seat(2).village_points = 0
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
