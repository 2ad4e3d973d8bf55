"""Random ends of games: for some seats or all, with teams and outcomes."""

from __future__ import annotations

from tests.reference.random_values import Types, ValueAuthor


def ending(author: ValueAuthor, scope: Types) -> str:
    """What ends the game for some seats, or for all; most often somebody only leaves."""
    name = author.name()
    those = f"({name} in seat where {author.truth({**scope, name: 'seat'}, 1)})"
    teams = ["odd", "team"] if "team" in author.words else []
    seats = author.one(f"({author.seat(scope, 1)})", "others", those, *teams)
    if author.chance(60):
        return f"end game {author.one('', '', 'ahead ')}for {seats}"
    named = author.one("", *([" as dusk", " as dawn"] if "team" in author.words else []))
    drawn = author.one("drawn", f"drawn by {seats}")
    return f"end game {author.one(f'won by {seats}', f'lost by {seats}', drawn)}{named}"


def random_teams(author: ValueAuthor) -> list[str]:
    """Teams, of which the second may be another one from moment to moment, and outcomes."""
    who = author.truth({}, 2)
    return [
        "teams:", "  - {id: odd, title: {en: Odd}, who: me.number % 2 = 1}",
        f'  - {{id: changing, title: {{en: Changing}}, who: "{who}"}}',
        "outcomes:", "  - {id: dusk, title: {en: Dusk}}", "  - {id: dawn, title: {en: Dawn}}",
    ]  # fmt: skip


def random_again(author: ValueAuthor) -> list[str]:
    """A line of scoring, and two conditions to play again, of which at the end of a game one may be true."""
    text = ["scoring:", f'  - {{id: scored, title: {{en: Scored}}, amount: "{author.number({}, 3)}"}}', "again:"]
    for name, average in (("first_again", "up"), ("second_again", "down")):
        when = author.truth({}, 3)
        text.append(f'  - {{id: {name}, title: {{en: Again}}, when: "{when}", average: {average}}}')
    text.insert(2, author.one("", "  - {id: half_scored, title: {en: Halves}, amount: coin, halves: true}"))
    return text
