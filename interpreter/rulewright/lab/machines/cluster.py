"""An executor on the machines of a dask cluster, over TLS, with the extra `cluster`.

Only this module imports dask. It sends the name of a function of this package with plain data (`remote.py`), and
receives text. A machine that dies loses only the stretches it was playing: the scheduler gives them to another one.
"""

from __future__ import annotations

import json
import logging
from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import dataclass
from functools import partial
from ipaddress import ip_address
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from rulewright.core.model.limits import LimitReached
from rulewright.lab.machines.remote import play_job
from rulewright.play.jobs.job import Executor, Job, Play
from rulewright.play.jobs.shards import ShardRefused
from rulewright.play.jobs.worker_pool import ProcessLost

CERTIFICATES = ("ca.pem", "cert.pem", "key.pem")
"""Who is trusted, who this is, and its key."""
_IN_FLIGHT = 2
_PATIENCE = 20


class ClusterRefused(ValueError):  # noqa: N818 - stated as a sentence
    """A cluster that is not, or cannot be, used."""


@dataclass(frozen=True, slots=True)
class Cluster:
    """The address of a scheduler, and the folder of certificates, None for a plain local connection."""

    address: str
    certificates: Path | None


def cluster_at(address: str, certificates: Path | None, *, is_plain: bool = False) -> Cluster:
    """Return the cluster at an address, over TLS unless `is_plain` allows tcp within this machine.

    Raises ClusterRefused if the address is not one, is insecure, or lacks certificates.
    """
    parts = urlsplit(address)
    try:
        host, port = parts.hostname, parts.port
    except ValueError:
        host, port = None, None
    if parts.scheme not in ("tls", "tcp") or not host or not port:
        raise ClusterRefused("this is not the address of a scheduler, such as tls://scheduler.example.org:8786")
    if parts.scheme == "tcp":
        if not is_plain:
            raise ClusterRefused(
                "tcp:// is neither secret nor safe: anyone who reaches the port can run code; use tls://"
            )
        if not _is_loopback(host):
            raise ClusterRefused("a plain connection stays within one machine (127.0.0.1); use tls://")
        return Cluster(address, None)
    if certificates is None:
        raise ClusterRefused(f"TLS needs certificates: --certificates DIR, with {', '.join(CERTIFICATES)} in it")
    for name in CERTIFICATES:
        if not (certificates / name).is_file():
            raise ClusterRefused(f"{certificates} has no {name}; TLS needs {', '.join(CERTIFICATES)}")
    return Cluster(address, certificates)


def _is_loopback(host: str) -> bool:
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def executor_of(cluster: Cluster, sent: str) -> Executor:
    """Return the executor that lets a cluster play the job it is sent, and loads nothing here.

    The executor raises ClusterRefused if the cluster cannot be used, LimitReached if a game runs into a limit,
    ProcessLost if too many machines die.
    """
    return partial(_playing, partial(_client, cluster), sent)


@contextmanager
def connected(cluster: Cluster) -> Iterator[Callable[[str], Executor]]:
    """Yield a function that makes an executor of each job sent, all over one connection.

    The executors are those of `executor_of`.
    """
    with _client(cluster) as client:
        yield lambda sent: partial(_playing, partial(nullcontext, client), sent)


@contextmanager
def _playing(
    connect: Callable[[], AbstractContextManager[Any]], sent: str, job: Job[Any, Any, Any], jobs: int
) -> Iterator[Play]:
    with connect() as client:
        yield lambda chunks: _play(client, sent, job, chunks)


def _play(client: Any, sent: str, job: Job[Any, Any, Any], chunks: Iterable[range]) -> Iterator[tuple[range, Any]]:
    from distributed import KilledWorker, as_completed

    coming, of = iter(chunks), dict[Any, range]()

    def following() -> list[Any]:
        """Send enough stretches to keep all machines busy, and return them."""
        wanted = max(1, _IN_FLIGHT * sum(client.ncores().values())) - len(of)
        sending = []
        for chunk in (each for _, each in zip(range(wanted), coming, strict=False)):
            future = client.submit(play_job, sent, chunk.start, chunk.stop, pure=False)
            of[future.key] = chunk
            sending.append(future)
        return sending

    done = as_completed(following(), loop=client.loop)
    try:
        for future in done:
            chunk = of.pop(future.key)
            try:
                answer = json.loads(future.result())
            except KilledWorker:
                raise ProcessLost(chunk, "without a word, as one does whose memory runs out") from None
            except (ImportError, RuntimeError) as fault:
                raise ClusterRefused(
                    "rulewright cannot be loaded there; install it for the scheduler too "
                    f"({str(fault).splitlines()[0]})"
                ) from None
            for each in following():
                done.add(each)
            yield chunk, _found(job, answer, chunk)
    finally:
        client.cancel(list(done.futures))


def _found(job: Job[Any, Any, Any], answer: Any, chunk: range) -> Any:
    if "refused" in answer:
        raise ClusterRefused(f"one of its machines refuses: {answer['refused']}")
    if "limit" in answer:
        raise LimitReached(str(answer["limit"]))
    try:
        return job.read(answer["found"], chunk)
    except ShardRefused:
        raise ClusterRefused("one of its machines sent an invalid result") from None


@contextmanager
def _client(cluster: Cluster) -> Iterator[Any]:
    """Yield a connection to the scheduler, which has at least one machine.

    Raises ClusterRefused if dask is missing, no scheduler answers, or it has no machine.
    """
    try:
        from distributed import Client, Security
    except ImportError as missing:
        raise ClusterRefused(f"{missing.name} is not installed: pip install 'rulewright[cluster]'") from None
    logging.getLogger("distributed").setLevel(logging.CRITICAL)
    folder = cluster.certificates
    security = None
    if folder is not None:
        trusted, certificate, key = (str(folder / name) for name in CERTIFICATES)
        security = Security(
            tls_ca_file=trusted, tls_client_cert=certificate, tls_client_key=key, require_encryption=True
        )
    try:
        client = Client(cluster.address, security=security, timeout=_PATIENCE, set_as_default=False)
    except (OSError, TimeoutError) as fault:
        knowing = " that knows these certificates" if security is not None else ""
        raise ClusterRefused(f"no scheduler answers at this address{knowing} ({fault})") from None
    try:
        try:
            client.wait_for_workers(1, timeout=_PATIENCE)
        except TimeoutError:
            raise ClusterRefused("no machine has joined its scheduler") from None
        yield client
    finally:
        client.close(timeout=_PATIENCE)
