"""Reads a page as strictly as a validator would: every element closed, every id once, every link leading somewhere."""

from __future__ import annotations

from dataclasses import dataclass, field
from html.parser import HTMLParser

VOID = frozenset({"br", "col", "hr", "input", "link", "meta"})
BLOCKS = frozenset(
    """
    article aside blockquote details div dl fieldset figure footer form h1 h2 h3 h4 h5 h6 header hr main nav ol p pre
    search section table ul
    """.split()  # noqa: SIM905 - a list of words reads better
)
# What may hold text and what goes with it, but no block.
INLINE = frozenset({"a", "b", "code", "del", "em", "h1", "h2", "h3", "h4", "h5", "i", "ins", "p", "pre", "q", "span"})
INLINE |= {"strong", "summary", "sup", "u", "var", "label", "cite", "small"}
CHILDREN = {
    "ul": {"li"}, "ol": {"li"}, "dl": {"dt", "dd"}, "table": {"thead", "tbody"}, "thead": {"tr"}, "tbody": {"tr"},
    "tr": {"th", "td"},
}  # fmt: skip


@dataclass
class Page(HTMLParser):
    """What was found on a page, and what is wrong with it."""

    faults: list[str] = field(default_factory=list)
    ids: list[str] = field(default_factory=list)
    links: list[str] = field(default_factory=list)
    tags: list[str] = field(default_factory=list)
    texts: list[str] = field(default_factory=list)
    scripts: list[str] = field(default_factory=list)
    fetched: list[str] = field(default_factory=list)
    open: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        super().__init__(convert_charrefs=True)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        parent = self.open[-1] if self.open else ""
        if tag in BLOCKS and parent in INLINE:
            self._fault(f"<{tag}> stands in <{parent}>")
        if parent in CHILDREN and tag not in CHILDREN[parent]:
            self._fault(f"<{tag}> stands in <{parent}>")
        if tag in ("li", "tr", "td", "th", "dt", "dd") and tag not in CHILDREN.get(parent, ()):
            self._fault(f"<{tag}> stands in <{parent}>")
        if tag == "a" and "a" in self.open:
            self._fault("a link in a link")
        names = [name for name, _ in attrs]
        if len(set(names)) != len(names):
            self._fault(f"<{tag}> has an attribute twice: {names}")
        for name, value in attrs:
            if name == "id":
                self.ids.append(value or "")
            elif name == "href" and (value or "").startswith("#"):
                self.links.append((value or "")[1:])
            elif name in ("href", "src", "xlink:href", "action", "data", "poster", "srcset"):
                self.fetched.append(value or "")
            elif name.startswith("on"):
                self._fault(f"<{tag}> has {name}")
            elif name in ("aria-labelledby", "aria-describedby", "for"):
                self.links.extend((value or "").split())
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._fault(f"<{tag}/> closes itself")

    def handle_endtag(self, tag: str) -> None:
        if tag in VOID or not self.open or self.open[-1] != tag:
            self._fault(f"</{tag}> closes <{self.open[-1] if self.open else ''}>")
        else:
            self.open.pop()

    def handle_data(self, data: str) -> None:
        if self.open and self.open[-1] == "script":
            self.scripts.append(data)
        elif self.open and self.open[-1] != "style":
            self.texts.append(data)
            if "<" in data and self.open[-1] in CHILDREN:
                self._fault(f"text in <{self.open[-1]}>: {data[:40]!r}")

    def _fault(self, message: str) -> None:
        if len(self.faults) < 20:
            self.faults.append(f"{self.getpos()[0]}:{self.getpos()[1]}: {message}")


def read(html: str) -> Page:
    """The page with all its faults."""
    page = Page()
    page.feed(html)
    page.close()
    if page.open:
        page.faults.append(f"not closed: {page.open}")
    twice = {each for each in page.ids if page.ids.count(each) > 1} if len(set(page.ids)) != len(page.ids) else set()
    page.faults += [f"the id '{each}' is there twice" for each in sorted(twice)]
    known = set(page.ids)
    page.faults += [f"'#{each}' leads nowhere" for each in sorted(set(page.links) - known)][:20]
    page.faults += [f"fetches {each}" for each in page.fetched]
    return page
