"""Heads of entries: read as the keys that they stand for, wherever a file is read or written."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright.author.editor.formatting.effect_texts import KnownEntries
from rulewright.author.editor.formatting.formatting import formatted
from rulewright.author.editor.key_path import key_path_at
from rulewright.author.editor.spot import spot_at
from rulewright.core.load.assemble import assemble
from rulewright.core.load.digest import digest_of
from rulewright.core.load.folder import read_ruleset
from rulewright.core.load.reader import as_plain, node_at, read_yaml
from rulewright.core.model.document import Mapping
from rulewright.core.validate.shape import check_shape

IN_FULL = """\
kind: content
quantities:
  - id: near
    takes: {p: 1..7, s: seat or none}
    gives: truth
    amount: p > 3
    rules: [turn]
  - {id: total, amount: 3}
procedures:
  - id: play
    does: |
      take_one
  - id: take_one
    takes: {hand: set of card_piece}
    gives: set of seat
    does: stop with seat
    rules: [turn.first, 'own:card-stack']
triggers:
  - {id: sink, change: tide, when: tide > 2, does: end game}
  - id: refill
    after: play
    does: nothing
    rules: [turn]
"""
WITH_HEADS = """\
kind: content
quantities:
  - near(p in 1..7, s in seat or none) gives truth [turn]: p > 3
  - {total(): 3}
procedures:
  - play(): |
      take_one
  - take_one(hand in set of card_piece) gives set of seat [turn.first, own:card-stack]: stop with seat
triggers:
  - sink(change tide): end game
    when: tide > 2
  - refill(after play) [turn]: nothing
"""


def test_a_head_says_what_its_keys_say() -> None:
    (one, _), (other, faults) = (read_yaml("game.yaml", each.encode()) for each in (IN_FULL, WITH_HEADS))
    assert one is not None
    assert other is not None
    assert faults == ()
    assert as_plain(other) == as_plain(one)


def test_what_a_variant_adds_may_have_heads() -> None:
    text = "kind: variant\nadds:\n  procedures:\n    - play(): nothing\n"
    root, faults = read_yaml("variant.yaml", text.encode())
    assert root is not None
    assert faults == ()
    assert as_plain(root)["adds"] == {"procedures": [{"id": "play", "does": "nothing"}]}


@pytest.mark.parametrize(
    ("path", "text"),
    [
        (("quantities", 0, "id"), "near"),
        (("quantities", 0, "takes", "p"), "1..7"),
        (("quantities", 0, "takes", "s"), "seat or none"),
        (("quantities", 0, "gives"), "truth"),
        (("quantities", 0, "rules", 0), "turn"),
        (("procedures", 1, "rules", 0), "turn.first"),
        (("procedures", 1, "rules", 1), "own:card-stack"),
        (("triggers", 1, "id"), "refill"),
        (("triggers", 1, "after"), "play"),
    ],
)
def test_each_part_of_a_head_is_where_it_is_written(path: tuple[str | int, ...], text: str) -> None:
    root, _ = read_yaml("game.yaml", WITH_HEADS.encode())
    assert root is not None
    span = node_at(root, path).span
    line = WITH_HEADS.split("\n")[span.line - 1]
    assert line[span.column - 1 : span.column - 1 + span.length] == text


@pytest.mark.parametrize(
    ("item", "code", "column", "message"),
    [
        ("take(n of number): nothing", "bad-key", 5, "'take(n of number)' is not the head of an entry"),
        ("take(n): nothing", "bad-key", 5, "'take(n)' is not the head of an entry"),
        ("take(n in number,): nothing", "bad-key", 5, "'take(n in number,)' is not the head of an entry"),
        ("Take(): nothing", "bad-key", 5, "'Take()' is not the head of an entry"),
        ("take() truth: nothing", "bad-key", 5, "'take() truth' is not the head of an entry"),
        ("take() []: nothing", "bad-key", 5, "'take() []' is not the head of an entry"),
        ("take() [turn,]: nothing", "bad-key", 5, "'take() [turn,]' is not the head of an entry"),
        ("take() [two words]: nothing", "bad-key", 5, "'take() [two words]' is not the head of an entry"),
        ("take(after turn): nothing", "bad-key", 5, "'take(after turn)' is not the head of an entry"),
        ("take() [Turn]: nothing", "bad-id", 13, "item 1 of 'rules' must be a rule id, and 'Turn' is not"),
        ("{take(): nothing, does: nothing}", "duplicate-key", 23, "'does' is written twice"),
        ("{id: give, take(): nothing}", "duplicate-key", 6, "'id' is written twice"),
        ("{take(): nothing, give(): nothing}", "unknown-key", 23, "'give()' has no meaning in a procedure"),
        ("{title: {en: Take}}", "missing-key", 6, "a procedure has no 'id'"),
        ("{take: {en: Take}}", "missing-key", 6, "a procedure has no 'id'"),
    ],
)
def test_a_head_that_cannot_be_read_is_told_with_its_place(item: str, code: str, column: int, message: str) -> None:
    root, faults = read_yaml("game.yaml", f"kind: content\nprocedures:\n  - {item}\n".encode())
    assert root is not None
    found = [*faults, *check_shape("content", root)]  # type: ignore[arg-type]
    told = {(each.code, each.span.line, each.span.column, each.message) for each in found}
    assert (code, 3, column, message) in told


def test_a_head_without_parentheses_is_one_fault_with_a_hint_that_works() -> None:
    text = "kind: content\nprocedures:\n  - take: nothing\n    rules: [turn]\n"
    root, (fault,) = read_yaml("game.yaml", text.encode())
    assert (fault.code, fault.span.line, fault.span.column, fault.hint) == ("bad-key", 3, 5, "write take(): ...")
    assert isinstance(root, Mapping)
    assert check_shape("content", root) == ()
    again, faults = read_yaml("game.yaml", text.replace("take:", "take():").encode())
    assert again is not None
    assert (as_plain(again), faults) == (as_plain(root), ())


def test_the_hint_for_a_head_works() -> None:
    _, faults = read_yaml("game.yaml", b"kind: content\nquantities:\n  - near(p of place): true\n")
    assert [each.hint for each in faults] == [
        "write name(parameter in type, another in type) gives type, or name() where it takes nothing"
    ]
    _, faults = read_yaml("game.yaml", b"kind: content\nquantities:\n  - near(p in place) gives truth: 'true'\n")
    assert faults == ()


def test_the_layout_keeps_heads_and_lays_out_what_follows() -> None:
    written = "kind: content\nprocedures:\n  - take( n in number ):   |\n        gain  n   coin\n    rules: [turn]\n"
    new = formatted("game.yaml", written.encode(), KnownEntries())
    assert new.diagnostics == ()
    assert new.text == ("kind: content\nprocedures:\n  - take( n in number ) [turn]: |\n      gain n coin\n")


@pytest.mark.parametrize(
    ("line", "before", "keys"),
    [
        (3, "  - near(p in 1..7, s in seat or none) gives truth [turn]: p", ("quantities", "amount")),
        (12, "  - refill(after play) [turn]: no", ("triggers", "does")),
    ],
)
def test_the_text_behind_a_head_is_found_by_its_key(line: int, before: str, keys: tuple[str, ...]) -> None:
    found = key_path_at(WITH_HEADS, line, len(before))
    assert found is not None
    assert found.keys == keys
    assert spot_at(WITH_HEADS, line, len(before) + 1).key == keys[-1]


def test_rules_are_cited_in_one_place() -> None:
    _, (fault,) = read_yaml("game.yaml", b"kind: content\nprocedures:\n  - take() [turn]: nothing\n    rules: [end]\n")
    assert (fault.code, fault.span.line, fault.span.column) == ("duplicate-key", 4, 5)
    assert fault.message == "'rules' is written twice"


@pytest.mark.parametrize("item", ["sink(): nothing", "sink(p in place): nothing", "sink(change): nothing"])
def test_the_head_of_a_trigger_says_what_wakes_it(item: str) -> None:
    _, (fault,) = read_yaml("game.yaml", f"kind: content\ntriggers:\n  - {item}\n".encode())
    assert (fault.code, fault.span.line, fault.span.column) == ("bad-key", 3, 5)
    assert fault.hint == "write name(before procedure), name(after procedure) or name(change counter)"


def test_a_game_has_one_digest_with_heads_and_without(tmp_path: Path) -> None:
    digests = set()
    for name, text in (("full", IN_FULL), ("heads", WITH_HEADS)):
        root = tmp_path / name
        (root / "base").mkdir(parents=True)
        (root / "ruleset.yaml").write_text("kind: ruleset\nid: game\n", "utf-8")
        (root / "base/module.yaml").write_text("kind: module\nid: base\n", "utf-8")
        (root / "base/game.yaml").write_text(text, "utf-8")
        digests.add(digest_of((), assemble(read_ruleset(root))[0]))
    assert len(digests) == 1


@pytest.mark.parametrize(
    ("entry", "laid_out"),
    [
        (["- take(n in number): |", "    nothing", "  title: {en: Take}", "  rules: [ turn , own:end ]"],
         ["- take(n in number) [turn, own:end]: |", "    nothing", "  title: {en: Take}"]),
        (["- take(): nothing", "  rules: [turn]  # the first"], ["- take(): nothing", "  rules: [turn]  # the first"]),
        (["- take(): nothing", "  # first", "  rules: [turn]"], ["- take(): nothing", "  # first", "  rules: [turn]"]),
        (["- take(): nothing", "  rules:", "    - turn"], ["- take(): nothing", "  rules:", "    - turn"]),
        (["- take() [turn]: nothing"], ["- take() [turn]: nothing"]),
        (["- {id: take, does: nothing, rules: [turn]}"], ["- {id: take, does: nothing, rules: [turn]}"]),
        ([f"- take({'n' * 99} in number): nothing", "  rules: [turn]"],
         [f"- take({'n' * 99} in number): nothing", "  rules: [turn]"]),
    ],
)  # fmt: skip
def test_the_layout_cites_rules_in_the_head_where_there_is_room(entry: list[str], laid_out: list[str]) -> None:
    after = ["", "- go(): nothing"]
    written, expected = (
        "\n  ".join(("kind: content\nprocedures:", *each)).replace("\n  \n", "\n\n") + "\n"
        for each in ((*entry, *after), (*laid_out, *after))
    )
    new = formatted("game.yaml", written.encode(), KnownEntries())
    assert new.diagnostics == ()
    assert new.text == expected
