"""The secret of a served table: it is kept, it is the same game whenever it is opened, and no page tells it."""

from __future__ import annotations

import re
import sqlite3
from base64 import b64encode, urlsafe_b64encode
from functools import partial
from pathlib import Path

import pytest

from rulewright.core.model.secret_seeds import SECRET_BITS, is_secret, read_seed, written_seed
from rulewright.play.records.match_files import parse_match
from rulewright.play.records.replay import offered, parse_replay
from rulewright.play.records.saves import state_digest
from rulewright.table.serve import links
from rulewright.table.serve.app import _AT_TABLE
from rulewright.table.serve.live import LiveTable
from rulewright.table.serve.store import DamagedTable, TableStore
from tests.unit.table.serve.visitors import Visitor, keys_offered, visiting

FOUR = ("human",) * 4


def live_of(visitor: Visitor, id_: int = 1) -> LiveTable:
    return visitor.site.tables.places[id_].live


def take_turn(live: LiveTable) -> None:
    """Let the first seat that is asked choose what is offered first."""
    seat = live.asked[0]
    if live.must_confirm(seat):
        live.confirm(seat)
    else:
        live.choose(seat, next(iter(offered(live.game, live.state_for(seat)))))


def forms_of(secret: int) -> dict[str, bytes]:
    """How a page could hold a secret, or a half of it."""
    key = (secret - (1 << SECRET_BITS)).to_bytes(SECRET_BITS // 8)
    found = {
        "number": str(secret).encode(),
        "key as a number": str(int.from_bytes(key)).encode(),
        "hash": repr(secret).encode(),
    }
    for name, part in {"key": key, "turned": key[::-1], "first half": key[:16], "second half": key[16:]}.items():
        found |= {f"{name} raw": part, f"{name} hex": part.hex().encode(), f"{name} HEX": part.hex().upper().encode()}
        for shift in range(3):  # where it may begin in what is encoded
            for alphabet, encode in (("base64", b64encode), ("in links", urlsafe_b64encode)):
                found[f"{name} {alphabet} {shift}"] = encode(bytes(shift) + part)[4:-4]
        found[f"{name} as a number"] = str(int.from_bytes(part)).encode()
    return found


def spidered(visitor: Visitor, begin: list[str]) -> dict[str, bytes]:
    """All that is answered on the way from some pages, by its path, with the heads of the answers."""
    found: dict[str, bytes] = {}
    paths = list(begin)
    while paths:
        path = paths.pop()
        if path in found or len(found) >= 600 or path.partition("?")[0].endswith("/events"):
            continue
        answer = visitor.client.get(path, follow_redirects=False)
        found[path] = repr(answer.headers).encode() + answer.content
        here = re.sub(r"[^/]*$", "", path.partition("?")[0])
        reached = (
            re.findall(r'(?:href|src|action)="([^"#]+)"', answer.text)
            if answer.headers.get("content-type", "").startswith("text/html")
            else []
        )
        reached += [answer.headers["location"]] if "location" in answer.headers else []
        for each in (each.replace("&amp;", "&") for each in reached):
            if not each.startswith(("http", "mailto", "data:", "//", "javascript")):
                paths.append(each if each.startswith("/") else here + each.removeprefix("./"))
    return found


def all_paths(visitor: Visitor, live: LiveTable, roles: tuple[str, ...]) -> list[str]:
    """Every page below a table's links of some roles, and the first pages of the server."""
    names = ("?", "log?all=1", "replay?at=1", "steps?from=0", "why", "rules?part=all")
    below = [name for method, name, *_ in _AT_TABLE if method == "GET" and name != "events"]
    tables = [links.page_of(visitor.site.secret, live.record, role) for role in roles]
    tables = [each.removesuffix("seats") for each in tables]
    return ["/", "/new?ruleset=whist", *(f"{table}{name}" for table in tables for name in (*below, *names))]


def tells(answers: dict[str, bytes], secret: int) -> list[tuple[str, str]]:
    forms = forms_of(secret)
    return [(path, name) for path, said in answers.items() for name, form in forms.items() if form in said]


def test_no_page_of_a_game_in_progress_tells_its_secret(caplog: pytest.LogCaptureFixture) -> None:
    """All that any role can ask for, after some choices; with forms, refusals and the log of the server."""
    caplog.set_level("DEBUG")
    with visiting(names=("whist",)) as visitor:
        visitor.new_table("whist", FOUR, seed="")
        live = live_of(visitor)
        secret = live.record.seed
        assert is_secret(secret)
        roles = ("1", "2", "3", "4", links.WATCH, links.SCREEN, links.TABLE)
        answers: dict[str, bytes] = {}
        for turn in range(6):
            path = links.page_of(visitor.site.secret, live.record, str(live.asked[0] + 1))
            key = next(iter(offered(live.game, live.state_for(live.asked[0]))), "")
            answers[f"choice {turn}"] = visitor.choose(path, key).content
            answers[f"wrong choice {turn}"] = visitor.choose(path, "no_such_card").content
        answers |= spidered(visitor, all_paths(visitor, live, roles))
        assert len(answers) > 100
        refused = [name for name in ("save", "scenario") for path in answers if path.endswith(f"/{name}")
                   and b"reveals hidden information" not in answers[path]
                   and f"/{links.TABLE}/" in path]  # fmt: skip
        assert refused == []
        assert tells(answers, secret) == []
    assert [name for name, form in forms_of(secret).items() if form in caplog.text.encode()] == []


def test_the_search_for_secrets_finds_one() -> None:
    """The forms above are found in a file that holds the secret, so the test before can fail."""
    with visiting(names=("whist",)) as visitor:
        visitor.new_table("whist", ("human", "random", "random", "random"), seed="")
        live = live_of(visitor)
        save = f"{links.path(visitor.site.secret, 1, links.TABLE)}save"
        found = tells({"save": visitor.get(save).content}, live.record.seed)
        assert ("save", "key hex") in found
        assert ("save", "first half hex") in found


def test_a_table_is_the_same_game_after_a_restart(tmp_path: Path) -> None:
    with visiting(tmp_path, names=("whist",)) as visitor:
        visitor.new_table("whist", ("human", "greedy", "random", "greedy"), seed="")
        live = live_of(visitor)
        for _ in range(3):
            take_turn(live)
            visitor.get(links.page_of(visitor.site.secret, live.record, "1"))
        secret, before = live.record.seed, state_digest(live.game, live.state)
        choices = live.choices
    store = TableStore(tmp_path)
    assert [each.seed for each in store.records()] == [secret]
    store.close()
    with visiting(tmp_path, names=("whist",)) as visitor:
        place = visitor.site.tables.find(1)
        assert place is not None
        assert (place.live.record.seed, place.live.choices) == (secret, choices)
        assert state_digest(place.live.game, place.live.state) == before


def test_a_damaged_secret_is_told_and_not_played(tmp_path: Path) -> None:
    with visiting(tmp_path) as visitor:
        visitor.new_table(seed="")
    with sqlite3.connect(tmp_path / "tables.sqlite") as rows:
        rows.execute("update tables set secret = substr(secret, 2)")
    rows.close()
    store = TableStore(tmp_path)
    with pytest.raises(DamagedTable, match="its secret cannot be read"):
        store.record(1)
    store.close()


def test_a_saved_game_of_one_person_continues_elsewhere() -> None:
    """The file holds the secret; the table that continues it says that whoever has the file can compute."""
    with visiting(names=("whist",)) as visitor:
        visitor.new_table("whist", ("human", "random", "random", "random"), seed="")
        live = live_of(visitor)
        text = visitor.get(f"{links.path(visitor.site.secret, 1, links.TABLE)}save").text
        replay = parse_replay("save.json", text.encode())
        assert replay.seed == live.record.seed
        assert str(written_seed(replay.seed)) in text
        assert visitor.post("/open", follow=False, save=text).status_code == 303
        again = live_of(visitor, 2)
        assert again.state == live.state
        assert (live.computable, again.computable) == ("", "brought")
        page = visitor.get(links.page_of(visitor.site.secret, again.record, "1")).text
        assert "Anyone who has the file of this table can compute what is hidden" in page


@pytest.mark.parametrize(("seed", "says"), [("", False), ("7", True)])
@pytest.mark.parametrize(("lang", "words"), [("en", "short"), ("pl", "krótkie"), ("fr", "courte")])
def test_a_table_of_a_typed_seed_says_that_it_can_be_computed(seed: str, says: bool, lang: str, words: str) -> None:
    with visiting(names=("whist",)) as visitor:
        visitor.post("/language", language=lang, back="/")
        visitor.new_table("whist", FOUR, seed=seed)
        path_of = partial(links.page_of, visitor.site.secret, live_of(visitor).record)
        pages = {
            role: bool(re.search(rf"<p class=.(?:notice|so-far).>[^<]*{words}", visitor.get(path_of(role)).text))
            for role in ("1", "4", links.WATCH, links.TABLE)
        }
        assert pages == dict.fromkeys(pages, says)
        form = visitor.get("/new?ruleset=whist").text
        about = {
            "en": "compute everything hidden",
            "pl": "obliczyć wszystko, co zakryte",
            "fr": "tout ce qui est caché",
        }
        assert about[lang] in form


def test_where_nothing_is_hidden_or_drawn_nothing_is_said_of_seeds() -> None:
    with visiting(names=("nim",)) as visitor:
        visitor.new_table("nim", ("human", "human"), seed="7")
        assert live_of(visitor).computable == ""


def test_every_table_begun_without_a_seed_has_a_secret_of_its_own() -> None:
    """New tables, rematches, matches and their later games."""
    with visiting(names=("tutorial", "nim")) as visitor:
        visitor.new_table("tutorial", ("first", "first"), seed="")
        visitor.new_table("tutorial", ("first", "first"), seed="7")
        for id_ in (1, 2):
            table = links.path(visitor.site.secret, id_, links.TABLE)
            assert visitor.post(f"{table}again", follow=False, do="again").status_code == 303
        made = visitor.post(
            "/match",
            follow=False,
            match="three_mornings",
            do="start",
            seed="",
            **{"seat-1": "first", "seat-2": "first"},
        )
        assert made.status_code == 303, made.text
        table = links.path(visitor.site.secret, 5, links.TABLE)
        assert visitor.post(f"{table}next", follow=False, do="next").status_code == 303
        seeds = {id_: live_of(visitor, id_).record.seed for id_ in range(1, 7)}
        short = [id_ for id_, seed in seeds.items() if not is_secret(seed)]
        assert short == [2]
        assert len(set(seeds.values())) == 6
        assert is_secret(live_of(visitor, 6).record.match_seed)


def test_a_file_of_several_people_is_given_when_all_games_of_its_secret_are_over(tmp_path: Path) -> None:
    """The first game of a match is over, but its file would tell what the next ones draw from."""
    with visiting(tmp_path) as visitor:
        seats = {"seat-1": "human", "seat-2": "human"}
        visitor.post("/match", follow=False, match="three_mornings", do="start", seed="", **seats)
        files = []
        for id_ in (1, 2, 3):
            live = live_of(visitor, id_)
            table = links.path(visitor.site.secret, id_, links.TABLE)
            files.append(visitor.get(f"{table}save").status_code)
            while not live.is_over:
                take_turn(live)
            if id_ < 3:
                files.append(visitor.get(f"{table}save").status_code)
                assert visitor.post(f"{table}next", follow=False, do="next").status_code == 303
                assert visitor.get(f"{table}scenario").status_code == 409
        assert files == [409] * 5
        saved = visitor.get(f"{links.path(visitor.site.secret, 3, links.TABLE)}save")
        assert saved.status_code == 200
        kept = parse_match("match.json", saved.content)
        assert (kept.seed, len(kept.games)) == (live_of(visitor, 1).record.match_seed, 3)
        assert [each.seed for each in kept.games] == [live_of(visitor, id_).record.seed for id_ in (1, 2, 3)]
        assert visitor.get(f"{links.path(visitor.site.secret, 1, links.TABLE)}save").status_code == 200


def test_who_is_alone_with_a_server_saves_a_game_of_several_people_at_any_time() -> None:
    """As on pages without a server, where the browser keeps the tables of all who sit at one screen."""
    with visiting(names=("whist",), alone=True) as visitor:
        visitor.new_table("whist", FOUR, seed="")
        saved = visitor.get(f"{links.path(visitor.site.secret, 1, links.TABLE)}save")
        assert saved.status_code == 200
        assert parse_replay("save.json", saved.content).seed == live_of(visitor).record.seed


def test_a_scenario_of_a_game_in_progress_holds_no_secret() -> None:
    """Alone with bots one may have it; it is arranged, so that it needs no secret, or it is refused."""
    with visiting() as visitor:
        visitor.new_table("tutorial", ("human", "random"), seed="")
        live = live_of(visitor)
        path = links.page_of(visitor.site.secret, live.record, "1")
        for _ in range(4):
            visitor.choose(path, keys_offered(visitor.part(path))[0])
        said = visitor.get(f"{links.path(visitor.site.secret, 1, links.TABLE)}scenario")
        assert said.status_code in (200, 422), said.text
        assert tells({"scenario": said.content}, live.record.seed) == []


def test_a_secret_of_a_store_is_read_as_it_was_written() -> None:
    for digits in ("0" * 64, "f" * 64, "0123456789" * 6 + "0000", "1e" + "0" * 62):
        assert written_seed(read_seed(digits)) == digits
