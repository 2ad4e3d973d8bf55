"""Cache of the names of rulesets, in the user's cache: one file per folder, used while the texts are the same.

Only what takes long to find is cached: where names are used, and what scenarios prove. Definitions are read from the
files themselves. The cached names are data: data of any other form are not used at all.
"""

from __future__ import annotations

import hashlib
from collections.abc import Generator

from rulewright.author.editor.names.gather import defined_in, indexing
from rulewright.author.editor.names.index import NameIndex, Proof, Use
from rulewright.author.review.buffers import Buffers
from rulewright.author.review.kept import read_value, write_value
from rulewright.core.bind.notes import Note
from rulewright.core.compile.cache import content_key
from rulewright.core.load.folder import RulesetSource

_Kept = tuple[str, tuple[Use, ...], tuple[Proof, ...], tuple[Note, ...]]


def kept_index(source: RulesetSource, buffers: Buffers) -> NameIndex | None:
    """Return the index of a ruleset, or None if its names are not cached."""
    kept: _Kept | None = read_value(_name(source), _Kept)
    if kept is None or kept[0] != _key(source, buffers):
        return None
    _, uses, scenarios, own = kept
    return NameIndex(source.id, defined_in(source), uses, scenarios, own)


def indexing_to_keep(source: RulesetSource, buffers: Buffers) -> Generator[None, None, NameIndex]:
    """Make the index of a ruleset in steps, and cache its names if all of its texts are on the disk."""
    index = yield from indexing(source, buffers.read)
    if all(map(buffers.is_saved, (*(each.path for each in source.files()), *source.scenarios))):
        write_value(_name(source), (_key(source, buffers), index.uses, index.scenarios, index.locals))
    return index


def _name(source: RulesetSource) -> str:
    roots = (source.root, *(package.root for _, package in source.packages()))
    return f"{hashlib.sha256(repr(roots).encode()).hexdigest()}.names"


def _key(source: RulesetSource, buffers: Buffers) -> str:
    """Return a key of all texts that names are found in."""
    texts = [(each.name, each.data) for each in source.files()]
    return content_key([*texts, *((source.shown(each), buffers.data(each) or b"") for each in source.scenarios)])
