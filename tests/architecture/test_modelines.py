"""Every shipped YAML file tells an editor its schema in its first line, relative to itself and of its own kind."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
FILES = sorted((ROOT / "rulesets").rglob("*.yaml"))
MODELINE = re.compile(r"# yaml-language-server: \$schema=(\S+)")


def test_the_first_line_leads_to_the_schema_of_the_file() -> None:
    for path in FILES:
        first, *others = path.read_text("utf-8").split("\n")
        found = MODELINE.fullmatch(first)
        assert found is not None, f"{path}: the first line is: # yaml-language-server: $schema=PATH"
        kind = next(line.removeprefix("kind: ").strip() for line in others if line.startswith("kind: "))
        assert not found[1].startswith("/"), path
        assert (path.parent / found[1]).resolve() == ROOT / "schemas" / f"{kind}.schema.json", path


def test_files_of_every_kind_are_looked_at() -> None:
    kinds = {found[1] for path in FILES if (found := re.search(r"^kind: (\w+)", path.read_text("utf-8"), re.MULTILINE))}
    assert {"ruleset", "module", "content", "ledger", "variant", "match", "scenarios"} <= kinds
