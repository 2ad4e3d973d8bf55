"""The option of `serve` and `site` that names packages for their tables."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from rulewright.cli.options.modules import listed_in
from rulewright.cli.options.wrong import wrong_value

if TYPE_CHECKING:
    from rulewright.table.serve.package_shelf import OfferedPackage

_OPTION = "--packages"
packages_option = click.option(
    _OPTION,
    metavar="A,B",
    help="Offer this package to tables: the name of an installed one, a folder or a zip. Repeatable.",
)


def packages_offered(text: str | None, rulesets: tuple[str, ...]) -> tuple[OfferedPackage, ...]:
    """Return the packages of `--packages A,B`. Raises UsageError if one is not here or is for none of the rulesets."""
    from rulewright.core.model.packages_used import PackageRefused
    from rulewright.core.pipeline import ruleset_root
    from rulewright.table.serve.package_shelf import offered_package

    served = {root.resolve() for name in rulesets if (root := ruleset_root(name)) is not None}
    found: list[OfferedPackage] = []
    for name in listed_in(text or ""):
        try:
            package = offered_package(name)
        except PackageRefused as refused:
            raise wrong_value(_OPTION, name, str(refused)) from None
        if package.root.resolve() not in served:
            raise wrong_value(_OPTION, name, f"it extends '{package.ruleset}', which is not served here")
        twice = next((each for each in found if each.id == package.id), None)
        if twice is not None:
            raise wrong_value(_OPTION, name, f"two packages have the id '{package.id}'; name one of them")
        found.append(package)
    return tuple(found)
