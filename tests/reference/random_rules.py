"""Random rulesets: effects that nobody would write, but that the language allows, over one small world.

Everything is well-typed, so a ruleset made here must compile and be played without a crash, whatever it says.
"""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from dataclasses import dataclass, field

from tests.reference.random_components import indented, random_components, random_triggers, random_whole, with_transfers
from tests.reference.random_endings import ending, random_again, random_teams
from tests.reference.random_places import is_printed, with_printed_places
from tests.reference.random_turns import in_turn, pick_into, turns
from tests.reference.random_values import MAY_BE_NONE, POSITIONS, RISKY, Types, ValueAuthor
from tests.reference.random_world import ON_PLACES, PLAY, WORLD

SETS = ("set of card_piece", "set of number", "set of seat")
"""The types of sets that are kept under a name and handed over."""
PLACED = 0.4
"""How many of the rulesets have cards on the fields of a map; chance of its own says which, so that others stay."""


@dataclass(slots=True)
class Author(ValueAuthor):
    """Writes random effects; `is_whole` where they come to an end of their own, as those of free actions do not."""

    is_whole: bool = True
    gives: str = ""
    """What the procedure that is being written gives, by its type; empty for nothing."""
    giving: dict[str, str] = field(default_factory=dict)
    in_turn: bool = False

    def block(self, scope: Types, depth: int, most: int = 3) -> list[str]:
        inner = dict(scope)
        lines: list[str] = []
        for _ in range(self.rng.randint(1, most)):
            lines += self.statement(inner, depth)
        return lines

    def statement(self, scope: Types, depth: int) -> list[str]:
        """One statement; `let` and `pick` add to the scope."""
        weights = {"change": 8, "guard": 5, "move": 6, "let": 3, "pick": 4, "roll": 1, "call": 3, "leave": 2, "few": 2}
        if depth > 0:
            weights |= {"if": 5, "loop": 4, "choose": 5, "may": 2, "ask": 5 if self.in_turn else 1, "later": 2}
        kind = self.rng.choices(list(weights), list(weights.values()))[0]
        makers: dict[str, Callable[[Types, int], list[str]]] = {
            "change": self._change, "guard": self._guard, "move": self._move, "let": self._let, "pick": self._pick,
            "few": self._pick_set,
            "roll": self._pick, "call": self._call, "leave": self._leave, "if": self._if, "loop": self._loop,
            "choose": self._choose, "may": self._may, "ask": self._ask, "later": self._later,
        }  # fmt: skip
        if kind == "roll":
            return [line.replace("pick", "roll", 1).partition(" distinct")[0] for line in self._pick(scope, depth)]
        if kind == "pick" and self.in_turn and self.chance(30):
            return [pick_into(self, scope)]
        return makers[kind](scope, depth)

    def switch(self, scope: Types) -> str:
        """A counter that is a truth."""
        seat = self.one("lit", *(f"{name}.lit" for name in self.known(scope, "seat")))
        number = f"{self.number(scope, 0)} + 0"  # a number alone that is out of bounds is refused
        return self.one(seat, f"calm[{self.among(number, 1, 3)}]")

    def counter(self, scope: Types) -> str:
        seat = self.rng.choice(["", "", "me.", *(f"{name}." for name in self.known(scope, "seat"))])
        return self.one(
            f"{seat}coin", f"{seat}{self.stock_of(self.colour(scope, 1))}", "heat",
            self.depth_of(f"{self.number(scope, 1)} + 0"),
        )  # fmt: skip

    def _change(self, scope: Types, depth: int) -> list[str]:
        numbers = self.known(scope, "number")
        card, place = self.card(scope, 1), self.place(scope, 1)
        options = [
            f"{self.one('gain', 'lose')} ({self.number(scope, 1)}) {self.counter(scope)}",
            f"set {self.counter(scope)} to {self.number(scope, 2)}",
            f"set {self.switch(scope)} to {self.truth(scope, 1)}",
            f"set {self.one('offer', *(f'{name}.offer' for name in self.known(scope, 'seat')))} to "
            f"{self.one('none', self.number(scope, 1))}",
            f"set {self.one('lead to ' + self.seat(scope, 1), 'fav to ' + self.colour(scope, 1))}",
            f"set {self.one('held to ' + self.card(scope, 1), 'shown to ' + self.design(scope, 1))}",
            f"set stands to {self.place(scope, 1)}",
            *(f"{self.one('gain', 'lose')} ({self.number(scope, 1)}) {each}" for each in self.counted()),
            *(f"set road to {name}" for name in [*self.known(scope, "roads"), "none"]),
            f"if exists({card}): {self.one('gain', 'lose')} 1 worn[{card}]",
            *(f"{self.one('gain', 'lose')} 1 marks[{name}]" for name in self.known(scope, "field")),
            f"{self.one('gain', 'lose')} 1 visits[{self.sure(place, 'yonder')}]",
            self.one("flip {} up", "flip {} down", "flip {} aside", "show {} to others", "roll {}").format(
                self.piece_name(scope)
            ),
            *(f"roll {name}" for name in self.known(scope, SETS[0])),
            *(f"set {name} to {self.number(scope, 1)}" for name in numbers),
            *(f"set {name} to {self.colour(scope, 1)}" for name in self.known(scope, "colour")),
            *(f"set {name} to {self.value(type_, scope, 1)}" for name, type_ in scope.items() if type_ in SETS),
        ]
        return [self.rng.choice(options)]

    def _guard(self, scope: Types, depth: int) -> list[str]:
        return [self.one(f"pay ({self.number(scope, 1)}) {self.counter(scope)}", f"require {self.truth(scope, 2)}")]

    def _move(self, scope: Types, depth: int) -> list[str]:
        row, box = self.among(self.number(scope, 1), 1, 4), self.sure(self.colour(scope, 1), "green")
        space = self.one("row[2]", f"row[{row}]", f"box_of[{box}, 1]", *self.on_places(scope))
        room = "" if self.chance(RISKY) else f"if not exists({space}): "
        return [
            self.one(
                f"move {self.card(scope, 1)} {self.one('to', 'under')} {self.pile(scope)}",
                f"{room}move {self.card(scope, 1)} to {space}",
                f"move {self.zone(scope, 1)} to {self.pile(scope)}",
                f"draw ({self.number(scope, 1)}) from {self.pile(scope)} to {self.pile(scope)}",
                f"shuffle {self.one('deck', 'bin', 'hand')}",
                f"pass {self.one('hand', 'me.hand')} to {self.one('left', 'right')}",
                *(f"move {name} {self.one('to', 'under')} {self.pile(scope)}" for name in self.known(scope, SETS[0])),
            )
        ]

    def _let(self, scope: Types, depth: int) -> list[str]:
        plain = ("number", "number", "truth", "seat", "colour", "card_piece", "place")
        type_, name = self.one(*plain, *SETS), self.name()
        line = f"let {name} = {self.value(type_, scope)}"
        scope[name] = type_
        return [line]

    def _pick(self, scope: Types, depth: int) -> list[str]:
        set_, type_ = self.set_of(scope, 1)
        name = self.name()
        inner = {**scope, name: type_}
        where = self.going(inner, 1) + (f" where {self.truth(inner, 1)}" if self.chance(50) else "")
        distinct = f" distinct by {self.number(inner, 1)}" if self.chance(20) else ""
        scope[name] = type_
        return [f"pick {name} from {set_}{where}{distinct}"]

    def _pick_set(self, scope: Types, depth: int) -> list[str]:
        """Several picked at once; in its tests the name is each of them, from then on the set."""
        set_, type_ = self.set_of(scope, 1)
        name, number = self.name(), self.number(scope, 1)
        inner = {**scope, name: type_}
        many = self.one("1", "2", "1..2", "up to 3", "any", f"({number})", f"up to ({number})", f"1..max(1, {number})")
        where = self.going(inner, 1) + (f" where {self.truth(inner, 1)}" if self.chance(50) else "")
        distinct = f" distinct by {self.number(inner, 1)}" if self.chance(20) else ""
        scope[name] = f"set of {type_}"
        return [f"pick {many} {name} from {set_}{where}{distinct}"]

    def calling(self, name: str) -> str:
        """A call of a procedure, with nothing but what is always known."""
        return " ".join([name, *(f"({self.value(type_, {}, 1)})" for type_ in self.procedures[name])])

    def _call(self, scope: Types, depth: int) -> list[str]:
        if not self.may_call:
            return self._change(scope, depth)
        if not self.procedures or self.chance(30):
            return [f"do {self.piece_name(scope)}.act ({self.number(scope, 1)}) ({self.seat(scope, 1)})"]
        name = self.one(*self.procedures)
        given = [self.value(type_, scope, 1) for type_ in self.procedures[name]]
        if name not in self.giving or self.chance(20):
            return [" ".join([name, *(f"({each})" for each in given)])]
        result, seat = self.name(), self.one("", "", *(f"{each}." for each in self.known(scope, "seat")))
        scope[result] = self.giving[name]
        return [f"let {result} = {seat}{name}" + f"({', '.join(given)})" * bool(given or seat)]

    def _leave(self, scope: Types, depth: int) -> list[str]:
        if self.gives:
            return [f"stop with {self.value(self.gives, scope, 1)}"]
        if "playing" in self.words and self.chance(70):
            return [ending(self, scope)]
        return [self.one("stop", "nothing", "stop", "end game" if self.chance(10) else "nothing")]

    def _if(self, scope: Types, depth: int) -> list[str]:
        lines = [f"if {self.truth(scope, 2)}:", *indented(self.block(scope, depth - 1))]
        if self.chance(30):
            lines += [f"else if {self.truth(scope, 1)}:", *indented(self.block(scope, depth - 1))]
        if self.chance(50):
            lines += ["else:", *indented(self.block(scope, depth - 1))]
        return lines

    def _loop(self, scope: Types, depth: int) -> list[str]:
        if self.chance(50):
            set_, type_ = self.set_of(scope, 1)
            name = self.name()
            inner = {**scope, name: type_}
            where = self.going(inner, 1) + (f" where {self.truth(inner, 1)}" if self.chance(50) else "")
            order = self.order(inner, 1)
            return [f"for each {name} in {set_}{where}{order}:", *indented(self.block(inner, depth - 1))]
        if self.chance(70):
            return [f"repeat {self.one('2', '3', self.number(scope, 1))}:", *indented(self.block(scope, depth - 1))]
        name = self.name()
        body = ["set " + name + " to " + name + " - 1", *self.block({**scope, name: "fixed"}, depth - 1)]
        return [f"let {name} = 3", f"repeat while {name} > 0 and {self.truth(scope, 1)}:", *indented(body)]

    def _choose(self, scope: Types, depth: int) -> list[str]:
        parts = self.chance(15)
        gives = self.gives
        self.gives = "" if parts else gives  # a part gives nothing
        lines = ["in any order:" if parts else "choose:"]
        for _ in range(self.rng.randint(1, 3)):
            label, inner, over = self.name().replace("x", "way"), dict(scope), ""
            if self.chance(40):
                over = self._pick(inner, depth)[0].replace("pick", "for", 1).replace(" from ", " in ", 1)
                if self.chance(40) and " distinct by " not in over:
                    over += self._pick(inner, depth)[0].replace("pick", ",", 1).replace(" from ", " in ", 1)
            if parts and " distinct by " in over:
                over = over.partition(" distinct by ")[0]
            label = label if parts else f"{self.one('', '', 'confirm ')}{label}"
            lines += indented([f"{label}{' ' * bool(over)}{over}:", *indented(self.block(inner, depth - 1, 2))])
        if not parts and self.chance(25):
            lines += indented(["otherwise:", *indented(self.block(dict(scope), depth - 1, 2))])
        self.gives = gives
        return lines

    def _may(self, scope: Types, depth: int) -> list[str]:
        return ["may:", *indented(self.block(scope, depth - 1, 2))]

    def asking(self, body: str) -> list[str]:
        """Some seats, or all, asked at once."""
        if self.chance(30):
            return [f"ask each: {body}"]
        name = self.name()
        known = {name: "seat"}
        first = self.sure("lead", "me")
        seats = self.one("seat", "others", f"seats_from({first})", "others + others", "seats_from(me)")
        where = f" where {self.truth(known, 1)}" if self.chance(60) else ""
        lines = [body, f"if {self.truth(known, 1)}: gain 1 {name}.coin"]
        self.rng.shuffle(lines)
        return [f"ask each {name} in {seats}{where}:", *indented(lines)]

    def _ask(self, scope: Types, depth: int) -> list[str]:
        if self.in_turn and self.chance(70):
            left, head, inner = turns(self, scope)
            body = [f"set {left} to {left} - 1", *self.block(inner, depth - 1)]
            return [f"let {left} = 5", head, *indented(body)]
        return [f"ask ({self.seat(scope, 1)}):", *indented(self.block(scope, depth - 1))]

    def _later(self, scope: Types, depth: int) -> list[str]:
        """What waits calls nothing, as that could be what it waits for, and keeps no sets."""
        may_call, self.may_call = self.may_call, False
        gives, self.gives = self.gives, ""
        until = self.one(*(f" after {name}" for name in ("play", "together")), *[""] * (2 * self.is_whole))
        kept = {name: type_ for name, type_ in scope.items() if not type_.startswith("set of ")}
        lines = [f"{self.one('later', 'later first')}{until}:", *indented(self.block(kept, depth - 1, 2))]
        self.may_call, self.gives = may_call, gives
        return lines


def random_ruleset(seed: int) -> str:
    """The content of a random module, the same for the same seed."""
    author = Author(random.Random(seed), in_turn=in_turn(seed))
    author.words |= {*POSITIONS} if author.chance(30) else set()
    counted = ("positions:", *POSITIONS.values()) if author.counted() else ()
    refill = author.one("", ", refill: bin", ", refill: bin, keeps_top: true")
    world = WORLD
    if random.Random(f"places {seed}").random() < PLACED:
        author.words |= {"spread", "camp"}
        world = world.replace("zones:\n", "zones:\n" + ON_PLACES)
    world = with_printed_places(world, seed)
    author.words |= {"printed"} if is_printed(world) else set()
    text = [world.replace("REFILL", refill), *counted, "quantities:"]
    teams = random_teams(author)  # first, when nothing is known yet that may ask for the team of a seat itself
    if author.chance(60):
        author.words |= {"playing", *author.rng.choice(((), ("team",)))}
    two: Types = {"k": "number", "c": "colour"}
    add, when = author.number(two, 1), author.truth(two, 1)
    given: list[tuple[str, Types, str]] = [("best", {}, "colour"), ("likes", {"c": "colour"}, "truth")]
    given += [("small", {}, "1..3"), ("scaled", two, "number"), ("worth", {}, "number")]
    for word, takes, gives in given:
        amount = author.value(gives, takes, 3)
        text.append(f'  - {{id: {word}, takes: {_mapping(takes)}, gives: {gives}, amount: "{amount}"}}')
        author.words.add(word)
    text.append("modifiers:")
    text.append(f'  - {{id: more, quantity: scaled, add: "{add}", when: "{when}"}}')
    text += random_whole(seed)
    text += [random_components(author, author.block), *random_triggers(author, seed), "procedures:"]
    author.words |= {"fit", "value", "suits", "among"}
    author.may_call = True
    for number in range(author.rng.randint(2, 5)):
        takes = {
            f"a{k}": author.one("number", "seat", "colour", "card_piece", "place", "1..3", *SETS)
            for k in range(author.rng.randrange(3))
        }
        author.gives = author.one("", "", "number", "truth", "colour", "card_piece", SETS[0], SETS[2])
        text.append(_procedure(author, f"proc_{number}", takes))
        author.procedures[f"proc_{number}"] = tuple(takes.values())
        author.giving |= {f"proc_{number}": author.gives} if author.gives else {}
        author.gives = ""
    text.append(_procedure(author, "together", {}))
    choices = [f"              way_{name}: {author.calling(name)}" for name in author.procedures]
    free = _free_actions(author)
    play = PLAY.replace("CHOICES", "\n".join(choices)).replace("ROUNDS", "5")
    text.append(play.replace("ASKING", "\n".join(indented(author.asking("together"), " " * 8))))
    content = [*text, *free, *random_again(author), *(teams if "team" in author.words else [])]
    return with_transfers("\n".join(content), seed)


def _mapping(takes: Types) -> str:
    """What is taken: the things of which none may be handed over say so, seats and bounded numbers seldom break it."""
    types = {name: f"{type_} or none" if type_ in MAY_BE_NONE else type_ for name, type_ in takes.items()}
    return "{" + ", ".join(f"{name}: {type_}" for name, type_ in types.items()) + "}"


def _procedure(author: Author, name: str, takes: Types) -> str:
    lines = author.block(takes, 2, 5)
    head = [f"  - id: {name}", f"    takes: {_mapping(takes)}"]
    if author.gives:
        head.append(f"    gives: {author.gives}")
        lines.append(f"stop with {author.value(author.gives, takes, 2)}")
    return "\n".join([*head, "    does: |", *indented(lines, " " * 6)])


def _free_actions(author: Author) -> list[str]:
    """Free actions in the course of procedures; most of them cost something, so that they do not go on for ever."""
    lines = ["free_actions:"]
    for number in range(author.rng.randrange(3)):
        scope: Types = {}
        over = author._pick(scope, 1)[0].removeprefix("pick ").replace(" from ", " in ", 1).split(" distinct by ")[0]
        during = author.rng.sample([*author.procedures, "together"], author.rng.randint(1, 2))
        lines.append(f"  - {{id: free_{number}, during: [{', '.join(during)}],")
        lines += [f"     for: {json.dumps(over)},"] if author.chance(50) else []
        author.is_whole = False
        effect = author.block(scope if "for:" in lines[-1] else {}, 1)
        author.is_whole = True
        lines += [f"     when: {json.dumps(author.truth({}, 2))},"] if author.chance(50) else []
        lines.append(f"     does: {json.dumps(chr(10).join([author.one('pay 1 coin', 'gain 1 heat'), *effect]))}}}")
    return lines if lines[1:] else []
