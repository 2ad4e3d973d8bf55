"""What is wrong with the texts of a scenario file: each is bound beside the game that its scenario is about.

Scenarios with a variant, patches or a match of their own are only read; `rulewright check FILE` looks at them whole.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from interpreter.compile.extra import Beside, bind_beside
from interpreter.compile.game import Compiled, compile_game
from interpreter.diagnostics import Diagnostic
from interpreter.language.mistakes import Mistake, diagnostic_of
from interpreter.language.parse import parse_effect, parse_expression
from interpreter.load.assemble import assemble
from interpreter.load.folder import RulesetSource
from interpreter.model.document import Mapping, Node, Scalar, items_of, text_of
from interpreter.validate.manifests import manifest_of
from interpreter.validate.references import check_rules, rule_ids

_OF_THEIR_OWN = ("variant", "patches", "match")
_Modules = tuple[str, ...]


@dataclass(slots=True)
class Grounds:
    """Compiled games for scenarios to stand on, each kept as long as none of its files has changed."""

    _kept: dict[tuple[Path, _Modules], tuple[RulesetSource, Compiled | None]] = field(default_factory=dict)

    def ground(self, source: RulesetSource, modules: _Modules) -> Compiled | None:
        """The game of a choice of modules, None where it does not compile."""
        known = self._kept.get((source.root, modules))
        if known is not None and _same_files(known[0], source):
            return known[1]
        assembly, faults = assemble(source, modules)
        compiled = None
        if not any(each.severity == "error" for each in faults):
            compiled, _ = compile_game(
                manifest_of(source), dict(assembly.sections), assembly.modules, "", assembly.settings
            )
        self._kept[source.root, modules] = source, compiled
        return compiled


def _same_files(one: RulesetSource, other: RulesetSource) -> bool:
    """Whether two readings of a ruleset hold the same documents; what has not changed is the same object."""
    before, now = [file.node for file in one.files()], [file.node for file in other.files()]
    return len(before) == len(now) and all(a is b for a, b in zip(before, now, strict=True))


def text_mistakes(document: Mapping, source: RulesetSource) -> Iterator[Diagnostic]:
    """Rules that scenarios cite and the ledger does not have, and texts that cannot be read."""
    ledger = rule_ids(source)
    for node in _scenarios(document):
        yield from check_rules(node.get("rules"), ledger)
        yield from (fault for text in _effects(node).values() if (fault := _mistake(text, effect=True)) is not None)
        yield from (fault for text in _lines(node) if (fault := _mistake(text, effect=False)) is not None)


def bound_mistakes(document: Mapping, source: RulesetSource, grounds: Grounds) -> Iterator[Diagnostic]:
    """Names and types in the texts of scenarios that do not fit their game."""
    for node in _scenarios(document):
        given = node.get("given")
        given = given if isinstance(given, Mapping) else Mapping((), node.span)
        if any(given.get(key) is not None for key in _OF_THEIR_OWN):
            continue
        modules = tuple(name for item in items_of(given.get("modules")) if (name := text_of(item)))
        compiled = grounds.ground(source, modules)
        if compiled is None:
            continue
        amounts = {f"then {number}": (line, "truth") for number, line in enumerate(_lines(node))}
        found = bind_beside(compiled, _effects(node), amounts)
        if not isinstance(found, Beside):
            yield from found


def _scenarios(document: Mapping) -> Iterator[Mapping]:
    yield from (node for node in items_of(document.get("scenarios")) if isinstance(node, Mapping))


def _effects(node: Mapping) -> dict[str, Scalar]:
    given = node.get("given")
    found = {key: given.get(key) for key in ("arrange", "play")} if isinstance(given, Mapping) else {}
    return {key: text for key, text in found.items() if isinstance(text, Scalar)}


def _lines(node: Mapping) -> list[Scalar]:
    return [each for each in items_of(node.get("then")) if isinstance(each, Scalar)]


def _mistake(node: Node, *, effect: bool) -> Diagnostic | None:
    if not isinstance(node, Scalar):
        return None
    parsed = parse_effect(node.text) if effect else parse_expression(node.text)
    if not isinstance(parsed, Mistake):
        return None
    return diagnostic_of(node, parsed)
