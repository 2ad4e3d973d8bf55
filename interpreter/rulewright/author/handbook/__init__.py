"""A handbook of a ruleset: one HTML page that needs nothing else, made of the data alone; a chapter a file.

`material` gathers what there is to say, `edition` says it in one language, each chapter writes its part, `page` binds
them. Nothing here knows a game, writes a file or prints.
"""
