"""A search for one seat inside a module with its own memory: the host of `searching.py`."""

from __future__ import annotations

import struct
from array import array
from collections.abc import Callable, Sequence
from math import inf
from time import perf_counter
from typing import Final

from rulewright.core.model.ahead import LOOKS, MOST
from rulewright.core.model.chance import spread_seed
from rulewright.core.model.game import Game
from rulewright.core.model.layout import SITE
from rulewright.native.backend.packing import PackedTable, to_native
from rulewright.native.backend.sandbox import Trapped
from rulewright.native.inside.dealt import lists_of
from rulewright.native.inside.host import Host
from rulewright.native.inside.learned_player import ChoiceMemory, LearnedTables, lay_player
from rulewright.native.inside.learned_search import NO_ROOM, UNTOLD
from rulewright.native.inside.searching import AT, REQUEST_SIZE
from rulewright.observe.sight.dealing import Deals

_SIZE: Final = 32
"""The bytes of an option in the pool and of a habit."""
_FEW: Final = 8
_MANY: Final = 512
_LOOK_UP: Final = 0.01
"""The seconds after which the host checks in."""


class ModuleSearcher:
    """The tree and habits of one seat (from 0) of a game with native code, for use in one thread."""

    def __init__(self, game: Game, seat: int, *, is_flat: bool, learned: LearnedTables | None = None) -> None:
        """Make an instance of the game's module for a seat (from 0).

        `learned` replaces playouts. Raises NotNative if the game has no native code, NoEngine if WebAssembly cannot run
        here.
        """
        self._host = host = Host(game)
        self._seat = seat
        self._table = PackedTable(host.packing)
        blueprint, layout = game.blueprint, host.layout
        rows = len(blueprint.scoring) + len(blueprint.tie_breaks) + 3  # and total, place and side where ends are told
        self._request = host.take(REQUEST_SIZE)
        self._set("STATE", host.room())
        self._set("BASE", host.room())
        for name, size in (
            ("MAP", 4 * layout.n_pieces), ("KNOWN", 4 * layout.most_options), ("WORTHS", 8 * blueprint.max_seats),
            ("SCORES", 8 * blueprint.max_seats * rows), ("PATH", 8 * MOST), ("PLAYED", 16 * MOST),
        ):  # fmt: skip
            self._set(name, host.take(size))
        self._set("IS_FLAT", int(is_flat))
        self._set("SEAT", seat)
        self._lists = self._lists_size = self._pool_size = 0
        self._habits_size = 1 << 12
        self._set("HABITS", host.take(_SIZE * self._habits_size))
        self._set("HABITS_MASK", self._habits_size - 1)
        self._set("HABITS_LEFT", self._habits_size // 4 * 3)
        self._keys: Sequence[int] = ()
        self._who = 0
        self._root = 0
        """The node that is to be the root at the next decision; 0 for none."""
        function = host.instance.function
        self._think, self._failed, self._known = (function(f"think{each}") for each in ("", "_failed", "_known"))
        self._fade, self._rehash, self._reindex = (function(f"think_{each}") for each in ("fade", "rehash", "reindex"))
        self._prune, self._carried = (function(f"think_{each}") for each in ("prune", "carried"))
        self._make_pool(1 << 10)
        self._choices: ChoiceMemory | None = None
        if learned is not None:
            self._learn(learned)

    def _learn(self, learned: LearnedTables) -> None:
        """Write a learned player into the module's memory."""
        host = self._host
        self._set("L_SUMS", host.take(8 * host.layout.most_options))
        self._set("L_AFTER", host.room())
        self._choices = lay_player(learned, host.instance, host.layout, host.take, self._request)
        function = host.instance.function
        self._look, self._expect, self._decided = (function(f"think_{each}") for each in ("look", "root", "decided"))

    # ---- What is asked

    def search(
        self,
        deals: Deals,
        keys: Sequence[int],
        places: Sequence[Sequence[int]],
        *,
        simulations: int,
        seconds: float,
        seed: int,
    ) -> tuple[list[tuple[int, float]], int]:
        """Return (results, simulations): the tally of each offer, and the number of simulations made.

        A result is that of `play/policies/tree.py`. Raises NotPacked if a state has no native form.
        """
        until = perf_counter() + seconds
        self._put(deals, keys, places)
        self._begin(seed)
        self._keys, self._who = keys, 64 * deals.base[SITE] + self._seat + 1
        carried = self._carried(self._request, self._who)
        if self._choices is not None:
            self._look_at_options(len(keys))
        done, size, since = 0, _FEW if seconds < inf else _MANY, perf_counter()
        while carried + done < simulations and (carried + done == 0 or perf_counter() < until):
            if self._choices is not None and self._decided(self._request):
                break
            size = min(size, simulations - carried - done)
            self._simulate(size)
            done = self._get("NUMBER", "q")
            if seconds < inf:
                rate = done / max(1e-6, perf_counter() - since)
                size = max(1, min(_MANY, int(rate * min(_LOOK_UP, max(0.0, until - perf_counter())))))
        return [self._tally(key) for key in keys], done

    def follow(self, at: int) -> None:
        """Reuse the subtree below the offer with this index, which was taken, in the next search."""
        option = self._known(self._request, 0, self._who, self._keys[at])
        self._root = (option - self._get("POOL")) // _SIZE + 1 if option else 0

    def forget(self) -> None:
        """Reset the search: the next one begins with an empty tree."""
        self._root = 0

    # ---- One decision

    def _begin(self, seed: int) -> None:
        if self._root:
            self._prune(self._request, self._root)
        else:
            self._set("N_POOL", 0)
            self._reindex(self._request)
        self._root = 0
        self._fade(self._request)
        self._host.instance.pack("<Qq", self._request + AT["SEED"], spread_seed(seed), 0)

    def _look_at_options(self, count: int) -> None:
        """Let a learned player evaluate the offers before any simulation."""
        if self._get("N_POOL") + count > self._pool_size:
            self._make_pool(2 * self._pool_size + count)
        number = scratch = 0
        try:
            while number < LOOKS:
                scratch = self._host.instance.value("scratch")
                if self._look(self._request, number):
                    number += 1
                else:
                    self._go_on()
        except Trapped:
            self._recover(scratch)
        self._expect(self._request, int(number < LOOKS))

    def _go_on(self) -> None:
        """Provide what a stopped simulation lacked: room in the pool, or the values of choices."""
        stopped = self._get("L_STOPPED")
        if stopped == NO_ROOM:
            self._make_pool(2 * self._pool_size + self._host.layout.most_options)
        elif stopped == UNTOLD and self._choices is not None:
            state = self._get("STATE")
            _, seat, site, count = self._host.instance.unpack("<iiii", state)
            self._choices.tell(site, seat, self._host.instance.longs(state + self._host.layout.options, count))

    def _recover(self, scratch: int) -> None:
        self._host.instance.set_value("scratch", scratch)
        self._host.instance.set_value("trouble", 0)

    def _simulate(self, times: int) -> None:
        lacking = self._get("N_POOL") + times - self._pool_size
        if lacking > 0:
            self._make_pool(max(2 * self._pool_size, self._pool_size + lacking))
        if self._get("HABITS_LEFT") < MOST:
            self._make_habits()
        scratch = self._host.instance.value("scratch")
        try:
            self._think(self._request, times)
        except Trapped:
            self._recover(scratch)
            self._failed(self._request)
        self._go_on()

    def _tally(self, key: int) -> tuple[int, float]:
        option = self._known(self._request, 0, self._who, key)
        if not option:
            return 0, 0.0
        taken, _, worth = self._host.instance.unpack("<iid", option + 16)
        return taken, worth

    def _put(self, deals: Deals, keys: Sequence[int], places: Sequence[Sequence[int]]) -> None:
        """Write the lists of a decision."""
        packing = self._host.packing
        block = to_native(packing, deals.base, self._table)
        lists = lists_of(packing, deals, block)
        inputs = deals.belief.inputs
        held = sum(map(len, inputs))
        words = len(lists["WORDS"]) // 3
        numbers = sum(map(len, lists.values())) + words + 4 * len(inputs) + 2 * held + 2 * len(keys)
        numbers += sum(map(len, places))
        data, first = bytearray(), self._room_for_lists(4 * numbers + 8 * len(keys) + 16 * (len(lists) + 5))

        def lay(name: str, content: bytes) -> int:
            data.extend(bytes(-len(data) % 8))
            begins = first + len(data)
            data.extend(content)
            self._set(name, begins)
            if f"{name}_END" in AT:
                self._set(f"{name}_END", first + len(data))
            return begins

        lay("KEYS", array("q", keys).tobytes())
        self._set("N_KEYS", len(keys))
        at = first + len(data)
        offers = array("i")
        next_one = at + 8 * len(places)
        for each in places:
            offers.extend((next_one, len(each)))
            next_one += 4 * len(each)
        lay("PLACES", offers.tobytes() + b"".join(array("i", each).tobytes() for each in places))
        for name, content in lists.items():
            if name != "WORDS":
                lay(name, array("i", content).tobytes())
        flat = lists["WORDS"]
        lay("WORDS", b"".join(struct.pack("<iiq", *flat[each : each + 3]) for each in range(0, len(flat), 3)))
        self._lay_bags(inputs, lay, first + len(data))
        instance = self._host.instance
        instance.write(first, data)
        instance.write(self._get("BASE"), block)
        whole = array("i", range(packing.layout.n_pieces)).tobytes()
        instance.write(self._get("MAP"), whole)

    def _lay_bags(self, inputs: Sequence[Sequence[int]], lay: Callable[[str, bytes], int], at: int) -> None:
        at += -at % 8
        faces = at + 16 * len(inputs)
        mixed = faces + 4 * sum(map(len, inputs))
        bags = array("i")
        for each in inputs:
            bags.extend((faces, len(each), -1, mixed))
            faces, mixed = faces + 4 * len(each), mixed + 4 * len(each)
        held = array("i", [face for each in inputs for face in each]).tobytes()
        lay("BAGS", bags.tobytes() + held + bytes(len(held)))
        self._set("BAGS_END", at + 16 * len(inputs))

    # ---- Memory

    def _room_for_lists(self, size: int) -> int:
        if size > self._lists_size:
            self._lists_size = 2 * size
            self._lists = self._host.take(self._lists_size)
        return self._lists

    def _make_pool(self, size: int) -> None:
        """Make room for `size` options, keeping the existing ones."""
        pool, old, kept = self._host.take(_SIZE * size), self._get("POOL"), _SIZE * self._get("N_POOL")
        places = 1 << (2 * size).bit_length()
        index = self._host.take(4 * places)
        instance = self._host.instance
        instance.write(pool, instance.read(old, kept))
        self._pool_size = size
        self._set("POOL", pool)
        self._set("L_POOL_SIZE", size)
        self._set("INDEX", index)
        self._set("INDEX_MASK", places - 1)
        self._reindex(self._request)

    def _make_habits(self) -> None:
        old, size = self._get("HABITS"), self._habits_size
        self._habits_size = 2 * size
        self._set("HABITS", self._host.take(_SIZE * self._habits_size))
        self._set("HABITS_MASK", self._habits_size - 1)
        self._set("HABITS_LEFT", self._habits_size // 4 * 3)
        self._rehash(self._request, old, old + _SIZE * size)

    def _set(self, name: str, value: int) -> None:
        self._host.instance.pack("<i", self._request + AT[name], value)

    def _get(self, name: str, sort: str = "i") -> int:
        found: int = self._host.instance.unpack(f"<{sort}", self._request + AT[name])[0]
        return found
