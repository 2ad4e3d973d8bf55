"""Help for authors while rules are written: faults, completions, and the meaning of names.

    explain/      what a word, code or name means      explain
    names/        what is defined and used where       (for the others)
    formatting/   files in canonical layout            fmt
    scaffolding/  a small valid beginning              new

The files next to them are the language server's. Nothing here prints or exits; `cli/` has a verb for each.
"""
