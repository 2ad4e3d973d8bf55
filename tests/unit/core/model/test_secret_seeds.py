"""Secret seeds: how many there are, what is drawn from them, and that no number drawn tells another one."""

from __future__ import annotations

import random
import secrets
from hashlib import blake2b
from itertools import combinations

import pytest

from rulewright.core.model.chance import POLICIES, Draws, drawn, draws_of, spread_seed
from rulewright.core.model.secret_seeds import (
    SECRET_BITS,
    is_secret,
    new_secret,
    read_seed,
    secret_bits,
    secret_of,
    told_seed,
    without_secret,
    written_seed,
)

STREAMS = (0, 1, 2, 0xD1310BA6, 0xFFFFFFFF, POLICIES, POLICIES + 1)
ONE = read_seed("000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f")


def test_all_bits_of_a_secret_come_from_the_source_of_the_system(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[int] = []

    def counted(bits: int) -> int:
        asked.append(bits)
        return random.Random(bits).getrandbits(bits)

    monkeypatch.setattr(secrets, "randbits", counted)
    made = new_secret()
    assert asked == [SECRET_BITS]
    assert SECRET_BITS >= 128
    assert made == (1 << SECRET_BITS) + random.Random(SECRET_BITS).getrandbits(SECRET_BITS)


def test_every_bit_of_a_secret_may_be_either() -> None:
    made = [new_secret() for _ in range(200)]
    assert len(set(made)) == 200
    fixed = [bit for bit in range(SECRET_BITS) if len({each >> bit & 1 for each in made}) == 1]
    assert fixed == []


def test_only_numbers_of_that_size_are_secrets() -> None:
    first = 1 << SECRET_BITS
    numbers = (-first, -1, 0, 10**15, 2**64, first - 1, 2 * first, -(2 * first))
    assert [each for each in numbers if is_secret(each)] == []
    assert [each for each in (first, 2 * first - 1) if not is_secret(each)] == []


def test_a_secret_is_written_as_64_digits_and_read_again() -> None:
    for made in (1 << SECRET_BITS, new_secret(), (2 << SECRET_BITS) - 1):
        written = written_seed(made)
        assert isinstance(written, str)
        assert (len(written), read_seed(written)) == (64, made)
    assert [written_seed(each) for each in (0, -7, 10**15)] == [0, -7, 10**15]
    assert [read_seed(each) for each in (0, -7, 10**15)] == [0, -7, 10**15]


@pytest.mark.parametrize("written", ["", "0" * 63, "0" * 65, "A" * 64, "g" * 64, "-" + "0" * 63, "0x" + "0" * 62])
def test_other_digits_are_no_secret(written: str) -> None:
    with pytest.raises(ValueError, match="64 digits from 0 to f"):
        read_seed(written)


def test_the_numbers_of_a_secret_are_those_of_the_keyed_hash() -> None:
    """Old games must stay the same, and be the same wherever they are played: these numbers never change."""
    numbers = [secret_bits(ONE, stream, counter) for stream, counter in ((0, 0), (0, 1), (1, 0), (0xFFFFFFFF, 10**15))]
    key = bytes(range(32))
    said = [
        int.from_bytes(blake2b(about, key=key, person=b"chance", digest_size=8).digest())
        for about in (bytes(16), bytes(15) + b"\1", bytes(7) + b"\1" + bytes(8),
                      (0xFFFFFFFF).to_bytes(8) + (10**15).to_bytes(8))
    ]  # fmt: skip
    assert numbers == said
    assert numbers == [11366093805430558783, 14279967287975974382, 13264337192722737240, 14643123582808496119]
    assert written_seed(secret_of(ONE, "game 1")) == "c89854b0afa1344f35a165ed75af6b8ca5f2771651eaf7547a962ebaabbf3bc1"


def test_every_bit_of_a_secret_changes_every_stream() -> None:
    """About half the bits of each number change: all streams have the whole key, not a part of it."""
    rng = random.Random(11)
    for _ in range(3):
        secret = read_seed(f"{rng.getrandbits(SECRET_BITS):064x}")
        for bit in range(SECRET_BITS):
            counter = rng.randrange(100)
            changed = {
                stream: (
                    secret_bits(secret, stream, counter) ^ secret_bits(secret ^ 1 << bit, stream, counter)
                ).bit_count()
                for stream in STREAMS
            }
            assert {stream: much for stream, much in changed.items() if not 8 <= much <= 56} == {}, (secret, bit)


def test_two_streams_and_two_draws_have_nothing_to_do_with_each_other() -> None:
    """Each pair of places differs in half its bits, over many secrets, and each single bit pair is even.

    The bounds are those of seven standard deviations.
    """
    places = [(stream, counter) for stream in STREAMS for counter in (0, 1, 2)]
    rng, many = random.Random(12), 120
    secrets_made = [read_seed(f"{rng.getrandbits(SECRET_BITS):064x}") for _ in range(many)]
    rows = [[secret_bits(secret, *place) for place in places] for secret in secrets_made]
    for one, other in combinations(range(len(places)), 2):
        differing = [row[one] ^ row[other] for row in rows]
        total = sum(each.bit_count() for each in differing)
        assert abs(total - 32 * many) < 7 * (16 * many) ** 0.5, (places[one], places[other])
        of_each = [sum(each >> bit & 1 for each in differing) for bit in range(64)]
        uneven = [bit for bit, found in enumerate(of_each) if abs(found - many / 2) >= 7 * (many / 4) ** 0.5]
        assert uneven == [], (places[one], places[other])


def unstirred(z: int) -> int:
    """What `stirred` made a number of: it can be undone."""
    mask = (1 << 64) - 1
    z ^= z >> 31 ^ z >> 62
    z = z * pow(0x94D049BB133111EB, -1, 1 << 64) & mask
    z ^= z >> 27 ^ z >> 54
    z = z * pow(0xBF58476D1CE4E5B9, -1, 1 << 64) & mask
    return z ^ z >> 30 ^ z >> 60


def test_one_number_of_a_short_seed_tells_all_others_and_none_of_a_secret_does() -> None:
    """The attack that works where a seed is only mixed: undo the mix, and what was drawn tells what will be."""

    def foretold(number: int, stream: int) -> list[int]:
        seed = (unstirred(number) - stream * 0xD1342543DE82EF95) & (1 << 64) - 1
        return [drawn(seed, each, counter) for each in STREAMS for counter in range(3)]

    places = [(stream, counter) for stream in STREAMS for counter in range(3)]
    short = spread_seed(4711)
    assert foretold(drawn(short, 2, 0), 2) == [drawn(short, *place) for place in places]
    secret = new_secret()
    true = {secret_bits(secret, *place) for place in places} - {secret_bits(secret, 2, 0)}
    assert true.isdisjoint(foretold(secret_bits(secret, 2, 0), 2)), written_seed(secret)


def test_a_secret_made_of_another_shares_nothing_with_it() -> None:
    secret = new_secret()
    made = [secret_of(secret, f"game {number}") for number in range(50)]
    assert [each for each in made if not is_secret(each)] == []
    every = [secret, *made]
    near = [(one, other) for one, other in combinations(every, 2) if (one ^ other).bit_count() < 64]
    assert near == []


def test_a_policy_draws_from_a_seed_of_one_decision() -> None:
    """What a policy draws, were its whole stream known, is one number of the secret, and another at each decision."""
    secret = new_secret()
    places = [draws_of(secret, decision).place for decision in range(100)]
    assert places == [(spread_seed(secret_bits(secret, POLICIES + each, 0)), each) for each in range(100)]
    assert len({seed for seed, _ in places}) == 100
    assert draws_of(7, 3).place == Draws(7, 3).place


def test_a_secret_is_never_mixed_as_a_short_seed_is() -> None:
    with pytest.raises(ValueError, match="only what a game begins with"):
        Draws(new_secret())


def test_nobody_is_told_a_secret() -> None:
    secret = new_secret()
    assert told_seed(7) == "seed 7"
    assert str(written_seed(secret))[:4] not in told_seed(secret)
    before = (None, -1, -1, (), (), secret, 2, 0, None, 0)
    state = [None, 0, 0, (), (), secret, 2, 0, before, 0]
    assert without_secret(state, 5) == [None, 0, 0, (), (), 5, 2, 0, (*before[:5], 5, *before[6:]), 0]
    assert state[5] == secret
    open_state = [None, 0, 0, (), (), 9, 2, 0, None, 0]
    assert without_secret(open_state, 5) is open_state
