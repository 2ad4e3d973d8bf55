"""A lowered program as a WebAssembly module, with the same games as the Python back end.

`native_module(lowered, blueprint)` in `module.py` gives the text of the module and the layout of its states, which
`layout.py` describes. The module imports nothing and exports:

    memory   states and scratch. Below `heap` are its own tables; the host lays out what is above, see `scratch`.
    heap     global i32, constant: the first byte that is free.
    scratch  global i32, mutable: where scratch memory begins, a multiple of 8. It reaches to the end of memory; the
             host sets it before the first call and again after a trap, and leaves `SCRATCH` (layout.py) bytes there.
    trouble  global i32, mutable: why the last trap came, one of the numbers in `runtime.py`; 0 for one of the machine's
             own (memory, stack). A state in which it came is spoiled: the host plays the game again in Python, for the
             message or, if Python reaches no limit, to continue there. The host sets it to 0 again.

    begin(state i32) -> i32                    runs the game's first effect in a state as `unstarted` makes it (header,
                                               slots and links filled in): 1 if a decision waits, 0 at the end
    step(state i32, code i64) -> i32           chooses an option, which the caller vouches for; returns as `begin`
    copy(to i32, from i32)                     a state with all that is in use of it; the rest of `to` is left as it is
    value(state i32, number i32, seat i64) -> i64   a quantity without parameters, truths as 0 and 1, as `Q[number]`

In memory a state begins at a multiple of 8. The host may add functions of its own that call these: they are written in
the same text, by their names `$begin`, `$step`, `$copy`, `$value`, and use no locals of others.
"""
