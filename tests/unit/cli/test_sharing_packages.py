"""Packages between people: packed, published, added from a folder, a zip, a web server; updated, locked, removed."""

from __future__ import annotations

import functools
import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

from rulewright.core.packages.package_store import installed
from tests.unit.cli.commands import rulewright
from tests.unit.cli.test_packages_anywhere import LOOSE, write_tower

SHARED = "package: ada/tower\nversion: 1.2.0\nlicence: CC-BY-4.0\ndocuments: [{id: TW, title: Tower rules}]\n"


@pytest.fixture(autouse=True)
def elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "here").mkdir()
    monkeypatch.chdir(tmp_path / "here")
    become(monkeypatch, tmp_path, "ada")
    return tmp_path


def become(monkeypatch: pytest.MonkeyPatch, folder: Path, user: str) -> None:
    """From now on this is another user's machine."""
    monkeypatch.setenv("XDG_DATA_HOME", str(folder / user))


def tower(folder: Path = Path("tower"), version: str = "1.2.0", points: int = 2, more: str = "") -> Path:
    """A package that can be shared, of a version in which a seat gets so many points."""
    write_tower(
        folder,
        module=LOOSE["module.yaml"] + SHARED.replace("1.2.0", version) + more,
        build=LOOSE["build.yaml"].replace("amount: 2", f"amount: {points}"),
    )
    scenario = LOOSE["scenarios/tower.yaml"].replace("tower_points = 2", f"tower_points = {points}")
    (folder / "scenarios/tower.yaml").write_text(scenario, encoding="utf-8")
    return folder


@contextmanager
def served(folder: Path) -> Iterator[str]:
    """The address of a web server on this machine that knows nothing but files."""

    class Quiet(SimpleHTTPRequestHandler):
        def log_message(self, *_: Any) -> None: ...

        def do_GET(self) -> None:
            if self.path == "/elsewhere.zip":
                self.send_response(302)
                self.send_header("Location", "ftp://127.0.0.1/tower.zip")
                self.end_headers()
                return
            super().do_GET()

    server = ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Quiet, directory=str(folder.resolve())))
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}"
    finally:
        server.shutdown()
        thread.join()


def data(*words: str) -> Any:
    found = rulewright(*words, "--format", "json")
    assert found.returncode == 0, found.stderr
    return json.loads(found.stdout)


def test_a_zip_is_the_same_byte_for_byte_wherever_it_is_packed(tmp_path: Path) -> None:
    tower()
    first = data("pack", "tower")
    assert (first["package"], first["file"], first["warnings"]) == ("ada/tower", "tower-1.2.0.zip", [])
    tower(tmp_path / "other/tower")
    for path in sorted((tmp_path / "other/tower").rglob("*"), reverse=True):
        path.touch()
    second = data("pack", str(tmp_path / "other/tower"), "--out", "again.zip")
    assert Path("tower-1.2.0.zip").read_bytes() == Path("again.zip").read_bytes()
    assert first["tree"] == second["tree"]


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({"build": "kind: content\nscoring: [{id: tower_points, amount: 1 coinz}]\n"}, "error["),
        ({"build": LOOSE["build.yaml"].replace("amount: 2", "amount: 7")}, "error[failing-scenario]"),
        ({"module": LOOSE["module.yaml"]}, "states no version"),
        ({"module": LOOSE["module.yaml"] + SHARED.replace("ada/tower", "ada/fort")}, "must end in that id"),
    ],
)
def test_what_is_wrong_is_not_packed(changed: dict[str, str], said: str) -> None:
    tower()
    for name, text in changed.items():
        Path(f"tower/{name}.yaml").write_text(text, encoding="utf-8")
    found = rulewright("pack", "tower")
    assert found.returncode in (1, 2)
    assert said in found.stderr
    assert not list(Path().glob("*.zip"))


def test_ids_that_others_may_take_and_a_missing_licence_are_remarked() -> None:
    tower()
    Path("tower/build.yaml").write_text(LOOSE["build.yaml"].replace("tower_points", "points_of_mine"), encoding="utf-8")
    for name in ("scenarios/tower.yaml", "variants/tall.yaml"):
        Path("tower", name).write_text(LOOSE[name].replace("tower_points", "points_of_mine"), encoding="utf-8")
    manifest = Path("tower/module.yaml")
    manifest.write_text(manifest.read_text("utf-8").replace("licence: CC-BY-4.0\n", ""), encoding="utf-8")
    warnings = data("pack", "tower")["warnings"]
    assert [each["code"] for each in warnings] == ["missing-licence", "unprefixed-id"]


@pytest.mark.parametrize("how", ["folder", "zip", "index folder", "index server", "address", "address with hash"])
def test_it_is_added_from_anywhere_and_played_by_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, how: str
) -> None:
    tower()
    tree = data("pack", "tower")["tree"]
    assert rulewright("publish", "index", "tower").returncode == 0
    become(monkeypatch, tmp_path, "bob")
    (tmp_path / "bobs").mkdir()
    with served(Path("index")) as address:
        monkeypatch.chdir(tmp_path / "bobs")
        here = tmp_path / "here"
        words = {
            "folder": [str(here / "tower")],
            "zip": [str(here / "tower-1.2.0.zip")],
            "index folder": ["ada/tower", "--index", str(here / "index")],
            "index server": ["ada/tower@1.2", "--index", address],
            "address": [f"{address}/ada/tower-1.2.0.zip"],
            "address with hash": [f"{address}/ada/tower-1.2.0.zip#tree={tree}"],
        }[how]
        assert data("add", *words)["added"][0]["tree"] == tree
    assert rulewright("add", *words[:1]).returncode == 0 or how.startswith(("index", "address"))
    played = data("simulate", "tutorial", "--modules", "base,tower", "--games", "2")
    assert played["modules"] == ["base", "tower"]
    assert played["packages"] == [{"package": "ada/tower", "version": "1.2.0", "tree": tree}]
    assert "ada/tower 1.2.0: module for tutorial" in rulewright("list").stdout


@pytest.mark.parametrize(
    ("what", "said"),
    [
        ("{address}/ada/tower-1.2.0.zip#tree=" + "0" * 64, "is not the requested package"),
        ("{address}/elsewhere.zip", "another scheme"),
        ("{address}/nothing.zip", "404"),
        ("http://example.org/tower.zip", "use https"),
        ("file:///etc/passwd", "use https"),
        ("ftp://127.0.0.1/tower.zip", "use https"),
        ("ada/nosuch --index {address}", "has no package 'ada/nosuch'"),
        ("ada/tower@2 --index {address}", "available: ada/tower 1.2.0"),
        ("ada/tower", "name the index of 'ada/tower'"),
        ("Tower!", "is not a folder, zip or URL"),
        ("./nowhere", "there is no folder or zip"),
    ],
)
def test_what_cannot_be_added_is_refused_and_nothing_is_installed(what: str, said: str) -> None:
    tower()
    assert rulewright("publish", "index", "tower").returncode == 0
    with served(Path("index")) as address:
        found = rulewright("add", *what.format(address=address).split())
    assert (found.returncode, said in found.stderr, "Traceback" in found.stderr) == (2, True, False), found.stderr
    assert installed() == ()


def test_what_it_needs_comes_with_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write_tower(Path("bridge"), module=LOOSE["module.yaml"].replace("tower", "bridge")
                + SHARED.replace("ada/tower", "bob/bridge").replace("1.2.0", "2.0.0"),
                build=LOOSE["build.yaml"].replace("tower", "bridge"))  # fmt: skip
    for name in ("scenarios/tower.yaml", "variants/tall.yaml"):
        Path("bridge", name).unlink()
    Path("rulewright_packages").mkdir()
    Path("bridge").rename("rulewright_packages/bridge")
    tower()
    manifest = Path("tower/module.yaml")
    manifest.write_text(
        manifest.read_text("utf-8").replace("needs: [base]", "needs: [base, bob/bridge 2]"), encoding="utf-8"
    )
    for name in ("scenarios/tower.yaml", "variants/tall.yaml"):
        Path("tower", name).write_text(LOOSE[name].replace("base, tower", "base, bridge, tower"), encoding="utf-8")
    assert rulewright("publish", "index", "rulewright_packages/bridge", "tower").returncode == 0
    become(monkeypatch, tmp_path, "bob")
    added = data("add", "ada/tower", "--index", "index")["added"]
    assert sorted(each["package"] for each in added) == ["ada/tower", "bob/bridge"]


def test_a_published_version_never_changes() -> None:
    tower()
    assert rulewright("publish", "index", "tower").returncode == 0
    before = {path.name: path.read_bytes() for path in Path("index").rglob("*") if path.is_file()}
    tower(points=3)
    found = rulewright("publish", "index", "tower")
    assert (found.returncode, "is already published with other files" in found.stderr) == (2, True)
    assert {path.name: path.read_bytes() for path in Path("index").rglob("*") if path.is_file()} == before


def test_update_adds_and_an_old_game_goes_on_by_its_own_rules() -> None:
    tower()
    assert rulewright("publish", "index", "tower").returncode == 0
    assert rulewright("add", "ada/tower", "--index", "index").returncode == 0
    begun = rulewright("play", "tutorial", "--modules", "base,tower", "--seats", "random,random", "--save", "game.json")
    assert begun.returncode == 0, begun.stderr
    tree = json.loads(Path("game.json").read_text("utf-8"))["packages"][0]["tree"]
    tower(version="1.3.0", points=3)
    assert rulewright("publish", "index", "tower").returncode == 0
    assert data("list", "--outdated")["outdated"] == [{"package": "ada/tower", "version": "1.2.0", "newest": "1.3.0"}]
    assert [each["version"] for each in data("update")["added"]] == ["1.3.0"]
    assert data("update")["added"] == []
    assert data("simulate", "tutorial", "--modules", "base,tower", "--games", "1")["packages"][0]["version"] == "1.3.0"
    again = rulewright("resume", "game.json")
    assert (again.returncode, "Tower                     2" in again.stdout) == (0, True)
    assert rulewright("replay", "game.json").returncode == 0
    held = rulewright("remove", "ada/tower@=1.2.0", "--data", ".")
    assert (held.returncode, "is needed by" in held.stderr) == (2, True)
    assert [each["tree"] for each in data("remove", "ada/tower@=1.2.0")["removed"]] == [tree]
    for verb in ("resume", "replay"):
        found = rulewright(verb, "game.json")
        assert found.returncode in (1, 2)
        assert "rulewright add ada/tower@=1.2.0" in found.stderr
    assert rulewright("add", "ada/tower@=1.2.0", "--index", "index").returncode == 0
    assert rulewright("resume", "game.json").returncode == 0


def test_a_game_goes_on_by_another_version_with_the_same_rules() -> None:
    tower()
    assert rulewright("add", "tower").returncode == 0
    assert rulewright("play", "tutorial", "--modules", "base,tower", "--seats", "random,random", "--save", "game.json",
                      "--seed", "1").returncode == 0  # fmt: skip
    tower(version="1.2.1", more="about: Only a title was mended.\n")
    assert rulewright("add", "tower").returncode == 0
    assert rulewright("remove", "ada/tower@=1.2.0").returncode == 0
    again = rulewright("resume", "game.json")
    assert again.returncode == 0
    assert "it was played with ada/tower 1.2.0" in again.stderr
    assert "which is not here; 1.2.1 is" in again.stderr


def test_a_loose_module_that_changes_does_not_break_a_saved_game() -> None:
    tower()
    assert rulewright("play", "tutorial", "--modules", "base,./tower", "--seats", "random,random", "--save",
                      "game.json").returncode == 0  # fmt: skip
    tower(points=3)
    again = rulewright("resume", "game.json")
    assert (again.returncode, "Tower                     2" in again.stdout) == (0, True)
    assert installed() == ()


def test_another_package_of_the_same_version_is_not_installed_over_it() -> None:
    tower()
    assert rulewright("add", "tower").returncode == 0
    tower(points=3)
    found = rulewright("add", "tower")
    assert (found.returncode, "their files differ" in found.stderr) == (2, True)


def test_a_lock_file_holds_a_variant_to_its_packages_and_is_verified() -> None:
    tower()
    Path("ours.yaml").write_text(
        "kind: variant\nvariant: ours\ntitle: {en: Ours}\nextends: tutorial\nmodules: [base, tower]\n", encoding="utf-8"
    )
    assert rulewright("publish", "index", "tower").returncode == 0
    assert rulewright("add", "ada/tower", "--index", "index", "--lock", "ours.lock.yaml").returncode == 0
    locked = Path("ours.lock.yaml").read_text("utf-8")
    assert "package: ada/tower, version: 1.2.0" in locked
    tower(version="1.3.0", points=3)
    assert rulewright("publish", "index", "tower").returncode == 0
    assert rulewright("update").returncode == 0
    simulated = data("simulate", "tutorial", "--variant", "ours.yaml", "--games", "1")
    assert simulated["packages"][0]["version"] == "1.2.0"
    assert rulewright("verify", "ours.lock.yaml").returncode == 0
    assert rulewright("update", "--lock", "ours.lock.yaml").returncode == 0
    assert data("simulate", "tutorial", "--variant", "ours.yaml", "--games", "1")["packages"][0]["version"] == "1.3.0"
    Path("ours.lock.yaml").write_text(locked, encoding="utf-8")
    assert rulewright("remove", "ada/tower@=1.2.0").returncode == 0
    found = rulewright("verify", "ours.lock.yaml")
    assert (found.returncode, found.stdout.startswith("NO  ada/tower 1.2.0: ")) == (1, True)


def test_a_file_changed_in_the_store_is_not_played() -> None:
    tower()
    assert rulewright("play", "tutorial", "--modules", "base,./tower", "--seats", "random,random", "--save",
                      "game.json").returncode == 0  # fmt: skip
    tower(points=3)
    (path,) = Path().resolve().parent.glob("ada/rulewright/store/*/tower/build.yaml")
    path.chmod(0o644)
    path.write_text(path.read_text("utf-8").replace("amount: 2", "amount: 9"), encoding="utf-8")
    found = rulewright("resume", "game.json")
    assert (found.returncode, "which is not here" in found.stderr) == (2, True)


def test_two_copies_of_a_game_are_told_apart() -> None:
    assert rulewright("new", "ruleset", "stones").returncode == 0
    Path("stones").rename("tutorial")
    (game,) = data("list", "tutorial")["games"]
    assert game["others"] == [str(Path("tutorial").resolve())]
    assert game["place"].endswith("rulesets/tutorial")
    assert "hidden by this name" in rulewright("list", "tutorial").stdout
