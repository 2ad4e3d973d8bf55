"""The pages and forms of a studio: files stay inside their folder, nothing is lost, the table takes changes on."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from markupsafe import escape

from rulewright.core.locales.catalogue import languages, tables_of
from rulewright.core.packages.zipped import read_zip
from rulewright.core.pipeline import shipped_folder
from rulewright.table.serve.hosting.guard import POLICY
from rulewright.table.serve.studio.example_games import examples, trials_for
from rulewright.table.serve.studio.open_folders import COOKIE
from tests.reference.checkout import PACKAGE
from tests.unit.table.serve.studios import Author, studying
from tests.unit.table.serve.visitors import visiting

GAME, TESTS = "base/matches.yaml", "scenarios/matches.yaml"


@pytest.fixture
def author(tmp_path: Path) -> Iterator[Author]:
    with studying(tmp_path) as found:
        yield found


def test_the_page_shows_files_and_trials_and_frames_its_table(author: Author) -> None:
    page = author.get(author.page)
    assert GAME in page.text
    assert "pick n from 1..min(3, left_in[row])" in page.text
    assert page.headers["content-security-policy"] == f"{POLICY}; frame-src 'self'"
    path = author.ask("table")["path"]
    table = author.get(path)
    assert table.status_code == 200
    assert "frame-ancestors 'self'" in table.headers["content-security-policy"]
    assert table.headers["x-frame-options"] == "SAMEORIGIN"
    framed = author.get(path, headers={"sec-fetch-dest": "iframe"}).text
    assert ('class="brand"' in table.text, 'class="brand"' in framed) == (True, False)
    assert ("data-framed" in table.text, "data-framed" in framed) == (False, True)


def test_no_other_server_frames_anything() -> None:
    with visiting() as visitor:
        for path in ("/", visitor.new_table()):
            headers = visitor.get(path).headers
            assert headers["content-security-policy"] == POLICY
            assert headers["x-frame-options"] == "DENY"
        assert visitor.get("/studio/").status_code == 404


def test_a_browser_without_the_key_is_refused_everywhere(author: Author) -> None:
    key = author.client.cookies.get(COOKIE)
    author.client.cookies.delete(COOKIE)
    pages = ("/", "/studio/", "/studio/shared", author.page, f"{author.page}package")
    assert {page: author.get(page).status_code for page in pages} == dict.fromkeys(pages, 403)
    assert author.post("/studio/", do="new", name="other").status_code == 403
    assert author.send("read", file=GAME).status_code == 403
    author.get(f"/studio/?key={key}")
    assert author.get(author.page).status_code == 200


STRANGE = ({"origin": "http://evil.example"}, {"sec-fetch-site": "cross-site"}, {"content-type": "application/json"})


@pytest.mark.parametrize("headers", STRANGE)
def test_a_form_of_another_origin_or_kind_is_refused(author: Author, headers: dict[str, str]) -> None:
    before = (author.folder / GAME).read_text("utf-8")
    answer = author.send("save", file=GAME, text="", mark="", headers=headers)
    assert answer.status_code in (403, 415)
    assert (author.folder / GAME).read_text("utf-8") == before


HOSTILE = (
    "../outside.yaml", "/etc/hosts.yaml", "base/../../outside.yaml", "base//game.yaml", "base\\game.yaml", "C:/x.yaml",
    ".git/config.yaml", "base/.hidden.yaml", "con.yaml", "a\0b.yaml", "x.py", "x", "", "a/" * 9 + "x.yaml",
    "y" * 300 + ".yaml",
)  # fmt: skip


@pytest.mark.parametrize("name", HOSTILE)
def test_a_name_that_leads_elsewhere_is_neither_read_nor_written(author: Author, name: str) -> None:
    for does in ("read", "save", "check", "complete", "meaning", "named", "rename", "format", "tests"):
        assert "cannot be edited" in author.ask(does, 422, file=name, text="kind: content\n", mark="")["fault"]
    assert not (author.folder.parent / "outside.yaml").exists()


def test_a_link_out_of_the_folder_is_not_followed(author: Author, tmp_path: Path) -> None:
    secret = tmp_path / "secret.yaml"
    secret.write_text("secret: 1\n", "utf-8")
    (author.folder / "base" / "linked.yaml").symlink_to(secret)
    (author.folder / "away").symlink_to(tmp_path)
    for name in ("base/linked.yaml", "away/secret.yaml"):
        assert "link" in author.ask("read", 422, file=name)["fault"]
        assert "link" in author.ask("save", 422, file=name, text="x", mark="")["fault"]
    assert secret.read_text("utf-8") == "secret: 1\n"
    assert not {"base/linked.yaml", "away/secret.yaml"} & author.ask("files")["files"].keys()


def test_a_text_too_large_or_no_text_is_refused(author: Author) -> None:
    (author.folder / "base" / "big.yaml").write_bytes(b"x" * 160_000)
    (author.folder / "base" / "latin.yaml").write_bytes(b"\xe9")
    assert "more than 150 kB" in author.ask("read", 422, file="base/big.yaml")["fault"]
    assert "not UTF-8" in author.ask("read", 422, file="base/latin.yaml")["fault"]
    assert "more than 150 kB" in author.ask("save", 422, file="base/new.yaml", text="x" * 160_000, mark="")["fault"]
    assert author.send("save", file="base/new.yaml", text="x" * 300_000, mark="").status_code == 413
    assert not (author.folder / "base" / "new.yaml").exists()


def test_what_another_program_wrote_meanwhile_is_not_written_over(author: Author) -> None:
    read = author.ask("read", file=GAME)
    other = f"{read['text']}# theirs\n"
    (author.folder / GAME).write_text(other, "utf-8")
    answer = author.ask("save", 409, file=GAME, text="# mine\n", mark=read["mark"])
    assert answer["now"]["text"] == other
    assert (author.folder / GAME).read_text("utf-8") == other
    assert author.ask("files")["files"][GAME] == answer["now"]["mark"] != read["mark"]
    saved = author.ask("save", file=GAME, text="# mine\n", mark=answer["now"]["mark"])
    assert saved["text"] == (author.folder / GAME).read_text("utf-8") == "# mine\n"


def test_a_misspelt_name_is_a_problem_with_a_fix_that_mends_it(author: Author) -> None:
    text = author.ask("read", file=GAME)["text"]
    found = author.ask("check", file=GAME, text=text.replace("lose n left_in", "lose n left_ni"))
    (problem,) = found["problems"]
    line = text.split("\n").index("      lose n left_in[row]") + 1
    assert (problem["file"], problem["line"], problem["severity"]) == (GAME, line, "error")
    (fix,) = problem["fixes"]
    assert fix["title"] == "Replace 'left_ni' by 'left_in'"
    broken = "      lose n left_ni[row]"
    at = fix["column"] - 1
    assert broken[:at] + fix["text"] + broken[at + fix["length"] :] == "      lose n left_in[row]"
    assert author.ask("check", file=GAME, text=text)["problems"] == []


def test_half_written_texts_of_any_sort_are_answered(author: Author) -> None:
    half = "kind: content\nprocedures:\n  - id: x\n    does: |\n      "
    for text in ("", "kind:", half, "a: &x [*x, *x]\n", "\u202e", "- " * 60):
        for does in ("check", "complete", "meaning", "format"):
            author.ask(does, file=GAME, text=text, line=9, column=9)


def test_completion_meaning_and_layout_come_from_the_editor(author: Author) -> None:
    text = author.ask("read", file=GAME)["text"]
    line = text.split("\n").index("      lose n left_in[row]") + 1
    offers = author.ask("complete", file=GAME, text=text, line=line, column=14)["offers"]
    assert "left_in" in {each["label"] for each in offers}
    assert "left_in" in author.ask("meaning", file=GAME, text=text, line=line, column=15)["page"]
    assert author.ask("format", file=GAME, text=text.replace("min: 0, max", "min:   0,   max"))["text"] == text


def test_the_table_takes_a_change_on_and_stays_where_it_is(author: Author) -> None:
    path = author.ask("table")["path"]
    author.take(path, "long", "1")
    place = author.site.tables.find(1)
    assert place is not None
    before = len(place.live.moments)
    answer = author.edited(GAME, "max: 7", "max: 9")
    assert (answer["problems"], answer["again"]) == ([], "")
    assert author.ask("table")["path"] == path
    assert len(place.live.moments) == before >= 2
    assert "All choices are legal" in place.live.record.told or "no difference" in place.live.record.told


def test_a_game_that_cannot_go_on_begins_again_with_the_same_seed(author: Author) -> None:
    first = author.ask("table")
    answer = author.edited("ruleset.yaml", "{min: 2, max: 4}", "{min: 3, max: 4}")
    assert answer["problems"] == []
    assert answer["again"] not in ("", first["path"])
    now = author.ask("table")
    assert (now["path"], now["seed"]) == (answer["again"], first["seed"])
    place = author.site.tables.find(2)
    assert place is not None
    assert place.live.record.seats == 3


def test_rules_with_errors_leave_the_table_as_it_is(author: Author) -> None:
    path = author.ask("table")["path"]
    answer = author.edited(GAME, "lose n left_in", "lose n left_ni")
    assert [each["code"] for each in answer["problems"]] == ["unknown-name"]
    assert author.ask("table")["path"] == path
    assert "the rules have errors" in author.ask("table", 422, do="new")["fault"]


def test_scenarios_are_run_and_say_what_differs(author: Author) -> None:
    found = author.ask("tests", file=TESTS)
    assert ([each["passed"] for each in found["tests"]], found["problems"]) == ([True, True, True], [])
    author.edited(GAME, "set left_in[middle] to 5", "set left_in[middle] to 6")
    failed, *others = author.ask("tests", file=TESTS)["tests"]
    assert (failed["passed"], [each["passed"] for each in others]) == (False, [True, True])
    assert "expected left_in[middle] = 5; found 6" in failed["told"][0]


def test_what_deserves_a_second_look_is_found_after_a_while(author: Author) -> None:
    author.edited(GAME, "counters:\n", "counters:\n  - {id: unused_one, min: 0, max: 3}\n")
    asked = range(400)
    found = next(each for each in (author.ask("lint", file=GAME) for _ in asked) if not each["more"])
    assert {(each["file"], each["severity"]) for each in found["problems"]} == {(GAME, "warning")}
    told = " ".join(each["message"] for each in found["problems"])
    assert "unused_one" in told


def test_coverage_tells_what_no_scenario_reaches(author: Author) -> None:
    found = author.ask("coverage")["coverage"]
    assert found["reached"] == found["places"] > 0
    author.edited(GAME, "      pick row", "      if left_in[long] = 6: set left_in[long] to 1\n      pick row")
    (gap,) = author.ask("coverage")["coverage"]["gaps"]
    assert (gap["file"], "never true" in gap["why"]) == (GAME, True)


def test_choices_become_a_test_to_which_clicks_add(author: Author) -> None:
    path = author.ask("table")["path"]
    assert "nothing has been chosen" in author.ask("record", 422, last=1)["fault"]
    author.take(path, "long", "2")
    made = author.ask("record", last=2, file=TESTS)
    assert made["text"].split("\n")[made["line"] - 1].startswith('  - scenario: "seat 1 chooses long')
    tests = author.ask("tests", file=TESTS)["tests"]
    assert [each["passed"] for each in tests] == [True] * 4
    values = author.ask("values")["values"]
    name, _, (test,) = next(each for each in values if each[2][0].startswith("left_in[short] ="))
    added = author.ask("expect", file=TESTS, line=made["line"], thing=name)
    assert added["test"] == test
    assert added["text"].count(f"- {test}") == 1
    assert author.ask("expect", file=TESTS, line=made["line"], thing=name)["text"] == added["text"]
    assert [each["passed"] for each in author.ask("tests", file=TESTS)["tests"]] == [True] * 4
    assert "nothing can be expected" in author.ask("expect", 422, file=TESTS, line=made["line"], thing="none")["fault"]


def test_a_shared_game_is_written_once_and_opened(author: Author) -> None:
    files = author.ask("texts")["files"]
    assert set(files) == set(author.ask("files")["files"])
    answer = author.post("/studio/", do="shared", name="given", files=json.dumps(files), follow=False)
    assert answer.headers["location"] == "/studio/2/"
    home = author.folder.parent
    assert (home / "given" / GAME).read_text("utf-8") == files[GAME]
    again = author.post("/studio/", do="shared", name="given", files=json.dumps(files))
    assert again.status_code == 422
    assert "is there already" in again.text


def test_a_folder_is_packed_or_it_is_said_what_it_lacks(author: Author) -> None:
    author.edited("ruleset.yaml", "id: my_nim\nversion: 1.0.0\n", "id: my_nim\n")
    refused = author.get(f"{author.page}package")
    assert (refused.status_code, "version: 1.0.0" in refused.json()["fault"]) == (422, True)
    author.edited("ruleset.yaml", "id: my_nim\n", "id: my_nim\nversion: 1.0.0\n")
    packed = author.get(f"{author.page}package")
    assert packed.headers["content-disposition"] == 'attachment; filename="my_nim-1.0.0.zip"'
    assert GAME in read_zip(packed.content, "it")


BAD_LINKS: tuple[tuple[str, str], ...] = (
    ("no JSON {", "cannot be read"),
    ("[" * 50_000, "cannot be read"),
    ("[]", "not a set of files"),
    ('{"a.yaml": 1}', "not a set of files"),
    ("{}", "1 to 200 files"),
    (json.dumps({f"f{number}.yaml": "" for number in range(201)}), "1 to 200 files"),
    (json.dumps({"a.yaml": "x" * 200_001}), "more than 200 kB"),
    (json.dumps({"a.yaml": "", "A.yaml": ""}), "cannot both be written"),
    (json.dumps({"a.yaml": "", "a.yaml/b.yaml": ""}), "cannot both be written"),
    ('{"a.yaml": "\\ud800"}', "half a character"),
    *((json.dumps({"fine.yaml": "", name: ""}), "") for name in HOSTILE),
)


@pytest.mark.parametrize(("files", "told"), BAD_LINKS)
def test_a_hostile_link_writes_nothing(author: Author, files: str, told: str) -> None:
    answer = author.post("/studio/", do="shared", name="given", files=files)
    assert answer.status_code == 422, answer.text
    assert told in answer.text
    assert sorted(each.name for each in author.folder.parent.iterdir()) == ["my_nim"]


@pytest.mark.parametrize("name", ["", "..", "../x", "/tmp/x", "A", "x y", "nim", "my_nim", "a" * 61])
def test_a_copy_takes_no_name_that_is_hostile_or_taken(author: Author, name: str) -> None:
    for fields in ({"do": "copy", "example": "nim"}, {"do": "new"}):
        assert author.post("/studio/", name=name, **fields).status_code == 422
    assert sorted(each.name for each in author.folder.parent.iterdir()) == ["my_nim"]


def test_folders_are_opened_by_their_path(author: Author, tmp_path: Path) -> None:
    answer = author.post("/studio/", do="open", folder=str(author.folder), follow=False)
    assert answer.headers["location"] == author.page
    for path in ("", "relative/nowhere", str(author.folder / GAME), "\0"):
        assert author.post("/studio/", do="open", folder=path).status_code == 422


def test_a_variant_in_a_folder_of_its_own_is_played_and_followed(author: Author, tmp_path: Path) -> None:
    folder = tmp_path / "house_rules"
    folder.mkdir()
    rule = "kind: variant\nvariant: greedy_cat\ntitle: {en: The greedy cat}\nextends: tutorial\npatches:\n"
    patch = "  - {change: salmon, set: {copies: 5}, because: more fish}\n"
    (folder / "greedy_cat.yaml").write_text(rule + patch, "utf-8")
    answer = author.post("/studio/", do="open", folder=str(folder), follow=False)
    author.page = answer.headers["location"]
    assert author.ask("table")["path"]
    place = author.site.tables.find(author.site.studio.folders[1].table if author.site.studio else 0)
    assert place is not None
    assert len(place.live.game.blueprint.pieces) == 25
    answer = author.edited("greedy_cat.yaml", "copies: 5", "copies: 9")
    assert answer["problems"] == []
    assert len(place.live.game.blueprint.pieces) == 29


def test_examples_are_here_with_three_things_to_try_in_every_language() -> None:
    assert len(examples()) >= 4
    for example in examples():
        root = shipped_folder(example.name)
        assert root is not None
        found = {each.file: (root / each.file).is_file() for each in example.trials}
        assert found == dict.fromkeys(found, True)
        assert len(example.trials) == 3
        assert [each.does.keys() - {*languages()} for each in example.trials] == [set()] * 3
        assert ["en" in each.does for each in example.trials] == [True] * 3
        assert trials_for(root) == example.trials


def test_a_copy_keeps_its_trials_when_its_first_procedure_is_renamed_and_another_game_has_none(author: Author) -> None:
    nim = next(each.trials for each in examples() if each.name == "nim")
    for name in ("ruleset.yaml", GAME):
        path = author.folder / name
        path.write_text(path.read_text("utf-8").replace("play_nim", "play_it"), "utf-8")
    assert trials_for(author.folder) == nim
    manifest = author.folder / "ruleset.yaml"
    manifest.write_text(manifest.read_text("utf-8").replace("title: Nim,", "title: Other,"), "utf-8")
    assert trials_for(author.folder) == ()


def test_the_words_of_the_studio_are_all_used() -> None:
    scripts = "".join((PACKAGE / "table/serve/static" / name).read_text("utf-8") for name in ("studio.js", "share.js"))
    templates = (PACKAGE / "table/serve/templates").glob("studio*.html")
    pages = "".join(each.read_text("utf-8") for each in sorted(templates))
    known = {each for each in tables_of("en")["browser"] if each.startswith("studio_")}
    in_scripts = {each.removeprefix("studio_js_") for each in known if each.startswith("studio_js_")}
    said = set(re.findall(r'"(\w+)"', scripts)) | set(re.findall(r"words\.(\w+)", scripts))
    assert in_scripts - said == set()
    in_pages = {each for each in known if not each.startswith("studio_js_")}
    assert in_pages - set(re.findall(r"say\('(\w+)'", pages)) == set()


def test_the_pages_are_in_every_language(author: Author) -> None:
    words = {"/studio/": "studio_about", "/studio/shared": "studio_shared_about", author.page: "studio_keys"}
    for language in languages():
        author.post("/language", language=language, back="/studio/")
        for page, key in words.items():
            assert escape(tables_of(language)["browser"][key]) in author.get(page).text
