"""The chapter on the course of a game: its steps in order, from the procedure that begins a game."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final

from rulewright.author.handbook.articles import Article, written
from rulewright.author.handbook.chapter import Chapter
from rulewright.author.handbook.edition import Edition, in_words
from rulewright.core.language.mistakes import Mistake
from rulewright.core.language.parse import parse_effect
from rulewright.core.language.statement_paths import statements_of, ways_into
from rulewright.core.language.unparse import opening_words, unparse_expression
from rulewright.core.model import effects as ast
from rulewright.core.model.document import written_items
from rulewright.table.pages.html import Content, Markup, element, joined, link, markup

_DEEPEST: Final = 40


@dataclass(slots=True)
class _Walk:
    """The procedures covered so far, and those in progress."""

    edition: Edition
    told: set[str] = field(default_factory=set)
    under_way: list[str] = field(default_factory=list)
    telling: dict[str, bool] = field(default_factory=dict)


def course(edition: Edition) -> Chapter | None:
    """Return the outline of a game, None if its first procedure is missing."""
    begins = edition.material.find(written(edition.material.manifest, "begins"))
    if begins is None:
        return None
    outline = element("ol", _procedure(_Walk(edition), begins), class_="outline")
    opening = markup(element("p", edition.say("course_opening")), outline)
    return Chapter("course", edition.say("course"), opening)


def _procedure(walk: _Walk, article: Article) -> Markup:
    """Return a procedure with what it does, told in full where it is first named."""
    edition = walk.edition
    if article.anchor in walk.told or len(walk.under_way) > _DEEPEST:
        return _told_above(edition, article)
    walk.told.add(article.anchor)
    walk.under_way.append(article.anchor)
    inner = [
        *_woken(walk, article, "before"),
        *_block(walk, article, _tree(article)),
        *_woken(walk, article, "after"),
        *_free(walk, article),
    ]
    walk.under_way.pop()
    return element("li", edition.line(article), _indented(inner))


def _told_above(edition: Edition, article: Article) -> Markup:
    return element("li", edition.to(article), " ", element("span", edition.say("told_above"), class_="quiet"))


def _tree(article: Article) -> ast.Block:
    tree = parse_effect(written(article.node, "does"))
    return () if isinstance(tree, Mistake) else tree


def _woken(walk: _Walk, article: Article, when: str) -> Iterator[Markup]:
    """Yield the triggers before or after a procedure."""
    edition = walk.edition
    for trigger in edition.material.section("triggers"):
        if written(trigger.node, when) == article.id:
            label = element("span", edition.say(f"trigger_{when}"), class_="badge")
            yield element("li", label, " ", edition.to(trigger), _indented(_block(walk, trigger, _tree(trigger))))


def _free(walk: _Walk, article: Article) -> Iterator[Markup]:
    edition = walk.edition
    for action in edition.material.section("free_actions"):
        if article.id in written_items(action.node.get("during")):
            yield element("li", element("span", edition.say("free_action"), class_="badge"), " ", edition.to(action))


def _indented(inner: list[Markup]) -> Markup | None:
    return element("ol", inner) if inner else None


def _block(walk: _Walk, near: Article, block: ast.Block) -> list[Markup]:
    return [line for statement in block for line in _statement(walk, near, statement)]


def _statement(walk: _Walk, near: Article, node: ast.Statement) -> list[Markup]:
    """Return the lines that a statement adds to the outline, none for a mere change of state."""
    edition = walk.edition
    match node:
        case ast.Call():
            return _call(walk, near, node.procedure)
        case ast.Do():
            what = edition.expression(unparse_expression(node.target), near)
            return [element("li", edition.say("what_is_written"), " ", what)]
        case ast.If():
            lines = _opened(walk, near, f"if {unparse_expression(node.test)}", node.then)
            if node.otherwise:
                lines += _opened(walk, near, "else", node.otherwise)
            return lines
        case ast.Choose():
            options = [_option(walk, near, option) for option in node.options]
            return [element("li", edition.expression(_opening(node), near), element("ol", options, class_="options"))]
        case _:
            return [line for _, block in ways_into(node) for line in _opened(walk, near, opening_words(node), block)]


def _opening(node: ast.Choose) -> str:
    return "in any order" if isinstance(node, ast.InAnyOrder) else "choose"


def _opened(walk: _Walk, near: Article, opener: str, body: ast.Block) -> list[Markup]:
    inner = _block(walk, near, body)
    if not inner:
        return []
    return [element("li", walk.edition.expression(opener, near), element("ol", inner))]


def _option(walk: _Walk, near: Article, option: ast.Option) -> Markup:
    label: Content = element("strong", in_words(option.label))
    _, _, over = opening_words(option).partition(f"{option.label} ")
    named = markup(" ", walk.edition.expression(over, near)) if over else None
    return element("li", label, named, _indented(_block(walk, near, option.body)))


def _call(walk: _Walk, near: Article, name: str) -> list[Markup]:
    """Return the outline of a called procedure.

    A procedure with a title has its own line. One without is replaced by the procedures that it calls.
    """
    article = walk.edition.material.find(name, near)
    if article is None or article.section != "procedures":
        return []
    if article.node.get("title") is not None:
        twins = [each for each in walk.edition.material.by_id[name] if each.section == "procedures"]
        if len(twins) > 1 and near.module not in {each.module for each in twins}:
            return [_twins(walk, twins)]
        return [_procedure(walk, article)]
    if article.anchor in walk.under_way or not _tells(walk, article):
        return []
    if article.anchor in walk.told:
        return [_told_above(walk.edition, article)]
    walk.told.add(article.anchor)
    walk.under_way.append(article.anchor)
    inner = _block(walk, article, _tree(article))
    walk.under_way.pop()
    return inner


def _tells(walk: _Walk, article: Article) -> bool:
    """Return whether a procedure leads to anything in the outline."""
    known = walk.telling.get(article.anchor)
    if known is None:
        walk.telling[article.anchor] = False
        known = any(_speaks(walk, article, each) for _, each in statements_of(_tree(article)))
        walk.telling[article.anchor] = known
    return known


def _speaks(walk: _Walk, near: Article, node: ast.Statement) -> bool:
    if isinstance(node, ast.Choose | ast.Do):
        return True
    found = walk.edition.material.find(node.procedure, near) if isinstance(node, ast.Call) else None
    return found is not None and (found.node.get("title") is not None or _tells(walk, found))


def _twins(walk: _Walk, twins: list[Article]) -> Markup:
    """Return one name with the procedures that several modules have for it."""
    inner = [element("li", walk.edition.home(each), element("ol", _procedure(walk, each))) for each in twins]
    names = joined(dict.fromkeys(walk.edition.name(each) for each in twins))
    return element("li", link(twins[0].anchor, names), element("ol", inner))
