"""Native play: the loops, policies and searches in a game's WebAssembly module, and their host.

`whole.py` assembles the module: the game's rules (`native/backend`), loops over whole games (`loops.py`), policies and
searches. On the host's side, `host.py` keeps states in the module's memory, `games.py` plays whole games and
`searcher.py` searches for a seat.
"""
