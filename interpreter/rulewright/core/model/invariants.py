"""The invariants of a game, as a watch or a proof needs them."""

from __future__ import annotations

from typing import Final, Literal, NamedTuple

from rulewright.core.model.kinds import DomainName

InvariantSort = Literal["always", "never", "leads_to", "falls", "ends", "reachable", "every_option", "no_dead_end"]
SORTS: Final[tuple[InvariantSort, ...]] = (
    "always", "never", "leads_to", "falls", "ends", "reachable", "every_option", "no_dead_end",
)  # fmt: skip
"""The keys by one of which an entry says what must be true."""
TIMED: Final = frozenset({"leads_to", "falls", "ends"})
"""Those that say within how many decisions."""
OF_POSITIONS: Final = frozenset({"always", "never"})
"""Those that one position by itself can break."""
POSSIBLE: Final = frozenset({"reachable", "every_option"})
"""Those that hold where something happens in some game."""
NO_THING: Final = -1
"""The one thing of an invariant that is not about each of any, wherever things are told apart by number."""


class InvariantInfo(NamedTuple):
    """One invariant: `test` and `when` are numbers of quantities, -1 for none.

    `within` counts decisions. With a `domain` the test has a parameter, each thing of it: `n_things` from `first` on,
    or the seats at the table (`n_things` is their maximum); without one `NO_THING` is the only thing. `of_seats`: it is
    tested for each seat as the acting one. `near` is the number of the quantity that says how far a position is from
    breaking it, -1 for none. One that is `settled` holds by the declared bounds alone, and need not be tested.
    """

    id: str
    title: dict[str, str]
    sort: InvariantSort
    test: int
    when: int
    within: int
    of_seats: bool
    domain: DomainName
    first: int
    n_things: int
    file: str
    line: int
    near: int = -1
    settled: bool = False
