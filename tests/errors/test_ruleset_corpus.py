"""Small wrong files of a ruleset are refused with exactly the codes and lines they say in their first lines."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from rulewright.core.pipeline import Choice, build_ruleset
from tests.errors.rulesets.skeleton import FILES, build_with, check

CORPUS = Path(__file__).parent / "rulesets"


def test_the_skeleton_itself_is_right(tmp_path: Path) -> None:
    built = build_with(tmp_path, "kind: content\ncounters:\n  - {id: extra, min: 0, max: 1}\n")
    assert built.diagnostics == ()
    assert built.compiled is not None


@pytest.mark.parametrize(
    "path", sorted(CORPUS.glob("*.bad.yaml")), ids=lambda path: path.name.removesuffix(".bad.yaml")
)
def test_file_is_refused_as_it_says(tmp_path: Path, path: Path) -> None:
    check(tmp_path, path)


def test_link_out_of_the_folder_is_refused(tmp_path: Path) -> None:
    (tmp_path / "secret.yaml").write_text("kind: content\n", encoding="utf-8")
    (tmp_path / "harbour/base").mkdir(parents=True)
    (tmp_path / "harbour/base/words.yaml").symlink_to(tmp_path / "secret.yaml")
    for name, text in FILES.items():
        if name != "base/words.yaml":
            (tmp_path / "harbour" / name).parent.mkdir(parents=True, exist_ok=True)
            (tmp_path / "harbour" / name).write_text(text, encoding="utf-8")
    codes = [each.code for each in build_ruleset(Choice(str(tmp_path / "harbour"))).diagnostics]
    assert codes == ["path-escape"]


LIMITED = """
import resource, sys, tempfile, time
from pathlib import Path
resource.setrlimit(resource.RLIMIT_AS, (256 << 20, 256 << 20))
from tests.errors.rulesets.skeleton import build_with
slowest = 0.0
with tempfile.TemporaryDirectory() as folder:
    build_with(Path(folder) / "first", "kind: content\\ncounters: []\\n")
    for number, path in enumerate(sorted(Path("tests/errors").glob("[re]*/*.bad.yaml"))[::{every}]):
        begun = time.process_time()
        build_with(Path(folder) / str(number), path.read_text(encoding="utf-8"))
        slowest = max(slowest, time.process_time() - begun)
assert slowest < 1.0, slowest
"""


@pytest.mark.skipif(sys.platform != "linux", reason="limits of memory are enforced on Linux only")
@pytest.mark.parametrize("every", [5, pytest.param(1, marks=pytest.mark.slow)])
def test_a_wrong_file_is_refused_within_a_second_and_256_megabytes(every: int) -> None:
    import subprocess

    root = Path(__file__).parents[2]
    program = LIMITED.replace("{every}", str(every))
    run = subprocess.run([sys.executable, "-c", program], cwd=root, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stderr[-2000:]
