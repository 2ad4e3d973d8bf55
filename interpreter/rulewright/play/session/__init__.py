"""One table in play: who may act, what was chosen, what may be taken back, and what each seat learns of it."""
