"""`rulewright lsp`: the language server that an editor starts for itself."""

from __future__ import annotations

from importlib.util import find_spec

import click


@click.command("lsp")
def verb() -> None:
    """Serve an editor over standard input and output.

    It reports what is wrong while you type and, when you pause, what lint finds; it fixes misspelt words,
    completes, formats, lists what a file holds, shows what a name means, and leads to where it is defined and used.

    An editor starts this by itself. It needs the extra 'lsp': pip install 'rulewright[lsp]'.
    """
    if find_spec("pygls") is None or find_spec("lsprotocol") is None:
        raise click.UsageError("the language server needs pygls; install it with: pip install 'rulewright[lsp]'")
    from rulewright.author.editor.server import serve

    serve()
