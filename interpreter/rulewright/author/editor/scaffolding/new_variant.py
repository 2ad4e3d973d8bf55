"""A house rule in a file: one number of the ruleset changed, chosen from what the ruleset has."""

from __future__ import annotations

import tempfile
from pathlib import Path

from rulewright.author.editor.scaffolding.example_material import PatchableNumber, languages_of, numbers_of
from rulewright.author.editor.scaffolding.parent_ruleset import (
    asked,
    built_ruleset,
    extended_root,
    is_shipped,
    root_above,
)
from rulewright.author.editor.scaffolding.scaffold import (
    Scaffold,
    ScaffoldError,
    checked_name,
    modeline,
    shown,
    title_from_id,
    titles,
)
from rulewright.core.load.assemble import Assembly
from rulewright.core.pipeline import Built, Choice, examine, find_ruleset, known_names

_MOST_TRIED = 20

_VARIANT = """\
{modeline}kind: variant
variant: {name}
title: {titles}
about: A house rule. Say here what it changes, and why.
extends: {ruleset}

# Each patch changes an entry by its id: `set`, `add`, `remove`, `replace` or `relative` (+1), with a reason.
# `rulewright rules {typed}` shows the file and line of each rule.
patches:
{patches}"""

_NUMBER = """\
  # {title}: '{field}' is {value} in {place}; here it is one more.
  - {{change: {entry}, relative: {{{field}: +1}}, because: to see what it does}}
"""

_PROOF = """\

# Its own rules, and situations that prove them: rulewright test {path}
rules:
  one_more: {title} is one more than in the rules.
scenarios:
  - scenario: {title} is one more
    rules: [one_more]
    given: {{seats: {seats}, arrange: nothing}}
    then: [{check}]
"""

_TITLE = """\
  # No number was found to be changed; here an entry gets another title.
  - {{change: {entry}, set: {{title: {titles}}}, because: to see what it does}}
"""


def new_variant(name: str, folder: Path | None, extends: str | None) -> Scaffold:
    """Return the files of a new variant of a ruleset.

    They go into the folder given, or else into the ruleset's own if it is not a shipped one. Raises ScaffoldError if
    the variant cannot be made there.
    """
    checked_name(name)
    root = _root(folder, extends)
    built = built_ruleset(root)
    taken = [path.stem for path in built.source.variants]
    if name in taken:
        raise ScaffoldError(f"{built.source.id} has a variant '{name}' already; its variants: {', '.join(taken)}")
    if folder is None or folder.resolve() == root.resolve():
        folder = Path() if is_shipped(root) else root / "variants"
    elif not is_shipped(root) and find_ruleset(built.source.id, folder / f"{name}.yaml") != root.resolve():
        within = shown(root / "variants")
        message = f"a variant of {root.as_posix()} must be inside it, or next to its folder if that has the same name"
        raise ScaffoldError(f"{message}; leave --in out, or use --in {within}")
    path = folder / f"{name}.yaml"
    typed = built.source.id if is_shipped(root) else asked(root)
    text = _text(name, path, typed, built)
    commands = (
        f"rulewright check {shown(path)}",
        f"rulewright simulate {typed} --games 100 --variant {shown(path)}",
        f"rulewright play {typed} --variant {shown(path)}",
    )
    return Scaffold(((path, text),), commands)


def _root(folder: Path | None, extends: str | None) -> Path:
    if extends is not None:
        return extended_root(extends)
    root = root_above(folder if folder is not None else Path())
    if root is None:
        raise ScaffoldError(f"name the ruleset that it changes by --extends; shipped are: {', '.join(known_names())}")
    return root


def _text(name: str, path: Path, typed: str, built: Built) -> str:
    """Return the variant's file, with the first patch that the ruleset accepts."""
    assert built.assembly is not None
    wanted = titles(title_from_id(name), languages_of(built))
    for patches in _patches(built.assembly, built):
        proof = _proof(built, patches, path)
        text = _VARIANT.format(
            modeline=modeline("variant", path),
            name=name,
            titles=wanted,
            ruleset=built.source.id,
            typed=typed,
            patches=patches,
        )
        if _is_accepted(text, built):
            return text + proof
    raise ScaffoldError(f"{built.source.id} has nothing that an example could change")


def _proof(built: Built, patch: str, path: Path) -> str:
    """Return the rule and the scenario of a patch that makes a number one more, or "" if no expression tells."""
    assert built.assembly is not None
    assert built.compiled is not None
    seats = built.compiled.blueprint.min_seats
    for number in list(numbers_of(built.assembly))[:_MOST_TRIED]:
        if number.check is not None and number_patch(number) == patch:
            return _PROOF.format(path=shown(path), title=number.title, check=number.check, seats=seats)
    return ""


def _patches(assembly: Assembly, built: Built) -> list[str]:
    numbers = sorted(list(numbers_of(assembly))[:_MOST_TRIED], key=lambda each: each.check is None)
    patches = [number_patch(number) for number in numbers]
    titled = [entry.id for entry in assembly.entries() if entry.node.get("title")]
    title = titles("Another title", languages_of(built))
    return patches + [_TITLE.format(entry=entry, titles=title) for entry in titled[:1]]


def number_patch(number: PatchableNumber) -> str:
    """Return a patch that makes a number one more, with a comment."""
    return _NUMBER.format(
        title=number.title, field=number.field, value=number.value, place=number.place, entry=number.entry
    )


def _is_accepted(text: str, built: Built) -> bool:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "variant.yaml"
        path.write_text(text, encoding="utf-8")
        tried = examine(Choice(str(built.source.root), variant=path))
    return tried.game is not None
