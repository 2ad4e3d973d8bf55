"""`rulewright translate`, and packages of translations: written, checked, packed, added, played; none does harm."""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path

import pytest

from rulewright.core.pipeline import shipped_root
from tests.unit.cli.commands import PEBBLES, rulewright
from tests.unit.cli.test_packages_anywhere import write_tower

DATA = "translation.yaml"
BEGINS = "kind: translation\nextends: pebbles 1.0\nlanguage: de\n"
TITLES = {
    "Pebbles": "Kiesel", "Turn": "Zug", "Taken": "Genommen", "Fist": "Faust", "Bag": "Beutel", "Stones": "Steine",
}  # fmt: skip


@pytest.fixture(autouse=True)
def elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    shutil.copytree(PEBBLES, "pebbles")
    manifest = Path("pebbles/ruleset.yaml")
    manifest.write_text(manifest.read_text("utf-8").replace("id: pebbles", "id: pebbles\nversion: 1.2.0"), "utf-8")
    return tmp_path


def fill(path: Path) -> None:
    text = path.read_text("utf-8")
    for english, own in TITLES.items():
        text = text.replace(f'    en: {english}\n    de: ""\n', f"    en: {english}\n    de: {own}\n")
    path.write_text(text, "utf-8")


def package(folder: str = "pebbles_de") -> Path:
    """A package of translations for the game in this folder, which its author names and does not own."""
    Path("rulewright_packages").mkdir(exist_ok=True)
    home = Path(folder)
    home.mkdir()
    (home / DATA).write_text(
        f"{BEGINS}id: {folder}\npackage: carla/{folder}\nversion: 1.0.0\nlicence: CC0-1.0\n",
        "utf-8",
    )
    assert rulewright("translate", folder, "--lang", "de").returncode == 0
    fill(home / DATA)
    return home


def test_a_game_of_ones_own_has_the_file_in_its_folder() -> None:
    done = rulewright("translate", "pebbles", "--lang", "de")
    assert done.stdout == "pebbles/translations/de.yaml: 0 done, 21 new, 0 stale, 0 unused\n"
    path = Path("pebbles/translations/de.yaml")
    fill(path)
    game = Path("pebbles/base/game.yaml")
    game.write_text(game.read_text("utf-8").replace("{en: Fist}", "{en: Hand}"), "utf-8")
    done = rulewright("translate", "pebbles", "--lang", "de")
    assert done.stdout.split("\n")[0] == "pebbles/translations/de.yaml: 8 done, 12 new, 1 stale, 0 unused"
    assert "  stale: fist.title, now: Hand" in done.stdout
    found = rulewright("check", "pebbles")
    assert (found.returncode, "warning[stale-translation]" in found.stdout) == (0, True)
    told = json.loads(rulewright("translate", "pebbles", "--lang", "de", "--format", "json").stdout)
    assert {key: told[key] for key in ("done", "new", "stale", "unused", "stale_texts")} == {
        "done": 8, "new": 12, "stale": 1, "unused": 0, "stale_texts": ["fist.title"],
    }  # fmt: skip


def test_the_way_through_a_po_file() -> None:
    polib = pytest.importorskip("polib")
    rulewright("translate", "pebbles", "--lang", "de", "--po", "de.po")
    file = polib.pofile("de.po")
    for entry in file:
        entry.msgstr = TITLES.get(entry.msgid, "")
    file.append(polib.POEntry(msgctxt="gone.title", msgid="Gone", msgstr="Weg"))
    file.save("de.po")
    done = rulewright("translate", "pebbles", "--lang", "de", "--from", "de.po")
    assert done.stdout.startswith("pebbles/translations/de.yaml: 9 done, 12 new")
    assert "1 entry of de.po not used, such as 'gone.title'" in done.stderr
    assert "de: Kiesel" in Path("pebbles/translations/de.yaml").read_text("utf-8")


def test_a_package_for_somebody_elses_game_is_packed_added_and_played() -> None:
    package()
    assert rulewright("check", "pebbles_de").returncode == 0
    packed = rulewright("pack", "pebbles_de")
    assert packed.stdout.startswith("pebbles_de-1.0.0.zip: carla/pebbles_de"), packed.stderr
    shown = rulewright("play", "pebbles", "--lang", "de", "--seats", "random,random")
    assert "no titles in that language; choose en" in " ".join(shown.stderr.split())
    plain = rulewright("play", "pebbles", "--seats", "random,random", "--seed", "1", "--format", "json")
    assert rulewright("add", "pebbles_de-1.0.0.zip").returncode == 0
    shown = rulewright("play", "pebbles", "--lang", "de", "--seats", "random,random", "--seed", "1")
    assert (shown.returncode, "Kiesel" in shown.stdout) == (0, True), shown.stderr
    assert rulewright("list", "pebbles").stdout.startswith("pebbles 1.2.0: Pebbles; 2 to 3 seats, in en, de\n")
    again = rulewright("play", "pebbles", "--seats", "random,random", "--seed", "1", "--format", "json")
    assert json.loads(again.stdout)["ruleset"] == json.loads(plain.stdout)["ruleset"]
    assert rulewright("remove", "carla/pebbles_de").returncode == 0
    assert rulewright("play", "pebbles", "--lang", "de", "--seats", "random,random").returncode == 2


def test_a_package_next_to_a_game_is_found_and_one_for_another_version_is_not() -> None:
    home = Path("rulewright_packages/pebbles_de")
    package().rename(home)
    assert rulewright("play", "pebbles", "--lang", "de", "--seats", "random,random").returncode == 0
    text = (home / DATA).read_text("utf-8")
    (home / DATA).write_text(text.replace("pebbles 1.0", "pebbles 2.0"), "utf-8")
    assert rulewright("play", "pebbles", "--lang", "de", "--seats", "random,random").returncode == 2
    found = rulewright("check", str(home))
    assert (found.returncode, "error[package-version]" in found.stdout) == (1, True)


def test_a_name_leads_to_a_package_of_ones_own() -> None:
    done = rulewright("translate", "nim", "--lang", "pt-BR")
    assert done.stdout.startswith("nim_pt_br/translation.yaml: 0 done")
    begin = Path("nim_pt_br/translation.yaml").read_text("utf-8")
    assert "id: nim_pt_br\n" in begin
    assert "language: pt-BR\n" in begin
    assert rulewright("check", "nim_pt_br").returncode == 0
    assert rulewright("translate", "nim_pt_br", "--lang", "pt-BR").stdout == done.stdout
    wrong = rulewright("translate", "nim_pt_br", "--lang", "pt")
    assert (wrong.returncode, "are in 'pt-BR', not in 'pt'" in " ".join(wrong.stderr.split())) == (2, True)
    wrong = rulewright("translate", "nimm", "--lang", "de")
    assert (wrong.returncode, "there is no game or package 'nimm' to translate" in wrong.stderr) == (2, True)


def test_a_module_that_is_a_package_is_translated_in_its_folder_or_by_somebody_else() -> None:
    write_tower(Path("tower"))
    done = rulewright("translate", "tower", "--lang", "de")
    assert done.stdout.startswith("tower/translations/de.yaml: 0 done, 3 new")
    path = Path("tower/translations/de.yaml")
    keys = re.findall(r"^  (\S+):$", path.read_text("utf-8"), re.MULTILINE)
    assert sorted(keys) == ["tower/title", "tower_points.title", "variants/tall/title"]
    text = path.read_text("utf-8").replace('en: Tower\n    de: ""', "en: Tower\n    de: Turm")
    path.write_text(text.replace("tower_points.title", "tower_point.title"), "utf-8")
    found = rulewright("check", "tower")
    assert "warning[unused-translation]" in found.stdout
    path.unlink()
    Path("rulewright_packages").mkdir(exist_ok=True)
    Path("tower").rename("rulewright_packages/tower")
    done = rulewright("translate", "tower", "--lang", "de")
    assert done.stdout.startswith("tower_de/translation.yaml: 0 done, 3 new")
    assert "extends: tower\n" in Path("tower_de/translation.yaml").read_text("utf-8")


HOSTILE = {
    "no yaml": BEGINS + "texts: {",
    "deep": BEGINS + "texts: " + "{a: " * 100_000,
    "many": BEGINS + "texts:\n" + "".join(f"  t{number}: {{en: a, de: b}}\n" for number in range(30_000)),
    "long": BEGINS + "texts:\n  /title: {en: Pebbles, de: " + "x" * 100_000,
    "escape": BEGINS + 'texts: {/title: {en: Pebbles, de: "\\e[2J"}}\n',
    "bidi": BEGINS + "texts: {/title: {en: Pebbles, de: \u202eX}}\n",
    "lists": "kind: translation\nextends: pebbles 1.0\nlanguage: [de]\ntexts: [{/title: x}]\n",
    "numbers": BEGINS + "texts: {/title: {en: Pebbles, de: 5}, 7: 8}\n",
    "english": "kind: translation\nextends: pebbles 1.0\nlanguage: en\ntexts: {/title: {en: Pebbles}}\n",
    "path": "kind: translation\nextends: pebbles 1.0\nlanguage: ../de\ntexts: {/title: {en: Pebbles, ../de: X}}\n",
    "rules": BEGINS + "texts: {take_turn.does: {en: x, de: stop}}\n",
}


@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_package_stops_no_game_and_is_refused(name: str) -> None:
    home = Path("rulewright_packages/pebbles_de")
    home.mkdir(parents=True)
    (home / DATA).write_text(HOSTILE[name], "utf-8")
    played = rulewright("play", "pebbles", "--seats", "random,random", "--seed", "1")
    assert (played.returncode, "Traceback" in played.stderr) == (0, False), played.stderr
    assert "Pebbles" in played.stdout
    found = rulewright("check", str(home))
    assert (found.returncode, "Traceback" in found.stderr) == (0 if name == "rules" else 1, False), found.stdout[-500:]
    assert ("unused-translation" in found.stdout) == (name == "rules")


def test_markup_in_a_text_is_shown_as_it_is() -> None:
    path = Path("pebbles/translations/de.yaml")
    rulewright("translate", "pebbles", "--lang", "de")
    text = path.read_text("utf-8").replace('en: Pebbles\n    de: ""', "en: Pebbles\n    de: <script>x</script>")
    path.write_text(text, "utf-8")
    assert rulewright("doc", "pebbles", "--lang", "de", "--out", "page.html").returncode == 0
    page = Path("page.html").read_text("utf-8")
    assert "&lt;script&gt;x&lt;/script&gt;" in page
    assert "<script>x" not in page


def test_what_is_written_is_in_canonical_layout() -> None:
    shutil.copytree(shipped_root() / "tutorial", "gulls")
    shutil.rmtree("gulls/translations")
    assert rulewright("translate", "gulls", "--lang", "de").returncode == 0
    assert rulewright("fmt", "--check", "gulls/translations/de.yaml").returncode == 0


def test_what_cannot_be_read_next_to_a_game_stops_nothing() -> None:
    home = Path("rulewright_packages/pebbles_de")
    home.mkdir(parents=True)
    (home / DATA).symlink_to(DATA)
    (home.parent / "loop").symlink_to("loop")
    played = rulewright("play", "pebbles", "--seats", "random,random", "--seed", "1")
    assert played.returncode == 0, played.stderr


def test_the_newest_of_several_versions_is_used() -> None:
    home = package()
    assert rulewright("add", str(home)).returncode == 0
    text = (home / DATA).read_text("utf-8")
    (home / DATA).write_text(text.replace("version: 1.0.0", "version: 1.10.0").replace("Kiesel", "Steinchen"), "utf-8")
    assert rulewright("add", str(home)).returncode == 0
    shown = rulewright("play", "pebbles", "--lang", "de", "--seats", "random,random", "--seed", "1").stdout
    assert ("Steinchen" in shown, "Kiesel" in shown) == (True, False)


def test_a_text_whose_entry_was_renamed_is_shown_told_and_carried_over() -> None:
    assert rulewright("translate", "pebbles", "--lang", "de").returncode == 0
    path = Path("pebbles/translations/de.yaml")
    fill(path)
    for file in (*Path("pebbles").glob("*/*.yaml"), *Path("pebbles/scenarios").rglob("*.yaml")):
        if file != path:
            file.write_text(re.sub(r"\bstones\b", "rocks", file.read_text("utf-8")), "utf-8")
    manifest = Path("pebbles/ruleset.yaml")
    manifest.write_text(manifest.read_text("utf-8") + "renamed: {stones: rocks}\n", "utf-8")
    played = rulewright("play", "./pebbles", "--lang", "de", "--seats", "first,first", "--seed", "1").stdout
    assert "Steine" in played
    found = rulewright("check", "pebbles").stdout
    assert "warning[old-name]: 'stones.title' was renamed to 'rocks.title'" in found, found
    told = rulewright("translate", "pebbles", "--lang", "de").stdout
    assert "0 stale, 0 unused" in told
    assert "rocks.title:" in path.read_text("utf-8")
    assert "stones.title" not in path.read_text("utf-8")
    assert "old-name" not in rulewright("check", "pebbles").stdout
