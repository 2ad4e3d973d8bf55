"""The material in one language: titles, remarks, links, sources, marks and terms of the glossary."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from rulewright.author.handbook import effects
from rulewright.author.handbook.articles import Article, UsesByName, on_one_line, takes_of, written
from rulewright.author.handbook.chapter import Chapter, ChapterPart
from rulewright.author.handbook.material import Material
from rulewright.core.diagnostics import Span
from rulewright.core.load.bundled import BASE
from rulewright.core.load.ledger import cited
from rulewright.core.load.modules import manifest_of
from rulewright.core.locales.catalogue import ENGLISH, Phrases
from rulewright.core.model.document import Mapping, Node, items_of
from rulewright.core.model.sections import EXPLAINING
from rulewright.observe.words.table_designs import effect_in_words
from rulewright.table.pages.html import Content, Markup, anchor, element, joined, link, markup
from rulewright.table.primer.lessons import paragraphs

EVERYTHING = "everything"
_TOLD = 40


@dataclass(frozen=True, slots=True)
class Edition:
    """The material of a handbook in a language.

    Remarks of a ruleset are always in English. An edition `for_players` leaves out what authors and auditors ask for:
    ids, files, documents, and links to entries.
    """

    material: Material
    language: str
    say: Phrases
    uses: UsesByName
    pointing: UsesByName
    for_players: bool = False
    terms: dict[str, Terms] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        languages = dict.fromkeys((self.language, ENGLISH))
        object.__setattr__(self, "terms", {each: terms_of(self.material, each) for each in languages})

    # ---- Words of people

    def said(self, design: str, field: str) -> str:
        """Return the words of an effect, test or amount on a component, empty without any."""
        games = (each for each in self.material.games if f"{design}.{field}" in each.phrases)
        return next((effect_in_words(each, design, field, self.language) for each in games), "")

    # ---- Names

    def title(self, node: Node | None) -> Markup | None:
        """Return a title in this language, or the English one with a mark, None without either."""
        own = written(node, self.language)
        if own:
            return markup(own)
        english = written(node, ENGLISH)
        return self.only_english(english) if english else None

    def only_english(self, text: str) -> Markup:
        """Return a text that has no words in this language, with a mark that the foot of the page explains."""
        return element("i", text, lang=ENGLISH)

    def name(self, article: Article) -> Markup:
        """Return the name of an entry: its title, or else its id in words."""
        return self.title(article.node.get("title")) or element("span", in_words(article.id), class_="id")

    def plain(self, node: Node | None, otherwise: str) -> str:
        """Return a title without markup."""
        return written(node, self.language) or written(node, ENGLISH) or in_words(otherwise)

    def plain_name(self, article: Article) -> str:
        """Return the name of an entry, without markup."""
        return self.plain(article.node.get("title"), article.id)

    def value_name(self, name: str) -> Markup | None:
        """Return the name of a value of an enumeration, None for any other name."""
        found = self.material.values.get(name)
        if found is None:
            return None
        title = self.title(found[1].get("title")) if isinstance(found[1], Mapping) else None
        return title or markup(in_words(name))

    def to(self, article: Article) -> Markup:
        """Return a link to an entry by its name, and the name alone where authors' entries are left out."""
        return self.name(article) if self.for_players else link(article.anchor, self.name(article))

    def reference(self, name: str, near: Article) -> Markup:
        """Return a name of anything: an entry with a link, a value of an enumeration, else as it is written."""
        article = self.material.find(name, near)
        return self.to(article) if article is not None else self.value_name(name) or markup(in_words(name))

    def module_name(self, name: str) -> Markup:
        """Return a module with a link to what is said about it."""
        known = {module.id: module for module in self.material.source.modules}
        title = self.title(manifest_of(known[name]).get("title")) if name in known else None
        shown = any(module.id == name for module in self.material.modules)
        return link(anchor("module", name), title or in_words(name)) if shown else markup(title or in_words(name))

    def home(self, article: Article) -> Markup | None:
        """Return the module of an entry and those it waits for, None if only `base` is needed."""
        names = [name for name in (article.module, *article.condition) if name != BASE]
        return element("span", joined(map(self.module_name, names), " + "), class_="mod") if names else None

    # ---- Effects

    def resolver(self, near: Article) -> effects.Resolve:
        """Return a function that finds the target on the page of a name in an effect text."""

        def find(name: str) -> str | None:
            article = self.material.find(name, near)
            if article is None and name in self.material.values:
                article = self.material.values[name][0]
            return article.anchor if article is not None else None

        return find

    def effect(self, text: str, near: Article, own: Iterable[str] = ()) -> Markup:
        """Return an effect as a block in colours."""
        return effects.block(text, self.resolver(near), self._known(near, own))

    def expression(self, text: str, near: Article, own: Iterable[str] = ()) -> Markup:
        """Return an expression or a short effect within a line."""
        return effects.inline(text, self.resolver(near), self._known(near, own))

    def _known(self, near: Article, own: Iterable[str]) -> effects.KnownNames:
        return effects.KnownNames(frozenset((*own, *takes_of(near.node))), self.material.field_names)

    # ---- Next to an entry

    def english(self, text: str) -> Markup:
        """Return a text that is English in every edition."""
        return markup(text) if self.language == ENGLISH else element("span", text, lang=ENGLISH)

    def sentence(self, told: str) -> Markup:
        """Return an English sentence of the ruleset, with links from the words of its glossary."""
        return self.english(self.terms[ENGLISH].told(told))

    def line(self, article: Article) -> Markup:
        """Return an entry by its name, and what is said about it."""
        about = on_one_line(article.node, "about")
        remark = element("span", " - ", self.english(about), class_="quiet") if about else None
        return markup(self.to(article), remark)

    def explanation(self, article: Article) -> Markup | None:
        """Return an entry's text for players in this language, or in English with a mark, None without."""
        node = article.node.get("text")
        own = written(node, self.language)
        if own:
            return paragraphs(own, lambda each: self.terms[self.language].told(each, article.anchor))
        told = self.title(node)
        return element("p", told) if told is not None else None

    def remark(self, node: Mapping) -> Markup | None:
        """Return the remark on an entry."""
        told = on_one_line(node, "about")
        return element("p", self.terms[ENGLISH].told(told), class_="about", lang=self._foreign()) if told else None

    def place(self, span: Span) -> Markup:
        """Return the file and line of something."""
        return element("code", f"{span.file}:{span.line}", class_="at")

    def source(self, node: Mapping) -> Markup | None:
        """Return the document that an entry comes from, and the place in it."""
        told = node.get("source")
        if not isinstance(told, Mapping):
            return None
        return self.told_by(written(told, "doc"), written(told, "place"))

    def told_by(self, document: str, place: str) -> Markup:
        """Return a place in a document, with a link to the document's description."""
        leads = document in self.documents() and not self.for_players
        named = link(anchor("doc", document), document) if leads else document
        return element("span", named, " ", element("cite", place, lang=self._foreign()), class_="src")

    def documents(self) -> dict[str, Mapping]:
        """Return the documents that the ruleset names."""
        listed = items_of(self.material.manifest.get("documents"))
        return {written(item, "id"): item for item in listed if isinstance(item, Mapping)}

    def rules(self, node: Mapping) -> Markup | None:
        """Links to the rules that an entry carries out."""
        known = {rule.id for rule in self.material.rules}
        links = [link(anchor("rule", each), each) if each in known else each for each in cited(node)]
        return element("span", self.say("rules_label"), " ", joined(links), class_="cites") if links else None

    def mark(self, article: Article, field: str) -> Markup | None:
        """Return a dagger that leads to the reason if a value is reconstructed."""
        reason = article.reasons.get(field) or article.reasons.get(EVERYTHING)
        if reason is None:
            return None
        found = self.material.find(reason, article)
        told = on_one_line(found.node, "text") if found is not None else in_words(reason)
        title = told if len(told) <= _TOLD else told[: _TOLD - 1] + "…"  # of some thousand marks: it leads to the whole
        to = found.anchor if found is not None else "reconstructed"
        return element("sup", link(to, "†", title=title, aria_label=self.say("reconstructed_mark")), class_="rec")

    def marks(self, article: Article, fields: Iterable[str]) -> Markup | None:
        """Fields that are reconstructed and appear nowhere else, by name."""
        marked = [markup(in_words(field), self.mark(article, field)) for field in fields]
        return joined(marked) if marked else None

    def _foreign(self) -> str | None:
        return ENGLISH if self.language != ENGLISH else None

    def notes(self, article: Article, marked: Iterable[str] | None = None) -> Markup:
        """Return the line below an entry: id, module, source, rules, reconstructed fields, file and line.

        Fields in `marked` are listed as reconstructed, by default all of them.
        """
        parts = [
            code_of(article.id),
            self.home(article),
            self.source(article.node),
            self.rules(article.node),
            self.marks(article, article.reasons if marked is None else marked),
            self.place(article.span),
        ]
        return element("p", joined([part for part in parts if part is not None], " · "), class_="notes")

    # ---- Chapters

    def chapter(self, name: str, parts: Sequence[ChapterPart], **said: object) -> Chapter | None:
        """Return a chapter of parts with its opening text, None without parts.

        `said` fills in the text.
        """
        opening = element("p", self.say(f"{name}_opening", **said))
        return Chapter(name, self.say(name), opening, tuple(parts)) if parts else None


def in_words(name: str) -> str:
    """Return an id as words."""
    return name.replace("_", " ")


def code_of(id_: str) -> Markup:
    """Return an id as it is written in files."""
    return element("code", id_, class_="id", translate="no")


_PLURAL = "(?:e?s)?"


@dataclass(frozen=True, slots=True)
class Terms:
    """The titles of a glossary in one language: the anchor of each, and a pattern that finds them."""

    anchors: dict[str, str]
    pattern: re.Pattern[str] | None

    def told(self, sentence: str, own: str = "") -> Markup:
        """Return a sentence with a link at the first use of each term but the one explained at `own`."""
        if self.pattern is None:
            return markup(sentence)
        parts: list[Content] = []
        end, met = 0, {own}
        for found in self.pattern.finditer(sentence):
            to = self.anchors.get(found[1].casefold(), own)
            if to not in met:
                met.add(to)
                parts += [sentence[end : found.start()], link(to, found[0], class_="term")]
                end = found.end()
        return markup(*parts, sentence[end:])


def terms_of(material: Material, language: str) -> Terms:
    """Return the terms of a ruleset that have a title in a language.

    Longer terms come before shorter ones that begin them.
    """
    anchors: dict[str, str] = {}
    for section in EXPLAINING:
        for article in material.section(section):
            if title := on_one_line(article.node.get("title"), language):
                anchors.setdefault(title.casefold(), article.anchor)
    names = "|".join(re.escape(name) for name in sorted(anchors, key=len, reverse=True))
    pattern = re.compile(rf"(?<!\w)({names}){_PLURAL}(?!\w)", re.IGNORECASE) if names else None
    return Terms(anchors, pattern)
