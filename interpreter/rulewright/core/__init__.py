"""The interpreter: from a folder of YAML to a game, and from a state and a choice to the next state.

Rooms in the order of the data:

    locales/    words for people, one file per language; plural forms; lines with holes
    load/       strict YAML with positions; manifests, modules, patches, variants
    packages/   what lives elsewhere: names, versions, the store
    translations/  texts in further languages, from files of their own
    validate/   shapes by JSON Schema, references
    language/   the grammar of effects, parsing and unparsing, the table of words
    model/      the frozen data that all rooms share; nothing happens here
    bind/       names and types; the layout of the state; triggers and modifiers woven in
    lower/      bound trees as a program of few operations, and what can be derived from that program
    sound/      what is known at each place of a whole bound program, and where a game may stop
    backend/    a lowered program as Python source
    compile/    the steps above joined: whole, in part, with more texts; the cache
    run/        start, step, atoms, streams of chance

`pipeline.py` runs them from end to end; `diagnostics.py` and `writing.py` serve all. This wing needs no other: it knows
no seat's eyes, no screen, no network and no WebAssembly. Begin with `language/effects.lark` and `pipeline.py`.
"""
