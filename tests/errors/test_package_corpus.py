"""Small wrong packages are told as they say in their first lines, by `check` or where they are packed."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright.author.editor.explain.codes_of_packages import PACKAGES
from rulewright.author.review.findings import Findings
from rulewright.author.review.packages import review_package
from rulewright.author.sharing.packing import packed
from rulewright.core.diagnostics import Diagnostic, has_errors
from tests.errors.rulesets.skeleton import expected_in
from tests.errors.small_pictures import png
from tests.errors.test_translation_corpus import FILES as OF_TRANSLATIONS

CORPUS = Path(__file__).parent / "packages"
FILES = sorted(CORPUS.glob("*.bad.yaml"))
RIGHT = {
    "module.yaml": "kind: module\nid: tower\ntitle: {en: Tower}\nextends: tutorial\nlicence: CC0-1.0\n",
    "content.yaml": "kind: content\nquantities:\n  - {id: tower_height, amount: size(sea)}\n",
}


def found_in(folder: Path, text: str) -> list[Diagnostic]:
    """What is told of a right package with one file that is wrong."""
    name = text.partition("\n")[0].removeprefix("# file: tower/")
    for file, whole in (RIGHT | {name: text}).items():
        (folder / "tower" / file).parent.mkdir(parents=True, exist_ok=True)
        (folder / "tower" / file).write_text(whole, encoding="utf-8")
    if "missing-credit" in text:
        (folder / "tower" / "pictures").mkdir()
        (folder / "tower" / "pictures" / "boat.png").write_bytes(png(4, 4))
    found = Findings(lint=False, scenarios=True, jobs=1, watch=lambda *_: None)
    review_package(Path("tower"), found)
    if not has_errors(found.diagnostics):
        manifest = folder / "tower" / "module.yaml"
        manifest.write_text(f"{manifest.read_text('utf-8')}version: 1.0.0\n", encoding="utf-8")
        found.add(packed(Path("tower")).warnings, {})
    return list(found.diagnostics)


@pytest.fixture(autouse=True)
def elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name.removesuffix(".bad.yaml"))
def test_package_is_told_as_it_says(path: Path, tmp_path: Path) -> None:
    text = path.read_text("utf-8")
    expected = expected_in(text)
    told = [(each.code, each.span.line, f"{each.message} {each.hint}") for each in found_in(tmp_path, text)]
    assert [(code, line) for code, line, _ in told] == [(each.code, each.line) for each in expected], told
    for each, (_, _, said) in zip(expected, told, strict=True):
        assert each.word in said


def test_nothing_is_told_of_the_right_package(tmp_path: Path) -> None:
    assert found_in(tmp_path, f"# file: tower/content.yaml\n{RIGHT['content.yaml']}") == []


def test_each_code_about_packages_has_a_file() -> None:
    shown = {each.code for path in (*FILES, *OF_TRANSLATIONS) for each in expected_in(path.read_text("utf-8"))}
    assert {each.code for each in PACKAGES} - shown == set()
