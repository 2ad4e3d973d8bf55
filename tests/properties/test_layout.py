"""`fmt` over every shipped file, as it is and maltreated: meaning, remarks and their order stay, twice is once."""

from __future__ import annotations

import random
import re
from functools import cache
from pathlib import Path

import pytest

from rulewright.author.editor.formatting.effect_texts import KnownEntries, texts_of
from rulewright.author.editor.formatting.formatting import formatted
from rulewright.author.editor.formatting.ruleset_around import known_around, known_with, root_of
from rulewright.core.language.mistakes import Mistake
from rulewright.core.language.parse import parse_effect, parse_expression
from rulewright.core.language.unparse import unparse_effect, unparse_expression
from rulewright.core.load.reader import read_yaml
from rulewright.core.load.written import written_form
from rulewright.core.model.document import Mapping, Node, Scalar, Way
from rulewright.core.pipeline import shipped_root
from tests.properties.scattered import scattered
from tests.reference.games import build_small
from tests.reference.random_rules import random_ruleset

FILES = sorted(shipped_root().rglob("*.yaml"))
SEED = 20
SAMPLE = 14

around = cache(known_around)


def surroundings(path: Path) -> KnownEntries:
    return around(root_of(path, None))


def meaning(node: Node, known: KnownEntries) -> object:
    """A document with each effect text spelled from its tree, and values with their types, in no order of keys."""
    sorts = {path: sort for path, (_, sort) in texts_of(node, known).items()}

    def of(inner: Node, path: Way) -> object:
        if isinstance(inner, Scalar):
            return (type(inner.value), spelled(inner.text, sorts[path]) if path in sorts else inner.value)
        if isinstance(inner, Mapping):
            return {key.text: of(value, (*path, key.text)) for key, value in inner.entries}
        return [of(item, (*path, index)) for index, item in enumerate(inner.items)]

    return of(node, ())


def spelled(text: str, sort: str) -> str:
    if sort == "over":
        return " ".join(re.findall(r"\w+|[^\w\s]+", text))
    tree = parse_effect(text) if sort == "effect" else parse_expression(text)
    assert not isinstance(tree, Mistake)
    return unparse_effect(tree) if isinstance(tree, tuple) else unparse_expression(tree)  # type: ignore[arg-type]


def remarks_of(text: str, known: KnownEntries) -> list[str]:
    """The remarks of a file: those of YAML, and those inside its effect texts, in the order they are written."""
    root, _ = read_yaml("", text.encode())
    assert root is not None
    texts = texts_of(root, known)
    found = [(remark.place, remark.text) for remark in written_form(text)[1]]

    def walk(node: Node, path: Way) -> None:
        if isinstance(node, Scalar) and path in texts and "#" in node.text:
            for number, line in enumerate(node.text.split("\n"), 1):
                if "#" in line:
                    span = node.span_at(number, line.index("#") + 1)
                    found.append(((span.line - 1, span.column - 1), line[line.index("#") :].rstrip()))
        elif isinstance(node, Mapping):
            for key, value in node.entries:
                walk(value, (*path, key.text))
        elif not isinstance(node, Scalar):
            for index, item in enumerate(node.items):
                walk(item, (*path, index))

    walk(root, ())
    return [text for _, text in sorted(found)]


def check(data: bytes, around_it: KnownEntries) -> bool:
    """Whether the data could be formatted at all; that all is well with the outcome."""
    before, faults = read_yaml("a", data)
    result = formatted("a", data, around_it)
    if result.text is None:
        assert result.diagnostics
        return False
    assert before is not None
    assert not faults
    after, _ = read_yaml("a", result.text.encode())
    assert after is not None
    known = known_with(around_it, before)
    assert meaning(after, known) == meaning(before, known)
    assert remarks_of(result.text, known) == remarks_of(result.before, known)
    assert formatted("a", result.text.encode(), around_it).text == result.text
    assert result.text.strip("\n") + "\n" == result.text
    assert "\r" not in result.text
    return True


# ---- Ways to maltreat a file that keep most of it readable


def indented_wider(text: str, chance: random.Random) -> str:
    factor = chance.choice((2, 3))

    def wider(found: re.Match[str]) -> str:
        return found[1] * factor + ("-" + " " * (2 * factor - 1) if found[2] else "")

    return re.sub(r"^( *)(- )?", wider, text, flags=re.MULTILINE)


def spaced_wider(text: str, chance: random.Random) -> str:
    wider = re.sub(
        r"(?<=\S)(?<!')( +)(?=\S)", lambda found: found[1] + " " * (chance.random() < 0.2) * chance.randint(1, 4), text
    )
    return re.sub(r"(?<=[{}\[\],])(?=\S)", lambda _: " " * (chance.random() < 0.1), wider)


def spaced_tighter(text: str, chance: random.Random) -> str:
    return re.sub(
        r" ([-+*/%<>=]|<=|>=|!=) |(?<=[,;]) | (?=#)",
        lambda found: (found[1] or "") if chance.random() < 0.1 else found[0],
        text,
    )


def with_blank_lines(text: str, chance: random.Random) -> str:
    lines = [line + " " * (chance.random() < 0.1) * 3 for line in text.split("\n")]
    return "\n".join(line + "\n" * (chance.random() < 0.15) * chance.randint(1, 3) for line in lines)


def with_remarks(text: str, chance: random.Random) -> str:
    lines = []
    for number, line in enumerate(text.split("\n")):
        if chance.random() < 0.15:
            lines.append(" " * chance.choice((0, 2, 4, 6, 8, 10)) + f"# above {number}")
        end = " " * chance.randint(1, 9) + f"# behind {number}" if chance.random() < 0.15 and line else ""
        lines.append(line + end)
    return "\n".join(lines)


def broken_in_brackets(text: str, chance: random.Random) -> str:
    def broken(found: re.Match[str]) -> str:
        if chance.random() < 0.9:
            return found[0]
        remark = " # inside" if chance.random() < 0.3 else ""
        return f"{found[0].rstrip()}{remark}\n" + " " * chance.randint(12, 40)

    return re.sub(r"(?<=[a-z0-9\]}]), |[{\[](?=[a-z])", broken, text)


def without_list_indents(text: str, chance: random.Random) -> str:
    return re.sub(r"^  ", "", text, flags=re.MULTILINE) if chance.random() < 0.5 else indented_wider(text, chance)


def quoted(text: str, chance: random.Random) -> str:
    return re.sub(
        r"(?<=: )([A-Za-z][\w ]*)(?=[,}\n])",
        lambda found: chance.choice((f"'{found[1]}'", f'"{found[1]}"', found[1], found[1])),
        text,
    )


WAYS = (
    indented_wider,
    spaced_wider,
    spaced_tighter,
    with_blank_lines,
    with_remarks,
    broken_in_brackets,
    without_list_indents,
    quoted,
)


def as_bytes(text: str, chance: random.Random) -> bytes:
    text = text.rstrip("\n") if chance.random() < 0.2 else text
    text = text.replace("\n", "\r\n") if chance.random() < 0.2 else text
    return ("\ufeff" * (chance.random() < 0.2) + text).encode()


def maltreated(path: Path, seed: int) -> bytes:
    """A shipped file after one to three of the ways; a way that leaves it unreadable is not taken."""
    chance = random.Random(f"{path.name} {seed}")
    text = path.read_text(encoding="utf-8")
    for way in chance.sample(WAYS, k=chance.randint(1, 3)):
        worse = way(text, chance)
        if formatted("a", worse.encode(), surroundings(path)).text is not None:
            text = worse
    return as_bytes(text, chance)


def sampled(files: list[Path], number: int) -> list[Path]:
    small = [path for path in files if path.stat().st_size < 20_000]
    return random.Random(SEED).sample(small, number)


def name_of(path: Path) -> str:
    return path.relative_to(shipped_root()).as_posix()


@pytest.mark.parametrize("path", sampled(FILES, SAMPLE), ids=name_of)
def test_a_shipped_file_keeps_its_meaning_and_remarks(path: Path) -> None:
    assert check(path.read_bytes(), surroundings(path))


@pytest.mark.parametrize("path", sampled(FILES, SAMPLE), ids=name_of)
def test_a_maltreated_file_keeps_its_meaning_and_remarks(path: Path) -> None:
    assert check(maltreated(path, SEED), surroundings(path))


@pytest.mark.parametrize("path", sampled(FILES, SAMPLE), ids=name_of)
def test_a_file_in_random_styles_keeps_its_meaning_and_remarks(path: Path) -> None:
    root, _ = read_yaml("a", path.read_bytes())
    assert root is not None
    assert check(scattered(root, random.Random(SEED)).encode(), surroundings(path))


@pytest.mark.parametrize("way", WAYS)
def test_each_way_is_taken_now_and_then(way: object) -> None:
    assert callable(way)
    path = shipped_root() / "tutorial" / "base" / "gulls.yaml"
    text = path.read_text(encoding="utf-8")
    tried = [way(text, random.Random(seed)) for seed in range(30)]
    readable = [each for each in tried if formatted("a", each.encode(), surroundings(path)).text is not None]
    assert [each for each in readable if each != text], readable


@pytest.mark.slow
@pytest.mark.parametrize("path", FILES, ids=name_of)
def test_every_shipped_file_keeps_its_meaning_in_every_way(path: Path) -> None:
    root, _ = read_yaml("a", path.read_bytes())
    assert root is not None
    assert check(path.read_bytes(), surroundings(path))
    for seed in range(3):
        assert check(maltreated(path, seed), surroundings(path))
        assert check(scattered(root, random.Random(seed)).encode(), surroundings(path))


@pytest.mark.sampled(2)
@pytest.mark.parametrize("seed", range(8))
def test_random_rules_in_canonical_layout_have_heads_and_are_the_same_rules(seed: int) -> None:
    content = random_ruleset(seed)
    layout = formatted("content.yaml", content.encode(), KnownEntries()).text
    assert layout is not None
    assert re.search(r"^  - proc_\d+\(", layout, re.MULTILINE)
    assert formatted("content.yaml", layout.encode(), KnownEntries()).text == layout
    digests = [build_small(each).game().blueprint.digest for each in (content, layout)]
    assert digests[0] == digests[1]
