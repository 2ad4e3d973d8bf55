"""The screen of a game in play: what a person is shown and what they may type."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from itertools import count
from pathlib import Path

import click

from rulewright.cli.output import complain
from rulewright.cli.reasons import closed_lines, why_lines, why_not_lines
from rulewright.cli.screen import width
from rulewright.cli.session import Session
from rulewright.cli.table import TableChoice
from rulewright.diagnostics import did_you_mean
from rulewright.model.game import read_code
from rulewright.model.layout import FRAME, LEAST_FREE_CODE, SITE
from rulewright.observe.naming import about, hidden_title, label_title, option_title, question, seat_title, thing_title
from rulewright.observe.table import details, table_lines

_HELP = """\
  a number or key   choose that option
  ?                 why other options are not open;  ? KEY  why that one is not
  w NAME            why a number is what it is, or a piece where it is;  w NAME seat 2  that of seat 2
  i NAME            what is printed on a card or another component
  t                 show the table
  u                 take back the last choice
  s                 write a scenario of what this seat chose last
  k                 keep the game: save it
  q                 leave the game (saved first where --save names a file)"""


def free_path(name: str) -> Path:
    """A file here for a game that has none yet, so that no other one is written over."""
    stem = Path(name).stem
    paths = (Path(f"{stem}{f'-{number}' if number > 1 else ''}.save.json") for number in count(1))
    return next(path for path in paths if not path.exists())


class _Left(Exception):  # noqa: N818 - how a person leaves, no error
    """The person wants to leave, or the input has ended."""


class Screen:
    """Shows a session and asks the people in it."""

    def __init__(
        self, session: Session, path: Path | None, *, quiet: bool = False, table: TableChoice | None = None
    ) -> None:
        """`table` is what the command line chose; without it no scenario is written."""
        self.session = session
        self.table = table
        self.kept = path is not None
        self.path = path
        self.saved_after: int | None = None
        self.quiet = quiet
        self.shown_to = -1
        self.shown_at = -1

    def run(self) -> bool:
        """Play to the end; False where somebody left before."""
        try:
            while True:
                self.session.run_bots()
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
        news = session.news(seat)
        if seat != self.shown_to or self.shown_at < len(session.choices) - 1:
            self._write_table(seat)
        self.shown_to, self.shown_at = seat, len(session.choices)
        for line in news:
            self._write(f"  {line}")
        options = session.options()
        codes = self._write_options(options)
        while (code := self._ask(options, codes)) is None:
            pass
        if code >= 0:
            session.choose(code)

    def _change_seats(self, seat: int) -> None:
        """Between two people the screen is cleared, so that nobody sees the other's hand."""
        if self.shown_to >= 0:
            if sys.stdout.isatty():
                click.clear()
            else:
                self._write("\n" * 3)
        self._read(f"Press Enter when {self._name(seat)} sits here. ")

    def _name(self, seat: int) -> str:
        return seat_title(self.session.game.blueprint, seat, self.session.language)

    def _write_table(self, seat: int) -> None:
        session = self.session
        self._write("")
        for line in table_lines(session.game, session.state, seat, session.language, width()):
            self._write(line)
        self._write("")

    def _write_options(self, options: dict[str, int]) -> list[int]:
        """The options with numbers, candidates under their label; their codes in that order.

        Where numbers are asked for, they are chosen by themselves.
        """
        session = self.session
        blueprint, language = session.game.blueprint, session.language
        site = session.state[SITE]
        info = blueprint.sites[site]
        asked = question(blueprint, site, language)
        subject = about(blueprint, session.state[FRAME], site, language, session.hidden())
        asked += f" ({subject})" if subject else ""
        self._write(click.style(f"\n{self._name(session.seat)} - {asked}", bold=True))
        if not info.named and info.domains[0] == "number" and max(options.values()) < LEAST_FREE_CODE:
            self._write("  " + "  ".join(options))
            return []
        codes: list[int] = []
        groups: dict[tuple[int, int], list[tuple[str, int]]] = {}
        for key, code in options.items():
            groups.setdefault(read_code(blueprint, site, code)[:2], []).append((key, code))
        plain: list[str] = []
        for (at, label), members in groups.items():
            info = blueprint.sites[at]
            domain = info.domains[label]
            if info.named and not domain:
                codes.append(members[0][1])
                plain.append(f"{len(codes):3}  {option_title(blueprint, site, members[0][1], language)}")
                continue
            self._write_columns(plain)
            plain = []
            if info.named:
                self._write(f"  {label_title(blueprint, at, label, language)}")
            cells = []
            titles = [self._candidate(domain, read_code(blueprint, site, code).candidate) for _, code in members]
            for (key, code), title in zip(members, titles, strict=True):
                codes.append(code)
                twin = f"  [{key}]" if titles.count(title) > 1 else ""
                cells.append(f"{len(codes):3}  {title}{twin}")
            self._write_columns(cells)
        self._write_columns(plain)
        return codes

    def _candidate(self, domain: str, value: int) -> str:
        session = self.session
        if domain.endswith(" piece") and value in session.hidden():
            return hidden_title(domain, session.language)
        title = thing_title(session.game.blueprint, domain, value, session.language)
        more = details(session.game, session.state, session.seat, domain, value, session.language)
        return f"{title} ({more})" if more else title

    def _write_columns(self, cells: list[str]) -> None:
        if not cells:
            return
        wide = max(len(cell) for cell in cells) + 2
        columns = max(1, min(width() // wide, 4, -(-len(cells) // 3)))
        rows = -(-len(cells) // columns)
        for row in range(rows):
            line = "".join(cell.ljust(wide) for cell in cells[row::rows])
            self._write(line.rstrip())

    def _ask(self, options: dict[str, int], codes: list[int]) -> int | None:
        """The code chosen; None to ask again, -1 to show everything anew."""
        typed = self._read("> ").strip()
        command, _, rest = typed.partition(" ")
        rest = rest.strip()
        if typed in options:
            return options[typed]
        if typed.isascii() and typed.isdigit():
            if 1 <= int(typed[:9]) <= len(codes):
                return codes[int(typed[:9]) - 1]
            known = f"they are numbered 1 to {len(codes)}" if codes else f"there are {', '.join(options)}"
            self._write(f"There is no option {typed[:9]}; {known}.")
        elif command == "?":
            self._explain(rest)
        elif command in ("w", "why"):
            for line in why_lines(self.session, rest):
                self._write(line)
        elif command in ("i", "info"):
            self._inform(rest)
        elif typed in ("t", "table"):
            self._write_table(self.session.seat)
            self._write_options(options)
        elif typed in ("u", "undo"):
            return self._undo()
        elif typed in ("s", "scenario"):
            self._retell()
        elif typed in ("k", "keep", "save"):
            self._save()
        elif typed in ("q", "quit", "exit"):
            self._leave()
        elif typed in ("", "h", "help"):
            self._write(_HELP)
        else:
            near = did_you_mean(typed[:80], options)
            self._write(f"'{typed[:80]}' is no option here; {near or 'type a number, or h for help'}")
        return None

    def _undo(self) -> int | None:
        refused = self.session.undo()
        if refused:
            self._write(refused.capitalize() + ".")
            return None
        self.shown_at = len(self.session.choices)
        self._write("Taken back.")
        return -1

    def _explain(self, key: str) -> None:
        for line in why_not_lines(self.session, key) if key else closed_lines(self.session):
            self._write(line)

    def _inform(self, name: str) -> None:
        found = 0
        for line in _printed(self.session, name.lower()):
            self._write(line)
            found += 1
        if not found:
            self._write(self._unknown(name[:80]) if name else "Say of what, as in: i NAME")

    def _unknown(self, name: str) -> str:
        blueprint, language = self.session.game.blueprint, self.session.language
        printed = [
            name_of
            for domain in blueprint.domains.values()
            for at, each in enumerate(domain.names)
            if each in blueprint.printed
            for name_of in (each, thing_title(blueprint, domain.id, at, language))
        ]
        near = did_you_mean(name, printed)
        return f"Nothing is named '{name}'{f'; {near}' if near else '.'}"

    def _save(self) -> None:
        path = self.path if self.path is not None else free_path(self.session.name)
        try:
            self.session.save(path)
        except OSError as fault:
            self._write(f"{path} cannot be written: {fault.strerror}")
        else:
            self.path, self.saved_after = path, len(self.session.choices)
            self._write(f"Saved as {path}; go on with: {self.session.to_resume(path)}")

    def _retell(self) -> None:
        """Write the last choices of the seat asked as a scenario, which holds what is hidden as well."""
        session = self.session
        if self.table is None:
            self._write("A scenario is written of a game by itself, not of one in a match.")
            return
        if len(session.people) > 1:
            self._write(
                "A scenario shows what is hidden from each of you. When the game is over, write it from the saved"
            )
            self._write("game: rulewright replay FILE --to-scenario --at CHOICE")
            return
        from rulewright.cli.replay_scenario import retold_of, told_of
        from rulewright.workbench.retelling.retell import CannotRetell

        first, last = session.last_choices()
        if not last:
            self._write("Nothing has been chosen yet that a scenario could show.")
            return
        path = Path(f"{Path(session.name).stem}.scenario-{first}.yaml")
        try:
            retold = retold_of(self.table, session.replay(), first, last)
            path.write_text(retold.text, encoding="utf-8", newline="\n")
        except CannotRetell as fault:
            self._write(f"No scenario can be written: {fault}.")
        except OSError as fault:
            self._write(f"{path} cannot be written: {fault.strerror}")
        else:
            self._write(
                f"{told_of(retold).capitalize()} is written to {path}. It holds what is hidden from you as well."
            )
            for remark in retold.remarks:
                self._write(remark)

    def _leave(self) -> None:
        complain(f"Left {self.session.title} after {len(self.session.choices)} choices.")
        self._keep()
        raise _Left

    def _tell_all(self) -> None:
        if self.session.people and not self.quiet:
            for line in self.session.news(self.session.people[-1]):
                self._write(f"  {line}")

    def _read(self, prompt: str) -> str:
        self._write(prompt, newline=False)
        line = sys.stdin.readline()
        if not line:
            self._write("")
            complain(f"The input has ended after {len(self.session.choices)} choices.")
            self._keep()
            raise _Left
        return line

    def _keep(self) -> None:
        """Save where a file was named; else say how it is done."""
        if self.kept:
            self._save()
        elif self.path is not None and self.saved_after is not None:
            later = len(self.session.choices) - self.saved_after
            since = f", without the last {later} choice{'s' * (later != 1)}," if later > 0 else ""
            complain(f"It is kept{since} in {self.path}; go on with: {self.session.to_resume(self.path)}")
        else:
            complain("It was not kept. Type k before you leave, or play with --save FILE, to go on another time.")

    def _write(self, text: str, *, newline: bool = True) -> None:
        click.echo(text, nl=newline, err=self.quiet)


def _printed(session: Session, name: str) -> Iterable[str]:
    """What is printed on the designs of a name, by id or title."""
    blueprint = session.game.blueprint
    for domain in blueprint.domains.values():
        for at, each in enumerate(domain.names):
            if each in blueprint.printed:
                title = thing_title(blueprint, domain.id, at, session.language)
                if name and name in (each.lower(), title.lower()):
                    yield f"  {title} [{each}]"
                    for key, value in blueprint.printed[each].items():
                        shown = ", ".join(map(str, value)) if isinstance(value, tuple) else str(value).strip()
                        yield f"    {key}: {shown}".replace("\n", "\n      ")
