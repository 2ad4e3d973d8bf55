"""What each chapter tells of a small ruleset, and what a module or variant changes in it."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from rulewright.author.difference.compare import difference
from rulewright.author.difference.sides import read_side
from rulewright.author.editor.names.gather import names_of
from rulewright.author.handbook import components, course, differing, logic, origins, pictures
from rulewright.author.handbook import rules_chapter as rules
from rulewright.author.handbook.edition import Edition
from rulewright.author.handbook.entry_uses import uses_of
from rulewright.author.handbook.gathering import material_of
from rulewright.author.handbook.material import Material
from rulewright.core.locales.catalogue import phrases
from rulewright.core.model.document import Scalar
from rulewright.core.pipeline import Choice, build_ruleset, shipped_root
from rulewright.table.primer.lessons import paragraphs
from tests.reference.games import write_small
from tests.unit.author.handbook.lagoon import write
from tests.unit.table.drawing.test_made_maps import BOARDS


def edition(told: Material, language: str = "en") -> Edition:
    return Edition(told, language, phrases(language, "handbook", "headings"), *uses_of(told))


def words(html: str) -> str:
    """The text of a piece of HTML, its white space made one."""
    return " ".join(re.sub(r"<[^>]+>", "", html.replace("</", " </")).split())


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write(tmp_path_factory.mktemp("chapters"))


def test_the_small_ruleset_is_right(folder: Path) -> None:
    for modules, variant in ((("base", "night"), None), (None, folder.parent / "rich.yaml")):
        assert build_ruleset(Choice(str(folder), modules, variant)).diagnostics == ()


@pytest.fixture(scope="module")
def whole(folder: Path) -> Edition:
    return edition(material_of(str(folder)))


@pytest.fixture(scope="module")
def varied(folder: Path) -> Edition:
    return edition(material_of(str(folder), None, folder.parent / "rich.yaml"))


def test_a_rule_has_its_documents_entries_and_scenarios(whole: Edition) -> None:
    chapter = rules.rules(whole)
    assert chapter is not None
    told = words(chapter.html())
    assert "DOC page 3" in told
    assert "(DOC page 3" not in told
    assert "lagoon/base/all.yaml:" in told
    assert "Scenarios: 1 one sails &lt;script&gt;" in told
    assert "(see above)" in told
    assert "Nothing implements it. No scenario proves it." in told


def test_a_card_shows_its_fields_counts_and_marks(whole: Edition) -> None:
    chapter = components.components(whole)
    assert chapter is not None
    html = chapter.html()
    card = html[html.index('<article id="e.gate"') :]
    card = card[: card.index("</article>")]
    assert "× 2" in card
    assert "toll" in words(card)
    assert '<b>gain</b> <u>1</u> <a href="#e.coin">coin</a> <i># &lt;now&gt;</i>' in card
    assert '<a href="#e.isle_2">Isle 2</a>' in card
    assert card.count("†") == 1  # all of it, for one reason


def test_a_card_does_not_show_which_findings_are_accepted(whole: Edition) -> None:
    chapter = components.components(whole)
    assert chapter is not None
    assert "Hull" in chapter.html()
    assert "the crew reads it" not in chapter.html()


def test_of_a_list_that_changes_only_the_change_is_shown(folder: Path) -> None:
    variant = folder.parent / "steep.yaml"
    patch = "  - {change: gate, set: {steps: [0, 1, 1, 7]}, because: it is steep}\n"
    head = "kind: variant\nvariant: steep\ntitle: {en: Steep}\nextends: lagoon\npatches:\n"
    variant.write_text(head + patch, "utf-8")
    chapter = components.components(edition(material_of(str(folder), None, variant)))
    assert chapter is not None
    assert "…, 1, <del>4</del>, <ins>7</ins>" in chapter.html()


def test_lines_of_a_lesson_that_begin_with_a_dash_are_a_list() -> None:
    html = str(paragraphs("Do one:\n- this\n  or\n- that", lambda text: text.upper()))
    assert html == "<p>DO ONE:</p><ul><li>THIS OR</li><li>THAT</li></ul>"


def test_a_component_names_the_components_that_point_to_it(whole: Edition) -> None:
    chapter = components.components(whole)
    assert chapter is not None
    html = chapter.html()
    card = html[html.index('<article id="e.isle_2"') :]
    assert 'Named by: <a href="#e.gate">Gate</a>' in card[: card.index("</article>")]


def test_the_outline_follows_the_game_from_its_first_procedure(whole: Edition) -> None:
    chapter = course.course(whole)
    assert chapter is not None
    told = words(chapter.html())
    assert (
        "play repeat 3 for each s in seat ask s Sail - Go &lt;far&gt; choose out for coins in 1 ..2 home Sail on"
        in told
    )


def test_a_map_without_places_is_drawn_and_told(whole: Edition) -> None:
    chapter = pictures.pictures(whole)
    assert chapter is not None
    html = chapter.html()
    assert html.count("<circle") >= 3
    assert "The positions of the regions were computed" in html
    assert "Isle 2" in words(html)
    assert '<a href="#e.isle_3">Isle 3</a> (deep 2)' in html


def test_a_made_map_is_drawn_as_its_fields_each_a_link(tmp_path: Path) -> None:
    write_small(tmp_path / "boards", BOARDS)
    for modules, first in ((None, "board"), (("base",), "a1")):
        chapter = pictures.pictures(edition(material_of(str(tmp_path / "boards"), modules)))
        assert chapter is not None
        board, comb, ring = re.findall(r'<figure class="map".*?</figure>', chapter.html(), re.DOTALL)
        found = re.findall(r'<a href="#e\.(\w+)"><g class="r0"><title>(\w+)</title><polygon', board)
        assert [title for _, title in found] == ["a1", "b1", "c1", "d1", "a2", "b2", "c2", "d2"]
        assert found[0] == (first, "a1")
    corners = [len(each.split()) for each in re.findall(r'<polygon points="([^"]*)"', board + comb)]
    assert corners == [4] * 8 + [6] * 5
    assert "<line" not in board + comb
    assert (ring.count("<circle"), ring.count("<polygon")) == (5 + 1, 0)


def test_borders_that_are_places_are_drawn_as_links_with_their_titles(tmp_path: Path) -> None:
    wall = "kinds:\n  - {id: wall, title: {en: Wall}}\n"
    edged = BOARDS.replace("grid: [4, 2]", "grid: [4, 2], edges: wall").replace("kinds:\n", wall, 1)
    write_small(tmp_path / "walls", edged)
    chapter = pictures.pictures(edition(material_of(str(tmp_path / "walls"), None)))
    assert chapter is not None
    html = chapter.html()
    board = html[html.index('<figure class="map"') : html.index("</figure>")]
    assert re.findall(r"<title>(\w+ - \w+)</title><line", board)[:2] == ["a1 - b1", "b1 - c1"]
    assert "a1 : b1 (a1 - b1)" in words(html)


def test_a_row_shows_where_a_number_rises_its_edges_and_its_marks(whole: Edition) -> None:
    chapter = pictures.pictures(whole)
    assert chapter is not None
    told = words(chapter.html())
    assert "Spaces 0 to 3; steps 1: 1, 3: 4; walls 2: 5; mark 2" in told


def test_a_table_and_circles_hold_each_component_at_its_place(whole: Edition) -> None:
    chapter = pictures.pictures(whole)
    assert chapter is not None
    html = chapter.html()
    assert "East 1: ; East 2: Hull; West 1: Mast; West 2: " in html
    grid = words(html[html.index('<table class="grid"') : html.index("</table>")])
    assert grid == "shore / depth 1 2 East Hull West Mast"


def test_what_a_module_changes_stands_at_the_entry(whole: Edition) -> None:
    chapter = components.components(whole)
    assert chapter is not None
    card = chapter.html()
    told = words(card[card.index('<article id="e.gate"') :])
    assert "Night : toll 3 → 4 because tides are low lagoon/night/dark.yaml:4" in told


def test_a_table_shows_values_as_they_are_played(folder: Path) -> None:
    table = edition(material_of(str(folder), ("base", "night")))
    assert table.material.table is not None
    gate = table.material.find("gate")
    assert gate is not None
    assert gate.node.get("toll").text == "4"  # type: ignore[union-attr]
    alone = edition(material_of(str(folder), ("base",)))
    assert [module.id for module in alone.material.modules] == ["base"]
    assert alone.material.find("gate").changes == ()  # type: ignore[union-attr]


def test_a_variant_is_listed_and_marked_at_each_place(varied: Edition) -> None:
    chapter = differing.differing(varied)
    assert chapter is not None
    told = words(chapter.html())
    assert "Coins : start 6 → 10 because the first round &lt;feels&gt; slow" in told
    assert "mast : taken out of the game because it has sunk" in told
    assert "home: sail_on" in told
    assert "home: gain 1 coin" in told
    state = logic.told(varied, "state", logic.state_table)
    chapter_of_logic = logic.told(varied, "logic", logic.by_file)
    assert state is not None
    assert chapter_of_logic is not None
    assert "start 6 → 10" in words(state.html())
    assert '<article id="e.sail" class="entry changed">' in chapter_of_logic.html()
    assert varied.material.find("mast") is None


def test_without_a_variant_there_is_no_chapter_of_changes(whole: Edition) -> None:
    assert differing.differing(whole) is None


def test_at_a_table_a_patch_finds_what_the_one_before_left_and_else_what_was_written(tmp_path: Path) -> None:
    folder = write(tmp_path)
    for name, change in (("tide", "set: {toll: 5}"), ("wind", "after: tide, relative: {toll: +1}")):
        (folder / name).mkdir()
        (folder / name / "module.yaml").write_text(f"kind: module\nid: {name}\ntitle: {{en: {name}}}\n", "utf-8")
        patches = f"kind: content\npatches:\n  - {{change: gate, because: it blows, {change}}}\n"
        (folder / name / "all.yaml").write_text(patches, "utf-8")
    made = {}
    for modules in (None, ("base", "tide", "wind")):
        gate = material_of(str(folder), modules).find("gate")
        assert gate is not None
        values = [(each.patch.module, each.before, each.after) for each in gate.changes]
        made[modules] = [(name, *(node.text for node in nodes if isinstance(node, Scalar))) for name, *nodes in values]
    assert made == {
        None: [("night", "3", "4"), ("tide", "3", "5"), ("wind", "3", "4")],
        ("base", "tide", "wind"): [("tide", "3", "5"), ("wind", "5", "6")],
    }


@pytest.mark.parametrize("change", ["set: {fields.heavy: HEAVY}", "add: {fields: {heavy: HEAVY}}"])
def test_a_field_that_another_module_gives_a_kind_is_one_of_its_fields(tmp_path: Path, change: str) -> None:
    folder = write(tmp_path)
    dark = folder / "night" / "dark.yaml"
    patch = change.replace("HEAVY", "{type: number, default: 0, about: How much it weighs}")
    patched = f"patches:\n  - {{change: islet, because: nights are long, {patch}}}\n"
    dark.write_text(dark.read_text("utf-8").replace("patches:\n", patched), "utf-8")
    assert material_of(str(folder)).fields["islet"]["heavy"].about == "How much it weighs"


def test_reasons_list_their_values(whole: Edition) -> None:
    chapter = origins.reconstructed(whole)
    assert chapter is not None
    told = words(chapter.html())
    assert "No &lt;text&gt; tells." in told
    assert "gold" in told
    assert "Gate : everything" in told
    assert "Coins : start" in told


def _variants() -> list[Any]:
    """All shipped variants; those of large rulesets take a second or two each."""
    found = sorted(shipped_root().glob("*/variants/*.yaml"))
    quick = "tutorial"
    return [
        pytest.param(path, id=path.stem, marks=[] if path.parents[1].name == quick else [pytest.mark.slow])
        for path in found
    ]


@pytest.mark.parametrize("path", _variants())
def test_the_entries_that_a_variant_changes_are_those_that_differ(path: Path) -> None:
    """Patches read one by one, and two whole games compared, tell of the same entries."""
    root = path.parents[1]
    told = material_of(root.name, None, path)
    marked = {each.id for each in told.articles() for change in each.changes if not change.patch.module}
    marked |= {each.entry for each in told.gone if not each.patch.module}
    modules = tuple(module.id for module in told.modules)
    sides = [read_side("", Choice(root.name, modules, variant)) for variant in (None, path)]
    differing_entries = difference(*sides).entries
    assert marked == {each.id for each in differing_entries if each.section != "picked"}


def test_a_table_tells_only_of_rules_that_its_modules_carry_out(folder: Path, tmp_path: Path) -> None:
    copy = write(tmp_path)
    ledger = copy / "rules.yaml"
    ledger.write_text(ledger.read_text("utf-8") + '  night.dark: "It is dark. (DOC page 5)"\n', "utf-8")
    dark = copy / "night" / "dark.yaml"
    counter = "counters:\n  - {id: stars, min: 0, max: 9, rules: [night.dark]}\n"
    dark.write_text(dark.read_text("utf-8") + counter, "utf-8")
    told = {modules: [rule.id for rule in material_of(str(copy), modules).rules] for modules in (None, ("base",))}
    assert told == {None: ["turn.one", "turn.two", "night.dark"], ("base",): ["turn.one", "turn.two"]}


@pytest.mark.parametrize(
    ("name", "modules"),
    [
        ("tutorial", ("base",)),
        pytest.param("ceres", ("base",), marks=pytest.mark.slow),
        pytest.param("skymines", ("base", "moon"), marks=pytest.mark.slow),
        pytest.param("skymines", ("base", "belt", "luna", "missions", "threats"), marks=pytest.mark.slow),
    ],
)
def test_where_an_entry_is_used_is_what_the_index_of_names_says(name: str, modules: tuple[str, ...]) -> None:
    """Found by the letters of texts alone, and by binding every name in them: the same."""
    told = material_of(name, modules)
    assert told.table is not None
    ids = {article.anchor: article.id for article in told.articles()}
    texts, pointing = uses_of(told)
    found = {(ids[place], each.id) for place, listed in texts.items() for each in listed}
    pointed = {(ids[place], each.id) for place, listed in pointing.items() for each in listed}
    index: dict[tuple[str, str], set[str]] = {}
    for use in names_of(told.source, told.table.assembly).uses:
        if use.entry and use.key in told.by_id and use.key != use.entry:
            index.setdefault((use.key, use.entry), set()).add(use.how)
    told_elsewhere = {"has", "is", "shows", "cites", "picks"}
    assert found <= index.keys()
    assert {pair for pair, ways in index.items() if not ways <= told_elsewhere} <= found | pointed
    assert found
