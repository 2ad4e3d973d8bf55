"""What the front of the server and those who run rules for it say to each other: values that fit through a pipe."""

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
    """What a bot has decided on: after how many choices, for which seat, and the key of its choice."""

    number: int
    seat: int
    key: str


@dataclass(frozen=True, slots=True)
class TableJob:
    """Something to do at a table (0: at none).

    `ask` answers a request for a page, `bots` lets bots choose that do not think for long, `think` lets one think that
    does, and `thought` makes the choice it found; `stuck` tells people why bots do not continue; `look` looks at the
    files of an author. `anew`: what is known about the table is old, for somebody else has served it meanwhile.
    Of a bot that thinks for so many seconds because of its level, `wanted` says how many, and `most` how many it has.
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
    """What is new at a table: the mark of each seat, whether an author's files are watched, what bots want, the
    people's seats that are asked for something, and for how many seconds the level of the next bot lets it think.
    """

    table: int
    marks: dict[int, str]
    follows: bool
    more: More
    asked: tuple[SeatCalled, ...] = ()
    wanted: float = 0.0


@dataclass(frozen=True, slots=True)
class JobAnswer:
    """The result of a job. `seconds` of CPU it took; `assets` that pages made of it load; `fault`: a traceback."""

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
