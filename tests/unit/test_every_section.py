"""What goes by the table of sections tells of an entry of each: the handbook, `explain`, `diff`, and an editor."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
import yaml

from rulewright.author.difference.wording import Wording
from rulewright.author.editor.contents import contents
from rulewright.author.editor.explain.search import Where, meanings
from rulewright.author.handbook.gathering import material_of
from rulewright.author.handbook.handbook_page import handbook
from rulewright.core.load.files import read_file
from rulewright.core.locales.catalogue import languages, phrases
from rulewright.core.model.sections import SECTIONS, Section
from tests.unit.author.difference.market import RULESET, compared, market

SCHEMA = json.loads((Path(__file__).resolve().parents[2] / "schemas" / "content.schema.json").read_text("utf-8"))

MANIFEST = RULESET.replace("[en, pl]", "[en, pl, fr]")
_LACKING = ("rules", "source", "reconstructed", "cost")


def example_of(section: Section) -> dict[str, Any]:
    """The first example that the schema gives of an entry, with an id of its own and nothing that the market lacks."""
    name = SCHEMA["properties"][section.id]["items"]["$ref"].rpartition("/")[2]
    example: dict[str, Any] = SCHEMA["$defs"][name]["examples"][0]
    kind = {"kind": "ware"} if "kind" in example else {}
    return {key: value for key, value in example.items() if key not in _LACKING} | {"id": "one_more"} | kind


def with_entry(folder: Path, section: Section, entry: dict[str, Any]) -> Path:
    """A small ruleset with one entry more; the file it stands in is `more.yaml`."""
    root = market(folder, ruleset=MANIFEST)
    text = yaml.safe_dump({"kind": "content", section.id: [entry]}, allow_unicode=True)
    (root / "base" / "more.yaml").write_text(text, "utf-8")
    return root


@pytest.mark.sampled(7)
@pytest.mark.parametrize("section", SECTIONS, ids=lambda section: section.id)
def test_an_entry_is_told_of(section: Section, tmp_path: Path) -> None:
    entry = example_of(section)
    root = with_entry(tmp_path / "after", section, entry)
    (meaning,) = meanings(entry["id"], (Where(root),), "en")[0][:1]
    assert meaning.what.startswith(f"{section.sort} in market")
    material = material_of(str(root))
    for language in languages():
        page = handbook(material, language).html
        assert entry["id"] in page
        assert section.chapter or phrases(language, "headings")(section.id) in page
    found = compared(market(tmp_path / "before", ruleset=MANIFEST), root)
    assert [(each.section, each.id, each.status) for each in found.entries] == [(section.id, entry["id"], "added")]
    assert phrases("en", "headings")(section.id) in "\n".join(Wording(found).lines())
    file, _ = read_file(root / "base" / "more.yaml", "more.yaml")
    assert [part.name for outer in contents(file.node, 3) for part in outer.parts] == [entry["id"]]


@pytest.mark.parametrize("section", [each for each in SECTIONS if not each.chapter], ids=lambda section: section.id)
def test_what_an_entry_of_a_chapter_of_its_own_says_is_told(section: Section, tmp_path: Path) -> None:
    titles, texts = {"en": "First", "pl": "Pierwszy"}, {"en": "It comes <b>.", "pl": "Na początku."}
    entry = {"id": "one", "title": titles, "text": texts}
    root = with_entry(tmp_path, section, entry)
    material = material_of(str(root))
    for language, told in (("en", "It comes &lt;b&gt;."), ("pl", "Na początku."), ("fr", "It comes &lt;b&gt;.")):
        assert told in handbook(material, language).html
    (meaning,) = meanings("one", (Where(root),), "pl")[0][:1]
    assert (meaning.title, meaning.text) == ("Pierwszy", "Na początku.")
