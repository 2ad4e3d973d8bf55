"""The file of the extension: a zip of its manifests, grammar and client, the same bytes for the same parts."""

from __future__ import annotations

import io
import json
import zipfile
from typing import Any, Final
from xml.sax.saxutils import escape

from rulewright.author.editor.vscode.bundle import Bundle
from rulewright.author.editor.vscode.grammar import SCOPE, grammar

NAME: Final = "rulewright"
PUBLISHER: Final = "rulewright"
_ABOUT: Final = "Rules of tabletop games: messages while you type, completion, explanations, scenarios, tables."
_ENGINE: Final = "^1.91.0"
"""The versions of the editor for which the client's library is made."""
_WHEN: Final = (1980, 1, 1, 0, 0, 0)
_COMMANDS: Final = (
    ("rulewright.check", "Check this ruleset"),
    ("rulewright.test", "Run all scenarios of this ruleset"),
    ("rulewright.playBeside", "Play beside the text"),
)
_README: Final = """\
# Rulewright

Messages while you type, completion, explanations, scenarios and tables for rulesets of tabletop games.

The extension starts the `rulewright` of this machine, with the extra `lsp`: `pip install 'rulewright[lsp]'`.
If it is not on the path, set `rulewright.command`, such as `["/path/to/venv/bin/rulewright"]`.
"""


def manifest(version: str) -> dict[str, Any]:
    """Return what the extension says of itself in package.json."""
    return {
        "name": NAME,
        "displayName": "Rulewright",
        "description": _ABOUT,
        "publisher": PUBLISHER,
        "version": version,
        "license": "SEE LICENSE IN LICENSES.txt",
        "engines": {"vscode": _ENGINE},
        "categories": ["Programming Languages", "Linters"],
        "main": "./extension.js",
        "activationEvents": ["workspaceContains:**/ruleset.yaml", "workspaceContains:**/module.yaml"],
        "capabilities": {
            "untrustedWorkspaces": {"supported": False, "description": "A workspace may say which program is started."},
            "virtualWorkspaces": False,
        },
        "contributes": {
            "configuration": {
                "title": "Rulewright",
                "properties": {
                    "rulewright.command": {
                        "type": "array",
                        "items": {"type": "string"},
                        "default": ["rulewright"],
                        "scope": "machine-overridable",
                        "description": "The program and its first words, one item each. The server is its verb `lsp`.",
                    }
                },
            },
            "commands": [
                {"command": command, "title": title, "category": "Rulewright"} for command, title in _COMMANDS
            ],
            "grammars": [{"scopeName": SCOPE, "path": "./effects.tmLanguage.json", "injectTo": ["source.yaml"]}],
        },
    }


def vsix(bundle: Bundle, version: str, licence: str) -> bytes:
    """Return the file that the editor installs. `licence` is the name of our own."""
    parts = {
        "[Content_Types].xml": _content_types().encode(),
        "extension.vsixmanifest": _package(version).encode(),
        "extension/package.json": _json(manifest(version)),
        "extension/README.md": _README.encode(),
        "extension/LICENSES.txt": f"{NAME}: {licence}\n\n{bundle.licences}\n".encode(),
        "extension/effects.tmLanguage.json": _json(grammar()),
        "extension/extension.js": bundle.script,
    }
    written = io.BytesIO()
    with zipfile.ZipFile(written, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as packed:
        for name, data in parts.items():
            info = zipfile.ZipInfo(name, _WHEN)
            info.compress_type = zipfile.ZIP_DEFLATED
            info.external_attr = 0o644 << 16
            packed.writestr(info, data)
    return written.getvalue()


def _json(value: object) -> bytes:
    return json.dumps(value, indent=2, ensure_ascii=False).encode() + b"\n"


def _content_types() -> str:
    types = {"json": "application/json", "vsixmanifest": "text/xml", "js": "application/javascript"}
    types |= {"md": "text/markdown", "txt": "text/plain"}
    lines = "".join(f'<Default Extension=".{suffix}" ContentType="{kind}"/>' for suffix, kind in types.items())
    space = "http://schemas.openxmlformats.org/package/2006/content-types"
    return f'<?xml version="1.0" encoding="utf-8"?>\n<Types xmlns="{space}">{lines}</Types>\n'


def _package(version: str) -> str:
    return f"""<?xml version="1.0" encoding="utf-8"?>
<PackageManifest Version="2.0.0" xmlns="http://schemas.microsoft.com/developer/vsx-schema/2011">
  <Metadata>
    <Identity Language="en-US" Id="{NAME}" Version="{version}" Publisher="{PUBLISHER}"/>
    <DisplayName>Rulewright</DisplayName>
    <Description xml:space="preserve">{escape(_ABOUT)}</Description>
    <Categories>Programming Languages,Linters</Categories>
    <License>extension/LICENSES.txt</License>
    <Properties>
      <Property Id="Microsoft.VisualStudio.Code.Engine" Value="{_ENGINE}"/>
      <Property Id="Microsoft.VisualStudio.Code.ExtensionKind" Value="workspace"/>
    </Properties>
  </Metadata>
  <Installation><InstallationTarget Id="Microsoft.VisualStudio.Code"/></Installation>
  <Dependencies/>
  <Assets>
    <Asset Type="Microsoft.VisualStudio.Code.Manifest" Path="extension/package.json" Addressable="true"/>
    <Asset Type="Microsoft.VisualStudio.Services.Content.Details" Path="extension/README.md" Addressable="true"/>
    <Asset Type="Microsoft.VisualStudio.Services.Content.License" Path="extension/LICENSES.txt" Addressable="true"/>
  </Assets>
</PackageManifest>
"""
