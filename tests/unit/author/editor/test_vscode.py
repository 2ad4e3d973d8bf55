"""The extension for Visual Studio Code: its files are as the editor wants them, and its client speaks to the server."""

from __future__ import annotations

import io
import json
import re
import shutil
import subprocess
import sys
import zipfile
from importlib.resources import files
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from rulewright.author.editor.spot import EFFECT_KEYS, EXPRESSION_KEYS
from rulewright.author.editor.vscode.bundle import Bundle, NotBundled, brought, bundled
from rulewright.author.editor.vscode.grammar import grammar
from rulewright.author.editor.vscode.vsix import manifest, vsix
from rulewright.cli import run
from rulewright.core.language.vocabulary import WORDS

ROOT = Path(__file__).resolve().parents[4]
PARTS = Bundle(b"// the client\n", "a-library\n\nMIT")
LOADED = """
const Module = require("module"), before = Module._load;
const any = () => new Proxy(function () {}, {
  get: (of, name) => name === Symbol.toPrimitive ? () => "" : name === "prototype" ? of.prototype : any(),
  construct: () => ({}), apply: () => any(),
});
Module._load = function (name, ...more) { return name === "vscode" ? any() : before.call(this, name, ...more); };
console.log(Object.keys(require(process.argv[1])).sort().join(","));
process.exit(0);
"""
"""Loads a script with something in place of the editor that takes everything."""
CLIENT = """
const { spawn } = require("child_process");
const rpc = require("vscode-languageserver-protocol/node");
const [program, file, uri] = process.argv.slice(1);
const server = spawn(program, ["-c", "from rulewright.cli import main; main(['lsp'])"]);
const line = rpc.createProtocolConnection(
  new rpc.StreamMessageReader(server.stdout), new rpc.StreamMessageWriter(server.stdin));
line.onNotification("textDocument/publishDiagnostics", async (told) => {
  const at = { textDocument: { uri }, position: { line: 0, character: 0 } };
  const hover = await line.sendRequest("textDocument/hover", at);
  console.log(JSON.stringify({ codes: told.diagnostics.map((each) => each.code), hover: hover !== null }));
  await line.sendRequest("shutdown");
  line.sendNotification("exit");
  server.on("exit", (code) => process.exit(code));
});
line.listen();
line.sendRequest("initialize", { processId: process.pid, rootUri: null, capabilities: {} }).then(() => {
  line.sendNotification("initialized", {});
  const text = require("fs").readFileSync(file, "utf-8");
  line.sendNotification("textDocument/didOpen", { textDocument: { uri, languageId: "yaml", version: 1, text } });
});
"""


def parts_of(data: bytes) -> dict[str, bytes]:
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        assert archive.testzip() is None
        return {each: archive.read(each) for each in archive.namelist()}


def patterns_in(node: Any) -> list[str]:
    """All regular expressions of a grammar."""
    inner = node.values() if isinstance(node, dict) else node if isinstance(node, list) else ()
    own = [node[key] for key in ("match", "begin", "end", "while") if key in node] if isinstance(node, dict) else []
    return own + [each for part in inner for each in patterns_in(part)]


def test_the_file_holds_what_the_editor_wants() -> None:
    data = vsix(PARTS, "1.2.3", "Apache-2.0")
    assert data == vsix(PARTS, "1.2.3", "Apache-2.0")
    parts = parts_of(data)
    told = json.loads(parts["extension/package.json"])
    assert (told["name"], told["publisher"], told["version"]) == ("rulewright", "rulewright", "1.2.3")
    assert told["activationEvents"] == ["workspaceContains:**/ruleset.yaml", "workspaceContains:**/module.yaml"]
    paths = [told["main"], *(each["path"] for each in told["contributes"]["grammars"])]
    assert {f"extension/{path.removeprefix('./')}" for path in paths} - parts.keys() == set()
    assert told["contributes"]["configuration"]["properties"]["rulewright.command"]["default"] == ["rulewright"]
    assert told["capabilities"]["untrustedWorkspaces"]["supported"] is False
    package = ElementTree.fromstring(parts["extension.vsixmanifest"])
    identity = package.find("{*}Metadata/{*}Identity")
    assert identity is not None
    assert (identity.get("Id"), identity.get("Version")) == ("rulewright", "1.2.3")
    assets = {str(each.get("Path")) for each in package.iter() if each.tag.endswith("Asset")}
    assert assets - parts.keys() == set()
    types = ElementTree.fromstring(parts["[Content_Types].xml"])
    suffixes = {each.get("Extension") for each in types}
    assert {Path(name).suffix for name in parts if "/" in name} - suffixes == set()
    assert "a-library" in parts["extension/LICENSES.txt"].decode()


def test_each_command_of_the_extension_is_in_its_client() -> None:
    script = files("rulewright.author.editor.vscode").joinpath("extension.js").read_text("utf-8")
    listed = {each["command"] for each in manifest("1.0.0")["contributes"]["commands"]}
    assert set(re.findall(r'kept\("([\w.]+)"', script)) == listed


def test_the_grammar_knows_all_keys_and_words() -> None:
    found = grammar()
    for pattern in patterns_in(found):
        re.compile(pattern.replace(r"\1", ""))
    block, listed, inline = found["patterns"]
    for key in EFFECT_KEYS | EXPRESSION_KEYS:
        assert re.search(block["begin"], f"    {key}: |"), key
        assert re.search(listed["begin"], f"  - {key}: |"), key
        assert re.search(inline["begin"], f"  - {{id: a, {key}: gain 1 coin}}"), key
    assert re.search(inline["begin"], "    about: gain 1 coin") is None
    words = [each["match"] for each in found["repository"]["words"]["patterns"]]
    plain = [each.name for each in WORDS if each.sort in ("verb", "function") and each.name.isalpha()]
    unknown = [name for name in plain if not any(re.fullmatch(each, name) for each in words)]
    assert (len(plain) > 20, unknown) == (True, [])


def test_without_node_or_its_packages_it_says_what_to_install(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    out = str(tmp_path / "x.vsix")
    monkeypatch.setattr("rulewright.author.editor.vscode.bundle.shutil.which", lambda name: None)
    assert run(["editor", "vscode", "--out", out]) == 2
    assert "install Node.js" in capsys.readouterr().err
    monkeypatch.setattr("rulewright.author.editor.vscode.bundle.shutil.which", lambda name: f"/bin/{name}")
    assert run(["editor", "vscode", "--out", out, "--modules", str(tmp_path)]) == 2
    assert "npm install --no-save --ignore-scripts vscode-languageclient@" in capsys.readouterr().err
    assert run(["editor", "vscode", "--out", str(tmp_path / "x.zip")]) == 2
    assert "ends in .vsix" in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []


def test_settings_for_the_editor_are_written_beside_a_new_ruleset(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert run(["new", "ruleset", "village", "--vscode"]) == 0
    told = {path.name: json.loads(path.read_text("utf-8")) for path in Path("village/.vscode").iterdir()}
    publisher, name = manifest("1.0.0")["publisher"], manifest("1.0.0")["name"]
    assert told["extensions.json"] == {"recommendations": [f"{publisher}.{name}"]}
    assert told["settings.json"]["[yaml]"]["editor.tabSize"] == 2
    Path("village/.vscode/settings.json").write_text("{}\n", "utf-8")
    assert run(["new", "module", "gold", "--in", "village", "--vscode"]) == 0
    assert Path("village/.vscode/settings.json").read_text("utf-8") == "{}\n"
    assert run(["check", "village"]) == 0


@pytest.mark.slow
def test_the_client_is_packed_and_speaks_to_the_server(tmp_path: Path) -> None:
    pytest.importorskip("pygls")
    if shutil.which("npm") is None or shutil.which("node") is None:
        pytest.skip("node and npm are not installed")

    try:
        modules = brought(tmp_path)
    except NotBundled as reason:
        pytest.skip(str(reason))
    script = parts_of(vsix(bundled(modules), "1.0.0", "Apache-2.0"))["extension/extension.js"]
    path = tmp_path / "extension.js"
    path.write_bytes(script)
    done = subprocess.run(["node", "-e", LOADED, str(path)], capture_output=True, text=True, timeout=60, check=False)
    assert done.stdout.strip() == "activate,deactivate", done.stderr
    file = tmp_path / "tutorial" / "base" / "gulls.yaml"
    shutil.copytree(ROOT / "rulesets" / "tutorial", tmp_path / "tutorial")
    file.write_text(file.read_text("utf-8").replace("shuffle pier", "shuffle peir"), "utf-8")
    words = ["node", "-e", CLIENT, sys.executable, str(file), file.as_uri()]
    done = subprocess.run(words, cwd=tmp_path, capture_output=True, text=True, timeout=120, check=False)
    assert (done.returncode, json.loads(done.stdout.splitlines()[0])["codes"]) == (0, ["unknown-name"]), done.stderr
