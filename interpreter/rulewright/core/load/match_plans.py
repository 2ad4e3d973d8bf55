"""Reads a match file whose shape has been accepted into its plan."""

from __future__ import annotations

from rulewright.core.load.modules import names_in
from rulewright.core.model.document import Mapping, mappings_in, number_of, title_of, values_of
from rulewright.core.model.match import Plan, PlannedGame, Rating


def plan_of(document: Mapping, found: str) -> Plan:
    """Return the plan of a match. `found` is the name or path that its ruleset is loaded by."""
    common = chosen(document)
    return Plan(
        id=document.text_at("match"),
        title=title_of(document),
        ruleset=document.text_at("ruleset"),
        found=found,
        games=tuple(_game(each, common) for each in games_in(document)),
        about=document.text_at("about"),
        counts=document.text_at("counts"),
        ratings=tuple(
            Rating(number_of(each.get("from"), 0), title_of(each)) for each in mappings_in(document.get("ratings"))
        ),
    )


def games_in(document: Mapping) -> tuple[Mapping, ...]:
    """The games of a match document."""
    return mappings_in(document.get("games"))


def chosen(node: Mapping) -> dict[str, str | int]:
    """The settings picked in a `settings:` mapping."""
    picked = values_of(node.get("settings"))
    return {key.text: value.text if isinstance(value.value, bool) else value.value for key, value in picked}


def _game(node: Mapping, common: dict[str, str | int]) -> PlannedGame:
    modules = node.get("modules")
    return PlannedGame(
        id=node.text_at("id"),
        title=title_of(node),
        about=node.text_at("about"),
        modules=tuple(name for name, _ in names_in(modules)) if modules is not None else None,
        settings=tuple((common | chosen(node)).items()),
    )
