"""The lists that the module needs to determinize a state, in the format that `dealing.py` describes."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain

from rulewright.core.model.game import State, read_code
from rulewright.core.model.layout import LABEL_BITS, OPTIONS, SEALED, SITE
from rulewright.native.backend.packing import Packing, waiting_to_native
from rulewright.observe.sight.dealing import Deals
from rulewright.observe.sight.hiding import renamed_where_it_waits

Lists = dict[str, Sequence[int]]
"""Numbers of 4 bytes for each list of a request but `WORDS`, whose last number of three is one of 8."""


def lists_of(packing: Packing, deals: Deals, block: bytes) -> Lists:
    """Return the lists for the deals of a decision whose `base` is packed in `block`.

    Raises NotPacked if a state has no native form.
    """
    tokens = [token for token, _ in deals.belief.tokens]
    lying, slots = _where(packing, deals.base, tokens)
    sealed = deals.base[SEALED]
    sealed_lying, sealed_slots = _where(packing, sealed, tokens) if sealed is not None else ([], [])
    return {
        "TOKENS": list(chain.from_iterable(deals.belief.tokens)), "LYING": lying, "SLOTS": slots,
        "SEALED_LYING": sealed_lying, "SEALED_SLOTS": sealed_slots,
        "VALUES": list(chain.from_iterable(_values(packing, deals))),
        "WORDS": list(chain.from_iterable(_words(packing, deals, tokens, block))),
    }  # fmt: skip


def _values(packing: Packing, deals: Deals) -> Iterator[list[int]]:
    """Yield the entry of each hidden counter and marker for the list VALUES.

    An entry is [offset, count, lowest] for a range, [offset, -count, value, ...] for other values.
    """
    for each in deals.values:
        offset, values = packing.layout.slot(each.slot), each.values
        yield [offset, len(values), values[0]] if isinstance(values, range) else [offset, -len(values), *values]


def _where(packing: Packing, state: State, tokens: Iterable[int]) -> tuple[list[int], list[int]]:
    """Return the pieces that are with some tokens, and the slots they are in."""
    at = packing.blueprint.piece_zone
    lying, slots = set(tokens), []
    for slot in {state[at + token] for token in lying}:
        held = state[slot]
        slots += [packing.layout.slot(slot), int(isinstance(held, tuple))]
        if isinstance(held, tuple):
            lying.update(held)
    return sorted(lying), slots


def _words(packing: Packing, deals: Deals, tokens: Sequence[int], block: bytes) -> Iterator[tuple[int, int, int]]:
    """Yield (offset, token, shift) of each word of options, frames and deferred effects with a token.

    Found by renaming every token to the next one: the words that change are those that name tokens.
    """
    if len(tokens) < 2:
        return
    next_ones = dict(zip(tokens, (*tokens[1:], tokens[0]), strict=True))
    other = waiting_to_native(packing, renamed_where_it_waits(deals.game, deals.base, next_ones))
    layout, blueprint = packing.layout, packing.blueprint
    ours, theirs = (array("q", each[layout.options : layout.sealed]) for each in (block, other))
    if ours == theirs:
        return
    site = deals.base[SITE]
    n_options = len(deals.base[OPTIONS])
    for place, (word, changed) in enumerate(zip(ours, theirs, strict=True)):
        if word == changed:
            continue
        offset, token, shift = layout.options + 8 * place, word, 0
        if place < n_options:
            at, _, token = read_code(blueprint, site, word)
            shift = LABEL_BITS if blueprint.sites[at].named else 0
        yield offset, token, shift
