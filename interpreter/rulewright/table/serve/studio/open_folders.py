"""The folders that are open in a studio, and who may open more."""

from __future__ import annotations

import secrets
from dataclasses import dataclass, field
from pathlib import Path

from starlette.exceptions import HTTPException
from starlette.requests import Request

from rulewright.table.serve.studio.edited_files import EditedFiles, FileText
from rulewright.table.serve.studio.studio_tools import FolderStudy, StudioTools

COOKIE = "studio"


@dataclass(frozen=True, slots=True)
class FolderGame:
    """A game that a folder holds: a ruleset by its path or name, and a house rule or None."""

    ruleset: str
    variant: str | None = None


@dataclass(slots=True)
class OpenFolder:
    """A folder that is open: its number in addresses, its files, and the number of its table (0: none yet).

    At the table a `game` is played, with bots at all seats but one if its author is `alone`. The last test that was
    made there ends after the choice `recorded`. The last new name can be taken back by `renamed`: each file that it
    changed, by its path, before and after.
    """

    number: int
    folder: Path
    study: FolderStudy
    table: int = 0
    game: FolderGame = FolderGame("")
    alone: bool = True
    recorded: int = 0
    renamed: dict[str, tuple[FileText, FileText]] = field(default_factory=dict)

    @property
    def files(self) -> EditedFiles:
        return EditedFiles(self.folder)


@dataclass(slots=True)
class Studio:
    """A studio of one author, which lets in only a browser with the `key`.

    New folders are written into `home`.
    """

    tools: StudioTools
    home: Path
    key: str = field(default_factory=lambda: secrets.token_urlsafe(24), repr=False)
    folders: list[OpenFolder] = field(default_factory=list)

    def open(self, folder: Path, wanted: int = 0) -> OpenFolder:
        """Return an open folder, opened if it is not yet, by the number `wanted` if no other one has it."""
        folder = folder.resolve()
        found = next((each for each in self.folders if each.folder == folder), None)
        if found is None:
            free = max((each.number for each in self.folders), default=0) + 1
            number = free if wanted < 1 or self.numbered(wanted) is not None else wanted
            found = OpenFolder(number, folder, self.tools.study(folder))
            self.folders.append(found)
        return found

    def close(self, opened: OpenFolder) -> None:
        """Let a folder be open no longer."""
        self.folders.remove(opened)

    def numbered(self, number: int) -> OpenFolder | None:
        """Return the open folder with a number, or None."""
        return next((each for each in self.folders if each.number == number), None)

    def refuse_strangers(self, request: Request) -> None:
        """Raise HTTPException for a browser that was not given the key."""
        given = request.cookies.get(COOKIE, "")
        if not secrets.compare_digest(given.encode(), self.key.encode()):
            raise HTTPException(403, "open the studio by the link that it printed when it was started")
