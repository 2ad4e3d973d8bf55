"""Why an option is not open: the first requirement that fails, the values it saw, and where it is written.

The functions that find it are emitted beside a traced build (`compile/emit_reasons.py`); this room asks them in worlds
that look alike to a seat (`observe/imagine.py`) and tells only what is the same in all of these, so that no answer
shows anything hidden. Who may ask, and when, is not told here: see `play/questions.py`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any, NamedTuple

from rulewright.model.game import Blueprint, Game, State, read_code
from rulewright.model.layout import FRAME, OPTIONS, SEAT, SITE
from rulewright.observe.events import member_title, place_of
from rulewright.observe.imagine import worlds
from rulewright.observe.naming import thing_name, thing_title
from rulewright.observe.wording import title_in, words

Functions = dict[str, Any]
"""What explains a build: see `explain` in `run/build.py`."""
Tree = tuple[int, tuple[Any, ...], tuple[Any, ...]]
"""What those functions return: the number of a reason, values, the trees behind it; or 0 for nothing."""

IMPOSSIBLE = "what it must do cannot all be done"
AT_ANOTHER_TIME = "it belongs to another part of the turn, or would leave nothing to choose"
_HIDDEN = ("hidden",)
_UNCLEAR = (-1, (), ())
_MOST_NAMED = 8
_DEEPEST = 40


class Value(NamedTuple):
    """A value a requirement saw: its words in the rules, what people call it, what it was."""

    words: str
    title: str
    shown: str


@dataclass(frozen=True, slots=True)
class Why:
    """A requirement that fails, or a value: its words, place (`file:line`), the values seen, and what is behind it.

    The sorts are those of `compile/emit_reasons.py`, and `hidden` where nothing can be told to this seat.
    """

    sort: str
    text: str
    place: str
    seen: tuple[Value, ...] = ()
    behind: tuple[Why, ...] = ()

    @property
    def path(self) -> tuple[Why, ...]:
        """From the outermost requirement to the one that fails first of all, or to where several fail at once."""
        goes_on = len(self.behind) == 1 and self.sort != "nobody"
        return (self, *self.behind[0].path) if goes_on else (self,)

    @property
    def first(self) -> Why:
        """The innermost requirement that fails."""
        return self.path[-1]

    def says(self, text: str) -> bool:
        """Whether a part of a text stands in any requirement, or any line told of one, or in what is true of all."""
        deeper = self.sort in ("call", "pick", "choose", "option") and text in IMPOSSIBLE
        return deeper or any(text in each.text or text in each.line for each in self.all())

    def all(self) -> Iterator[Why]:
        yield self
        for each in self.behind:
            yield from each.all()

    @property
    def line(self) -> str:
        """The requirement with the values it saw, without its place."""
        values = ", ".join(f"{each.title} {each.shown}".strip() for each in self.seen)
        return f"{self.text}{' - ' * bool(values and self.text)}{values}"


@dataclass(frozen=True, slots=True)
class Closed:
    """An option that is not open, or some candidates of it: its label, the candidates' names, and why."""

    label: str
    names: tuple[str, ...]
    why: Why


def reason_line(why: Why) -> str:
    """A reason on one line, from what fails first of all outwards; where several things fail, each of them."""
    lines = [f"'{each.line}'{f' ({each.place})' * bool(each.place)}" for each in reversed(why.path)]
    several = [reason_line(each) for each in why.first.behind] if len(why.first.behind) > 1 else []
    return " <- ".join([f"[{'; '.join(several)}]", *lines] if several else lines)


def why_not(
    game: Game, functions: Functions, state: State, key: str, seat: int | None = None, language: str = "en"
) -> Why | None:
    """The first requirement of an option that fails, as `seat` may know it; None for a seat that may know all.

    None when the decision has no such option at all. For an option that is open the answer means nothing.
    """
    if state[FRAME] is None:
        return None
    at = _named_option(game, state, key)
    if at is None:
        return None
    site, number, values = at
    teller = _Teller(game, seat, language)
    found = [tuple(_asked(game, functions, world, site, number, each) for each in values)
             for world in seen_by(game, state, seat)]  # fmt: skip
    merged = [merge(trees) for trees in zip(*found, strict=True)]
    told = next((each for each in merged if not teller.is_sort(each, "missing")), merged[0])
    if told == 0:
        text = AT_ANOTHER_TIME if site == game.blueprint.free_site else IMPOSSIBLE
        file, line, _ = game.blueprint.sites[site].places[number]
        return Why("test", text, f"{file}:{line}")
    return teller.why(told)


def closed_options(
    game: Game, functions: Functions, state: State, seat: int | None = None, language: str = "en"
) -> tuple[Closed, ...]:
    """What is not open of this decision: options, and candidates by the reason that keeps them closed."""
    blueprint, site = game.blueprint, state[SITE]
    info = blueprint.sites[site]
    listed = [(site, number) for number in range(len(info.labels))]
    listed += [(blueprint.free_site, number) for number in info.free]
    open_here = {read_code(blueprint, site, code) for code in state[OPTIONS]}
    closed: list[Closed] = []
    alike = seen_by(game, state, seat)
    for at, number in listed:
        its = blueprint.sites[at]
        label, domain = its.labels[number], its.domains[number]
        if its.named and not domain:
            if not any(each[:2] == (at, number) for each in open_here):
                why = why_not(game, functions, state, label, seat, language)
                closed += [Closed(label, (), why)] if why is not None else []
            continue
        among = _among(game, functions, state, at, number)
        grouped: dict[Why, list[str]] = {}
        for value in among:
            if value >= 0 and (at, number, value) not in open_here:
                found = [_asked(game, functions, world, at, number, value) for world in alike]
                tree = merge(tuple(found))
                if tree not in (0, _UNCLEAR):
                    why = _Teller(game, seat, language).why(tree)
                    names = grouped.setdefault(why, [])
                    names.append(thing_title(blueprint, domain, value, language))
        closed += [Closed(label, tuple(names), why) for why, names in _by_words(grouped).items()]
        if not among:
            file, line, _ = its.places[number]
            closed.append(Closed(label, (), Why("missing", "no candidate for it", f"{file}:{line}")))
    return tuple(closed)


def candidates_of(game: Game, functions: Functions, state: State) -> tuple[tuple[int, int, int, Why | None], ...]:
    """Everything a decision may offer, open or not: site, option, candidate (0 where it has none) and what fails."""
    blueprint, site = game.blueprint, state[SITE]
    found = []
    listed = [(site, number) for number in range(len(blueprint.sites[site].labels))]
    listed += [(blueprint.free_site, number) for number in blueprint.sites[site].free]
    for at, number in listed:
        plain = blueprint.sites[at].named and not blueprint.sites[at].domains[number]
        for value in (0,) if plain else _among(game, functions, state, at, number):
            if value >= 0:
                tree = _asked(game, functions, state, at, number, value)
                found.append((at, number, value, tell(game, tree, None) if tree else None))
    return tuple(found)


def seen_by(game: Game, state: State, seat: int | None) -> tuple[State, ...]:
    """The states in which a seat is answered; the one there is where it may know all."""
    return (state,) if seat is None else worlds(game, state, seat)


def merge(trees: tuple[Any, ...]) -> Any:
    """What is the same in the trees found in all worlds; values that differ are hidden, so is what differs behind."""
    first = trees[0]
    if all(each == first for each in trees):
        return first
    if any(not each or each[0] != first[0] for each in trees) or not first:
        return _UNCLEAR
    seen = zip(*(tree[1] for tree in trees), strict=True)
    values = tuple(each[0] if len(set(each)) == 1 else _HIDDEN for each in seen)
    behind = [tuple(each for each in tree[2] if each) for tree in trees]
    same = len({len(each) for each in behind}) == 1
    return first[0], values, tuple(merge(each) for each in zip(*behind, strict=True)) if same else ()


def tell(game: Game, tree: Any, seat: int | None, language: str = "en") -> Why:
    """A tree that is the same in all worlds, in words."""
    return _Teller(game, seat, language).why(tree)


def _signed(number: str) -> str:
    return number if number.startswith("-") or not number.isdigit() else f"+{number}"


def _by_words(grouped: dict[Why, list[str]]) -> dict[Why, list[str]]:
    """Candidates that fail by the same requirement together; values are told where they all saw the same."""
    found: dict[tuple[str, str], tuple[Why, list[str]]] = {}
    for why, names in grouped.items():
        key = (why.first.text, why.first.place)
        if key in found:
            kept, known = found[key]
            if kept != why:
                same = tuple(each for each in kept.first.seen if each in why.first.seen)
                kept = Why(kept.first.sort, kept.first.text, kept.first.place, same)
            found[key] = kept, known + names
        else:
            found[key] = why, names
    return dict(found.values())


def _named_option(game: Game, state: State, key: str) -> tuple[int, int, tuple[int, ...]] | None:
    """The site, the option there and the candidates that a key may mean."""
    blueprint, site = game.blueprint, state[SITE]
    info = blueprint.sites[site]
    at = [(site, number) for number in range(len(info.labels))]
    at += [(blueprint.free_site, number) for number in info.free]
    for where, number in at:
        its = blueprint.sites[where]
        label, domain = its.labels[number], its.domains[number]
        if its.named and not domain:
            if key == label:
                return where, number, (0,)
            continue
        prefix = f"{label} " if its.named else ""
        if key.startswith(prefix):
            values = _values_named(blueprint, domain, key.removeprefix(prefix), state[SEAT])
            if values:
                return where, number, values
    return None


def _values_named(blueprint: Blueprint, domain: str, name: str, seat: int) -> tuple[int, ...]:
    """The things of a domain that a name may mean; of pieces printed for seats the asked one's come first."""
    if domain == "number":
        return (int(name),) if name.isascii() and name.isdigit() and len(name) < 10 else ()
    if domain == "seat":
        count = blueprint.max_seats
    elif domain.endswith(" piece"):
        found = [n for n in range(len(blueprint.pieces)) if thing_name(blueprint, domain, n) == name]
        kind = domain.removesuffix(" piece")
        found = [n for n in found if blueprint.pieces[n].kind == kind]
        return tuple(sorted(found, key=lambda piece: blueprint.pieces[piece].owner != seat))
    else:
        count = len(blueprint.domains[domain].names)
    return tuple(n for n in range(count) if thing_name(blueprint, domain, n) == name)


def _frame(game: Game, state: State, site: int) -> tuple[Any, ...]:
    """The frame of a decision; for free actions one of their own for the seat that is asked."""
    blueprint = game.blueprint
    if site == state[SITE]:
        frame: tuple[Any, ...] = state[FRAME]
        return frame
    name = blueprint.sites[site].procedure
    procedure = next(number for number, (id_, *_) in enumerate(blueprint.procedures) if id_ == name)
    return (None, procedure, 0, state[SEAT], *[0] * (blueprint.procedures[procedure][3] - 1))


def _among(game: Game, functions: Functions, state: State, site: int, number: int) -> tuple[int, ...]:
    found: tuple[int, ...] = functions["AMONG"][site](state, _frame(game, state, site), number)
    return found


def _asked(game: Game, functions: Functions, state: State, site: int, number: int, value: int) -> Any:
    """What keeps a candidate of an option closed in one world: a tree or 0, with its place where it is missing."""
    frame = _frame(game, state, site)
    tree = functions["WHY"][site](state, frame, number, value)
    blueprint = game.blueprint
    if tree and blueprint.reasons[tree[0] - 1][3] == "missing":
        domain = blueprint.sites[site].domains[number]
        at = state[blueprint.piece_zone + value] if domain.endswith(" piece") else -1
        return tree[0], (at, _among(game, functions, state, site, number)), ()
    return tree


@dataclass(frozen=True, slots=True)
class _Teller:
    """Puts trees into words for one seat, in one language."""

    game: Game
    seat: int | None
    language: str

    def is_sort(self, tree: Any, sort: str) -> bool:
        return bool(tree) and tree[0] > 0 and self.game.blueprint.reasons[tree[0] - 1][3] == sort

    def why(self, tree: Any, depth: int = 0) -> Why:
        blueprint, say = self.game.blueprint, words(self.language)
        if not tree or tree[0] < 0:
            return Why("hidden", say("it depends on what is hidden"), "")
        number, values, behind = tree
        text, file, line, sort, labels = blueprint.reasons[number - 1]
        if sort == "missing":
            return Why(sort, text, f"{file}:{line}", tuple(self._missing(values)))
        seen = tuple(self._value(sort, label, value) for label, value in zip(labels, values, strict=True))
        if sort == "modifier":
            text = f"{_signed(seen[0].shown)} {self._name(text)}"
            seen = seen[1:]
        elif sort == "value":
            name, _, words_of = text.partition(" = ")
            text = f"{self._name(name)} {seen[0].shown}" + (f" = {words_of}" if words_of else "")
            modified = any(self.is_sort(each, "modifier") for each in behind)
            seen = seen[1:] if modified else seen[2:]
        place = f"{file}:{line}" if file else ""
        told = tuple(self.why(each, depth + 1) for each in behind if each) if depth < _DEEPEST else ()
        return Why(sort, text, place, tuple(each for each in seen if each.shown), told)

    def _name(self, id_: str) -> str:
        """What people call a quantity or modifier; its id where it has no title."""
        title = self.game.blueprint.procedure_titles.get(id_, {})
        return title.get(self.language) or title.get("en") or id_

    def _missing(self, values: tuple[Any, ...]) -> Iterable[Value]:
        """Where a thing is that is no candidate, and what the candidates are."""
        if not values:
            return
        blueprint, say = self.game.blueprint, words(self.language)
        at, among = values
        if at == _HIDDEN or (at != _HIDDEN and at >= 0):
            shown = say("hidden") if at == _HIDDEN else member_title(blueprint, place_of(blueprint, at), self.language)
            yield Value("is", say("it is in:"), shown)
        if among != _HIDDEN and not [each for each in among if each >= 0]:
            yield Value("candidates", say("candidates"), "0")

    def _value(self, reason: str, label: tuple[str, str, str, str], value: Any) -> Value:
        blueprint, say = self.game.blueprint, words(self.language)
        text, sort, kind, domain = label
        if value == _HIDDEN:
            return Value(text, self._plain_title(reason, text), say("hidden"))
        if sort == "slot":
            slot, number = value
            place = place_of(blueprint, slot)
            title = text
            if place is not None and place.family.title:
                told = self.seat if place.owner is not None and place.owner == self.seat else None
                title = member_title(blueprint, place, self.language, told)
            return Value(text, title, self._shown(kind, domain, number))
        if sort == "quantity":
            return Value(text, self._quantity_title(text, value), self._shown(kind, domain, value[0]))
        if sort == "items":
            whole, items = value
            return Value(text, text, f"{whole}{self._items(domain, items)}")
        if text == "it" and value < 0:
            return Value(text, "", "")
        return Value(text, self._plain_title(reason, text), self._shown(kind, domain, value))

    def _plain_title(self, reason: str, text: str) -> str:
        say = words(self.language)
        if text == "it":
            return say({"found": "there is", "every": "not so for"}.get(reason, "nearest"))
        return say(text) if text == "candidates" else text

    def _quantity_title(self, text: str, value: tuple[int, ...]) -> str:
        blueprint = self.game.blueprint
        id_ = next((name for name, info in blueprint.quantities.items() if info[0] == value[1]), "")
        title = blueprint.procedure_titles.get(id_, {})
        if not title:
            return text
        takes = blueprint.quantity_takes.get(id_, ())
        given = [thing_title(blueprint, domain, each, self.language)
                 for domain, each in zip(takes, value[3:], strict=False)]  # fmt: skip
        return title_in(title, self.language, id_) + (f" ({', '.join(given)})" if given else "")

    def _shown(self, kind: str, domain: str, value: Any) -> str:
        say = words(self.language)
        if kind == "truth":
            return say("yes" if value else "no")
        if kind == "thing":
            return thing_title(self.game.blueprint, domain, value, self.language) if value >= 0 else say("none")
        return str(value)

    def _items(self, domain: str, items: tuple[tuple[int, int], ...]) -> str:
        """Which candidates count, and how much where that is not one."""
        blueprint = self.game.blueprint
        counted = [each for each in items if each[1]]
        if not counted or domain in ("", "number") or len(counted) > _MOST_NAMED:
            return ""
        names = []
        for it, adds in counted:
            title = thing_title(blueprint, domain, it, self.language)
            names.append(title if adds == 1 else f"{title} {adds}")
        return f" ({', '.join(names)})"
