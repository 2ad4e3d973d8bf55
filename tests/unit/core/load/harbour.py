"""A small ruleset for tests of patches: a base with two components, changed by modules and a variant."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from rulewright.core.diagnostics import Diagnostic
from rulewright.core.load.assemble import Assembly, assemble
from rulewright.core.load.folder import read_ruleset
from rulewright.core.load.reader import as_plain, read_yaml
from rulewright.core.model.document import Mapping

BASE = """\
kind: content
components:
  - id: lantern
    title: {en: Lantern, pl: Latarnia}
    cost: 3
    colours: [red, green, blue]
    rare: true
    tiers:
      - {at: 2, reward: gain 1 coin}
      - {at: 4, reward: gain 2 coin}
    slots:
      - {id: left, size: 1}
      - {id: right, size: 2}
    steps: [10, 20, 30]
    does: |
      gain 1 coin
      draw 2
      gain 1 point
  - id: rope
    cost: 1
"""
WHY = "because: it was dull"


def build(folder: Path, patches: str = "", **modules: str) -> tuple[Assembly, tuple[Diagnostic, ...]]:
    """The base with the patches of modules and, last, of a variant; a module's text may start with its `after:`."""
    for name, text in {"base": BASE, **modules}.items():
        (folder / name).mkdir(parents=True)
        manifest, _, listed = text.partition("---\n") if "---\n" in text else ("", "", text)
        (folder / name / "module.yaml").write_text(f"kind: module\nid: {name}\n{manifest}")
        content = BASE if name == "base" else f"kind: content\npatches:\n{listed}"
        (folder / name / "content.yaml").write_text(content)
    (folder / "ruleset.yaml").write_text("kind: ruleset\nid: harbour\n")
    (folder / "rules.yaml").write_text("kind: ledger\n")
    source = read_ruleset(folder, folder)
    assert source.diagnostics == ()
    variant, diagnostics = read_yaml("variant.yaml", f"variant: house\npatches:\n{patches or '  []'}\n".encode())
    assert diagnostics == ()
    assert isinstance(variant, Mapping)
    return assemble(source, ("base", *modules), variant)


def lantern(assembly: Assembly) -> Any:
    entry = assembly.entry("lantern")
    assert entry is not None
    return as_plain(entry.node)
