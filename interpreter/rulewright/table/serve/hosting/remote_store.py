"""The tables of the store as a process sees them that has no part in its file: each call goes through a pipe."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from rulewright.table.serve.store import TableStore

ASKED = (
    "secret", "keep_rules", "rules", "add", "change", "count", "record", "records", "minutes_played", "is_played",
    "choices", "drafts", "append", "draft", "hand_over", "cut",
    "chat", "say", "keep_package", "has_package", "package",
)  # fmt: skip
"""What may be asked of a store from afar."""


StoreCall = Callable[[str, tuple[Any, ...], dict[str, Any]], Any]
"""Calls a method of the store where it is by its name, and gives back or raises what it does."""


class RemoteStore(TableStore):
    """A store in another process. A change is acknowledged only when it is on the disk there."""

    def __init__(self, ask: StoreCall, folder: Path | None) -> None:
        self.ask, self.folder = ask, folder

    def close(self) -> None:
        """Do nothing: the process that holds the store closes it."""


def _far(name: str) -> Callable[..., Any]:
    def asked(self: RemoteStore, *given: Any, **named: Any) -> Any:
        return self.ask(name, given, named)

    return asked


for _name in ASKED:
    setattr(RemoteStore, _name, _far(_name))
