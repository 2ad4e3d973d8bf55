"""New names for one thing after another: what the manifest lists then, and that it is right."""

from __future__ import annotations

import shutil
from pathlib import Path

from rulewright.author.editor.new_texts import edited_files
from rulewright.author.editor.renaming import Refused, renamed
from rulewright.author.editor.study import Study
from rulewright.core.load.folder import read_ruleset
from rulewright.core.load.renamed import first_names_in, renamed_in
from tests.reference.checkout import ROOT


def rename(root: Path, old: str, new: str) -> str:
    """Rename a thing in the files of a folder, and return the reason if that is refused."""
    study = Study()
    study.learn(root)
    (meant,) = study.indexes[root].named(old)
    found = renamed(study, root, meant, new)
    if isinstance(found, Refused):
        return found.reason
    for path, text in edited_files(study.buffers.text, found).items():
        path.write_text(text, "utf-8")
    return ""


def test_each_name_leads_to_the_next(tmp_path: Path) -> None:
    root = tmp_path / "tutorial"
    shutil.copytree(ROOT / "rulesets" / "tutorial", root)
    for old, new in (("pier", "jetty"), ("beak", "bill"), ("jetty", "quay")):
        assert rename(root, old, new) == ""
    assert "\nrenamed: {jetty: quay, beak: bill, pier: jetty}\n" in (root / "ruleset.yaml").read_text("utf-8")
    source = read_ruleset(root)
    assert renamed_in(source) == {"pier": "quay", "jetty": "quay", "beak": "bill"}
    assert first_names_in(source) == {"quay": "pier", "bill": "beak"}
    reason = rename(root, "quay", "pier")
    assert reason == (
        "'pier' is an old name in `renamed`, which saved games may have; choose another, or take it out there"
    )
