"""The index knows what a ruleset defines and where each name is used, exactly to the letter."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from rulewright.author.editor.names.gather import index_of, whole_index
from rulewright.author.editor.names.index import NameIndex, Use
from rulewright.core.load.assemble import assemble
from rulewright.core.model.kinds import OR_NONE
from rulewright.core.pipeline import read_whole
from tests.errors.rulesets.skeleton import build_with
from tests.unit.core.compile.small_games import built

MORE = """\
modifiers:
  - {id: rich, quantity: wealth, add: 1 if leader is me else 0}
triggers:
  - {id: on_coin, change: coin, does: "gain 1 tide"}
"""
DOES = """\
let many = size(hand)
for each s in others where s.coin > many:
  gain 1 s.coin
  lose 1 stock[wood]
pick found from quay where found.cost > 1
do found.reward
flip found down
set leader to me
pay_toll wealth
if length is short: draw 1 from deck to hand"""


@pytest.fixture(scope="module")
def index(tmp_path_factory: pytest.TempPathFactory) -> NameIndex:
    made = built(tmp_path_factory.mktemp("index"), DOES, MORE)
    assert made.compiled is not None
    assert made.assembly is not None
    return index_of(made.source, made.assembly)


def uses(index: NameIndex, key: str) -> Counter[tuple[str, str, str]]:
    return Counter((use.how, use.entry, use.field) for use in index.uses_of(key))


@pytest.mark.parametrize(
    ("key", "use"),
    [
        ("coin", ("changes", "begin", "does")),
        ("coin", ("wakes", "on_coin", "change")),
        ("stock", ("changes", "begin", "does")),
        ("good.wood", ("reads", "begin", "does")),
        ("card.cost", ("reads", "begin", "does")),
        ("card.cost", ("is", "boat", "cost")),
        ("card.reward", ("runs", "begin", "does")),
        ("card.down", ("reads", "begin", "does")),
        ("card", ("has", "boat", "kind")),
        ("card", ("has", "deck", "holds")),
        ("leader", ("changes", "begin", "does")),
        ("leader", ("reads", "rich", "add")),
        ("wealth", ("adds to", "rich", "quantity")),
        ("pay_toll", ("runs", "begin", "does")),
        ("length.short", ("reads", "begin", "does")),
        ("hand", ("changes", "begin", "does")),
        ("north", ("is", "coast", "borders.0.between")),
        ("boat", ("patches", "", "cost")),
        ("document DOC", ("cites", "boat", "source")),
        ("play", ("runs", "", "begins")),
        ("module base", ("needs", "", "needs")),
    ],
)
def test_a_use_is_known_with_its_entry_and_field(index: NameIndex, key: str, use: tuple[str, str, str]) -> None:
    assert use in uses(index, key)


def test_what_is_not_used_has_no_use(index: NameIndex) -> None:
    assert not index.uses_of("crane")


def test_a_name_that_is_changed_and_read_at_one_place_is_changed_there(index: NameIndex) -> None:
    at = Counter(use.span for use in index.uses_of("coin"))
    assert max(at.values()) == 1


def test_a_name_a_text_makes_is_no_use_of_an_entry(index: NameIndex) -> None:
    assert {"many", "s", "found"} <= {note.name for note in index.locals if note.how == "names"}
    assert not index.named("many")


def test_a_definition_tells_title_module_and_rules(tmp_path: Path) -> None:
    made = built(tmp_path, "nothing", "quantities:\n  - {id: more, title: {en: More}, amount: coin, rules: [one]}\n")
    assert made.assembly is not None
    found = index_of(made.source, made.assembly)
    (more,) = found.named("more")
    assert (more.sort, more.title_in("en"), more.rules, more.module) == ("quantity", "More", ("one",), "base")
    assert [use.entry for use in found.uses_of("rule one")] == ["more"]


def test_what_is_wrong_with_one_text_hides_no_other(tmp_path: Path) -> None:
    more = "quantities:\n  - {id: more, amount: coin + }\n  - {id: less, amount: coin - 1}\n"
    made = built(tmp_path, "gain 1 cion", more)
    assert made.compiled is None
    assert made.assembly is not None
    found = index_of(made.source, made.assembly)
    assert Use("coin", "reads", found.uses_of("coin")[-1].span, "less", "amount", "base") in found.uses


@pytest.mark.sampled(2)
@pytest.mark.parametrize("ruleset", ["tutorial", "ceres", "skymines"])
def test_every_place_holds_the_name_that_is_used_or_defined_there(ruleset: str) -> None:
    read = read_whole(ruleset)
    found = whole_index(read.source)
    lines: dict[str, list[str]] = {}
    keys = {each.key for each in found.definitions}
    assert [use for use in found.uses if use.key not in keys] == []
    named = [(each.span, each.key.rpartition(" ")[2]) for each in found.uses]
    named += [(each.span, each.name) for each in found.definitions]
    named += [(each.span, each.name) for each in found.locals]
    for span, name in named:
        if span.file not in lines:
            lines[span.file] = (read.source.root.parent / span.file).read_text("utf-8").split("\n")
        text = lines[span.file][span.line - 1][span.column - 1 : span.column - 1 + span.length].removesuffix(OR_NONE)
        last = name.rpartition(".")[2]
        assert text in (name, last, f"{last}_piece", name.partition(".")[2]), (name, span)


def test_scenarios_are_found_by_the_rules_they_prove() -> None:
    read = read_whole("tutorial")
    found = index_of(read.source, assemble(read.source)[0])
    assert [each for each in found.proofs(["cat"]) if "cat" not in each.rules] == []
    assert found.proofs(["cat"])
    assert not found.proofs(["no such rule"])


def test_what_stands_at_a_place_is_told() -> None:
    read = read_whole("tutorial")
    found = whole_index(read.source)
    (place,) = [each for each in found.uses_of("nest") if each.how == "changes"]
    assert found.at(place.span.file, place.span.line, place.span.column + 1) == place
    assert found.at(place.span.file, 1, 1) is None


ERRORS = Path(__file__).parents[4] / "errors"
WRONG = [path for folder in ("effects", "rulesets") for path in sorted((ERRORS / folder).glob("*.bad.yaml"))]


@pytest.mark.parametrize("sample", [WRONG[::8], pytest.param(WRONG, marks=pytest.mark.slow)], ids=["some", "all"])
def test_no_mistake_that_leaves_the_files_readable_keeps_the_index_from_being_made(
    tmp_path: Path, sample: list[Path]
) -> None:
    made = 0
    for number, path in enumerate(sample):
        wrong = build_with(tmp_path / str(number), path.read_text("utf-8"))
        read = read_whole(str(wrong.source.root))
        if not any(each.severity == "error" for each in read.diagnostics):
            assert whole_index(read.source).named("coin")
            made += 1
    assert made > len(sample) / 2
