"""The state of a language server between two requests: unsaved texts, names, and what was reported."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Generator, Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from time import monotonic
from typing import TypeVar

from lsprotocol import types as lsp
from pygls.lsp.server import LanguageServer
from pygls.uris import from_fs_path, to_fs_path

from rulewright.author.editor.answers import (
    EditorLines,
    diagnostic_told,
)
from rulewright.author.editor.edit_in_words import changes_told
from rulewright.author.editor.names.index import NameIndex
from rulewright.author.editor.new_texts import NewText
from rulewright.author.editor.offers import ChoicePlace, OfferedChoices
from rulewright.author.editor.rest import Rested, at_rest
from rulewright.author.editor.study import FoundByFile, Study
from rulewright.author.editor.trying import told_of_scenario
from rulewright.core.diagnostics import Diagnostic, Span, has_errors
from rulewright.core.model.document import Node

_PAUSE = 0.12
_LONGER = 0.5
_STEP = 0.05
_Answer = TypeVar("_Answer")
_LOG = logging.getLogger(__name__)


@dataclass(slots=True)
class EditorSession:
    """The state of the server between two requests."""

    server: LanguageServer
    study: Study = field(default_factory=Study)
    choices: OfferedChoices = field(default_factory=OfferedChoices)
    pool: ThreadPoolExecutor = field(default_factory=lambda: ThreadPoolExecutor(1))
    waiting: dict[Path, asyncio.Future[None]] = field(default_factory=dict)
    resting: dict[Path, asyncio.Future[None]] = field(default_factory=dict)
    learning: dict[Path, asyncio.Future[None]] = field(default_factory=dict)
    rested: Rested = field(default_factory=Rested)
    shown: dict[Path, tuple[Diagnostic, ...]] = field(default_factory=dict)
    language: str = "en"

    def path(self, uri: str) -> Path | None:
        name = to_fs_path(uri)
        return Path(name).resolve() if name else None

    def changed(self, uri: str) -> None:
        """Take what is in a document now, and look at it soon."""
        path = self.path(uri)
        if path is None:
            return
        self.study.buffers.hold(path, self.text(uri))
        self._soon(path)

    def closed(self, uri: str) -> None:
        path = self.path(uri)
        if path is not None:
            self.study.buffers.drop(path)
            self._soon(path)

    def _soon(self, path: Path) -> None:
        self._end_rest(path)
        earlier = self.waiting.pop(path, None)
        if earlier is not None:
            earlier.cancel()
        self.waiting[path] = asyncio.ensure_future(self._look(path))

    def _end_rest(self, path: Path) -> None:
        """Stop what is looked for at rest if a file has a part in it."""
        for whose in [each for each in self.resting if path == each or self.study.is_part(path, each)]:
            self.resting.pop(whose).cancel()

    async def _look(self, path: Path) -> None:
        """Report faults, at once those of texts and the rest later, then learn the names again."""
        await asyncio.sleep(_PAUSE)
        root = await self.work(lambda: self.study.root_of(path))
        whole = root if root is not None and self.study.is_part(path, root) else None
        whose = whole or path
        await self.recall(root)
        self._show(await self.work(lambda: self.study.diagnose(path)), whose, whole)
        await self.index_of(root)
        await asyncio.sleep(_LONGER)
        found = await self.work(lambda: self.study.diagnose(path, "beside"))
        self._show(found, whose, whole)
        if root is not None:
            await self.work(lambda: self._warm(path, root))
        if found is not None:
            self._end_rest(path)
            self.resting[whose] = asyncio.ensure_future(self._rest(path, found, root, whose, whole))

    async def _rest(self, path: Path, found: FoundByFile, root: Path | None, whose: Path, whole: Path | None) -> None:
        """Learn the names again, and report what takes longer to find. A change of the files ends this."""
        if root is not None:
            await self._in_steps(self.study.learning(root))
        known = [each for listed in found.values() for each in listed]
        more = await self._in_steps(at_rest(self.study, path, known))
        if more is not None and not has_errors(known):
            self.rested.keep(whose, more, self.study.buffers)
            self._show(found, whose, whole)

    async def work(self, question: Callable[[], _Answer]) -> _Answer | None:
        """Return the answer to a question, computed next to the requests, or None if the program fails."""
        try:
            return await asyncio.get_running_loop().run_in_executor(self.pool, question)
        except Exception:  # noqa: BLE001 - whatever is wrong, an editor must not lose its server over it
            _LOG.exception("a request of the editor failed")
            return None

    async def _in_steps(self, steps: Generator[None, None, _Answer]) -> _Answer | None:
        """Return the answer that steps lead to. Between two steps newer questions have their turn or cancel it."""
        while True:
            answers = await self.work(lambda: _some_of(steps))
            if answers is None or answers:
                return answers[0] if answers else None

    def _show(self, found: FoundByFile | None, whose: Path, whole: Path | None) -> None:
        """Report findings. `whole` is the ruleset if all of it was looked at, so that fixed faults are known."""
        if found is None:
            return
        gone: FoundByFile = {p: () for p in self.shown if whole is not None and self.study.is_part(p, whole)}
        for path, faults in self.rested.with_found(whose, gone | found, self.study.buffers).items():
            if faults or path in self.shown or path.resolve() in self.study.buffers.unsaved:
                self.shown.pop(path, None)
                self.shown |= {path: faults} if faults else {}
                lines = self.counted(self.study.buffers.text(path))
                told = [diagnostic_told(each, lines) for each in faults]
                uri = from_fs_path(str(path)) or ""
                self.server.text_document_publish_diagnostics(lsp.PublishDiagnosticsParams(uri, told))

    # ---- Requests

    def reported(self, uri: str) -> tuple[Diagnostic, ...]:
        """Return the diagnostics last reported to the editor about a document."""
        path = self.path(uri)
        return self.shown.get(path, ()) if path is not None else ()

    def text(self, uri: str) -> str:
        """Return a document as it is now."""
        return self.server.workspace.get_text_document(uri).source

    def document(self, uri: str) -> tuple[Node | None, EditorLines]:
        """Return (what is read of a document as it is now, its lines), nothing read where it is no file."""
        text, path = self.text(uri), self.path(uri)
        if path is None:
            return None, self.counted(text)
        self.study.buffers.hold(path, text)
        return self.study.buffers.read(path, path.as_posix())[0].node, self.counted(text)

    def counted(self, text: str) -> EditorLines:
        """Return the lines of a text, with the units in which the editor counts columns."""
        return EditorLines(text.split("\n"), self.server.workspace.position_codec)

    def in_layout(self, uri: str) -> str | None:
        """Return a document in canonical layout, or None if it has mistakes or is not one of ours."""
        path = self.path(uri)
        if path is None:
            return None
        self.study.buffers.hold(path, self.text(uri))
        return self.study.formatted(path)

    async def recall(self, root: Path | None) -> None:
        """Take the names of a ruleset from the cache if none are known yet, which is sooner done than any check."""
        if root is not None and root not in self.study.indexes:
            await self.work(lambda: self.study.recall(root))

    async def index_of(self, root: Path | None) -> NameIndex | None:
        """Return the names of a ruleset, or None if there are none yet.

        The first caller waits until they are learnt. Further typing does not stop that.
        """
        if root is not None and root not in self.study.indexes:
            under_way = self.learning.get(root)
            if under_way is None or under_way.done():
                under_way = self.learning[root] = asyncio.ensure_future(self._in_steps(self.study.learning(root)))
            await asyncio.wait((under_way,))
        return self.study.indexes.get(root) if root is not None else None

    def asked(self, uri: str, position: lsp.Position) -> tuple[str, str, int, int, Path | None]:
        """Return (text, name of the file in the index, line and column from 1, ruleset) of a request."""
        path = self.path(uri) or Path("unsaved.yaml")
        text = self.text(uri)
        line, column = self.counted(text).own(position)
        root = self.study.root_of(path)
        inside = root is not None and path.is_relative_to(root)
        name = path.relative_to(root.parent).as_posix() if root is not None and inside else path.as_posix()
        return text, name, line, column, root

    def is_known(self, uri: str) -> bool:
        """Return whether a document belongs to a ruleset or package."""
        path = self.path(uri)
        return path is not None and self.study.root_of(path) is not None

    def changes(self, uri: str) -> str:
        """Return what the text of a document changes, in words."""
        path = self.path(uri)
        if path is None:
            return ""
        self.study.buffers.hold(path, self.text(uri))
        return changes_told(self.study, path, self.language)

    def scenario_told(self, uri: str, sentence: str) -> tuple[str, bool] | None:
        """Return (what came of a scenario in a document, whether it passed), None where that is no file."""
        path = self.path(uri)
        if path is None:
            return None
        self.study.buffers.hold(path, self.text(uri))
        return told_of_scenario(self.study, path, sentence)

    def offered(self, uri: str, root: Path, place: ChoicePlace) -> tuple[str, ...]:
        """Return the keys of the options that are offered at a place of a document."""
        path = self.path(uri)
        return self.choices.at(path, place, root, self.study.files.review(root).read) if path is not None else ()

    def _warm(self, path: Path, root: Path) -> None:
        """Make the game of the scenarios in a file, if it is one of scenarios: they are about to be written."""
        text = self.study.buffers.text(path)
        if "kind: scenarios" in text:
            self.choices.warm(path, text, root, self.study.files.review(root).read)

    def workspace_edit(self, edits: Iterable[NewText]) -> lsp.WorkspaceEdit:
        """Return edits of several files."""
        by_uri: dict[str, list[lsp.TextEdit]] = {}
        for each in edits:
            lines = self.counted(self.study.buffers.text(each.path))
            uri = from_fs_path(str(each.path)) or ""
            by_uri.setdefault(uri, []).append(lsp.TextEdit(lines.range_of(each.span), each.text))
        return lsp.WorkspaceEdit(by_uri)

    def place_of(self, root: Path, span: Span) -> lsp.Location:
        path = self.study.path_of(root, span)
        return lsp.Location(from_fs_path(str(path)) or "", self.counted(self.study.buffers.text(path)).range_of(span))


def _some_of(steps: Generator[None, None, _Answer]) -> tuple[_Answer, ...]:
    """Continue steps for a moment: the answer if they have reached it."""
    until = monotonic() + _STEP
    try:
        while monotonic() < until:
            next(steps)
    except StopIteration as done:
        return (done.value,)
    return ()
