"""The client of the extension with the library that it needs, in one script: both come from npm, at this moment."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from importlib.resources import files
from pathlib import Path
from typing import Final, NamedTuple

WANTED: Final = ("vscode-languageclient@11.0.0", "esbuild@0.28.2")
"""The npm packages that a bundle needs, and nothing else does."""
_LICENCES: Final = ("License.txt", "LICENSE", "LICENSE.md", "LICENSE.txt", "license")
_LONGEST: Final = 300.0
"""The most seconds that npm may take."""


class NotBundled(Exception):  # noqa: N818 - a sentence about what is missing
    """The reason why no bundle could be made, with what to do."""


class Bundle(NamedTuple):
    """The script of the client, and the licences of what is in it."""

    script: bytes
    licences: str


def how_to_get() -> str:
    """Return the command that brings what is needed."""
    return f"npm install --no-save --ignore-scripts {' '.join(WANTED)}"


def bundled(modules: Path | None) -> Bundle:
    """Return the client in one script, from a folder node_modules, or from npm if none is given.

    Raises NotBundled if node or npm is missing, or if npm cannot bring the packages.
    """
    if shutil.which("node") is None or (modules is None and shutil.which("npm") is None):
        raise NotBundled("node and npm are needed once, to pack the client; install Node.js, which brings both")
    with tempfile.TemporaryDirectory(prefix="rulewright-vscode-") as room:
        return _made(Path(room), modules.resolve() if modules is not None else brought(Path(room)))


def brought(room: Path) -> Path:
    """Return the folder node_modules that npm has filled."""
    words = ["npm", "install", "--no-save", "--ignore-scripts", "--no-audit", "--no-fund", "--prefix", str(room)]
    try:
        done = subprocess.run([*words, *WANTED], capture_output=True, text=True, timeout=_LONGEST, check=False)
    except subprocess.TimeoutExpired:
        raise NotBundled(f"npm took more than {_LONGEST:.0f} s; try again, or: {how_to_get()}") from None
    if done.returncode != 0:
        reason = next((line for line in done.stderr.splitlines() if line.startswith("npm error")), "").strip()
        raise NotBundled(f"npm could not bring the client ({reason or 'no reason given'}); try: {how_to_get()}")
    return room / "node_modules"


def _made(room: Path, modules: Path) -> Bundle:
    tool = modules / "esbuild" / "bin" / "esbuild"
    if not tool.is_file() or not (modules / "vscode-languageclient").is_dir():
        raise NotBundled(f"{modules} lacks vscode-languageclient or esbuild; bring both with: {how_to_get()}")
    source, made = room / "client.js", room / "extension.js"
    source.write_text(files(__package__).joinpath("extension.js").read_text("utf-8"), "utf-8")
    words = ["--bundle", "--minify", "--platform=node", "--format=cjs", "--external:vscode", "--target=node18"]
    done = subprocess.run(
        [str(tool), str(source), *words, "--log-level=error", f"--outfile={made}"],
        capture_output=True, text=True, timeout=_LONGEST, check=False, env=dict(os.environ, NODE_PATH=str(modules)),
    )  # fmt: skip
    if done.returncode != 0 or not made.is_file():
        raise NotBundled(f"esbuild could not pack the client: {done.stderr.strip()[:300]}")
    return Bundle(made.read_bytes(), "\n\n".join(_licences(modules)))


def _licences(modules: Path) -> list[str]:
    """Return the licence of each package that may be in the script."""
    found = []
    for package in sorted(each for each in modules.iterdir() if each.is_dir() and each.name[0] not in ".@"):
        text = next((package / name for name in _LICENCES if (package / name).is_file()), None)
        if text is not None and package.name != "esbuild":
            found.append(f"{package.name}\n\n{text.read_text('utf-8', 'replace').strip()}")
    return found
