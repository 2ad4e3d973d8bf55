"""What a server does for an author at work: options offered, signatures, new names, and what an edit changes."""

from __future__ import annotations

import shutil
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from rulewright.author.editor.offers import as_written
from rulewright.cli import run
from tests.unit.author.editor.test_server import ROOT, Editor, begun, place_of
from tests.unit.cli.commands import rulewright


@pytest.fixture(scope="module")
def editor() -> Iterator[Editor]:
    with begun({}) as editor:
        yield editor


@pytest.fixture
def village(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    assert run(["new", "ruleset", "village"]) == 0
    return tmp_path / "village"


def edited(file: Path, edits: list[dict[str, Any]]) -> str:
    """The text of a file after edits."""
    lines = file.read_text("utf-8").split("\n")
    for edit in sorted(edits, key=lambda each: tuple(each["range"]["start"].values()), reverse=True):
        start, end = edit["range"]["start"], edit["range"]["end"]
        assert start["line"] == end["line"], edit
        line = lines[start["line"]]
        lines[start["line"]] = line[: start["character"]] + edit["newText"] + line[end["character"] :]
    return "\n".join(lines)


def renamed(editor: Editor, file: Path, words: str, after: int, new: str) -> list[Path]:
    """Rename what is at a place, and return the files that changed."""
    place = place_of(file.read_text("utf-8"), words, after)
    found = editor.at("rename", file, *place, newName=new)
    assert found is not None, editor.messages_shown[-1]
    changes = found["changes"]
    for uri, edits in changes.items():
        path = Path(uri.removeprefix("file://"))
        path.write_text(edited(path, edits), "utf-8")
    return sorted(Path(uri.removeprefix("file://")) for uri in changes)


def test_a_scenario_offers_what_is_offered_at_its_line(editor: Editor, village: Path) -> None:
    file = village / "scenarios" / "more.yaml"
    head = "kind: scenarios\nscenarios:\n  - scenario: a\n    rules: [turn]\n    given:\n      seats: 2\n"
    head += '      arrange: "ask seat(1): move shop to hand"\n'
    head += '      play: "for each s in seat: ask s: one_turn"\n    when:\n'
    text = head + "      - {seat: 1, choose: build sh}\n"
    file.write_text(text, "utf-8")
    editor.open(file)
    items = editor.at("completion", file, *place_of(text, "build sh", 8))
    assert [each["label"] for each in items] == ["build shop.1", "work"]
    edit = items[0]["textEdit"]
    line, character = place_of(text, "build sh")
    assert (edit["newText"], edit["range"]["start"]) == ("build shop.1", {"line": line, "character": character})

    text = head + "      - {seat: 1, choose: build shop.1}\n      - seat: 2\n        choose: \n"
    editor.change(file, text)
    line = text.count("\n") - 1
    items = editor.at("completion", file, line, len("        choose: "))
    assert [each["label"] for each in items] == []  # seat 2 has no card: it works by itself
    text = text.replace("move shop to hand", "move shop to hand; ask seat(2): move well to hand")
    editor.change(file, text, 3)
    items = editor.at("completion", file, line, len("        choose: "))
    assert [each["label"] for each in items] == ["build well.1", "work"]

    game = village / "base" / "game.yaml"
    editor.open(game)
    editor.change(game, game.read_text("utf-8").replace("        work:\n", "        rest:\n"))
    items = editor.at("completion", file, line, len("        choose: "))
    assert [each["label"] for each in items] == ["build well.1", "rest"]  # unsaved changes count
    editor.change(game, game.read_text("utf-8"), 3)


@pytest.mark.parametrize(
    ("key", "written"),
    [("build shop.1", "build shop.1"), ("3", "3"), ("yes", '"yes"'), ("sell a, b", '"sell a, b"'), ("a: b", '"a: b"')],
)
def test_the_key_of_an_option_is_quoted_where_yaml_needs_it(key: str, written: str) -> None:
    assert as_written(key) == written


def test_signatures_are_shown_while_writing(editor: Editor, village: Path) -> None:
    game = village / "base" / "game.yaml"
    right = game.read_text("utf-8")
    price = 'quantities:\n  - {id: price, takes: {c: card_piece, n: number}, amount: "c.cost + n"}\n'
    right = right.replace("# What counts", price + "\n# What counts")
    right = right.replace("pay c.cost coin  ", "pay price(c, 0) coin  ")
    game.write_text(right, "utf-8")
    editor.open(game)
    assert editor.diagnostics(game) == []
    editor.at("hover", game, *place_of(right, "pay price", 6))  # waits until names have been learnt
    found = editor.at("signatureHelp", game, *place_of(right, "pay price(c, 0", 13))
    assert found["signatures"][0]["label"] == "price(c: card_piece, n: number)"
    assert found["activeParameter"] == 1
    label, (start, end) = found["signatures"][0]["label"], found["signatures"][0]["parameters"][1]["label"]
    assert label[start:end] == "n: number"
    found = editor.at("signatureHelp", game, *place_of(right, "draw 3 from", 7))
    assert [each["label"] for each in found["signatures"]] == ["draw AMOUNT from PILE to OTHER_PILE"]
    found = editor.at("signatureHelp", game, *place_of(right, "sum(c.points", 4))
    assert found["signatures"][0]["label"].startswith("sum("), found
    assert editor.at("signatureHelp", game, 0, 3) is None


def test_a_new_name_reaches_all_files_and_saves(editor: Editor, village: Path) -> None:
    (village / "variants").mkdir()
    variant = village / "variants" / "dear.yaml"
    patch = "  - {change: shop, relative: {cost: +1}, because: shops are dear}\n"
    variant.write_text("kind: variant\nvariant: dear\ntitle: {en: Dear}\nextends: village\npatches:\n" + patch, "utf-8")
    playing = ("play", "village", "--seats", "human,random", "--seed", "3", "--save", "game.json")
    assert "saved" in rulewright(*playing, typed="1\n").stdout.lower()
    assert "build shop." in Path("game.json").read_text("utf-8")
    game = village / "base" / "game.yaml"
    text = game.read_text("utf-8")
    assert text.count("{id: coin,") == 1
    game.write_text(text.replace("{id: coin,", '{id: coin, says: {en: "{coin|coin|coins}"},'), "utf-8")
    editor.open(game)
    assert editor.diagnostics(game) == []
    changed = renamed(editor, game, "id: shop", 5, "store")
    assert [each.name for each in changed] == ["game.yaml", "ruleset.yaml", "turns.yaml", "dear.yaml"]
    assert "renamed: {shop: store}" in (village / "ruleset.yaml").read_text("utf-8")
    assert "change: store" in variant.read_text("utf-8")
    assert "build store.1" in (village / "scenarios" / "turns.yaml").read_text("utf-8")
    assert (run(["check", str(village)]), run(["test", str(village)]), run(["check", str(variant)])) == (0, 0, 0)
    editor.change(game, game.read_text("utf-8"), 4)
    assert editor.diagnostics(game) == []
    renamed(editor, game, "id: deck,", 5, "pile")  # a seed still means the same order of the cards
    resumed = rulewright("resume", "game.json", typed="")
    assert resumed.returncode == 0, resumed
    for name in ("village", "coin"):  # a zone and a counter, which scores and texts read
        editor.change(game, game.read_text("utf-8"), 5)
        assert editor.diagnostics(game) == []
        renamed(editor, game, f"id: {name},", 5, f"{name}_here")
        assert (run(["check", str(village)]), run(["test", str(village)])) == (0, 0)
    assert '{id: coin_here, says: {en: "{coin_here|coin|coins}"},' in game.read_text("utf-8")
    manifest = (village / "ruleset.yaml").read_text("utf-8")
    assert "renamed: {coin: coin_here, village: village_here, deck: pile, shop: store}" in manifest


def test_a_field_and_a_rule_get_new_names_in_texts_looks_variants_and_scenarios(editor: Editor, village: Path) -> None:
    (village / "variants").mkdir()
    variant = village / "variants" / "dear.yaml"
    patch = "  - {change: shop, relative: {cost: +1}, because: shops are dear}\n"
    variant.write_text("kind: variant\nvariant: dear\ntitle: {en: Dear}\nextends: village\npatches:\n" + patch, "utf-8")
    game = village / "base" / "game.yaml"
    editor.open(game)
    assert editor.diagnostics(game) == []
    renamed(editor, game, "cost: {type", 2, "price")
    assert "relative: {price: +1}" in variant.read_text("utf-8")
    text = game.read_text("utf-8")
    assert ("pay c.cost" in text, "pay c.price" in text) == (False, True)
    editor.change(game, text, 3)
    assert editor.diagnostics(game) == []
    renamed(editor, game, "one_turn() [turn", 13, "on_turn")
    assert "rules: [on_turn" in (village / "scenarios" / "turns.yaml").read_text("utf-8")
    assert (run(["check", str(village)]), run(["test", str(village)]), run(["check", str(variant)])) == (0, 0, 0)


def test_a_classic_gets_new_names_in_its_looks_and_scenarios(editor: Editor, tmp_path: Path) -> None:
    home = tmp_path / "whist"
    shutil.copytree(ROOT / "rulesets" / "classics" / "whist", home)
    for name in ("french_suits/suits.yaml", "french_suits/look.yaml", "french_cards_ace_high/cards.yaml"):
        text = (ROOT / "rulesets" / "shared" / name).read_text("utf-8").replace("doc: PACK", "doc: RULES")
        (home / "base" / name.replace("/", "_")).write_text(text, "utf-8")
    manifest = home / "ruleset.yaml"
    manifest.write_text(manifest.read_text("utf-8").replace("needs: [french_cards_ace_high]\n", ""), "utf-8")
    file = home / "base" / "french_suits_look.yaml"
    editor.open(file)
    assert editor.diagnostics(file) == []
    changed = renamed(editor, file, "icon: clubs_sign", 8, "trefoil")
    assert [each.name for each in changed] == ["french_suits_look.yaml", "ruleset.yaml"]
    assert (run(["check", str(home)]), run(["test", str(home)])) == (0, 0)
    place = place_of(file.read_text("utf-8"), "id: clubs,", 5)
    assert editor.at("prepareRename", file, *place)["placeholder"] == "clubs"
    assert editor.at("rename", file, *place, newName="trefoils") is None  # the cards are made from it
    assert "makes it as one of a family" in editor.messages_shown[-1]["message"]


def test_what_cannot_be_renamed_is_refused_with_a_reason(editor: Editor, village: Path) -> None:
    game = village / "base" / "game.yaml"
    text = game.read_text("utf-8")
    editor.open(game)
    assert editor.diagnostics(game) == []

    def refused(words: str, after: int) -> str:
        assert editor.at("prepareRename", game, *place_of(text, words, after)) is None
        return str(editor.messages_shown[-1]["message"])

    assert "nothing is named here" in refused("shuffle deck", 3)
    found = editor.at("prepareRename", game, *place_of(text, "shuffle deck", 9))
    _, character = place_of(text, "shuffle deck", 8)
    assert (found["placeholder"], found["range"]["start"]["character"]) == ("deck", character)
    for new, reason in (("hand", "already"), ("New Deck", "how about"), ("seat", "word of the language")):
        assert editor.at("rename", game, *place_of(text, "id: deck", 5), newName=new) is None
        assert reason in editor.messages_shown[-1]["message"]


def test_an_edit_tells_what_it_changes(editor: Editor, village: Path) -> None:
    game = village / "base" / "game.yaml"
    text = game.read_text("utf-8")
    editor.open(game)
    line = {"start": {"line": 0, "character": 0}, "end": {"line": 0, "character": 1}}
    asked = {"textDocument": {"uri": game.as_uri()}, "range": line, "context": {"diagnostics": []}}
    (action,) = editor.ask("textDocument/codeAction", asked)
    assert (action["title"], action["kind"]) == ("What does this change?", "source")
    command = {"command": action["command"]["command"], "arguments": action["command"]["arguments"]}
    editor.change(game, text.replace("copies: 4, cost: 5, points: 6", "copies: 4, cost: 4, points: 6"))
    told = editor.ask("workspace/executeCommand", command)
    assert "Castle" in told, told
    assert "5 -> 4" in told, told
    editor.change(game, text, 3)
    assert "No difference" in editor.ask("workspace/executeCommand", command)


@pytest.mark.slow
def test_a_large_game_answers_in_time(editor: Editor, tmp_path: Path) -> None:
    home = tmp_path / "skymines"
    shutil.copytree(ROOT / "rulesets" / "skymines", home)
    file = sorted((home / "scenarios").glob("*.yaml"))[0]
    lines = file.read_text("utf-8").split("\n")
    number = next(at for at, each in enumerate(lines) if "- {seat:" in each and "choose:" in each)
    place = (number, lines[number].index("choose:") + len("choose: "))
    editor.open(file)
    answers, seconds = [], []
    for _ in range(2):
        began = time.monotonic()
        answers.append([each["label"] for each in editor.at("completion", file, *place)])
        seconds.append(time.monotonic() - began)
    assert answers[0] == answers[1] != []
    assert seconds[1] < 5, seconds  # a fifth of a second on an idle machine
    content = next(each for each in sorted((home / "base").glob("*.yaml")) if "procedures:" in each.read_text("utf-8"))
    editor.open(content)
    text = content.read_text("utf-8")
    name = text[text.index("procedures:") :].split("- id: ")[1].split("\n")[0].strip()
    changed = renamed(editor, content, f"- id: {name}", 7, f"{name}_renamed")
    assert content in changed
    assert run(["check", str(home)]) == 0
