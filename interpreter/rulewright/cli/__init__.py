"""The command line: one file per verb, imported when the verb is called. Only `cli` prints or exits.

What verbs share: `options/` is what is typed, `results/` what is reported, `screen/` a game at a screen of text.

Results go to standard output, progress and complaints to standard error. Exit codes: 0 fine, 1 problems found or a test
failed, 2 wrong usage, 3 a limit reached or the disk is full, 130 stopped from the keyboard.
"""

from __future__ import annotations

import errno
import os
import sys
import warnings
from collections.abc import Sequence
from importlib import import_module

import click

from rulewright.core.model.limits import LimitReached, PolicyFailed
from rulewright.core.model.packages_used import PackageRefused

FORMAT_VERSION = 1
_STOPPED = 130

VERBS = {
    "check": "Find errors in rulesets, variants, matches and scenario files.",
    "fmt": "Put files into canonical layout.",
    "lint": "Show suspicious rules: rules that are never used, tests that are never true.",
    "new": "Write a small valid ruleset, module, variant or scenario file to begin with.",
    "play": "Play a game at this screen, with people and bots.",
    "serve": "Serve rulesets as tables in a browser.",
    "studio": "Write rules beside the table, in a browser.",
    "site": "Write a folder of static files that plays rulesets without a server.",
    "resume": "Continue a saved game or match.",
    "test": "Run scenarios.",
    "replay": "Play a recorded game again and check every step.",
    "simulate": "Play many games with bots and summarise them.",
    "rules": "List each rule with what implements and what proves it.",
    "sources": "List where the values of a ruleset come from.",
    "explain": "Explain a word of the language, a code of a message, or a name of a ruleset.",
    "diff": "Show the differences between two rulesets, or the changes of a variant.",
    "compare": "Measure what a house rule does to the game, by pairs of games that share all chance.",
    "report": "Describe a game: seats, skill, luck, length, drama, every option.",
    "prove": "Prove the invariants of a game, or find a game that breaks one; solve small games.",
    "tune": "Find values of a game that meet its author's targets.",
    "train": "Train a player of a game, from its rules alone.",
    "ladder": "Play policies against each other and rate them.",
    "merge": "Merge the shards of a run that several machines have played.",
    "list": "List the available games, modules, variants and packages.",
    "add": "Install a package: a shared module, game or house rule.",
    "update": "Install newer versions of packages.",
    "remove": "Remove an installed package.",
    "pack": "Check a package and pack it as one zip.",
    "publish": "Add a package to an index: a folder for any web server.",
    "verify": "Compare the installed packages with a lock file.",
    "translate": "Write a translation of a game's texts, or bring it up to date.",
    "doc": "Write the handbook of a ruleset as one HTML page.",
    "print": "Write the cards, tiles, tokens and maps of a ruleset as sheets to print and cut.",
    "editor": "Write an extension for an editor.",
    "lsp": "Serve an editor: messages while you type, completion, explanations.",
}


class _Verbs(click.Group):
    """The group of all verbs: `--help` lists them without importing one."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(VERBS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in VERBS:
            return None
        command: click.Command = import_module(f"rulewright.cli.verbs.{cmd_name}").verb
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        from rulewright.cli.options.wrong import refuse_empty, refuse_repeated

        refuse_empty(args, ctx)
        if args and args[0] not in VERBS and not args[0].startswith("-"):
            from rulewright.core.diagnostics import nearest

            near = nearest(args[0], VERBS)
            hint = f"did you mean '{near}'?" if near else f"choose {', '.join(VERBS)}"
            raise click.UsageError(f"no verb is named '{args[0]}'; {hint}", ctx)
        found = super().resolve_command(ctx, args)
        if found[1] is not None:
            refuse_repeated(found[2], found[1], ctx)
        return found

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Verbs"):
            formatter.write_dl(list(VERBS.items()))


def _print_version(ctx: click.Context, parameter: click.Parameter, asked: bool) -> None:
    if asked and not ctx.resilient_parsing:
        from importlib.metadata import PackageNotFoundError, version

        try:
            click.echo(f"rulewright {version('rulewright')}")
        except PackageNotFoundError:
            click.echo("rulewright, not installed")
        ctx.exit()


def _group() -> click.Group:
    return _Verbs(
        name="rulewright",
        help="Tabletop games written as data: check, play, test and simulate them.",
        params=[
            click.Option(
                ["--version"], is_flag=True, is_eager=True, expose_value=False, callback=_print_version,
                help="Show the version and exit.",
            )
        ],
        context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
        no_args_is_help=True,
        subcommand_metavar="VERB [ARGUMENTS]...",
    )  # fmt: skip


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command line and exit with its code."""
    from rulewright.cli.stopping import stopped_once
    from rulewright.cli.streams import open_closed_streams

    code = _STOPPED
    try:
        with stopped_once():
            open_closed_streams()
            warnings.showwarning = _warned
            for stream in (sys.stdout, sys.stderr):
                if hasattr(stream, "reconfigure"):
                    stream.reconfigure(errors="replace")
            code = run(sys.argv[1:] if arguments is None else list(arguments))
    except KeyboardInterrupt:
        pass  # it came before anything began, or when all was done
    sys.exit(code)


def _warned(message: Warning | str, *_: object, **__: object) -> None:
    """Print a warning for the user, without the source line that raised it."""
    click.echo(f"Warning: {message}.", err=True)


def run(arguments: list[str]) -> int:
    """Run a command line and return its exit code.

    Whatever the input, nothing is raised but a fault of the program itself.
    """
    try:
        code = _invoked(arguments)
        sys.stdout.flush()
        return code
    except click.exceptions.NoArgsIsHelpError as shown:
        shown.show()
        return 2
    except click.ClickException as wrong:
        wrong.show()
        return wrong.exit_code
    except LimitReached as limit:
        click.echo(f"A limit was reached: {limit}", err=True)
        return 3
    except PolicyFailed as failed:
        click.echo(f"A policy failed: {failed}", err=True)
        return 3
    except PackageRefused as refused:
        click.echo(f"Error: {refused}", err=True)
        return 2
    except (KeyboardInterrupt, click.Abort):
        click.echo("\nstopped", err=True)
        return _STOPPED
    except BrokenPipeError:
        return _pipe_closed()
    except ChildProcessError as lost:
        click.echo(f"Stopped: {lost}. Memory may have run out: try a smaller --jobs", err=True)
        return 3
    except OSError as fault:
        return _told(fault)


def _invoked(arguments: list[str]) -> int:
    try:
        with _group().make_context("rulewright", list(arguments)) as context:
            context.command.invoke(context)
    except click.exceptions.Exit as leaving:
        return leaving.exit_code
    return 0


def _told(fault: OSError) -> int:
    """Report what cannot be read or written and return the exit code, 3 if a disk is full."""
    from rulewright.cli.streams import closed_stream
    from rulewright.core.writing import is_full

    if fault.filename is None and fault.errno == errno.EBADF:
        click.echo(f"Error: {closed_stream()} is closed", err=True)
        _leave_output()
        return 2
    named = "standard output" if fault.filename is None and is_full(fault) else fault.filename
    click.echo(f"Error: {named}: {fault.strerror or fault}" if named else f"Error: {fault.strerror or fault}", err=True)
    if not is_full(fault):
        return 2
    if fault.filename is None:
        _leave_output()
    return 3


def _pipe_closed() -> int:
    """Exit silently, as other programs do, when the reader of our output has left."""
    _leave_output()
    return 141


def _leave_output() -> None:
    """Drop buffered standard output, so that it is not written again at exit."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, sys.stdout.fileno())
