"""What an author does with a ruleset besides playing it: one folder a subject, each over the whole pipeline.

    starts/       a small valid beginning              new
    layout/       files in canonical layout            fmt
    names/        what is defined and used where       (for the others)
    explain/      what a word, code or name means      explain
    editor/       all of that while one types          lsp
    lint/         what deserves a second look          lint, check
    difference/   what a change changes, and breaks    diff
    coverage/     what scenarios or games reach        test, simulate --coverage
    mutation/     what scenarios would notice          test --mutate
    retelling/    a moment of play as a scenario       replay --to-scenario, `s` in play
    ledgers/      who cites rules, what tells values   rules, sources
    handbook/     the rules as a page to read          doc

Nothing here prints or exits; `cli/` has a verb for each.
"""
