"""Modules that come with their first import, and the stand-in for a compiled package."""

from __future__ import annotations

import gzip
import importlib
import io
import json
import re
import sys
import tarfile
from pathlib import Path
from typing import Any

import pytest
from rpds import HashTrieMap, HashTrieSet, List

from rulewright.table.offline.folder import static_text
from rulewright.table.offline.gathering import PACKAGE
from rulewright.table.offline.late import INDEX, LateModules


def _archive(name: str, text: str) -> bytes:
    written = io.BytesIO()
    with tarfile.open(fileobj=written, mode="w") as archive:
        about = tarfile.TarInfo(name)
        about.size = len(text)
        archive.addfile(about, io.BytesIO(text.encode()))
    return gzip.compress(written.getvalue())


def test_a_late_module_comes_with_its_first_import_and_nothing_else_does(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    program = tmp_path / "program"
    program.mkdir()
    (program / INDEX).write_text(json.dumps(["seldom_wanted"]), "utf-8")
    fetched = []

    def fetch() -> bytes:
        fetched.append(1)
        return _archive("program/seldom_wanted.py", "WORD = 'here'\n")

    monkeypatch.syspath_prepend(program)
    monkeypatch.setattr(sys, "meta_path", [*sys.meta_path, LateModules(program, fetch)])
    with pytest.raises(ModuleNotFoundError):
        importlib.import_module("never_written")
    assert fetched == []
    assert importlib.import_module("seldom_wanted").WORD == "here"
    monkeypatch.delitem(sys.modules, "seldom_wanted")
    assert fetched == [1]


def _stand_in() -> dict[str, Any]:
    found: dict[str, Any] = {}
    exec(compile(static_text("rpds.txt"), "rpds", "exec"), found)  # noqa: S102 - a file of ours
    return found


def test_the_stand_in_does_what_the_compiled_package_does() -> None:
    ours = _stand_in()
    for theirs, mine in ((HashTrieMap, ours["HashTrieMap"]), (HashTrieSet, ours["HashTrieSet"]), (List, ours["List"])):
        told = []
        kind: Any
        for kind in (theirs, mine):
            if kind in (HashTrieMap, ours["HashTrieMap"]):
                one = kind({"a": 1}).insert("b", 2)
                told.append([dict(one), dict(one.remove("a")), dict(one.discard("z")), dict(one.update({"a": 5}, c=3)),
                             dict(kind.convert({"x": 1})), len(one), one == kind({"b": 2, "a": 1})])  # fmt: skip
                with pytest.raises(KeyError):
                    one.remove("z")
            elif kind in (HashTrieSet, ours["HashTrieSet"]):
                two = kind(["a"]).insert("b")
                told.append([set(two), set(two.remove("a")), set(two.discard("z")), set(two.update(["c"], ["d"])),
                             "a" in two, len(two)])  # fmt: skip
            else:
                three = kind([1, 2]).push_front(0)
                told.append([list(three), three.first, list(three.rest), list(three.drop_first()), len(three),
                             list(kind()), three == kind([0, 1, 2])])  # fmt: skip
        assert told[0] == told[1]


def test_what_the_scripts_of_a_page_import_is_there() -> None:
    folder = PACKAGE / "table" / "offline" / "static"
    scripts = "\n".join(each.read_text("utf-8") for each in sorted(folder.glob("*.*js")))
    imports = re.findall(r"^\s*from (rulewright\.[\w.]+) import (.+)$", scripts, re.MULTILINE)
    assert len(imports) >= 3
    for module, names in imports:
        for name in names.split(", "):
            assert hasattr(importlib.import_module(module), name), f"{module} has no {name}"
