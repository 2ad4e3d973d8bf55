"""The search for values of settings with which a game meets its author's wishes."""
