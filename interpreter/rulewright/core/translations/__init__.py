"""Translations of texts in files of their own: `translations/de.yaml`, or a package for somebody else's game.

A record holds a text and the English that it was made from, so one whose English has changed is known to be stale.
Nothing here is a rule: whatever such a file holds, the game and its digest are the same, and what cannot be used is
shown in English. Read `translation_files.py` first.
"""
