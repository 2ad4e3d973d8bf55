"""The server inside a page, run here: the same pages and forms, tables that a browser keeps, news by a stream."""

from __future__ import annotations

import asyncio
import io
import json
import re
import shutil
import tarfile
from html import unescape
from pathlib import Path
from urllib.parse import urlencode

import pytest

from rulewright.author.at_tables import STUDIO, TOOLS
from rulewright.core.locales.catalogue import languages
from rulewright.core.pipeline import ruleset_root
from rulewright.play.records.replay import parse_replay
from rulewright.table.offline.gathering import languages_inside, packages_inside, staged
from rulewright.table.offline.page_server import PageServer
from rulewright.table.serve.package_shelf import OfferedPackage, offered_package
from tests.reference.pictured import PICTURES, drawn, in_sheet, write_pictured

_FORM = (("content-type", "application/x-www-form-urlencoded"),)
_START = {"ruleset": "tutorial", "seat-1": "human", "seat-2": "random", "seed": "7", "do": "start"}


def _server(
    folder: Path,
    kept: tuple[bytes, str] = (b"", "{}"),
    packages: tuple[OfferedPackage, ...] = (),
    spoken: tuple[str, ...] = (),
) -> PageServer:
    names, root = ("tutorial",), "https://host/folder/"
    publish = lambda name, data, kind: f"blob:{len(data)}"  # noqa: E731 - it is handed over
    return PageServer(names, folder, root, publish, TOOLS, *kept, packages=packages, spoken=spoken)


async def _begun(server: PageServer, **changed: str) -> str:
    status, headers, body = await server.ask("POST", "/new", _FORM, urlencode(_START | changed).encode())
    assert status == 303, body.decode()
    return next(value for name, value in headers if name == "location")


async def _page(server: PageServer, path: str) -> str:
    status, _, body = await server.ask("GET", path, (), b"")
    assert status == 200, body.decode()
    return body.decode()


async def _chosen(server: PageServer, table: str) -> int:
    """The status of taking the first option of a table's page."""
    page = await _page(server, table)
    at, offer = re.search(r'name="at" value="([^"]+)"', page), re.search(r'name="offer" value="([^"]+)"', page)
    assert at is not None
    assert offer is not None
    body = urlencode({"at": at[1], "offer": offer[1]}).encode()
    return (await server.ask("POST", f"{table}act", _FORM, body))[0]


def test_a_table_is_begun_played_and_saved(tmp_path: Path) -> None:
    async def play() -> None:
        server = _server(tmp_path)
        table = await _begun(server)
        assert await _chosen(server, table) == 303
        seats = re.search(r'href="(/t/1/table/[^"]+)"', await _page(server, table))
        assert seats is not None
        replay = parse_replay("the file", (await _page(server, f"{seats[1]}save")).encode())
        assert (replay.ruleset, replay.seed, len(replay.choices) > 0) == ("tutorial", 7, True)

    asyncio.run(play())


def test_assets_are_those_of_the_folder_and_what_a_game_draws_is_published(tmp_path: Path) -> None:
    async def play() -> None:
        server = _server(tmp_path)
        page = await _page(server, await _begun(server))
        loaded = re.findall(r'(?:src|<link rel="stylesheet" href)="([^"]+)"', page)
        assert loaded
        assert [each for each in loaded if not each.startswith(("https://host/folder/assets/", "blob:"))] == [], loaded
        assert [each for each in loaded if each.startswith("blob:")], loaded

    asyncio.run(play())


def test_pictures_are_in_the_page_itself_and_a_missing_one_leaves_the_card_as_it_is(tmp_path: Path) -> None:
    async def play() -> None:
        game, published = str(write_pictured(tmp_path / "small")), list[bytes]()

        def publish(name: str, data: bytes, kind: str) -> str:
            published.append(data)
            return f"blob:{len(published)}"

        server = PageServer((game,), tmp_path / "tables", "https://host/folder/", publish, TOOLS)
        page = await _page(server, await _begun(server, ruleset=game))
        sheet = next(each for each in map(bytes.decode, published) if "data:image/png" in each)
        assert {name: in_sheet(name) in sheet for name in PICTURES} == dict.fromkeys(PICTURES, True)
        assert {name: page.count(drawn(name)) for name in PICTURES} == {
            "inn.png": 1, "back.png": 1, "board.png": 1, "cloth.png": 0,  # which is behind everything
        }  # fmt: skip
        faces = re.findall(r'class="piece card laid([^"]*)"', page)
        assert ["pictured" in each for each in faces] == [True, False]  # one has no file

    asyncio.run(play())


def test_tables_and_the_language_are_there_again_in_the_next_page(tmp_path: Path) -> None:
    async def play() -> None:
        server = _server(tmp_path / "one")
        table = await _begun(server)
        await _chosen(server, table)
        await server.ask("POST", "/language", _FORM, b"language=pl&back=/")
        then = _server(tmp_path / "two", server.kept())
        assert 'lang="pl"' in await _page(then, table)
        assert table.split("/")[2] in re.findall(r'href="/t/(\d+)/table/', await _page(then, "/"))
        assert await _chosen(then, table) == 303

    asyncio.run(play())


def test_several_people_sit_at_one_screen_and_no_link_leads_out_of_the_browser(tmp_path: Path) -> None:
    async def play() -> None:
        server = _server(tmp_path)
        table = await _begun(server, **{"seat-2": "human"})
        assert "/screen/" in table
        seats = re.search(r'href="(/t/1/table/[^"]+)"', await _page(server, "/"))
        assert seats is not None
        page = await _page(server, f"{seats[1]}seats")
        assert "save" in page
        assert "qr?seat" not in page
        assert "http://" not in page

    asyncio.run(play())


def test_what_one_server_has_loaded_another_takes_over_with_its_own_addresses(tmp_path: Path) -> None:
    async def play() -> None:
        prepared = _server(tmp_path / "one")
        prepared.load_templates()
        await _begun(prepared)
        prepared.close()
        server = PageServer(
            ("tutorial",), tmp_path / "two", "https://there/", lambda name, data, kind: "blob:there", TOOLS
        )
        server.take_over(prepared)
        page = await _page(server, await _begun(server))
        loaded = re.findall(r'(?:src|<link rel="stylesheet" href)="([^"]+)"', page)
        assert loaded
        assert [each for each in loaded if not each.startswith(("https://there/assets/", "blob:there"))] == []
        assert server._site.shelf.load(server._site.shelf.choice_of("tutorial", None, None, None)) in (
            prepared._site.shelf._loaded.values()
        )

    asyncio.run(play())


def test_a_page_hears_that_something_is_new(tmp_path: Path) -> None:
    async def play() -> None:
        server, heard = _server(tmp_path), list[str]()
        table = await _begun(server)
        server.follow(1, f"{table}events", heard.append)
        try:
            await asyncio.sleep(0.05)
            before = [each for each in heard if "news" in each]
            await _chosen(server, table)
            await asyncio.sleep(0.05)
            after = [each for each in heard if "news" in each]
        finally:
            server.leave(1)  # a page that is followed keeps the loop from ending
        assert before
        assert len(after) > len(before)

    asyncio.run(play())


def test_a_house_rule_is_a_link(tmp_path: Path) -> None:
    async def play() -> None:
        server = _server(tmp_path)
        root = ruleset_root("tutorial")
        assert root is not None
        rule = sorted(root.glob("variants/*.yaml"))[0].read_text("utf-8")
        fields = {"ruleset": "tutorial", "seat-1": "human", "text": rule, "changed": "variant", "do": "check"}
        _, _, body = await server.ask("POST", "/new", _FORM, urlencode(fields).encode())
        link = re.search(r'href="(/new\?ruleset=tutorial&amp;text=[^"]+)"', body.decode())
        assert link is not None
        page = await _page(server, unescape(link[1]))
        assert 'class="diff"' in page
        assert rule.splitlines()[-1].strip() in unescape(page)

    asyncio.run(play())


def test_the_player_that_a_ruleset_brings_sits_at_a_table(tmp_path: Path) -> None:
    async def play() -> None:
        server = _server(tmp_path)
        assert '<option value="learned"' in await _page(server, "/new?ruleset=tutorial")
        table = await _begun(server, **{"seat-2": "learned"})
        for _ in range(3):
            assert await _chosen(server, table) == 303
        seats = re.search(r'href="(/t/1/table/[^"]+)"', await _page(server, table))
        assert seats is not None
        replay = parse_replay("the file", (await _page(server, f"{seats[1]}save")).encode())
        assert replay.policies == ("human", "learned")
        assert [each for each in replay.choices if each.seat == 2], replay.choices

    asyncio.run(play())


def test_a_package_that_a_site_takes_along_is_played_without_the_author_s_folder(tmp_path: Path) -> None:
    tower = tmp_path / "tower"
    tower.mkdir()
    (tower / "module.yaml").write_text(
        "kind: module\nid: tower\ntitle: {en: The tower}\npackage: ada/tower\nversion: 1.2.0\n"
        "extends: tutorial\nneeds: [base]\nlanguages: [en]\n"
    )
    (tower / "content.yaml").write_text("kind: content\npatches: [{change: sprat, set: {copies: 9}, because: more}]\n")
    (tmp_path / "rich" / "pictures").mkdir(parents=True)
    (tmp_path / "rich" / "rich.yaml").write_text(
        "kind: variant\nvariant: rich\ntitle: {en: Rich fish}\npackage: ada/rich\nversion: 1.0.0\nextends: tutorial\n"
        "patches:\n  - {change: water_look, set: {picture: cloth.png}, because: it has a picture}\n"
        "  - {change: salmon, set: {worth: 5}, because: it is rare}\n"
    )
    (tmp_path / "rich" / "pictures" / "cloth.png").write_bytes(PICTURES["cloth.png"])
    origin = "https://example.org/tower.zip"
    packages = offered_package(str(tower), origin), offered_package(str(tmp_path / "rich"))
    with tarfile.open(fileobj=io.BytesIO(staged(("tutorial",), packages))) as tar:
        tar.extractall(tmp_path, filter="data")
    for each in packages:
        shutil.rmtree(each.folder)

    async def play() -> None:
        server = _server(tmp_path / "tables", packages=packages_inside(tmp_path / "program"))
        form = await _page(server, "/new?ruleset=tutorial")
        assert "ada/tower 1.2.0" in form
        assert 'type="file"' not in form
        table = await _begun(server, module="tower")
        assert f"from {origin}" in await _page(server, table)
        then = _server(tmp_path / "next", server.kept())
        assert "ada/tower 1.2.0" in await _page(then, table)
        assert re.search(r'value="rich"[^<]*<span>Rich fish', form)
        assert "ada/rich 1.0.0" in await _page(server, await _begun(server, variant="rich"))

    asyncio.run(play())


def test_a_site_offers_the_languages_of_its_packages_and_of_translations_for_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    tower, dutch = tmp_path / "tower", tmp_path / "rulewright_packages" / "gulls_nl"
    tower.mkdir()
    dutch.mkdir(parents=True)
    (tower / "module.yaml").write_text(
        "kind: module\nid: tower\ntitle: {en: Tower, es: Torre}\nversion: 1.2.0\nextends: tutorial\nneeds: [base]\n"
        "languages: [en, es]\n"
    )
    texts = "texts:\n  /title: {en: Gulls, nl: Meeuwen}\n  tower/title: {en: Tower, nl: Toren}\n"
    translation = f"kind: translation\nid: gulls_nl\nextends: tutorial\nlanguage: nl\n{texts}"
    (dutch / "translation.yaml").write_text(translation)
    with tarfile.open(fileobj=io.BytesIO(staged(("tutorial",), (offered_package(str(tower)),)))) as tar:
        tar.extractall(tmp_path, filter="data")
    spoken = languages_inside(tmp_path / "program")
    assert spoken == tuple(dict.fromkeys((*languages(), "es", "nl")))
    (brought,) = (tmp_path / "program" / "rulewright" / "rulesets" / "tutorial" / "translations").glob("nl-*.yaml")
    assert brought.read_text() == translation

    async def read() -> None:
        server = _server(tmp_path / "tables", packages=packages_inside(tmp_path / "program"), spoken=spoken)
        for language, titles in (("es", ("Gulls", "Torre")), ("nl", ("Meeuwen", "Toren"))):
            server.speak(language)
            form = await _page(server, "/new?ruleset=tutorial")
            assert [(each, each in form) for each in titles] == [(each, True) for each in titles]
            assert f'value="{language}" lang="{language}" aria-current="true"' in form

    asyncio.run(read())


def _studio(folder: Path, drafts: dict[str, str]) -> PageServer:
    publish = lambda name, data, kind: f"blob:{len(data)}"  # noqa: E731 - it is handed over
    return PageServer(
        ("tutorial",), folder, "https://host/folder/", publish, TOOLS, studio=STUDIO, drafts=json.dumps(drafts)
    )


async def _sent(server: PageServer, path: str, **fields: str) -> tuple[int, dict[str, str], str]:
    status, headers, body = await server.ask("POST", path, _FORM, urlencode(fields).encode())
    return status, {each[0]: each[1] for each in headers}, body.decode()


def test_drafts_are_kept_one_by_one_and_only_when_they_have_changed(tmp_path: Path) -> None:
    async def write() -> None:
        server, kept = _studio(tmp_path / "one", {}), dict[str, str | None]()
        _, headers, _ = await _sent(server, "/studio/", do="copy", example="tutorial", name="mine")
        assert headers["location"] == "/studio/1/"
        (first,) = server.drafts_changed()
        kept |= [first]
        assert server.drafts_changed() == []
        read = json.loads((await _sent(server, "/studio/1/read", file="base/gulls.yaml"))[2])
        assert server.drafts_changed() == []
        text = read["text"].replace("worth: 4,", "worth: 6,")
        status, _, _ = await _sent(server, "/studio/1/save", file="base/gulls.yaml", mark=read["mark"], text=text)
        table = json.loads((await _sent(server, "/studio/1/table", who="me"))[2])["path"]
        (changed,) = server.drafts_changed()
        assert (status, changed[0]) == (200, first[0])
        kept |= [changed]
        image, _ = server.kept()
        (tmp_path / "two").mkdir()
        (tmp_path / "two" / "tables.sqlite").write_bytes(image)
        broken = {"bad": "{", "odd": json.dumps({"number": 1}), "old": "[]"}
        then = _studio(tmp_path / "two", broken | {key: text or "" for key, text in kept.items()})
        assert then.drafts_changed() == []
        assert "worth: 6," in (await _sent(then, "/studio/1/read", file="base/gulls.yaml"))[2]
        again = json.loads((await _sent(then, "/studio/1/table", who="me"))[2])["path"]
        assert again.split("/")[:3] == table.split("/")[:3]

    asyncio.run(write())


def test_a_draft_is_renamed_with_its_rules_and_deleted(tmp_path: Path) -> None:
    async def change() -> None:
        server = _studio(tmp_path, {})
        for name in ("mine", "other"):
            await _sent(server, "/studio/", do="copy", example="tutorial", name=name)
        keys = dict(server.drafts_changed())
        status, _, body = await _sent(server, "/studio/1/draft", do="rename", name="other")
        assert (status, "there is a draft" in body) == (422, True)
        assert (await _sent(server, "/studio/1/draft", do="rename", name="../up"))[0] == 422
        assert server.drafts_changed() == []
        assert (await _sent(server, "/studio/1/draft", do="rename", name="gulls_at_night"))[0] == 303
        ((key, text),) = server.drafts_changed()
        assert key in keys
        assert text is not None
        assert "\nid: gulls_at_night\n" in json.loads(text)["files"]["ruleset.yaml"]
        assert (await _sent(server, "/studio/1/draft", do="delete"))[0] == 303
        assert server.drafts_changed() == [(key, None)]
        assert (await _sent(server, "/studio/1/draft", do="delete"))[0] == 404
        assert (await _sent(server, "/studio/", do="open", folder=str(tmp_path)))[0] == 422

    asyncio.run(change())


def test_a_new_name_in_a_draft_is_kept_in_all_its_files(tmp_path: Path) -> None:
    async def change() -> None:
        server = _studio(tmp_path, {})
        await _sent(server, "/studio/", do="copy", example="tutorial", name="mine")
        ((key, _),) = server.drafts_changed()
        lines = json.loads((await _sent(server, "/studio/1/read", file="base/gulls.yaml"))[2])["text"].split("\n")
        line = next(number for number, each in enumerate(lines, 1) if "id: pier," in each)
        place = {"line": str(line), "column": str(lines[line - 1].index("pier") + 1)}
        status, _, _ = await _sent(server, "/studio/1/rename", file="base/gulls.yaml", new="jetty", **place)
        ((changed, text),) = server.drafts_changed()
        assert (status, changed) == (200, key)
        files = json.loads(text or "")["files"]
        assert "top(jetty)" in files["base/gulls.yaml"]
        assert "renamed: {pier: jetty}" in files["ruleset.yaml"]

    asyncio.run(change())


def test_a_draft_keeps_its_pictures_when_it_is_renamed_and_in_the_next_page(tmp_path: Path) -> None:
    async def change() -> None:
        game, server = str(write_pictured(tmp_path / "small")), _studio(tmp_path / "one", {})
        await _sent(server, "/studio/", do="copy", example=game, name="mine")
        assert (await _sent(server, "/studio/1/draft", do="rename", name="other"))[0] == 303
        kept = {key: text or "" for key, text in server.drafts_changed()}
        outside = json.dumps({**json.loads(next(iter(kept.values()))), "number": 2, "pictures": {"../a.png": "aaaa"}})
        await _sent(_studio(tmp_path / "two", kept | {"outside": outside}), "/studio/1/files", all="")
        for drafts in (tmp_path / "one" / "drafts", tmp_path / "two" / "drafts"):
            found = {path.relative_to(drafts).as_posix(): path.read_bytes() for path in sorted(drafts.rglob("*.png"))}
            assert found == {f"other/pictures/{name}": data for name, data in PICTURES.items()}

    asyncio.run(change())


def test_what_asks_only_to_know_is_nothing_to_keep(tmp_path: Path) -> None:
    server = _studio(tmp_path, {})
    reading = ("check", "files", "read", "texts", "named")
    writing = ("save", "record", "expect", "table", "draft", "rename", "restore")
    found = {each: server.changes("POST", f"/studio/1/{each}") for each in (*reading, *writing)}
    assert found == dict.fromkeys(reading, False) | dict.fromkeys(writing, True)
    assert [server.changes("POST", path) for path in ("/studio/", "/new", "/t/1/1/x/act")] == [True] * 3
    assert not server.changes("GET", "/studio/1/package")
