"""A meaning as lines of text, for `explain`."""

from __future__ import annotations

from collections.abc import Iterator
from textwrap import wrap
from typing import TYPE_CHECKING

import click

from rulewright.core.diagnostics import counted

if TYPE_CHECKING:
    from rulewright.author.editor.explain.meaning import KeyRow, Meaning, Touch
    from rulewright.author.editor.explain.mentions import Mention

_WIDTH = 100
_LISTED = 8
_MENTIONED = 20
_WIDEST = 22
_MOST_WHOLE = 4


def lines_of_meanings(meanings: tuple[Meaning, ...], everything: bool) -> Iterator[str]:
    """Yield meanings with an empty line between them.

    Several meanings are shortened, and of many keys all but the first are one line each, unless `everything`.
    """
    keys = [each for each in meanings if each.may_be]
    listed = () if everything or len(keys) <= _MOST_WHOLE else keys[1:]
    shown: set[tuple[KeyRow, ...]] = set()
    for number, each in enumerate(meanings):
        if number and not (each in listed and meanings[number - 1] in listed):
            yield ""
        yield from (
            _short(each) if each in listed else meaning_lines(each, len(meanings) > 1, everything, each.keys in shown)
        )
        shown.add(each.keys)
    if listed:
        path = next((each.name for each in listed if "." in each.name), listed[0].name)
        yield from ("", f"--all shows all of these in full; a path shows one: rulewright explain {path}")


def lines_of_mentions(mentions: dict[str, tuple[Mention, ...]], everything: bool) -> Iterator[str]:
    """Yield a line for each text with words that name nothing.

    Lines are shortened and only the first ones shown, unless `everything`.
    """
    for words, found in mentions.items():
        if not found:
            continue
        yield f"'{words}' is not a name; it appears in:"
        for each in found if everything else found[:_MENTIONED]:
            text = each.text if everything or len(each.text) <= _WIDTH else f"{each.text[:_WIDTH]}..."
            yield f"  {each.who}: {text}  ({each.at})"
        if len(found) > _MENTIONED and not everything:
            yield f"  and {len(found) - _MENTIONED} more; --all lists them"


def meaning_lines(meaning: Meaning, brief: bool, everything: bool, keys_shown: bool = False) -> Iterator[str]:
    """Yield the lines of one meaning.

    `brief` shortens it, as one of several. `everything` shows all of it. `keys_shown`: its keys were listed before.
    """
    most = 10_000 if everything else 3 if brief else _LISTED
    yield f"{click.style(meaning.name, bold=True)}: {meaning.what}{f'  ({meaning.at})' * bool(meaning.at)}"
    yield from (f"  {line}" for line in wrap(meaning.title, _WIDTH))
    if meaning.text:
        yield from (f"  {line}" for line in wrap(meaning.text, _WIDTH))
    yield from (f"  {line}" for note in meaning.notes for line in wrap(note, _WIDTH))
    yield from (f"  {line}" for line in wrap(meaning.may_be, _WIDTH))
    if meaning.keys and keys_shown and not everything:
        yield "  Its keys are those above."
    elif meaning.keys:
        yield from ("", "  its keys (* = required):", *key_rows(meaning.keys, "    "))
    if meaning.forms:
        yield ""
        yield from (f"    {line}" for form in meaning.forms for line in form.split("\n"))
    if meaning.takes:
        yield ""
        yield from _takes(meaning)
    if meaning.gives:
        yield f"  gives {meaning.gives}"
    if meaning.asks:
        yield f"  {meaning.asks}"
    if meaning.written:
        yield ""
        lines = meaning.written.split("\n")
        shown = lines if everything or not brief else lines[:6]
        yield from (f"    {line}".rstrip() for line in shown)
        if len(shown) < len(lines):
            yield f"    ... {len(lines) - len(shown)} lines more"
    if meaning.changed:
        yield from ("", "  with all changes applied:")
        yield from (line for change in meaning.changed for line in _changed(*change))
    if meaning.touched or meaning.uses or meaning.rules or meaning.proofs:
        yield ""
    yield from _touched(meaning, most)
    yield from _example(meaning)


def _changed(path: str, now: str, place: str) -> Iterator[str]:
    if "\n" not in now:
        yield f"    {path}: {now}  ({place})"
        return
    yield f"    {path}:  ({place})"
    yield from (f"      {line}".rstrip() for line in now.split("\n"))


def _short(meaning: Meaning) -> Iterator[str]:
    yield f"{click.style(meaning.name, bold=True)}: {meaning.what}"
    yield from (f"  {line}" for line in wrap(meaning.title, _WIDTH))


def _takes(meaning: Meaning) -> Iterator[str]:
    width = max(len(name) for name, _, _ in meaning.takes)
    for name, type_, about in meaning.takes:
        yield f"  {name:{width}}  {type_}{f'; {about}' * bool(about)}"


def key_rows(keys: tuple[KeyRow, ...], indent: str) -> Iterator[str]:
    """Keys below each other: the name, what it is for, and what may be written there."""
    names = [f"{key.name} *" if key.required else key.name for key in keys]
    width = min(_WIDEST, max(map(len, names)))
    for name, key in zip(names, keys, strict=True):
        first, *rest = wrap(f"{key.about} [{key.may_be}]", _WIDTH - width - 2)
        yield f"{indent}{name:{width}}  {first}"
        yield from (f"{indent}{'':{width}}  {line}" for line in rest)


def _touched(meaning: Meaning, most: int) -> Iterator[str]:
    for words, touches in meaning.touched:
        yield f"  {words}:"
        yield from (f"    {_touch(each)}" for each in touches[:most])
        if len(touches) > most:
            yield f"    and {len(touches) - most} more; --all lists them"
    if meaning.uses:
        yield from wrap(f"uses: {', '.join(meaning.uses)}", _WIDTH, initial_indent="  ", subsequent_indent="    ")
    for rule, text in meaning.rules:
        yield from wrap(f"rule {rule}: {text}", _WIDTH, initial_indent="  ", subsequent_indent="    ")
    if meaning.proofs:
        yield f"  proved by {counted(len(meaning.proofs), 'scenario')}:"
        yield from (f"    {at}  {sentence}" for sentence, at in meaning.proofs[:most])
        if len(meaning.proofs) > most:
            yield f"    and {len(meaning.proofs) - most} more; --all lists them"


def _touch(touch: Touch) -> str:
    field = f" ({touch.field})" if touch.by_module else f".{touch.field}"
    return f"{touch.at}  {touch.who}{field * bool(touch.field)}"


def _example(meaning: Meaning) -> Iterator[str]:
    if meaning.example:
        yield ""
        yield "  wrong:" if meaning.corrected else "  for example:"
        yield from (f"    {line}" for line in meaning.example.split("\n"))
    if meaning.corrected:
        yield "  fixed:"
        yield from (f"    {line}" for line in meaning.corrected.split("\n"))
