"""Messages to and from other machines as JSON: a job, a stretch of its numbers, and the results.

No code is sent. A machine has rulewright installed, loads the game itself, and refuses anything that differs there:
another version, another ruleset, other learned players of it, a policy that is not part of rulewright. This module
knows nothing of the cluster.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache, partial
from math import inf
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Lock
from typing import Any, Final

from rulewright.core.load.bundled import players_of
from rulewright.core.model.game import Game
from rulewright.core.model.limits import LimitReached
from rulewright.core.pipeline import Choice, RulesetError, existing_root, shipped_folder
from rulewright.core.run.steps import WrongSetup
from rulewright.lab.comparing.compare import CompareJob, ComparePlan
from rulewright.lab.ladders.ladder import LadderJob, LadderPlan
from rulewright.lab.reports.report_games import ReportJob, ReportPlan
from rulewright.lab.training.self_play import SelfPlayJob, SelfPlayPlan
from rulewright.lab.tuning.looks import LookJob, LookPlan
from rulewright.native.loading import load_game
from rulewright.play.jobs.codec import from_plain, to_plain
from rulewright.play.jobs.job import Job
from rulewright.play.jobs.kept_tools import KeptTools
from rulewright.play.jobs.shards import engine
from rulewright.play.policies.naming import bundled_digest, is_bundled, policy_fault
from rulewright.play.series.simulate import Series, SeriesJob
from rulewright.play.series.simulate_native import NativeSeriesJob

AnyJob = Job[Any, Any, Any]
_JOBS: Final[dict[str, tuple[type, Callable[[Any, Any], AnyJob]]]] = {
    "compare": (ComparePlan, partial(CompareJob, natively=True)),
    "simulate": (Series, NativeSeriesJob),
    "ladder": (LadderPlan, LadderJob),
    "report": (ReportPlan, ReportJob),
    "train": (SelfPlayPlan, partial(SelfPlayJob, until=inf)),
    "tune": (LookPlan, LookJob),
}
"""The runs that machines elsewhere play, by their verb: the type of its plan, and the job of a plan and loaders."""
_tools = KeptTools()
_lock = Lock()


class JobRefused(ValueError):  # noqa: N818 - stated as a sentence
    """A machine cannot play what it is sent."""


def ruleset_data(choice: Choice, digest: str, policies: Iterable[str] = ()) -> dict[str, Any]:
    """Return a ruleset as plain data for another machine.

    It is named, if bundled, or given by a path that the machines have too; a house rule is included as text. If a
    policy is a player bundled with the ruleset, the machines must have the same players.
    """
    root, variant = existing_root(choice.ruleset), choice.variant
    brings = any(map(is_bundled, policies))
    return {
        "ruleset": choice.ruleset if root == shipped_folder(choice.ruleset) else str(root.resolve()),
        "modules": list(choice.modules) if choice.modules is not None else None,
        "variant": [variant.name, variant.read_text("utf-8")] if variant is not None else None,
        "digest": digest,
        "players": bundled_digest(players_of(root)) if brings else "",
    }


def job_data(
    job: CompareJob | SeriesJob | LadderJob | ReportJob | SelfPlayJob | LookJob, rulesets: Sequence[dict[str, Any]]
) -> str:
    """Return a job of these rulesets, for `play_job`."""
    return json.dumps({"engine": engine(), "kind": job.kind, "rulesets": list(rulesets), "plan": to_plain(job.plan)})


def play_job(sent: str, start: int, stop: int) -> str:
    """Play the numbers from `start` up to `stop`.

    Return JSON: `{"found": ...}`, `{"refused": why}` or `{"limit": which}`.
    """
    try:
        with _lock:  # a game is played by one thread at a time
            job, tools = _loaded(sent)
            return json.dumps({"found": to_plain(job.play(tools, range(start, stop)))})
    except JobRefused as refused:
        return json.dumps({"refused": str(refused)})
    except LimitReached as limit:
        return json.dumps({"limit": str(limit)})


@lru_cache(maxsize=1)
def _loaded(sent: str) -> tuple[AnyJob, Any]:
    """Return (job, tools), loaded when the job is first sent.

    The last job is cached, and so are tools that jobs share.
    """
    data = json.loads(sent)
    if data["engine"] != engine():
        raise JobRefused(f"rulewright {engine()} is installed there, not {data['engine']}")
    loaders = tuple(_SentGame(json.dumps(each), data["kind"] != "tune") for each in data["rulesets"])
    job = _job(data["kind"], data["plan"], loaders)
    for name in dict.fromkeys(job.policies):
        if fault := policy_fault(name, files=is_bundled(name)):
            raise JobRefused(f"'{name}' does not play there: {fault}")
    return job, _tools.of(job.tools_key, job.load)


def _job(kind: str, plan: Any, loaders: tuple[Any, ...]) -> AnyJob:
    if kind not in _JOBS:
        raise JobRefused(f"it cannot run '{kind}'")
    planned, make = _JOBS[kind]
    return make(from_plain(planned, plan), loaders)


@dataclass(frozen=True, slots=True)
class _SentGame:
    """A loader of a ruleset's game from plain data.

    The many house rules of a tuning are kept out of the cache on disk.
    """

    data: str
    use_cache: bool

    def __call__(self) -> Game:
        return _game(**json.loads(self.data), use_cache=self.use_cache)


def _game(
    ruleset: str, modules: Sequence[str] | None, variant: Any, digest: str, players: str, *, use_cache: bool
) -> Game:
    """Return the game of a ruleset. Raises JobRefused if it is a different one here."""
    try:
        game = _game_of(ruleset, tuple(modules) if modules is not None else None, variant, use_cache=use_cache)
    except (RulesetError, WrongSetup, OSError) as fault:
        raise JobRefused(f"'{ruleset}' cannot be played there: {fault}") from None
    if game.blueprint.digest != digest:
        raise JobRefused(f"it has other rules of '{ruleset}': their digest is {game.blueprint.digest}, not {digest}")
    if players and players != bundled_digest(game.players):
        raise JobRefused(f"its bundled players of '{ruleset}' differ")
    return game


def _game_of(ruleset: str, modules: tuple[str, ...] | None, variant: Any, *, use_cache: bool) -> Game:
    if variant is None:
        return load_game(ruleset, modules=modules, use_cache=use_cache)
    name, text = variant
    with TemporaryDirectory() as folder:
        file = Path(folder) / Path(name).name
        file.write_text(text, encoding="utf-8")
        game = load_game(ruleset, modules=modules, variant=file, use_cache=use_cache)
        if game.native is not None:
            game.native.refusal()  # made while its file is here
        return game
