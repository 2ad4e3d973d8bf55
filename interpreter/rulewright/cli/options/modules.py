"""The modules that a command line names: of the ruleset or packages, and compatible with one another."""

from __future__ import annotations

from pathlib import Path

from rulewright.cli.options.names import root_named
from rulewright.cli.options.wrong import refuse_unknown, wrong_value


def modules_named(ruleset: str, text: str | None) -> tuple[str, ...] | None:
    """Return the modules of `--modules A,B`, None if it is not given.

    A package is named by its folder from here on, whatever name or path led to it. Raises UsageError if no module is
    named, or if `settled_modules` does.
    """
    if text is None:
        return None
    listed = listed_in(text)
    if not listed:
        raise wrong_value("--modules", text, "it names no module; leave it out, or name some, as in --modules base")
    return settled_modules(ruleset, listed, "--modules")


def listed_in(text: str) -> tuple[str, ...]:
    """Return the names of a comma list."""
    return tuple(each.strip() for each in text.split(",") if each.strip())


def settled_modules(ruleset: str, listed: tuple[str, ...], option: str) -> tuple[str, ...]:
    """Return the modules with the folders of packages.

    Raises UsageError if there is no module of a name, or if the modules exclude each other. Mistakes in the ruleset
    itself are reported when it is loaded.
    """
    from rulewright.core.load.modules import CHOICE_CODES, choose_modules, module_named
    from rulewright.core.load.outline import read_modules
    from rulewright.core.pipeline import Choice, packages_of, settled
    from rulewright.core.run.steps import WrongSetup

    root = root_named(ruleset)
    if root is None:
        return listed
    try:
        choice = settled(Choice(ruleset, listed))
        source = read_modules(root, packages_of(choice))
    except WrongSetup as refused:
        raise wrong_value(option, ",".join(listed), str(refused)) from None
    known = [module.id for module in source.modules]
    names = choice.modules or ()
    if not known:
        return names
    unknown = tuple(name for name in names if module_named(name, source.modules) is None)
    here = next((name for name in unknown if (Path(name) / "module.yaml").is_file()), None)
    if here is not None:
        message = f"{source.id} has no module '{here}'; for the folder, write ./{here}"
        raise wrong_value(option, ",".join(listed), message)
    refuse_unknown(option, unknown, known, f"{source.id} has no such module")
    for each in choose_modules(source, names, None)[1]:
        if each.code in CHOICE_CODES:
            raise wrong_value(option, ",".join(listed), f"{each.message}; {each.hint}")
    return names
