"""Requests that must be refused: forged links, foreign pages, huge and broken forms, old and wrong choices."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from httpx import Response

from tests.unit.table.serve.visitors import HERE, Visitor, hidden

OWN = {"origin": HERE, "sec-fetch-site": "same-origin"}
FORM = {"content-type": "application/x-www-form-urlencoded"}
TWO = {"ruleset": "tutorial", "seat-1": "human", "seat-2": "human"}
TEXTS = (
    "<script>alert(1)</script>",
    '"><img src=x onerror=alert(1)>',
    "\x00",
    "' or 1=1 --",
    "../../etc/passwd",
    "{{7*7}}",
    "é" * 50,
)


@dataclass(frozen=True)
class Target:
    """What is attacked: a seat's page, a page of another table, and the mark of an old page."""

    visitor: Visitor
    seat: str
    other: str
    old: str


Attack = Callable[[Target, random.Random], Response]


def forged_token(at: Target, rng: random.Random) -> Response:
    """A sign of the token is another one."""
    _, _, table, role, token, _ = at.seat.split("/")
    place = rng.randrange(len(token))
    sign = rng.choice([each for each in "abcXYZ019-_" if each != token[place]])
    return at.visitor.get(f"/t/{table}/{role}/{token[:place]}{sign}{token[place + 1 :]}/{rng.choice(PAGES)}")


PAGES = ("", "log", "replay", "why", "events", "seats", "save", "scenario")


def token_of_another_table(at: Target, rng: random.Random) -> Response:
    table, role = at.seat.split("/")[2:4]
    return at.visitor.get(f"/t/{table}/{role}/{at.other.split('/')[4]}/{rng.choice(PAGES)}")


def token_of_another_role(at: Target, rng: random.Random) -> Response:
    table, _, token = at.seat.split("/")[2:5]
    return at.visitor.get(
        f"/t/{table}/{rng.choice(['2', 'table', 'watch', 'screen', '01', '99', '²'])}/{token}/{rng.choice(PAGES)}"
    )


def page_of_another_role(at: Target, rng: random.Random) -> Response:
    return at.visitor.get(f"{at.seat}{rng.choice(['seats', 'save', 'scenario', 'drawer'])}")


def foreign_origin(at: Target, rng: random.Random) -> Response:
    origin = rng.choice(
        ["http://evil.example", "null", "http://localhost.evil.example", "http://localhost:1", "file://"]
    )
    return at.visitor.client.post(f"{at.seat}act", data=choice(at), headers={"origin": origin})


def foreign_site(at: Target, rng: random.Random) -> Response:
    site = rng.choice(["cross-site", "same-site", "none", ""])
    return at.visitor.client.post(f"{at.seat}act", data=choice(at), headers={"origin": HERE, "sec-fetch-site": site})


def no_origin(at: Target, rng: random.Random) -> Response:
    return at.visitor.client.post(f"{at.seat}act", data=choice(at))


def huge_body(at: Target, rng: random.Random) -> Response:
    size = rng.choice([300_000, 2_000_000])
    return at.visitor.client.post(f"{at.seat}act", content=b"typed=" + b"1" * size, headers={**OWN, **FORM})


def huge_body_in_pieces(at: Target, rng: random.Random) -> Response:
    def pieces() -> Iterator[bytes]:
        for _ in range(rng.randrange(20, 60)):
            yield b"1" * 16_384

    return at.visitor.client.post(f"{at.seat}act", content=pieces(), headers={**OWN, **FORM})


def lying_length(at: Target, rng: random.Random) -> Response:
    length = rng.choice(["-1", "99999999999999999999", "1e9", "²"])
    headers = [(b"content-length", length.encode()), *((k.encode(), v.encode()) for k, v in {**OWN, **FORM}.items())]
    return at.visitor.client.post(f"{at.seat}act", content=b"typed=1", headers=headers)


def wrong_kind(at: Target, rng: random.Random) -> Response:
    kind = rng.choice(["application/json", "text/plain", "multipart/form-data; boundary=x", ""])
    return at.visitor.client.post(f"{at.seat}act", content=b'{"typed": 1}', headers={**OWN, "content-type": kind})


def broken_form(at: Target, rng: random.Random) -> Response:
    body = rng.choice([b"typed=\xff\xfe", b"at=%ff%fe&typed=1", b"&".join(b"a%d=1" % n for n in range(600)), b""])
    return at.visitor.client.post(f"{at.seat}act", content=body, headers={**OWN, **FORM})


def old_choice(at: Target, rng: random.Random) -> Response:
    return at.visitor.post(f"{at.seat}act", at=at.old, typed="1", do="typed")


def wrong_choice(at: Target, rng: random.Random) -> Response:
    fields = rng.choice(
        [
            {"typed": rng.choice(TEXTS), "do": "typed"},
            {"option": rng.choice(["99999", "-5", "1e5", "²", "9" * 30, "abc"])},
            {"do": "confirm"},
            {"do": rng.choice(TEXTS)},
        ]
    )
    return at.visitor.post(f"{at.seat}act", **{"at": mark(at), **fields})


def forged_mark(at: Target, rng: random.Random) -> Response:
    return at.visitor.post(f"{at.seat}act", at=f"{rng.getrandbits(64):016x}", typed="1", do="typed")


def wrong_method(at: Target, rng: random.Random) -> Response:
    method = rng.choice(["PUT", "DELETE", "PATCH", "OPTIONS", "TRACE"])
    return at.visitor.client.request(method, f"{at.seat}{rng.choice(['', 'act'])}", headers=OWN)


def wrong_host(at: Target, rng: random.Random) -> Response:
    host = rng.choice(["evil.example", "localhost.evil.example", "", "127.0.0.1.nip.io:8000", "[::2]"])
    return at.visitor.client.get(at.seat, headers={"host": host})


def wrong_path(at: Target, rng: random.Random) -> Response:
    path = rng.choice(
        [
            *(
                "/assets/x/../../../etc/passwd",
                "/assets/x/%2e%2e%2fstore.py",
                "/%00",
                f"/{'a' * 3000}",
            ),
            *("/t/1", "/t/99999/1/x/", f"/t/{'9' * 40}/1/x/", "/t/-1/1/x/", "/t/²/1/x/"),
            *("/new?ruleset=/etc", "/new?ruleset=../tutorial"),
        ]
    )
    return at.visitor.client.get(path)


def wrong_table(at: Target, rng: random.Random) -> Response:
    fields = rng.choice(
        [
            {"ruleset": "/etc"},
            {"ruleset": "tutorial"},
            {"ruleset": "tutorial", "seat-1": "root"},
            {
                "ruleset": "tutorial",
                "seat-1": "human",
                "seat-2": "human",
                "seed": rng.choice(["x", "1e9", "9" * 18, "²"]),
            },
            {"ruleset": "tutorial", "seat-1": "human", "seat-2": "human", "variant": rng.choice(["../../x", *TEXTS])},
            {"ruleset": "tutorial", "seat-1": "human", "seat-2": "human", "text": rng.choice(TEXTS)},
        ]
    )
    return at.visitor.post("/new", do="start", **fields)


def wrong_save(at: Target, rng: random.Random) -> Response:
    return at.visitor.post("/open", save=rng.choice([*TEXTS, "{}", "kind: replay", "[" * 5000, "a: &a [*a, *a]"]))


def wrong_seat(at: Target, rng: random.Random) -> Response:
    return at.visitor.post(f"{at.seat}hand", policy=rng.choice(["", "root", *TEXTS]))


ATTACKS: tuple[Attack, ...] = (
    forged_token, token_of_another_table, token_of_another_role, page_of_another_role, foreign_origin, foreign_site,
    no_origin, huge_body, huge_body_in_pieces, lying_length, wrong_kind, broken_form, old_choice, wrong_choice,
    forged_mark, wrong_method, wrong_host, wrong_path, wrong_table, wrong_save, wrong_seat,
)  # fmt: skip


def mark(at: Target) -> str:
    return hidden(at.visitor.get(at.seat).text, "at")


def choice(at: Target) -> dict[str, str]:
    return {"at": mark(at), "typed": "1", "do": "typed"}
