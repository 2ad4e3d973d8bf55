"""The language server: what an editor sends becomes questions to the neighbouring rooms, and back.

Diagnostics come in three steps after a pause in typing: what the texts say, which is quick, then what shows only when
everything is compiled, and once the text has rested what other choices of modules say and what lints find. Work is done
alongside the editor's requests, one piece at a time; a newer change voids an older piece of work. Nothing that goes
wrong with a half-written file ends the server.
"""

from __future__ import annotations

import logging
import os
import re

from lsprotocol import types as lsp
from pygls.lsp.server import LanguageServer

from rulewright.author.editor.answers import (
    RUN_SCENARIO,
    WHAT_CHANGES,
    about_codes,
    code_actions,
    completion_item,
    option_items,
    run_lens,
    signature_help,
    symbol,
    what_changes,
    whole_text,
    workspace_symbol,
)
from rulewright.author.editor.complete import completions
from rulewright.author.editor.contents import contents
from rulewright.author.editor.editor_session import EditorSession
from rulewright.author.editor.offers import choice_place
from rulewright.author.editor.proven_places import about_proven
from rulewright.author.editor.renaming import Refused, renamable, renamed
from rulewright.author.editor.signatures import signatures_at
from rulewright.author.editor.tell import hover, places_of_definition, places_of_use
from rulewright.author.editor.trying import scenarios_in

_MOST_SYMBOLS = 200
_ACTIONS = [lsp.CodeActionKind.QuickFix, lsp.CodeActionKind.Source]


def make_server() -> LanguageServer:
    """Return a server that knows rulesets, modules, variants, matches and scenarios wherever they are."""
    server = LanguageServer("rulewright", "1")
    session = EditorSession(server)

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
        place = choice_place(text, line, column)
        if place is not None and root is not None:
            keys = await session.work(lambda: session.offered(params.text_document.uri, root, place))
            return option_items(keys or (), session.counted(text), line, column, place)
        await session.recall(root)
        index = session.study.indexes.get(root) if root is not None else None
        return [completion_item(each) for each in completions(text, line, column, index, session.language)]

    @server.feature(lsp.TEXT_DOCUMENT_HOVER)
    async def hovered(params: lsp.HoverParams) -> lsp.Hover | None:
        text, name, line, column, root = session.asked(params.text_document.uri, params.position)
        index = await session.index_of(root)
        source = session.study.sources.get(root) if root is not None else None
        faults = session.reported(params.text_document.uri)
        about = hover(text, name, line, column, index, source, session.language)
        proven: str | None = ""
        if session.study.games.flows:  # else nothing has been proven yet, and the first answer need not wait for others
            proven = await session.work(lambda: about_proven(session.study, source, name, line, column))
        page = "\n\n---\n\n".join(each for each in (*about_codes(faults, line, column), about, proven) if each)
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

    @server.feature(lsp.TEXT_DOCUMENT_SIGNATURE_HELP, lsp.SignatureHelpOptions(["(", ",", " "]))
    async def signed(params: lsp.SignatureHelpParams) -> lsp.SignatureHelp | None:
        text, _, line, column, root = session.asked(params.text_document.uri, params.position)
        index = session.study.indexes.get(root) if root is not None else None
        return signature_help(*signatures_at(text, line, column, index))

    @server.feature(lsp.TEXT_DOCUMENT_PREPARE_RENAME)
    async def prepare_rename(params: lsp.PrepareRenameParams) -> lsp.PrepareRenamePlaceholder | None:
        text, name, line, column, root = session.asked(params.text_document.uri, params.position)
        entry = renamable(text, name, line, column, await session.index_of(root))
        if isinstance(entry, Refused):
            server.window_show_message(lsp.ShowMessageParams(lsp.MessageType.Warning, entry.reason))
            return None
        return lsp.PrepareRenamePlaceholder(session.counted(text).range_of(entry.span), entry.definition.name)

    @server.feature(lsp.TEXT_DOCUMENT_RENAME, lsp.RenameOptions(prepare_provider=True))
    async def rename(params: lsp.RenameParams) -> lsp.WorkspaceEdit | None:
        text, name, line, column, root = session.asked(params.text_document.uri, params.position)
        entry = renamable(text, name, line, column, await session.index_of(root))
        found = entry if root is None or isinstance(entry, Refused) else await session.work(
            lambda: renamed(session.study, root, entry.definition, params.new_name)
        )  # fmt: skip
        if isinstance(found, tuple):
            return session.workspace_edit(found)
        reason = found.reason if isinstance(found, Refused) else "this could not be renamed"
        server.window_show_message(lsp.ShowMessageParams(lsp.MessageType.Warning, reason))
        return None

    @server.feature(lsp.TEXT_DOCUMENT_CODE_ACTION, lsp.CodeActionOptions(_ACTIONS))
    async def code_action(params: lsp.CodeActionParams) -> list[lsp.CodeAction]:
        uri = params.text_document.uri
        found = list(code_actions(session.reported(uri), params.range, session.counted(session.text(uri)), uri))
        return [*found, what_changes(uri)] if session.is_known(uri) else found

    @server.command(WHAT_CHANGES)
    async def tell_changes(uri: str) -> str:
        told = await session.work(lambda: session.changes(uri))
        message = told or "nothing changes"
        server.window_show_message(lsp.ShowMessageParams(lsp.MessageType.Info, message))
        return message

    @server.feature(lsp.TEXT_DOCUMENT_DOCUMENT_SYMBOL)
    async def outlined(params: lsp.DocumentSymbolParams) -> list[lsp.DocumentSymbol]:
        node, shown = session.document(params.text_document.uri)
        return [symbol(each, shown) for each in contents(node, len(shown.lines), session.language)]

    @server.feature(lsp.WORKSPACE_SYMBOL)
    async def sought(params: lsp.WorkspaceSymbolParams) -> list[lsp.WorkspaceSymbol]:
        known = session.study.indexes.items()
        named = [(root, each) for root, index in known for each in index.like(params.query)]
        return [workspace_symbol(each, session.place_of(root, each.span)) for root, each in named[:_MOST_SYMBOLS]]

    @server.feature(lsp.TEXT_DOCUMENT_CODE_LENS)
    async def runnable(params: lsp.CodeLensParams) -> list[lsp.CodeLens]:
        uri = params.text_document.uri
        node, shown = session.document(uri)
        return [run_lens(uri, each, shown) for each in scenarios_in(node, len(shown.lines))]

    @server.command(RUN_SCENARIO)
    async def run_scenario(uri: str, sentence: str) -> None:
        told = await session.work(lambda: session.scenario_told(uri, sentence))
        message, passed = told or ("the scenario could not be run", False)
        sort = lsp.MessageType.Info if passed else lsp.MessageType.Error
        server.window_show_message(lsp.ShowMessageParams(sort, message))

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
