"""What the screen of a game says by itself, in the languages that it is in; a ruleset brings all other words."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from rulewright.diagnostics import nearest_ones

NOT_KEPT = "It was not kept. Type k before leaving, or play with --save FILE, to go on another time."

_HELP = {
    "en": """\
  a number or key   choose that option
  TITLE             choose the option that is called so
  1 3  or  1>2 4>3  several answers, one after another; numbers are those of the list as it is shown
  ?                 why other options are not open;  ? KEY  why that one is not
  w NAME            why a number is what it is, or a piece where it is;  w NAME seat 2  that of seat 2
  i NAME            what is printed on a card or another component, and what a region of a map borders on;
                    i NUMBER  that of an option
  t                 show the table;  t WORD  the parts of it in which a word stands
  n                 show all that has happened since the last choice here
  u                 take back the last choice
  s                 write a scenario of what this seat chose last
  k                 keep the game: save it
  q                 leave the game (saved first where --save names a file)""",
    "pl": """\
  numer lub klucz   wybierz tę możliwość
  NAZWA             wybierz możliwość, która się tak nazywa
  1 3  lub 1>2 4>3  kilka odpowiedzi po kolei; numery są z listy, która jest na ekranie
  ?                 dlaczego innych możliwości nie ma;  ? KLUCZ  dlaczego nie ma tej jednej
  w NAZWA           skąd się wzięła liczba albo miejsce elementu;  w NAZWA seat 2  u gracza 2
  i NAZWA           co jest na karcie lub innym elemencie i z czym sąsiaduje pole mapy;
                    i NUMER  to samo o jednej z możliwości
  t                 pokaż stół;  t SŁOWO  te jego części, w których jest to słowo
  n                 pokaż wszystko, co zaszło od ostatniego wyboru
  u                 cofnij ostatni wybór
  s                 zapisz scenariusz z ostatnich wyborów tego gracza
  k                 zachowaj grę w pliku
  q                 odejdź od gry (najpierw zapisanej, jeśli --save podaje plik)""",
    "fr": """\
  un numéro, une clé  choisir cette option
  TITRE             choisir l'option qui porte ce titre
  1 3  ou  1>2 4>3  plusieurs réponses, l'une après l'autre ; les numéros sont ceux de la liste affichée
  ?                 pourquoi d'autres options sont fermées ;  ? CLÉ  pourquoi celle-là
  w NOM             d'où vient un nombre, ou la place d'une pièce ;  w NOM seat 2  chez le joueur 2
  i NOM             ce qui est imprimé sur une carte ou une autre pièce, et les voisins d'une région ;
                    i NUMÉRO  cela pour une option
  t                 montrer la table ;  t MOT  les parties où ce mot figure
  n                 montrer tout ce qui s'est passé depuis le dernier choix
  u                 reprendre le dernier choix
  s                 écrire un scénario des derniers choix de ce joueur
  k                 garder la partie dans un fichier
  q                 quitter la partie (enregistrée d'abord si --save nomme un fichier)""",
}

_SAID = {
    "Press Enter when {seat} sits here.": (
        "Naciśnij Enter, gdy siedzi tu {seat}.",
        "Appuyez sur Entrée quand {seat} est à l'écran.",
    ),
    "({count} lines before these: n shows all)": (
        "(wcześniejszych wierszy: {count}; n pokazuje wszystkie)",
        "({count} lignes avant celles-ci : n montre tout)",
    ),
    "(t shows the table, h tells what else can be typed)": (
        "(t pokazuje stół, h mówi, co jeszcze można wpisać)",
        "(t montre la table, h dit ce qu'on peut taper d'autre)",
    ),
    "'{typed}' waits: others have chosen meanwhile; what came before it is chosen.": (
        "'{typed}' czeka: tymczasem wybierali inni; to, co było przedtem, jest wybrane.",
        "'{typed}' attend : d'autres ont choisi entre-temps ; ce qui précède est choisi.",
    ),
    "'{typed}' is no option of what is asked next; what came before it is chosen.": (
        "'{typed}' nie jest odpowiedzią na następne pytanie; to, co było przedtem, jest wybrane.",
        "'{typed}' ne répond pas à la question suivante ; ce qui précède est choisi.",
    ),
    "Nothing on the table says '{word}'.": ("Nic na stole nie zawiera '{word}'.", "Rien sur la table ne dit '{word}'."),
    "Nothing has happened since the last choice here.": (
        "Nic nie zaszło od ostatniego wyboru.",
        "Rien ne s'est passé depuis le dernier choix.",
    ),
    "There is no option {typed}; they are numbered 1 to {last}.": (
        "Nie ma możliwości {typed}; mają numery od 1 do {last}.",
        "Il n'y a pas d'option {typed} ; elles vont de 1 à {last}.",
    ),
    "There is no option {typed}; there are {keys}.": (
        "Nie ma możliwości {typed}; są: {keys}.",
        "Il n'y a pas d'option {typed} ; il y a {keys}.",
    ),
    "'{typed}' may mean: {keys}.": ("'{typed}' może znaczyć: {keys}.", "'{typed}' peut désigner : {keys}."),
    "'{typed}' is no option here; did you mean {names}?": (
        "'{typed}' nie jest tu możliwe; czy chodzi o {names}?",
        "'{typed}' n'est pas une option ici ; s'agit-il de {names} ?",
    ),
    "'{typed}' is no option here; type a number, or h for help": (
        "'{typed}' nie jest tu możliwe; wpisz numer albo h, aby zobaczyć pomoc",
        "'{typed}' n'est pas une option ici ; tapez un numéro, ou h pour l'aide",
    ),
    "{seat} thinks ({policy}) ...": ("{seat} myśli ({policy}) ...", "{seat} réfléchit ({policy}) ..."),
    "Taken back.": ("Cofnięto.", "Repris."),
    "Nothing to undo: nothing has been chosen since something hidden was last shown.": (
        "Nie ma czego cofnąć: od odsłonięcia czegoś zakrytego nic nie wybrano.",
        "Rien à reprendre : rien n'a été choisi depuis que du caché a été montré.",
    ),
    "Nothing to undo: {seat} chose last.": (
        "Nie ma czego cofnąć: ostatni wybór należał do: {seat}.",
        "Rien à reprendre : le dernier choix est de {seat}.",
    ),
    "{file} cannot be written: {why}": ("Nie można zapisać {file}: {why}", "{file} ne peut être écrit : {why}"),
    "Saved as {file}; go on with: {command}": (
        "Zapisano jako {file}; dalej poleceniem: {command}",
        "Enregistré dans {file} ; pour continuer : {command}",
    ),
    "A scenario is written of a game by itself, not of one in a match.": (
        "Scenariusz powstaje z gry samej, nie z gry w rozgrywkach.",
        "Un scénario s'écrit d'une partie seule, non d'une partie d'une rencontre.",
    ),
    "A scenario shows what is hidden from each. Once the game is over, write it from its file:": (
        "Scenariusz pokazuje, co dla innych zakryte. Po końcu gry zapisz go z jej pliku:",
        "Un scénario montre ce qui est caché aux autres. La partie finie, écrivez-le de son fichier :",
    ),
    "Nothing has been chosen yet that a scenario could show.": (
        "Nie wybrano jeszcze nic, co scenariusz mógłby pokazać.",
        "Rien n'a encore été choisi qu'un scénario puisse montrer.",
    ),
    "No scenario can be written: {why}.": ("Nie można zapisać scenariusza: {why}.", "Aucun scénario possible : {why}."),
    "{what} is written to {file}. It holds what is hidden as well.": (
        "{what}: zapisano w {file}. Jest tam też to, co zakryte.",
        "{what} : écrit dans {file}. Ce qui est caché s'y trouve aussi.",
    ),
    "Left {title} after {count} choices.": (
        "Koniec: {title}, wybory: {count}.",
        "{title} : quitté après {count} choix.",
    ),
    "The input has ended after {count} choices.": (
        "Wejście się skończyło, wybory: {count}.",
        "L'entrée s'est terminée après {count} choix.",
    ),
    "It is kept in {file}; go on with: {command}": (
        "Gra jest w {file}; dalej poleceniem: {command}",
        "La partie est dans {file} ; pour continuer : {command}",
    ),
    "It is kept in {file}, without the last choices: {count}; go on with: {command}": (
        "Gra jest w {file}, bez ostatnich wyborów: {count}; dalej poleceniem: {command}",
        "La partie est dans {file}, sans les derniers choix : {count} ; pour continuer : {command}",
    ),
    NOT_KEPT: (
        "Gry nie zachowano. Aby kiedyś ją kontynuować, wpisz k przed odejściem albo graj z --save FILE.",
        "La partie n'est pas gardée. Pour la continuer un jour, tapez k avant de quitter, ou jouez avec --save FILE.",
    ),
    "Nothing else could be chosen here; '? KEY' tells why one candidate is not open.": (
        "Nic innego nie można tu wybrać; '? KLUCZ' mówi, dlaczego.",
        "Rien d'autre ne peut être choisi ici ; '? CLÉ' dit pourquoi.",
    ),
    "'{key}' is open.": ("'{key}' można wybrać.", "'{key}' peut être choisi."),
    "'{key}' is not open:": ("'{key}' nie można wybrać:", "'{key}' ne peut être choisi :"),
    "'{key}' is no option of this decision; did you mean {near}?": (
        "'{key}' nie należy do tego pytania; czy chodzi o {near}?",
        "'{key}' n'est pas une option de cette question ; s'agit-il de {near} ?",
    ),
    "'{key}' is no option of this decision.": (
        "'{key}' nie należy do tego pytania.",
        "'{key}' n'est pas une option de cette question.",
    ),
    "There is no seat {seat}; they are numbered 1 to {last}.": (
        "Nie ma gracza {seat}; mają numery od 1 do {last}.",
        "Il n'y a pas de joueur {seat} ; ils vont de 1 à {last}.",
    ),
    "Say of what, as in: w NAME, or w NAME seat 2": (
        "Powiedz, czego to dotyczy: w NAZWA albo w NAZWA seat 2",
        "Dites de quoi : w NOM, ou w NOM seat 2",
    ),
    "'{name}' is worked out for something; say: w {name} {takes}": (
        "'{name}' liczy się dla czegoś; wpisz: w {name} {takes}",
        "'{name}' se calcule pour quelque chose ; tapez : w {name} {takes}",
    ),
    "'{name}' has not changed in what was seen since this seat was taken.": (
        "'{name}' nie zmieniło się w tym, co tu widziano.",
        "'{name}' n'a pas changé dans ce qui a été vu ici.",
    ),
    "'{name}' holds pieces; ask of one of them.": (
        "'{name}' zawiera elementy; zapytaj o jeden z nich.",
        "'{name}' contient des pièces ; demandez pour l'une d'elles.",
    ),
    "Say of what, as in: i NAME, or i 3 for the third option": (
        "Powiedz, o czym: i NAZWA albo i 3 o trzeciej możliwości",
        "Dites de quoi : i NOM, ou i 3 pour la troisième option",
    ),
    "Nothing is named '{name}'.": ("Nic nie nazywa się '{name}'.", "Rien ne s'appelle '{name}'."),
    "Nothing is named '{name}'; did you mean {near}?": (
        "Nic nie nazywa się '{name}'; czy chodzi o {near}?",
        "Rien ne s'appelle '{name}' ; s'agit-il de {near} ?",
    ),
}
"""Each sentence in Polish and French."""

_PLACES = {"pl": 0, "fr": 1}
_OR = {"pl": "lub", "fr": "ou"}
_MOST_NEAR = 3


def saying(language: str) -> Callable[..., str]:
    """What says a sentence in a language, its holes filled; in English where the screen is not in that language."""
    place = _PLACES.get(language)

    def say(sentence: str, **holes: object) -> str:
        text = sentence if place is None else _SAID[sentence][place]
        return text.format(**holes)

    return say


def meant(language: str, name: str, known: Iterable[str]) -> str:
    """The names that come near to one, in quotes, or nothing where none does."""
    near = [f"'{each}'" for each in nearest_ones(name, known)[:_MOST_NEAR]]
    return f" {_OR.get(language, 'or')} ".join(near)


def help_in(language: str) -> str:
    """What can be typed at the screen."""
    return _HELP.get(language, _HELP["en"])
