"""Many random rulesets in lockstep: both back ends and the reference evaluator, for as many seeds as are asked for.

    python -m tests.properties.random_lockstep 20000..21999

The tests play fewer of them (`test_lockstep.py`). Each ruleset is played three times. What they are made of is counted,
so that none can be without fault by leaving something out. 2,000 rulesets take about 20 minutes of one core.
"""

from __future__ import annotations

import re
import sys
import time
from collections import Counter

from tests.reference.lockstep import parting, small_pair
from tests.reference.random_rules import random_ruleset

GAMES = 3
MOST = 200
CONSTRUCTS = {
    "pick of several": r"\bpick (any|up to|\d|\()",
    "parts in any order": r"\bin any order:",
    "options over two sets": r"\bway\d* for x\d+ in .*, x\d+ in ",
    "set under a name": r"set of (card_piece|number|seat)|let x\d+ = \(x\d+ in ",
    "A - B": r" - (hand|row|bin|deck|x\d+|box_of|\()",
    "A + thing": r" \+ ((me|lead|held)\b(?!\.)|(top|bottom)\([a-z.0-9]+\)(?!\.))",
    "A - thing": r" - ((me|lead|held)\b(?!\.)|(top|bottom)\([a-z.0-9]+\)(?!\.))",
    "by a test": r"\b(most|least) (\(?not |coin >|mode is|exists\(|any\(|every\(|none\()",
    "all of a family": r"\[all\]",
    "gives": r"gives: (number|truth|colour|card_piece|set)[^}]*$",
    "gives: set": r"gives: set of",
    "test or amount with takes": r"\.(suits|among)\(",
    "later first": r"\blater first( after \w+)?:",
    "later": r"\blater( after \w+)?:",
    "while, until": r" in [^:]* (while|until) ",
    "ask in turn": r"\bask in turn",
    "ask in turn while, until": r"\bask in turn.* (while|until) x\d+ [<>] [01] (and|or) ",
    "pick that sets": r"^\s*(pick|roll) (heat|coin|lead|fav) from",
    "turn, opposite": r"\b(turn|opposite)\(",
    "step": r"\bstep\(",
    "lists by a value": r"\.sums\[(red|green|blue|fav|turn\()",
    "reach, ray": r"\b(reach|ray)\(",
    "neighbours, borders": r"\b(neighbours|borders)\(",
    "distance": r"\bdistance\(",
    "longest_way": r"\blongest_way\(",
    "left, right": r"\b(left|right)\(",
    "pass to a neighbour": r"\bpass (me\.)?hand to",
    "show": r"\bshow .* to others",
    "roll of a piece": r"^\s*roll (x\d+|top|bottom|held)",
    "refill": r"refill: bin",
    "keeps_top": r"keeps_top: true",
    "positions": r"\b(gain|lose) .* (seen|met)$",
    "end won, lost, drawn": r"end game (won|lost|drawn)",
    "end game for": r"end game (ahead )?for",
    "teams, outcomes": r"^teams:",
    "halves": r"halves: true",
    "or else": r" or else ",
    "counters that may be none": r"^\s*set (x\d+\.)?offer to ",
    "pieces on places": r"(spread|camp)\[",
    "what is printed on places": r"\.(steep|rough|flows|hue)\b",
    "asked at once": r"\bask each\b",
    "places of pieces": r"\.space (is|is not) |\(.*\.space\)|\.space\.row",
    "a modifier of the whole": r"quantity: scaled, amount: ",
    "from counter to counter": r"^\s*(pay|gain) \(.*\) \S+ (to|from) \S+$",
    "a trigger that is told": r"change: .*\b(was|it|came)\b",
    "triggers in any order": r"order: any",
    "a trigger on a zone": r"change: (hand|row|box_of|bin),",
    "counters of truths": r"^\s*set (x\d+\.)?(lit|calm\[.*\]) to ",
}
"""What is counted, each by a line of a ruleset that has it."""


def constructs_of(content: str) -> set[str]:
    """What a random ruleset is made of."""
    return {name for name, has in CONSTRUCTS.items() if re.search(has, content, re.MULTILINE)}


def fault_of(seed: int) -> str:
    """Where three games of a random ruleset part; empty where they do not."""
    pair = small_pair(random_ruleset(seed))
    for game in range(GAMES):
        fault = parting(pair, game, most=MOST, walks=True)
        if fault:
            return f"random ruleset {seed}, game {game}: {fault}"
    return ""


def main(text: str) -> int:
    first, last = (int(each) for each in text.split(".."))
    used, faults, begun = Counter[str](), list[str](), time.process_time()
    for seed in range(first, last + 1):
        content = random_ruleset(seed)
        used.update(constructs_of(content))
        fault = fault_of(seed)
        if fault:
            faults.append(fault)
            print(fault, flush=True)
        if (seed - first + 1) % 100 == 0:
            print(f"{seed - first + 1} rulesets, {len(faults)} faults, {time.process_time() - begun:.0f} s", flush=True)
    print(f"{last - first + 1} random rulesets (seeds {text}), {GAMES} games each: {len(faults)} faults")
    for name in CONSTRUCTS:
        print(f"  {used[name]:5} with {name}")
    return bool(faults)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
