"""Hints for names that mean nothing, or nothing at their place.

Nothing here decides what is wrong; it is asked for a hint once that is known, and gives none if nothing is certain.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from typing import Final

from rulewright.core.bind.binder import Binder
from rulewright.core.bind.scope import Scope
from rulewright.core.bind.world import SEAT, VALUES, Family, Kind, World, few
from rulewright.core.diagnostics import Suggestion, did_you_mean, indefinite
from rulewright.core.language.other_words import function_suggestion, name_suggestion, verb_suggestion
from rulewright.core.language.unparse import unparse_expression
from rulewright.core.language.vocabulary import STATEMENT_WORDS, names_of, words_named
from rulewright.core.model import effects as ast
from rulewright.core.model.document import Scalar
from rulewright.core.model.effects import Expression
from rulewright.core.model.kinds import PieceOf
from rulewright.core.model.type import NOTHING, Type

_MOST_LISTED: Final = 8


_FAMILIES: Final[dict[str, str]] = {
    "counter": "'{it}' is a counter; write gain, lose, pay or set before it",
    "marker": "'{it}' is a marker: set {it} to VALUE",
    "zone": "'{it}' is a zone; write move, draw or shuffle before it",
}


def like_function_hint(world: World, node: ast.FunctionCall) -> str:
    """Return a hint how to write a counter, marker or zone that is used like a function."""
    family, given = world.families.get(node.function), tuple(map(unparse_expression, node.arguments))
    if family is None or not given:
        return ""
    of_seat = family.per == (SEAT,) and len(given) == 1
    return f"write {given[0]}.{family.id}" if of_seat else f"write {family.id}[{', '.join(given)}]"


def index_hint(world: World, family: Family) -> str:
    """Return a hint how to write one of several counters, markers or zones."""
    if not family.per:
        return ""
    domains = [world.domains.get(each) for each in family.per if each != SEAT]
    first = [each.names[0] if each is not None and each.names else "1" for each in domains]
    return f"such as {family.id}[{', '.join(first)}]" if first else ""


def called_on_hint(node: ast.FunctionCall) -> str:
    """Return a hint how to write a function that was put after its argument, as a seat's quantities are."""
    if node.function in names_of("function") and node.seat is not None and not node.arguments:
        return f"write {node.function}({unparse_expression(node.seat)})"
    return function_suggestion(node.function)


def name_hint(binder: Binder, scope: Scope, name: str, wanted: Type) -> str:
    """Return a hint for an unknown name, preferably a name of the type wanted there."""
    if name == "none":
        return "only a marker or another reference to a thing can be none"
    fitting = _fitting(binder.world, scope, wanted)
    everything = {*binder.world.all_names(), *scope.names}
    sure = field_hint(binder.world, scope, name) or _local_elsewhere(binder.world, scope, name)
    sure = sure or did_you_mean(name, fitting)
    if name in names_of("function", "quantifier"):
        sure = sure or f"write {words_named(name)[0].forms[0]}"
    if wanted.kind != "zone" and not isinstance(wanted.domain, PieceOf):
        sure = sure or name_suggestion(name)
    if wanted == NOTHING:
        return sure or did_you_mean(name, everything | set(names_of("name")))
    return sure or _listed(wanted, fitting) or f"{_called(wanted)} is expected here"


def _local_elsewhere(world: World, scope: Scope, name: str) -> str:
    """Return a hint with the other procedure whose text gives a name, '' if there is none."""
    given = re.compile(rf"\b(?:let|pick|roll|for each)\s+{re.escape(name)}\b")
    for each in world.named.values():
        text = each.node.get("does") if each.sort == "procedure" else None
        if isinstance(text, Scalar) and text is not scope.text and given.search(text.text):
            return f"'{name}' is only known inside '{each.id}'; its triggers can read only what it `takes`"
    return ""


def domain_hint(world: World, scope: Scope, name: str, wanted: Type) -> str:
    """Return a hint for the name of a whole domain where one member is wanted."""
    if name == SEAT:
        return "one seat is me, or seat(1)"
    if wanted.domain == PieceOf(name):
        return f"one is top(ZONE), or first(x in ZONE where TEST); one that the seat takes: pick {name} from ZONE"
    members = world.domains[name].names
    listed = f"write one of {', '.join(members)}" if 0 < len(members) <= _MOST_LISTED else ""
    return field_hint(world, scope, name) or (listed if wanted == Type("thing", name) else "")


def field_hint(world: World, scope: Scope, name: str) -> str:
    """The field of that name of things that have a name in the text."""
    found = []
    for each, local in scope.names.items():
        kind, _ = world.kind_of(local.type.domain) if local.type.kind == "thing" else (None, False)
        if kind is not None and name in kind.fields:
            found.append(f"{each}.{name}")
    suggestion = " or ".join(f"'{each}'" for each in found)
    return Suggestion(f"did you mean {suggestion}?", name, tuple(found)) if found else ""


def call_hint(world: World, scope: Scope, name: str, arguments: tuple[Expression, ...]) -> str:
    """Return a hint for a statement that begins with neither a verb nor a procedure."""
    given = unparse_expression(arguments[0]) if len(arguments) == 1 else ""
    procedures = world.ids_of("procedure")
    if name in world.families and world.families[name].sort == "zone" and given:
        return f"'{name}' is a zone: move {given} to {name}"
    if name in world.families:
        return _FAMILIES[world.families[name].sort].format(it=name)
    if (name in world.named and world.named[name].sort in VALUES) or name in names_of("function", "quantifier"):
        return f"'{name}' is a computed value and does nothing on its own; to name it: let NAME = VALUE"
    if name in scope.names or name in world.components:
        return f"'{name}' is a thing; write what happens to it: move {name} to ZONE, or do {name}.FIELD"
    if name in STATEMENT_WORDS and words_named(name):
        return f"write {' or '.join(form for word in words_named(name) for form in word.forms)}"
    near, suggestion = did_you_mean(name, procedures), verb_suggestion(name, given)
    if near and suggestion:
        return f"{suggestion}; or {near}"
    return (
        near
        or suggestion
        or did_you_mean(name, STATEMENT_WORDS)
        or name_suggestion(name)
        or "a statement begins with a verb or the name of a procedure"
    )


def fixed_hint(world: World, scope: Scope, node: Expression) -> str:
    """Return a hint for an attempt to change something that cannot be changed."""
    name = node
    while isinstance(name, ast.Index):
        name = name.target
    word = name.name if isinstance(name, ast.Name | ast.Field) else ""
    if isinstance(node, ast.Name) and word in scope.names:
        return f"'{word}' is a local name: set {word} to VALUE"
    if word in world.families:
        return f"'{word}' is a zone; move or draw pieces to it"
    if word in world.named:
        return f"'{word}' is computed; set what it is computed from, or use a counter"
    if word in world.settings:
        return f"'{word}' is a setting, which the table picks before the game; use a counter"
    if word in world.values:
        domain = world.values[word][0]
        ids = [each.id for each in world.families.values() if each.sort == "counter" and domain in each.per[-1:]]
        return f"such as {ids[0]}[{word}]" if ids else ""
    if isinstance(node, ast.Field):
        return "printed values cannot change; use a counter for a value that changes"
    names = {family.id for family in world.families.values() if family.sort != "zone"}
    return did_you_mean(word, names)


def all_of_it_hint(world: World, scope: Scope, node: ast.Change) -> str:
    """Return a hint for `all` as the amount of a change, where the ruleset has no such name."""
    said = node.amount.name if isinstance(node.amount, ast.Name) else ""
    if node.verb == "gain" or said not in ("all", "everything") or said in scope.names or said in world.all_names():
        return ""
    counter = unparse_expression(node.counter)
    return f"write {node.verb} {counter} {counter}: as much as there is"


def no_beginning(world: World, name: str) -> tuple[str, str]:
    """Return (message, hint) for a wrong name of the procedure that begins the game."""
    named = world.procedure(name)
    names = sorted(each for each in world.ids_of("procedure") if not world.named[each].takes)
    message = f"'begins' names no procedure '{name}'"
    if named is not None:
        takes = ", ".join(each for each, _ in named.takes)
        message = f"'{name}' takes {takes}, but the procedure that begins a game gets no arguments"
    shown = f"it could be {', '.join(names[:_MOST_LISTED])}{' ...' if len(names) > _MOST_LISTED else ''}"
    write_one = f"write one: procedures: - {{id: {name}, does: nothing}}"
    return message, did_you_mean(name, names) or (shown if names else write_one)


def face_hint(kind: Kind | None, face: str) -> str:
    """Return a hint with the faces that a piece can be turned to."""
    if kind is None:
        return ""
    if not kind.faces:
        return f"the kind '{kind.id}' has no faces; give it some, such as faces: [down, {face}]"
    return did_you_mean(face, kind.faces) or f"its faces are {', '.join(kind.faces)}"


def _fitting(world: World, scope: Scope, wanted: Type) -> set[str]:
    """Return the names that have the wanted type, for a piece its zones too. Without a type there are none."""
    if wanted == NOTHING:
        return set()
    if wanted.kind in ("zone", "set"):
        zones = world.ids_of("zone")
        return zones if wanted.kind == "zone" else zones | set(world.domains) | {"others"}
    kind = (wanted.kind, wanted.domain)
    found = {name for name, local in scope.names.items() if (local.type.kind, local.type.domain) == kind}
    families = (each for each in world.families.values() if each.sort != "zone")
    found |= {each.id for each in families if (each.type.kind, each.type.domain) == kind}
    values = (each for each in world.named.values() if each.sort in VALUES)
    found |= {each.id for each in values if (each.type.kind, each.type.domain) == kind and not each.takes}
    if wanted.kind == "number":
        return found | {"seats"} | {name for name, setting in world.settings.items() if not setting.values}
    if wanted.kind == "truth":
        return found | {"true", "false"}
    if wanted.domain == SEAT:
        return found | {"me", "none"}
    if wanted.domain in world.domains:
        return found | set(world.domains[wanted.domain].names)
    several = (each.id for each in world.families.values() if each.sort == "zone" and each.type.domain == wanted.domain)
    return found.union(several, (each.id for each in world.components.values() if PieceOf(each.kind) == wanted.domain))


def _listed(wanted: Type, fitting: Collection[str]) -> str:
    """Return a hint with all names of the expected type, '' if they are too many to list."""
    if isinstance(wanted.domain, PieceOf):
        return f"{_called(wanted)} is expected here, such as top(ZONE) or first(x in ZONE where TEST)"
    return few(fitting, f"{_called(wanted)} is expected here: ") if wanted.kind in ("thing", "zone") else ""


def _called(wanted: Type) -> str:
    words = {"number": "a number", "truth": "a test", "set": "a set", "zone": "a zone"}
    return words.get(wanted.kind) or indefinite(str(wanted.domain))
