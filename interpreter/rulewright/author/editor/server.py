"""The language server: what an editor sends becomes questions to the neighbouring rooms, and back.

Diagnostics come in three steps after a pause in typing: what the texts say, which is quick, then what shows only when
everything is compiled, and once the text has rested what other choices of modules say and what lints find. Work is done
alongside the editor's requests, one piece at a time; a newer change voids an older piece of work. Nothing that goes
wrong with a half-written file ends the server.
"""

from __future__ import annotations

import asyncio
import logging
import os
import re
from collections.abc import Callable, Generator
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
    about_codes,
    code_actions,
    completion_item,
    diagnostic_told,
    symbol,
    whole_text,
)
from rulewright.author.editor.complete import completions
from rulewright.author.editor.contents import contents
from rulewright.author.editor.names.index import NameIndex
from rulewright.author.editor.rest import Rested, at_rest
from rulewright.author.editor.study import FoundByFile, Study
from rulewright.author.editor.tell import hover, places_of_definition, places_of_use
from rulewright.core.diagnostics import Diagnostic, Span, has_errors

_PAUSE = 0.12
_LONGER = 0.5
_STEP = 0.05
_Answer = TypeVar("_Answer")
_LOG = logging.getLogger(__name__)


@dataclass(slots=True)
class _Session:
    """The state of the server between two requests."""

    server: LanguageServer
    study: Study = field(default_factory=Study)
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
        self._show(await self.work(lambda: self.study.diagnose(path)), whose, whole)
        await self.index_of(root)
        await asyncio.sleep(_LONGER)
        found = await self.work(lambda: self.study.diagnose(path, "beside"))
        self._show(found, whose, whole)
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
            _LOG.exception("a question of the editor could not be answered")
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

    def place_of(self, root: Path, span: Span) -> lsp.Location:
        path = self.study.path_of(root, span)
        return lsp.Location(from_fs_path(str(path)) or "", self.counted(self.study.buffers.text(path)).range_of(span))


def make_server() -> LanguageServer:
    """Return a server that knows rulesets, modules, variants, matches and scenarios wherever they are."""
    server = LanguageServer("rulewright", "1")
    session = _Session(server)

    @server.feature(lsp.INITIALIZE)
    def begun(params: lsp.InitializeParams) -> None:
        session.language = re.split("[-_.]", params.locale or "en")[0].lower() or "en"

    @server.feature(lsp.TEXT_DOCUMENT_DID_OPEN)
    async def opened(params: lsp.DidOpenTextDocumentParams) -> None:
        session.changed(params.text_document.uri)

    @server.feature(lsp.TEXT_DOCUMENT_DID_CHANGE)
    async def changed(params: lsp.DidChangeTextDocumentParams) -> None:
        session.changed(params.text_document.uri)

    @server.feature(lsp.TEXT_DOCUMENT_DID_SAVE)
    async def saved(params: lsp.DidSaveTextDocumentParams) -> None:
        session.changed(params.text_document.uri)

    @server.feature(lsp.TEXT_DOCUMENT_DID_CLOSE)
    async def closed(params: lsp.DidCloseTextDocumentParams) -> None:
        session.closed(params.text_document.uri)

    @server.feature(lsp.TEXT_DOCUMENT_COMPLETION, lsp.CompletionOptions(trigger_characters=[".", " ", "[", "{"]))
    async def complete(params: lsp.CompletionParams) -> list[lsp.CompletionItem]:
        text, _, line, column, root = session.asked(params.text_document.uri, params.position)
        index = session.study.indexes.get(root) if root is not None else None
        return [completion_item(each) for each in completions(text, line, column, index, session.language)]

    @server.feature(lsp.TEXT_DOCUMENT_HOVER)
    async def hovered(params: lsp.HoverParams) -> lsp.Hover | None:
        text, name, line, column, root = session.asked(params.text_document.uri, params.position)
        index = await session.index_of(root)
        source = session.study.sources.get(root) if root is not None else None
        faults = session.reported(params.text_document.uri)
        about = hover(text, name, line, column, index, source, session.language)
        page = "\n\n---\n\n".join(each for each in (*about_codes(faults, line, column), about) if each)
        return lsp.Hover(lsp.MarkupContent(lsp.MarkupKind.Markdown, page)) if page else None

    @server.feature(lsp.TEXT_DOCUMENT_DEFINITION)
    async def defined(params: lsp.DefinitionParams) -> list[lsp.Location]:
        text, name, line, column, root = session.asked(params.text_document.uri, params.position)
        if root is None:
            return []
        found = places_of_definition(text, name, line, column, await session.index_of(root))
        return [session.place_of(root, span) for span in found]

    @server.feature(lsp.TEXT_DOCUMENT_REFERENCES)
    async def used(params: lsp.ReferenceParams) -> list[lsp.Location]:
        text, name, line, column, root = session.asked(params.text_document.uri, params.position)
        if root is None:
            return []
        found = places_of_use(text, name, line, column, await session.index_of(root))
        return [session.place_of(root, span) for span in found]

    @server.feature(lsp.TEXT_DOCUMENT_CODE_ACTION, lsp.CodeActionOptions([lsp.CodeActionKind.QuickFix]))
    async def code_action(params: lsp.CodeActionParams) -> list[lsp.CodeAction]:
        uri = params.text_document.uri
        return list(code_actions(session.reported(uri), params.range, session.counted(session.text(uri)), uri))

    @server.feature(lsp.TEXT_DOCUMENT_DOCUMENT_SYMBOL)
    async def outlined(params: lsp.DocumentSymbolParams) -> list[lsp.DocumentSymbol]:
        uri = params.text_document.uri
        text, path = session.text(uri), session.path(uri)
        if path is None:
            return []
        session.study.buffers.hold(path, text)
        file, _ = session.study.buffers.read(path, path.as_posix())
        shown = session.counted(text)
        return [symbol(each, shown) for each in contents(file.node, len(shown.lines), session.language)]

    @server.feature(lsp.TEXT_DOCUMENT_FORMATTING)
    async def formatted(params: lsp.DocumentFormattingParams) -> list[lsp.TextEdit]:
        uri = params.text_document.uri
        before = session.text(uri)
        text = await session.work(lambda: session.in_layout(uri))
        return [whole_text(text, session.counted(before))] if text is not None and text != before else []

    return server


def serve() -> None:
    """Serve one editor over standard input and output, until it says that it is done."""
    logging.basicConfig(level=logging.WARNING)
    server = make_server()
    # The server closes what it reads and writes; the command line still needs its own.
    with os.fdopen(os.dup(0), "rb") as spoken, os.fdopen(os.dup(1), "wb") as answers:
        server.start_io(spoken, answers)


def _some_of(steps: Generator[None, None, _Answer]) -> tuple[_Answer, ...]:
    """Continue steps for a moment: the answer if they have reached it."""
    until = monotonic() + _STEP
    try:
        while monotonic() < until:
            next(steps)
    except StopIteration as done:
        return (done.value,)
    return ()
