"""A comparison in words and numbers for people: what the screen and the page both say."""

from __future__ import annotations

from collections.abc import Sequence

from rulewright.lab.comparing.by_players import AcrossPlayers, WinsAtTable
from rulewright.lab.comparing.compare import Comparison, Finding, policy_name

ACROSS = "Does it depend on who plays?"


def headline(found: Comparison, labels: tuple[str, str]) -> list[str]:
    """Return lines that say what was compared, how, and how to read the results."""
    table = found.plan.tables[0]
    within = f"{found.plan.within * 100:g}"
    ways = " and ".join(f"by {policy_name(each)}" for each in found.plan.tables)
    return [
        f"{labels[1]} against {labels[0]}",
        f"{found.pairs:,} pairs of games with the same random numbers, {table.seats} seats, "
        f"played {ways}, seed {table.seed}",
        f"'equal': within {within} % of the base ({within} percentage points of wins)",
        "All primary answers together have 95 % confidence; about one in 20 of the other numbers may be due to chance",
    ]


def is_share(finding: Finding) -> bool:
    """Return whether a number is a share of wins, given in percent."""
    return finding.name.startswith("wins.")


def value_text(finding: Finding, value: float) -> str:
    return f"{value:.1%}" if is_share(finding) else f"{value:.2f}"


def difference_text(finding: Finding) -> str:
    """Return the mean difference and its interval: `+1.70 [+1.41, +1.99]`."""
    low, high = finding.verdict.interval
    return f"{_signed(finding, finding.sums.mean)} [{_signed(finding, low)}, {_signed(finding, high)}]"


def answer_text(finding: Finding) -> str:
    """Return the answer, and how many more pairs it would take if there is none."""
    verdict = finding.verdict
    more = verdict.pairs_needed - finding.sums.pairs
    if verdict.answer == "changed":
        return "pairs differ, mean not shown"
    if verdict.answer == "not shown" and finding.is_primary and more > 0:
        return f"not shown, ~{rounded(more)} more pairs"
    return verdict.answer


def needed_text(findings: Sequence[Finding]) -> str:
    """Return about how many more pairs would answer the open primary questions, empty if none is open."""
    more = [each.verdict.pairs_needed - each.sums.pairs for each in findings if each.verdict.answer == "not shown"]
    numbers = sorted({rounded(each) for each in more if each > 0}, key=lambda each: int(each.replace(",", "")))
    if not numbers:
        return ""
    return f"the open questions need about {' to '.join(dict.fromkeys((numbers[0], numbers[-1])))} more pairs"


def across_text(each: AcrossPlayers, ladder: Sequence[str] = ()) -> str:
    """Return whether an answer depends on the players.

    `ladder` has the policies from strongest to weakest, so that the text can also say whether it depends on strength.
    """
    if each.agreement == "the same":
        answer = each.findings[0].verdict.answer
        return "no: equal for all policies" if answer == "equal" else f"no: {answer}, with every policy"
    if each.agreement == "differs":
        most, least = each.most.policy, each.least.policy
        if most in ladder and least in ladder:
            which = "stronger" if ladder.index(most) < ladder.index(least) else "weaker"
            return f"yes: greater by {most}, the {which}, than by {least}"
        return f"yes: greater by {most} than by {least}"
    return "not shown"


def strength_hint(found: Comparison) -> str:
    """Return how to measure the strength of the players, if only tables of one policy were played.

    Otherwise empty.
    """
    policies = list(dict.fromkeys(policy_name(each) for each in found.plan.tables))
    seats = found.plan.tables[0].seats - found.plan.tables[0].ruled
    if len(policies) < 2 or seats < 2 or any("," in each for each in policies):
        return ""
    return f"To compare their strength at one table: --policy {','.join(policies[-seats:])}"


def meeting_text(each: WinsAtTable) -> str:
    """Return the wins of each policy where several policies meet."""
    wins = ", ".join(f"{name} {one:.0%} and {two:.0%}" for name, one, two in each.shares)
    return f"At one table, a seat wins in the base and in the variant: {wins}, in {each.pairs:,} pairs."


def rounded(count: int) -> str:
    """Return a number to two digits, as an estimate is given: 12,000."""
    digits = max(0, len(str(count)) - 2)
    return f"{round(count / 10**digits) * 10**digits:,}"


def _signed(finding: Finding, value: float) -> str:
    return f"{value * 100:+.1f}" if is_share(finding) else f"{value:+.2f}"
