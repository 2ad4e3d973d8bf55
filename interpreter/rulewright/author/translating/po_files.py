"""The exchange with Poedit, Weblate and others: a translation as a PO file of gettext, and back, by the package polib.

The context of an entry is the key of its text; a stale one is fuzzy, with the English of before.
"""

from __future__ import annotations

from pathlib import Path

from rulewright.author.translating.updated_file import WrittenRecord
from rulewright.core.model.packages_used import PackageRefused
from rulewright.core.translations.comparing import Compared
from rulewright.core.writing import write_whole

_LARGEST = 20_000_000
_FUZZY = "fuzzy"


def write_po(path: Path, found: Compared, game: str, version: str, language: str) -> None:
    """Write the texts of a game with their translations. Raises OSError."""
    import polib

    file = polib.POFile(wrapwidth=0)
    file.header = f"The texts of {game} {version}".rstrip()
    file.metadata = {
        "Language": language, "MIME-Version": "1.0", "Content-Type": "text/plain; charset=UTF-8",
        "Content-Transfer-Encoding": "8bit",
    }  # fmt: skip
    listed = sorted((*found.done, *found.new, *found.stale), key=lambda pair: pair.text.key)
    for text, record in listed:
        before = record.before or record.english if record is not None else ""
        is_stale = record is not None and bool(record.text) and (bool(record.before) or before != text.english)
        file.append(
            polib.POEntry(
                msgctxt=text.key, msgid=text.english, msgstr=record.text if record is not None else "",
                occurrences=[(text.span.file, str(text.span.line))], flags=[_FUZZY] if is_stale else [],
                previous_msgid=before if is_stale else None,
            )
        )  # fmt: skip
    write_whole(path, str(file) + "\n")


def read_po(path: Path) -> dict[tuple[str, str], WrittenRecord]:
    """Return the translated entries of a PO file by key and English. Raises PackageRefused with a sentence."""
    import polib

    try:
        if path.stat().st_size > _LARGEST:
            raise PackageRefused(f"{path} has more than {_LARGEST // 1_000_000} MB")
        text = path.read_bytes().decode("utf-8-sig")
        if "\nmsgid" not in text:  # polib would take one line for the name of a file
            raise PackageRefused(f"{path} is not a PO file")
        file = polib.pofile(text)
    except UnicodeDecodeError:
        raise PackageRefused(f"{path} is not UTF-8 text") from None
    except (OSError, ValueError, IndexError, KeyError, TypeError, AttributeError) as fault:
        reason = getattr(fault, "strerror", None) or str(fault).split("\n")[0]
        raise PackageRefused(f"{path} cannot be read as a PO file: {reason}") from None
    found = {}
    for entry in file:
        if entry.msgctxt and entry.msgstr and not entry.obsolete:
            is_stale = _FUZZY in entry.flags
            before = (entry.previous_msgid or entry.msgid) if is_stale else ""
            found[entry.msgctxt, entry.msgid] = WrittenRecord(entry.msgid, entry.msgstr, before)
    return found
