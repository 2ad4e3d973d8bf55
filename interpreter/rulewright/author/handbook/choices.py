"""The chapters on settings, modules, variants and matches, and on the lists of names."""

from __future__ import annotations

from pathlib import Path

from rulewright.author.handbook import changes_told
from rulewright.author.handbook.articles import Article, written
from rulewright.author.handbook.chapter import Chapter, ChapterPart, entry_at
from rulewright.author.handbook.edition import Edition, code_of, in_words
from rulewright.author.handbook.material import value_name
from rulewright.core.load.folder import ModuleSource
from rulewright.core.load.modules import default_names, manifest_of, names_in
from rulewright.core.load.patches import patches_in
from rulewright.core.model.document import Mapping, items_of, values_of, written_items
from rulewright.core.model.sections import FOR_PEOPLE
from rulewright.table.pages.html import Markup, anchor, element, joined, markup


def choices(edition: Edition) -> Chapter | None:
    """Return the chapter on everything a table picks before a game."""
    source = edition.material.source
    parts = [
        _part(edition, "settings", [_setting(edition, each) for each in edition.material.section("settings")]),
        _part(edition, "modules", [_module(edition, each) for each in edition.material.modules]),
        _part(edition, "variants", [_variant(edition, path, node) for path, node in source.documents(source.variants)]),
        _part(edition, "matches", [_match(edition, path, node) for path, node in source.documents(source.matches)]),
    ]
    return edition.chapter("choices", [part for part in parts if part is not None])


def names(edition: Edition) -> Chapter | None:
    """Return the short lists of names that other entries use."""
    parts = []
    for article in edition.material.section("enumerations"):
        values = []
        for item in items_of(article.node.get("values")):
            title = edition.title(item.get("title")) if isinstance(item, Mapping) else None
            values.append(element("li", title, " " if title else None, code_of(value_name(item))))
        body = markup(
            edition.remark(article.node),
            element("ul", values, class_="inline"),
            edition.notes(article),
        )
        parts.append(ChapterPart(article.anchor, edition.name(article), body))
    return edition.chapter("names", parts)


def _part(edition: Edition, name: str, bodies: list[Markup]) -> ChapterPart | None:
    return ChapterPart(name, markup(edition.say(name)), markup(*bodies)) if bodies else None


def _setting(edition: Edition, article: Article) -> Markup:
    node = article.node
    listed = written_items(node.get("values"))
    shown = joined(element("code", each, translate="no") for each in listed) if listed else written(node, "values")
    default = element("code", written(node, "default"), translate="no")
    picked = _picked(edition, article.id)
    return entry_at(
        article.anchor,
        edition.name(article),
        edition.remark(node),
        element("p", edition.say("values"), " ", shown, "; ", edition.say("default"), " ", default, class_="fact"),
        element("p", edition.say("picked_by_variant"), " ", element("ins", picked), class_="fact") if picked else None,
        element("p", edition.say("ruled_seats"), class_="fact") if written(node, "ruled_seats") == "true" else None,
        changes_told.notes(edition, article),
        edition.notes(article),
        class_="entry changed" if picked else "entry",
    )


def _picked(edition: Edition, setting: str) -> str:
    table = edition.material.table
    chosen = table.assembly.settings if table is not None else ()
    return next((value.text for key, value in chosen if key.text == setting), "")


def _module(edition: Edition, module: ModuleSource) -> Markup:
    """Return a module: what it needs, what it adds, and which entries of others it patches."""
    node = manifest_of(module)
    default = {name for name, _ in default_names(edition.material.manifest)}
    badge = element("span", edition.say("on_by_default"), class_="badge") if module.id in {*default, "base"} else None
    added: dict[str, int] = {}
    for article in edition.material.articles():
        if article.module == module.id and article.section not in FOR_PEOPLE:
            added[article.section] = added.get(article.section, 0) + 1
    facts = [
        markup(
            edition.say(f"module_{key}"),
            " ",
            joined(map(edition.module_name, (name for name, _ in names_in(node.get(key))))),
        )
        for key in ("needs", "conflicts", "after")
        if names_in(node.get(key))
    ]
    if names_in(node.get("fills")):
        slots = ", ".join(in_words(name) for name, _ in names_in(node.get("fills")))
        facts.append(markup(edition.say("module_fills"), " ", slots))
    if added:
        counted = ", ".join(f"{edition.say(section)} {count}" for section, count in added.items())
        facts.append(markup(edition.say("module_adds"), " ", counted))
    patched = changes_told.made_by(edition, module.id)
    patched += [
        element("li", element("code", change.entry), ": ", changes_told.told(edition, change))
        for change in edition.material.gone
        if change.patch.module == module.id
    ]
    return entry_at(
        anchor("module", module.id),
        edition.title(node.get("title")) or module.id,
        edition.remark(node),
        [element("p", fact, class_="fact") for fact in facts],
        element("p", edition.say("module_changes"), class_="fact") if patched else None,
        element("ul", patched, class_="changes") if patched else None,
        _where(edition, module.id, node),
        beside=(" ", badge),
    )


def _where(edition: Edition, name: str, node: Mapping) -> Markup:
    return element("p", code_of(name), " · ", edition.place(node.span), class_="notes")


def _variant(edition: Edition, path: Path, node: Mapping) -> Markup:
    """Return a variant that comes with the ruleset, and what its patches say they are for."""
    modules = joined(map(edition.module_name, (name for name, _ in names_in(node.get("modules")))))
    picked = values_of(node.get("settings"))
    chosen = ", ".join(f"{in_words(key.text)}: {value.text}" for key, value in picked)
    patches = []
    for patch in patches_in(path.stem, node):
        article = edition.material.find(patch.target.text)
        named = edition.to(article) if article is not None else element("code", patch.target.text)
        patches.append(element("li", named, ": ", element("q", edition.english(patch.because))))
    return entry_at(
        anchor("variant", written(node, "variant"), path.stem),
        edition.title(node.get("title")) or path.stem,
        edition.remark(node),
        element("p", edition.say("modules"), ": ", modules, class_="fact") if modules else None,
        element("p", edition.say("settings"), ": ", chosen, class_="fact") if chosen else None,
        element("ul", patches) if patches else None,
        _where(edition, path.stem, node),
    )


def _match(edition: Edition, path: Path, node: Mapping) -> Markup:
    """Return a match: its games with modules and settings, what is counted, the titles of sums."""
    games = []
    for game in items_of(node.get("games")):
        if isinstance(game, Mapping):
            title = edition.title(game.get("title")) or written(game, "id")
            modules = [name for name, _ in names_in(game.get("modules"))]
            on = markup(" (", joined(map(edition.module_name, modules)), ")") if modules else None
            games.append(element("li", element("strong", title), on, edition.remark(game)))
    counts = written(node, "counts")
    ratings = []
    for rating in items_of(node.get("ratings")):
        if isinstance(rating, Mapping):
            ratings.append(element("li", f"{written(rating, 'from')}+ ", edition.title(rating.get("title"))))
    article = edition.material.find(counts)
    counted = edition.to(article) if article is not None else in_words(counts)
    return entry_at(
        anchor("match", written(node, "match"), path.stem),
        edition.title(node.get("title")) or path.stem,
        edition.remark(node),
        element("ol", games),
        element("p", edition.say("match_counts"), " ", counted, class_="fact") if counts else None,
        element("ul", ratings, class_="inline") if ratings else None,
        element("p", joined([edition.rules(node) or markup(), edition.place(node.span)], " · "), class_="notes"),
    )
