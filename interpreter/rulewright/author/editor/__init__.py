"""What an author wants to know while rules are written: what is wrong, what could be here, what a name means.

    explain/      what a word, code or name means      explain
    names/        what is defined and used where       (for the others)
    formatting/   files in canonical layout            fmt
    scaffolding/  a small valid beginning              new

The files next to them are the language server's. Nothing here prints or exits; `cli/` has a verb for each.
"""
