"""What `check` says of a shipped ruleset with one edited file: the same steps, reading that file alone anew."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache

from rulewright.core.diagnostics import Diagnostic
from rulewright.core.load.conditions import choices_to_check
from rulewright.core.load.files import SourceFile
from rulewright.core.load.folder import ModuleSource, RulesetSource
from rulewright.core.load.reader import read_yaml
from rulewright.core.model.document import Mapping, Node, Scalar, Sequence
from rulewright.core.pipeline import Choice, ReadRuleset, examine, kinds_of, read_whole, shipped_root
from rulewright.core.validate.shape import check_shape
from tests.errors.corruptions.edits import MAKERS, Edit, File


@dataclass(frozen=True, slots=True)
class Trial:
    """One corruption: where it was made and what `check` found."""

    seed: int
    file: str
    edit: Edit
    found: tuple[Diagnostic, ...]

    @property
    def is_refused(self) -> bool:
        return any(each.severity == "error" for each in self.found)

    @property
    def is_on_the_line(self) -> bool:
        """A diagnostic points at what was edited; what is gone has no line, and is told where it is named."""
        if self.edit.kind == "missing entry":
            return any(f"'{self.edit.meant}'" in each.message for each in self.found)
        return any(each.span.file == self.file and each.span.line in self.edit.lines for each in self.found)

    @property
    def is_hinted(self) -> bool:
        """A misspelling's hint names what was meant."""
        return any(f"'{self.edit.meant}'" in each.hint for each in self.found)

    def __str__(self) -> str:
        line = self.edit.lines
        told = "; ".join(f"{d.span.file}:{d.span.line} {d.code} {d.message} ({d.hint})" for d in self.found[:4])
        return (
            f"seed {self.seed}: {self.edit.kind} in {self.file}:{line.start}-{line.stop - 1}"
            f" {self.edit.meant!r} -> {self.edit.slip!r}: {told or 'accepted'}"
        )


def trials(ruleset: str, seeds: range) -> Iterator[Trial]:
    """One corruption for each seed; the kinds take turns."""
    whole = read_whole(str(shipped_root() / ruleset))
    assert not whole.diagnostics
    files = [(kind, file) for kind, file in kinds_of(whole.source) if kind != "ledger"]
    names, fields = _names(whole.source)
    for seed in seeds:
        rng = random.Random(f"{ruleset} {seed}")
        maker = MAKERS[seed % len(MAKERS)]
        edit = None
        while edit is None:
            kind, file = rng.choice(files)
            assert isinstance(file.node, Mapping)
            text = file.data.decode("utf-8")
            edit = maker(File(text, file.node, names, fields), rng)
        yield Trial(seed, file.name, edit, _check(whole, kind, file, edit.text))


def _check(whole: ReadRuleset, kind: str, file: SourceFile, text: str) -> tuple[Diagnostic, ...]:
    node, faults = read_yaml(file.name, text.encode("utf-8"))
    edited = SourceFile(file.name, file.path, text.encode("utf-8"), node)
    source = _with_file(whole.source, file, edited)
    found = [*faults, *(check_shape(kind, node) if isinstance(node, Mapping) else ())]
    read = ReadRuleset(source, tuple(found), {})
    module = next((each.id for each in whole.source.modules if file in (*each.contents, each.manifest)), "")
    choices: list[tuple[str, ...] | None] = [None, *choices_to_check(source)]
    for choice in sorted(choices, key=lambda each: each is None or module not in each):
        examined = examine(Choice(str(whole.source.root), choice), read=read)
        if any(each.severity == "error" for each in examined.diagnostics):
            return examined.diagnostics
    return ()


def _with_file(source: RulesetSource, old: SourceFile, new: SourceFile) -> RulesetSource:
    def swapped(file: SourceFile | None) -> SourceFile | None:
        return new if file is old else file

    def module(each: ModuleSource) -> ModuleSource:
        contents = tuple(new if file is old else file for file in each.contents)
        return replace(each, manifest=swapped(each.manifest), contents=contents)

    return replace(
        source, manifest=swapped(source.manifest), ledger=swapped(source.ledger),
        modules=tuple(module(each) for each in source.modules),
    )  # fmt: skip


def _names(source: RulesetSource) -> tuple[frozenset[str], frozenset[str]]:
    """Every name of a ruleset that an effect may use, and the fields that hold effects."""
    names: set[str] = set()
    effects: set[str] = set()
    for module in source.modules:
        for file in module.contents:
            for section, node in file.node.entries if isinstance(file.node, Mapping) else ():
                for item in node.items if isinstance(node, Sequence) else ():
                    names |= _ids(item)
                    fields = item.get("fields") if isinstance(item, Mapping) and section.text == "kinds" else None
                    for key, field in fields.entries if isinstance(fields, Mapping) else ():
                        names.add(key.text)
                        kind = field.get("type") if isinstance(field, Mapping) else None
                        if isinstance(kind, Scalar) and kind.text in ("effect", "test", "amount"):
                            effects.add(key.text)
    return frozenset(names), frozenset(effects)


@cache
def _ids(item: Node) -> frozenset[str]:
    if not isinstance(item, Mapping):
        return frozenset()
    values = item.get("values")
    listed = [each.text for each in values.items if isinstance(each, Scalar)] if isinstance(values, Sequence) else []
    own = item.get("id")
    return frozenset([*listed, *([own.text] if isinstance(own, Scalar) else [])])
