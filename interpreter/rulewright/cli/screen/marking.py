"""Several that are picked at once, as the screen asks for them: candidates are marked, and then taken together."""

from __future__ import annotations

from dataclasses import dataclass, field

import click

from rulewright.cli.screen.answers import NumberedOptions
from rulewright.cli.screen.console import in_columns
from rulewright.cli.screen.listing import asked_rows, candidate_title
from rulewright.cli.screen.session import Session
from rulewright.locales.catalogue import phrases
from rulewright.model.effect_names import DONE
from rulewright.model.game import read_code
from rulewright.model.layout import SITE
from rulewright.observe.naming import label_title, option_title
from rulewright.observe.offers import Offer, list_numbers
from rulewright.observe.selections import ENOUGH, PICKED, Selection, wanted_phrase


@dataclass(slots=True)
class Marking:
    """What is marked of a selection, in the order in which it was; each candidate has a code of its own.

    The codes of pieces that the seat cannot see are dealt to the rows in which they are listed without a name.
    """

    selection: Selection
    begun: tuple[int, ...]
    marks: list[int] = field(default_factory=list)

    @property
    def candidates(self) -> dict[int, Offer]:
        found = {}
        for each in self.selection.offers:
            code = next(code for code in each.codes if code not in found)
            found[code] = each
        return found

    @property
    def marked(self) -> list[Offer]:
        candidates = self.candidates
        return [candidates[each] for each in self.marks]

    @property
    def is_enough(self) -> bool:
        return self.selection.fits(len(self.marks))

    def toggle(self, code: int) -> bool:
        """Mark a candidate, or no longer; False if no more can be marked."""
        if code in self.marks:
            self.marks.remove(code)
        elif len(self.marks) >= self.selection.most:
            return False
        else:
            self.marks.append(code)
        return True

    def codes(self) -> dict[str, int]:
        """What may be typed, by its key: each candidate, what ends the selection, what may be chosen instead."""
        found = {DONE: ENOUGH}
        for number, (code, each) in enumerate(self.candidates.items(), 1):
            found[f"{each.key} {number}" if each.is_hidden else each.key] = code
        return found | {each.key: each.codes[0] for each in self.selection.beside}


def listed_marking(session: Session, marking: Marking) -> tuple[list[str], NumberedOptions]:
    """The question, how many are marked, and the candidates with their marks, as rows; and how they are numbered.

    What cannot be marked any more is dim.
    """
    blueprint, language, site = session.game.blueprint, session.language, session.state[SITE]
    say, candidates, marks = phrases(language, "screen"), marking.candidates, marking.marks
    full = len(marks) >= marking.selection.most
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
    rows += in_columns(cells, [full and code not in marks for code in candidates])
    titles = [option_title(blueprint, site, code, language) for code in beside]
    rows += in_columns([f"{n:3}  {each}" for n, each in zip(counted[len(candidates) :], titles, strict=True)])
    rows.append("  " + say("how_to_mark"))
    return rows, NumberedOptions(site, marking.codes(), numbered)


def _wanted(session: Session, marking: Marking) -> str:
    """How many are marked, and how many are wanted."""
    least, most = marking.selection.least, marking.selection.most
    phrase = wanted_phrase(marking.selection)
    said = phrases(session.language, "table")(phrase, marked=len(marking.marks), least=least, most=most)
    return click.style(said, bold=True) if marking.is_enough else said
