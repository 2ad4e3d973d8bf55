"""The modules that a command line asks for: each must be one of the ruleset, and all must go together."""

from __future__ import annotations

from pathlib import Path

from rulewright.cli.options.names import root_named
from rulewright.cli.options.wrong import refuse_unknown, wrong_value


def modules_named(ruleset: str, text: str | None) -> tuple[str, ...] | None:
    """Return the modules of `--modules A,B`, None if it is not given.

    Raises UsageError if no module is named, a module is unknown, or the modules exclude each other.
    """
    if text is None:
        return None
    listed = listed_in(text)
    if not listed:
        raise wrong_value("--modules", text, "no module is named; leave it out, or say which, as in --modules base")
    refuse_wrong_modules(ruleset, listed, "--modules")
    return listed


def listed_in(text: str) -> tuple[str, ...]:
    """Return the names of a comma list."""
    return tuple(each.strip() for each in text.split(",") if each.strip())


def refuse_wrong_modules(ruleset: str, listed: tuple[str, ...], option: str) -> None:
    """Raise UsageError if a ruleset has no such module, or if these exclude each other."""
    from rulewright.core.load.modules import CHOICE_CODES, choose_modules
    from rulewright.core.load.outline import read_modules

    root = root_named(ruleset)
    source = read_modules(root if root is not None else Path(ruleset))
    known = [module.id for module in source.modules]
    if not known:
        return
    refuse_unknown(option, listed, known, f"no such module in {source.id}")
    for each in choose_modules(source, listed, None)[1]:
        if each.code in CHOICE_CODES:
            raise wrong_value(option, ",".join(listed), f"{each.message}; {each.hint}")
