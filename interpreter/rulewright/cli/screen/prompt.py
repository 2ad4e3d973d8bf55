"""The screen of a game in play: what a person is shown and what they may type."""

from __future__ import annotations

import sys
from dataclasses import replace
from itertools import count
from pathlib import Path
from textwrap import wrap

import click

from rulewright.cli.options.table import TableChoice
from rulewright.cli.output import complain
from rulewright.cli.screen.answers import NumberedOptions, answer_to, answers_on, meant, titled
from rulewright.cli.screen.console import height, width
from rulewright.cli.screen.informing import informing_lines, subject
from rulewright.cli.screen.listing import listed, wrapped
from rulewright.cli.screen.marking import Marking, listed_marking, marking_of
from rulewright.cli.screen.painting import board_ink, painter
from rulewright.cli.screen.reasons import closed_lines, why_lines, why_not_lines, written_lines
from rulewright.cli.screen.session import Session
from rulewright.core.locales.catalogue import phrases
from rulewright.core.run.steps import IllegalChoice
from rulewright.core.writing import write_whole
from rulewright.observe.naming import seat_title
from rulewright.observe.sight.selections import ENOUGH
from rulewright.observe.words.board import boards
from rulewright.observe.words.log_lines import LogLine
from rulewright.observe.words.table import table_lines

_EXPLAINED = " " * 20
"""How far the second column of the help is indented."""


def free_path(name: str, ending: str = "save.json") -> Path:
    """A file here for a game that has none yet, so that no other one is written over."""
    stem = Path(name).stem
    paths = (Path(f"{stem}{f'-{number}' if number > 1 else ''}.{ending}") for number in count(1))
    return next(path for path in paths if not path.exists())


class _Left(Exception):  # noqa: N818 - how a person leaves, no error
    """The person wants to leave, or the input has ended."""


class Screen:
    """Shows a session and asks the people in it."""

    def __init__(
        self, session: Session, path: Path | None, *, quiet: bool = False, table: TableChoice | None = None
    ) -> None:
        """Prompt for a session.

        `table` is the command line's choice, without which no scenario is written.
        """
        self.session = session
        self.table = table
        self.kept = path is not None
        self.path = path
        self.saved_after: int | None = None
        self.quiet = quiet
        self.paint = painter(session.game, session.language)
        self.ink = board_ink(session.game)
        self.shown_to = -1
        self.shown_at = -1
        self.coming: list[str] = []
        self.typed_at: NumberedOptions | None = None
        self.news: tuple[LogLine, ...] = ()
        self.chosen_at = 0
        self.marking: Marking | None = None
        self.say = phrases(session.language, "screen")

    def run(self) -> bool:
        """Play to the end and return True, or False if somebody left before."""
        try:
            while True:
                self.session.run_bots(self._tell_thinking)
                if self.session.is_over:
                    self._tell_all()
                    return True
                self._turn()
        except _Left:
            return False

    def _turn(self) -> None:
        session = self.session
        seat = session.seat
        if len(session.people) > 1 and seat != self.shown_to:
            self._change_seats(seat)
            self.coming.clear()
        rows, offered = self._listed()
        if self.coming:
            typed = self.coming.pop(0)
            others_chose = len(session.choices) != self.chosen_at
            code = answer_to(session, offered, typed, self.typed_at) if not others_chose else None
            if code is not None:
                self._choose(code)
                return
            self.coming.clear()
            why = "others_chose_meanwhile" if others_chose else "no_option_of_next"
            self._write(self.say(why, typed=typed[:80]))
        self._show(seat, rows)
        while (chosen := self._ask(offered)) is None:
            pass
        if chosen >= 0:
            self._choose(chosen)

    def _listed(self) -> tuple[list[str], NumberedOptions]:
        """Return (rows, numbers) of the question. Marks stay as long as the question does."""
        session = self.session
        selection = session.selection()
        if selection is None:
            self.marking = None
            return listed(session, session.options())
        begun = len(session.choices), session.seat, selection.site
        if self.marking is None or self.marking.begun != begun:
            self.marking = marking_of(selection, begun)
        return listed_marking(session, self.marking)

    def _choose(self, code: int) -> None:
        """Choose an option, mark one of several, or take all that are marked."""
        marking = self.marking
        if marking is not None and code == ENOUGH:
            self._take(marking)
        elif marking is not None and code in marking.candidates:
            if marking.full and code not in marking.marks:
                self._write(self.say("all_marked", most=marking.selection.most))
            self.marking = replace(marking, marks=marking.toggled(code))
        else:
            self.session.choose_option(code)
        self.chosen_at = len(self.session.choices)

    def _take(self, marking: Marking) -> None:
        """Take what is marked, if it is as much as is wanted."""
        if not marking.is_enough:
            self._write(self.say("not_enough", marked=len(marking.marks), least=marking.selection.least))
            return
        try:
            self.session.take_marked(marking.selection, marking.marked)
        except IllegalChoice:
            self._write(self.say("not_together"))

    def _show(self, seat: int, rows: list[str]) -> None:
        """Show the news and the question, and the table too if all of it fits on the screen."""
        session = self.session
        self.news = session.news(seat)
        due = seat != self.shown_to or self.shown_at < len(session.choices) - 1
        table = ["", *self._table(seat), ""] if due else []
        first = self.shown_to < 0
        self.shown_to, self.shown_at = seat, len(session.choices)
        room = height() - len(rows) - 2
        news = [row for each in self.news for row in wrapped(f"  {each.text}")]
        beside = [row for each in self.news if not session.is_on_board(each) for row in wrapped(f"  {each.text}")]
        if len(table) + len(beside) <= room:
            if due:
                news = beside
            for line in table:
                self._write(line)
        elif due:
            room -= 1
        left_out = max(0, len(news) - max(3, room))
        for line in news[left_out:]:
            self._write(line)
        if left_out:
            self._write("  " + self.say("lines_before", count=left_out))
        for line in rows:
            self._write(line)
        if due and news is not beside and (first or not news):
            self._write("  " + self.say("hint_of_table"))

    def _change_seats(self, seat: int) -> None:
        """Clear the screen between two people, so that nobody sees the other's hand."""
        if self.shown_to >= 0:
            if sys.stdout.isatty():
                click.clear()
            else:
                self._write("\n" * 3)
        self._read(self.say("sits_here", seat=self._name(seat)) + " ")

    def _name(self, seat: int) -> str:
        return seat_title(self.session.game.blueprint, seat, self.session.language)

    def _tell_thinking(self, seat: int, policy: str) -> None:
        """Say on standard error that a bot thinks for a while."""
        complain(self.say("thinks", seat=self._name(seat), policy=policy))

    def _table(self, seat: int) -> list[str]:
        session = self.session
        return table_lines(session.game, session.state, seat, session.language, width(), self.ink)

    def _write_table(self, seat: int, word: str = "") -> None:
        """The table, or the parts of it that have a word."""
        lines = self._table(seat)
        shown = _parts_with(lines, word) if word else lines
        for line in ("", *shown, "") if shown else (self.say("nowhere_on_table", word=word[:80]),):
            self._write(line)

    def _ask(self, offered: NumberedOptions) -> int | None:
        """Read an answer and return its code: None to ask again, -1 to show everything again."""
        typed = self._read("> ").strip()
        command, _, rest = typed.partition(" ")
        rest = rest.strip()
        code = answer_to(self.session, offered, typed)
        if code is not None:
            return code
        if self.marking is not None and not typed:
            return ENOUGH
        if command == "?":
            self._explain(rest)
        elif command == "??":
            for line in written_lines(self.session, rest):
                self._write(line)
        elif command in ("w", "why"):
            for line in why_lines(self.session, rest):
                self._write(line)
        elif command in ("i", "info"):
            self._inform(rest, offered)
        elif command in ("t", "table"):
            self._write_table(self.session.seat, rest)
            for line in self._listed()[0]:
                self._write(line)
        elif typed in ("n", "news"):
            for told in [each.text for each in self.news] or [self.say("no_news")]:
                self._write(f"  {told}")
        elif typed in ("u", "undo"):
            return self._undo()
        elif typed in ("s", "scenario"):
            self._extract_scenario()
        elif typed in ("k", "keep", "save"):
            self._save()
        elif typed in ("q", "quit", "exit"):
            self._leave()
        elif typed in ("", "h", "help"):
            for line in self.say("help").splitlines():
                self._write("\n".join(wrap(line, width(), subsequent_indent=_EXPLAINED, break_on_hyphens=False)))
        else:
            return self._several(typed, offered)
        return None

    def _several(self, typed: str, offered: NumberedOptions) -> int | None:
        """Return the first of several answers on a line and queue the others, or say why there is none."""
        first, *others = answers_on(typed) or [typed]
        words = typed.split()
        if self.marking is not None and all(answer_to(self.session, offered, each) is not None for each in words):
            first, *others = words
        code = answer_to(self.session, offered, first) if others else None
        if code is not None:
            self.coming, self.typed_at = others, offered
            return code
        self._write(self._no_option(first if others else typed, offered))
        return None

    def _no_option(self, typed: str, offered: NumberedOptions) -> str:
        if typed.isascii() and typed.isdigit():
            last = len(offered.numbered)
            if offered.numbered and max(offered.numbered) == last:
                return self.say("no_such_number", typed=typed[:9], last=last)
            keys = ", ".join(map(str, sorted(offered.numbered)) if offered.numbered else offered.keys)
            return self.say("no_such_key", typed=typed[:9], keys=keys)
        called = titled(self.session, offered)
        several = called.get(" ".join(typed.casefold().split()), set())
        if len(several) > 1:
            keys = ", ".join(sorted(map(offered.key_of, several)))
            return self.say("may_mean", typed=typed[:80], keys=keys)
        names = meant(self.session.language, typed[:80], {*offered.keys, *called})
        if names:
            return self.say("no_option_but_near", typed=typed[:80], names=names)
        return self.say("no_option", typed=typed[:80])

    def _undo(self) -> int | None:
        if self.marking is not None and self.marking.marks:
            self.marking = replace(self.marking, marks=self.marking.marks[:-1])
            return -1
        refused = self.session.undo_last()
        if refused:
            self._write(refused)
            return None
        self.shown_at = len(self.session.choices)
        self._write(self.say("taken_back"))
        return -1

    def _explain(self, key: str) -> None:
        for line in why_not_lines(self.session, key) if key else closed_lines(self.session):
            self._write(line)

    def _inform(self, name: str, offered: NumberedOptions) -> None:
        code = answer_to(self.session, offered, name) if name else None
        about_option = subject(self.session, offered.site, code) if code is not None else ""
        for line in informing_lines(self.session, about_option or name):
            self._write(line)

    def _save(self) -> None:
        path = self.path if self.path is not None else free_path(self.session.name)
        try:
            self.session.save(path)
        except OSError as fault:
            self._write(self.say("cannot_be_written", file=path, why=fault.strerror))
        else:
            self.path, self.saved_after = path, len(self.session.choices)
            command = self.session.to_resume(path)
            self._write(self.say("saved_as", file=path, command=command))

    def _extract_scenario(self) -> None:
        """Write the last choices of the seat asked as a scenario, which holds what is hidden as well."""
        session = self.session
        if self.table is None:
            self._write(self.say("scenario_of_match"))
            return
        if len(session.people) > 1:
            self._write(self.say("scenario_of_several"))
            self._write("  rulewright replay FILE --to-scenario --at CHOICE")
            return
        from rulewright.author.testing.extraction.extract import CannotExtract
        from rulewright.cli.results.replay_scenario import extracted_from, told_of

        first, last = session.last_choices()
        if not last:
            self._write(self.say("nothing_chosen"))
            return
        path = free_path(session.name, f"scenario-{first}.yaml")
        try:
            extracted = extracted_from(self.table, session.replay(), first, last)
            write_whole(path, extracted.text)
        except CannotExtract as fault:
            self._write(self.say("no_scenario", why=fault))
        except OSError as fault:
            self._write(self.say("cannot_be_written", file=path, why=fault.strerror))
        else:
            what = told_of(extracted).capitalize()
            self._write(self.say("scenario_written", what=what, file=path))
            for remark in extracted.remarks:
                self._write(remark)

    def _leave(self) -> None:
        title, count = self.session.title, len(self.session.choices)
        complain(self.say("left", title=title, count=count))
        self._keep()
        raise _Left

    def _tell_all(self) -> None:
        if self.session.people and not self.quiet:
            seat = self.session.people[-1]
            news = [f"  {each.text}" for each in self.session.news(seat)]
            board = ["", *self._table(seat), ""] if boards(self.session.game.blueprint) else []
            for line in (*board, *news):
                self._write(line)

    def _read(self, prompt: str) -> str:
        self._write(prompt, newline=False)
        line = sys.stdin.readline()
        if not line:
            self._write("")
            complain(self.say("input_ended", count=len(self.session.choices)))
            self._keep()
            raise _Left
        return line

    def _keep(self) -> None:
        """Save if a file was named, and say how to save if not."""
        if self.kept:
            self._save()
            if self.saved_after != len(self.session.choices):
                raise click.exceptions.Exit(3)  # why it could not be saved has been said
        elif self.path is not None and self.saved_after is not None:
            later = len(self.session.choices) - self.saved_after
            phrase = "kept_without_last" if later > 0 else "kept_in"
            complain(self.say(phrase, file=self.path, count=later, command=self.session.to_resume(self.path)))
        else:
            complain("\n".join(wrapped(self.say("not_kept"))))

    def _write(self, text: str, *, newline: bool = True) -> None:
        click.echo(self.paint(text), nl=newline, err=self.quiet)


def _parts_with(lines: list[str], word: str) -> list[str]:
    """The parts of a table that have a word: a line with those below it that are indented."""
    parts: list[list[str]] = []
    for line in lines:
        if not parts or not line.startswith(" "):
            parts.append([])
        parts[-1].append(line)
    return [line for part in parts if any(word.casefold() in line.casefold() for line in part) for line in part]
