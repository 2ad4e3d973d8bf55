"""A game in play: start, step, the atoms that change a state, streams of chance."""
