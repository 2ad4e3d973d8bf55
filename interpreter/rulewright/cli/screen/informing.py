"""Facts about a named thing on the screen: its printed values, and the neighbours of a region."""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.cli.screen.answers import meant
from rulewright.cli.screen.session import Session
from rulewright.core.locales.catalogue import phrases
from rulewright.core.locales.wording import said_of, title_in
from rulewright.core.model.game import Blueprint, read_code
from rulewright.core.model.kinds import DomainName, PieceOf
from rulewright.observe.naming import thing_name, thing_title
from rulewright.observe.words.table_designs import printed_in_words
from rulewright.table.drawing.icons import title_of
from rulewright.table.drawing.maps import carried_in

_LONGEST = 80


def informing_lines(session: Session, name: str) -> Iterator[str]:
    """Yield the printed values of the designs of a name (id or title), and the neighbours of its regions."""
    blueprint, language = session.game.blueprint, session.language
    found = False
    for domain, value, id_, title in _things(blueprint, language):
        if name.casefold() not in (id_.casefold(), title.casefold()):
            continue
        adjacent = neighbours(blueprint, domain, value, language)
        if adjacent or id_ in blueprint.printed:
            found = True
            yield f"  {title}"
            for called, shown in printed_in_words(blueprint, domain, id_, language):
                yield f"    {said_of(language, called, shown)}"
        if adjacent:
            yield f"    {adjacent}"
    if not name:
        yield phrases(language, "screen")("say_of_what_thing")
    elif not found:
        known = [each for _, _, id_, title in _things(blueprint, language) for each in (id_, title)]
        near = meant(language, name[:_LONGEST], known)
        phrase = "no_such_name_but_near" if near else "no_such_name"
        yield phrases(language, "screen")(phrase, name=name[:_LONGEST], near=near)


def neighbours(blueprint: Blueprint, domain: DomainName, value: int, language: str = "en") -> str:
    """Return the neighbours of a region, with what each border carries, empty if it is not a region of a map."""
    parts = []
    for info in blueprint.look.maps:
        if info.kind != domain:
            continue
        adjacent = [
            (other if one == value else one, carried) for one, other, carried in info.borders if value in (one, other)
        ]
        listed = []
        for other, carried in sorted(adjacent):
            more = _carried(blueprint, info.kind, carried, language)
            title = thing_title(blueprint, domain, other, language)
            listed.append(f"{title} ({more})" if more else title)
        if listed:
            where = f" ({title_in(info.title, language, info.id)})" if len(blueprint.look.maps) > 1 else ""
            parts.append(f"{phrases(language, 'table')('next_to')}{where} {', '.join(listed)}")
    return "; ".join(parts)


def _carried(blueprint: Blueprint, kind: str, carried: tuple[tuple[str, str], ...], language: str) -> str:
    """Return what a border carries in the words of its regions' look, with icons by their titles."""
    look = blueprint.look
    face = look.faces.get(kind)
    said = carried_in(carried, title_in(face.borders, language, "") if face is not None else "")
    for icon in look.icons.values():
        said = said.replace(f":{icon.id}:", title_of(icon, language))
    return said


def subject(session: Session, site: int, code: int) -> str:
    """Return the id of the design that an option is about, empty if it is about none that is known."""
    blueprint = session.game.blueprint
    answer = read_code(blueprint, site, code)
    domain = blueprint.sites[answer.site].domains[answer.option]
    if isinstance(domain, PieceOf):
        return "" if answer.candidate in session.hidden() else blueprint.pieces[answer.candidate].design
    return thing_name(blueprint, domain, answer.candidate) if domain in blueprint.domains else ""


def _things(blueprint: Blueprint, language: str) -> Iterator[tuple[str, int, str, str]]:
    """Every printed design and region: its domain and place there, its id, and what people call it."""
    regions = {info.kind for info in blueprint.look.maps}
    for domain in blueprint.domains.values():
        for value, each in enumerate(domain.names):
            if each in blueprint.printed or domain.id in regions:
                yield domain.id, value, each, thing_title(blueprint, domain.id, value, language)
