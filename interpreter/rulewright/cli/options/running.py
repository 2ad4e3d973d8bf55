"""Options of verbs that run many games: by several processes or machines, in shards, kept in a file.

These are `--jobs`, `--shard`, `--out`, `--resume` and `--cluster`, with the progress bar and the message of a stopped
run.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass, replace
from functools import wraps
from pathlib import Path
from shlex import quote
from typing import TYPE_CHECKING, Any, TypeVar

import click

from rulewright.cli.options import with_options
from rulewright.cli.options.wrong import Whole, refuse_unwritable, wrong_value
from rulewright.cli.output import complain
from rulewright.cli.progress import Progress
from rulewright.core.writing import is_full

if TYPE_CHECKING:
    from rulewright.cli.results.rendering import Rendering
    from rulewright.core.pipeline import Choice
    from rulewright.lab.machines.cluster import Cluster
    from rulewright.play.jobs.checkpoint import Checkpoint
    from rulewright.play.jobs.job import Executor
    from rulewright.play.jobs.running import JobRun
    from rulewright.play.jobs.shards import KeptChunk, RunHeading, ShardNumber

Verb = TypeVar("Verb", bound=Callable[..., Any])


@dataclass(frozen=True, slots=True)
class Running:
    """The machines that play, the shard of the run, and the file of its results, which may exist."""

    jobs: int
    share: ShardNumber | None
    path: Path | None
    goes_on: bool
    cluster: Cluster | None

    @property
    def is_plain(self) -> bool:
        """Whether all of it is played here and kept nowhere."""
        return self.path is None and self.cluster is None

    def refuse_backend(self, backend: str) -> None:
        """Wrong usage if a back end is asked for and others play."""
        if self.cluster is not None and backend != "auto":
            reason = "a cluster chooses the back end itself; leave the option out"
            raise wrong_value("--backend", backend, reason)

    def carry_out(self, rendering: Rendering, executor: Executor | None = None) -> None:
        """Play what the file does not have yet, of the whole run or of a share of it, and report the results.

        `executor` plays here if no cluster does; usually that means processes.
        """
        from rulewright.play.jobs.running import JobRun
        from rulewright.play.jobs.shards import cannot_be_read

        run = JobRun(rendering.job, self.share)
        progress = Progress(run.count, run.job.counted)
        progress.advance(0)
        with self._until_over(progress, rendering, run):
            heading = rendering.heading
            heading = replace(heading, share=self.share or (1, 1)) if heading is not None else None
            known = self._known(heading)
            for number, each in known.items():
                run.add(number, rendering.job.read(each.found, run.chunks[number]), each.seconds)
            if known and not rendering.fits(run):
                raise cannot_be_read()
            progress.begin_with(run.played)
            with self._begun(heading, known) or nullcontext() as checkpoint:
                run.go_on(
                    jobs=self.jobs,
                    executor=self._elsewhere(rendering) or executor,
                    keep=_keeping(checkpoint) if checkpoint is not None else None,
                    progress=progress.advance,
                )
        if self.share is not None:
            self._tell_kept(run)
        else:
            rendering.tell(run)
            raise click.exceptions.Exit(rendering.judge(run))

    def _elsewhere(self, rendering: Rendering) -> Executor | None:
        """Return the executor on a cluster, None without one.

        Raises UsageError if a policy is not part of rulewright.
        """
        if self.cluster is None:
            return None
        from rulewright.lab.machines.cluster import executor_of

        refuse_policies_of_here(rendering.job.policies)
        return executor_of(self.cluster, sent(rendering.job, rendering.rulesets))

    def _known(self, heading: RunHeading | None) -> dict[int, KeptChunk]:
        """Return the chunks that the file has, by number.

        Raises UsageError if it belongs to another run.
        """
        from rulewright.play.jobs.checkpoint import holds_nothing, read_checkpoint
        from rulewright.play.jobs.shards import ShardRefused, known_of

        path = self.path if self.goes_on else None
        if heading is None or path is None or not path.exists() or holds_nothing(path):
            return {}
        try:
            return known_of(read_checkpoint(path), heading)
        except ShardRefused as refused:
            raise click.UsageError(f"--resume {quote(str(path))}: {refused}") from None

    def _begun(self, heading: RunHeading | None, known: dict[int, KeptChunk]) -> Checkpoint | None:
        """Return the writer of further chunks to the file, None if nothing is kept.

        Call it once all existing chunks have been read: a file that is refused stays unchanged.
        """
        from rulewright.play.jobs.checkpoint import begin_checkpoint

        if self.path is None:
            return None
        assert heading is not None
        return begin_checkpoint(self.path, heading, known)

    @contextmanager
    def _until_over(self, progress: Progress, rendering: Rendering, run: JobRun[Any, Any]) -> Iterator[None]:
        """While a run is played: if it is stopped, say what the results are so far, and how to continue."""
        from rulewright.play.jobs.shards import ShardRefused

        def tell() -> None:
            if self.share is None:
                rendering.tell(run)
            self._tell_stopped()

        with until_over(progress, self.cluster, tell):
            try:
                yield
            except ShardRefused as refused:
                raise click.UsageError(f"{self.path}: {refused}") from None

    def _tell_kept(self, run: JobRun[Any, Any]) -> None:
        """Tell the results of a shard, and what to do with its file."""
        assert self.share is not None
        number, of = self.share
        click.echo(f"shard {number} of {of}: {run.played} {run.job.counted} are saved in {self.path}")
        click.echo("to merge all shards: rulewright merge FILES")

    def _tell_stopped(self) -> None:
        """Tell how to continue the stopped run."""
        if self.path is not None:
            complain(f"To continue, run the same command with --resume {quote(str(self.path))}")
        else:
            complain("Use --out FILE to make a run resumable.")


@contextmanager
def until_over(progress: Progress, cluster: Cluster | None, tell: Callable[[], None]) -> Iterator[None]:
    """While games are played, here or by a cluster: if they are stopped, `tell` says what is known so far."""
    from rulewright.play.jobs.worker_pool import ProcessLost

    with progress, refused_told(cluster):
        try:
            yield
        except (KeyboardInterrupt, ProcessLost, OSError) as fault:
            if isinstance(fault, OSError) and not (isinstance(fault, ProcessLost) or is_full(fault)):
                raise
            progress.finish()
            tell()
            raise


def refuse_policies_of_here(policies: Iterable[str]) -> None:
    """Wrong usage for policies that are not rulewright's own, which no other machine has."""
    from rulewright.play.policies.naming import files_of, is_bundled, policy_fault

    for name in dict.fromkeys(policies):
        if policy_fault(name, files=is_bundled(name)):
            whose = "files of learned players" if files_of(name) else "policies that you wrote"
            raise wrong_value("--policy", name, f"{whose} can play only on this machine; leave --cluster out")


def sent(job: Any, rulesets: Iterable[tuple[Choice, str]]) -> str:
    """Return a job as a cluster is sent it, with what is played in it and the digests of the rules."""
    from rulewright.lab.machines.remote import job_data, ruleset_data

    return job_data(job, [ruleset_data(*each, job.policies) for each in rulesets])


@contextmanager
def refused_told(cluster: Cluster | None) -> Iterator[None]:
    """Raise UsageError if a cluster cannot be used inside."""
    from rulewright.lab.machines.cluster import ClusterRefused

    try:
        yield
    except ClusterRefused as refused:
        raise wrong_value("--cluster", cluster.address if cluster is not None else "", str(refused)) from None


def _keeping(checkpoint: Checkpoint) -> Callable[[int, Any, float], None]:
    from rulewright.play.jobs.codec import to_plain

    return lambda number, found, seconds: checkpoint.keep(number, to_plain(found), seconds)


def run_options(verb: Verb) -> Verb:
    """Add `--jobs`, `--shard`, `--out`, `--resume` and `--cluster` with its options to a verb.

    The verb gets them as `running`.
    """

    @wraps(verb)
    def choose(
        jobs: int, cluster: Cluster | None, shard: str | None, out: Path | None, resume: Path | None, **rest: Any
    ) -> Any:
        share, path = _kept(shard, out, resume)
        return verb(running=Running(jobs, share, path, resume is not None, cluster), **rest)

    decorated: Verb = with_options(
        who_plays_options(choose),
        click.option("--shard", metavar="K/N",
                     help="Play only shard K of N, for 'rulewright merge'. Needs --out or --resume."),
        click.option("--out", type=click.Path(path_type=Path), metavar="FILE",
                     help="Save games in FILE during the run, for --resume and merge."),
        click.option("--resume", type=click.Path(path_type=Path), metavar="FILE",
                     help="Continue the run in FILE: play only the missing games, and add them to FILE."),
    )  # fmt: skip
    return decorated


def who_plays_options(verb: Verb) -> Verb:
    """`--jobs`, and `--cluster` with its own, given to the verb as `jobs` and `cluster`."""

    @wraps(verb)
    def choose(jobs: int, cluster: str | None, certificates: Path | None, plain: bool, **rest: Any) -> Any:
        used = _cluster(cluster, certificates, plain)
        if used is not None and jobs > 1:
            raise wrong_value(
                "--jobs", str(jobs), "--cluster plays on other machines, --jobs on this one; leave one out"
            )
        return verb(jobs=jobs, cluster=used, **rest)

    decorated: Verb = with_options(
        choose,
        click.option("--jobs", type=Whole(1, 256), default=1, show_default=True,
                     help="Use N processes, or native threads."),
        click.option("--cluster", metavar="tls://HOST:PORT",
                     help="Play on the workers of a dask scheduler. Rulewright must be installed there."),
        click.option("--certificates", type=click.Path(path_type=Path, exists=True, file_okay=False), metavar="DIR",
                     help="With --cluster: the folder of ca.pem, cert.pem and key.pem."),
        click.option("--plain", is_flag=True, help="With --cluster: allow tcp:// within this machine, unencrypted."),
    )  # fmt: skip
    return decorated


def _kept(shard: str | None, out: Path | None, resume: Path | None) -> tuple[ShardNumber | None, Path | None]:
    """Return (shard, file) of a run, each None if not given.

    Raises UsageError if the options contradict each other or the file cannot be used.
    """
    if out is not None and resume is not None:
        raise click.UsageError("--out begins a file, --resume continues one; use only one of them")
    path = out or resume
    share = _share(shard) if shard is not None else None
    if share is not None and path is None:
        raise wrong_value("--shard", shard or "", "a shard needs a file for its results: add --out FILE")
    if path is not None:
        refuse_unwritable(path, "--out" if out is not None else "--resume")
    if out is not None and out.exists():
        raise wrong_value("--out", str(out), "this file exists; continue it with --resume, or name another")
    return share, path


def _share(text: str) -> ShardNumber:
    from rulewright.play.jobs.shards import MOST_SHARDS

    found = re.fullmatch(r"(\d{1,6})/(\d{1,6})", text.strip())
    number, of = (int(each) for each in found.groups()) if found else (0, 0)
    if not 1 <= number <= of <= MOST_SHARDS:
        raise wrong_value("--shard", text, "this is not K/N; write for example --shard 2/5 for the second of five")
    return number, of


def _cluster(address: str | None, certificates: Path | None, plain: bool) -> Cluster | None:
    if address is None:
        if certificates is not None or plain:
            option = "--certificates" if certificates is not None else "--plain"
            raise click.UsageError(f"{option} goes with --cluster tls://HOST:PORT")
        return None
    from rulewright.lab.machines.cluster import ClusterRefused, cluster_at

    try:
        return cluster_at(address, certificates, is_plain=plain)
    except ClusterRefused as refused:
        raise wrong_value("--cluster", address, str(refused)) from None
