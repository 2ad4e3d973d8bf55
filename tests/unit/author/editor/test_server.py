"""The real `rulewright lsp`, talked to over its standard input and output as an editor does."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from queue import Queue
from typing import Any

import pytest

from rulewright.cli import run

ROOT = Path(__file__).resolve().parents[4]
LONGEST = 60.0


class Editor:
    """A small client: sends requests, and keeps what the server says by itself."""

    def __init__(self) -> None:
        command = [sys.executable, "-c", "from rulewright.cli import main; main(['lsp'])"]
        self.process = subprocess.Popen(command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.messages: Queue[dict[str, Any]] = Queue()
        self.number = 0
        self.told: dict[str, list[dict[str, Any]]] = {}
        self.messages_shown: list[dict[str, Any]] = []
        threading.Thread(target=self._listen, daemon=True).start()

    def _listen(self) -> None:
        stream = self.process.stdout
        assert stream is not None
        while header := stream.readline():
            length = int(header.split(b":")[1]) if header.lower().startswith(b"content-length") else 0
            while header.strip():
                header = stream.readline()
                if header.lower().startswith(b"content-length"):
                    length = int(header.split(b":")[1])
            self.messages.put(json.loads(stream.read(length)))

    def send(self, method: str, params: dict[str, Any], **more: Any) -> None:
        body = json.dumps({"jsonrpc": "2.0", "method": method, "params": params, **more}).encode()
        assert self.process.stdin is not None
        self.process.stdin.write(b"Content-Length: %d\r\n\r\n%s" % (len(body), body))
        self.process.stdin.flush()

    def ask(self, method: str, params: dict[str, Any]) -> Any:
        self.number += 1
        self.send(method, params, id=self.number)
        while True:
            message = self._next()
            if message.get("id") == self.number:
                assert "error" not in message, message
                return message["result"]

    def diagnostics(self, file: Path) -> list[dict[str, Any]]:
        """What the server says next about a file."""
        self.told.pop(file.as_uri(), None)
        while file.as_uri() not in self.told:
            self._next()
        return self.told[file.as_uri()]

    def _next(self) -> dict[str, Any]:
        message = self.messages.get(timeout=LONGEST)
        if message.get("method") == "window/showMessage":
            self.messages_shown.append(message["params"])
        if message.get("method") == "textDocument/publishDiagnostics":
            self.told[message["params"]["uri"]] = message["params"]["diagnostics"]
        return message

    def open(self, file: Path) -> None:
        document = {"uri": file.as_uri(), "languageId": "yaml", "version": 1, "text": file.read_text("utf-8")}
        self.send("textDocument/didOpen", {"textDocument": document})

    def change(self, file: Path, text: str, version: int = 2) -> None:
        document = {"uri": file.as_uri(), "version": version}
        self.send("textDocument/didChange", {"textDocument": document, "contentChanges": [{"text": text}]})

    def at(self, method: str, file: Path, line: int, character: int, **more: Any) -> Any:
        place = {"textDocument": {"uri": file.as_uri()}, "position": {"line": line, "character": character}}
        return self.ask(f"textDocument/{method}", place | more)


@pytest.fixture(scope="module")
def editor() -> Iterator[Editor]:
    """One server for all tests: each opens files of its own."""
    with begun({}) as editor:
        yield editor


@contextmanager
def begun(capabilities: dict[str, Any]) -> Iterator[Editor]:
    """A server that has heard what its editor is capable of, until it is told to end."""
    pytest.importorskip("pygls")
    editor = Editor()
    editor.ask("initialize", {"processId": None, "rootUri": None, "capabilities": capabilities, "locale": "pl-PL"})
    editor.send("initialized", {})
    yield editor
    editor.ask("shutdown", {})
    editor.send("exit", {})
    assert editor.process.wait(timeout=LONGEST) == 0


def place_of(text: str, words: str, after: int = 0) -> tuple[int, int]:
    """Line and character, from 0, of words in a text."""
    before = text[: text.index(words) + after]
    return before.count("\n"), len(before) - before.rfind("\n") - 1


def test_an_author_is_helped_while_writing(editor: Editor, tmp_path: Path) -> None:
    shutil.copytree(ROOT / "rulesets" / "tutorial", tmp_path / "tutorial")
    file = tmp_path / "tutorial" / "base" / "gulls.yaml"
    right = file.read_text("utf-8")
    editor.open(file)
    assert editor.diagnostics(file) == []

    wrong = right.replace("move card to beak", "mvoe card to beak")
    editor.change(file, wrong)
    (told,) = editor.diagnostics(file)
    line, _ = place_of(wrong, "mvoe")
    assert told["code"] == "effect-syntax" or told["code"] == "unknown-procedure"
    assert told["range"]["start"]["line"] == line
    assert "move" in told["message"]
    assert file.read_text("utf-8") == right

    half = right.replace("move card to beak", "move card to ")
    editor.change(file, half, 3)
    labels = {each["label"] for each in editor.at("completion", file, *place_of(half, "move card to ", 13))}
    assert {"beak", "nest", "pier", "sea", "top"} <= labels
    assert editor.diagnostics(file) != []

    editor.change(file, right, 4)
    assert editor.diagnostics(file) == []
    page = editor.at("hover", file, *place_of(right, "shuffle pier", 2))["contents"]["value"]
    assert "Mixes a pile" in page
    (place,) = editor.at("definition", file, *place_of(right, "shuffle pier", 9))
    assert place["uri"] == file.as_uri()
    start = place["range"]["start"]
    assert (start["line"], start["character"]) == place_of(right, "{id: pier", 5)
    uses = editor.at("references", file, *place_of(right, "{id: nest", 6), context={"includeDeclaration": True})
    assert len(uses) >= 3


def test_what_deserves_a_second_look_comes_at_rest_and_never_beside_errors(editor: Editor, tmp_path: Path) -> None:
    shutil.copytree(ROOT / "rulesets" / "tutorial", tmp_path / "tutorial")
    file = tmp_path / "tutorial" / "base" / "gulls.yaml"
    right = file.read_text("utf-8")
    idle = right.replace("zones:\n", "zones:\n  - {id: rock, holds: prey, visible: all}\n")
    editor.open(file)
    editor.change(file, idle)
    assert editor.diagnostics(file) == []
    while not (told := editor.diagnostics(file)):
        pass
    assert [(each["code"], each["severity"]) for each in told] == [("never-used", 2)]
    line, _ = place_of(idle, "{id: rock")
    assert told[0]["range"]["start"]["line"] == line

    editor.change(file, "# A remark.\n" + idle, 3)
    (one,) = editor.diagnostics(file)
    assert (one["code"], one["range"]["start"]["line"]) == ("never-used", line + 1)
    editor.change(file, idle.replace("shuffle pier", "shuffle peir"), 4)
    assert [each["code"] for each in editor.diagnostics(file)] == ["unknown-name"]
    editor.change(file, right, 5)
    assert editor.diagnostics(file) == []


def test_a_misspelt_word_has_a_quick_fix_and_its_code_is_explained(editor: Editor, tmp_path: Path) -> None:
    shutil.copytree(ROOT / "rulesets" / "tutorial", tmp_path / "tutorial")
    file = tmp_path / "tutorial" / "base" / "gulls.yaml"
    wrong = file.read_text("utf-8").replace("shuffle pier", "shuffle peir")
    file.write_text(wrong, "utf-8")
    editor.open(file)
    (told,) = editor.diagnostics(file)
    line, character = place_of(wrong, "peir")
    place = {"textDocument": {"uri": file.as_uri()}, "range": told["range"], "context": {"diagnostics": [told]}}
    action, more = editor.ask("textDocument/codeAction", place)
    assert more["kind"] == "source"
    assert (action["title"], action["kind"], action["isPreferred"]) == ("Replace 'peir' by 'pier'", "quickfix", True)
    (edit,) = action["edit"]["changes"][file.as_uri()]
    assert (edit["newText"], edit["range"]["start"]) == ("pier", {"line": line, "character": character})
    elsewhere = {"start": {"line": 0, "character": 0}, "end": {"line": 0, "character": 3}}
    assert editor.ask("textDocument/codeAction", place | {"range": elsewhere}) == [more]
    page = editor.at("hover", file, line, character + 1)["contents"]["value"]
    assert "rulewright explain unknown-name" in page


def test_a_file_has_an_outline_and_gets_its_layout(editor: Editor, tmp_path: Path) -> None:
    shutil.copytree(ROOT / "rulesets" / "tutorial", tmp_path / "tutorial")
    file = tmp_path / "tutorial" / "base" / "gulls.yaml"
    right = file.read_text("utf-8")
    editor.open(file)
    document = {"textDocument": {"uri": file.as_uri()}}
    sections = {each["name"]: each for each in editor.ask("textDocument/documentSymbol", document)}
    assert [each["name"] for each in sections["zones"]["children"]] == ["pier", "beak", "nest", "sea"]
    assert sections["zones"]["children"][0]["detail"] == "Molo"

    layout = document | {"options": {"tabSize": 2, "insertSpaces": True}}
    assert editor.ask("textDocument/formatting", layout) == []
    editor.change(file, right.replace("shuffle pier", "shuffle   pier").replace("holds: prey", "holds:   prey"))
    (edit,) = editor.ask("textDocument/formatting", layout)
    assert edit["newText"] == right
    assert edit["range"]["end"]["line"] == right.count("\n")
    for odd in ("kind: [", right.replace("shuffle pier", "shuffle (("), "some: thing\n", ""):
        editor.change(file, odd, 3)
        assert editor.ask("textDocument/formatting", layout) == []


def test_a_key_is_completed_and_a_name_is_found_in_all_files(editor: Editor, tmp_path: Path) -> None:
    shutil.copytree(ROOT / "rulesets" / "tutorial", tmp_path / "tutorial")
    file = tmp_path / "tutorial" / "base" / "gulls.yaml"
    right = file.read_text("utf-8")
    editor.open(file)
    assert editor.diagnostics(file) == []
    half = right.replace("{id: pier,", "{id: pier, ,")
    editor.change(file, half)
    found = {each["label"]: each for each in editor.at("completion", file, *place_of(half, "{id: pier, ", 11))}
    assert {"per", "spaces"} - found.keys() == set()
    assert found["per"]["insertText"] == "per: "
    editor.change(file, right, 3)
    editor.at("hover", file, *place_of(right, "id: nest", 5))  # waits until names have been learnt
    named = [each for each in editor.ask("workspace/symbol", {"query": "NEST"}) if each["name"] == "nest"]
    assert file.as_uri() in [each["location"]["uri"] for each in named]  # other rulesets may be open


def test_a_scenario_is_run_from_the_editor(editor: Editor, tmp_path: Path) -> None:
    shutil.copytree(ROOT / "rulesets" / "tutorial", tmp_path / "tutorial")
    file = next(iter(sorted((tmp_path / "tutorial" / "scenarios").glob("*.yaml"))))
    editor.open(file)
    lenses = editor.ask("textDocument/codeLens", {"textDocument": {"uri": file.as_uri()}})
    assert {each["command"]["title"] for each in lenses} == {"Run this scenario"}
    command = lenses[0]["command"]
    sentence = command["arguments"][1]
    editor.ask("workspace/executeCommand", {"command": command["command"], "arguments": command["arguments"]})
    assert editor.messages_shown[-1] == {"type": 3, "message": f"passed: {sentence}"}
    arguments = [file.as_uri(), "no such scenario"]
    editor.ask("workspace/executeCommand", {"command": command["command"], "arguments": arguments})
    assert editor.messages_shown[-1] == {"type": 1, "message": "the scenario could not be run"}


def test_a_scenario_is_run_as_the_editor_holds_it_and_its_rules(editor: Editor, tmp_path: Path) -> None:
    shutil.copytree(ROOT / "rulesets" / "tutorial", tmp_path / "tutorial")
    file, rules = tmp_path / "tutorial/scenarios/unsaved.yaml", tmp_path / "tutorial/base/gulls.yaml"
    file.write_text(_WORTH.replace("4", "1"), "utf-8")
    editor.open(file)
    editor.change(file, _WORTH)
    run = {"command": "rulewright.runScenario", "arguments": [file.as_uri(), "a herring in the nest"]}
    editor.ask("workspace/executeCommand", run)
    failed = editor.messages_shown[-1]
    assert (failed["type"], failed["message"].split("\n")[0]) == (1, "FAILED: a herring in the nest")
    editor.open(rules)
    written = rules.read_text("utf-8")
    editor.change(rules, written.replace("worth: 2", "worth: 4"))
    editor.ask("workspace/executeCommand", run)
    assert editor.messages_shown[-1] == {"type": 3, "message": "passed: a herring in the nest"}


_WORTH = """\
kind: scenarios
scenarios:
  - scenario: a herring in the nest
    rules: [end]
    given: {seats: 2, arrange: "ask seat(1): move herring to nest"}
    then: [seat(1).fish = 4]
"""


def test_titles_are_in_the_language_of_the_editor(editor: Editor, tmp_path: Path) -> None:
    shutil.copytree(ROOT / "rulesets" / "tutorial", tmp_path / "tutorial")
    file = tmp_path / "tutorial" / "base" / "gulls.yaml"
    text = file.read_text("utf-8").replace("{en: Sprat, pl: Szprotka, fr: Sprat}", "{en: Sprat, fr: Sprat}")
    file.write_text(text, "utf-8")
    editor.open(file)
    assert "Molo" in editor.at("hover", file, *place_of(text, "shuffle pier", 9))["contents"]["value"]
    assert "Sprat" in editor.at("hover", file, *place_of(text, "sprat", 1))["contents"]["value"]
    items = editor.at("completion", file, *place_of(text, "move card to ", 13))
    assert "zone: Molo" in {each["detail"] for each in items}


def test_a_variant_beside_no_ruleset_is_helped_too(editor: Editor, tmp_path: Path) -> None:
    file = tmp_path / "more.yaml"
    text = "kind: variant\nvariant: more\ntitle: {en: More}\nextends: tutorial\npatches:\n"
    file.write_text(text + "  - {change: spart, relative: {copies: +1}, because: more fish}\n")
    editor.open(file)
    (told,) = editor.diagnostics(file)
    assert told["code"] == "patch-without-target"
    fixed = file.read_text().replace("spart", "sprat")
    editor.change(file, fixed)
    assert editor.diagnostics(file) == []
    (place,) = editor.at("definition", file, *place_of(fixed, "sprat", 2))
    assert place["uri"].endswith("tutorial/base/gulls.yaml")
    labels = {each["label"] for each in editor.at("completion", file, *place_of(fixed, "sprat", 1))}
    assert {"sprat", "herring", "take_turn"} <= labels


def test_a_package_is_bound_in_the_game_that_it_extends(editor: Editor, tmp_path: Path) -> None:
    module = "kind: module\nid: tower\ntitle: {en: Tower}\nextends: tutorail\nneeds: [base]\nlanguages: [en]\n"
    content = "kind: content\nquantities:\n  - {id: high, amount: size(nets)}\n"
    (tmp_path / "tower").mkdir()
    manifest, file = tmp_path / "tower" / "module.yaml", tmp_path / "tower" / "content.yaml"
    manifest.write_text(module, encoding="utf-8")
    file.write_text(content, encoding="utf-8")
    editor.open(manifest)
    (told,) = editor.diagnostics(manifest)
    assert (told["code"], told["range"]["start"]["line"]) == ("unbound-package", 3)
    assert "extends 'tutorail'" in told["message"]
    editor.change(manifest, module.replace("tutorail", "tutorial"))
    assert editor.diagnostics(manifest) == []
    editor.open(file)
    (told,) = editor.diagnostics(file)
    assert (told["code"], told["range"]["start"]["line"]) == ("unknown-name", 2)
    (place,) = editor.at("definition", manifest, 4, module.splitlines()[4].index("base"))
    assert place["uri"].endswith("tutorial/base/module.yaml")
    labels = {each["label"] for each in editor.at("completion", file, 2, content.splitlines()[2].index("nets"))}
    assert {"nest", "high"} <= labels


def test_columns_are_in_the_units_that_the_editor_prefers(tmp_path: Path) -> None:
    file = tmp_path / "more.yaml"
    lines = ["kind: variant", "variant: more", "title: {en: More}", "extends: tutorial", "patches:"]
    patch = "  - {because: więcej śledzi, change: spart, relative: {copies: +1}}"
    lines += [patch, patch.replace("spart", "sprat")]
    file.write_text("\n".join(lines), "utf-8")
    before = len(lines[-1].partition("sprat")[0].encode())
    with begun({"general": {"positionEncodings": ["utf-8", "utf-16"]}}) as editor:
        editor.open(file)
        (told,) = editor.diagnostics(file)
        assert [told["range"][each]["character"] for each in ("start", "end")] == [before, before + len("spart")]
        (place,) = editor.at("definition", file, len(lines) - 1, before)
        assert place["uri"].endswith("tutorial/base/gulls.yaml")


@pytest.mark.slow
def test_without_the_extra_one_sentence_tells_how_to_install_it(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("rulewright.cli.verbs.lsp.find_spec", lambda name: None)
    assert run(["lsp"]) == 2
    assert "pip install 'rulewright[lsp]'" in capsys.readouterr().err


def test_a_server_that_starts_again_completes_names_at_its_first_answer(tmp_path: Path) -> None:
    shutil.copytree(ROOT / "rulesets" / "tutorial", tmp_path / "tutorial")
    file = tmp_path / "tutorial" / "base" / "gulls.yaml"
    text = file.read_text("utf-8")
    place = place_of(text, "move card to beak", 13)
    with begun({}) as first:
        first.open(file)
        assert first.at("definition", file, *place_of(text, "shuffle pier", 9)) != []  # waits until names are learnt
        known = {each["label"] for each in first.at("completion", file, *place)}
    assert "beak" in known
    with begun({}) as second:
        second.open(file)
        assert {each["label"] for each in second.at("completion", file, *place)} == known
