"""A recorded game names its rules by what they say, not by how their files are laid out."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from rulewright.core.load.assemble import Assembly, assemble
from rulewright.core.load.digest import digest_of
from rulewright.core.load.patch_paths import with_value
from rulewright.core.model.document import Mapping, Node, written_at
from rulewright.core.pipeline import Choice, build_ruleset, read_whole, shipped_root
from rulewright.core.validate.texts_for_people import field_types, texts_of_entry

GULLS = "base/gulls.yaml"


def digest(root: Path, modules: tuple[str, ...] | None = None) -> str:
    compiled = build_ruleset(Choice(str(root), modules)).compiled
    assert compiled is not None
    return compiled.blueprint.digest


@pytest.fixture
def root(tmp_path: Path) -> Path:
    return Path(shutil.copytree(shipped_root() / "tutorial", tmp_path / "tutorial"))


def edited(root: Path, old: str, new: str) -> str:
    path = root / GULLS
    text = path.read_text("utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")
    return digest(root)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("zones:\n", "# another remark\n\nzones:\n"),
        ("# as long as a card is left", "# until nothing is left"),
        ("title: {en: Sprat,", "title: {en: Small fish,"),
        ("source: {doc: GULLS, place: Cards}", "source: {place: Cards, doc: GULLS}"),
        ("worth: 4, title: {en: Salmon, pl: Łosoś, fr: Saumon}", "title: {pl: Łosoś, en: Salmon}, worth:   4"),
        ("      let card = top(pier)\n", "\n      let card=top( pier )\n"),
        (
            "        for each s in seat:               # clockwise\n          if",
            "         for each s in seat:\n            if",
        ),
    ],
    ids=["remark", "remark in an effect", "title", "source", "order and spaces", "spaces in an effect", "indentation"],
)
def test_layout_remarks_and_titles_do_not_count(root: Path, old: str, new: str) -> None:
    assert edited(root, old, new) == digest(shipped_root() / "tutorial")


def test_translations_do_not_count_wherever_they_stand(root: Path) -> None:
    told = digest(shipped_root() / "tutorial")
    assert edited(root, "title: {en: Sprat, pl: Szprotka, fr: Sprat}", "title: {en: Sprat, pl: Szprot}") == told
    told = edited(root, "kinds:\n", "enumerations:\n  - {id: sky, values: [{id: gray, title: {en: Gray}}]}\nkinds:\n")
    assert edited(root, "{en: Gray}", "{fr: Gris, en: Gray, pl: Szare}") == told


def test_a_printed_text_may_be_translated(root: Path) -> None:
    edited(root, "worth: {type: number,", "note: {type: text, optional: true}\n      worth: {type: number,")
    plain = edited(root, "worth: 4,", "worth: 4, note: Big fish,")
    assert edited(root, "note: Big fish", "note: {en: Big fish, pl: Duża ryba}") == plain
    assert edited(root, "en: Big fish", "en: Huge fish") != plain


def test_what_only_looks_like_a_text_by_language_counts(root: Path) -> None:
    """Which keys are words is a matter of the schema, and of what a kind declares, not of how they look."""
    declared = "note: {type: list, of: {en: number, pl: number}}"
    edited(root, "worth: {type: number,", f"{declared}\n      worth: {{type: number,")
    plain = edited(root, "worth: 4,", "worth: 4, note: [{en: 3, pl: 4}],")
    assert edited(root, "[{en: 3, pl: 4}]", "[{en: 3, pl: 5}]") != plain


def test_a_text_in_a_record_may_be_translated(root: Path) -> None:
    edited(root, "worth: {type: number,", "note: {type: list, of: {of: text}}\n      worth: {type: number,")
    plain = edited(root, "worth: 4,", "worth: 4, note: [{of: Big fish}],")
    assert edited(root, "of: Big fish", "of: {en: Big fish, pl: Duża ryba}") == plain
    assert edited(root, "en: Big fish", "en: Huge fish") != plain


NAMES = tuple(path.parent.name for path in sorted(shipped_root().rglob("ruleset.yaml")))


@pytest.mark.parametrize("name", NAMES)
def test_no_translation_of_a_shipped_ruleset_counts(name: str) -> None:
    """Each text of each entry in two languages more, and in none but English."""
    read = read_whole(name)
    everything = tuple(each.id for each in read.source.modules)
    assembly, _ = assemble(read.source, everything)
    told = digest_of((2, 4, "begin"), assembly)
    types = field_types(assembly.entries())

    def changed(change: Callable[[Node], Node]) -> Assembly:
        sections = {}
        for section, entries in assembly.sections.items():
            own = []
            for entry in entries:
                node: Node = entry.node
                for way, text, _ in texts_of_entry(section, entry.node, types):
                    node = with_value(node, way, written_at(str(way[-1]), text.span), change(text))
                assert isinstance(node, Mapping)
                own.append(replace(entry, node=node))
            sections[section] = tuple(own)
        return replace(assembly, sections=sections)

    assert {digest_of((2, 4, "begin"), changed(each)) for each in (_in_more, _in_english_alone)} == {told}
    counted = [len([*texts_of_entry(each.section, each.node, types)]) for each in assembly.entries()]
    assert sum(counted) > 5


def _in_more(text: Node) -> Node:
    own = text.entries if isinstance(text, Mapping) else ((written_at("en", text.span), text),)
    more = ((written_at(each, text.span), written_at("Q", text.span)) for each in ("de", "zh-Hant"))
    return Mapping((*own, *more), text.span)


def _in_english_alone(text: Node) -> Node:
    if not isinstance(text, Mapping):
        return text
    return Mapping(tuple(each for each in text.entries if each[0].text == "en"), text.span)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("worth: 4", "worth: 5"),
        ("copies: 8", "copies: 7"),
        ("if card.design is cat: move beak to sea", "if card.design is cat: move beak to pier"),
        ("      move card to beak\n", "      move card under beak\n"),
        ("visible: none", "visible: all"),
        ("repeat while exists(pier):", "if exists(pier):"),
    ],
)
def test_a_rule_counts(root: Path, old: str, new: str) -> None:
    assert edited(root, old, new) != digest(shipped_root() / "tutorial")


def test_the_modules_that_are_on_count_and_no_others(tmp_path: Path) -> None:
    small = Path(__file__).parents[2] / "cli" / "pebbles"
    root = Path(shutil.copytree(small, tmp_path / "pebbles"))
    base, whole = digest(root, ("base",)), digest(root, ("base", "ghosts", "lanterns"))
    assert base != whole
    (root / "ghosts" / "more.yaml").write_text("kind: content\ncounters: [{id: fog, min: 0, max: 3}]\n", "utf-8")
    assert digest(root, ("base",)) == base
    assert digest(root, ("base", "ghosts", "lanterns")) != whole


def test_what_came_next_and_is_deferred_first_now_has_the_same_digest(root: Path) -> None:
    text, before = "      let card = top(pier)\n", digest(root)
    now = edited(root, text, f"      later first after take_turn: nothing\n{text}")
    shutil.copytree(shipped_root() / "tutorial", root, dirs_exist_ok=True)
    assert edited(root, text, f"      next after take_turn: nothing\n{text}") == now != before
