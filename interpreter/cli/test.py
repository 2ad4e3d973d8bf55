"""`rulewright test`: runs scenarios."""

from __future__ import annotations

from pathlib import Path

import click

from interpreter.cli.output import diagnostics_json, format_option, write_diagnostics, write_json
from interpreter.diagnostics import did_you_mean


@click.command("test")
@click.argument("what", metavar="[PATH]...", nargs=-1)
@click.option("--verbose", "-v", is_flag=True, help="Name what passed as well.")
@format_option
def verb(what: tuple[str, ...], verbose: bool, form: str) -> None:
    """Run the scenarios in files and folders; without any, those of all shipped rulesets.

    A shipped ruleset may be given by its name. A failure shows what was expected, what was found, and where.
    """
    from interpreter.pipeline import ruleset_root, shipped_names
    from interpreter.proof import run_files

    paths = []
    for name in what or shipped_names():
        root = ruleset_root(name)
        path = root if root is not None else Path(name)
        if not path.exists():
            hint = did_you_mean(name, shipped_names()) or f"shipped are: {', '.join(shipped_names())}"
            raise click.UsageError(f"'{name}' is neither a file or folder nor a ruleset; {hint}")
        paths.append(path)
    results, found, lines = run_files(paths)
    failed = [result for result in results if result.failure is not None]
    if form == "json":
        write_json(
            {
                "scenarios": [
                    {
                        "scenario": result.sentence,
                        "place": f"{result.span.file}:{result.span.line}",
                        "rules": list(result.rules),
                        "passed": result.failure is None,
                        "message": result.failure.message if result.failure is not None else "",
                        "at": f"{result.failure.span.file}:{result.failure.span.line}" if result.failure else "",
                    }
                    for result in results
                ],
                "diagnostics": diagnostics_json(found),
            }
        )
    else:
        for result in results:
            if result.failure is None:
                if verbose:
                    click.echo(f"{click.style('passed', fg='green')}  {result.sentence}")
                continue
            span = result.failure.span
            click.echo(f"{click.style('FAILED', fg='red', bold=True)}  {result.sentence}")
            click.echo(f"  {span.file}:{span.line}:{span.column}: {result.failure.message}")
            line = lines.get((span.file, span.line))
            if line is not None:
                click.echo(f"    | {line.strip()}")
        write_diagnostics(found, lines)
        wrong = f", {len(found)} problems in the files" if found else ""
        counted = f"{len(results)} scenario{'s' * (len(results) != 1)}"
        click.echo(f"{counted}: {len(results) - len(failed)} passed, {len(failed)} failed{wrong}")
    if failed or found:
        raise click.exceptions.Exit(1)
    if not results and form == "text":
        click.echo("no scenario was found", err=True)
