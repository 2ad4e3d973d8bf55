"""The tools of those who write rules.

    lint/        what deserves a second look
    review/      all that is wrong in an author's files, found once for every front end
    editor/      the language server; explain, names, canonical layout, scaffolding
    testing/     coverage, mutation, scenarios made from play, ledgers of rules and sources
    difference/  what a change changes, and what it breaks
    handbook/    the rules as a page
    proving/     what must be true in every game: proved or broken
    studio/      answers about a folder of files that is edited beside a table
    at_tables.py the tools that a table in the browser is given

This wing and `lab` do not know each other. Begin with `review/ruleset.py`.
"""
