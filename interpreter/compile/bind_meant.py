"""What an author may have meant where a name means nothing, or a value of one type stands in the place of another.

Nothing here decides what is wrong; it is asked for a hint once that is known, and says nothing where nothing is sure.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Final

from interpreter.compile.scope import Scope
from interpreter.compile.world import SEAT, VALUES, Kind, World, piece_domain
from interpreter.diagnostics import Meant, did_you_mean
from interpreter.language.other_words import function_meant, name_meant, verb_meant
from interpreter.language.unparse import unparse_expression
from interpreter.language.vocabulary import STATEMENT_WORDS, names_of
from interpreter.model import bound as b
from interpreter.model import effects as ast
from interpreter.model.bound import NOTHING, Bound, Const, Type
from interpreter.model.effects import Expression

if TYPE_CHECKING:
    from interpreter.compile.bind_expressions import Binder

ZONE: Final = Type("zone")
"""No type of a value, but of a place: where a zone is wanted, and no other set."""

_MOST_LISTED: Final = 8
_LONGEST: Final = 40

# What stands there, what is wanted, and how the one is made of the other; `{it}` is what the author wrote.
_CONVERSIONS: Final[dict[tuple[str, str], str]] = {
    ("number", "truth"): "compare it, such as {it} > 0",
    ("literal", "truth"): "write the whole test, such as x = {it}",
    ("thing", "truth"): "whether there is one: exists({it})",
    ("piece", "truth"): "whether there is one: exists({it})",
    ("seat", "truth"): "whether there is one: exists({it}); whether it is the one that acts: {it} is me",
    ("zone", "truth"): "whether something lies there: exists({it})",
    ("set", "truth"): "whether there is one: any(x in {it})",
    ("truth", "number"): "write (1 if {it} else 0)",
    ("zone", "number"): "how many lie there: size({it})",
    ("set", "number"): "how many there are: size({it})",
    ("seat", "number"): "the number of a seat is {it}.number",
    ("number", "seat"): "the seat of a number is seat({it})",
    ("literal", "seat"): "the seat of a number is seat({it})",
    ("piece", "seat"): "the seat it belongs to is {it}.owner",
    ("set", "seat"): "one of them is first(x in {it} where TEST)",
    ("zone", "piece"): "one piece is top({it}), or first(x in {it} where TEST); all of them: move all of {it} to ZONE",
    ("literal", "piece"): "several are drawn: draw {it} from PILE to OTHER_PILE",
    ("number", "piece"): "several are drawn: draw {it} from PILE to OTHER_PILE",
    ("number", "set"): "the numbers up to it are 1..{it}",
    ("literal", "set"): "the numbers up to it are 1..{it}",
}

_FAMILIES: Final[dict[str, str]] = {
    "counter": "'{it}' is a counter; write gain, lose, pay or set before it",
    "marker": "'{it}' is a marker: set {it} to VALUE",
    "zone": "'{it}' is a zone; write move, draw or shuffle before it",
}


def instead(value: Bound, wanted: str, node: Expression) -> str:
    """How a value of the `wanted` sort (a word of the table above) is made of the one that stands there."""
    found = _sort(value)
    written = unparse_expression(node)
    if wanted == "set" and isinstance(node, ast.Name) and node.name == "seats":
        return Meant("did you mean 'seat'?", "seats", (SEAT,))
    it = written if len(written) <= _LONGEST else "IT"
    if "{it}." in _CONVERSIONS.get((found, wanted), "") and isinstance(node, ast.Operation | ast.Conditional):
        it = f"({it})"
    return _CONVERSIONS.get((found, wanted), "").format(it=it)


def as_equal(left: Bound, right: Bound, node: ast.Operation) -> str:
    """How two values that are compared and have not the same type are made comparable."""
    if "truth" in (left.type.kind, right.type.kind) or node.left is None:
        return ""
    tried = ((right, _wanted_beside(left), node.right), (left, _wanted_beside(right), node.left))
    return next((hint for value, wanted, at in tried if wanted != "set" and (hint := instead(value, wanted, at))), "")


def one_of_hint(value: Bound, node: ast.Field) -> str:
    """How a field is read that was asked of many things at once."""
    many = unparse_expression(node.target)
    if value.type.kind != "set" or len(many) > _LONGEST:
        return ""
    if node.name in names_of("function"):
        return f"write {node.name}({many})"
    if hint := function_meant(node.name):
        return hint
    one = f"top({many})" if isinstance(value, b.ZoneRef) else f"first(x in {many})"
    return f"say which of them: {one}.{node.name}; or go through them: any(x in {many} where x.{node.name} = VALUE)"


def called_on_hint(node: ast.FunctionCall) -> str:
    """How a function is written that stands behind what it is about, as quantities of a seat do."""
    if node.function in names_of("function") and node.seat is not None and not node.arguments:
        return f"write {node.function}({unparse_expression(node.seat)})"
    return function_meant(node.function)


def whole_hint(node: Expression) -> str:
    """The zone that was meant where a piece of it stands."""
    if isinstance(node, ast.FunctionCall) and node.function in ("top", "bottom") and len(node.arguments) == 1:
        return f"the zone itself is {unparse_expression(node.arguments[0])}"
    return "a zone is expected here"


def sort_wanted(domain: str) -> str:
    """The sort of a thing of a domain, as `instead` names it."""
    return SEAT if domain == SEAT else "piece" if domain.endswith(" piece") else "thing"


def name_hint(binder: Binder, scope: Scope, name: str, wanted: Type) -> str:
    """What a name that means nothing was meant to be, before all others one of the type that is wanted there."""
    if name == "none":
        return "only what points to a thing may be none"
    fitting = _fitting(binder.world, scope, wanted)
    everything = {*binder.world.all_names(), *scope.names}
    sure = field_hint(binder.world, scope, name) or did_you_mean(name, fitting) or name_meant(name)
    if wanted == NOTHING:
        return sure or did_you_mean(name, everything | set(names_of("name")))
    return sure or _listed(wanted, fitting) or did_you_mean(name, everything) or f"{_called(wanted)} is expected here"


def domain_hint(world: World, scope: Scope, name: str, wanted: Type) -> str:
    """What was meant by the name of all there is of something, where one of it is wanted."""
    if name == SEAT:
        return "one seat is me, or seat(1)"
    if wanted.domain == piece_domain(name):
        return f"one is top(ZONE), or first(x in ZONE where TEST); one that the seat takes: pick {name} from ZONE"
    return field_hint(world, scope, name)


def field_hint(world: World, scope: Scope, name: str) -> str:
    """The field of that name of things that have a name in the text."""
    found = []
    for each, local in scope.names.items():
        kind, _ = world.kind_of(local.type.domain) if local.type.kind == "thing" else (None, False)
        if kind is not None and name in kind.fields:
            found.append(f"{each}.{name}")
    meant = " or ".join(f"'{each}'" for each in found)
    return Meant(f"did you mean {meant}?", name, tuple(found)) if found else ""


def call_hint(world: World, scope: Scope, name: str) -> str:
    """What was meant by a statement that begins with what is no verb and no procedure."""
    procedures = {each.id for each in world.named.values() if each.sort == "procedure"}
    if name in world.families:
        return _FAMILIES[world.families[name].sort].format(it=name)
    if (name in world.named and world.named[name].sort in VALUES) or name in names_of("function", "quantifier"):
        return f"'{name}' is worked out and does nothing by itself; to name what it gives: let NAME = VALUE"
    if name in scope.names or name in world.components:
        return f"'{name}' is a thing; write what happens to it: move {name} to ZONE, or do {name}.FIELD"
    return (
        did_you_mean(name, procedures)
        or verb_meant(name)
        or did_you_mean(name, STATEMENT_WORDS)
        or name_meant(name)
        or "a statement begins with a verb or the name of a procedure"
    )


def fixed_hint(world: World, scope: Scope, node: Expression) -> str:
    """What to do with what cannot be changed."""
    name = node
    while isinstance(name, ast.Index):
        name = name.target
    word = name.name if isinstance(name, ast.Name | ast.Field) else ""
    if isinstance(node, ast.Name) and word in scope.names:
        return f"'{word}' is a name of the text: set {word} to VALUE"
    if word in world.families:
        return f"pieces come to '{word}' by move and draw"
    if word in world.named:
        return f"'{word}' is worked out; set what it is worked out from, or keep a counter"
    if word in world.settings:
        return f"'{word}' is a setting, which the table picks before the game; keep a counter"
    if isinstance(node, ast.Field):
        return "what is printed stays as it is; keep what changes in a counter"
    names = {family.id for family in world.families.values() if family.sort != "zone"}
    return did_you_mean(word, names)


def face_hint(kind: Kind | None, face: str) -> str:
    """Which faces there are for a piece to be turned to."""
    if kind is None:
        return ""
    if not kind.faces:
        return f"the kind '{kind.id}' has no faces; give it some, such as faces: [down, {face}]"
    return did_you_mean(face, kind.faces) or f"its faces are {', '.join(kind.faces)}"


def to_space_hint(source: Expression, to: Expression, spaces: int) -> str:
    """How a piece comes to a zone with numbered spaces, to which several cannot go at once."""
    space = unparse_expression(to) + ("[NUMBER]" if spaces > 1 else "")
    return f"one after the other: move top({unparse_expression(source)}) to {space}"


def _wanted_beside(value: Bound) -> str:
    return sort_wanted(value.type.domain) if value.type.kind == "thing" else value.type.kind


def _sort(value: Bound) -> str:
    kind, domain = value.type.kind, value.type.domain
    if isinstance(value, b.ZoneRef):
        return "zone"
    if isinstance(value, Const) and kind in ("number", "thing") and value.type != NOTHING:
        return "literal" if domain != SEAT else SEAT
    return sort_wanted(domain) if kind == "thing" else kind


def _fitting(world: World, scope: Scope, wanted: Type) -> set[str]:
    """The names of what has the type that is wanted; none where any type will do."""
    if wanted == NOTHING:
        return set()
    if wanted.kind in ("zone", "set"):
        zones = {family.id for family in world.families.values() if family.sort == "zone"}
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
        return found | {"me", "no_one"}
    if wanted.domain in world.domains:
        return found | set(world.domains[wanted.domain].names)
    return found | {each.id for each in world.components.values() if piece_domain(each.kind) == wanted.domain}


def _listed(wanted: Type, fitting: Iterable[str]) -> str:
    """What is expected at a place, with the names of all there is of it; nothing where they are too many to be told."""
    names = sorted(fitting)
    if wanted.domain.endswith(" piece"):
        return f"{_called(wanted)} is expected here, such as top(ZONE) or first(x in ZONE where TEST)"
    if wanted.kind not in ("thing", "zone") or not 0 < len(names) <= _MOST_LISTED:
        return ""
    return f"{_called(wanted)} is expected here: {', '.join(names)}"


def _called(wanted: Type) -> str:
    words = {"number": "a number", "truth": "a test", "set": "a set", "zone": "a zone"}
    return words.get(wanted.kind) or f"a {wanted.domain}"
