"""Results of the neighbouring packages in the words of the Language Server Protocol."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from lsprotocol import types as lsp
from pygls.workspace import PositionCodec

from rulewright.author.editor.complete import Completion
from rulewright.author.editor.contents import ContentsPart
from rulewright.author.editor.explain.codes import code_named
from rulewright.author.editor.names.index import Definition
from rulewright.author.editor.offers import ChoicePlace, as_written
from rulewright.author.editor.quick_fixes import quick_fixes
from rulewright.author.editor.signatures import Signature
from rulewright.core.diagnostics import Diagnostic, Span
from rulewright.core.model.sections import SECTIONS

_COMPLETIONS = {
    "verb": lsp.CompletionItemKind.Keyword,
    "keyword": lsp.CompletionItemKind.Keyword,
    "operator": lsp.CompletionItemKind.Operator,
    "function": lsp.CompletionItemKind.Function,
    "quantifier": lsp.CompletionItemKind.Function,
    "procedure": lsp.CompletionItemKind.Function,
    "quantity": lsp.CompletionItemKind.Function,
    "field": lsp.CompletionItemKind.Field,
    "key": lsp.CompletionItemKind.Property,
    "face": lsp.CompletionItemKind.EnumMember,
    "value": lsp.CompletionItemKind.EnumMember,
    "enumeration": lsp.CompletionItemKind.Enum,
    "kind": lsp.CompletionItemKind.Class,
    "component": lsp.CompletionItemKind.Value,
    "module": lsp.CompletionItemKind.Module,
    "ruleset": lsp.CompletionItemKind.Module,
    "rule": lsp.CompletionItemKind.Reference,
    "type": lsp.CompletionItemKind.TypeParameter,
}
RUN_SCENARIO = "rulewright.runScenario"
"""The command that runs one scenario of a file: its URI and the sentence of the scenario are given."""
WHAT_CHANGES = "rulewright.whatChanges"
"""The command that tells what the text of a file changes: its URI is given, and the text is returned."""
_SYMBOLS = {each.id: lsp.SymbolKind[each.symbol] for each in SECTIONS if each.symbol} | {
    "scenarios": lsp.SymbolKind.Method,
    "rules": lsp.SymbolKind.Key,
}


@dataclass(frozen=True, slots=True)
class EditorLines:
    """The lines of a document, and how its editor counts their columns: from 0, in the units that were agreed on."""

    lines: Sequence[str]
    codec: PositionCodec

    def place(self, number: int, column: int) -> lsp.Position:
        """Return the editor's position (from 0) of a line (from 0) and a column (from 1).

        Columns beyond the line become its end.
        """
        return lsp.Position(number, self.codec.client_num_units(self.lines[number][: max(column - 1, 0)]))

    def end(self, number: int) -> lsp.Position:
        """Return the editor's position of the end of a line, counted from 0."""
        return self.place(number, len(self.lines[number]) + 1)

    def range_of(self, span: Span) -> lsp.Range:
        """Return a span in lines and columns as the editor counts them."""
        number = min(max(span.line, 1), len(self.lines)) - 1
        return lsp.Range(self.place(number, span.column), self.place(number, span.column + span.length))

    def own(self, place: lsp.Position) -> tuple[int, int]:
        """Our line and column, both from 1, of the editor's place."""
        number = min(place.line, len(self.lines) - 1)
        within = lsp.Position(number, min(place.character, self.end(number).character))
        return number + 1, self.codec.position_from_client_units(self.lines, within).character + 1


def completion_item(each: Completion) -> lsp.CompletionItem:
    """One thing that could be at a place."""
    page = lsp.MarkupContent(lsp.MarkupKind.Markdown, each.page) if each.page else None
    kind = _COMPLETIONS.get(each.sort, lsp.CompletionItemKind.Variable)
    written = each.written or None
    return lsp.CompletionItem(each.label, kind=kind, detail=each.detail, documentation=page, insert_text=written)


def option_items(
    keys: Iterable[str], shown: EditorLines, line: int, column: int, place: ChoicePlace
) -> list[lsp.CompletionItem]:
    """Return the options of a decision, each of which replaces what is written so far of the name."""
    written = lsp.Range(shown.place(line - 1, place.start), shown.place(line - 1, column))
    return [
        lsp.CompletionItem(key, kind=lsp.CompletionItemKind.EnumMember, detail="offered here", sort_text=f"{number:06}",
                           filter_text=key, text_edit=lsp.TextEdit(written, as_written(key)))
        for number, key in enumerate(keys)
    ]  # fmt: skip


def signature_help(found: Sequence[Signature], parameter: int | None) -> lsp.SignatureHelp | None:
    """Return some signatures with the parameter that is being written, or None if there are none."""
    told = [
        lsp.SignatureInformation(
            each.label,
            lsp.MarkupContent(lsp.MarkupKind.Markdown, each.page),
            [lsp.ParameterInformation(place) for place in each.parameters],
        )
        for each in found
    ]
    return lsp.SignatureHelp(told, active_signature=0, active_parameter=parameter) if told else None


def what_changes(uri: str) -> lsp.CodeAction:
    """Return the action that tells what the text of a file changes."""
    title = "What does this change?"
    command = lsp.Command(title, WHAT_CHANGES, arguments=[uri])
    return lsp.CodeAction(title, lsp.CodeActionKind.Source, command=command)


def diagnostic_told(each: Diagnostic, shown: EditorLines) -> lsp.Diagnostic:
    """Return a diagnostic with its code for the editor. The hint is the last line of the message."""
    severity = lsp.DiagnosticSeverity.Error if each.severity == "error" else lsp.DiagnosticSeverity.Warning
    message = f"{each.message}\n{each.hint}" if each.hint else each.message
    return lsp.Diagnostic(shown.range_of(each.span), message, severity, each.code, source="rulewright")


def code_actions(
    faults: Iterable[Diagnostic], asked: lsp.Range, shown: EditorLines, uri: str
) -> Iterator[lsp.CodeAction]:
    """Yield the possible fixes of each fault in a range, one code action per fix."""
    for each in faults:
        if not _overlap(shown.range_of(each.span), asked):
            continue
        found = quick_fixes(each, shown.lines)
        for fix in found:
            edit = lsp.TextEdit(shown.range_of(fix.span), fix.text)
            yield lsp.CodeAction(
                fix.title,
                lsp.CodeActionKind.QuickFix,
                [diagnostic_told(each, shown)],
                is_preferred=len(found) == 1,
                edit=lsp.WorkspaceEdit({uri: [edit]}),
            )


def about_codes(faults: Iterable[Diagnostic], line: int, column: int) -> Iterator[str]:
    """Yield a text on the code of each fault at a position, and how to read more. Line and column count from 1."""
    for each in faults:
        code = code_named(each.code)
        inside = each.span.line == line and each.span.column <= column <= each.span.column + max(each.span.length, 1)
        if inside and code is not None:
            yield f"**{code.code}**: {code.title} {code.why}\n\n`rulewright explain {code.code}` shows an example."


def symbol(part: ContentsPart, shown: EditorLines) -> lsp.DocumentSymbol:
    """Return a part of a file for the outline."""
    named = shown.range_of(part.span)
    whole = lsp.Range(lsp.Position(part.first - 1, 0), shown.end(min(part.last, len(shown.lines)) - 1))
    if (named.end.line, named.end.character) > (whole.end.line, whole.end.character):
        whole = lsp.Range(whole.start, named.end)
    kind = lsp.SymbolKind.Namespace if part.parts else _SYMBOLS.get(part.section, lsp.SymbolKind.Object)
    inner = [symbol(each, shown) for each in part.parts]
    return lsp.DocumentSymbol(part.name, kind, whole, named, detail=part.title or None, children=inner)


def workspace_symbol(each: Definition, place: lsp.Location) -> lsp.WorkspaceSymbol:
    """Return a definition of a ruleset for a search through all files."""
    kind = _SYMBOLS.get(each.section, lsp.SymbolKind.Object)
    return lsp.WorkspaceSymbol(place, each.name, kind, container_name=each.sort)


def run_lens(uri: str, part: ContentsPart, shown: EditorLines) -> lsp.CodeLens:
    """Return the words over a scenario that run it."""
    command = lsp.Command("Run this scenario", RUN_SCENARIO, arguments=[uri, part.name])
    return lsp.CodeLens(shown.range_of(part.span), command)


def whole_text(text: str, shown: EditorLines) -> lsp.TextEdit:
    """Return the edit that replaces all lines by a new text."""
    return lsp.TextEdit(lsp.Range(lsp.Position(0, 0), shown.end(len(shown.lines) - 1)), text)


def _overlap(one: lsp.Range, other: lsp.Range) -> bool:
    def at(place: lsp.Position) -> tuple[int, int]:
        return place.line, place.character

    return at(one.start) <= at(other.end) and at(other.start) <= at(one.end)
