"""What patches change in the entries that a handbook of all modules together covers.

Each module's patches meet the entry as it was written: two modules that are never on together may change one place. A
handbook of one table reads the account of its entries instead.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from rulewright.load.account import Applied
from rulewright.load.applying import apply_patches
from rulewright.load.conditions import applies
from rulewright.load.entries import Entry
from rulewright.load.patches import Patch, patches_in

if TYPE_CHECKING:
    from rulewright.load.folder import ModuleSource


def changes_apart(modules: tuple[ModuleSource, ...]) -> Callable[[Entry], tuple[Applied, ...]]:
    """Says for an entry what each module's patches make of it, without those of the other modules."""
    on = frozenset(module.id for module in modules)
    patches: dict[str, dict[str, list[Patch]]] = {}
    for module in modules:
        for file in module.contents:
            for patch in patches_in(module.id, file.node, module=module.id) if applies(file.node, on) else ():
                patches.setdefault(patch.target.text, {}).setdefault(module.id, []).append(patch)

    def changes_of(entry: Entry) -> tuple[Applied, ...]:
        accounts = [apply_patches((entry,), own, {}, on)[1] for own in patches.get(entry.id, {}).values()]
        return tuple(change for account in accounts for change in account.of(entry.id))

    return changes_of
