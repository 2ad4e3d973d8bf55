"""Proofs that nothing stops a game at a position in a text, in words."""

from __future__ import annotations

from rulewright.author.editor.study import Study
from rulewright.author.review.games import GameChoice
from rulewright.core.load.folder import RulesetSource


def about_proven(study: Study, source: RulesetSource | None, file: str, line: int, column: int) -> str:
    """Return in Markdown what never happens at a position, "" where nothing could or where it is not proven.

    Only games of which all is known as they are now tell of it: those that were looked at at the last rest.
    """
    if source is None:
        return ""
    told: dict[str, None] = {}
    for (root, modules), flow in study.games.flows.items():
        known = study.games.known(source, GameChoice(modules)) if root == source.root else None
        if known is None or known.game is None or known.game.program is not flow.program:
            continue
        for limit, number in flow.program.limits.items():
            span = flow.program.limit_spans[number]
            here = span.file == file and span.line == line and span.column <= column < span.column + span.length
            if here and number in flow.open:
                return ""
            if here and number in flow.proven:
                told[limit.words.format("N")] = None
    return "\n\n".join(f"Proven never to happen here: {words}" for words in told)
