"""Trees of reasons in words: what a seat reads about a requirement.

`core/backend/printed_reasons.py` makes the trees. Trees found in several states are merged first: anything that differs
between them is hidden. `words/why.py` asks for them, in such states.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

from rulewright.core.locales.catalogue import Phrases, phrases
from rulewright.core.locales.wording import title_in
from rulewright.core.model.game import Game
from rulewright.core.model.kinds import DomainName, is_set
from rulewright.core.model.limits import UNTOLD
from rulewright.core.model.phrases import NO_PHRASE
from rulewright.core.model.reasons import ReasonInfo, ReasonTree, ValueLabel
from rulewright.observe.naming import thing_title
from rulewright.observe.sight.places import SlotOwner, place_of
from rulewright.observe.words.glossary import Glossary
from rulewright.observe.words.moves_told import member_title
from rulewright.observe.words.reasons_said import NEAREST, Shown, reason_said, value_said
from rulewright.observe.words.said import text_of

IMPOSSIBLE = "what it must do cannot all be done"
UNCLEAR = ReasonTree(-1, (), ())
"""What is left of trees that have nothing in common."""
_HIDDEN = ("hidden",)
_MOST_NAMED = 8
_DEEPEST = 40


class SeenValue(NamedTuple):
    """A value that a requirement read: its words in the rules, its title, its value."""

    words: str
    title: str
    shown: str


@dataclass(frozen=True, slots=True)
class Why:
    """A requirement that fails, or a value: its words, `file:line`, values read, reasons behind it.

    The sorts are those of `core/backend/printed_reasons.py`, and `hidden` if nothing can be shown to this seat. The
    text `said` is for people; everything else is in the words of the rules, for their authors.
    """

    sort: str
    text: str
    place: str
    seen: tuple[SeenValue, ...] = ()
    behind: tuple[Why, ...] = ()
    said: str = ""
    """What people read of it; nothing where there are no words for it."""
    general: str = ""
    """The same whatever the values are."""

    @property
    def path(self) -> tuple[Why, ...]:
        """The requirements from the outermost to the first that fails, or to where several fail at once."""
        goes_on = len(self.behind) == 1 and self.sort != "nobody"
        return (self, *self.behind[0].path) if goes_on else (self,)

    @property
    def first(self) -> Why:
        """The innermost requirement that fails."""
        return self.path[-1]

    @property
    def told(self) -> tuple[Why, ...]:
        """The reasons that people read: itself or, without words for it, those behind it that have some."""
        return (self,) if self.said else tuple(found for each in self.behind for found in each.told)

    @property
    def reason(self) -> str:
        """The first cause of the failure in words, empty if there are none."""
        return next((each.said for each in reversed(self.path) if each.said), "")

    def says(self, text: str) -> bool:
        """Return whether a text is part of any requirement, of its line, or of a general reason."""
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


def reason_line(why: Why) -> str:
    """Return a reason on one line, from its first cause outwards, with each one if there are several."""
    lines = [f"'{each.line}'{f' ({each.place})' * bool(each.place)}" for each in reversed(why.path)]
    several = [reason_line(each) for each in why.first.behind] if len(why.first.behind) > 1 else []
    return " <- ".join([f"[{'; '.join(several)}]", *lines] if several else lines)


def merge(trees: tuple[Any, ...]) -> Any:
    """Return the part that is equal in the trees of all states.

    Values that differ are hidden, and so are differences behind.
    """
    if all(each == trees[0] for each in trees):
        return trees[0]
    failing = [ReasonTree(*each) for each in trees if each]
    if len(failing) < len(trees) or len({each.reason for each in failing}) > 1:
        return UNCLEAR
    seen = zip(*(tree.values for tree in failing), strict=True)
    values = tuple(each[0] if len(set(each)) == 1 else _HIDDEN for each in seen)
    behind = [tuple(each for each in tree.behind if each) for tree in failing]
    same = len({len(each) for each in behind}) == 1
    inner = tuple(merge(each) for each in zip(*behind, strict=True)) if same else ()
    return ReasonTree(failing[0].reason, values, inner)


def tell(game: Game, tree: Any, seat: int | None, language: str = "en") -> Why:
    """Return a tree that is the same in all worlds, in words."""
    return Teller(game, seat, language).why(tree)


def _signed(number: str) -> str:
    return number if number.startswith("-") or not number.isdigit() else f"+{number}"


@dataclass(frozen=True)
class Teller:
    """A writer of trees in words, for one seat, in one language."""

    game: Game
    seat: int | None
    language: str

    def is_sort(self, tree: Any, sort: str) -> bool:
        number = ReasonTree(*tree).reason if tree else 0
        return number > 0 and self.game.blueprint.reasons[number - 1].sort == sort

    def why(self, tree: Any, depth: int = 0) -> Why:
        blueprint, say = self.game.blueprint, self.say
        number, values, behind = tree or UNCLEAR
        if number < 0:
            return Why("hidden", say("depends_on_hidden"), "", said=say("depends_on_hidden"))
        info = blueprint.reasons[number - 1]
        text, file, line, sort, labels = info[:5]
        if sort == "missing":
            missing = tuple(self._missing(values))
            shown = [Shown("", NO_PHRASE, "", f"{each.title} {each.shown}") for each in missing]
            return Why(sort, text, f"{file}:{line}", missing, said=reason_said(self.glossary, info, shown))
        seen = tuple(self._value(sort, label, value) for label, value in zip(labels, values, strict=True))
        modified = any(self.is_sort(each, "modifier") for each in behind)
        if sort == "modifier":
            text = f"{_signed(seen[0].shown)} {self._name(text)}"
            seen = seen[1:]
        elif sort == "value":
            text = f"{self._name(info.entry)} {seen[0].shown}" + (f" = {text}" if text else "")
            seen = seen[1:] if modified else seen[2:]
        place = f"{file}:{line}" if file else ""
        told = tuple(self.why(each, depth + 1) for each in behind if each) if depth < _DEEPEST else ()
        said = self._said(info, values, modified=modified)
        general = reason_said(self.glossary, info, ()) if depth == 0 or not told else ""
        return Why(sort, text, place, tuple(each for each in seen if each.shown), told, said, general)

    @property
    def say(self) -> Phrases:
        return phrases(self.language, "table")

    @cached_property
    def glossary(self) -> Glossary:
        return Glossary.of(self.game.blueprint, self.language)

    def _said(self, info: ReasonInfo, values: tuple[Any, ...], *, modified: bool) -> str:
        """Return the words of a requirement, or of how a value results."""
        shown = [
            Shown(label.words, label.phrase, label.kind, self._alone(label, value), self._which(label, value))
            for label, value in zip(info.labels, values, strict=True)
        ]
        if info.sort == "modifier":
            title = text_of(self.glossary.entry(info.text)) or self.glossary.say("bonus")
            return f"{_signed(shown[0].text)}: {title}"
        if info.sort == "value":
            return value_said(self.glossary, info, shown, modified=modified)
        return reason_said(self.glossary, info, shown)

    def _which(self, label: ValueLabel, value: Any) -> str:
        """Return the title of one of several places, empty for a thing in none, or without a title."""
        if label.sort != "slot" or value in (UNTOLD, _HIDDEN):
            return ""
        place = place_of(self.game.blueprint, value[0])
        if place is None or not place.family.title or not (place.indexes or place.space):
            return ""
        return self._member(place) if self.glossary.entry(place.family.id) else ""

    def _member(self, place: SlotOwner) -> str:
        """Return a member in words, without its seat where that reads them."""
        told = self.seat if place.owner == self.seat else None
        return member_title(self.game.blueprint, place, self.language, told)

    def _alone(self, label: ValueLabel, value: Any) -> str:
        """Return a value alone, empty if nobody read it."""
        if value == UNTOLD or (label.words == "it" and value != _HIDDEN and value < 0):
            return ""
        if value == _HIDDEN:
            return self.say("hidden")
        one = {"slot": 1, "quantity": 0, "items": 0}.get(label.sort)
        return self._shown(label.kind, label.domain, value if one is None else value[one])

    def _name(self, id_: str) -> str:
        """Return the title of a quantity or modifier, or its id if it has no title."""
        return title_in(self.game.blueprint.procedure_titles.get(id_, {}), self.language, id_)

    def _missing(self, values: tuple[Any, ...]) -> Iterable[SeenValue]:
        """Yield where a thing is that is not a candidate, and how many candidates there are."""
        if not values:
            return
        blueprint, say = self.game.blueprint, self.say
        at, among = values
        if at == _HIDDEN or (at != _HIDDEN and at >= 0):
            shown = say("hidden") if at == _HIDDEN else member_title(blueprint, place_of(blueprint, at), self.language)
            yield SeenValue("is", say("it_is_in"), shown)
        if among != _HIDDEN and not [each for each in among if each >= 0]:
            yield SeenValue("candidates", say("candidates"), "0")

    def _value(self, reason: str, label: ValueLabel, value: Any) -> SeenValue:
        blueprint, say = self.game.blueprint, self.say
        text, sort, kind, domain, _ = label
        if value == UNTOLD:
            return SeenValue(text, "", "")
        if value == _HIDDEN:
            return SeenValue(text, self._plain_title(reason, text), say("hidden"))
        if sort == "slot":
            slot, number = value
            place = place_of(blueprint, slot)
            title = self._member(place) if place is not None and place.family.title else text
            return SeenValue(text, title, self._shown(kind, domain, number))
        if sort == "quantity":
            return SeenValue(text, self._quantity_title(text, value), self._shown(kind, domain, value[0]))
        if sort == "items":
            whole, items = value
            return SeenValue(text, text, f"{whole}{self._items(domain, items)}")
        if text == "it" and value < 0:
            return SeenValue(text, "", "")
        return SeenValue(text, self._plain_title(reason, text), self._shown(kind, domain, value))

    def _plain_title(self, reason: str, text: str) -> str:
        if text == "it":
            return self.say(NEAREST.get(reason, "nearest"))
        return self.say(text) if text == "candidates" else text

    def _quantity_title(self, text: str, value: tuple[int, ...]) -> str:
        blueprint = self.game.blueprint
        id_ = next((name for name, info in blueprint.quantities.items() if info.number == value[1]), "")
        title = blueprint.procedure_titles.get(id_, {})
        if not title:
            return text
        takes = blueprint.quantity_takes.get(id_, ())
        given = [thing_title(blueprint, domain, each, self.language)
                 for domain, each in zip(takes, value[3:], strict=False) if not is_set(domain)]  # fmt: skip
        return title_in(title, self.language, id_) + (f" ({', '.join(given)})" if given else "")

    def _shown(self, kind: str, domain: DomainName, value: Any) -> str:
        if kind == "truth":
            return self.say("yes" if value else "no")
        if kind == "thing":
            return thing_title(self.game.blueprint, domain, value, self.language) if value >= 0 else self.say("none")
        return str(value)

    def _items(self, domain: DomainName, items: tuple[tuple[int, int], ...]) -> str:
        """Return the candidates that count, with their amounts if those are not 1."""
        blueprint = self.game.blueprint
        counted = [each for each in items if each[1]]
        if not counted or domain in ("", "number") or len(counted) > _MOST_NAMED:
            return ""
        names = []
        for it, adds in counted:
            title = thing_title(blueprint, domain, it, self.language)
            names.append(title if adds == 1 else f"{title} {adds}")
        return f" ({', '.join(names)})"
