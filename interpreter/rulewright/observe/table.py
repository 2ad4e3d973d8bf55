"""The whole table as lines of text for one seat: as the ruleset's `table:` section says, else family by family.

What may be shown is decided by the view; quantities are worked out on a table from which all that is hidden from the
seat has been taken away. How a line is written is read in `table_text.py`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby, product
from typing import Any

from rulewright.model.game import Blueprint, FamilyInfo, Game, State
from rulewright.model.layout import N_SEATS, SEALED
from rulewright.model.limits import LimitReached
from rulewright.observe.hiding import as_sealed, hidden_pieces
from rulewright.observe.naming import seat_title, thing_title
from rulewright.observe.optional import shown_parts
from rulewright.observe.sight import may_see, members, owner_of
from rulewright.observe.table_text import DETAILS, IT, Hole, Text, parse_line
from rulewright.observe.waiting import waiting_lines
from rulewright.observe.wording import words

Row = dict[str, int]
"""What a line is about: for each domain of its `per`, the thing or number."""

_COUNTED = 5


@dataclass(frozen=True, slots=True)
class Sight:
    """What is needed to show a table: the game, the state without what is hidden, the state, and who looks."""

    game: Game
    known: State
    state: State
    seat: int | None
    language: str

    @property
    def blueprint(self) -> Blueprint:
        return self.game.blueprint


def table_lines(game: Game, state: State, seat: int | None, language: str = "en", width: int = 100) -> list[str]:
    """The table as a seat sees it; None sees all. Lines are at most about `width` wide."""
    sight = Sight(game, without_hidden(game, state, seat), state, seat, language)
    entries = [entry for entry in game.blueprint.table_layout if "of" not in entry]
    blocks: dict[str, list[str]] = {}
    if entries:
        for entry in entries:
            block = _block(sight, entry, width if "beside" not in entry else width // 2)
            _place(blocks, entry, block)
    else:
        blocks["all"] = list(_family_lines(sight, width))
    waiting = waiting_lines(game.blueprint, state, seat, language)
    return [line.rstrip() for block in (*blocks.values(), waiting) for line in block]


def details(game: Game, state: State, seat: int | None, domain: str, value: int, language: str = "en") -> str:
    """What a list of options adds to a thing's title for who looks: the `details` of its kind, or nothing."""
    blueprint = game.blueprint
    kind = domain.removesuffix(" piece")
    entry = next((each for each in blueprint.table_layout if each.get("of") == kind), None)
    if entry is None or "details" not in entry or value < 0:
        return ""
    design = blueprint.pieces[value].design if domain != kind else blueprint.domains[kind].names[value]
    sight = Sight(game, without_hidden(game, state, seat), state, seat, language)
    return _design_text(sight, str(entry["details"]), design, value if domain != kind else -1)


def without_hidden(game: Game, state: State, seat: int | None) -> State:
    """A clone for looking at: pieces a seat cannot see lie in the box, what others do under seal has not been done."""
    if seat is None:
        return state[:]
    blueprint = game.blueprint
    known = as_sealed(game, state, seat)[:]
    hidden = hidden_pieces(game, state, seat)
    for slot in {known[blueprint.piece_zone + piece] for piece in hidden}:
        known[slot] = () if isinstance(known[slot], tuple) else -1
    for piece in sorted(hidden):
        known[blueprint.piece_zone + piece] = blueprint.box
        if blueprint.face_names:
            known[blueprint.faces + piece] = 0
    known[blueprint.box] += tuple(sorted(hidden))
    return known


# ---- Blocks


def _place(blocks: dict[str, list[str]], entry: dict[str, Any], block: list[str]) -> None:
    """Put a block under the others, or to the right of one of them."""
    left = blocks.get(str(entry.get("beside", "")))
    if left is None:
        blocks[str(entry["id"])] = block
        return
    wide = max((len(line) for line in left), default=0) + 3
    for at, line in enumerate(block):
        if at < len(left):
            left[at] = left[at].ljust(wide) + line
        else:
            left.append(" " * wide + line)


def _block(sight: Sight, entry: dict[str, Any], width: int) -> list[str]:
    lines = []
    title = entry.get("title")
    if isinstance(title, dict) and title:
        lines.append(title.get(sight.language) or title.get("en") or "")
    texts = [parse_line(line) for line in str(entry["line"]).rstrip("\n").split("\n")]
    domains = [str(each) for each in entry.get("per", ())]
    cells = [
        _text(sight, text, row)
        for row in rows_of(sight, domains)
        if "when" not in entry or holds(sight, str(entry["when"]), row)
        for text in texts
    ]
    columns = int(entry.get("columns", 1))
    rows = -(-len(cells) // columns)
    widths = [max((len(cell) for cell in cells[at * rows : (at + 1) * rows]), default=0) for at in range(columns)]
    for at in range(rows):
        parts = [cell.ljust(wide) for cell, wide in zip(cells[at::rows], widths, strict=False)]
        lines += _wrapped(("  " if domains else "") + "   ".join(parts).rstrip(), width)
    return lines


def rows_of(sight: Sight, domains: Sequence[str]) -> Iterator[Row]:
    ranges = [_values(sight, domain) for domain in domains]
    for values in product(*ranges):
        yield dict(zip(domains, values, strict=True))


def _values(sight: Sight, domain: str) -> Sequence[int]:
    """All things of a domain; the numbers of a range such as `1..5`."""
    if domain == "seat":
        return range(sight.state[N_SEATS])
    low, dots, high = domain.partition("..")
    if dots:
        return range(int(low), int(high) + 1)
    return range(len(sight.blueprint.domains[domain].names))


def _wrapped(line: str, width: int) -> list[str]:
    lines = []
    while len(line) > width:
        cut = line.rfind("  ", width // 2, width + 1)
        cut = cut if cut > 0 else line.rfind(" ", width // 2, width + 1)
        cut = cut if cut > 0 else width
        lines.append(line[:cut])
        line = "      " + line[cut:].lstrip()
    return [*lines, line]


# ---- Lines


def _text(sight: Sight, text: Text, row: Row) -> str:
    shown = []
    for part in text:
        if isinstance(part, Hole):
            value = line_value(sight, part, row)
            value = value[: part.cut] if part.cut else value
            shown.append(value.rjust(part.width) if part.right or value.isdigit() else value.ljust(part.width))
        else:
            shown.append(part)
    return "".join(shown)


def line_value(sight: Sight, hole: Hole, row: Row) -> str:
    blueprint = sight.blueprint
    if hole.name in row:
        value = row[hole.name]
        if hole.field:
            names = blueprint.domains[hole.name].names
            if hole.field == DETAILS:
                return _design_text(sight, str(_kind_entry(blueprint, hole.name).get(DETAILS, "")), names[value], -1)
            return printed(blueprint, names[value], hole.field, sight.language)
        if hole.name == "seat":
            return seat_title(blueprint, value, sight.language)
        return str(value) if ".." in hole.name else _thing_text(sight, hole.name, value)
    family = next((each for each in blueprint.families if each.id == hole.name), None)
    if family is not None:
        return _family(sight, family, hole, row)
    return _quantity(sight, hole, row)


def _quantity(sight: Sight, hole: Hole, row: Row) -> str:
    arguments = _arguments(sight.blueprint, hole, row)
    return _worked_out(sight, hole.name, row.get("seat", max(0, sight.seat or 0)), arguments) or "-"


def _worked_out(sight: Sight, name: str, seat: int, arguments: Sequence[int]) -> str:
    """A quantity's value for a seat; nothing where it is no thing."""
    number, _, kind, domain = sight.blueprint.quantities[name]
    try:
        value = sight.game.plain.quantities[number](sight.known[:], seat, *arguments)
    except LimitReached:
        return "?"
    if kind == "thing":
        return thing_title(sight.blueprint, domain, value, sight.language) if value >= 0 else ""
    return str(value)


def holds(sight: Sight, written: str, row: Row) -> bool:
    (hole,) = (part for part in parse_line("{" + written + "}") if isinstance(part, Hole))
    number = sight.blueprint.quantities[hole.name][0]
    arguments = _arguments(sight.blueprint, hole, row)
    try:
        return bool(sight.game.plain.quantities[number](sight.known[:], row.get("seat", 0), *arguments))
    except LimitReached:
        return False


def _family(sight: Sight, family: FamilyInfo, hole: Hole, row: Row) -> str:
    """The members of a family that fit the row; those of an index the row does not fix are listed."""
    fixed = [row.get(domain) for domain in family.per]
    if hole.arguments is not None:
        written = zip(family.per, hole.arguments, strict=True)
        fixed = [_index(sight.blueprint, domain, each, row) for domain, each in written]
    space = row.get(f"1..{family.spaces}") if family.spaces and hole.arguments is None else None
    free = [at for at, each in enumerate(fixed) if each is None]
    found = []
    for indexes, slot in members(sight.blueprint, family, sight.state[N_SEATS]):
        if all(each is None or each == index for each, index in zip(fixed, indexes, strict=True)):
            shown = _member(sight, family, indexes, slot, hole, space)
            named = [index_title(sight, family.per[at], indexes[at]) for at in free]
            if not named or family.sort == "counter":
                found.append(shown or "-")
            elif shown and shown != "-":
                found.append(f"{','.join(named)}:{shown}")
    return (" " if family.sort == "counter" else "  ").join(found) or "-"


def _member(
    sight: Sight, family: FamilyInfo, indexes: tuple[int, ...], slot: int, hole: Hole, space: int | None
) -> str:
    owner = owner_of(family, indexes)
    state = sight.state
    sealed = state[SEALED]
    source = state if sealed is None or sight.seat is None or owner in (None, sight.seat) else sealed
    if family.sort == "counter":
        return str(source[slot])
    if family.sort == "marker":
        return _thing_text(sight, family.domain, source[slot]) if source[slot] >= 0 else ""
    held = source[slot : slot + family.spaces] if family.spaces else source[slot]
    if hole.count:
        return str(sum(piece >= 0 for piece in held))
    if space is not None:
        held = held[space - 1 : space]
    if not may_see(family, sight.seat, owner):
        count = sum(piece >= 0 for piece in held)
        return f"{count} {words(sight.language)('hidden')}" if count else ""
    if hole.field == DETAILS:
        return ", ".join(_details_of(sight, piece) for piece in held if piece >= 0)
    shown = [_piece_text(sight, source, piece) if piece >= 0 else "-" for piece in held]
    if not family.spaces and len(shown) > 1:
        shown = [text if shown.count(text) == 1 else f"{shown.count(text)} x {text}" for text in dict.fromkeys(shown)]
    if family.spaces > 1 and set(shown) == {"-"} and space is None:
        return "-"
    return ", ".join(shown) if not family.spaces else "  ".join(_without_gaps(shown))


def _without_gaps(spaces: list[str]) -> Iterator[str]:
    """What lies on numbered spaces; five or more empty ones in a row are counted, so that places can still be told."""
    for text, run in groupby(spaces):
        count = len(list(run))
        yield from [f"{count} x -"] if text == "-" and count >= _COUNTED else [text] * count


def _piece_text(sight: Sight, source: Any, piece: int) -> str:
    """A piece as its kind is written; in parentheses where it is turned from its first face."""
    blueprint = sight.blueprint
    info = blueprint.pieces[piece]
    entry = next((each for each in blueprint.table_layout if each.get("of") == info.kind), None)
    if entry is not None:
        text = _design_text(sight, str(entry["line"]), info.design, piece)
    else:
        text = thing_title(blueprint, f"{info.kind} piece", piece, sight.language)
    turned = info.kind in blueprint.face_names and source[blueprint.faces + piece] != 0
    return f"({text})" if turned else text


def _details_of(sight: Sight, piece: int) -> str:
    """What the `details` of its kind say of a piece."""
    info = sight.blueprint.pieces[piece]
    return _design_text(sight, str(_kind_entry(sight.blueprint, info.kind).get(DETAILS, "")), info.design, piece)


def _kind_entry(blueprint: Blueprint, kind: str) -> dict[str, Any]:
    """How the things of a kind are written, where the ruleset says so."""
    return next((each for each in blueprint.table_layout if each.get("of") == kind), {})


def _thing_text(sight: Sight, domain: str, value: int) -> str:
    """A thing as its kind is written, else its title; a piece as such."""
    entry = next((each for each in sight.blueprint.table_layout if each.get("of") == domain), None)
    if entry is None:
        return thing_title(sight.blueprint, domain, value, sight.language)
    return _design_text(sight, str(entry["line"]), sight.blueprint.domains[domain].names[value], -1)


def _design_text(sight: Sight, line: str, design: str, piece: int) -> str:
    """A line about a design; what stands in `[...]` is left out where one of its values is missing or 0."""

    def show(part: str) -> tuple[list[str], bool]:
        values = []
        lacks = False
        for each in parse_line(part):
            if isinstance(each, Hole):
                value = of_design(sight, each, design, piece)
                lacks |= value in ("", "0")
                value = value[: each.cut] if each.cut else value
                values.append(value.rjust(each.width) if each.right else value.ljust(each.width))
            else:
                values.append(each)
        return values, lacks

    return "".join(shown_parts(line, show)).strip()


def of_design(sight: Sight, hole: Hole, design: str, piece: int) -> str:
    blueprint, language = sight.blueprint, sight.language
    if hole.arguments is not None:
        return _quantity_of(sight, hole, design, piece)
    if hole.name == "owner":
        owner = blueprint.pieces[piece].owner if piece >= 0 else -1
        return seat_title(blueprint, owner, language) if owner >= 0 else ""
    if hole.name == "title":
        return (title_named(blueprint, design, language) if design in blueprint.printed else None) or design
    return printed(blueprint, design, hole.name, language)


def _quantity_of(sight: Sight, hole: Hole, design: str, piece: int) -> str:
    """A quantity that takes the thing itself, for who looks; nothing where it takes a piece and a design is shown."""
    arguments = []
    for written, taken in zip(hole.arguments or (), sight.blueprint.quantity_takes[hole.name], strict=True):
        if written != IT:
            arguments.append(_argument(sight.blueprint, written, taken, {}))
        elif not taken.endswith(" piece"):
            arguments.append(sight.blueprint.domains[taken].names.index(design))
        elif piece < 0:
            return ""
        else:
            arguments.append(piece)
    return _worked_out(sight, hole.name, max(0, sight.seat or 0), arguments)


def printed(blueprint: Blueprint, design: str, field: str, language: str) -> str:
    """A printed value on one line."""
    return in_words(blueprint, blueprint.printed.get(design, {}).get(field, ""), language)


def in_words(blueprint: Blueprint, value: Any, language: str) -> str:
    """A value as it is written, where it names something its title; lists and records with what they hold."""
    if isinstance(value, tuple):
        items = [in_words(blueprint, each, language) for each in value]
        return (" " if all(type(each) is int for each in value) else ", ").join(items)
    if isinstance(value, dict):
        return " ".join(f"{key.replace('_', ' ')} {in_words(blueprint, each, language)}" for key, each in value.items())
    if isinstance(value, str):
        title = title_named(blueprint, value, language)
        return title or "; ".join(part.strip() for part in value.splitlines() if part.strip())
    return str(value)


def title_named(blueprint: Blueprint, name: str, language: str) -> str | None:
    """What a thing is called by its name; of several so named, as where a setting picks one, that which has a title."""
    found = [(each, each.names.index(name)) for each in blueprint.domains.values() if name in each.names]
    if not found:
        return None
    info, index = next((each for each in found if each[0].titles[each[1]]), found[0])
    return thing_title(blueprint, info.id, index, language)


def _arguments(blueprint: Blueprint, hole: Hole, row: Row) -> list[int]:
    """What a hole gives the quantity it names."""
    takes = blueprint.quantity_takes[hole.name]
    return [_argument(blueprint, *each, row) for each in zip(hole.arguments or (), takes, strict=True)]


def _argument(blueprint: Blueprint, written: str, taken: str, row: Row) -> int:
    if written in row:
        return row[written]
    if written.isdigit():
        return int(written)
    return blueprint.domains[taken].names.index(written)


def _index(blueprint: Blueprint, domain: str, written: str, row: Row) -> int | None:
    if written == "*":
        return None
    if written in row:
        return row[written]
    if written.isdigit():
        return int(written)
    return blueprint.domains[domain].names.index(written)


def index_title(sight: Sight, domain: str, index: int) -> str:
    known = domain in sight.blueprint.domains
    return thing_title(sight.blueprint, domain, index, sight.language) if known else str(index)


# ---- Without a table section


def _family_lines(sight: Sight, width: int) -> Iterator[str]:
    """Every family that has a title: the common ones, then seat by seat; empty zones are left out."""
    shown = [family for family in sight.blueprint.families if family.title]
    common = [family for family in shown if "seat" not in family.per]
    yield from _joined(sight, [each for each in common if each.sort != "zone" and not each.per], {}, width, "")
    for family in common:
        if family.sort == "zone" or family.per:
            yield from _joined(sight, [family], {}, width, "")
    for seat in range(sight.state[N_SEATS]):
        own = [family for family in shown if family.per[:1] == ("seat",)]
        yield ""
        yield seat_title(sight.blueprint, seat, sight.language).upper()
        yield from _joined(sight, [each for each in own if each.sort != "zone"], {"seat": seat}, width, "  ")
        yield from _joined(sight, [each for each in own if each.sort == "zone"], {"seat": seat}, width, "  ")


def _joined(sight: Sight, families: list[FamilyInfo], row: Row, width: int, before: str) -> Iterator[str]:
    parts = []
    for family in families:
        value = _family(sight, family, Hole(family.id), row)
        title = family.title.get(sight.language) or family.title.get("en") or family.id
        if value != "-" or family.sort != "zone":
            parts.append(f"{title}: {value}")
    if parts:
        yield from _wrapped(before + "   ".join(parts), width)
