"""A game on paper: every component as often as it is in the box, and of a new version only what looks different."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from rulewright.author.printing.boards import boards, unprinted
from rulewright.author.printing.box_contents import PrintedComponent, printed_components, since
from rulewright.author.printing.discs import discs, size_of_men
from rulewright.author.printing.paper import DEFAULT_SIZES, MARGIN, PAPERS, grid_on
from rulewright.author.printing.sheets import Layout, Print, printed_page
from rulewright.core.model.game import Game
from rulewright.native.loading import load_game
from rulewright.table.drawing.scene import Scene
from rulewright.table.primer.gathered import in_the_box, primer_of
from tests.reference.games import build_small
from tests.unit.table.serve.browsers import browsing

_GAME = """\
kind: content
kinds:
  - id: card
    title: {en: Card}
    fields: {cost: {type: number, about: A price}, points: {type: number, about: A value}}
  - {id: pawn, title: {en: Pawn}}
  - {id: die, title: {en: Die}, faces: 1..6}
components:
  - {id: inn, kind: card, title: {en: Inn}, cost: 2, points: 1, copies: 3, SOURCE}
  - {id: mill, kind: card, title: {en: Mill}, cost: 4, points: 3, SOURCE}
  - {id: man, kind: pawn, title: {en: Man}, each_seat: true, copies: 2, SOURCE}
  - {id: white, kind: die, title: {en: White die}, SOURCE}
counters:
  - {id: coin, title: {en: Coins}, per: [seat], min: 0, max: 9}
zones:
  - {id: deck, title: {en: Deck}, holds: card, visible: none, start: "true"}
  - {id: men, title: {en: Men}, per: [seat], holds: pawn, visible: all, start: it.owner is seat}
  - {id: dice, title: {en: Dice}, holds: die, visible: all, start: "true"}
procedures:
  - {id: play, does: "choose:\\n  one: gain 1 coin\\n  two: gain 2 coin"}
scoring:
  - {id: rich, title: {en: Riches}, amount: coin}
"""


def _scene(content: str) -> Scene:
    made = content.replace("SOURCE", "source: {doc: DOC, place: a}")
    return in_the_box(primer_of(build_small(made, 2, 2).game(), "en"))


def _page(game: Game, *, backs: bool = False) -> Print:
    primer = primer_of(game, "en")
    scene, paper = in_the_box(primer), PAPERS["a4"]
    sizes = DEFAULT_SIZES | {"man": size_of_men(scene)}
    grids = {form: grid for form, size in sizes.items() if (grid := grid_on(paper, size, 0)) is not None}
    printed = (*printed_components(scene), *discs(game, scene))
    return printed_page(primer, scene, printed, Layout(paper, grids, backs), whole=True)


def _told(printed: tuple[PrintedComponent, ...]) -> list[tuple[str, int]]:
    return [(each.title, each.copies) for each in printed]


def test_each_component_is_printed_as_often_as_it_is_in_the_box_and_dice_are_not() -> None:
    assert _told(printed_components(_scene(_GAME))) == [
        ("Inn", 3), ("Mill", 1), ("Man (seat 1)", 2), ("Man (seat 2)", 2),
    ]  # fmt: skip
    assert _told(printed_components(_scene(_GAME), ["pawn"])) == [("Man (seat 1)", 2), ("Man (seat 2)", 2)]


def test_of_a_new_version_only_what_looks_different_is_printed() -> None:
    later = _GAME.replace("copies: 3", "copies: 5").replace("points: 3", "points: 4").replace("Man", "Woman")
    later = later.replace(
        "  - {id: man,", "  - {id: yard, kind: card, title: {en: Yard}, cost: 1, points: 1, SOURCE}\n  - {id: man,"
    )
    found = since(printed_components(_scene(_GAME)), printed_components(_scene(later)))
    assert _told(found.printed) == [
        ("Inn", 2), ("Mill", 1), ("Yard", 1), ("Woman (seat 1)", 2), ("Woman (seat 2)", 2),
    ]  # fmt: skip
    assert found.new == ("Yard", "Inn")
    assert found.changed == ("Mill", "Woman (seat 1)", "Woman (seat 2)")
    assert found.gone == ("Mill", "Man (seat 1)", "Man (seat 2)")
    again = since(printed_components(_scene(later)), printed_components(_scene(later)))
    assert again == ((), (), (), ())


def test_a_card_before_others_changes_none_of_them() -> None:
    first = "components:\n  - {id: ale, kind: card, title: {en: Ale}, cost: 1, points: 0, SOURCE}\n"
    found = since(printed_components(_scene(_GAME)), printed_components(_scene(_GAME.replace("components:\n", first))))
    assert _told(found.printed) == [("Ale", 1)]


def test_backs_lie_behind_their_faces_when_a_sheet_is_turned_over() -> None:
    game = build_small(_GAME.replace("SOURCE", "source: {doc: DOC, place: a}"), 2, 2).game()
    single, double = _page(game), _page(game, backs=True)
    assert (single.components, double.components) == (10, 10)
    sheets = re.findall(r'<section class="sheet">.*?</section>', double.html, re.DOTALL)
    lefts = [re.findall(r"left:([\d.]+)mm", each) for each in sheets]
    grid = grid_on(PAPERS["a4"], DEFAULT_SIZES["card"], 0)
    assert grid is not None
    columns = [f"{grid.left + grid.step.width * at:.2f}" for at in range(grid.columns)]
    assert lefts[0][:4] == [*columns, columns[0]]
    assert lefts[1][:4] == [*columns, columns[-1]]


def test_sizes_that_do_not_fill_a_sheet_share_one_and_nothing_lies_on_another() -> None:
    made = _page(build_small(_GAME.replace("SOURCE", "source: {doc: DOC, place: a}"), 2, 2).game(), backs=True)
    sheets = re.findall(r'<section class="sheet">.*?</section>', made.html, re.DOTALL)
    found = [re.findall(_PLACED, each) for each in sheets]
    assert [len(each) for each in found] == [10, 10]  # four cards, four men and two discs, and their backs
    for places in found:
        boxes = [(float(x), float(y), float(x) + float(wide), float(y) + float(high)) for x, y, wide, high in places]
        crossing = [(one, other) for at, one in enumerate(boxes) for other in boxes[:at] if _crosses(one, other)]
        assert crossing == []
        assert max(each[3] for each in boxes) <= PAPERS["a4"].height - MARGIN
        assert min(each[1] for each in boxes) >= MARGIN


_PLACED = r'class="cell" style="left:([\d.]+)mm;top:([\d.]+)mm;width:([\d.]+)mm;height:([\d.]+)mm'


def _crosses(one: tuple[float, ...], other: tuple[float, ...]) -> bool:
    return all(max(one[at], other[at]) + 0.02 < min(one[at + 2], other[at + 2]) for at in (0, 1))


_TRACKS = """\
kind: content
kinds:
  - {id: card, title: {en: Card}, fields: {cost: {type: number, about: A price}}}
  - {id: square, title: {en: Square}}
enumerations:
  - {id: suit, title: {en: Suit}, values: [{id: red, title: {en: Red}}, {id: green, title: {en: Green}}]}
components:
  - {id: inn, kind: card, title: {en: Inn}, cost: 2, SOURCE}
maps:
  - {id: board, title: {en: Board}, regions: square, grid: [3, 3], SOURCE}
counters:
  - {id: coin, title: {en: Coins}, per: [seat], min: 0, max: 9}
  - {id: debt, title: {en: Debt}, per: [seat], min: 0, max: 9999}
  - {id: hidden, per: [seat], min: 0, max: 9}
  - {id: fame, title: {en: Fame}, per: [suit], min: 0, max: 3}
markers:
  - {id: stone, title: {en: Stone}, per: [square], "on": seat}
  - {id: trump, title: {en: Trump}, "on": suit}
  - {id: first, title: {en: First player}, "on": seat}
zones:
  - {id: deck, title: {en: Deck}, holds: card, visible: none, start: "true"}
  - {id: shop, title: {en: Shop}, holds: card, visible: all, spaces: 4}
  - {id: long, title: {en: Long row}, holds: card, visible: all, spaces: 40}
procedures:
  - id: play
    does: |
      for each s in seat:
        ask s:
          pick p from square where not exists(stone[p])
          set stone[p] to me
scoring:
  - {id: rich, title: {en: Riches}, amount: coin}
"""


def test_what_moves_on_a_table_has_a_track_a_list_or_labels() -> None:
    scene = _scene(_TRACKS)
    sizes = DEFAULT_SIZES
    found = {each.title: each.drawn for each in boards(scene, sizes)}
    assert list(found) == ["Coins", "Debt", "Fame: Red", "Fame: Green", "Trump", "Shop"]
    steps = {title: len(re.findall(r'class="step[ "]', drawn)) for title, drawn in found.items()}
    assert steps == {"Coins": 10, "Debt": 100, "Fame: Red": 4, "Fame: Green": 4, "Trump": 2, "Shop": 0}
    assert re.findall(r"<b>(\d)</b>", found["Shop"]) == ["1", "2", "3", "4"]
    assert [each.title for each in unprinted(scene)] == ["Long row"]


def test_each_seat_has_a_disc_for_each_of_its_tracks_and_playing_pieces() -> None:
    game = build_small(_TRACKS.replace("SOURCE", "source: {doc: DOC, place: a}"), 2, 2).game()
    found = {(each.title, each.form): each.copies for each in discs(game, in_the_box(primer_of(game, "en")))}
    assert found == {
        ("Stone (seat 1)", "man"): 1, ("Stone (seat 2)", "man"): 1, ("seat 1", "disc"): 2, ("seat 2", "disc"): 2,
        ("", "disc"): 3, ("First player", "man"): 1,
    }  # fmt: skip


def test_dice_and_numbers_on_pieces_are_told_not_printed() -> None:
    assert [(each.title, each.instead) for each in unprinted(_scene(_GAME))] == [
        ("Die", "use 1 die with the sides 1, 2, 3, 4, 5, 6")
    ]


_SHIPPED = ("skymines", "ceres", "tutorial", "draughts", "hex", "mancala", "nim", "yacht", "whist", "dots_and_boxes")


@pytest.mark.slow
@pytest.mark.parametrize("name", _SHIPPED)
def test_nothing_is_cut_on_any_component_or_board_of_what_is_shipped(name: str, tmp_path: Path) -> None:
    made = _page(load_game(name, backend="python"))
    file = tmp_path / "sheets.html"
    file.write_text(made.html, encoding="utf-8")
    with browsing() as watched:
        page = watched.page()
        page.emulate_media(media="print")
        page.goto(file.as_uri())
        assert page.locator(".cell .piece, .cell .disc").count() == made.components
        assert page.evaluate(_CUT) == []
        assert page.evaluate(_OUTSIDE) == []


_CUT = """() => [...document.querySelectorAll('.cell .piece, .cell .disc, .step, .places > span')].filter(each =>
  [each, ...each.querySelectorAll('.name, .print')].some(part =>
    part.scrollHeight > part.clientHeight + 1 || part.scrollWidth > part.clientWidth + 1))
  .map(each => each.outerHTML)"""
_OUTSIDE = """() => [...document.querySelectorAll('.whole .region, .whole .ground, .scores, .step, .places > span')]
  .filter(each => {
    const here = each.getBoundingClientRect(), sheet = each.closest('.sheet, .flow').getBoundingClientRect();
    const heading = each.closest('.sheet')?.querySelector('h2').getBoundingClientRect();
    return here.left < sheet.left - 1 || here.right > sheet.right + 1 || here.bottom > sheet.bottom + 1
      || (heading && here.top < heading.bottom);
  }).map(each => each.outerHTML)"""
