"""The documentation site: every page is listed once, has one title, and no page is a copy of what the program knows."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

DOCS = Path(__file__).resolve().parents[2] / "docs"
PAGES = sorted(path.relative_to(DOCS).with_suffix("").as_posix() for path in DOCS.rglob("*.md"))
PARTS = ("tutorials", "how-to", "reference", "explanation")
LONGEST_TITLE = 50
MOST_SENTENCES = 5


def headings(page: str) -> list[str]:
    """Return the headings of a page, without what stands in blocks."""
    text = re.sub(r"(?ms)^```.*?^```", "", (DOCS / f"{page}.md").read_text(encoding="utf-8"))
    return re.findall(r"(?m)^#+ .*$", text)


def paragraphs(page: str) -> Iterator[str]:
    """Yield the paragraphs of a page and the items of its lists, without blocks, tables and headings."""
    text = re.sub(r"(?ms)^```.*?^```", "", (DOCS / f"{page}.md").read_text(encoding="utf-8"))
    for paragraph in re.split(r"\n\s*\n", text):
        if not paragraph.startswith(("    ", "|", "#")):
            yield from (item for item in re.split(r"(?m)^(?=- |\d+\. )", paragraph) if item.strip())


def sentences(paragraph: str) -> int:
    """Return how many sentences a paragraph has; what is in code quotes ends none."""
    return len(re.findall(r"[.!?][)*\"]*(?=\s+[A-Z*(\[]|\s*$)", re.sub(r"`[^`]*`", "X", paragraph)))


@pytest.mark.parametrize("page", PAGES)
def test_a_paragraph_is_short(page: str) -> None:
    found = {each[:60]: count for each in paragraphs(page) if (count := sentences(each)) > MOST_SENTENCES}
    assert found == {}, f"more than {MOST_SENTENCES} sentences: make two paragraphs of it"


def test_every_page_is_in_the_list_once() -> None:
    index = (DOCS / "index.md").read_text("utf-8")
    listed = re.findall(rf"(?m)^((?:{'|'.join(PARTS)})/[\w-]+)$", index)
    assert sorted(listed) == [page for page in PAGES if page != "index"]
    assert {page.partition("/")[0] for page in listed} == set(PARTS)


@pytest.mark.parametrize("page", PAGES)
def test_a_page_has_one_short_title(page: str) -> None:
    if page == "explanation/security":  # SECURITY.md, which is shown as it is
        return
    titles = [each for each in headings(page) if each.startswith("# ")]
    assert len(titles) == 1
    assert len(titles[0]) <= LONGEST_TITLE


def test_the_extra_of_the_site_is_not_a_dependency_of_the_program() -> None:
    import tomllib

    project = tomllib.loads((DOCS.parent / "pyproject.toml").read_text("utf-8"))["project"]
    needed = " ".join(project["dependencies"])
    assert [each for each in ("sphinx", "myst", "furo", "docutils") if each in needed] == []
    assert {re.match(r"[\w-]+", each)[0] for each in project["optional-dependencies"]["docs"]} == {  # type: ignore[index]
        "sphinx", "myst-parser", "furo",
    }  # fmt: skip
