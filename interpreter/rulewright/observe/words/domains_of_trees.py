"""The domains of trees of the effect language, as far as phrases need them."""

from __future__ import annotations

from collections.abc import Mapping

from rulewright.core.model import effects as ast
from rulewright.core.model.kinds import DomainName, PieceOf
from rulewright.observe.words.glossary import Glossary, Meant


def domain_of(tree: ast.Expression, names: Mapping[str, Meant], glossary: Glossary) -> DomainName:
    """Return the domain of a thing, or of the things of a set, empty if not known."""

    def inner(part: ast.Expression) -> DomainName:
        return domain_of(part, names, glossary)

    match tree:
        case ast.Name(name="me" | "others" | "seat"):
            return "seat"
        case ast.Name():
            if tree.name in names:
                return names[tree.name].domain
            if tree.name in glossary.families:
                return glossary.families[tree.name]
            if tree.name in glossary.things:
                return glossary.things[tree.name][0]
            return tree.name if tree.name in glossary.blueprint.domains else _gives(glossary, tree.name)
        case ast.Index():
            return inner(tree.target)
        case ast.Field():
            target = inner(tree.target)
            if target == "seat":
                return glossary.families.get(tree.name, "")
            return glossary.field_domain(target, tree.name)
        case ast.FunctionCall(function="top" | "bottom" | "first"):
            return inner(tree.arguments[0])
        case ast.FunctionCall(function="seats_from" | "seat"):
            return "seat"
        case ast.FunctionCall(function="pieces", arguments=(ast.Name() as kind,)):
            return PieceOf(kind.name)
        case ast.FunctionCall():
            return _gives(glossary, tree.function)
        case ast.Operation(op="+", left=left) if left is not None:
            return inner(left)
        case ast.Those():
            return inner(tree.over.source)
        case ast.Quantifier(function="first"):
            return inner(tree.over.source)
        case ast.Number() | ast.Range() | ast.Quantifier():
            return "number"
        case ast.Conditional():
            return inner(tree.yes)
        case ast.OrElse():
            return inner(tree.value)
        case _:
            return ""


def _gives(glossary: Glossary, quantity: str) -> DomainName:
    info = glossary.blueprint.quantities.get(quantity)
    return "" if info is None else info.domain or info.kind
