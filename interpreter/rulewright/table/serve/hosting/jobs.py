"""Messages between the gateway of the server and the processes that run rules: values that fit through a pipe."""

from __future__ import annotations

from dataclasses import dataclass, field
from math import inf
from typing import Any, Literal

JobKind = Literal["ask", "bots", "think", "thought", "stuck", "look"]
More = Literal["", "bots", "think"]


@dataclass(frozen=True, slots=True)
class PageRequest:
    """A request for a page, as it came through the guard: the plain values of its scope, and its body."""

    scope: dict[str, Any]
    body: bytes


@dataclass(frozen=True, slots=True)
class Thought:
    """A bot's decision: the number of choices made before it, its seat, and the key of its choice."""

    number: int
    seat: int
    key: str


@dataclass(frozen=True, slots=True)
class TableJob:
    """A job at a table (0: at no table).

    `ask` answers a request for a page. `bots` makes the choices of bots that do not think for long. `think` lets one
    bot think that does, and `thought` makes the choice it found. `stuck` tells people why bots do not continue. `look`
    checks an author's files.

    `anew`: another process has served the table since, so what is known of it here is out of date. `wanted` is the
    number of seconds a bot thinks at its level, `most` the number it is given.
    """

    kind: JobKind
    table: int = 0
    request: PageRequest | None = None
    thought: Thought | None = None
    told: str = ""
    anew: bool = False
    wanted: float = 0.0
    most: float = inf


@dataclass(frozen=True, slots=True)
class SeatCalled:
    """A seat that is asked, the hook to call then (none if that is empty), and the sentence to say to it."""

    seat: int
    hook: str = ""
    sentence: str = ""


@dataclass(frozen=True, slots=True)
class TableNews:
    """News of a table for its pages.

    The mark of each seat, whether an author's files are watched, what bots want to do, the people's seats that must
    choose, and the seconds that the level of the next bot lets it think.
    """

    table: int
    marks: dict[int, str]
    follows: bool
    more: More
    asked: tuple[SeatCalled, ...] = ()
    wanted: float = 0.0


@dataclass(frozen=True, slots=True)
class JobAnswer:
    """The result of a job.

    `seconds` of CPU it took, `assets` that its pages load as (bytes, kind) by name, `fault`: a traceback or "".
    """

    status: int = 200
    headers: tuple[tuple[bytes, bytes], ...] = ()
    body: bytes = b""
    thought: Thought | None = None
    news: tuple[TableNews, ...] = ()
    assets: dict[str, tuple[bytes, str]] = field(default_factory=dict)
    seconds: float = 0.0
    fault: str = ""


class NoAnswer(Exception):  # noqa: N818 - stated as a sentence
    """A job that nobody answers, with the status and the sentence to report."""

    def __init__(self, sentence: str, status: int = 503) -> None:
        super().__init__(sentence)
        self.status = status
