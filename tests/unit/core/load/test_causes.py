"""What a variant or a module breaks elsewhere in its ruleset is told at the patch that did it."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright.core.diagnostics import Diagnostic
from rulewright.core.pipeline import Choice, examine
from tests.unit.core.language.small_table import write, write_small

HEADING = "kind: variant\nvariant: slip\ntitle: {en: Slip}\nextends: tutorial\npatches:\n"
FIRST_PATCH = "  - {change: sprat, because: more of them, relative: {copies: +1}}\n"


def faults(folder: Path, patch: str) -> tuple[Diagnostic, ...]:
    path = folder / "slip.yaml"
    path.write_text(HEADING + FIRST_PATCH + patch, encoding="utf-8")
    return examine(Choice("tutorial", variant=path)).diagnostics


@pytest.mark.parametrize(
    ("patch", "column", "code", "place"),
    [
        ("{delete: snatch, because: no fishing}", 14, "unknown-procedure", "tutorial/base/gulls.yaml:39"),
        (
            "{change: snatch, because: x, replace: {does: {from: let card =, to: let prey =}}}",
            14,
            "unknown-name",
            "tutorial/base/gulls.yaml:50",
        ),
    ],
)
def test_a_mistake_elsewhere_stands_at_the_patch(
    tmp_path: Path, patch: str, column: int, code: str, place: str
) -> None:
    found = faults(tmp_path, f"  - {patch}\n")
    assert {each.code for each in found} == {code}
    assert {(Path(each.span.file).name, each.span.line, each.span.column) for each in found} == {
        ("slip.yaml", 7, column)
    }
    assert f"({place}, as it is changed here)" in found[0].message


def test_what_is_deleted_is_said_to_be(tmp_path: Path) -> None:
    found = faults(tmp_path, "  - {delete: snatch, because: no fishing}\n")
    assert found[0].hint == "'snatch' is deleted here; change what uses it as well"


def test_a_mistake_in_the_patch_itself_stays_where_it_is(tmp_path: Path) -> None:
    (found,) = faults(tmp_path, "  - {change: snatch, because: x, set: {does: gain 1 wings}}\n")
    assert (found.code, found.span.line, found.span.column) == ("unknown-name", 7, 53)
    assert "as it is changed here" not in found.message


def test_an_entry_of_a_module_that_is_off_is_said_to_be(tmp_path: Path) -> None:
    path = tmp_path / "luna.yaml"
    head = "kind: variant\nvariant: luna_first\ntitle: {en: Luna}\nextends: skymines\n"
    patch = "patches:\n  - {change: luna_level_8, set: {title: {en: Level}}, because: a test}\n"
    path.write_text(head + patch, encoding="utf-8")
    (found,) = examine(Choice("skymines", variant=path)).diagnostics
    assert found.code == "patch-without-target"
    assert found.hint == "it is one of the module 'luna', which is off: pick it under 'modules'"


def test_what_a_module_deletes_and_another_uses_is_told_at_the_deletion(tmp_path: Path) -> None:
    root = write_small(tmp_path, {})
    for name in ("day", "fog"):
        write(root / name / "module.yaml", f"kind: module\nid: {name}\ntitle: {{en: {name}}}\nneeds: [base]\n")
    write(root / "day/more.yaml", "kind: content\nquantities:\n  - {id: dear, amount: wealth(2)}\n")
    write(root / "fog/more.yaml", "kind: content\npatches:\n  - {delete: wealth, because: it is foggy}\n")
    assert examine(Choice(str(root), ("base", "day"))).diagnostics == ()
    (found,) = examine(Choice(str(root), ("base", "day", "fog"))).diagnostics
    assert (found.span.file, found.span.line) == (f"{root.name}/fog/more.yaml", 3)
    assert found.message == f"'wealth' is deleted by 'fog', and used at {root.name}/day/more.yaml:3"
    assert found.hint == "patch what uses it as well; if the module needs it, write conflicts: [fog]"
