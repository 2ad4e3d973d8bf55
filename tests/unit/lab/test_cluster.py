"""Pairs that others play come to what is played here, also where one of them is killed; no code travels."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from math import inf
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from rulewright.cli import run
from rulewright.cli.progress import Progress
from rulewright.core.model.game import Game
from rulewright.core.pipeline import Choice, shipped_root
from rulewright.lab.comparing.compare import INTERIM_PAIRS, ChunkSums, CompareJob, ComparePlan
from rulewright.lab.comparing.pairs import ComparedTable
from rulewright.lab.ladders.ladder import LadderJob, LadderPlan
from rulewright.lab.machines.cluster import CERTIFICATES, Cluster, ClusterRefused, cluster_at, executor_of
from rulewright.lab.machines.remote import job_data, play_job, ruleset_data
from rulewright.lab.reports.report_games import ReportJob, ReportPlan
from rulewright.lab.training.self_play import SelfPlayJob, SelfPlayPlan
from rulewright.lab.tuning.looks import LookJob, LookPlan
from rulewright.native.loading import load_game
from rulewright.play.jobs.codec import to_plain
from rulewright.play.jobs.running import JobRun, played
from rulewright.play.jobs.worker_pool import ProcessLost
from rulewright.play.policies.learned_files import read_values
from rulewright.play.series.simulate import Series, SeriesJob
from tests.reference.checkout import RULESETS
from tests.unit.adapters.needing import needed
from tests.unit.lab.certificates import write_certificates
from tests.unit.lab.test_compare import DEAR_SALMON, variant
from tests.unit.lab.test_tuning import CALMER

TABLES = (ComparedTable(3, ("random",), 5), ComparedTable(3, ("greedy", "random"), 5))
GULLS = (partial(load_game, "tutorial"),)
LEARNED = read_values(RULESETS / "tutorial" / "players" / "gulls.json")
JOBS = (
    SeriesJob(Series(100, 3, 5, ("random", "greedy")), GULLS),
    LadderJob(LadderPlan(("random", "first"), 2, 50, 5), GULLS),
    ReportJob(ReportPlan(3, 20, "greedy", "random", 5), GULLS),
    SelfPlayJob(SelfPlayPlan((2,), 16, 0, 20, 5), GULLS, inf),
    SelfPlayJob(SelfPlayPlan((2,), 16, 20, 20, 5, learned=LEARNED), GULLS, inf),
    SelfPlayJob(SelfPlayPlan((2,), 16, 20, 20, 5, learned=LEARNED, think=16), GULLS, inf),
    LookJob(LookPlan(Series(10, 3, 5, ("greedy", "random")), first=30), GULLS),
    LookJob(LookPlan(Series(10, 3, 5, ("search:2", "random")), first=30), GULLS),
)


def job_of(house_rule: Path, tables: tuple[ComparedTable, ...] = TABLES, pairs: int = 400) -> CompareJob:
    """A comparison of the tutorial with a house rule of it."""
    loaders = partial(load_game, "tutorial"), partial(load_game, "tutorial", variant=house_rule)
    return CompareJob(ComparePlan(tables, pairs), loaders)


def sent(house_rule: Path, tables: tuple[ComparedTable, ...] = TABLES, **changed: str) -> str:
    """The same as it is sent."""
    job = job_of(house_rule, tables)
    sides = [
        ruleset_data(Choice("tutorial", ("base",), file), load().blueprint.digest)
        for file, load in zip((None, house_rule), job.loaders, strict=True)
    ]
    return job_data(job, [{**sides[0], **changed}, sides[1]])


# ---- What is sent, and what comes back


def test_a_shipped_ruleset_is_sent_by_its_name_whatever_folder_is_here(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shutil.copytree(shipped_root() / "tutorial", tmp_path / "tutorial")
    monkeypatch.chdir(tmp_path)
    assert ruleset_data(Choice("tutorial"), "")["ruleset"] == "tutorial"
    assert ruleset_data(Choice("./tutorial"), "")["ruleset"] == str(tmp_path / "tutorial")


def test_what_is_played_there_is_what_is_played_here(tmp_path: Path) -> None:
    house_rule = variant(tmp_path, DEAR_SALMON)
    job = job_of(house_rule)
    answer = json.loads(play_job(sent(house_rule), 25, 31))
    here = job.play(job.load(), range(25, 31))
    assert answer == {"found": json.loads(json.dumps(to_plain(here)))}
    assert job.read(answer["found"], range(25, 31)) == here


@pytest.mark.parametrize("job", JOBS, ids=lambda job: f"{job.kind} {job.policies[0]}")
def test_every_run_can_be_sent(job: Any) -> None:
    digest = load_game("tutorial").blueprint.digest
    answer = json.loads(play_job(job_data(job, [ruleset_data(Choice("tutorial", ("base",)), digest)]), 4, 8))
    assert job.read(answer["found"], range(4, 8)) == job.play(job.load(), range(4, 8))


def test_the_looks_of_a_tuning_share_the_games_they_are_sent(monkeypatch: pytest.MonkeyPatch) -> None:
    loaded: list[Any] = []

    def load(*words: Any, **options: Any) -> Game:
        loaded.append(options["use_cache"])
        return load_game(*words, **options)

    monkeypatch.setattr("rulewright.lab.machines.remote.load_game", load)
    other = SeriesJob(Series(100, 3, 5), GULLS)
    digest = load_game("tutorial").blueprint.digest
    assert "found" in json.loads(play_job(job_data(other, [ruleset_data(Choice("tutorial", ("base",)), digest)]), 0, 1))
    data = [ruleset_data(Choice(name, ("base",)), load_game(name).blueprint.digest) for name in ("tutorial", "nim")]
    for first in (0, 10, 20):
        for rules in data:
            job = LookJob(LookPlan(Series(10, 2, 5), first), GULLS)
            assert "found" in json.loads(play_job(job_data(job, [rules]), 0, 5))
    assert loaded == [True, False, False], "each once, and past the cache"


def test_what_the_ruleset_brings_plays_there_if_it_is_the_same_and_no_other_file_does() -> None:
    def answered(policy: str, **changed: str) -> Any:
        job = SeriesJob(Series(100, 3, 5, (policy, "random")), GULLS)
        digest = load_game("tutorial").blueprint.digest
        there = ruleset_data(Choice("tutorial", ("base",)), digest, job.policies)
        return json.loads(play_job(job_data(job, [{**there, **changed}]), 4, 6))

    job = SeriesJob(Series(100, 3, 5, ("learned", "random")), GULLS)
    assert answered("learned") == {"found": json.loads(json.dumps(to_plain(job.play(job.load(), range(4, 6)))))}
    assert "bundled players of 'tutorial' differ" in answered("learned", players="other")["refused"]
    assert "its file is only on this machine" in answered("learned:gulls.json")["refused"]


def test_the_house_rule_need_not_lie_where_it_is_played(tmp_path: Path) -> None:
    house_rule = variant(tmp_path, DEAR_SALMON)
    text = sent(house_rule)
    house_rule.unlink()
    assert "found" in json.loads(play_job(text, 0, 1))


def test_what_is_another_there_is_refused(tmp_path: Path) -> None:
    house_rule = variant(tmp_path, DEAR_SALMON)
    own = (ComparedTable(3, ("json:loads",)),)
    for text, told in (
        (sent(house_rule, digest="0"), "it has other rules of 'tutorial': their digest is"),
        (sent(house_rule, ruleset="nowhere"), "'nowhere' cannot be played there"),
        (sent(house_rule, own), "'json:loads' does not play there"),
        (sent(house_rule).replace('"engine": "', '"engine": "0.0'), "is installed there, not 0.0"),
        (sent(house_rule).replace('"kind": "compare"', '"kind": "cook"'), "it cannot run 'cook'"),
    ):
        assert told in json.loads(play_job(text, 0, 1))["refused"]


def test_a_limit_comes_back_as_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rulewright.play.session.endless.MAX_DECISIONS", 3)
    answer = json.loads(play_job(sent(variant(tmp_path, DEAR_SALMON)), 7, 8))
    assert answer["limit"].startswith("pair 8, base (seed ")


# ---- Which cluster


@pytest.mark.parametrize(
    ("address", "plain", "told"),
    [
        ("tcp://127.0.0.1:8786", False, "neither secret nor safe"),
        ("tcp://192.168.0.7:8786", True, "stays within one machine"),
        ("tcp://127.0.0.1.example.org:8786", True, "stays within one machine"),
        ("tls://127.0.0.1:8786", False, "TLS needs certificates"),
        ("http://127.0.0.1:8786", False, "not the address of a scheduler"),
        ("tls://127.0.0.1", False, "not the address of a scheduler"),
        ("tls://127.0.0.1:port", False, "not the address of a scheduler"),
    ],
)
def test_a_cluster_that_is_not_safe_is_refused(address: str, plain: bool, told: str) -> None:
    with pytest.raises(ClusterRefused, match=told):
        cluster_at(address, None, is_plain=plain)


def test_plain_is_allowed_within_a_machine_and_certificates_must_be_whole(tmp_path: Path) -> None:
    assert cluster_at("tcp://localhost:8786", None, is_plain=True).certificates is None
    (tmp_path / "ca.pem").touch()
    with pytest.raises(ClusterRefused, match="has no cert"):
        cluster_at("tls://localhost:8786", tmp_path)


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("--cluster", "tcp://127.0.0.1:8786"), "--cluster tcp://127.0.0.1:8786: tcp:// is neither secret nor safe"),
        (("--plain",), "--plain goes with --cluster"),
        (("--certificates", "."), "--certificates goes with --cluster"),
        (("--cluster", "tcp://127.0.0.1:1", "--plain", "--policy", "json:loads"), "can play only on this machine"),
        (("--cluster", "tcp://127.0.0.1:1", "--plain", "--jobs", "2"), "--jobs"),
    ],
)
def test_wrong_usage_is_told(arguments: tuple[str, ...], told: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["compare", "sleepy_cat", "--games", "25", *arguments]) == 2
    assert told in capsys.readouterr().err


# ---- A cluster of this machine


@contextmanager
def a_cluster(folder: Path, workers: int, *, knows_us: bool = True, most_lost: int = 3) -> Iterator[SimpleNamespace]:
    """A scheduler and workers of this machine, over TLS, and what ends one of the workers."""
    needed("distributed", "cluster")
    needed("cryptography", "cluster")
    certificates = write_certificates(folder / "certificates")
    trusted, certificate, key = (str(certificates / name) for name in CERTIFICATES)
    tls = ["--tls-ca-file", trusted, "--tls-cert", certificate, "--tls-key", key]
    told = folder / "scheduler.json"
    begun: list[subprocess.Popen[bytes]] = []

    def begin(*words: str) -> subprocess.Popen[bytes]:
        lost = {"DASK_DISTRIBUTED__SCHEDULER__ALLOWED_FAILURES": str(most_lost)}
        around = {**os.environ, **lost}
        around["PYTHONPATH"] = os.pathsep.join(each for each in sys.path if each) if knows_us else ""
        process = subprocess.Popen(
            [sys.executable, "-m", "dask", *words, *tls, "--no-dashboard"],
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=around, cwd=folder,
        )  # fmt: skip
        begun.append(process)
        return process

    try:
        begin("scheduler", "--protocol", "tls", "--host", "127.0.0.1", "--port", "0", "--scheduler-file", str(told))
        until(lambda: told.exists() and told.read_text().strip().endswith("}"))
        address = json.loads(told.read_text())["address"]
        players = [begin("worker", address, "--nthreads", "1", "--no-nanny") for _ in range(workers)]
        yield SimpleNamespace(address=address, certificates=certificates, workers=players)
    finally:
        for process in begun:
            process.kill()
            process.wait()


def until(holds: Callable[[], bool], seconds: float = 60) -> None:
    end = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < end
        time.sleep(0.1)


@pytest.mark.slow
def test_what_two_workers_play_is_what_is_played_here_also_when_one_is_killed(tmp_path: Path) -> None:
    house_rule = variant(tmp_path, DEAR_SALMON)
    job = job_of(house_rule, pairs=16 * INTERIM_PAIRS)
    here = played(job).merged.found()
    kept: list[int] = []
    with a_cluster(tmp_path, 2) as cluster:

        def keep(number: int, _: ChunkSums, __: float) -> None:
            kept.append(number)
            if len(kept) == 2:
                cluster.workers[0].kill()

        run = JobRun(job)
        run.go_on(keep=keep, executor=executor_of(Cluster(cluster.address, cluster.certificates), sent(house_rule)))
        assert cluster.workers[0].wait() != 0
        assert cluster.workers[1].poll() is None
    assert sorted(kept) == list(range(16))
    assert run.merged.found() == here


@pytest.mark.slow
def test_pairs_that_end_all_who_play_them_are_named(tmp_path: Path) -> None:
    house_rule = variant(tmp_path, DEAR_SALMON)
    with a_cluster(tmp_path, 1, most_lost=0) as cluster:

        def keep(number: int, _: ChunkSums, __: float) -> None:
            cluster.workers[0].kill()

        executor = executor_of(Cluster(cluster.address, cluster.certificates), sent(house_rule))
        with pytest.raises(ProcessLost, match=r"each process that worked on pairs \d+ to \d+ was ended"):
            JobRun(job_of(house_rule, pairs=40 * INTERIM_PAIRS)).go_on(keep=keep, executor=executor)


SHORT = (
    ["compare", "sleepy_cat", "--policy", "random", "--games", "100"],
    ["simulate", "tutorial", "--games", "100", "--policy", "random,greedy"],
    ["ladder", "tutorial", "--policy", "random,first", "--games", "20"],
    ["report", "tutorial", "--games", "12", "--seats", "2", "--policy", "random,first"],
)


@pytest.mark.slow
def test_the_commands_tell_the_same_by_a_cluster(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    needed("openskill", "ladder")

    def told(*words: str) -> Any:
        assert run([*words, "--format", "json"]) == 0
        data = json.loads(capsys.readouterr().out)
        return {key: value for key, value in data.items() if "second" not in key and key != "backend"}

    here = [told(*words) for words in SHORT]
    with a_cluster(tmp_path, 1) as cluster:
        there = ["--cluster", cluster.address, "--certificates", str(cluster.certificates)]
        assert [told(*words, *there) for words in SHORT] == here
        assert told(*SHORT[1], *there, "--out", str(tmp_path / "run")) == here[1]
        assert told("merge", str(tmp_path / "run")) == here[1]
        strangers = write_certificates(tmp_path / "strangers")
        assert run([*SHORT[0], "--cluster", cluster.address, "--certificates", str(strangers)]) == 2
        assert "no scheduler answers at this address that knows these certificates" in capsys.readouterr().err


@pytest.mark.slow
def test_a_player_learns_by_a_cluster(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    needed("numpy", "train")
    monkeypatch.chdir(tmp_path)
    words = ["train", "tutorial", "--minutes", "0.15", "--simulations", "16", "--measure", "0"]
    with a_cluster(tmp_path, 1) as cluster:
        there = ["--cluster", cluster.address, "--certificates", str(cluster.certificates)]
        assert run([*words, *there, "--out", "gulls.json"]) == 0
        first = read_values(Path("gulls.json")).made["games"]
        assert run([*words, *there, "--resume", "gulls.json"]) == 0
        assert run([*words, *there, "--jobs", "2", "--out", "other.json"]) == 2
        cluster.workers[0].kill()
    assert int(read_values(Path("gulls.json")).made["games"]) > int(first)
    assert "--cluster plays on other machines" in capsys.readouterr().err
    assert run([*words, "--cluster", "tls://127.0.0.1:1", *there[2:], "--out", "other.json"]) == 2
    assert "no scheduler answers at this address" in capsys.readouterr().err


@pytest.mark.slow
def test_values_are_found_by_a_cluster_though_a_worker_is_killed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "calmer.yaml"
    file.write_text(CALMER, "utf-8")
    words = ["tune", str(file), "--seats", "3", "--games", "150", "--fresh", "100", "--policy", "random,search:2"]

    def told(*more: str) -> str:
        assert run([*words, *more]) == 0
        return capsys.readouterr().out

    here = told()
    with a_cluster(tmp_path, 2) as cluster:
        there = ["--cluster", cluster.address, "--certificates", str(cluster.certificates)]
        assert told(*there) == here
        kill_at(60, cluster.workers[0], monkeypatch)
        assert told(*there) == here
        assert cluster.workers[0].wait() != 0
        assert cluster.workers[1].poll() is None


def kill_at(games: int, worker: subprocess.Popen[bytes], monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a worker be killed once so many games were played."""
    reach = Progress.reach

    def killing(self: Progress, done: int, of: int) -> None:
        if done > games:
            worker.kill()
        reach(self, done, of)

    monkeypatch.setattr(Progress, "reach", killing)


@pytest.mark.slow
def test_a_cluster_without_rulewright_is_told_so(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    if (
        subprocess.run([sys.executable, "-I", "-c", "import rulewright"], capture_output=True, check=False).returncode
        == 0
    ):
        pytest.skip("rulewright is installed for every process here")
    with a_cluster(tmp_path, 1, knows_us=False) as cluster:
        there = ["--cluster", cluster.address, "--certificates", str(cluster.certificates)]
        assert run(["compare", "sleepy_cat", "--games", "25", *there]) == 2
    assert "rulewright cannot be loaded there; install it for the scheduler too" in capsys.readouterr().err
