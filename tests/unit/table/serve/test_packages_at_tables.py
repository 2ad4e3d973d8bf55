"""A host gives a table a package: by a file in the form, a link with its hash, or the command line; it is kept."""

from __future__ import annotations

import io
import re
import zipfile
from pathlib import Path
from typing import Any

import pytest

from rulewright.core.packages.tree_hash import tree_hash
from rulewright.play.records.match_files import parse_match
from rulewright.play.records.replay import parse_replay
from rulewright.table.serve import links
from rulewright.table.serve.package_shelf import offered_package
from tests.errors.small_pictures import png
from tests.unit.table.serve.test_rematch import play_to_the_end
from tests.unit.table.serve.visitors import HERE, Visitor, visiting

MANIFEST = """kind: module
id: tower
title: {en: The tower}
package: ada/tower
version: 1.2.0
extends: tutorial 1.0
needs: [base]
languages: [en]
documents: [{id: TW, title: Tower}]
"""
CONTENT = """kind: content
components:
  - {id: tower_crab, kind: prey, copies: 3, worth: 3, title: {en: Crab}, source: {doc: TW, place: Cards}}
"""
FILES = {"module.yaml": MANIFEST.encode(), "content.yaml": CONTENT.encode(), "LICENSE": b"all of it \xff is free"}
TREE = tree_hash(FILES)


def zipped(files: dict[str, bytes]) -> bytes:
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w") as packed:
        for path, data in files.items():
            packed.writestr(path, data)
    return made.getvalue()


@pytest.fixture(autouse=True)
def _own_store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data home"))
    (tmp_path / "here").mkdir()
    monkeypatch.chdir(tmp_path / "here")


def put_in(visitor: Visitor, data: bytes, name: str = "tower.zip", **fields: Any) -> Any:
    """Send the form of a new table with a file, as a browser does."""
    sent = {"ruleset": "tutorial", "do": "add", "seat-1": "human", "seat-2": "random", **fields}
    head = {"origin": HERE, "sec-fetch-site": "same-origin"}
    return visitor.client.post("/new", data=sent, files={"file": (name, data, "application/zip")}, headers=head)


def modules_of(visitor: Visitor, table: int = 1) -> tuple[str, ...]:
    blueprint = visitor.site.tables.places[table].live.game.blueprint
    return tuple(blueprint.modules)


def faults_on(page: str) -> list[str]:
    return re.findall(r"<pre>(.*?)</pre>", page, re.DOTALL)


def tower_table(visitor: Visitor, **more: Any) -> str:
    page = put_in(visitor, zipped(FILES))
    assert page.status_code == 200, page.text
    return visitor.new_table(module=["base", "tower"], package=TREE, **more)


def test_a_file_that_is_put_into_the_form_is_a_module_of_the_table(tmp_path: Path) -> None:
    with visiting(tmp_path / "tables") as visitor:
        page = put_in(visitor, zipped(FILES)).text
        assert 'value="tower" id="module-tower" data-again checked' in page
        assert f'name="package" value="{TREE}"' in page
        assert f"ada/tower 1.2.0 <small>hash {TREE[:12]} · from the host of this table" in page
        seat = tower_table(visitor)
        assert modules_of(visitor) == ("base", "tower")
        watch, table = (links.path(visitor.site.secret, 1, role) for role in (links.WATCH, links.TABLE))
        for path in (seat, watch, f"{table}seats"):
            shown = visitor.get(path).text
            assert (path, "ada/tower 1.2.0" in shown, f"hash {TREE[:12]}" in shown) == (path, True, True)


@pytest.mark.parametrize(
    ("language", "words"), [("pl", f"skrót {TREE[:12]} · od gospodarza"), ("fr", f"empreinte {TREE[:12]} · fourni par")]
)
def test_the_packages_of_a_table_are_shown_in_the_language_of_each_player(language: str, words: str) -> None:
    with visiting() as visitor:
        seat = tower_table(visitor)
        assert words in visitor.get(seat, headers={"accept-language": language}).text


def test_a_table_with_a_package_is_there_after_the_server_has_stopped(tmp_path: Path) -> None:
    with visiting(tmp_path / "tables") as visitor:
        seat = tower_table(visitor)
        state = visitor.site.tables.places[1].live.state
    with visiting(tmp_path / "tables") as visitor:
        assert "ada/tower 1.2.0" in visitor.get(seat).text
        assert visitor.site.tables.places[1].live.state == state
        assert [each.used.tree for each in visitor.site.tables.places[1].live.record.packages] == [TREE]


def test_a_saved_table_names_its_packages_and_is_continued_with_them(tmp_path: Path) -> None:
    with visiting(tmp_path / "tables") as visitor:
        tower_table(visitor)
        data = visitor.get(links.path(visitor.site.secret, 1, links.TABLE) + "save").text
        saved = parse_match("saved", data.encode()) if '"match"' in data else parse_replay("saved", data.encode())
        assert [tuple(each) for each in saved.packages] == [("ada/tower", "1.2.0", TREE)]
        assert visitor.post("/open", follow=False, save=data).status_code == 303
        assert modules_of(visitor, 2) == ("base", "tower")
        assert visitor.site.tables.places[2].live.record.packages[0].tree == TREE
    with visiting(tmp_path / "other") as visitor:
        refused = visitor.post("/open", save=data)
        assert refused.status_code == 422
        assert "rulewright add ada/tower@=1.2.0" in refused.text


def test_a_rematch_keeps_the_packages() -> None:
    with visiting() as visitor:
        table = tower_table(visitor, seats=("human", "human"))
        one, other = visitor.seat_path(table, 1), visitor.seat_path(table, 2)
        play_to_the_end(visitor, one, other)
        visitor.post(f"{one}again", do="again")
        assert modules_of(visitor, 2) == ("base", "tower")
        assert [each.tree for each in visitor.site.tables.places[2].live.record.packages] == [TREE]


def test_a_link_needs_its_hash_and_is_never_fetched(monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(*_: Any, **__: Any) -> None:
        raise AssertionError("the server has fetched something")

    monkeypatch.setattr("socket.create_connection", refused)
    link = f"https://example.org/tower.zip#tree={TREE}"
    form = {"ruleset": "tutorial", "do": "add", "seat-1": "human", "seat-2": "random"}
    with visiting() as visitor:
        assert "#tree=" in faults_on(visitor.post("/new", link="https://example.org/tower.zip", **form).text)[0]
        missing = faults_on(visitor.post("/new", link=link, **form).text)[0]
        assert f"rulewright add {link}" in missing
        other = faults_on(put_in(visitor, zipped(FILES), link=link.replace(TREE, "0" * 64)).text)[0]
        assert "their hashes differ" in other
        page = put_in(visitor, zipped(FILES), link=link).text
        assert f"from {link}" in page
        seat = visitor.new_table(module=["base", "tower"], package=f"{TREE} {link}")
        assert f"from {link}" in visitor.get(seat).text


OTHER_GAME = MANIFEST.replace("tutorial", "else").encode()
OWN_MODULE = MANIFEST.replace("id: tower", "id: base").encode()
HOSTILE = [
    ("no zip", b"nothing of the kind", "is not a zip"),
    ("points outside", zipped({**FILES, "../out.yaml": b"x"}), "points outside the package"),
    ("program", zipped({**FILES, "run.py": b"x"}), "a package has only"),
    ("device", zipped({**FILES, "aux.yaml": b"x"}), "device"),
    ("bomb", zipped({**FILES, "large.yaml": b"a" * 3_000_000}), "unpacks to more than 2 MB"),
    ("no manifest", zipped({"a/b.yaml": b"x: 1", "c.md": b""}), "has no manifest"),
    ("tagged", zipped({**FILES, "module.yaml": b"!!python/object:os.system {}"}), "cannot be read"),
    ("another game", zipped({**FILES, "module.yaml": OTHER_GAME}), "is not for this game"),
    ("own module", zipped({**FILES, "module.yaml": OWN_MODULE}), "already"),
    ("wrong text", zipped({**FILES, "content.yaml": CONTENT.replace("prey", "prei").encode()}), "prei"),
]


@pytest.mark.parametrize(("data", "told"), [each[1:] for each in HOSTILE], ids=[each[0] for each in HOSTILE])
def test_a_hostile_file_is_refused_with_a_sentence_on_the_page(data: bytes, told: str, tmp_path: Path) -> None:
    with visiting(tmp_path / "tables") as visitor:
        page = put_in(visitor, data)
        assert page.status_code in (200, 422)
        assert [told in each for each in faults_on(page.text)][:1] == [True], faults_on(page.text)
        assert "Traceback" not in page.text
        assert visitor.site.store.count() == 0
    assert not (tmp_path / "out.yaml").exists()
    assert not (tmp_path / "data home").exists()


def test_only_a_host_may_send_a_file_and_none_larger_than_a_package() -> None:
    with visiting(loopback=False, takes_files=True) as visitor:
        assert put_in(visitor, b"x" * 300_000).status_code == 413
        assert put_in(visitor, zipped(FILES)).status_code == 403
        visitor.get(f"/?key={visitor.site.key}")
        assert "is not a zip" in put_in(visitor, b"x" * 300_000).text
        assert put_in(visitor, b"x" * 21_000_000).status_code == 413
    with visiting(loopback=False, takes_files=False) as visitor:
        visitor.get(f"/?key={visitor.site.key}")
        assert 'name="file"' not in visitor.get("/new?ruleset=tutorial").text
        assert "module-tower" not in put_in(visitor, zipped(FILES)).text


def test_a_file_that_was_chosen_and_not_put_in_is_not_ignored() -> None:
    with visiting() as visitor:
        form = {"ruleset": "tutorial", "do": "start", "seat-1": "human", "seat-2": "random"}
        page = visitor.post("/new", file="tower.zip", **form)
        assert page.status_code == 422
        assert "tower.zip was chosen but not added yet" in faults_on(page.text)[0]


def test_packages_that_no_table_plays_do_not_pile_up(tmp_path: Path) -> None:
    with visiting(tmp_path / "tables") as visitor:
        tower_table(visitor)
        for number in range(20):
            put_in(visitor, zipped({**FILES, "README.md": str(number).encode()}))
        left = [each.name for each in (tmp_path / "tables" / "packages").iterdir()]
        assert (TREE in left, len(left)) == (True, 13)


def test_packages_named_at_the_start_are_offered_in_every_form(tmp_path: Path) -> None:
    folder = tmp_path / "tower"
    folder.mkdir()
    for name, data in FILES.items():
        (folder / name).write_bytes(data)
    with visiting(packages=(offered_package(str(folder)),)) as visitor:
        page = visitor.get("/new?ruleset=tutorial").text
        assert 'id="module-tower" data-again>' in page
        assert f"hash {TREE[:12]}" in page
        seat = visitor.new_table(module=["base", "tower"])
        (folder / "content.yaml").write_text("kind: content\n")
        visitor.site.tables.places.clear()
        visitor.site.shelf._loaded.clear()  # as after the server was started again
        assert "ada/tower 1.2.0" in visitor.get(seat).text
        assert modules_of(visitor) == ("base", "tower")
        assert str(tmp_path) not in visitor.get(seat).text


RULE = """kind: variant
variant: rich_salmon
title: {en: Rich salmon, pl: Drogi łosoś}
about: Salmon is worth more
extends: tutorial
package: ada/rich_salmon
version: 2.0.0
licence: CC0-1.0
credits: [{files: "*", by: Ada, licence: CC0-1.0}]
patches:
  - {change: water_look, because: it has a picture, set: {picture: cloth.png}}
  - {change: salmon, because: it is rare, set: {worth: 5}}
"""
PICTURE = png(4, 4)
RULE_FILES = {"rich_salmon.yaml": RULE.encode(), "pictures/cloth.png": PICTURE}
RULE_TREE = tree_hash(RULE_FILES)
OWN_RULE = {"module.yaml": MANIFEST.encode(), "content.yaml": CONTENT.encode(), "variants/crabs.yaml": (
    b"kind: variant\nvariant: crabs\ntitle: {en: Crabs}\nextends: tutorial\nmodules: [base, tower]\n"
    b"patches: [{change: tower_crab, because: there are many, set: {copies: 9}}]\n"
)}  # fmt: skip


def picked_rule(page: str) -> list[str]:
    offered = page.partition('name="variant"')[2].partition("</fieldset>")[0]
    return re.findall(r'id="way-(\w+)" data-again checked>', offered)


def test_a_house_rule_that_is_put_into_the_form_is_picked_and_played_with_its_pictures(tmp_path: Path) -> None:
    with visiting(tmp_path / "tables") as visitor:
        page = put_in(visitor, zipped(RULE_FILES), "rule.zip").text
        assert faults_on(page) == []
        assert picked_rule(page) == ["rich_salmon"]
        assert f"ada/rich_salmon 2.0.0 <small>hash {RULE_TREE[:12]} · from the host of this table" in page
        assert "module-rich_salmon" not in page
        assert "worth: 4 -&gt; 5" in page
        assert visitor.site.shelf.folder.as_posix() not in page
        seat = visitor.new_table(variant="rich_salmon", package=RULE_TREE)
        live = visitor.site.tables.places[1].live
        digest, state = live.game.blueprint.digest, live.state
        assert [tuple(each)[:3] for each in live.record.packages] == [("ada/rich_salmon", "2.0.0", RULE_TREE)]
        assert "ada/rich_salmon 2.0.0" in visitor.get(seat).text
    with visiting(tmp_path / "tables") as visitor:  # its own files are gone by now
        sheet = visitor.get(re.findall(r'href="(/assets/[0-9a-f]+/look[^"]*)"', visitor.get(seat).text)[0]).text
        assert visitor.get(re.findall(r"/picture/[0-9a-f]{64}", sheet)[0]).content == PICTURE
        live = visitor.site.tables.places[1].live
        assert (live.game.blueprint.digest, live.state) == (digest, state)
        data = visitor.get(links.path(visitor.site.secret, 1, links.TABLE) + "save").text
        assert visitor.post("/open", follow=False, save=data).status_code == 303
        assert visitor.site.tables.places[2].live.game.blueprint.digest == digest
    with visiting(tmp_path / "other") as visitor:
        refused = visitor.post("/open", save=data)
        assert (refused.status_code, "rulewright add ada/rich_salmon@=2.0.0" in refused.text) == (422, True)


def test_house_rules_of_packages_named_at_the_start_are_offered(tmp_path: Path) -> None:
    offered = []
    for name, files in (("tower", OWN_RULE), ("rich_salmon", RULE_FILES)):
        for place, data in files.items():
            path = tmp_path / name / place
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(data)
        offered.append(offered_package(str(tmp_path / name)))
    with visiting(packages=tuple(offered)) as visitor:
        page = visitor.get("/new?ruleset=tutorial").text
        titles = re.findall(r'value="(?:rich_salmon|crabs)" [^>]+> <span>(\w[\w ]*\w)', page)
        assert titles == ["Crabs", "Rich salmon"]
        assert picked_rule(page) == []
        form = {"ruleset": "tutorial", "do": "check", "variant": "crabs", "changed": "variant"}
        page = visitor.post("/new", **form).text
        assert (faults_on(page), 'id="module-tower" data-again checked' in page) == ([], True)
        visitor.new_table(variant="crabs", module=["base", "tower"])
        visitor.new_table(variant="rich_salmon")
        blueprints = [visitor.site.tables.places[number].live.game.blueprint for number in (1, 2)]
        assert sum(each.design == "tower_crab" for each in blueprints[0].pieces) == 9
        assert [[each.package for each in one.packages] for one in blueprints] == [["ada/tower"], ["ada/rich_salmon"]]


@pytest.mark.parametrize(("old", "new", "told"), [
    ("extends: tutorial", "extends: ceres", "is not for this game"),
    ("variant: rich_salmon", "variant: sleepy_cat", "house rule of this game already"),
    ("change: salmon", "change: sallmon", "sallmon"),
    ("kind: variant", "kind: translation", ""),
])  # fmt: skip
def test_a_house_rule_that_does_not_fit_is_told(old: str, new: str, told: str) -> None:
    with visiting() as visitor:
        page = put_in(visitor, zipped({"rich_salmon.yaml": RULE.replace(old, new).encode()}), "rule.zip").text
        assert [told in each for each in faults_on(page)][:1] == [True], page
        assert [each for each in ("Traceback", visitor.site.shelf.folder.as_posix()) if each in page] == []
