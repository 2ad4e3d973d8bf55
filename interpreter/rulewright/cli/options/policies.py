"""The policies that a command line names; wrong usage for one that does not exist."""

from __future__ import annotations

from rulewright.cli.options.wrong import wrong_value


def policies_named(text: str, option: str = "--policy") -> tuple[str, ...]:
    """The policies of a comma list. Raises UsageError."""
    from rulewright.play.naming import policy_fault

    names = tuple(each.strip() for each in text.split(","))
    for name in names:
        fault = policy_fault(name, own=True)
        if fault:
            raise wrong_value(option, name, fault)
    return names


def policies_for(text: str, seats: int, option: str = "--policy") -> tuple[str, ...]:
    """The policies of a comma list, none of them without a seat among those that policies play. Raises UsageError."""
    names = policies_named(text, option)
    if len(names) > seats:
        reason = f"{len(names)} policies for the {seats} seat{'s' * (seats != 1)} that policies play; leave some out"
        raise wrong_value(option, text, reason)
    return names
