"""Pictures of a game: no digest sees them, texts stay on them, and a server gives them out as nothing but pictures."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest

from rulewright.author.sharing.packing import packed
from rulewright.core.load.variant_files import joined_variant
from rulewright.core.model.look import Look
from rulewright.core.pipeline import Choice, build_ruleset, load_rules
from tests.errors.small_pictures import png
from tests.reference.drawn.drawings import CLASSICS, back, board, card, cloth, drawings
from tests.unit.table.serve.visitors import visiting

GAME = CLASSICS / "klondike"
SKIN = """\
kind: variant
variant: dark
title: {en: Dark cards}
extends: klondike
package: ada/dark
version: 1.0.0
licence: CC0-1.0
credits: [{files: back.png, by: Ada, licence: CC0-1.0}]
patches:
  - {change: card_look, because: it is night, set: {back: back.png}}
"""


def look_of(ruleset: Path, variant: Path | None = None) -> tuple[str, Look]:
    built = build_ruleset(Choice(str(ruleset), variant=variant))
    assert built.diagnostics == ()
    game = built.game()
    return game.blueprint.digest, game.blueprint.look


def skin(path: Path, text: str, back_: bytes) -> Path:
    """Write a skin with one picture, and return its file."""
    (path.parent / "pictures").mkdir(parents=True, exist_ok=True)
    path.write_text(text, "utf-8")
    (path.parent / "pictures" / "back.png").write_bytes(back_)
    return path


@pytest.fixture
def plain(tmp_path: Path) -> Path:
    """The same game without any of its pictures."""
    folder = tmp_path / "plain" / "klondike"
    shutil.copytree(GAME, folder, ignore=shutil.ignore_patterns("pictures"))
    return folder


def test_the_digest_is_the_same_without_pictures(plain: Path) -> None:
    with_them, without = look_of(GAME), look_of(plain)
    assert with_them[0] == without[0]
    assert (len(with_them[1].pictured.pictures), len(without[1].pictured.pictures)) == (54, 0)


def test_a_skin_is_a_variant_with_pictures_beside_it_and_changes_no_digest(tmp_path: Path) -> None:
    path = skin(tmp_path / "skin" / "dark.yaml", SKIN, png(63, 88))
    (digest, look), (laid, dark) = look_of(GAME), look_of(GAME, path)
    assert laid == digest
    assert dark.pictured.faces == look.pictured.faces
    assert dark.pictured.pictures[dark.pictured.backs["card"]].data == png(63, 88)
    assert [each.by for each in dark.pictured.credits] == ["The authors of Rulewright", "Ada"]
    assert b"back.png" in packed(path.parent).data
    assert packed(path.parent).warnings == ()


def test_skins_that_are_laid_on_together_keep_their_pictures(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    red, blue = png(63, 88, colour=(200, 0, 0)), png(63, 88, colour=(0, 0, 200))
    cloth_skin = SKIN.replace("variant: dark", "variant: blue").replace("ada/dark", "ada/blue").replace("Ada", "Bo")
    cloth_skin = cloth_skin.replace("card_look", "table_look").replace("set: {back:", "set: {picture:")
    paths = skin(tmp_path / "one" / "dark.yaml", SKIN, red), skin(tmp_path / "two" / "blue.yaml", cloth_skin, blue)
    joined = joined_variant(paths, GAME)
    (digest, look), (laid, both) = look_of(GAME), look_of(GAME, joined)
    assert laid == digest
    assert both.pictured.faces == look.pictured.faces
    pictures = both.pictured.pictures
    assert (pictures[both.pictured.backs["card"]].data, pictures[both.pictured.table].data) == (red, blue)
    assert [each.by for each in both.pictured.credits] == ["The authors of Rulewright", "Ada", "Bo"]
    shutil.rmtree(tmp_path / "one")
    assert look_of(GAME, joined)[1] == both
    again = joined_variant((skin(tmp_path / "one" / "dark.yaml", SKIN, blue), paths[1]), GAME)
    assert load_rules(Choice(str(GAME), variant=again)).game.blueprint.look.pictured.backs != both.pictured.backs


def test_skins_with_a_picture_that_is_none_are_not_laid_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    bad = skin(tmp_path / "one" / "dark.yaml", SKIN, b"<svg/>")
    other = skin(tmp_path / "two" / "blue.yaml", SKIN.replace("variant: dark", "variant: blue"), png(1, 1))
    with pytest.raises(ValueError, match=r"back\.png' is an SVG"):
        joined_variant((bad, other), GAME)


def test_committed_pictures_are_what_the_program_draws() -> None:
    """A few of them: to draw them all takes a quarter of a minute."""
    drawn = {"klondike/pictures/hearts_7.png": card("hearts", 7), "klondike/pictures/clubs_13.png": card("clubs", 13),
             "klondike/pictures/back.png": back(), "klondike/pictures/cloth.png": cloth(),
             "nine_mens_morris/pictures/board.png": board()}  # fmt: skip
    assert [name for name, data in drawn.items() if (CLASSICS / name).read_bytes() != data] == []


@pytest.mark.slow
def test_all_committed_pictures_are_what_the_program_draws() -> None:
    assert [path.name for path, data in drawings().items() if path.read_bytes() != data] == []


def test_a_server_gives_pictures_out_by_their_content_as_nothing_else() -> None:
    look = load_rules(Choice("nine_mens_morris")).game.blueprint.look
    picture = look.pictured.pictures[look.pictured.grounds["board"]]
    with visiting(names=("nine_mens_morris",)) as visitor:
        page = visitor.get(visitor.seat_path(visitor.new_table("nine_mens_morris", ("human", "human")), 1)).text
        sheet = visitor.get(re.findall(r'href="(/assets/[0-9a-f]+/look[^"]*)"', page)[0]).text
        found = visitor.get(f"/picture/{picture.hash}")
        missing = visitor.get(f"/picture/{'0' * 64}")
        elsewhere = visitor.get(f"/assets/{picture.hash[:12]}/{picture.hash}")
    assert f'url("/picture/{picture.hash}")' in sheet
    assert "data:image" not in sheet
    assert found.content == picture.data
    heads = ("content-type", "x-content-type-options", "content-security-policy", "cache-control")
    assert [found.headers[name] for name in heads] == [
        "image/png", "nosniff", "default-src 'none'; sandbox", "public, max-age=31536000, immutable",
    ]  # fmt: skip
    assert (missing.status_code, elsewhere.status_code) == (404, 404)  # it has its headers at no other place
    assert f'class="pic pic-{picture.hash[:16]}"' in page
