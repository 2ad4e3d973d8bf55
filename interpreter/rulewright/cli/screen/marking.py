"""Several that are picked at once, as the screen asks for them: candidates are marked, and then taken together."""

from __future__ import annotations

from dataclasses import dataclass

import click

from rulewright.cli.screen.answers import NumberedOptions
from rulewright.cli.screen.console import in_columns
from rulewright.cli.screen.listing import asked_rows, candidate_title
from rulewright.cli.screen.session import Session
from rulewright.core.locales.catalogue import phrases
from rulewright.core.model.effect_names import DONE
from rulewright.core.model.game import read_code
from rulewright.core.model.layout import SITE
from rulewright.observe.naming import label_title, option_title
from rulewright.observe.sight.offers import Offer, list_numbers
from rulewright.observe.sight.selections import ENOUGH, PICKED, Marks, Selection, wanted_told


@dataclass(frozen=True, slots=True)
class Marking(Marks):
    """The marks of a selection: each candidate has a code of its own, `begun` is when it was asked for.

    The codes of pieces that the seat cannot see are dealt to the rows in which they are listed without a name.
    """

    begun: tuple[int, ...]

    @property
    def is_enough(self) -> bool:
        return self.selection.fits(len(self.marks))

    def codes(self) -> dict[str, int]:
        """Map each key that may be typed to its code: the candidates, the end of the selection, the alternatives."""
        found = {DONE: ENOUGH}
        for number, (code, each) in enumerate(self.candidates.items(), 1):
            found[f"{each.key} {number}" if each.is_hidden else each.key] = code
        return found | {each.key: each.codes[0] for each in self.selection.beside}


def marking_of(selection: Selection, begun: tuple[int, ...]) -> Marking:
    """A selection of which nothing is marked yet."""
    candidates: dict[int, Offer] = {}
    for each in selection.offers:
        code = next(code for code in each.codes if code not in candidates)
        candidates[code] = each
    return Marking(selection, candidates, (), begun)


def listed_marking(session: Session, marking: Marking) -> tuple[list[str], NumberedOptions]:
    """Return (rows, numbers): the question, the number of marks, and the candidates with their marks.

    What cannot be marked any more is dim.
    """
    blueprint, language, site = session.game.blueprint, session.language, session.state[SITE]
    say, candidates, marks = phrases(language, "screen"), marking.candidates, marking.marks
    domain = blueprint.sites[site].domains[PICKED]
    things = [candidate_title(session, domain, read_code(blueprint, site, code).candidate) for code in candidates]
    beside = [each.codes[0] for each in marking.selection.beside]
    counted = list_numbers(blueprint, site, [*candidates, *beside])
    numbered = dict(zip(counted, [*candidates, *beside], strict=True))
    cells = []
    for number, code, thing in zip(counted, candidates, things, strict=False):
        own = "" if thing == str(number) else thing
        cells.append(f"{number:3} [{'x' if code in marks else ' '}] {own}")
    rows = [*asked_rows(session), f"  {label_title(blueprint, site, PICKED, language)}: {_wanted(session, marking)}"]
    rows += in_columns(cells, [marking.full and code not in marks for code in candidates])
    titles = [option_title(blueprint, site, code, language) for code in beside]
    rows += in_columns([f"{n:3}  {each}" for n, each in zip(counted[len(candidates) :], titles, strict=True)])
    rows.append("  " + say("how_to_mark"))
    return rows, NumberedOptions(site, marking.codes(), numbered)


def _wanted(session: Session, marking: Marking) -> str:
    """Return the number of marks made, and the number wanted."""
    said = wanted_told(marking.selection, len(marking.marks), session.language)
    return click.style(said, bold=True) if marking.is_enough else said
