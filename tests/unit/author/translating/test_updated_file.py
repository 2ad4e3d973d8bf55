"""A translation file follows its game, and the translator's order, comments and layout stay."""

from __future__ import annotations

import json
import random
import string
from pathlib import Path

import pytest

from rulewright.author.translating.po_files import read_po, write_po
from rulewright.author.translating.updated_file import WrittenRecord, updated
from rulewright.author.translating.written_texts import key_written, text_written
from rulewright.core.diagnostics import Span
from rulewright.core.load.files import SourceFile
from rulewright.core.load.reader import read_yaml
from rulewright.core.locales.tags import ENGLISH
from rulewright.core.model.document import entries_of, text_of
from rulewright.core.model.packages_used import PackageRefused
from rulewright.core.translations.comparing import Compared, compared
from rulewright.core.translations.game_texts import GameText
from rulewright.core.translations.translation_files import TextRecord, Translation

HEAD = "# by Carla\nkind: translation\nlanguage: de   # of Germany\n"
OLD = (
    HEAD
    + """\
texts:
  # the stones
  flint.title: {en: Flint, de: Feuerstein}   # or Flint?

  chalk.title:
    # as in school
    en: Chalk  # soft
    de: Kreide
  bag.title: {en: Bag, de: ""}
  # nobody says this any more
  gone.title: {en: Gone, de: Weg}
# the end
"""
)


def texts(**english: str) -> tuple[GameText, ...]:
    return tuple(
        GameText(key.replace("__", "."), text, frozenset({ENGLISH}), 200, Span("game.yaml", 1, 1))
        for key, text in english.items()
    )


def records(text: str, names: dict[str, str] | None = None) -> tuple[TextRecord, ...]:
    node, faults = read_yaml("de.yaml", text.encode())
    assert not faults, (faults, text)
    return tuple(Translation(SourceFile("de.yaml", Path("de.yaml"), b"", node), "de", (), names or {}).records())


def brought_up(
    text: str,
    game: tuple[GameText, ...],
    given: dict[tuple[str, str], WrittenRecord] | None = None,
    drop: bool = False,
    names: dict[str, str] | None = None,
) -> str:
    own = records(text, names)
    return updated(text, compared(game, own, "de"), own, "de", given or {}, drop)


def counts(found: Compared) -> tuple[int, int, int, int]:
    return len(found.done), len(found.new), len(found.stale), len(found.unused)


SAME = texts(flint__title="Flint", chalk__title="Chalk", bag__title="Bag")


def test_a_file_that_is_up_to_date_keeps_its_bytes() -> None:
    assert brought_up(OLD, SAME) == OLD


def test_new_texts_are_added_at_the_end_and_comments_stay() -> None:
    new = brought_up(OLD, (*texts(fist__title="Fist: two"), *SAME))
    assert new == OLD.replace("# the end\n", '  fist.title:\n    en: "Fist: two"\n    de: ""\n# the end\n')
    assert brought_up(new, (*texts(fist__title="Fist: two"), *SAME)) == new


def test_a_stale_text_has_both_english_texts_and_its_comments() -> None:
    game = texts(flint__title="Flint", chalk__title="White chalk", bag__title="Sack")
    new = brought_up(OLD, game)
    told = "  chalk.title:\n    # as in school\n    # soft\n    en: White chalk\n    before: Chalk\n    de: Kreide\n"
    assert told in new
    assert '  bag.title:\n    en: Sack\n    de: ""\n' in new
    assert "  flint.title: {en: Flint, de: Feuerstein}   # or Flint?\n" in new
    assert counts(compared(game, records(new), "de")) == (1, 1, 1, 1)
    again = brought_up(new, texts(flint__title="Flint", chalk__title="Red chalk", bag__title="Sack"))
    assert "    en: Red chalk\n    before: Chalk\n" in again
    mended = again.replace("    before: Chalk\n", "").replace("Kreide", "Rötel")
    assert counts(compared(texts(chalk__title="Red chalk"), records(mended), "de"))[0] == 1


def test_unused_records_stay_until_they_are_dropped() -> None:
    assert "gone.title" in brought_up(OLD, SAME)
    dropped = brought_up(OLD, SAME, drop=True)
    assert dropped == OLD.replace("  gone.title: {en: Gone, de: Weg}\n", "")


def test_a_second_english_text_makes_a_list() -> None:
    new = brought_up(OLD, (*SAME, *texts(flint__title="Ghostly flint")))
    assert (
        "  flint.title:\n    # or Flint?\n    - en: Flint\n      de: Feuerstein\n"
        '    - en: Ghostly flint\n      de: ""\n'
    ) in new
    assert brought_up(new, (*SAME, *texts(flint__title="Ghostly flint"))) == new


@pytest.mark.parametrize("begin", ["", "texts: {}\n", "texts:\n  {}\n", "texts: {\n}\n"])
def test_a_file_without_texts_gets_them(begin: str) -> None:
    new = brought_up(HEAD + begin, SAME[:1])
    assert new == HEAD + 'texts:\n  flint.title:\n    en: Flint\n    de: ""\n'


def test_texts_in_braces_get_lines_of_their_own_when_one_changes() -> None:
    text = HEAD + "texts: {flint.title: {en: Flint, de: Feuerstein},  # hard\n"
    text += "  chalk.title: {en: Chalk, de: Kreide}}\n# end\n"
    assert brought_up(text, SAME[:2]) == text
    new = brought_up(text, texts(flint__title="Flint", chalk__title="Red chalk"))
    assert new == HEAD + (
        "texts:\n  flint.title:\n    # hard\n    en: Flint\n    de: Feuerstein\n"
        "  chalk.title:\n    en: Red chalk\n    before: Chalk\n    de: Kreide\n# end\n"
    )


def test_a_file_may_end_without_a_line_break() -> None:
    text = HEAD + "texts:\n  flint.title: {en: Flint, de: Feuerstein}"
    assert brought_up(text, SAME[:2]) == text + '\n  chalk.title:\n    en: Chalk\n    de: ""\n'


# ---- Any texts

ALPHABET = string.ascii_letters + " äßł漢\n:#{}[]|>'\"\\%@&*!,-?`.0\u00a0"


def any_text(rng: random.Random, longest: int = 30) -> str:
    while True:
        text = "".join(rng.choice(ALPHABET) for _ in range(rng.randint(1, longest)))
        if text.strip():
            return text


@pytest.mark.parametrize("seed", range(150))
def test_any_text_is_read_as_it_was_written(seed: int) -> None:
    rng = random.Random(seed)
    key, text = any_text(rng).replace("\n", " "), any_text(rng)
    written = f"texts:\n  {key_written(key)}:\n    en: {text_written(text, 4)}\n"
    node, faults = read_yaml("x", written.encode())
    assert not faults, (seed, written)
    ((_, inner),) = entries_of(node)
    ((found, record),) = entries_of(inner)
    assert (found.text, text_of(entries_of(record)[0][1])) == (key, text), seed


@pytest.mark.parametrize("seed", range(60))
def test_any_file_follows_any_game_and_goes_through_po_and_back(seed: int, tmp_path: Path) -> None:
    """What is done stays done, nothing is lost, and a second update changes nothing."""
    rng = random.Random(seed)
    keys = [f"thing_{number}.title" for number in range(8)]
    text = HEAD + "texts:\n"
    done = {}
    for key in rng.sample(keys, 5):
        english, own = any_text(rng).strip(), rng.choice(["", any_text(rng).strip()])
        done[key] = english, own
        if rng.random() < 0.5 and "\n" not in english + own:
            text += f"  {key}: {{en: {json.dumps(english)}, de: {json.dumps(own)}}}  # {key}\n"
        else:
            text += f"  {key}:\n    # {key}\n    en: {text_written(english, 4)}\n    de: {text_written(own, 4)}\n"
    game = tuple(
        GameText(key, done[key][0] if key in done and rng.random() < 0.6 else any_text(rng).strip(),
                 frozenset({ENGLISH}), 200, Span("game.yaml", 1, 1))
        for key in keys if rng.random() < 0.8
    )  # fmt: skip
    new = brought_up(text, game)
    found = compared(game, records(new), "de")
    assert brought_up(new, game) == new, seed
    assert [new.count(f"# {key}\n") for key in done] == [1] * len(done), seed
    assert len(found.done) + len(found.new) + len(found.stale) == len(game), seed
    assert {(pair.text.key, pair.text.english, pair.record.text) for pair in found.done if pair.record is not None} == {
        (each.key, each.english, done[each.key][1])
        for each in game
        if each.key in done and done[each.key][0] == each.english and done[each.key][1]
    }, seed
    path = tmp_path / "de.po"
    write_po(path, found, "game", "1.0.0", "de")
    given = read_po(path)
    fresh = brought_up(HEAD, game, given)
    told = {(each.key.text, each.english): (each.text, each.before) for each in records(new)}
    back = {(each.key.text, each.english): (each.text, each.before) for each in records(fresh)}
    assert back == {name: told[name] for name in ((each.key, each.english) for each in game)}, seed


@pytest.mark.parametrize("data", [b"", b"/etc/hostname", b"\xff\xfe", b"msgid", b'\nmsgid "a\nmsgstr'])
def test_what_is_no_po_file_is_refused_with_a_sentence(data: bytes, tmp_path: Path) -> None:
    path = tmp_path / "wrong.po"
    path.write_bytes(data)
    with pytest.raises(PackageRefused, match=r"wrong\.po"):
        read_po(path)


def test_a_po_file_that_a_translator_has_worked_on_is_taken_over(tmp_path: Path) -> None:
    path = tmp_path / "de.po"
    path.write_text(
        'msgid ""\nmsgstr ""\n"Language: de\\n"\n\nmsgctxt "flint.title"\nmsgid "Flint"\nmsgstr "Flint"\n\n'
        '#, fuzzy\n#| msgid "Chalks"\nmsgctxt "chalk.title"\nmsgid "Chalk"\nmsgstr "Kreiden"\n\n'
        'msgctxt "bag.title"\nmsgid "Bag"\nmsgstr ""\n',
        "utf-8",
    )
    new = {each.key.text: (each.text, each.before) for each in records(brought_up(OLD, SAME, read_po(path)))}
    assert new == {
        "flint.title": ("Flint", ""), "chalk.title": ("Kreiden", "Chalks"), "bag.title": ("", ""),
        "gone.title": ("Weg", ""),
    }  # fmt: skip


RENAMED = {"flint": "firestone", "bag": "pouch"}


ON_A_LINE = "texts: {flint.title: {en: Flint, de: Feuerstein}, bag.title: {en: Bag, de: ''}}\n"


@pytest.mark.parametrize("body", [OLD, HEAD + ON_A_LINE])
def test_a_record_under_an_old_name_is_written_under_the_new_one_and_keeps_its_comments(body: str) -> None:
    game = texts(firestone__title="Flint", pouch__title="Bag", chalk__title="Chalk")
    found = brought_up(body, game, names=RENAMED)
    assert [each.key.text for each in records(found) if each.text == "Feuerstein"] == ["firestone.title"]
    assert "flint" not in found
    assert "bag" not in found
    for comment in ("# the stones", "# or Flint?", "# as in school", "# nobody says this any more"):
        assert (comment in found, comment) == (comment in body, comment)
    assert brought_up(found, game, names=RENAMED) == found


def test_a_renamed_text_with_other_english_is_stale_and_not_lost() -> None:
    found = brought_up(OLD, texts(firestone__title="Firestone", chalk__title="Chalk"), names=RENAMED)
    (record,) = [each for each in records(found) if each.key.text == "firestone.title"]
    assert (record.english, record.text, record.before) == ("Firestone", "Feuerstein", "Flint")
