"""All that is found wrong with what a command line names."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from rulewright.cli.collecting import seldom_collected
from rulewright.cli.progress import Progress
from rulewright.core.diagnostics import did_you_mean

if TYPE_CHECKING:
    from rulewright.author.review.findings import Findings


def check_all(what: tuple[str, ...], *, lint: bool, scenarios: bool, jobs: int | None) -> Findings:
    """Review what names and paths lead to, without any all shipped rulesets."""
    from rulewright.author.review.findings import Findings
    from rulewright.core.pipeline import shipped_names
    from rulewright.play.jobs.processes_here import usual_jobs

    with Progress(0, "scenario files") as progress, seldom_collected():
        found = Findings(lint, scenarios, jobs or usual_jobs(), progress.reach)
        for name in what or shipped_names():
            check_one(name, found)
    return found


def check_one(name: str, found: Findings) -> None:
    """Check what a name or path leads to. Raises UsageError if it leads nowhere."""
    from rulewright.author.review.kept import tell_again
    from rulewright.core.pipeline import known_names, ruleset_root

    path = Path(name)
    try:
        root = ruleset_root(name)
        exists, is_folder = path.exists(), path.is_dir()
    except PermissionError as fault:
        raise click.UsageError(f"'{name}' cannot be read: {fault.strerror or fault}") from None
    except (OSError, ValueError):
        root, exists, is_folder = None, False, False
    if root is not None:
        if not tell_again(name, root, found):
            from rulewright.author.review.ruleset import review_ruleset

            review_ruleset(name, root, found)
    elif exists:
        _check_path(path, is_folder, found)
    else:
        hint = did_you_mean(name, known_names()) or f"shipped are: {', '.join(known_names())}"
        raise click.UsageError(f"'{name}' is neither a ruleset nor a file; {hint}")


def _check_path(path: Path, is_folder: bool, found: Findings) -> None:
    """Check a package, a file or all files of a folder. Raises UsageError if there are none."""
    from rulewright.author.review.files import review_file
    from rulewright.author.review.packages import review_package
    from rulewright.core.packages.extending import leads_to_package

    if leads_to_package(path):
        review_package(path, found)
    elif is_folder:
        files = sorted(each for each in path.rglob("*.yaml") if each.is_file())
        if not files:
            raise click.UsageError(f"'{path}' is a folder without ruleset.yaml or any other .yaml file")
        for file in files:
            review_file(file, found)
    else:
        review_file(path, found)
