"""Changes of a scenario file's text: a scenario more, or a line more that a scenario expects."""

from __future__ import annotations

import re
from collections.abc import Iterator

from rulewright.author.editor.formatting.quotes import written_value
from rulewright.author.testing.extraction.members import members_of
from rulewright.author.testing.extraction.outcome import tests_of
from rulewright.core.load.reader import read_yaml
from rulewright.core.load.scenarios import scenarios_in
from rulewright.core.model.document import Mapping, Sequence, text_of
from rulewright.core.model.game import Blueprint, State
from rulewright.core.model.layout import N_SEATS
from rulewright.core.validate.shape import check_shape
from rulewright.table.drawing.named import number_name, zone_name
from rulewright.table.serve.studio.studio_tools import CannotStudy

_KIND = "scenarios"
_FILE = "the scenario file"


def with_scenario(text: str, extracted: str) -> tuple[str, int]:
    """Return (text, line) of a scenario file with the scenario of another text at its end. Raises CannotStudy.

    An empty text becomes the other one. The line is that of the new scenario.
    """
    if not text.strip():
        return extracted, _last_scenario(extracted)
    document = _document(text)
    lines = text.split("\n")
    head = next((at for at, line in enumerate(lines) if re.match(r"scenarios:\s*(#.*)?$", line)), None)
    if head is None:
        raise CannotStudy("its scenarios are not written line by line; choose another file")
    end = next((at for at in range(head + 1, len(lines)) if re.match(r"[^\s#-]", lines[at])), len(lines))
    while end > head + 1 and not lines[end - 1].strip():
        end -= 1
    first = next(scenarios_in(document), None)
    dash = re.match(r" *(?=- )", lines[first.span.line - 1]) if first is not None else None
    indent = dash[0] if dash is not None else "  "
    added = [indent + line[2:] if line else "" for line in _entry(extracted)]
    made = "\n".join([*lines[:end], *([""] if first is not None else []), *added, *lines[end:]]).rstrip("\n") + "\n"
    return made, _last_scenario(made)


def with_test(text: str, line: int, test: str) -> tuple[str, int]:
    """Return (text, line) of a scenario file in which the scenario at a line expects one test more.

    A test that is there already is not added again. Raises CannotStudy.
    """
    scenario = _scenario_at(text, line)
    lines = text.split("\n")
    then = scenario.get("then")
    if isinstance(then, Sequence) and test in {text_of(each) for each in then.items}:
        return text, next(each.span.line for each in then.items if text_of(each) == test)
    written = written_value(test, in_flow=False, keeps_quotes=False)
    if isinstance(then, Sequence) and then.items:
        last = then.items[-1].span.line - 1
        dash = re.match(r" *- (?=\S)", lines[last])
        if dash is not None and lines[last][dash.end() :].lstrip("'\"")[:1] not in ("{", "["):
            made = [*lines[: last + 1], f"{dash[0]}{written}", *lines[last + 1 :]]
        else:
            made, last = _in_brackets(lines, last, test), last - 1
    elif then is not None:
        raise CannotStudy("what this scenario expects is not a list; write the line yourself")
    else:
        last = _last_line(text, scenario) - 1
        inner = " " * (scenario.span.column - 1)
        made = [*lines[: last + 1], f"{inner}then:", f"{inner}  - {written}", *lines[last + 1 :]]
        last += 1
    joined = "\n".join(made)
    _document(joined)
    return joined, last + 2


def tests_now(blueprint: Blueprint, state: State) -> list[tuple[str, str, tuple[str, ...]]]:
    """Return (name in drawings, name in effects, tests) of each counter, marker and zone as it is now."""
    found = []
    for each in members_of(blueprint, state[N_SEATS]):
        tests = tests_of(blueprint, each, state)
        named = zone_name if each.family.sort == "zone" else number_name
        found += [(named(each.family.id, each.indexes), each.outside, tests)] if tests else []
    return found


def _in_brackets(lines: list[str], last: int, test: str) -> list[str]:
    """Return lines with a test more in the brackets that end on the line `last`."""
    found = re.fullmatch(r"(.*)\](\s*(?:#.*)?)", lines[last])
    if found is None:
        raise CannotStudy("what this scenario expects is in brackets over several lines; write the line yourself")
    written = written_value(test, in_flow=True, keeps_quotes=False)
    return [*lines[:last], f"{found[1]}, {written}]{found[2]}", *lines[last + 1 :]]


def _document(text: str) -> Mapping:
    """Return the document of a scenario file. Raises CannotStudy with its first fault."""
    document, faults = read_yaml(_FILE, text.encode())
    if isinstance(document, Mapping):
        faults = (*faults, *check_shape(text_of(document.get("kind")) or "", document))
    if faults or not isinstance(document, Mapping) or text_of(document.get("kind")) != _KIND:
        reason = f": {faults[0].message} (line {faults[0].span.line})" if faults else ""
        raise CannotStudy(f"no scenario can be written into this file{reason}")
    return document


def _scenario_at(text: str, line: int) -> Mapping:
    """Return the scenario that begins at or before a line. Raises CannotStudy if there is none."""
    found = [each for each in scenarios_in(_document(text)) if each.span.line <= line]
    if not found:
        raise CannotStudy("there is no scenario at this line")
    return found[-1]


def _last_line(text: str, scenario: Mapping) -> int:
    """Return the last line (from 1) of a scenario that says something."""
    later = (each.span.line for each in scenarios_in(_document(text)) if each.span.line > scenario.span.line)
    lines = text.split("\n")
    end = next(later, len(lines) + 1) - 1
    inside = " " * (scenario.span.column - 1)
    while end > scenario.span.line and not (lines[end - 1].startswith(inside) and lines[end - 1].strip()):
        end -= 1
    return end


def _entry(extracted: str) -> Iterator[str]:
    """Yield the lines of the scenario in an extracted text, with the remarks before it."""
    lines = extracted.rstrip("\n").split("\n")
    at = lines.index("scenarios:")
    yield from (f"  {line}" for line in lines[:at] if line.startswith("# ") and "$schema" not in line)
    yield from lines[at + 1 :]


def _last_scenario(text: str) -> int:
    """Return the line of the last scenario of a text."""
    return max((each.span.line for each in scenarios_in(_document(text))), default=1)
