"""Play in native memory: what a WebAssembly module of a game does besides its rules, and the host that asks it.

`whole.py` puts the module together: its rules (`backends/wasm`), loops over whole games (`loops.py`), policies and
searches. `host.py` keeps states in its memory, `games.py` whole games, `searcher.py` what thinks for a seat.
"""
