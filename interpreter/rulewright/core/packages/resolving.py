"""Resolution of versions: one for each package, the newest that all ranges accept, and never a guess.

The ranges that count are those of the names asked for and of the packages chosen. There is no backtracking: if no
version will do, the two ranges that clash are named.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass

from rulewright.core.model.packages_used import PackageRefused
from rulewright.core.packages.package_names import Reference
from rulewright.core.packages.version_ranges import Version, version_text

_MOST_ROUNDS = 100


@dataclass(frozen=True, slots=True)
class Offered:
    """A version of a package that can be had, what it needs, and `what` it stands for."""

    package: str
    version: Version
    needs: tuple[Reference, ...]
    what: object = None

    @property
    def id(self) -> str:
        return self.package.rpartition("/")[2]


@dataclass(frozen=True, slots=True)
class _Demand:
    """A name with its range, and what asked for it: a package, or nothing if the user did."""

    reference: Reference
    by: str

    def told(self) -> str:
        accepts = self.reference.accepts
        wanted = f"{self.reference.name} {accepts.written}" if accepts is not None else self.reference.name
        return f"{self.by} needs {wanted}" if self.by else f"{wanted} is requested"


def resolved(
    wanted: Iterable[Reference], offers: Callable[[str], tuple[Offered, ...]], own: Collection[str] = ()
) -> tuple[Offered, ...]:
    """Return the packages for some names and their needs, by id in the order they were reached.

    `offers` gives all versions of an id; those of `own` modules need none, and a name that nothing offers is left out.
    Raises PackageRefused if ranges clash.
    """
    asked = [_Demand(each, "") for each in wanted]
    chosen: dict[str, Offered] = {}
    for _ in range(_MOST_ROUNDS):
        demands = _demands(asked, chosen, own)
        best = {name: _newest(name, some, offers(name)) for name, some in demands.items()}
        found = {name: each for name, each in best.items() if each is not None}
        if found == chosen:
            return tuple(found.values())
        chosen = found
    raise PackageRefused(
        f"no choice of versions of {', '.join(sorted(chosen))} fits: each requires another of them;  "
        "choose one, as in NAME@1.2"
    )


def _demands(asked: list[_Demand], chosen: dict[str, Offered], own: Collection[str]) -> dict[str, list[_Demand]]:
    """Return by id who asks for it, from the names asked for on through the packages chosen so far."""
    found: dict[str, list[_Demand]] = {}
    waiting, seen = list(asked), set[str]()
    for demand in waiting:
        name = demand.reference.id
        if name in own:
            continue
        found.setdefault(name, []).append(demand)
        package = chosen.get(name)
        if package is not None and name not in seen:
            seen.add(name)
            by = f"{package.package} {version_text(package.version)}"
            waiting += [_Demand(each, by) for each in package.needs]
    return found


def _newest(name: str, demands: list[_Demand], offers: tuple[Offered, ...]) -> Offered | None:
    """Return the newest version that all who ask accept, None if there is no version at all."""
    if not offers:
        return None
    meant = [each for each in offers if all(demand.reference.means(each.package) for demand in demands)]
    fitting = [each for each in meant if all(_accepts(demand, each.version) for demand in demands)]
    owners = sorted({each.package for each in fitting})
    if len(owners) > 1:
        raise PackageRefused(f"'{name}' could be {' or '.join(owners)}; name one of them")
    if fitting:
        return max(fitting, key=lambda each: each.version)
    raise PackageRefused(_clash(name, demands, meant or list(offers)))


def _accepts(demand: _Demand, version: Version) -> bool:
    return demand.reference.accepts is None or version in demand.reference.accepts


def _clash(name: str, demands: list[_Demand], offers: list[Offered]) -> str:
    """Return a sentence about the ranges that no version satisfies, and the versions that there are."""
    there = ", ".join(f"{each.package} {version_text(each.version)}" for each in sorted(offers, key=_by_version))
    alone = [each for each in demands if not any(_accepts(each, offer.version) for offer in offers)]
    pairs = [
        (one, other) for one in demands for other in demands
        if not any(_accepts(one, offer.version) and _accepts(other, offer.version) for offer in offers)
    ]  # fmt: skip
    if alone:
        return f"{alone[0].told()}; available: {there}"
    one, other = pairs[0] if pairs else (demands[0], demands[-1])
    return f"{one.told()}, and {other.told()}: no version of '{name}' satisfies both; available: {there}"


def _by_version(offered: Offered) -> tuple[str, Version]:
    return offered.package, offered.version
