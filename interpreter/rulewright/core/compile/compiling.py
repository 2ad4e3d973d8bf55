"""The last step of the source wing: from merged entries to a blueprint and the source of its two builds."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from itertools import chain
from types import CodeType
from typing import Any

from rulewright.core.backend.module import emit_module, emit_values, emit_why
from rulewright.core.bind.binding import TextToBind, Unit, bind_program
from rulewright.core.bind.declare import declare
from rulewright.core.bind.drawings import check_drawings
from rulewright.core.bind.entry_words import asks_of, check_says, check_words, says_of, tells_of, words_of
from rulewright.core.bind.halves import lines_in_halves
from rulewright.core.bind.lesson_entries import lessons_of, words_in
from rulewright.core.bind.look_entries import look_of
from rulewright.core.bind.setting_entries import picked_fault, preset
from rulewright.core.bind.state_slots import Layout, lay_out
from rulewright.core.bind.suggested_names import no_beginning
from rulewright.core.bind.tables import Tables
from rulewright.core.bind.text_binding import effect_tree, expression_tree
from rulewright.core.bind.world import Component, Family, World
from rulewright.core.compile.analysis import analyse
from rulewright.core.compile.bound_game import BoundGame
from rulewright.core.compile.bound_invariants import invariant_faults
from rulewright.core.compile.frames import frames_of, procedure_info, queues_of
from rulewright.core.compile.shown_names import check_looks, check_table
from rulewright.core.compile.starting import initial_state, start_tests, with_starting_zones
from rulewright.core.diagnostics import Diagnostic, error
from rulewright.core.language.mistakes import Mistake
from rulewright.core.load.entries import Sections
from rulewright.core.lower.answers import answers_ask_others
from rulewright.core.lower.dependent_parts import parts_at_sites
from rulewright.core.lower.lowering import Lowered
from rulewright.core.lower.mixing import mixed_families
from rulewright.core.lower.phrase_trees import phrase_of_text
from rulewright.core.lower.resuming import sealed_answers
from rulewright.core.lower.secrecy import secret_sites
from rulewright.core.model.bound import ChooseOption
from rulewright.core.model.document import Mapping, Scalar, text_of, title_of, values_of
from rulewright.core.model.game import (
    AgainInfo,
    Blueprint,
    DomainInfo,
    FamilyInfo,
    PieceInfo,
    PositionsInfo,
    ScoreInfo,
    SiteInfo,
)
from rulewright.core.model.kinds import SET_OF, DomainName, kind_of
from rulewright.core.model.look import Look
from rulewright.core.model.manifest import Manifest
from rulewright.core.model.phrases import Phrase
from rulewright.core.model.program import Program
from rulewright.core.model.reasons import ReasonInfo
from rulewright.core.model.type import TRUTH, Type
from rulewright.core.run.atoms import LimitReached
from rulewright.core.run.build import make_build


@dataclass(frozen=True)
class Compiled:
    """A ruleset without errors. Code that nobody asks for is never written, so the class has no slots.

    `unexplained` is the blueprint of games that are never asked why something could not be chosen.
    """

    bound: BoundGame
    unexplained: Blueprint

    @property
    def lowered(self) -> Lowered:
        return self.bound.lowered

    @property
    def program(self) -> Program:
        """The bound program."""
        return self.bound.program

    @property
    def world(self) -> World:
        return self.bound.world

    @property
    def layout(self) -> Layout:
        return self.bound.layout

    @property
    def tables(self) -> Tables:
        return self.bound.tables

    @property
    def units(self) -> tuple[Unit, ...]:
        return self.bound.units

    @cached_property
    def plain_source(self) -> str:
        """The source of the build that does nothing but play."""
        return emit_module(self.lowered, self.world.max_seats, traced=False)

    @cached_property
    def plain_code(self) -> CodeType:
        return compile(self.plain_source, f"<{self.unexplained.ruleset}>", "exec")

    @cached_property
    def traced_source(self) -> str:
        """The source of the build that records events."""
        return emit_module(self.lowered, self.world.max_seats, traced=True)

    @cached_property
    def traced_code(self) -> CodeType:
        return compile(self.traced_source, f"<{self.unexplained.ruleset}, traced>", "exec")

    @cached_property
    def _why(self) -> tuple[str, tuple[ReasonInfo, ...]]:
        return emit_why(self.lowered)

    @property
    def why_source(self) -> str:
        """The source of what explains a traced build."""
        return self._why[0]

    @cached_property
    def blueprint(self) -> Blueprint:
        """The blueprint of games that can be asked why."""
        return replace(self.unexplained, reasons=self._why[1])


def bind_game(manifest: Manifest, sections: Sections, settings: tuple[tuple[Scalar, Scalar], ...] = ()) -> BoundGame:
    """Resolve every name and type of a ruleset. This is quick, as no code is written."""
    world = declare(sections, manifest.min_seats, manifest.max_seats)
    world.first_names |= manifest.first_names
    preset(world, settings)
    check_drawings(world, sections)
    layout = lay_out(world)
    program, tables, units = bind_program(world, layout)
    lowered = Lowered(program)
    named = world.named.get(manifest.begins)
    begins = named.number if named is not None and named.sort == "procedure" and not named.takes else None
    if begins is None:
        world.diagnostics.append(error("unknown-procedure", manifest.span, *no_beginning(world, manifest.begins)))
    if not world.diagnostics:
        check_words(world, program)
        check_says(world)
        analyse(world, lowered)
    bound = BoundGame(world, layout, lowered, tables, units, begins)
    if not world.diagnostics:
        world.diagnostics.extend(invariant_faults(bound, sections))
    return bound


def compile_game(
    manifest: Manifest,
    sections: Sections,
    modules: tuple[str, ...],
    digest: str,
    settings: tuple[tuple[Scalar, Scalar], ...] = (),
) -> tuple[Compiled | None, tuple[Diagnostic, ...]]:
    """Bind and check a ruleset, and return (compiled, diagnostics). `compiled` is None if there are errors."""
    bound = bind_game(manifest, sections, settings)
    if bound.world.diagnostics:
        return None, tuple(bound.world.diagnostics)
    return compile_bound(manifest, bound, sections, modules, digest)


def compile_bound(
    manifest: Manifest, bound: BoundGame, sections: Sections, modules: tuple[str, ...], digest: str
) -> tuple[Compiled | None, tuple[Diagnostic, ...]]:
    """Compile a ruleset whose texts are right. Return (compiled, diagnostics), with None if there are errors."""
    blueprint, faults = checked_outside_texts(manifest, bound, sections, modules, digest)
    if blueprint is None:
        return None, faults
    frames, queues = frames_of(bound.world, bound.lowered), queues_of(bound.world, bound.lowered)
    hidden = [each.id for each in bound.world.families.values() if each.visible != "all"]
    secret, parts = secret_sites(bound.lowered, hidden), parts_at_sites(bound.lowered, hidden)
    unseen = [each.id for each in bound.world.families.values() if each.visible != "all" and each.sort != "zone"]
    ballots = sealed_answers(bound.lowered).ballots(unseen)
    sites = tuple(
        replace(each, secret=number in secret | ballots, ballot=number in ballots, parts=parts.get(number))
        for number, each in enumerate(blueprint.sites)
    )
    results = tuple(each.slot + at for each in bound.program.results.values() for at in range(each.slots))
    phrases = _phrases(bound)
    whole = replace(blueprint, sites=sites, frames=frames, queues=queues, results=results, phrases=phrases)
    return Compiled(bound, whole), faults


def checked_outside_texts(
    manifest: Manifest, bound: BoundGame, sections: Sections, modules: tuple[str, ...], digest: str
) -> tuple[Blueprint | None, tuple[Diagnostic, ...]]:
    """The blueprint of a ruleset whose texts are right, None if looks, table or the start of its zones are not.

    What saved games also need, its frames and queues, is not in it yet, nor are phrases.
    """
    world = bound.world
    look = look_of(world, sections)
    if world.diagnostics:
        return None, tuple(world.diagnostics)
    blueprint = _blueprint(manifest, bound, modules, digest, sections, look)
    starts = start_tests(world, bound.program).values()
    source = emit_values(bound.lowered, world.max_seats, starts)
    try:
        build = make_build(blueprint, compile(source, f"<{manifest.id}, at the start>", "exec"))
        blueprint = with_starting_zones(blueprint, world, bound.program, build)
    except LimitReached as limit:
        zones = [each.node for each in world.families.values() if each.sort == "zone" and each.node.get("start")]
        message = f"what zones hold at the start cannot be determined: {limit}"
        return None, (error("limit-reached", zones[0].span, message),)
    check_table(world, blueprint, sections)
    check_looks(world, blueprint, sections)
    return (None if world.diagnostics else blueprint), tuple(world.diagnostics)


def _again(world: World) -> tuple[AgainInfo, ...]:
    """The conditions under which the same table plays another game."""
    found = []
    for named in world.named.values():
        if named.sort != "repetition":
            continue
        settings: dict[str, str | int] = {}
        for name, value in values_of(named.node.get("settings")):
            fault = picked_fault(world.settings, name, value)
            if fault is not None:
                world.diagnostics.append(fault)
            elif world.settings[name.text].ruled_seats:
                message = (
                    f"'{name.text}' is the number of seats played by the rules, which cannot change when "
                    "the same table plays again"
                )
                world.error("misplaced-key", name.span, message, "leave it out")
            settings[name.text] = value.value
        average = text_of(named.node.get("average")) or "nearest"
        found.append(AgainInfo(named.id, title_of(named.node), named.number, settings, average))
    return tuple(found)


def _blueprint(
    manifest: Manifest, bound: BoundGame, modules: tuple[str, ...], digest: str, sections: Sections, look: Look
) -> Blueprint:
    assert bound.begins is not None
    world, layout, program = bound.world, bound.layout, bound.program
    pieces = _pieces(world)
    hooked = chain.from_iterable((*world.modifiers.values(), *world.triggers.values()))
    titles = {named.id: title_of(named.node) for named in (*hooked, *world.named.values())}
    seen = (each for each in world.families.values() if each.visible != "none")
    loose = [each.id for each in seen if not (each.ordered or each.spaces)]
    mixed = mixed_families(bound.lowered, loose)
    return Blueprint(
        ruleset=manifest.id,
        title=manifest.title,
        digest=digest,
        modules=modules,
        min_seats=manifest.min_seats,
        max_seats=manifest.max_seats,
        begins=bound.begins,
        settings={name: replace(setting, slot=layout.settings[name]) for name, setting in world.settings.items()},
        domains={d.id: DomainInfo(d.id, tuple(d.names), tuple(d.titles)) for d in world.domains.values()},
        families=tuple(_family(bound.tables, family, mixed) for family in world.families.values()),
        pieces=pieces,
        piece_zone=layout.piece_zone,
        faces=layout.faces,
        face_names={kind.id: kind.faces for kind in world.kinds.values() if kind.faces},
        box=layout.box,
        initial=initial_state(world, layout, program),
        sites=tuple(site_info(program, number) for number in range(len(program.sites))),
        procedures=tuple(procedure_info(each) for each in program.procedures),
        procedure_places=tuple((p.span.file, p.span.line) for p in program.procedures),
        procedure_titles={name: title for name, title in titles.items() if title},
        entry_words=words_of(world),
        quantities=bound.quantities(),
        scoring=_entries(world, "score", program.in_halves),
        halves=tuple(lines_in_halves(world)),
        tables=tuple(program.tables),
        streams=layout.streams,
        free_site=_free_site(program),
        look=look,
        table_layout=tuple(_plain(entry.node) for entry in sections.get("table", ())),
        printed={component.id: _printed(world, component) for component in world.components.values()},
        again=_again(world),
        tie_breaks=_entries(world, "tie-break"),
        quantity_takes={q.id: tuple(_taken(each.type) for each in q.parameters) for q in program.quantities},
        limits=limits_of(program),
        answers_ask=answers_ask_others(bound.lowered),
        ending=program.ending,
        positions=tuple(PositionsInfo(name, each.base, each.most) for name, each in program.positions.items()),
        says=says_of(world),
        asks=asks_of(world),
        tells=tells_of(world),
        domain_titles={each.id: title_of(each.node) for each in sections.get("enumerations", ())},
        lessons=lessons_of(world, sections),
        words=words_in(sections),
    )


def _taken(type_: Type) -> DomainName:
    """Return the domain that a quantity takes, as a blueprint keeps it.

    A set gets a name of its own, which no line of the table could use.
    """
    return f"{SET_OF}{type_.domain}" if type_.kind == "set" else type_.domain or "number"


def _phrases(bound: BoundGame) -> dict[str, Phrase]:
    """Map the name of each effect and value to the phrase of its text."""
    found: dict[str, Phrase] = {}
    for work in (unit.bindable for unit in bound.units):
        if isinstance(work, TextToBind):
            tree = effect_tree(bound.world, work.text) if work.effect else expression_tree(bound.world, work.text)
            if not isinstance(tree, Mistake):
                found[work.named.id] = phrase_of_text(tree, work.named.takes)
    return found


def limits_of(program: Program) -> tuple[tuple[str, int, str], ...]:
    """The limits by their numbers, as a blueprint keeps them."""
    return tuple((each.file, each.line, each.words) for each in program.limits)


def _entries(world: World, sort: str, in_halves: dict[str, int] | None = None) -> tuple[ScoreInfo, ...]:
    """The entries of a sort that are worked out for a seat."""
    named = (each for each in world.named.values() if each.sort == sort)
    return tuple(ScoreInfo(each.id, title_of(each.node), (in_halves or {}).get(each.id, each.number)) for each in named)


def _free_site(program: Program) -> int:
    """The site whose options are the free actions, -1 if there are none."""
    body = program.procedures[program.free.procedure].body if program.free.procedure >= 0 else ()
    return next((each.site for each in body if isinstance(each, ChooseOption)), -1)


def _printed(world: World, component: Component) -> dict[str, Any]:
    """Map the fields of a design's kind to its values as they are written, including texts of effects."""
    fields = world.kinds[component.kind].fields
    return {key.text: _plain(value) for key, value in component.node.entries if key.text in fields}


def _plain(node: Any) -> Any:
    if isinstance(node, Mapping):
        return {key.text: _plain(value) for key, value in node.entries}
    if isinstance(node, Scalar):
        return node.value
    return tuple(_plain(item) for item in node.items)


def _family(tables: Tables, family: Family, mixed: frozenset[str]) -> FamilyInfo:
    world = tables.world
    sizes = [world.index_size(name) or (0, 1) for name in family.per]
    domain = "number" if family.sort == "counter" else family.type.domain
    return FamilyInfo(
        family.id, family.sort, family.title, family.per, family.base, family.strides,
        tuple(size for _, size in sizes), tuple(low for low, _ in sizes), domain,
        family.low, family.high, family.spaces, family.visible, family.ordered, family.id in mixed,
        family.sight.number if family.sight is not None else -1,
        tables.places(kind_of(family.type.domain), family.sort_by), family.type == TRUTH,
        family.may_be_none,
    )  # fmt: skip


def _pieces(world: World) -> tuple[PieceInfo, ...]:
    found: list[PieceInfo | None] = [None] * world.piece_count
    for component in world.components.values():
        for copy, piece in enumerate(component.pieces):
            found[piece] = _piece(component, copy)
    return tuple(info for info in found if info is not None)


def _piece(component: Component, copy: int) -> PieceInfo:
    owner = copy // component.copies if component.each_seat else -1
    number = copy % component.copies if component.each_seat else copy
    key = component.id if component.copies == 1 else f"{component.id}.{number + 1}"
    return PieceInfo(component.id, component.kind, owner, f"{key}@{owner + 1}" if owner >= 0 else key)


def site_info(program: Program, number: int) -> SiteInfo:
    site = program.sites[number]
    places = tuple((span.file, span.line, span.column) for span in site.spans)
    known = tuple((name, local.number, local.type.domain or "number") for name, local in site.known)
    named = (site.procedure, site.labels, site.domains, site.named, places, known, program.free.sites.get(number, ()))
    return SiteInfo(*named, chance=not site.asks, confirmed=site.confirmed, several=site.several)
