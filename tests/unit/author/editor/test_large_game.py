"""A server session in Skymines: each thing that an editor asks for, in a game of many files."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tests.unit.author.editor.test_server import ROOT, Editor, editor, place_of

__all__ = ["editor"]


@pytest.mark.slow
def test_each_ability_answers_in_a_large_game(editor: Editor, tmp_path: Path) -> None:
    home = tmp_path / "skymines"
    shutil.copytree(ROOT / "rulesets" / "skymines", home)
    spaces, board = home / "base" / "bonus_spaces.yaml", home / "base" / "board.yaml"
    right = spaces.read_text("utf-8")
    document = {"textDocument": {"uri": spaces.as_uri()}}
    editor.open(spaces)
    assert editor.diagnostics(spaces) == []

    pays = "pay price(card, discount) coin"
    assert "CrypCoin" in editor.at("hover", spaces, *place_of(right, pays, len(pays) - 2))["contents"]["value"]
    (place,) = editor.at("definition", spaces, *place_of(right, pays, len(pays) - 2))
    assert (place["uri"], place["range"]["start"]["line"]) == (
        board.as_uri(),
        place_of(board.read_text("utf-8"), "id: coin")[0],
    )
    context = {"includeDeclaration": True}
    uses = editor.at("references", spaces, *place_of(right, pays, len(pays) - 2), context=context)
    assert len({each["uri"] for each in uses}) > 10
    (signature,) = editor.at("signatureHelp", spaces, *place_of(right, pays, 11))["signatures"]
    assert signature["label"].startswith("price(")
    (price,) = [each for each in editor.ask("workspace/symbol", {"query": "price"}) if each["name"] == "price"]
    assert price["location"]["uri"].startswith(home.as_uri())
    outline = {each["name"] for each in editor.ask("textDocument/documentSymbol", document)}
    assert {"components", "procedures"} <= outline
    layout = document | {"options": {"tabSize": 2, "insertSpaces": True}}
    assert editor.ask("textDocument/formatting", layout) == []

    wrong = right.replace(pays, "pay price(card, discount) coim")
    editor.change(spaces, wrong)
    (told,) = editor.diagnostics(spaces)
    assert told["code"] == "unknown-name"
    asked = document | {"range": told["range"], "context": {"diagnostics": [told]}}
    titles = [each["title"] for each in editor.ask("textDocument/codeAction", asked)]
    assert titles == ["Replace 'coim' by 'coin'", "What does this change?"]
    half = right.replace(pays, "pay ")
    editor.change(spaces, half, 3)
    at = place_of(half, "pay \n", 4)
    assert "price" in {each["label"] for each in editor.at("completion", spaces, *at)}
    editor.change(spaces, right, 4)
    assert editor.diagnostics(spaces) == []

    scenario = sorted((home / "scenarios").glob("*.yaml"))[0]
    editor.open(scenario)
    lens = editor.ask("textDocument/codeLens", {"textDocument": {"uri": scenario.as_uri()}})[0]["command"]
    editor.ask("workspace/executeCommand", {"command": lens["command"], "arguments": lens["arguments"]})
    assert editor.messages_shown[-1] == {"type": 3, "message": f"passed: {lens['arguments'][1]}"}
    can = editor.at("prepareRename", spaces, *place_of(right, pays, len(pays) - 2))
    assert can["placeholder"] == "coin"
    changes = editor.at("rename", spaces, *place_of(right, pays, len(pays) - 2), newName="money")
    assert changes is not None, editor.messages_shown[-1]
    assert len(changes.get("documentChanges") or changes["changes"]) > 10
