"""What is read fast as JSON is what the strict reader reads: the same is accepted, and it says the same."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulewright.core.load.reader import as_plain, read_yaml
from rulewright.core.load.sure_json import sure_json
from rulewright.core.model.document import Mapping
from rulewright.play.records import replay_files
from rulewright.play.records.match_files import MatchRefused, parse_match
from rulewright.play.records.replay_files import ReplayRefused, parse_replay
from tests.properties.fuzzing.spoiling import spoilt, spoilt_data

REPLAY = {
    "kind": "replay", "format_version": 1, "ruleset": "pebbles", "ruleset_digest": "0f3a9c21", "modules": ["base"],
    "settings": {"heap": "small", "ghosts": True, "size": 3}, "seats": 2, "seed": -7, "policies": ["human", "random"],
    "choices": [{"seat": 1, "choose": "take 2"}, {"seat": 2, "choose": 'say "no"'}],
    "digests": [{"after": 1, "digest": "5c0b41d2"}], "final_digest": "77ab01cd",
}  # fmt: skip
MATCH = {
    "kind": "saved_match", "format_version": 1, "match": "three", "plan_digest": "5c0b41d2", "settings": {},
    "seats": 2, "seed": 7, "policies": ["human", "random"],
    "games": [{"game": "first", "ruleset_digest": "0f3a9c21", "settings": {"heap": "small"}, "seed": 7,
               "choices": [{"seat": 1, "choose": "take 2"}]}],
}  # fmt: skip

STRANGE = (
    "", "no", "yes", "null", "~", "true", "2024-01-31", "12:30", "1e5", "0x1f", "010", ".inf", "<<", "&name", "*name",
    "!tag", "- a", "a: b", "? a", "# not a comment", " # nor this", "%YAML 1.1", "---", "...", "{", "[1]", "a,b", "'",
    '"', "\\", "\\n", "a\\", "\n", "two\nlines\n", "\t", "\x00", "\x1b", "\x7f", "\x85", "\xa0", "\u2028", "\u202e",
    "\ufeff", "\ufffe", "\ud83d\ude00", "\ud800", "\U0001f600", "\U0010ffff", " led", "trailed ", "é", "/", "٢",
)  # fmt: skip
NUMBERS = (0, 1, -1, 7, 10**15 - 1, 10**15, -(10**15), 10**30, 1.0, 0.5, 1e5, float("nan"), float("inf"))

texts = st.one_of(st.sampled_from(STRANGE), st.text(max_size=6), st.text("ab01 :,-#\"'\\{}[]\n", max_size=8))
leaves = st.one_of(st.none(), st.booleans(), st.sampled_from(NUMBERS), st.integers(-(10**16), 10**16), texts)
documents = st.dictionaries(
    texts,
    st.recursive(
        leaves,
        lambda inner: st.one_of(st.lists(inner, max_size=4), st.dictionaries(texts, inner, max_size=4)),
        max_leaves=12,
    ),
    max_size=5,
)
PIECES = (
    "{", "}", "[", "]", ",", ":", '"', '"a"', '"b"', '"a":', ' "a" : ', '"a"\n:', "1", "-0", "0", "01", "-1", "+1",
    "1.0", "1e5", "1E400", "NaN", "-Infinity", "Infinity", "true", "false", "null", "True", "no", "\n", "\r\n", "\r",
    " ", "\t", "#", "# a\n", "\\", '"\\u0041"', '"\\u0000"', '"\\ud800"', '"\\ud83d\\ude00"', '"\\/"', '"\\t"',
    '"\\x41"', "&a ", "*a", "!t ", "---\n", "...\n", "\ufeff", "\xa0", "٢", "'a'", "<<", "? ",
)  # fmt: skip
pieces = st.lists(st.sampled_from(PIECES), max_size=14).map("".join)


def assert_sure_is_right(data: bytes, most: int = 50_000, largest: int = 2_000_000) -> bool:
    """Whether the fast reading has found something; then the strict one has found the same, and nothing wrong."""
    sure = sure_json("game.json", data, most, largest)
    if sure is None:
        return False
    node, faults = read_yaml("game.json", data, most, largest)
    assert faults == ()
    assert isinstance(node, Mapping)
    assert repr(as_plain(node)) == repr(sure)
    json.loads(data.decode("utf-8-sig"))
    return True


@given(
    documents,
    st.booleans(),
    st.sampled_from([None, 0, 2]),
    st.sampled_from([(",", ":"), (", ", ": "), (" ,\n", ":\n")]),
)
def test_what_is_written_as_json(document: Any, escaped: bool, indent: int | None, between: tuple[str, str]) -> None:
    text = json.dumps(document, ensure_ascii=escaped, indent=indent, separators=between)
    assert_sure_is_right(text.encode("utf-8", "surrogatepass"))


@given(pieces, st.sampled_from(['{"a": ', '{"a": [', "{", ""]), st.sampled_from(["}", "]}", ""]))
def test_what_is_hardly_json(middle: str, before: str, after: str) -> None:
    assert_sure_is_right((before + middle + after).encode())


plain_texts = st.text(
    st.characters(blacklist_categories=("Cc", "Cs", "Cf", "Zl", "Zp", "Cn"), blacklist_characters="\ufffe\uffff"),
    min_size=1,
    max_size=8,
)
sound = st.recursive(
    st.one_of(st.booleans(), st.integers(-(10**15) + 1, 10**15 - 1), plain_texts, st.just("")),
    lambda inner: st.one_of(st.lists(inner, max_size=4), st.dictionaries(plain_texts, inner, max_size=4)),
    max_leaves=12,
)


@given(st.dictionaries(plain_texts, sound, max_size=5), st.sampled_from([None, 2]))
def test_what_is_sound_is_read_fast(document: Any, indent: int | None) -> None:
    text = json.dumps(document, ensure_ascii=False, indent=indent)
    assert assert_sure_is_right(text.encode())
    assert repr(sure_json("game.json", text.encode())) == repr(document)


def nested(depth: int) -> str:
    return '{"a": ' + "[" * (depth - 1) + "]" * (depth - 1) + "}"


@pytest.mark.parametrize(
    ("text", "is_sure"),
    [
        ("{}", True),
        (" \n{}\n", True),
        ('\ufeff{"a": 1}', True),
        ('{"a":1,"b":[true,false,-5,""]}', True),
        ('{"a": 1,\r\n "b": 2}\r\n', True),
        (r'{"a\"b": "\\u0041\n\""}', True),
        ('{"<<": "*a", "&b": "!c # d", "no": "2024-01-31"}', True),
        (f'{{"{"k" * 200}": 1}}', True),
        (f'{{"a": "{"x" * 100_000}"}}', True),
        (nested(40), True),
        ("", False),
        ("null", False),
        ("[]", False),
        ('{"a": null}', False),
        ('{"a": [null]}', False),
        ('{"a": 1, "a": 1}', False),
        ('{"a": [{"b": 1, "b": 2}]}', False),
        ('{"": 1}', False),
        ('{"a": NaN}', False),
        ('{"a": -Infinity}', False),
        ('{"a": 1.0}', False),
        ('{"a": 1e5}', False),
        ('{"a": -0}', False),
        ('{"a": 1000000000000000}', False),
        ('{"a": ' + "9" * 5_000 + "}", False),
        ('{"a": 1٢}', False),
        ('{"a"\n: 1}', False),
        ('{"a" : 1}', False),
        (f'{{"{"k" * 1_030}": 1}}', False),
        (f'{{"a": "{"x" * 100_001}"}}', False),
        ('{"a": "\\u0000"}', False),
        ('{"a": "\\ud83d\\ude00"}', False),
        ('{"a": "\\ud800"}', False),
        ('{"a": "\\/"}', False),
        ('{"a": "\\t"}', False),
        ('{"a": "\x85"}', False),
        ('{"a":\t1}', False),
        ('{"a": 1} # told', False),
        ('{"a": 1}{"a": 1}', False),
        ('{"a": 1,}', False),
        ("{'a': 1}", False),
        (nested(41), False),
        (nested(5_000), False),
        ('{"a": ' * 5_000 + "1" + "}" * 5_000, False),
    ],
)
def test_of_this_text(text: str, is_sure: bool) -> None:
    assert assert_sure_is_right(text.encode()) == is_sure


def test_of_bytes_that_are_no_text() -> None:
    assert not assert_sure_is_right(b'{"a": "\xed\xa0\x80"}')


@pytest.mark.parametrize(("most", "is_sure"), [(6, True), (5, False)])
def test_of_so_many_values(most: int, is_sure: bool) -> None:
    data = b'{"a": 1, "b": [2, {"c": 3}]}'
    assert assert_sure_is_right(data, most) == is_sure
    assert bool(read_yaml("game.json", data, most)[1]) != is_sure


@pytest.mark.parametrize(("largest", "is_sure"), [(8, True), (7, False)])
def test_of_so_many_bytes(largest: int, is_sure: bool) -> None:
    assert assert_sure_is_right(b'{"a": 1}', largest=largest) == is_sure


# ---- Whole files -----------------------------------------------------------------------------------------------------


def read(parse: Callable[[str, bytes], object], name: str, data: bytes) -> object:
    """What a file says, or all that is wrong with it."""
    try:
        return parse(name, data)
    except ReplayRefused as refused:
        return type(refused), str(refused), refused.step, refused.diagnostics


@pytest.mark.parametrize("name", ["game.json", "game.yaml"])
@pytest.mark.parametrize(("parse", "sound"), [(parse_replay, REPLAY), (parse_match, MATCH)])
def test_a_spoilt_file_is_read_or_refused_as_by_the_strict_reader(
    parse: Callable[[str, bytes], object], sound: dict[str, Any], name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    chance, alike = random.Random(f"{name} {sound['kind']}"), 0
    for _ in range(300):
        data = json.loads(json.dumps(sound))
        for _ in range(chance.randrange(2)):
            spoilt_data(data, chance)
        try:
            text = json.dumps(data, indent=chance.choice((None, 2)))
        except (ValueError, RecursionError):  # it lies in itself
            continue
        text = spoilt(text, chance) if chance.random() < 0.4 else text
        written = text.encode("utf-8", "surrogatepass")
        now = read(parse, name, written)
        with monkeypatch.context() as patched:
            patched.setattr(replay_files, "sure_json", lambda *given: None)
            assert read(parse, name, written) == now
        alike += not isinstance(now, tuple)
    assert 30 < alike < 270, "some are read and some refused"


def test_a_sound_file_does_without_the_strict_reader(monkeypatch: pytest.MonkeyPatch) -> None:
    def never(*given: object) -> None:
        raise AssertionError

    monkeypatch.setattr(replay_files, "read_yaml", never)
    parse_replay("game.json", json.dumps(REPLAY, indent=1).encode())
    parse_match("match.json", json.dumps(MATCH).encode())


def test_a_file_of_another_version_is_refused_by_either(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(MatchRefused, match="format_version 1 is expected, not 2"):
        parse_match("match.json", json.dumps({**MATCH, "format_version": 2}).encode())
