"""Random expressions: numbers, truths, things and sets over the small world of `random_rules.py`, all well-typed."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass, field

from rulewright.core.model.primitives import BUILT_INS
from tests.reference.put_off import Parts, put_off
from tests.reference.random_places import directions_of_places, numbers_of_places, truths_of_places

COLOURS = ("red", "green", "blue")
CARDS = ("ace", "two", "own")
Types = dict[str, str]
RISKY = 1
"""How often, in a hundred times, what may lie outside or be none is used unseen; there the game stops at a limit."""

MAY_BE_NONE = ("colour", "card_piece", "card", "place")
"""The types of which a value may be none; of a seat it is one that there is, but seldom."""

POSITIONS = {
    "seen": "  - {id: seen, of: [heat, lead, fav, row, bin]}",
    "met": "  - {id: met, of: [stock, held], most: 2}",
}
"""Counters of positions, which some rulesets have."""


@dataclass(slots=True)
class ValueAuthor:
    """Writes random expressions. A scope maps the names known at a place to their types."""

    rng: random.Random
    procedures: dict[str, tuple[str, ...]] = field(default_factory=dict)
    words: set[str] = field(default_factory=set)
    may_call: bool = False
    names: int = 0
    parts: Parts = field(default_factory=Parts)

    def one(self, *values: str) -> str:
        return self.rng.choice(values)

    def chance(self, percent: int) -> bool:
        return self.rng.randrange(100) < percent

    def allowed(self, **texts: str) -> list[str]:
        """The texts whose word has been given a meaning by now."""
        return [text for word, text in texts.items() if word in self.words]

    def name(self) -> str:
        self.names += 1
        return f"x{self.names}"

    def sure(self, thing: str, otherwise: str) -> str:
        """A thing in place of one that may be none, but seldom."""
        if self.chance(RISKY):
            return thing
        return f"({thing} or else {otherwise})" if self.chance(25) else f"({thing} if exists({thing}) else {otherwise})"

    def of(self, thing: str, value: str, otherwise: str = "0") -> str:
        """A value of what may be none, most often asked for only where it is there."""
        if self.chance(RISKY):
            return value
        return f"({value} or else {otherwise})" if self.chance(25) else f"({value} if exists({thing}) else {otherwise})"

    def among(self, number: str, low: int, high: int) -> str:
        """A number between two, but seldom."""
        return number if self.chance(RISKY) else f"max({low}, min({number}, {high}))"

    def depth_of(self, number: str) -> str:
        return f"depth[{self.among(number, 1, 3)}]"

    def stock_of(self, colour: str) -> str:
        return f"stock[{self.sure(colour, 'red')}]"

    def known(self, scope: Types, type_: str) -> list[str]:
        return [name for name, found in scope.items() if found == type_]

    def value(self, type_: str, scope: Types, depth: int = 2) -> str:
        makers: dict[str, Callable[[Types, int], str]] = {
            "number": self.number,
            "truth": self.truth,
            "seat": lambda scope, depth: self.sure(self.seat(scope, depth), "me"),
            "colour": self.colour,
            "card_piece": self.card,
            "card": self.design,
            "place": self.place,
            "1..3": lambda scope, depth: self.among(self.number(scope, depth), 1, 3),
            "set of card_piece": lambda scope, depth: self.set_as_value("card_piece", scope, depth),
            "set of number": lambda scope, depth: self.set_as_value("number", scope, depth),
            "set of seat": lambda scope, depth: self.set_as_value("seat", scope, depth),
        }
        return makers[type_](scope, depth)

    def counted(self) -> list[str]:
        """The counters of positions, if there are any."""
        return [each for each in POSITIONS if each in self.words]

    @put_off
    def number(self, scope: Types, depth: int) -> str:
        down = depth - 1
        options = [str(self.rng.randrange(5)), *self.known(scope, "number"), "coin", "heat", "me.number", "seats"]
        options += ["grade", *self.counted()]
        if depth > 0:
            set_, type_ = self.set_of(scope, down)
            name = self.name()
            inner = {**scope, name: type_}
            seat = self.one("me", *self.known(scope, "seat"))
            piece, place = self.piece_name(scope), self.place(scope, 0)
            divisor = self.number(scope, down)
            divisor = f"(heat * {divisor})" if self.chance(RISKY) else f"max(1, {divisor})"
            options += [
                f"({self.number(scope, down)} {self.one(*'+-*')} {self.number(scope, down)})",
                f"({self.number(scope, down)} {self.one(*'/%')} {divisor})",
                f"(-{self.number(scope, down)})",
                f"({self.number(scope, down)} if {self.truth(scope, down)} else {self.number(scope, down)})",
                self.stock_of(self.colour(scope, down)),
                self.depth_of(f"{self.number(scope, down)} + 0"),
                self.of(seat, f"{seat}.{self.one('coin', 'stock[blue]', 'number')}"),
                self.printed(piece),
                f"({piece}.sums[1] if size({piece}.sums) > 1 else 2)",
                f"({piece}.sums[{self.number(scope, down)}] or else {self.number(scope, down)})",
                f"({piece}.sums[{self.colour(scope, down)}] or else {self.number(scope, down)})",
                self.ahead(scope, down),
                f"({self.number(scope, down)} {self.one(*'/%')} (heat * {self.number(scope, down)})"
                " or else depth[coin] or else 3)",
                f"({self.one('', '1 + ')}{self.number(scope, down)} or else {self.number(scope, down)})",
                self.of(piece, f"worn[{piece}]"),
                self.of(place, f"visits[{place}]"),
                self.of(piece, self.depth_of(f"{piece}.rank")),
                self.of("road", "road.toll"),
                self.of("offer", "offer"),
                *(f"marks[{name}] + {name}.row" for name in self.known(scope, "field")),
                *(f"distance({name}, f_b2)" for name in self.known(scope, "field")),
                self.longest_way(scope, down),
                self.distance(self.one("f_a1", "f_c3", *self.known(scope, "field")), scope, down),
                *numbers_of_places(self, scope),
                *(f"{name}.toll" for name in self.known(scope, "roads")),
                *(f"{name}.at" for name in self.known(scope, "part")),
                *(self.one(self.depth_of(name), f"depth[{name}]") for name in self.known(scope, "1..3")),
                self.of(piece, self.depth_of(f"{piece}.{self.one('level', 'face')}")),
                f"count({name} in {set_}{self.going(inner, down)} where {self.truth(inner, down)})",
                f"{self.one('sum', 'highest', 'lowest')}({self.number(inner, down)} for {name} in {set_})",
                f"size({self.zone(scope, down)})",
                f"{self.one('min', 'max')}({self.number(scope, down)}, {self.number(scope, down)})",
                f"abs({self.number(scope, down)})",
                self.built_in(scope, down),
            ]
            options += self.allowed(
                worth=self.of(seat, f"{seat}.worth"),
                small=self.of(seat, self.depth_of(f"{seat}.small")),
                scaled=f"scaled({self.number(scope, down)}, {self.colour(scope, down)})",
                value=self.of(piece, f"{piece}.value"),
                among=self.of(piece, f"{piece}.among({self.zone(scope, down)}, {self.card(scope, 0)})"),
            )
        return self.rng.choice(options)

    @put_off
    def built_in(self, scope: Types, depth: int) -> str:
        """A function of numbers, whichever there are; one may divide by all but its first argument."""
        word = self.rng.choice(list(BUILT_INS.values()))
        more = [f"max(1, {self.number(scope, depth)})" for _ in word.parameters[1:]]
        return f"{word.name}({', '.join([self.number(scope, depth), *more])})"

    @put_off
    def truth(self, scope: Types, depth: int) -> str:
        down = depth - 1
        options = [f"coin > {self.rng.randrange(6)}", f"heat {self.one('<', '>=', '=')} 1", "mode is long_mode"]
        options += [f"({name})" for name in self.known(scope, "truth")]
        options += ["lit", f"calm[{self.rng.randrange(1, 4)}]", f"offer {self.one('is', 'is not')} none"]
        if depth > 0:
            set_, type_ = self.set_of(scope, down)
            name = self.name()
            inner = {**scope, name: type_}
            domain, piece = self.one("seat", "colour", "card_piece"), self.piece_name(scope)
            options += [
                f"{self.number(scope, down)} {self.one('=', '!=', '<', '<=', '>', '>=')} {self.number(scope, down)}",
                f"({self.truth(scope, down)} {self.one('and', 'or')} {self.truth(scope, down)})",
                f"not ({self.truth(scope, down)})",
                f"({self.truth(scope, down)} or else {self.truth(scope, down)})",
                f"{self.value(domain, scope, down)} {self.one('is', 'is not')} {self.value(domain, scope, down)}",
                f"exists({self.one(self.value(domain, scope, down), self.zone(scope, down), 'row[2]', 'lead', 'fav')})",
                "exists(offer)",
                f"offer {self.one('=', '!=')} {self.number(scope, down)}",
                f"{self.one('any', 'none', 'every')}({name} in {set_} where {self.truth(inner, down)})",
                self.of(piece, f"{piece}.{self.one('wild', 'up', 'down')}", "false"),
                f"exists({piece}.{self.one('act', 'fit', 'value', 'among')})",
                *truths_of_places(self, scope),
                *(f"{each}.space {self.one('is', 'is not')} {piece}.space" for each in self.on_places(scope)[-1:]),
            ]
            if self.may_call and self.chance(40):
                options.append(f"possible({self.asked(scope, down)})")
            likes = f"likes({self.colour(scope, down)})"
            suits = f"{piece}.suits({self.number(scope, down)}, {self.colour(scope, down)})"
            who = self.one("lead", "me", *self.known(scope, "seat"))
            options += self.allowed(
                fit=self.of(piece, f"{piece}.fit", "true"), likes=likes, suits=self.of(piece, suits, "true"),
                playing=f"playing({self.seat(scope, 0)})", team=self.of(who, f"{who}.team is team", "false"),
            )  # fmt: skip
        return self.rng.choice(options)

    @put_off
    def asked(self, scope: Types, depth: int) -> str:
        """An effect that `possible` may ask about."""
        name = self.one("act", *self.procedures)
        takes = self.procedures.get(name, ("number", "seat"))
        given = ", ".join(self.value(each, scope, max(0, depth)) for each in takes)
        of = (
            f"{self.piece_name(scope)}."
            if name == "act"
            else self.one("", *(f"{each}." for each in self.known(scope, "seat")))
        )
        return f"{of}{name}({given})" if given else f"{of}{name}"

    @put_off
    def seat(self, scope: Types, depth: int) -> str:
        options = ["me", *self.known(scope, "seat"), "lead", f"seat({self.number(scope, depth - 1)})"]
        options += [f"{self.one('left', 'right')}({self.one('me', *self.known(scope, 'seat'))})"]
        if depth > 0:
            name = self.name()
            inner = {**scope, name: "seat"}
            where, order = self.truth(inner, depth - 1), self.order(inner, depth - 1)
            options += [
                f"first({name} in {self.one('others', 'seat')} where {where}{order})",
                f"{self.piece_name(scope)}.owner",
            ]
        return self.rng.choice(options)

    @put_off
    def colour(self, scope: Types, depth: int) -> str:
        options = [*COLOURS, *self.known(scope, "colour"), "fav"]
        if depth > 0:
            piece = self.piece_name(scope)
            options += [f"{piece}.{self.one('tint', 'extra')}", "me.fav"]
            options += [f"({piece}.tints[1] if size({piece}.tints) > 1 else red)", f"({piece}.tints[coin] or else fav)"]
            options += self.allowed(best="best")
            options += [f"turn({self.colour(scope, depth - 1)}, {self.number(scope, depth - 1)})"]
            options += [f"{name}.sign" for name in [*self.known(scope, "roads"), "road"]]
            options += [f"{name}.what" for name in self.known(scope, "part")]
        return self.rng.choice(options)

    def direction(self, scope: Types, depth: int) -> str:
        """A direction of the map that is made, turned or not."""
        printed = directions_of_places(self, scope)
        known = self.one("north", "east", "southwest", *self.known(scope, "direction"), *printed)
        if depth <= 0:
            return known
        turned = f"turn({known}, {self.number(scope, depth - 1)})"
        other = self.sure(f"first(x in borders(f_b2) where x.far.row > {self.number(scope, 0)}).direction", "west")
        return self.one(known, turned, f"opposite({self.one(known, turned)})", other)

    def ahead(self, scope: Types, depth: int) -> str:
        """What is counted a step away."""
        place = f"step({self.one('f_b2', 'f_a3', *self.known(scope, 'field'))}, {self.direction(scope, depth)})"
        return self.of(place, f"marks[{place}]")

    def design(self, scope: Types, depth: int) -> str:
        return self.rng.choice([*CARDS, "shown", f"{self.piece_name(scope)}.design"])

    def place(self, scope: Types, depth: int) -> str:
        options = ["here", "yonder", "stands", "stands.next", "road.far", *self.known(scope, "place")]
        roads = self.known(scope, "roads")
        return self.rng.choice([*options, *(f"{name}.{self.one('far', 'near', 'on.far')}" for name in roads)])

    def piece_name(self, scope: Types) -> str:
        """A piece that a field may follow."""
        known = [*self.known(scope, "card_piece"), "top(hand)", "held", "bottom(row)", "top(row[1])"]
        return self.rng.choice([*known, *self.on_places(scope)])

    def printed(self, piece: str) -> str:
        """A number of a card: one that is printed on it, that of its space, or its row where it may be on a field."""
        name = self.one("cost", "level", "rank", "space")
        if name == "space" and "spread" in self.words:
            return self.of(f"{piece}.space", f"{piece}.space.row")
        return self.of(piece, f"{piece}.{name}")

    def on_places(self, scope: Types) -> list[str]:
        """The cards on fields, in a ruleset in which they can be there."""
        fields = ["f_b2", *self.known(scope, "field")]
        return [f"{zone}[{each}]" for each in fields for zone in self.allowed(spread="spread", camp="camp")]

    @put_off
    def card(self, scope: Types, depth: int) -> str:
        if depth > 0 and self.chance(30):
            name = self.name()
            inner = {**scope, name: "card_piece"}
            where, order = self.truth(inner, depth - 1), self.order(inner, depth - 1)
            return f"first({name} in {self.zone(scope, depth - 1)} where {where}{order})"
        return self.piece_name(scope)

    def zone(self, scope: Types, depth: int) -> str:
        named = self.known(scope, "seat")
        options = [
            "hand",
            "row",
            "bin",
            "deck",
            f"box_of[{self.sure(self.colour(scope, 0), 'blue')}]",
            *(f"{seat}.hand" for seat in named),
            *self.allowed(spread="spread", camp="camp"),
        ]
        return self.rng.choice(options)

    @put_off
    def order(self, scope: Types, depth: int) -> str:
        """In which order candidates come, often none."""
        keys = [
            f"{self.one('most', 'least')} {(self.truth if self.chance(25) else self.number)(scope, depth)}"
            for _ in range(self.rng.choice([0, 0, 1, 2]))
        ]
        return " by " * bool(keys) + ", ".join(keys)

    @put_off
    def longest_way(self, scope: Types, depth: int) -> str:
        """The longest way along some borders of either map; few of the larger one, which has too many ways."""
        name = self.name()
        inner = {**scope, name: "roads"}
        if self.chance(50):
            return f"longest_way(({name} in roads where {self.truth(inner, depth)}))"
        stop = self.name()
        test = self.truth({**scope, stop: "field"}, depth)
        return f"longest_way(({name} in fields where {name}.near.row = 1), ({stop} in field where {test}))"

    @put_off
    def distance(self, place: str, scope: Types, depth: int) -> str:
        """How far the nearest place is that passes a test."""
        name = self.name()
        inner = {**scope, name: "field"}
        return f"distance({name} in reach({place}){self.going(inner, depth)} where {self.truth(inner, depth)})"

    def pile(self, scope: Types) -> str:
        return self.rng.choice(["hand", "bin", "deck", *(f"{seat}.hand" for seat in self.known(scope, "seat"))])

    @put_off
    def going(self, scope: Types, depth: int) -> str:
        """How far a set is gone through, often to its end."""
        return f" {self.one('while', 'until')} {self.truth(scope, depth)}" if self.chance(20) else ""

    @put_off
    def set_as_value(self, type_: str, scope: Types, depth: int) -> str:
        """A set of one type where a value is expected: one that has a name, what passes a test, two put together."""
        plain = {
            "card_piece": self.zone(scope, max(0, depth - 1)),
            "seat": self.one("seats_from(me)", "others"),
            "number": f"({self.rng.randrange(3)}..{self.rng.randrange(2, 7)})",
        }[type_]
        named = self.known(scope, f"set of {type_}")
        set_ = self.one(plain, *named, *named)
        if depth <= 0:
            return set_
        name = self.name()
        where = f" where {self.truth({**scope, name: type_}, depth - 1)}" if self.chance(70) else ""
        picked = f"({name} in {set_}{where}{self.order({**scope, name: type_}, 0)})"
        other = self.set_as_value(type_, scope, depth - 1)
        either = f"({set_} or else {other})"
        thing = {"card_piece": self.card, "seat": self.seat, "number": self.number}[type_](scope, depth - 1)
        joined = f"({set_} + {other})", f"({set_} - {other})", f"({set_} + {thing})", f"({set_} - {thing})"
        return self.one(set_, picked, picked, *joined, either)

    def set_of(self, scope: Types, depth: int) -> tuple[str, str]:
        """A set, and the type of what is in it."""
        if self.chance(20):
            type_ = self.one("card_piece", "card_piece", "number", "seat")
            return self.set_as_value(type_, scope, depth), type_
        zone = self.zone(scope, depth)
        sets = [
            ("colour", "colour"),
            ("seat", "seat"),
            ("others", "seat"),
            ("seats_from(me)", "seat"),
            ("card", "card"),
            (f"1..{self.number(scope, max(0, depth - 1))}", "number"),
            (f"{self.rng.randrange(3)}..3", "number"),
            (zone, "card_piece"),
            (zone, "card_piece"),
            (f"{zone} + {self.zone(scope, depth)}", "card_piece"),
            (f"{self.piece_name(scope)}.sums", "number"),
            (f"{self.piece_name(scope)}.parts", "part"),
            (f"borders({self.place(scope, 0)})", "roads"),
            ("roads", "roads"),
            ("place", "place"),
            (f"reach({self.place(scope, 0)})", "place"),
            (f"neighbours({self.place(scope, 0)})", "place"),
            ("field", "field"),
            *((f"{self.one('ray', 'reach')}({name})", "place") for name in [*self.known(scope, "roads"), "road"]),
            ("reach(f_c2)", "field"),
            (f"ray(f_b1, {self.direction(scope, depth)})", "field"),
            ("direction", "direction"),
            (f"reach(first(x in borders({self.one('f_a1', 'f_b2', 'f_c3')})))", "field"),
            ("pieces(card)", "card_piece"),
            *((f"{self.one('reach', 'neighbours')}({each}.space)", "field") for each in self.on_places(scope)[:1]),
            (f"{self.one('hand', 'box_of')}[all]", "card_piece"),
            (f"{self.piece_name(scope)}.tints + ace.tints", "colour"),
            *((name, type_.removeprefix("set of ")) for name, type_ in scope.items() if type_.startswith("set of ")),
        ]
        return self.rng.choice(sets)
