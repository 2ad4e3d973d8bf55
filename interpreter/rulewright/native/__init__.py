"""The native back end: a game as a WebAssembly module, and what is played inside it.

    loading.py       `load_game`: the rules, with the native back end at hand
    on_demand.py     the module of a game, made when it is first needed
    module_cache.py  modules and their machine code on disk
    backend/         a lowered program as WebAssembly; the layout of a state in memory; the engine
    inside/          whole games, players and searches inside the module, and the hosts that ask them

Every result is that of the Python back end to the last bit; tests/properties/ compares the two. Nothing here knows a
screen or a file format of games. Begin with `inside/host.py`.
"""
