"""Compiling: binding, lowering and printing joined, for a whole game, for a part, or for more texts."""
