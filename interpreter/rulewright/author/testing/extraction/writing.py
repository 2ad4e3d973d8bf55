"""A draft as the text of a scenario file."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass, replace

from rulewright.author.editor.formatting.quotes import written_value
from rulewright.author.testing.extraction.bench import ScenarioDraft
from rulewright.author.testing.extraction.drafting import ExtractedDraft
from rulewright.core.load.assemble import Assembly
from rulewright.core.load.folder import RulesetSource
from rulewright.core.load.ledger import cited
from rulewright.core.model.secret_seeds import written_seed
from rulewright.core.validate.references import rule_ids
from rulewright.play.records.replay import RecordedChoice

_MOST_RULES = 3
_A_GUESS = "Written from a recorded game. The sentence and the rules are guesses: correct both."


@dataclass(frozen=True, slots=True)
class Heading:
    """The head of a scenario: its sentence, rules it may prove, the game it plays, comments for people."""

    sentence: str
    rules: tuple[str, ...]
    ruleset: str
    modules: tuple[str, ...] = ()
    variant: str | None = None
    remarks: tuple[str, ...] = ()


def rules_of(assembly: Assembly, procedures: Iterable[str]) -> tuple[str, ...]:
    """Return the rules that the first of some procedures with any rules implements, a guess at what is proved."""
    found: dict[str, None] = {}
    for name in procedures:
        entry = assembly.entry(name)
        found |= dict.fromkeys(cited(entry.node) if entry is not None else ())
        if found:
            break
    return tuple(found)[:_MOST_RULES]


def any_rule(source: RulesetSource) -> tuple[str, ...]:
    """Return one rule of the ledger, for use if nothing says which rule is proved."""
    return tuple(sorted(rule_ids(source)))[:1] or ("rules.unknown",)


def scenario_text(drafted: ExtractedDraft, heading: Heading) -> str:
    """Return the text of the whole file."""
    whole = [f"It begins with the whole game: {drafted.whole}."] if drafted.whole else []
    return draft_text(drafted.draft, replace(heading, remarks=(_A_GUESS, *whole, *heading.remarks)))


def draft_text(draft: ScenarioDraft, heading: Heading, *, ends: bool = False) -> str:
    """Return the file of a draft in canonical layout. `ends` says that the game's end is to be proved."""
    lines = [
        "kind: scenarios",
        f"ruleset: {heading.ruleset}",
        "",
        *(f"# {remark}" for remark in heading.remarks),
        "scenarios:",
        f"  - scenario: {_on_its_line(heading.sentence)}",
        f"    rules: [{', '.join(heading.rules)}]",
        "    given:",
        f"      seats: {draft.seats}",
    ]
    if draft.seed != 1:
        lines.append(f"      seed: {json.dumps(written_seed(draft.seed))}")
    if heading.modules:
        lines.append(f"      modules: [{', '.join(heading.modules)}]")
    if heading.variant is not None:
        lines.append(f"      variant: {heading.variant}")
    if draft.settings:
        picked = ", ".join(
            f"{name}: {value if isinstance(value, int) else _in_braces(value)}"
            for name, value in draft.settings.items()
        )
        lines.append(f"      settings: {{{picked}}}")
    if draft.play:
        if draft.lines:
            lines += ["      arrange: |", *(f"        {line}" for line in draft.arrange.split("\n"))]
        lines.append(f"      play: {_on_its_line(draft.play)}")
    if draft.when:
        lines += ["    when:", *(f"      - {_step(choice)}" for choice in draft.when)]
    if ends:
        lines.append("    ends: true")
    if draft.then:
        lines += ["    then:", *(f"      - {_on_its_line(text)}" for text in draft.then)]
    return "\n".join(lines) + "\n"


def _step(choice: RecordedChoice) -> str:
    return f"{{seat: {choice.seat}, choose: {_in_braces(choice.choose)}}}"


def _on_its_line(text: str) -> str:
    return written_value(text, in_flow=False, keeps_quotes=False)


def _in_braces(text: str) -> str:
    return written_value(text, in_flow=True, keeps_quotes=False)
