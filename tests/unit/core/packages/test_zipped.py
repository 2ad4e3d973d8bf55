"""Five hundred hostile zips are refused with a sentence, in little time and memory, and nothing is written."""

from __future__ import annotations

import io
import os
import random
import stat
import struct
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from rulewright.core.model.packages_used import PackageRefused
from rulewright.core.packages.tree_hash import tree_hash
from rulewright.core.packages.zipped import MOST_PACKED, read_zip

MANIFEST = b"kind: module\nid: tower\ntitle: {en: Tower}\n"
SEED = 46
BAD_NAMES = (
    "../up.yaml",
    "a/../../up.yaml",
    "/etc/cron.yaml",
    "C:/boot.yaml",
    "..\\up.yaml",
    "a\\b.yaml",
    "nul.yaml",
    "CON.md",
    "a\x00.yaml",
    "a\x1b.yaml",
    "e\u0301.yaml",
    "a\u202e.yaml",
    "a\u200b.yaml",
    "dot./a.yaml",
    "space /a.yaml",
    " a.yaml",
    "run.sh",
    "a.py",
    "a.exe",
    "noending",
    ".hidden/x",
    "a//b.yaml",
    "./a.yaml",
    "a/./b.yaml",
    "x" * 300 + ".yaml",
    "/".join("abcdefghij") + ".yaml",
    "q?.yaml",
    "star*.yaml",
    "pipe|.yaml",
    "\ufeffa.yaml",
)


def written(members: list[tuple[zipfile.ZipInfo, bytes]], how: int = zipfile.ZIP_DEFLATED) -> bytes:
    output = io.BytesIO()
    with zipfile.ZipFile(output, "w", how) as whole:
        for info, data in members:
            info.compress_type = info.compress_type or how
            whole.writestr(info, data)
    return output.getvalue()


def named(name: str) -> zipfile.ZipInfo:
    info = zipfile.ZipInfo("placeholder")
    info.filename = info.orig_filename = name
    return info


def hostile(number: int, chance: random.Random) -> tuple[str, bytes]:
    """What is wrong, and a zip of which that is wrong."""
    right = (named("module.yaml"), MANIFEST)
    ways = (
        "name",
        "link",
        "device",
        "twin",
        "case",
        "bomb",
        "large yaml",
        "many",
        "cut",
        "flipped",
        "encrypted",
        "size lie",
        "no manifest",
        "two tops",
        "packed otherwise",
        "file and folder",
        "endless directory",
        "noise",
        "count lie",
    )
    way = ways[number % len(ways)]
    if way == "name":
        return way, written([right, (named(chance.choice(BAD_NAMES)), b"kind: content\n")])
    if way in ("link", "device"):
        info = named("content.yaml")
        info.create_system = 3
        kind = (
            stat.S_IFLNK if way == "link" else chance.choice((stat.S_IFIFO, stat.S_IFBLK, stat.S_IFCHR, stat.S_IFSOCK))
        )
        info.external_attr = (kind | 0o777) << 16
        return way, written([right, (info, b"/etc/passwd")])
    if way == "twin":
        return way, written([right, (named("a.yaml"), b"a: 1\n"), (named("a.yaml"), b"a: 2\n")])
    if way == "case":
        return way, written([right, (named("a.yaml"), b"a: 1\n"), (named("A.yaml"), b"a: 2\n")])
    if way == "bomb":
        return way, written([right, (named("pictures/a.png"), bytes(61_000_000 + chance.randrange(1000)))])
    if way == "large yaml":
        return way, written([right, (named("a.yaml"), b"#" * (2_000_001 + chance.randrange(1000)))])
    if way == "many":
        return way, written([right, *((named(f"a{each}.yaml"), b"") for each in range(2000 + chance.randrange(99)))])
    if way == "file and folder":
        return way, written([right, (named("a.yaml"), b""), (named("a.yaml/b.yaml"), b"")])
    if way == "packed otherwise":
        return way, written([right], chance.choice((zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA)))
    if way == "no manifest":
        return way, written([(named("readme.md"), b"nothing")])
    if way == "two tops":
        return way, written([(named("one/module.yaml"), MANIFEST), (named("two/module.yaml"), MANIFEST)])
    if way == "noise":
        return way, chance.randbytes(chance.randrange(1, 5000)) + b"PK\x05\x06" + chance.randbytes(18)
    data = bytearray(written([right, (named("a.yaml"), b"kind: content\n" * 50)]))
    directory = data.index(b"PK\x01\x02")
    end = data.index(b"PK\x05\x06")
    if way == "cut":
        return way, bytes(data[: chance.randrange(1, end)])
    if way == "flipped":
        data[chance.randrange(45, 60)] ^= 0xFF
        return way, bytes(data)
    if way == "encrypted":
        data[6] |= 1
        data[directory + 8] |= 1
        return way, bytes(data)
    if way == "size lie":
        struct.pack_into("<I", data, directory + 24, 3)  # fewer bytes than there are
        return way, bytes(data)
    if way == "endless directory":
        struct.pack_into("<I", data, end + 12, 0x7FFFFFFF)
        return way, bytes(data)
    struct.pack_into("<HH", data, end + 8, 0xFFFF, 0xFFFF)
    return way, bytes(data)


HOSTILE = 500
PROGRAM = """
import random, resource, sys, time
from pathlib import Path
from tests.unit.core.packages.test_zipped import HOSTILE, SEED, hostile
from rulewright.core.model.packages_used import PackageRefused
from rulewright.core.packages.finding import package_at
chance, folder = random.Random(SEED), Path(sys.argv[1])
made = []
for number in range(int(sys.argv[2]), HOSTILE, int(sys.argv[3])):
    way, data = hostile(number, random.Random(f"{SEED} {number}"))
    path = folder / f"{number}.zip"
    path.write_bytes(data)
    made.append((number, way, path))
del data
resource.setrlimit(resource.RLIMIT_AS, (256 << 20, 256 << 20))
for number, way, path in made:
    begun = time.process_time()
    try:
        package_at(path)
    except PackageRefused as refused:
        said = str(refused)
    else:
        sys.exit(f"{number} ({way}, seed {SEED}) was accepted")
    if time.process_time() - begun > 1 or len(said) > 400 or "Traceback" in said:
        sys.exit(f"{number} ({way}, seed {SEED}): {time.process_time() - begun:.1f} s, {said}")
"""


@pytest.mark.skipif(sys.platform != "linux", reason="limits of memory are enforced on Linux only")
@pytest.mark.parametrize("every", [10, pytest.param(1, marks=pytest.mark.slow)])
def test_hostile_zips_are_refused_and_leave_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, every: int
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    (tmp_path / "zips").mkdir()
    root = Path(__file__).parents[4]
    run = subprocess.run(
        [sys.executable, "-c", PROGRAM, str(tmp_path / "zips"), "0", str(every)],
        cwd=root,
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "PYTHONPATH": f"{root / 'interpreter'}:{root}"},
    )
    assert run.returncode == 0, run.stderr[-2000:]
    assert list(tmp_path.glob("data/**/*")) == []


@pytest.mark.parametrize("name", BAD_NAMES)
def test_a_bad_name_is_refused_with_the_name(name: str) -> None:
    data = written([(named("module.yaml"), MANIFEST), (named(name), b"kind: content\n")])
    with pytest.raises(PackageRefused) as refused:
        read_zip(data, "tower.zip")
    assert str(refused.value).startswith("tower.zip")


def test_a_right_one_is_read_in_both_layouts_with_one_hash() -> None:
    plain = written([(named("module.yaml"), MANIFEST), (named("a/b.yaml"), b"kind: content\n")])
    junk = [
        (named("__MACOSX/._x"), b"?"),
        (named("t/._a.yaml"), b"?"),
        (named("t/.DS_Store"), b"?"),
        (named("t/"), b""),
    ]
    within = written(
        [(named("t/a/b.yaml"), b"kind: content\n"), *junk, (named("t/module.yaml"), MANIFEST)], zipfile.ZIP_STORED
    )
    assert read_zip(plain, "one") == read_zip(within, "other")
    assert tree_hash(read_zip(plain, "one")) == tree_hash({"a/b.yaml": b"kind: content\n", "module.yaml": MANIFEST})


def test_one_that_is_too_large_is_not_read(tmp_path: Path) -> None:
    from rulewright.core.packages.zipped import zip_bytes

    with (tmp_path / "large.zip").open("wb") as file:
        file.truncate(MOST_PACKED + 1)
    with pytest.raises(PackageRefused, match="more than 20 MB"):
        zip_bytes(tmp_path / "large.zip")
