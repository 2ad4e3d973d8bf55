"""The handbook of a ruleset, a self-contained HTML page made of its data alone, one file per chapter.

`material` gathers the contents, `edition` presents them in one language, each chapter writes its part, `page` binds
them. Nothing here knows a game, writes a file or prints.
"""
