"""`rulewright studio`: a game's files, their text and a table side by side in a browser."""

from __future__ import annotations

import logging
import webbrowser
from pathlib import Path

import click

from rulewright.cli.options.listening import listening_at
from rulewright.cli.options.wrong import Whole
from rulewright.cli.output import complain, refuse_without

_HOST = "127.0.0.1"


@click.command("studio")
@click.argument("folder", required=False)
@click.option("--port", type=Whole(0, 65_535), default=8000, show_default=True, help="The port; 0 takes a free one.")
@click.option("--in", "home", metavar="DIR", type=click.Path(exists=True, file_okay=False, path_type=Path),
              default=Path(), help="Where new games are written; by default here.")  # fmt: skip
@click.option("--open", "opened", is_flag=True, help="Open a browser.")
def verb(folder: str | None, port: int, home: Path, opened: bool) -> None:
    """Write rules beside the table: files, text and a game that takes on what you save, in a browser.

    FOLDER holds a ruleset, a package or variants. Without it, the first page copies an example game or begins a new
    one. Only this machine reaches the studio, and only by the link that it prints.
    """
    from rulewright.core.pipeline import known_names, shipped_folder

    if folder is not None and not Path(folder).is_dir():
        shipped = shipped_folder(folder) is not None
        hint = "it comes with this program; 'rulewright studio' copies games" if shipped else "name one, or none at all"
        raise click.UsageError(f"there is no folder '{folder}' here; {hint}")
    try:
        from rulewright.author.at_tables import STUDIO, TOOLS
        from rulewright.table.serve.app import make_app
        from rulewright.table.serve.hosting.logs import bounded_handler
        from rulewright.table.serve.hosting.running import run
        from rulewright.table.serve.site import ServerState
        from rulewright.table.serve.store import TableStore
        from rulewright.table.serve.studio.open_folders import Studio
    except ImportError as missing:
        refuse_without("web", missing.name)
    store = TableStore(None)
    click.get_current_context().call_on_close(store.close)
    studio = Studio(STUDIO, home.absolute())
    page = f"/studio/{studio.open(Path(folder)).number}/" if folder is not None else "/studio/"
    site = ServerState(store, known_names(), TOOLS, studio=studio)
    app = make_app(site, frozenset({"localhost", _HOST}))
    logging.basicConfig(level=logging.WARNING, handlers=[bounded_handler()])
    listening = listening_at(_HOST, port)
    address = f"http://{_HOST}:{listening.getsockname()[1]}{page}?key={studio.key}"
    complain(f"the studio is at {address}")
    if opened:
        webbrowser.open(address)
    run(app, listening)
    complain("stopped")
