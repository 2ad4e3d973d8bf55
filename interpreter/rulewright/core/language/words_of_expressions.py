"""Functions, operators, names, fields and types of the effect language, a row each.

What computes a value from values is in `model/primitives.py`.
"""

from __future__ import annotations

from typing import Final

from rulewright.core.model.primitives import BUILT_INS, PRIMITIVES
from rulewright.core.model.words import Parameter, Word

_A, _B = Parameter("A", "number"), Parameter("B", "number")
_ZONE = Parameter("ZONE", "zone")
_SEAT = Parameter("SEAT", "seat")
_OVER = (
    Parameter("NAME", "new name"),
    Parameter("SET", "set", "a zone, an enumeration, a kind, a range 1..5, `others`, `A + B`"),
    Parameter("TEST", "truth"),
)
_VALUE = (Parameter("NUMBER", "number"), *_OVER)

FUNCTIONS: Final[tuple[Word, ...]] = (
    *BUILT_INS.values(),
    Word(
        "top", "function", ("top(ZONE)",), "The top piece of a pile; none if the pile is empty.",
        "move top(deck) to hand", (_ZONE,), "piece",
    ),
    Word(
        "bottom", "function", ("bottom(ZONE)",), "The bottom piece of a pile; none if the pile is empty.",
        "move bottom(deck) to hand", (_ZONE,), "piece",
    ),
    Word(
        "size", "function", ("size(SET)",), "The number of pieces in a zone, or of members in a set.",
        "gain size(hand) coin", (Parameter("SET", "zone or set"),), "number",
    ),
    Word(
        "exists", "function", ("exists(THING)",),
        "Whether a value exists: the target of a marker, the piece on a space, the result of `first`, an effect on a"
        " card.",
        "if not exists(row[1]): move top(deck) to row[1]", (Parameter("THING", "thing or zone"),), "truth",
    ),
    Word(
        "borders", "function", ("borders(PLACE)",),
        "The borders of a region on its map; `.far` of a border is the region beyond it.",
        "for each b in borders(north): gain 1 coin", (Parameter("PLACE", "region of a map"),), "set of borders",
    ),
    Word(
        "neighbours", "function", ("neighbours(PLACE)", "neighbours(PLACE, KIND)"),
        "The neighbouring places of a place; with a kind, its corners or edges, or the places at a corner or edge.",
        "for each p in neighbours(north): gain 1 coin",
        (Parameter("PLACE", "region of a map"), Parameter("KIND", "kind")), "set of regions",
    ),
    Word(
        "step", "function", ("step(PLACE, DIRECTION)",),
        "The next place in a direction of a made map; none at the edge of the map.",
        "if exists(step(stop_1, east)): gain 1 coin",
        (Parameter("PLACE", "region of a map"), Parameter("DIRECTION", "direction")), "region",
    ),
    Word(
        "ray", "function", ("ray(BORDER)", "ray(PLACE, DIRECTION)"),
        "The places in a straight line, nearest first: beyond a border, or from a place in a direction.",
        "for each b in borders(north):\n  for each p in ray(b): gain 1 coin",
        (Parameter("BORDER", "border"),), "set of regions",
    ),
    Word(
        "reach", "function", ("reach(PLACE)", "reach(BORDER)"),
        "All places that can be reached from a place, itself first; from a border, only those in line with it, ahead"
        " and behind. `while` enters no place that fails its test; `until` stops at places that pass it.",
        "gain size(reach(north)) coin\nfor each b in borders(north): gain size(reach(b)) coin",
        (Parameter("PLACE", "region of a map"), Parameter("BORDER", "border")), "set of regions",
        other_names=("line",),
    ),
    Word(
        "turn", "function", ("turn(VALUE, NUMBER)",),
        "The value that comes so many steps later in its enumeration, after the last again the first. Of directions,"
        " each step turns clockwise to the next one that a map of the game has.",
        "if step(stop_1, turn(west, 1)) is stop_2: gain 1 coin",
        (Parameter("VALUE", "direction, or a value of another enumeration", "none stays none"),
         Parameter("NUMBER", "number", "below 0 the other way round")), "value of the same enumeration",
        other_names=("rotate", "clockwise"),
    ),
    Word(
        "opposite", "function", ("opposite(VALUE)",),
        "The opposite direction; of another enumeration, the value half-way round.",
        "if step(stop_2, opposite(east)) is stop_1: gain 1 coin",
        (Parameter("VALUE", "direction, or a value of an enumeration with an even number of them", "none stays none"),),
        "value of the same enumeration", other_names=("reverse",),
    ),
    Word(
        "distance", "function", ("distance(PLACE, PLACE)",),
        "The number of borders between two places; if there is no path, the number of places on the map.",
        "gain distance(north, south) coin", (Parameter("PLACE", "region of a map"),), "number",
    ),
    Word(
        "longest_way", "function", ("longest_way(BORDERS)", "longest_way(BORDERS, PLACES)"),
        "The number of borders on the longest way along a set of borders. It uses no border twice, and stops at the "
        "given places.",
        "gain longest_way((b in track where b.far is stop_2)) coin",
        (Parameter("BORDERS", "set of borders"), Parameter("PLACES", "set of regions")), "number",
    ),
    Word(
        "seat", "function", ("seat(NUMBER)",), "The seat with a number, from 1; none if the table has no such seat.",
        "set leader to seat(1)", (Parameter("NUMBER", "number"),), "seat", reserves=("seat",),
    ),
    Word(
        "seats_from", "function", ("seats_from(SEAT)",), "All seats in the order of the table, starting with a "
                                                         "given seat.",
        "for each s in seats_from(me): draw 1 from deck to s.hand", (_SEAT,), "set of seats",
    ),
    Word(
        "left", "function", ("left(SEAT)",), "The seat to the left, which is next in the order of the table.",
        "gain left(me).coin points", (_SEAT,), "seat",
        note="Seats that have left the game are skipped; if no other seat is left, it is the seat itself.",
    ),
    Word(
        "right", "function", ("right(SEAT)",), "The seat to the right, which is the previous one in the order of "
                                               "the table.",
        "gain right(me).coin points", (_SEAT,), "seat",
        note="Seats that have left the game are skipped; if no other seat is left, it is the seat itself.",
    ),
    Word(
        "playing", "function", ("playing(SEAT)",), "Whether a seat is at the table and still in the game.",
        "if none(s in others where playing(s)): end game won by me", (Parameter("SEAT", "seat"),), "truth",
    ),
    Word(
        "possible", "function",
        ("possible(PROCEDURE[(ARGUMENT, ...)])", "possible(THING.FIELD[(ARGUMENT, ...)])", "possible(SEAT.PROCEDURE)"),
        "Whether an effect is possible now: whether an option with only this effect would be open.",
        "if possible(advance(me, 2)): gain 1 coin",
        (
            Parameter("PROCEDURE", "procedure"),
            Parameter("ARGUMENT", "what it `takes`"),
            Parameter("THING", "thing", "if it is none, there is nothing to do, which is possible"),
            Parameter("FIELD", "field of type effect"),
            Parameter("SEAT", "seat", "the seat that acts in the procedure"),
        ),
        "truth",
        note="It checks as far as an option does: decisions of a procedure that asks someone are not checked in "
             "advance.",
    ),
    Word(
        "pieces", "function", ("pieces(KIND)",), "All pieces of a kind, wherever they are.",
        "for each card in pieces(card): flip card down", (Parameter("KIND", "kind"),), "set of pieces",
    ),
)  # fmt: skip

QUANTIFIERS: Final[tuple[Word, ...]] = (
    Word(
        "count", "quantifier", ("count(NAME in SET [where TEST])",),
        "The number of members of a set for which a test is true.",
        "gain count(card in hand where card.up) coin", _OVER, "number",
    ),
    Word(
        "sum", "quantifier", ("sum(NUMBER for NAME in SET [where TEST])",), "The sum of a number over the members "
                                                                            "of a set.",
        "gain sum(card.cost for card in hand) points", _VALUE, "number",
    ),
    Word(
        "highest", "quantifier", ("highest(NUMBER for NAME in SET [where TEST])",),
        "The greatest number among the members of a set; 0 if the set is empty.",
        "gain highest(card.cost for card in hand) points", _VALUE, "number",
    ),
    Word(
        "lowest", "quantifier", ("lowest(NUMBER for NAME in SET [where TEST])",),
        "The smallest number among the members of a set; 0 if the set is empty.",
        "gain lowest(card.cost for card in hand) points", _VALUE, "number",
    ),
    Word(
        "any", "quantifier", ("any(NAME in SET [where TEST])",),
        "Whether a test is true for at least one member of a set.",
        "if any(s in others where s.coin > coin): gain 1 coin", _OVER, "truth",
    ),
    Word(
        "every", "quantifier", ("every(NAME in SET where TEST)",), "Whether a test is true for every member of a set.",
        "if every(s in seat where s.coin > 2): end game", _OVER, "truth",
    ),
    Word(
        "none", "quantifier", ("none(NAME in SET [where TEST])",), "Whether a test is true for no member of a set.",
        "if none(card in hand where card.cost > 1): draw 1 from deck to hand", _OVER, "truth", reserves=("none",),
    ),
    Word(
        "first", "quantifier", ("first(NAME in SET [where TEST] [by KEY, ...])",),
        "The first member of a set for which a test is true; none if there is none.",
        "move first(card in row where card.up by most card.cost) to hand",
        (*_OVER, Parameter("KEY", "most or least NUMBER or TEST", "sort keys; without them, the order of the set")),
        "thing",
    ),
    Word(
        "distance", "quantifier", ("distance(NAME in reach(PLACE) [while TEST] where TEST)",),
        "The number of borders from a place to the nearest place that passes `where`, over places that pass `while`; "
        "if there is none, the number of places of the map.",
        "gain distance(p in reach(north) while p is not south where size(borders(p)) > 2) coin",
        (Parameter("NAME", "new name"), Parameter("PLACE", "region of a map"), Parameter("TEST", "truth")), "number",
        note="`until` instead of `while` reaches places that pass, but does not go beyond them.",
    ),
)  # fmt: skip

OPERATORS: Final[tuple[Word, ...]] = (
    *(row.word for row in PRIMITIVES.values() if row.word is not None and row.word.sort == "operator"),
    Word(
        "is", "operator", ("A is B",), "Whether two things are the same; means the same as `=`.",
        "if leader is me: gain 1 coin", (Parameter("A", "thing"), Parameter("B", "thing")), "truth",
        keywords=("is",), reserves=("is",),
    ),
    Word(
        "is not", "operator", ("A is not B",), "Whether two things differ; means the same as `!=`.",
        "if leader is not me: gain 1 coin", (Parameter("A", "thing"), Parameter("B", "thing")), "truth",
        keywords=("is", "not"), reserves=("is", "not"),
    ),
    Word(
        "or else", "operator", ("A or else B",),
        "A, or B if something that A needs is missing: a thing that is none, an index or list item that does not "
        "exist, a divisor that is 0. For a thing, also if A itself is none.",
        "gain (top(row[1]).cost or else 0) coin",
        (Parameter("A", "value"), Parameter("B", "value of the same type")), "value", keywords=("or", "else"),
        other_names=("or_else", "default", "orelse"),
        note="Tests of each member of a set, and the text of a quantity, are not covered: only what A itself needs.",
    ),
    Word(
        ".", "operator", ("THING.FIELD", "SEAT.COUNTER", "SEAT.QUANTITY(ARGUMENT, ...)"),
        "A printed field of a thing, or a counter, marker, zone or quantity of a seat.",
        "for each s in others: gain s.coin points",
    ),
    Word(
        "[ ]", "operator", ("NAME[INDEX, ...]",),
        "One of several: a space of a zone, or a counter with `per`.",
        "move top(deck) to row[2]", (Parameter("INDEX", "a member of its `per`"),), other_names=("[", "]", "[]", "all"),
        note="`all` instead of an index joins all zones to one set: `hand[all]`.",
    ),
    Word(
        "..", "operator", ("A..B",), "The whole numbers from A to B, both included.",
        "for each n in 1..4: move top(deck) to row[n]", (_A, _B), "set of numbers",
    ),
    Word(
        "( )", "operator", ("(VALUE)",), "Groups several parts to one value.",
        "gain (coin + 1) points", other_names=("(", ")", "()"),
    ),
)  # fmt: skip

NAMES: Final[tuple[Word, ...]] = (
    Word("me", "name", ("me",), "The acting seat.", "set leader to me", gives="seat", reserves=("me",)),
    Word(
        "others", "name", ("others",), "All other seats, in the order of the table, starting with the next one.",
        "for each s in others: gain 1 s.coin", gives="set of seats", reserves=("others",),
    ),
    Word("seats", "name", ("seats",), "The number of seats.", "gain seats coin", gives="number", reserves=("seats",)),
    Word(
        "none", "name", ("none",), "No seat, or no thing: the value of a marker that points to nothing.",
        "set leader to none", gives="thing", reserves=("none",), other_names=("no_one",),
    ),
    Word(
        "true", "name", ("true",), "The value of a test that holds.",
        "let open = true\nif open: gain 1 coin", gives="truth", keywords=("true",), reserves=("true",),
    ),
    Word(
        "false", "name", ("false",), "The value of a test that does not hold.",
        "let open = false\nif open: gain 1 coin", gives="truth", keywords=("false",), reserves=("false",),
    ),
)  # fmt: skip

FIELDS: Final[tuple[Word, ...]] = (
    Word(
        "face", "field", ("PIECE.face",),
        "The face of a piece that is up: its number where `faces` are numbers, as on a die, otherwise counted from 0.",
        "gain top(deck).face coin", gives="number", belongs_to="piece",
    ),
    Word(
        "owner", "field", ("PIECE.owner",), "The seat that owns a piece, for pieces with `each_seat`.",
        "for each card in row where card.owner is me: move card to hand", gives="seat", belongs_to="piece",
    ),
    Word(
        "space", "field", ("PIECE.space",), "The number of the space a piece is on, from 1; 0 on a pile.",
        "for each card in row: gain card.space coin", gives="number", belongs_to="piece",
        note="Where a zone has `spaces: square`, it is the place its pieces are on, none elsewhere: "
        "`borders(man.space)`.",
    ),
    Word(
        "design", "field", ("PIECE.design",), "The component of a piece, which all its copies share.",
        "pick card from hand distinct by card.design\nmove card to discard", gives="component", belongs_to="piece",
    ),
    Word(
        "far", "field", ("BORDER.far",), "The region beyond a border.",
        "for each b in borders(north):\n  if b.far is south: gain 1 coin",
        gives="region", belongs_to="border",
    ),
    Word(
        "near", "field", ("BORDER.near",), "The region on this side of a border.",
        "for each b in borders(north):\n  if b.near is south: gain 1 coin",
        gives="region", belongs_to="border",
    ),
    Word(
        "on", "field", ("BORDER.on",), "The border straight ahead, from the far end of a border; none if there is "
                                       "none.",
        "for each b in borders(north):\n  if exists(b.on): gain 1 coin",
        gives="border", belongs_to="border",
    ),
    Word(
        "direction", "field", ("BORDER.direction",), "The direction in which a border of a made map is crossed.",
        "for each b in borders(stop_1) where b.direction is east: gain 1 coin",
        gives="direction", belongs_to="border",
    ),
    Word(
        "edge", "field", ("BORDER.edge",), "The place on a border itself, for maps with `edges`.",
        "for each b in borders(stop_1) where b.edge is lane_1: gain 1 coin",
        gives="component", belongs_to="border",
    ),
    Word(
        "number", "field", ("SEAT.number",), "The number of a seat, from 1.",
        "gain me.number coin", gives="number", belongs_to="seat",
    ),
)  # fmt: skip

TYPES: Final[tuple[Word, ...]] = (
    Word(
        "number", "type", ("number", "1..5"),
        "A whole number; with bounds, one between them.", "", reserves=("number",),
    ),
    Word("truth", "type", ("truth",), "True or false.", "", reserves=("truth",)),
    Word("text", "type", ("text",), "Words for people; effects cannot read them.", "", reserves=("text",)),
    Word(
        "list", "type", ("{type: list, of: TYPE}",),
        "Several values, or several rows of fields.", "", reserves=("list",),
    ),
    Word("seat", "type", ("seat",), "A place at the table; as a set, all seats in the game.", "", reserves=("seat",)),
    Word("effect", "type", ("effect",), "Statements; `do` runs them.", ""),
    Word("test", "type", ("test",), "An expression that is true or false, evaluated when it is read.", ""),
    Word("amount", "type", ("amount",), "An expression that is a number, evaluated when it is read.", ""),
    Word(
        "KIND_piece", "type", ("KIND_piece",),
        "A piece of a kind; the kind's own name is the type of its components.", "",
        other_names=("_piece", "piece"),
    ),
)  # fmt: skip
