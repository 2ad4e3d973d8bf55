"""The browser front end: drawings, handbook pages, and tables served live or as static files.

    pages/     elements of HTML with every text escaped, whole pages that work offline, charts
    drawing/   tables, maps and cards as HTML and SVG
    primer/    what a newcomer reads of a game: lessons, symbols, questions, examples
    serve/     tables in a browser, and a studio to change their rules
    offline/   the same tables in a folder of static files

What an author asks at a table (`serve/author_tools.py`) is handed in by whoever starts the server. Begin with
`drawing/table.py`, then `serve/app.py`.
"""
