"""The few words of our own that a table shows, in the languages that have them; a ruleset brings all others."""

from __future__ import annotations

from collections.abc import Callable

_WORDS = {
    "seat": {"pl": "gracz", "fr": "joueur"},
    "total": {"pl": "razem", "fr": "total"},
    "empty": {"pl": "pusto", "fr": "vide"},
    "hidden": {"pl": "zakryte", "fr": "cachés"},
    "Final scoring": {"pl": "Punktacja końcowa", "fr": "Décompte final"},
    "The winner is": {"pl": "Wygrywa", "fr": "Vainqueur :"},
    "The winners are": {"pl": "Wygrywają", "fr": "Vainqueurs :"},
}


def words(language: str) -> Callable[[str], str]:
    """What says a word in a language; English where it has none."""
    return lambda word: _WORDS.get(word, {}).get(language, word)
