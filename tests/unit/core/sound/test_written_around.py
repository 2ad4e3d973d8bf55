"""The page on what may be empty lists each place of a shipped game that nothing proves, file by file."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

from rulewright.core.pipeline import known_names, ruleset_root

ROOT = Path(__file__).parents[4]
PAGE = ROOT / "docs" / "how-to" / "empty.md"
ROW = re.compile(r"^\| [^|]+ \| (\d+) \| ([^|]+) \|$", re.MULTILINE)
FILE = re.compile(r"`([a-z_0-9/]+)` (\d+)")


def written() -> Counter[str]:
    """How often each file of a shipped game says `or else`."""
    found: Counter[str] = Counter()
    for name in known_names():
        root = ruleset_root(name)
        assert root is not None
        for path in root.rglob("*.yaml"):
            if "scenarios" not in path.parts and (count := len(re.findall(r"\bor else\b", path.read_text("utf-8")))):
                found[path.relative_to(ROOT / "rulesets").with_suffix("").as_posix()] += count
    return found


def test_the_places_written_around_are_listed_and_counted() -> None:
    rows = [(int(count), FILE.findall(files)) for count, files in ROW.findall(PAGE.read_text("utf-8"))]
    listed: Counter[str] = Counter()
    for count, files in rows:
        assert count == sum(int(each) for _, each in files), files
        for file, each in files:
            listed[file] += int(each)
    assert listed == written()
    assert f"At {listed.total()} places" in PAGE.read_text("utf-8")
