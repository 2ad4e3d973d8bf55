"""Faults in an author's files: spans, diagnostics, nearest-name hints and their rendering.

Only `render` makes prose. What is an error, and which code it has, is decided in the rooms that find it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

Severity = Literal["error", "warning"]
CodeGroup = Literal["effect", "content", "yaml", "files", "variant", "match", "scenario", "lint"]
Lines = dict[tuple[str, int], str]
"""The lines of files by their name and number (from 1), to show with diagnostics."""

_WIDEST_LINE = 140
_LONGEST_NAME = 80
_MOST_SUGGESTED = 3


@dataclass(frozen=True, slots=True, order=True)
class Span:
    """A stretch of one line of a file, with line and column counted from 1, in characters."""

    file: str
    line: int
    column: int
    length: int = 1

    @property
    def place(self) -> str:
        """Its file and line as people read them."""
        return f"{self.file}:{self.line}"


class Suggestion(str):
    """The hint "did you mean 'x'?", with the word that it is about and the names that may be meant, best first."""

    word: str
    names: tuple[str, ...]

    def __new__(cls, hint: str, word: str = "", names: tuple[str, ...] = ()) -> Suggestion:
        made = super().__new__(cls, hint)
        made.word, made.names = word, names
        return made


@dataclass(frozen=True, slots=True)
class Diagnostic:
    """One mistake of an author's, with a stable kebab-case code and its place."""

    code: str
    severity: Severity
    span: Span
    message: str
    hint: str = ""

    @property
    def suggestion(self) -> Suggestion | None:
        """The hint as a `Suggestion`, or None if it is a plain text."""
        return self.hint if isinstance(self.hint, Suggestion) else None


def error(code: str, span: Span, message: str, hint: str = "") -> Diagnostic:
    """A diagnostic that keeps the ruleset from being used."""
    return Diagnostic(code, "error", span, message, hint)


def warning(code: str, span: Span, message: str, hint: str = "") -> Diagnostic:
    """A diagnostic that deserves a look and stops nothing."""
    return Diagnostic(code, "warning", span, message, hint)


def has_errors(found: Iterable[Diagnostic]) -> bool:
    """Whether something among them keeps a ruleset from being used."""
    return any(each.severity == "error" for each in found)


def nearest(name: str, candidates: Iterable[str]) -> str | None:
    """The candidate the author most likely meant, or None if nothing is near.

    See `nearest_ones`; among those equally near it is the first one with the same letters, else the first of all.
    """
    found = nearest_ones(name, candidates)
    return found[0] if found else None


def indefinite(name: str) -> str:
    """A name of an author's with its indefinite article: a card, an event, a unit."""
    spoken = name.lower()
    vowel = spoken[:1] in tuple("aeiou") and not spoken.startswith(("uni", "use", "eu", "one"))
    return f"an {name}" if vowel or spoken.startswith(("hour", "honour", "heir")) else f"a {name}"


def counted(count: int, one: str, many: str = "") -> str:
    """Return a number with its noun, as in 1 seat, 2 seats.

    `many` is the plural if it does not end in a plain s.
    """
    return f"{count} {one if count == 1 else many or one + 's'}"


def some_of(names: Sequence[str], most: int, between: str = ", ") -> str:
    """The first of several names, and how many more there are."""
    more = f" and {len(names) - most} more" if len(names) > most else ""
    return between.join(names[:most]) + more


def cut(text: str, most: int) -> str:
    """A text, of a long one the beginning."""
    return text if len(text) <= most else text[:most] + "..."


def nearest_ones(name: str, candidates: Iterable[str]) -> tuple[str, ...]:
    """The candidates nearest to a name, those with the same letters first, then in alphabetical order.

    Typos (a letter more, less, other or swapped) count one each, and about one in three letters may be
    wrong; letter case and `-` for `_` are free; the same words in another order are near as well. A word of two letters
    is near only to those that have one letter more.
    """
    wanted = _plain(name)[:_LONGEST_NAME]
    allowed = (len(wanted) + 1) // 3
    least = allowed + 1
    found: list[str] = []
    for candidate in candidates:
        if candidate == name:
            return (candidate,)
        other = _plain(candidate)[:_LONGEST_NAME]
        if abs(len(other) - len(wanted)) > allowed or (len(wanted) < 3 and len(other) <= len(wanted)):
            continue
        slips = _slips(wanted, other)
        if sorted(wanted.split("_")) == sorted(other.split("_")):
            slips = min(slips, 1, allowed)
        if slips < least:
            least, found = slips, []
        if slips == least <= allowed:
            found.append(candidate)
    letters = sorted(wanted)
    return tuple(sorted(set(found), key=lambda each: (sorted(_plain(each)) != letters, each)))


def did_you_mean(name: str, candidates: Iterable[str]) -> str:
    """Return the hint "did you mean 'x'?" with up to three names that are equally near, '' if none is.

    It is a `Suggestion`, so that whoever shows it can offer to write the name; as part of another text it is plain.
    """
    found = nearest_ones(name, candidates)
    if not found or len(found) > _MOST_SUGGESTED:
        found = found[:1]
    suggestion = " or ".join(f"'{each}'" for each in found)
    return Suggestion(f"did you mean {suggestion}?", name, found) if found else ""


def sort_diagnostics(diagnostics: Iterable[Diagnostic]) -> tuple[Diagnostic, ...]:
    """Diagnostics by file, line and column, each once."""
    return tuple(sorted(set(diagnostics), key=lambda each: (each.span, each.code, each.message, each.hint)))


def render(diagnostic: Diagnostic, source_line: str | None = None, severity: str = "") -> str:
    """The diagnostic for people: place, code and message, the line with carets under the place, the hint.

    A line wider than a screen is cut around the place. `severity` is the word for it where it is not the plain one.
    """
    span = diagnostic.span
    severity = severity or diagnostic.severity
    lines = [f"{span.file}:{span.line}:{span.column}: {severity}[{diagnostic.code}]: {diagnostic.message}"]
    if source_line is not None:
        shown, before, length = _cut(source_line.rstrip("\r\n"), span.column - 1, span.length)
        lines += [f"  | {shown}".rstrip(), f"  | {' ' * before}{'^' * length}"]
    if diagnostic.hint:
        lines.append(f"  = help: {diagnostic.hint}")
    return "\n".join(lines)


def to_json(diagnostic: Diagnostic) -> dict[str, str | int]:
    """The diagnostic as plain data for editors and scripts."""
    return {
        "code": diagnostic.code,
        "severity": diagnostic.severity,
        "file": diagnostic.span.file,
        "line": diagnostic.span.line,
        "column": diagnostic.span.column,
        "message": diagnostic.message,
        "hint": diagnostic.hint,
    }


def _cut(line: str, before: int, length: int) -> tuple[str, int, int]:
    """The part of a line to show, with the place and length of the carets in it."""
    line = "".join(letter if letter.isprintable() else " " for letter in line[: before + _WIDEST_LINE])
    before = min(before, len(line))
    length = max(1, min(length, len(line) - before))
    if len(line) <= _WIDEST_LINE:
        return line, before, length
    start = max(0, before - _WIDEST_LINE // 2)
    shown = line[start : start + _WIDEST_LINE]
    left, right = "..." if start else "", "..." if start + _WIDEST_LINE < len(line) else ""
    before = before - start
    return left + shown + right, before + len(left), max(1, min(length, len(shown) - before))


def _plain(name: str) -> str:
    return name.strip().lower().replace("-", "_").replace(" ", "_")


def _slips(one: str, other: str) -> int:
    """Letters added, lost, changed or swapped with their neighbour between two words."""
    before_last: list[int] = []
    last = list(range(len(other) + 1))
    for row, letter in enumerate(one, start=1):
        here = [row]
        for column, wanted in enumerate(other, start=1):
            cost = min(last[column] + 1, here[column - 1] + 1, last[column - 1] + (letter != wanted))
            if row > 1 and column > 1 and letter == other[column - 2] and one[row - 2] == wanted:
                cost = min(cost, before_last[column - 2] + 1)
            here.append(cost)
        before_last, last = last, here
    return last[-1]


@dataclass(frozen=True, slots=True)
class CodeExplained:
    """A code, what it says in a sentence, what it means and what to do, and an example.

    `place` says what `wrong` and `right` are: the text of an effect, entries of a content file, one YAML file of any
    kind, several files each below a line `# PATH`, a variant, a match, one scenario, or entries or
    scenarios that are warned of. A code that no few lines can
    show, because it is about sizes or about folders, has none.
    """

    code: str
    title: str
    why: str
    place: CodeGroup = "yaml"
    wrong: str = ""
    right: str = ""
