"""The lines of Python being written, and the names in them.

Every name is made here or by the passes: no author's text gets into the source.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from rulewright.core.lower.lookahead import LookAheads
from rulewright.core.lower.lowering import Lowered
from rulewright.core.model import lowered_values as lv


@dataclass(slots=True)
class Source:
    """The lines of a module being written.

    Names of inner functions begin with the `owner` of their text.

    `incremental` if each function must depend on its own text alone, so that it can be replaced without touching
    another: nothing is written out, and what another text reads or changes is not relied on. `traced` records events.
    """

    lowered: Lowered
    traced: bool
    incremental: bool = False
    lines: list[str] = field(default_factory=list)
    ranges: set[int] = field(default_factory=set)
    indexes: set[tuple[int, int]] = field(default_factory=set)
    field_tables: set[tuple[int, int]] = field(default_factory=set)
    written_out: dict[int, int] = field(default_factory=dict)
    owner: str = ""
    lifted: dict[tuple[lv.Reduce, bool], tuple[str, tuple[lv.Local, ...]]] = field(default_factory=dict)
    _names: int = 0

    def begin(self, owner: str) -> LookAheads:
        """Begin the functions of one text, and return the look-aheads that will be derived for it."""
        self.owner, self._names = owner, 0
        if self.incremental:
            self.lifted.clear()
        return LookAheads(self.lowered, owner, self.incremental)

    def fresh(self, prefix: str) -> str:
        """The name of an inner function."""
        self._names += 1
        return f"{prefix}{self.owner}_{self._names}"

    def temporary(self) -> str:
        """The name of a variable that holds a value temporarily."""
        self._names += 1
        return f"w{self._names}"

    def function(self, name: str, parameters: list[str], lines: list[str]) -> str:
        """Add a function of the state and `parameters`, its lines indented once, and return the call of it."""
        call = f"{name}({', '.join(['S', *parameters])})"
        self.lines += [f"def {call}:", *lines, ""]
        return call


def local_name(local: lv.Local) -> str:
    """The name of a local."""
    return f"v{local.number}"


def local_names(count: int) -> list[str]:
    """The names of all locals of an effect."""
    return [f"v{number}" for number in range(count)]


def tupled(values: list[str]) -> str:
    """Values as the source of a tuple."""
    return f"({', '.join(values)}{',' * (len(values) == 1)})"


def gathered(name: str, items: list[str], known: int) -> str:
    """The line that makes a tuple of some items, or adds them to one that holds so many `known` ones."""
    return f"{name} = {tupled([f'*{name}', *items] if known else items)}"
