"""Writes what goes with a release: `python docs/release.py --out DIR`, which needs the extra `release`.

`constraints.txt` names what `rulewright[web]` needs, each in one version with the hashes of its files, for who deploys
`serve`; `sbom.json` lists the same as CycloneDX. Versions are resolved anew, by the Python that runs this; both files
are refused where they name anything but the public index, as a machine with an index of its own would have it.
"""

from __future__ import annotations

import argparse
import json
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
PUBLIC = ("https://pypi.org/", "https://files.pythonhosted.org/")
_RESOLVE = (
    "--generate-hashes", "--extra=web", "--strip-extras", "--allow-unsafe", "--no-header", "--no-annotate",
    "--no-emit-index-url", "--no-emit-trusted-host", "--no-emit-find-links", "--quiet",
)  # fmt: skip


class Refused(ValueError):  # noqa: N818 - said as a sentence
    """A file that must not be published."""


def refuse_constraints(text: str) -> None:
    """Each line names a version and its hashes, and nothing of the machine that wrote it. Raises Refused."""
    named = [line for line in re.sub(r" \\\n +", " ", text).splitlines() if line]
    for line in named:
        if not re.fullmatch(r"[a-z0-9.-]+==[^ ;]+( ; [^\\]+?)?( --hash=sha256:[0-9a-f]{64})+", line):
            raise Refused(f"constraints.txt: this is not a version with its hashes: {line[:80]}")
    if not named:
        raise Refused("constraints.txt: nothing is named")


def refuse_bill(text: str) -> None:
    """Every component comes from the public index, with a hash. Raises Refused."""
    components = json.loads(text)["components"]
    for each in components:
        found = [ref for ref in each.get("externalReferences", ()) if ref["type"] == "distribution"]
        if not found or not all(ref["url"].startswith(PUBLIC) and ref.get("hashes") for ref in found):
            raise Refused(f"sbom.json: {each['name']} does not come from the public index with a hash")
    if not components:
        raise Refused("sbom.json: nothing is listed")
    if re.search(r"\bfile:|[a-z]:\\\\|/(home|root|tmp|Users|opt)/", text):
        raise Refused("sbom.json: it names a folder of this machine")


def write(folder: Path) -> None:
    """Both files. Raises Refused, or CalledProcessError where a tool fails."""
    folder.mkdir(parents=True, exist_ok=True)
    constraints, bill = folder / "constraints.txt", folder / "sbom.json"
    constraints.unlink(missing_ok=True)  # else its versions would be kept
    subprocess.run(
        [sys.executable, "-m", "piptools", "compile", *_RESOLVE, f"--output-file={constraints}", "pyproject.toml"],
        cwd=ROOT, check=True,
    )  # fmt: skip
    subprocess.run(
        [sys.executable, "-m", "cyclonedx_py", "requirements", "--pyproject", "pyproject.toml", "--output-reproducible",
         "--output-format", "JSON", "--output-file", str(bill), str(constraints)],
        cwd=ROOT, check=True,
    )  # fmt: skip
    refuse_constraints(constraints.read_text("utf-8"))
    refuse_bill(bill.read_text("utf-8"))


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--out", type=Path, required=True, metavar="DIR")
    folder = parser.parse_args().out.resolve()
    try:
        write(folder)
    except (Refused, subprocess.CalledProcessError, OSError) as fault:
        for name in ("constraints.txt", "sbom.json"):
            (folder / name).unlink(missing_ok=True)
        sys.stderr.write(f"{fault}\n")
        return 1
    sys.stdout.write(f"{folder / 'constraints.txt'}\n{folder / 'sbom.json'}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
