"""The few words of our own that a table shows, in the languages that have them; a ruleset brings all others."""

from __future__ import annotations

from collections.abc import Callable

_WORDS = {
    "parts of the table": {"pl": "części stołu", "fr": "parties de la table"},
    "down": {"pl": "zakryte", "fr": "face cachée"},
    "up": {"pl": "odkryte", "fr": "face visible"},
    "seat": {"pl": "gracz", "fr": "joueur"},
    "total": {"pl": "razem", "fr": "total"},
    "empty": {"pl": "pusto", "fr": "vide"},
    "hidden": {"pl": "zakryte", "fr": "cachés"},
    "Final scoring": {"pl": "Punktacja końcowa", "fr": "Décompte final"},
    "The winner is": {"pl": "Wygrywa", "fr": "Vainqueur :"},
    "There is no winner yet": {"pl": "Nie ma jeszcze zwycięzcy", "fr": "Pas encore de vainqueur"},
    "The same table plays again": {"pl": "Ci sami gracze grają ponownie", "fr": "La même table rejoue"},
    "Results so far": {"pl": "Dotychczasowe wyniki", "fr": "Résultats jusqu'ici"},
    "Results of the match": {"pl": "Wyniki rozgrywek", "fr": "Résultats de la rencontre"},
    "later": {"pl": "później", "fr": "plus tard"},
    "average": {"pl": "średnia", "fr": "moyenne"},
    "played again": {"pl": "rozegrana ponownie", "fr": "rejouée"},
    "game": {"pl": "gra", "fr": "partie"},
    "rating": {"pl": "ocena", "fr": "niveau"},
    "A tie was broken by": {"pl": "Remis rozstrzygnięto przez", "fr": "Égalité départagée par"},
    "candidates": {"pl": "do wyboru", "fr": "candidats"},
    "nearest": {"pl": "najbliżej", "fr": "au plus près"},
    "there is": {"pl": "jest", "fr": "il y a"},
    "not so for": {"pl": "nie spełnia", "fr": "sauf"},
    "none": {"pl": "brak", "fr": "aucun"},
    "yes": {"pl": "tak", "fr": "oui"},
    "no": {"pl": "nie", "fr": "non"},
    "it is in:": {"pl": "leży tu:", "fr": "se trouve ici :"},
    "it depends on what is hidden": {"pl": "zależy od tego, co zakryte", "fr": "cela dépend de ce qui est caché"},
    "The winners are": {"pl": "Wygrywają", "fr": "Vainqueurs :"},
    "next to": {"pl": "sąsiaduje z:", "fr": "à côté de"},
    "the box": {"pl": "pudełko", "fr": "la boîte"},
    "{what} is shuffled": {"pl": "{what}: tasowanie", "fr": "{what} : on mélange"},
    "{choice} (nothing else was possible)": {
        "pl": "{choice} (nic innego nie było możliwe)",
        "fr": "{choice} (rien d'autre n'était possible)",
    },
    "{what} is turned {face}": {"pl": "{what}: {face}", "fr": "{what} : {face}"},
    "{what} goes from {here} to {there}": {"pl": "{what}: {here} -> {there}", "fr": "{what} : {here} -> {there}"},
}


LANGUAGES = ("en", "pl", "fr")
"""The languages that screens are in."""


def title_in(title: dict[str, str], language: str, otherwise: str) -> str:
    """A title in a language, in English where it has none, else what its thing is called otherwise."""
    return title.get(language) or title.get("en") or otherwise.replace("_", " ")


def words(language: str) -> Callable[[str], str]:
    """What says a word in a language; English where it has none."""
    return lambda word: _WORDS.get(word, {}).get(language, word)
