"""Makes the index of a ruleset, for one choice of its modules or for all of them together."""

from __future__ import annotations

from collections.abc import Generator, Iterable, Iterator
from dataclasses import replace

from rulewright.author.editor.names.definitions import definitions_of
from rulewright.author.editor.names.index import Definition, NameIndex, Proof, Use
from rulewright.author.editor.names.plain_names import uses_in_entries, uses_in_manifests, uses_in_variant
from rulewright.core.bind.binding import bind_program
from rulewright.core.bind.declare import declare
from rulewright.core.bind.notes import Note
from rulewright.core.bind.state_slots import lay_out
from rulewright.core.bind.world import World
from rulewright.core.compile.bound_invariants import bind_invariants
from rulewright.core.diagnostics import Span
from rulewright.core.load.assemble import Assembly, assemble
from rulewright.core.load.conditions import applies, choices_to_check
from rulewright.core.load.files import Reader, read_file
from rulewright.core.load.folder import RulesetSource
from rulewright.core.load.ledger import cited
from rulewright.core.load.modules import choose_modules
from rulewright.core.load.scenarios import scenarios_in, scenarios_of
from rulewright.core.model.document import Mapping, Node, Scalar, scalars_in
from rulewright.core.validate.manifests import manifest_of

_TEXT_SORTS = {"field": "{owner}.{name}", "face": "{owner}.{name}", "value": "{owner}.{name}"}


def index_of(source: RulesetSource, assembly: Assembly, variant: Mapping | None = None) -> NameIndex:
    """Return the index of one choice of modules, even if its texts have faults.

    `variant` is the one that was assembled with it.
    """
    return replace(names_of(source, assembly, variant), scenarios=tuple(proofs_in(scenarios_of(source))))


def names_of(source: RulesetSource, assembly: Assembly, variant: Mapping | None = None) -> NameIndex:
    """Return the index of one choice of modules without scenarios, which take longer to read than all the rest."""
    world, places = noted(source, assembly), _places(assembly)
    uses = [*uses_in_entries(world, assembly), *uses_in_manifests(source)]
    if variant is not None:
        uses += uses_in_variant(world, variant, assembly.variant or "variant")
    own, used = _of_notes(world.notes or [], places)
    return NameIndex(
        ruleset=assembly.ruleset,
        definitions=tuple(definitions_of(source, assembly)),
        uses=_in_order([*uses, *used]),
        scenarios=(),
        locals=own,
    )


def whole_index(source: RulesetSource) -> NameIndex:
    """Return the index of a ruleset with every module, from a few choices that together use all of its files."""
    steps = indexing(source)
    while True:
        try:
            next(steps)
        except StopIteration as done:
            index: NameIndex = done.value
            return index


def indexing(source: RulesetSource, read: Reader = read_file) -> Generator[None, None, NameIndex]:
    """Make the index of a ruleset with every module in steps, between which the caller may stop."""
    found = []
    for modules in _choices_for_all_files(source):
        yield
        found.append(names_of(source, assemble(source, modules)[0]))
    scenarios: list[Proof] = []
    for path in source.scenarios:
        yield
        scenarios += proofs_in(scenarios_in(_with_owners(read(path, source.shown(path))[0].node, source)))
    return NameIndex(
        ruleset=source.id,
        definitions=_all_of(one.definitions for one in found),
        uses=_in_order(each for one in found for each in one.uses),
        scenarios=tuple(scenarios),
        locals=tuple(dict.fromkeys(each for one in found for each in one.locals)),
    )


def defined_in(source: RulesetSource) -> tuple[Definition, ...]:
    """Return the definitions in an index of a ruleset with every module."""
    assemblies = (assemble(source, modules)[0] for modules in _choices_for_all_files(source))
    return _all_of(tuple(definitions_of(source, each)) for each in assemblies)


def _all_of(found: Iterable[tuple[Definition, ...]]) -> tuple[Definition, ...]:
    """Return the definitions of several choices of modules, each once."""
    listed = {(each.key, each.span): each for one in reversed([*found]) for each in reversed(one)}
    return tuple(reversed(listed.values()))


def _choices_for_all_files(source: RulesetSource) -> Iterator[tuple[str, ...]]:
    """Yield the default choice of modules, and as few others as use every content file at least once."""
    files = [(module, file.node) for module, file in source.contents()]
    choices = [
        tuple(module.id for module in choose_modules(source, asked, None)[0])
        for asked in ((), *choices_to_check(source))
    ]
    used = [{n for n, (module, node) in enumerate(files) if module in on and applies(node, on)} for on in choices]
    left = set(range(len(files))) - used[0]
    yield ()
    while left:
        best = max(range(len(choices)), key=lambda number: len(used[number] & left))
        if not used[best] & left:
            return
        left -= used[best]
        yield choices[best]


def noted(source: RulesetSource, assembly: Assembly) -> World:
    """Return the names of one choice of modules, with the notes and diagnostics of all its texts."""
    manifest = manifest_of(source)
    sections = assembly.sections
    world = declare(sections, manifest.min_seats, manifest.max_seats)
    world.notes = []
    layout = lay_out(world)
    program, tables, _ = bind_program(world, layout)
    bind_invariants(world, layout, program, tables, sections)
    return world


def proofs_in(scenarios: Iterable[Mapping]) -> Iterator[Proof]:
    """Scenarios with the rules they prove."""
    for scenario in scenarios:
        sentence = scenario.get("scenario")
        if isinstance(sentence, Scalar):
            yield Proof(sentence.text, sentence.span, cited(scenario))


def _places(assembly: Assembly) -> dict[tuple[str, int], list[tuple[int, str, str, str]]]:
    """Map (file, line) to the values that begin there: (column, entry, path, module)."""
    found: dict[tuple[str, int], list[tuple[int, str, str, str]]] = {}
    for entry in assembly.entries():
        for way, scalar in scalars_in(entry.node):
            path = ".".join(map(str, way))
            lines = {scalar.span.line, *(run.place.line for run in scalar.runs)}
            for line in lines:
                column = scalar.span.column if line == scalar.span.line else 1
                found.setdefault((scalar.span.file, line), []).append((column, entry.id, path, entry.module))
    return found


def _of_notes(
    notes: Iterable[Note], places: dict[tuple[str, int], list[tuple[int, str, str, str]]]
) -> tuple[tuple[Note, ...], list[Use]]:
    own: list[Note] = []
    uses: dict[tuple[Span, str], Use] = {}
    for note in notes:
        if note.sort == "local":
            own.append(note)
            continue
        key = _TEXT_SORTS.get(note.sort, "{name}").format(owner=note.owner, name=note.name)
        before = [each for each in places.get((note.span.file, note.span.line), ()) if each[0] <= note.span.column]
        _, entry, path, module = max(before, default=(0, "", "", ""))
        known = uses.get((note.span, key))
        if known is None or known.how == "reads":
            uses[note.span, key] = Use(key, note.how, note.span, entry, path, module)
    return tuple(dict.fromkeys(own)), list(uses.values())


def _in_order(uses: Iterable[Use]) -> tuple[Use, ...]:
    return tuple(sorted(dict.fromkeys(uses), key=lambda each: (each.span, each.key, each.how, each.entry, each.field)))


def _with_owners(document: Node | None, source: RulesetSource) -> Node | None:
    """Return a document with the owners of the rules that it cites, if it is a package's."""
    return source.with_owners(document) if isinstance(document, Mapping) else document
