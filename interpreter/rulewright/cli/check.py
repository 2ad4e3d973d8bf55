"""`rulewright check`: all that is wrong with rulesets, variants, matches and scenario files."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from rulewright.cli.output import diagnostics_json, format_option, has_errors, summary, write_diagnostics, write_json
from rulewright.cli.progress import Progress
from rulewright.diagnostics import Diagnostic, Lines, Span, did_you_mean, error, sort_diagnostics

if TYPE_CHECKING:
    from rulewright.load.folder import RulesetSource
    from rulewright.model.document import Mapping, Node
    from rulewright.pipeline import ReadRuleset

_PARTS = ("ruleset", "module", "content", "ledger")


@dataclass(slots=True)
class Found:
    """Everything found so far, with the source lines to show and a count of what was checked."""

    scenarios: bool = True
    lint: bool = True
    diagnostics: list[Diagnostic] = field(default_factory=list)
    lines: Lines = field(default_factory=dict)
    checked: list[str] = field(default_factory=list)

    def add(self, diagnostics: tuple[Diagnostic, ...], lines: Lines) -> None:
        self.diagnostics += diagnostics
        self.lines |= lines


@click.command("check")
@click.argument("what", metavar="[NAME or PATH]...", nargs=-1)
@click.option("--scenarios", is_flag=True, hidden=True, help="What it once asked for is always done.")
@click.option("--no-lint", is_flag=True, help="Leave out what `rulewright lint` finds.")
@click.option("--strict", is_flag=True, help="Warnings are problems as well: the exit code is 1.")
@format_option
def verb(what: tuple[str, ...], scenarios: bool, no_lint: bool, strict: bool, form: str) -> None:
    """Find everything that is wrong with rulesets, variants, matches and scenario files.

    Each NAME is a shipped ruleset; each PATH a ruleset folder, a YAML file, or a folder of such files. Without any, all
    shipped rulesets are checked. The texts of scenarios are looked at in the games that they are about; `test` runs
    them. Warnings do not change the exit code; what `lint` finds is among them where there is no error.
    """
    from rulewright.pipeline import shipped_names

    found = Found(lint=not no_lint)
    for name in what or shipped_names():
        check_one(name, found)
    tell(sort_diagnostics(found.diagnostics), found, strict, form)


def tell(diagnostics: tuple[Diagnostic, ...], found: Found, strict: bool, form: str) -> None:
    """Print what was found and leave with the exit code it deserves."""
    if form == "json":
        write_json({"diagnostics": diagnostics_json(diagnostics)})
    else:
        write_diagnostics(diagnostics, found.lines)
        click.echo(summary(diagnostics, ", ".join(found.checked)))
    if has_errors(diagnostics) or (strict and diagnostics):
        raise click.exceptions.Exit(1)


def check_one(name: str, found: Found) -> None:
    """Check what a name or path leads to. Raises UsageError where it leads nowhere."""
    from rulewright.pipeline import ruleset_root, shipped_names

    path = Path(name)
    try:
        root = ruleset_root(name)
        exists, is_folder = path.exists(), path.is_dir()
    except PermissionError as fault:
        raise click.UsageError(f"'{name}' cannot be read: {fault.strerror or fault}") from None
    except (OSError, ValueError):
        root, exists, is_folder = None, False, False
    if root is not None:
        check_ruleset(name, root, found)
    elif is_folder:
        files = sorted(each for each in path.rglob("*.yaml") if each.is_file())
        if not files:
            raise click.UsageError(f"'{name}' is a folder without ruleset.yaml or any other .yaml file")
        for file in files:
            check_file(file, found)
    elif exists:
        check_file(path, found)
    else:
        hint = did_you_mean(name, shipped_names()) or f"shipped are: {', '.join(shipped_names())}"
        raise click.UsageError(f"'{name}' is neither a ruleset nor a file; {hint}")


def check_ruleset(name: str, root: Path, found: Found) -> None:
    """A whole ruleset folder: the default game, other choices of its modules, each variant and scenario file."""
    from rulewright.lint.review import Review
    from rulewright.load.conditions import choices_to_check
    from rulewright.load.scenarios import scenarios_in
    from rulewright.pipeline import Choice, Examined, examine, read_whole
    from rulewright.validate.references import check_rules, rule_ids

    where, read, review = str(root), read_whole(str(root)), Review()
    first = len(found.diagnostics)

    def look_at(choice: Choice) -> Examined:
        examined = examine(choice, read=read)
        if found.lint:
            review.look(examined)
        return examined

    default = look_at(Choice(where))
    found.add(default.diagnostics, default.lines)
    found.checked.append(name)
    if has_errors(default.diagnostics):
        return
    source, told = default.source, set(default.diagnostics)
    for modules in choices_to_check(source):
        more = look_at(Choice(where, modules=modules))
        where_found = f" (with the modules {', '.join(modules)})"
        new = tuple(each for each in more.diagnostics if each not in told)
        told.update(new)
        found.add(tuple(replace(each, message=each.message + where_found) for each in new), more.lines)
    for variant in source.variants:
        more = look_at(Choice(where, variant=variant))
        new = tuple(each for each in more.diagnostics if each not in told)
        told.update(new)
        found.add(new, more.lines)
    for path in source.matches:
        _check_match(path, found)
    for path in source.replays:
        _check_replay(path, root, source.id, found)
    ledger = rule_ids(source)
    documents: dict[Path, Node | None] = {}
    for path in source.scenarios:
        document = _check_shape_of("scenarios", path, root, found)
        unknown = [each for node in scenarios_in(document) for each in check_rules(node.get("rules"), ledger)]
        if unknown:
            found.add(tuple(unknown), _lines_within(path, root))
        if found.lint:
            review.look_at_scenarios(document)
        documents[path] = document
    if found.scenarios and not has_errors(found.diagnostics[first:]):
        _bind_scenarios(documents, read.source, found)
    if not has_errors(found.diagnostics[first:]):  # what is wrong may be why a thing seems to be of no use
        found.add(review.findings(), {})


def _check_variant(path: Path, base: str, found: Found) -> None:
    """A variant file, and what lints find in the game that it makes and not in the one without it."""
    from rulewright.lint.review import Review, brought_by
    from rulewright.load.files import display_name
    from rulewright.pipeline import Choice, examine, read_whole

    read = read_whole(base)
    examined = examine(Choice(base, variant=path), read=read)
    found.add(examined.diagnostics, examined.lines)
    modules = examined.assembly.modules if examined.assembly is not None else ()
    if not has_errors(examined.diagnostics):
        _check_elsewhere(path, base, read, set(examined.diagnostics), found)

    def without() -> Review:
        return Review().after(examine(Choice(base, modules=modules), read=read))

    if found.lint:
        found.add(brought_by(display_name(path, None), Review().after(examined), without), {})


def _check_elsewhere(path: Path, base: str, read: ReadRuleset, told: set[Diagnostic], found: Found) -> None:
    """What a variant breaks in other choices of modules, where it leaves that choice open.

    One that lacks an entry which the variant changes cannot be played with it, and says so to whoever tries.
    """
    from rulewright.load.conditions import choices_to_check
    from rulewright.load.folder import read_variant
    from rulewright.pipeline import Choice, examine

    document, _ = read_variant(path)
    if document is None or document.get("modules") is not None:
        return
    for modules in choices_to_check(read.source):
        examined = examine(Choice(base, modules, path), read=read)
        if any(each.code == "patch-without-target" for each in examined.diagnostics):
            continue
        where = f" (with the modules {', '.join(modules)})"
        new = tuple(each for each in examined.diagnostics if each not in told)
        told.update(new)
        found.add(tuple(replace(each, message=each.message + where) for each in new), examined.lines)


def check_file(path: Path, found: Found) -> None:
    """One YAML file, by what it says it is."""
    from rulewright.lint.review import Review
    from rulewright.load.files import read_file
    from rulewright.load.folder import ruleset_above
    from rulewright.model.document import Mapping
    from rulewright.pipeline import lines_of
    from rulewright.validate.schemas import KINDS
    from rulewright.validate.shape import check_shape, kind_of

    file, faults = read_file(path)
    found.checked.append(path.as_posix())
    if not isinstance(file.node, Mapping):
        if not faults:
            faults = (error("not-a-mapping", Span(file.name, 1, 1), "a file is a mapping", "start with 'kind:'"),)
        found.add(faults, lines_of(path))
        return
    kind = kind_of(file.node)
    root = ruleset_above(path)
    if faults or kind not in KINDS:
        found.add(faults or _unknown_kind(file.node, kind, KINDS), lines_of(path))
    elif kind == "variant":
        shape = check_shape("variant", file.node)
        base = None if has_errors(shape) else _extended(file.node, path, found)
        found.add(shape, lines_of(path))
        if base is not None:
            _check_variant(path, base, found)
    elif kind == "match":
        _check_match(path, found)
    elif kind == "scenarios":
        _check_scenarios(path, file.node, found)
        if found.lint and root is not None:
            review = Review()
            review.look_at_scenarios(file.node)
            found.add(review.findings(), lines_of(path))
    elif kind in _PARTS and root is not None:
        found.checked.pop()
        if root.as_posix() not in found.checked:
            check_ruleset(root.as_posix(), root, found)
    else:
        found.add(check_shape(kind, file.node), lines_of(path))


def _check_shape_of(kind: str, path: Path, root: Path, found: Found) -> Node | None:
    """Check the shape of a file of scenarios, or of a replay, in a ruleset's folder; its document."""
    from rulewright.load.files import display_name, read_file
    from rulewright.model.document import Mapping
    from rulewright.validate.shape import check_shape

    name = display_name(path.resolve(), root.resolve().parent)
    file, faults = read_file(path, name)
    if isinstance(file.node, Mapping) and not has_errors(faults):
        faults = (*faults, *check_shape(kind, file.node))
    found.add(faults, _lines_within(path, root))
    return file.node


def _lines_within(path: Path, root: Path) -> Lines:
    """The lines of a file in a ruleset's folder, by the name that diagnostics give it."""
    from rulewright.load.files import display_name
    from rulewright.pipeline import lines_of

    name = display_name(path.resolve(), root.resolve().parent)
    return {(name, number): line for (_, number), line in lines_of(path).items()}


def _check_replay(path: Path, root: Path, ruleset: str, found: Found) -> None:
    """The shape of a recorded game, and that it is one of this ruleset; whether it can be played is for `replay`."""
    from rulewright.model.document import Mapping, text_of
    from rulewright.pipeline import lines_of

    document = _check_shape_of("replay", path, root, found)
    node = document.get("ruleset") if isinstance(document, Mapping) else None
    played = text_of(node)
    if node is not None and played is not None and played != ruleset:
        message = f"the replay is of '{played}', not of '{ruleset}'"
        wrong = error("wrong-ruleset", node.span, message, "keep it in the folder of its own ruleset")
        found.add((wrong,), {(node.span.file, number): line for (_, number), line in lines_of(path).items()})


def _check_match(path: Path, found: Found) -> None:
    from rulewright.matches import check_match_file

    _, diagnostics, lines = check_match_file(path)
    found.add(diagnostics, lines)


def _bind_scenarios(documents: dict[Path, Node | None], source: RulesetSource, found: Found) -> None:
    """What in the texts of well-formed scenario files of a ruleset's folder does not fit the games they are about."""
    from rulewright.editor.scenes import Grounds, bound_mistakes
    from rulewright.load.files import read_file
    from rulewright.model.document import Mapping
    from rulewright.play.processes import players
    from rulewright.testing.shared_trials import can_fork, dealt, usual_jobs

    files = list(documents)
    order, chunks, jobs = dealt(files, usual_jobs() if can_fork() else 1)

    def bound(grounds: Grounds, places: range) -> list[tuple[int, tuple[Diagnostic, ...]]]:
        told = []
        for number in (order[place] for place in places):
            document = documents[files[number]]
            assert isinstance(document, Mapping)
            mistakes = bound_mistakes(document, files[number].parent, source, grounds, read_file)
            told.append((number, tuple(mistakes)))
        return told

    progress, of_files = Progress(len(files), "scenario files"), dict[int, tuple[Diagnostic, ...]]()
    with players(Grounds, bound, jobs, fork=True) as bind:
        for some in bind(chunks):
            of_files |= dict(some)
            progress.advance(len(some))
    progress.finish()
    for number, mistakes in sorted(of_files.items()):
        if mistakes:
            found.add(mistakes, _lines_within(files[number], source.root))


def _check_scenarios(path: Path, document: Mapping, found: Found) -> None:
    """A scenario file by itself: its shape, its rules, and its texts in the games they are about."""
    from rulewright.editor.scenes import Grounds, bound_mistakes, text_mistakes
    from rulewright.load.files import read_file
    from rulewright.pipeline import Choice, examine, lines_of, read_whole
    from rulewright.scenarios.files import ruleset_of
    from rulewright.validate.shape import check_shape

    mistakes = list(check_shape("scenarios", document))
    ruleset = ruleset_of(path)
    if isinstance(ruleset, Diagnostic):
        mistakes.append(ruleset)
    elif not has_errors(mistakes):
        read = read_whole(ruleset)
        examined = examine(Choice(ruleset), read=read)
        found.add(examined.diagnostics, examined.lines)
        mistakes += text_mistakes(document, read.source)
        if not has_errors((*mistakes, *examined.diagnostics)):
            mistakes += bound_mistakes(document, path.parent, read.source, Grounds(), read_file)
    found.add(tuple(mistakes), lines_of(path))


def _unknown_kind(node: object, kind: str | None, kinds: tuple[str, ...]) -> tuple[Diagnostic, ...]:
    from rulewright.model.document import Mapping

    assert isinstance(node, Mapping)
    written = node.get("kind")
    if written is None:
        return (error("missing-key", node.span, "the file does not say its 'kind'", f"one of {', '.join(kinds)}"),)
    hint = did_you_mean(kind or "", kinds) or f"one of {', '.join(kinds)}"
    return (error("unknown-value", written.span, f"no kind of file is called '{kind}'", hint),)


def _extended(variant: object, path: Path, found: Found) -> str | None:
    """The ruleset a variant extends; None with a diagnostic."""
    from rulewright.model.document import Mapping, text_of
    from rulewright.pipeline import ruleset_meant, shipped_names

    assert isinstance(variant, Mapping)
    node = variant.get("extends")
    extends = text_of(node) or ""
    root, names = ruleset_meant(extends, path), shipped_names()
    if root is not None:
        return str(root)
    assert node is not None
    hint = did_you_mean(extends, names) or f"shipped are: {', '.join(names)}; another one must lie beside this file"
    found.add((error("unknown-ruleset", node.span, f"no ruleset is named '{extends}'", hint),), {})
    return None
