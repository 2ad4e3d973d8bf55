"""Features of a table as a seat sees it, for a linear model: one-hot, named, and relative to that seat.

Seats are `me`, then `next`, `+2` and so on around the table, so that what is learned in one seat serves all. Where the
board is not the same from every seat, a model may weigh what each one sees *apart*: names then say as whom. For each
piece that the seat sees, its design and the zone or space it is in are one feature; of a zone it does not see into, the
number of pieces. Small numbers have a feature for each value, large ones for stretches that double, and their value
besides. The contents of a line on a board are a pattern (`board_lines.py`). The score is the lead at this moment, by
rounds where the game counts them.

Things declared hidden from the seat are never read. Scoring may read them, so features are computed on tables sampled
from the seat's knowledge (`policies/learned.py`), which hold nothing true that is hidden.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import product

from rulewright.core.model.game import Blueprint, FamilyInfo, Game, State, read_code
from rulewright.core.model.kinds import DomainName, PieceOf
from rulewright.core.model.layout import FRAME, FRAME_LOCALS, SEAT, SITE
from rulewright.core.model.weighing import ALWAYS, BUCKETS, FAR, SMALL, bucket
from rulewright.observe.naming import index_names, indexed, option_key
from rulewright.observe.sight.hiding import as_sealed
from rulewright.observe.sight.sight import members_present, owner_of, sees_by_word
from rulewright.observe.words.progress import rounds_apart
from rulewright.play.policies.board_lines import LineView, board_lines
from rulewright.play.session.result import totals

_MOST_SPACES = 200_000
"""So many features of designs in spaces; in a larger game all spaces of a zone are one place."""

_STRETCHES = [f"in stretch {each}" for each in range(BUCKETS)]
Active = tuple[list[int], list[tuple[int, int]]]
"""The features that hold, and those that have a value."""


@dataclass(slots=True)
class SeatView:
    """The table as one seat looks at it: slots, each with the first of their features."""

    counters: list[tuple[int, int, int, bool]] = field(default_factory=list)  # slot, least, feature, whether small
    seats: list[tuple[int, int]] = field(default_factory=list)
    markers: list[tuple[int, int]] = field(default_factory=list)
    pointers: list[tuple[int, int]] = field(default_factory=list)
    piles: list[tuple[int, int]] = field(default_factory=list)
    columns: list[int] = field(default_factory=list)  # of each slot, -1 for what the seat does not see into
    rows: list[int] = field(default_factory=list)  # of each piece
    classes: list[int] = field(default_factory=list)
    lines: list[LineView] = field(default_factory=list)


def asked_names(blueprint: Blueprint) -> list[str]:
    """Return a name of each site: its procedure, and its number among the procedure's sites from the second on.

    The names do not depend on what else a variant asks.
    """
    known: Counter[str] = Counter()
    found = []
    for site in blueprint.sites:
        known[site.procedure] += 1
        number = known[site.procedure]
        found.append(f"{site.procedure} #{number}" if number > 1 else site.procedure)
    return found


class TableFeatures:
    """The features of a game at tables of `seats` seats, each with a number and a name.

    With `apart` each seat has features of its own.
    """

    def __init__(self, game: Game, seats: int, *, apart: bool = False) -> None:
        self.game, self.seats, self._apart = game, seats, apart
        self.names: list[str] = []
        self._numbers: dict[str, int] = {}
        blueprint = game.blueprint
        self._asked = asked_names(blueprint)
        self.always = self._take(ALWAYS)
        self._over = self._take("over")
        self.deciding = [
            [self._take(f"{asked} asks {self._seat(0, seat)}") for seat in range(seats)] for asked in self._asked
        ]
        self._round = rounds_apart(blueprint)
        self.parts = self._round[2] - self._round[1] + 1
        self.score = self._take("score")
        self.lead = self._take("lead")
        self.leads = self._take_each("lead", ("behind", "level", "ahead"))
        _, low, high = self._round
        self.leads_by_round = self._take_each("lead in round", range(low, high + 1))
        self._columns: dict[str, dict[str, int]] = {}
        self.views = [SeatView() for _ in range(seats)]
        self._see_values()
        self._see_pieces()
        self._see_lines()
        self.abouts = [self._about(site) for site in range(len(blueprint.sites))]
        self._options: dict[tuple[int, int, int], tuple[str, str, int]] = {}

    @property
    def count(self) -> int:
        return len(self.names)

    def number(self, name: str) -> int | None:
        """Return the number of a feature, or None if none has this name."""
        return self._numbers.get(name)

    def part(self, state: State) -> int:
        """Return the part of the game (of `parts`) that a state is in: its round, from 0, or 0 without rounds."""
        slot, low, high = self._round
        return min(max(state[slot], low), high) - low if slot else 0

    # ---- What holds

    def of(self, state: State, seat: int) -> Active:
        """Return the features of a state as a seat (from 0) sees it. Raises LimitReached."""
        return self.of_table(as_sealed(self.game, state, seat), seat)

    def of_table(self, state: State, seat: int) -> Active:
        """Return the features of a state imagined by a search, in which sealed choices of others are on the table."""
        view = self.views[seat]
        found: list[int] = [self.always]
        valued: list[tuple[int, int]] = []
        for slot, low, feature, is_small in view.counters:
            value = state[slot] - low
            if is_small:
                found.append(feature + value)
            elif value:
                found.append(feature + bucket(value))
                valued.append((feature + BUCKETS, min(value, FAR)))
        found += [feature + state[slot] + 1 for slot, feature in view.markers]
        found += [
            feature + (1 + (state[slot] - seat) % self.seats if state[slot] >= 0 else 0) for slot, feature in view.seats
        ]
        found += [feature + (state[slot] >= 0) for slot, feature in view.pointers]
        found += [feature + bucket(len(state[slot])) for slot, feature in view.piles]
        columns, blueprint = view.columns, self.game.blueprint
        at = blueprint.piece_zone
        where = state[at : at + len(blueprint.pieces)]
        found += [row + columns[slot] for row, slot in zip(view.rows, where, strict=True) if columns[slot] >= 0]
        for lines in view.lines:
            lines.add(state, seat, self.seats, found, valued)
        if state[FRAME] is None:
            found.append(self._over)
        else:
            found.append(self.deciding[state[SITE]][(state[SEAT] - seat) % self.seats])
            if state[SEAT] == seat:
                found += self._known(state, seat, view)
        self._add_score(state, seat, found, valued)
        return found, valued

    def _add_score(self, state: State, seat: int, found: list[int], valued: list[tuple[int, int]]) -> None:
        points = totals(self.game, state)
        others = [each for at, each in enumerate(points) if at != seat]
        lead = max(-FAR, min(FAR, points[seat] - max(others, default=0)))
        valued += [(self.score, max(-FAR, min(FAR, points[seat]))), (self.lead, lead)]
        valued.append((self.leads_by_round + self.part(state), lead))
        found.append(self.leads + (lead > 0) - (lead < 0) + 1)

    def _known(self, state: State, seat: int, view: SeatView) -> Iterator[int]:
        """Yield the features of what the seat's own decision is about, except pieces that it does not see."""
        for local, domain, feature, size in self.abouts[state[SITE]]:
            value = state[FRAME][FRAME_LOCALS + local]
            if not isinstance(value, int) or value < 0:
                continue
            if isinstance(domain, PieceOf):
                if view.columns[state[self.game.blueprint.piece_zone + value]] >= 0:
                    yield feature + view.classes[value]
            elif domain == "seat":
                yield feature + (value - seat) % self.seats
            else:
                yield feature + (value if domain != "number" else bucket(value)) % size

    def unshared(self, weights: Sequence[int]) -> list[int]:
        """Weights that say the same where what lines share is weighed with each line by itself."""
        found = list(weights)
        shared = {first: each.shared for view in self.views for each in view.lines for first, _ in each.lines}
        for first, alike in shared.items():
            for pattern, number in enumerate(alike):
                found[first + pattern] += weights[number]
        for number in {number for alike in shared.values() for number in alike}:
            found[number] = 0
        return found

    def option(self, site: int, code: int, seat: int, hidden: frozenset[int] = frozenset()) -> str:
        """Return a seat's name for an option. Copies of a piece are alike, and seats are named relative to this one."""
        name, unseen, piece = self._named(site, code, seat)
        return unseen if piece in hidden else name

    def option_in(self, state: State, site: int, code: int, seat: int) -> str:
        """Return a seat's name for an option in a state imagined by a search.

        Pieces where the seat does not see are hidden.
        """
        name, unseen, piece = self._named(site, code, seat)
        if piece < 0 or self.views[seat].columns[state[self.game.blueprint.piece_zone + piece]] >= 0:
            return name
        return unseen

    def sees_option(self, site: int, code: int, seat: int, hidden: frozenset[int]) -> bool:
        """Whether an option is about no piece that the seat does not see."""
        return self._named(site, code, seat)[2] not in hidden

    def _named(self, site: int, code: int, seat: int) -> tuple[str, str, int]:
        key = site, code, seat
        if key not in self._options:
            self._options[key] = self.option_names(site, code, seat)
        return self._options[key]

    def option_names(self, site: int, code: int, seat: int) -> tuple[str, str, int]:
        """Return (name, name if it is about a hidden piece, piece it is about or -1) of an option."""
        blueprint = self.game.blueprint
        at, number, candidate = read_code(blueprint, site, code)
        info = blueprint.sites[at]
        domain, asked = info.domains[number], self._asked[at]
        asked = self._as(seat, asked)
        label = f"{asked}: {info.labels[number]}" if info.named else f"{asked}:"
        if isinstance(domain, PieceOf) and candidate >= 0:
            return f"{label} {self._design(candidate, seat)}", f"{label} ?", candidate
        if domain == "seat" and candidate >= 0:
            return f"{label} {self._seat(seat, candidate)}", "", -1
        return f"{asked}: {option_key(blueprint, site, code)}", "", -1

    # ---- How they are laid out

    def _take(self, name: str) -> int:
        """Return the number of the feature with this name, a new one if necessary."""
        number = self._numbers.setdefault(name, len(self.names))
        if number == len(self.names):
            self.names.append(name)
        return number

    def _take_each(self, head: str, values: Iterable[object]) -> int:
        """Return the number of the first of several features, one for each value, in order."""
        first, *_ = [self._take(f"{head} {value}") for value in values]
        return first

    def _seat(self, me: int, seat: int) -> str:
        turn = (seat - me) % self.seats
        return "me" if turn == 0 else "next" if turn == 1 else f"+{turn}"

    def _as(self, me: int, name: str) -> str:
        """Return a name that is the seat's own if seats have features apart."""
        return f"as {me + 1}: {name}" if self._apart else name

    def _member(self, family: FamilyInfo, indexes: tuple[int, ...], me: int) -> str:
        names = [
            self._seat(me, index) if domain == "seat" else name
            for domain, index, name in zip(
                family.per, indexes, index_names(self.game.blueprint, family, indexes), strict=True
            )
        ]
        return indexed(family.id, names)

    def _seen(self, sort: str) -> Iterator[tuple[FamilyInfo, int, str, int, bool]]:
        """Yield members of the families of a sort: (family, slot, name, viewing seat, whether it sees them)."""
        for family in self.game.blueprint.families:
            if family.sort == sort:
                for indexes, slot in members_present(self.game.blueprint, family, self.seats):
                    for me in range(self.seats):
                        sees = sees_by_word(family, me, owner_of(family, indexes))
                        yield family, slot, self._member(family, indexes, me), me, sees

    def _see_values(self) -> None:
        for family, slot, name, me, sees in self._seen("counter"):
            if sees:
                values = range(family.low, family.high + 1)
                is_small = len(values) <= SMALL
                feature = self._take_each(self._as(me, name), values if is_small else (*_STRETCHES, "itself"))
                self.views[me].counters.append((slot, family.low, feature, is_small))
        for family, slot, name, me, sees in self._seen("marker"):
            if not sees:
                continue
            name = self._as(me, name)
            if isinstance(family.domain, PieceOf):
                self.views[me].pointers.append((slot, self._take_each(name, ("at none", "at a piece"))))
            elif family.domain == "seat":
                seats = [f"at {self._seat(0, seat)}" for seat in range(self.seats)]
                self.views[me].seats.append((slot, self._take_each(name, ("at none", *seats))))
            else:
                places = [f"at {each}" for each in self._things(family.domain, family.high + 1)]
                self.views[me].markers.append((slot, self._take_each(name, ("at none", *places))))

    def _see_pieces(self) -> None:
        blueprint = self.game.blueprint
        columns: dict[str, dict[str, int]] = {piece.kind: {} for piece in blueprint.pieces}
        for view in self.views:
            view.columns = [-1] * len(blueprint.initial)
        apart = self._spaces_are_apart(blueprint)
        for family, slot, name, me, sees in self._seen("zone"):
            kind = family.domain.kind if isinstance(family.domain, PieceOf) else str(family.domain)
            if not sees:
                if not family.spaces:
                    self.views[me].piles.append((slot, self._take_each(self._as(me, f"{name} pieces"), _STRETCHES)))
                continue
            known = columns.setdefault(kind, {})
            for space in range(family.width):
                column = f"{name} {space + 1}" if family.spaces and apart else name
                self.views[me].columns[slot + space] = known.setdefault(column, len(known))
        designs: dict[str, dict[str, int]] = {kind: {} for kind in columns}
        kinds = [piece.kind for piece in blueprint.pieces]
        classes = [[designs[kind].setdefault(self._design(piece, me), len(designs[kind]))
                    for piece, kind in enumerate(kinds)] for me in range(self.seats)]  # fmt: skip
        self._designs: Mapping[str, dict[str, int]] = designs
        first: dict[str, int] = {}
        for me, view in enumerate(self.views):
            if me == 0 or self._apart:
                first = {
                    kind: self._take_table(self._as(me, kind), designs[kind], known) for kind, known in columns.items()
                }
            view.classes = classes[me]
            view.rows = [
                first[kind] + len(columns[kind]) * place for kind, place in zip(kinds, classes[me], strict=True)
            ]

    def _see_lines(self) -> None:
        for each in board_lines(self.game.blueprint, self.seats):
            family, base = each.family, each.base
            slots = {indexes[0]: slot for indexes, slot in members_present(self.game.blueprint, family, self.seats)}
            names = dict(zip(slots, (index_names(self.game.blueprint, family, (at,))[0] for at in slots), strict=True))
            words = self._fillings(family, each.of_seats, base)
            patterns = list(product(range(base), repeat=each.length))
            told = [" ".join(words[digit] for digit in pattern) for pattern in patterns]
            alike = [" ".join(words[digit] for digit in max(pattern, pattern[::-1])) for pattern in patterns]
            for me, view in enumerate(self.views):
                name = self._as(me, family.id)
                shared = [self._take(f"{name} in a line: {pattern}") for pattern in alike]
                lines = [
                    (self._take_each(f"{name}[{' '.join(names[place] for place in places)}]", told),
                     tuple(slots[place] for place in places)) for places in each.places
                ]  # fmt: skip
                view.lines.append(LineView(base, each.of_seats, family.low, lines, shared, each.owners))

    def _fillings(self, family: FamilyInfo, of_seats: bool, base: int) -> list[str]:
        """Return the names of what can be in a place of a line, in the order of digits."""
        if of_seats:
            return ["none", *(self._seat(0, seat) for seat in range(self.seats))]
        if family.sort == "counter":
            return [str(family.low + digit) for digit in range(base)]
        return ["none", *self._things(family.domain, family.high + 1)]

    def _take_table(self, kind: str, designs: Iterable[str], columns: Iterable[str]) -> int:
        """Return the number of the first feature in a table of designs of a kind by places."""
        first = self.count
        for design in designs:
            for column in columns:
                self._take(f"{kind} {design} in {column}")
        return first

    def _spaces_are_apart(self, blueprint: Blueprint) -> bool:
        slots = sum(family.width for family, *_, me, _ in self._seen("zone") if me == 0)
        return slots * len({(each.design, each.owner) for each in blueprint.pieces}) <= _MOST_SPACES

    def _design(self, piece: int, me: int) -> str:
        """Return a seat's name for a piece: its design, and the seat it was printed for."""
        info = self.game.blueprint.pieces[piece]
        return f"{info.design} of {self._seat(me, info.owner)}" if info.owner >= 0 else info.design

    def _about(self, site: int) -> list[tuple[int, DomainName, int, int]]:
        """Return (local, domain, first feature, number of features) of each local that a decision is about."""
        blueprint, found = self.game.blueprint, []
        for name, local, domain in blueprint.sites[site].known:
            if isinstance(domain, PieceOf):
                values: list[str] = [*self._designs.get(domain.kind, {})]
            elif domain == "seat":
                values = [self._seat(0, seat) for seat in range(self.seats)]
            elif domain == "number":
                values = _STRETCHES
            elif domain in blueprint.domains:
                values = self._things(domain, len(blueprint.domains[domain].names))
            else:
                continue
            if values:
                first = self._take_each(f"{self._asked[site]} about {name}", values)
                found.append((local, domain, first, len(values)))
        return found

    def _things(self, domain: DomainName, count: int) -> list[str]:
        """Return the names of the first `count` things of an enumeration, or their numbers."""
        known = self.game.blueprint.domains.get(str(domain))
        return [*known.names[:count]] if known is not None and len(known.names) >= count else [*map(str, range(count))]
