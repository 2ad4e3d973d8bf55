"""A studio: the files of a game, their text and a table side by side in a browser on the author's own machine.

    studio_tools.py   what it asks of the author's tools
    open_folders.py       the folders that are open
    edited_files.py   files read and written, inside their folder only
    example_games.py     the example games, and what to try in each
    studio_pages.py   the pages
    studio_forms.py   what their scripts send, answered as JSON
    play_beside.py    the table next to the text

It is served by `rulewright studio` alone.
"""
