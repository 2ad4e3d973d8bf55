"""Forms that the scripts of a studio's page send, answered as JSON: texts, problems, tests, the table."""

from __future__ import annotations

import json
import re
from collections.abc import Awaitable, Callable, Iterable
from dataclasses import asdict
from pathlib import PurePosixPath
from typing import Any

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from rulewright.table.serve.author_tools import CannotWrite
from rulewright.table.serve.forms import Fields, first, form_of, whole_number
from rulewright.table.serve.hosting.background import in_background
from rulewright.table.serve.site import ServerState
from rulewright.table.serve.studio.edited_files import ChangedMeanwhile, FileText
from rulewright.table.serve.studio.open_folders import OpenFolder, Studio
from rulewright.table.serve.studio.play_beside import begin, games_in, path_of, table_of, take_on
from rulewright.table.serve.studio.studio_tools import CannotStudy, Problem
from rulewright.table.serve.tables import OpenTable

_SECONDS = 10.0
_MOMENT = 0.3
_PLAYED = "scenarios/played.yaml"
_MOST_OFFERED = 400
_MOST_LINES = 10**6

StudioForm = Callable[["StudioForms", Request, OpenFolder, Fields], Awaitable[dict[str, Any]]]


def shared_files(written: str) -> dict[str, str]:
    """Return the files of a link, by path. Raises CannotStudy if it is not a JSON object of texts."""
    try:
        found = json.loads(written)
    except (ValueError, RecursionError):
        raise CannotStudy("what was shared cannot be read; the link may have been cut off") from None
    if not isinstance(found, dict) or not {type(each) for each in found.values()} <= {str}:
        raise CannotStudy("what was shared is not a set of files; the link may have been cut off")
    return found


def about(opened: OpenFolder) -> dict[str, Any]:
    """Return the games of a folder as (ruleset, variant or "") and the files that hold its scenarios."""
    games = [[each.ruleset, each.variant or ""] for each in games_in(opened)]
    return {"games": games, "tested": list(opened.study.test_files())}


class StudioForms:
    """The forms of a folder's page. Each takes (request, folder, fields) and returns what becomes JSON."""

    def __init__(self, site: ServerState, studio: Studio) -> None:
        self.site, self.studio = site, studio

    async def answer(self, request: Request) -> Response:
        """Answer a form, by the last part of its path. What cannot be done is reported as `fault`."""
        self.studio.refuse_strangers(request)
        opened = self.studio.numbered(int(request.path_params["number"]))
        does = _FORMS.get(request.path_params["does"])
        if opened is None or does is None:
            raise HTTPException(404, "there is no such folder or form in this studio")
        try:
            return JSONResponse(await does(self, request, opened, await form_of(request)))
        except CannotStudy as fault:
            return JSONResponse({"fault": str(fault)}, 422)
        except ChangedMeanwhile as changed:
            return JSONResponse({"now": asdict(changed.now)}, 409)

    async def package(self, request: Request) -> Response:
        """Return the folder as the zip of a package, for what is too long for a link."""
        self.studio.refuse_strangers(request)
        opened = self.studio.numbered(int(request.path_params["number"]))
        if opened is None:
            raise HTTPException(404, "there is no such folder or form in this studio")
        try:
            name, data = await in_background(self.studio.tools.packed, opened.folder)
        except CannotStudy as fault:
            return JSONResponse({"fault": str(fault)}, 422)
        head = {"content-disposition": f'attachment; filename="{name}"'}
        return Response(data, media_type="application/zip", headers=head)

    async def files(self, request: Request, opened: OpenFolder, fields: Fields) -> dict[str, Any]:
        """Return the marks of all files, by which changes from elsewhere are noticed."""
        return {"files": opened.files.marks()}

    async def read(self, request: Request, opened: OpenFolder, fields: Fields) -> dict[str, Any]:
        return asdict(opened.files.read(first(fields, "file")))

    async def save(self, request: Request, opened: OpenFolder, fields: Fields) -> dict[str, Any]:
        """Write a file, find its problems, and let the table take it on."""
        name = first(fields, "file")
        saved = opened.files.write(name, _text(fields), first(fields, "mark"))
        return {**asdict(saved), **await self._written(request, opened, saved)}

    async def _written(self, request: Request, opened: OpenFolder, saved: FileText) -> dict[str, Any]:
        """Return the problems of a file that was written, and what came of it at the table."""
        opened.study.saved()
        found = await in_background(opened.study.looked, opened.files.path(saved.name), saved.text, typing=False)
        again = ""
        if not any(each.severity == "error" for each in found.problems):
            again = await take_on(self.site, request, opened)
        return {**asdict(found), "again": again, **about(opened)}

    async def check(self, request: Request, opened: OpenFolder, fields: Fields) -> dict[str, Any]:
        """Find the problems of a text that is being typed, or of a file as it is (without `text`)."""
        path = opened.files.path(first(fields, "file"))
        typing = "text" in fields
        text = _text(fields) if typing else opened.files.read(first(fields, "file")).text
        return asdict(await in_background(opened.study.looked, path, text, typing=typing))

    async def complete(self, request: Request, opened: OpenFolder, fields: Fields) -> dict[str, Any]:
        path, place = opened.files.path(first(fields, "file")), _place(fields)
        language = self.site.language(request)
        found = await in_background(opened.study.completions, path, _text(fields), *place, language)
        return {"offers": [asdict(each) for each in found[:_MOST_OFFERED]]}

    async def meaning(self, request: Request, opened: OpenFolder, fields: Fields) -> dict[str, Any]:
        path, place = opened.files.path(first(fields, "file")), _place(fields)
        language = self.site.language(request)
        return {"page": await in_background(opened.study.meaning, path, _text(fields), *place, language)}

    async def named(self, request: Request, opened: OpenFolder, fields: Fields) -> dict[str, Any]:
        """Return the name at a position that can be another one."""
        path, place = opened.files.path(first(fields, "file")), _place(fields)
        return {"name": await in_background(opened.study.renamable, path, _text(fields), *place)}

    async def rename(self, request: Request, opened: OpenFolder, fields: Fields) -> dict[str, Any]:
        """Write another name of what is at a position into all files, which can be taken back."""
        name, place, new = first(fields, "file"), _place(fields), first(fields, "new").strip()[:80]
        path, marks = opened.files.path(name), opened.files.marks()
        texts = await in_background(opened.study.renamed, path, *place, new)
        opened.renamed = opened.files.write_all(texts, marks)
        return await self._renamed(request, opened, name, texts)

    async def restore(self, request: Request, opened: OpenFolder, fields: Fields) -> dict[str, Any]:
        """Write all files as they were before the last new name."""
        if not opened.renamed:
            raise CannotStudy("there is no new name to take back")
        texts = {name: before.text for name, (before, _) in opened.renamed.items()}
        try:
            opened.files.write_all(texts, {name: now.mark for name, (_, now) in opened.renamed.items()})
        except ChangedMeanwhile as changed:
            raise CannotStudy(f"{changed.now.name} has changed since then; change the name itself instead") from None
        opened.renamed = {}
        return await self._renamed(request, opened, first(fields, "file"), texts)

    async def _renamed(self, request: Request, opened: OpenFolder, name: str, changed: Iterable[str]) -> dict[str, Any]:
        """Return the changed files of a new name, and of the open one its text and problems."""
        read = opened.files.read(name)
        found = await self._written(request, opened, read)
        return {**asdict(read), **found, "changed": sorted(changed), "marks": opened.files.marks()}

    async def format(self, request: Request, opened: OpenFolder, fields: Fields) -> dict[str, Any]:
        path = opened.files.path(first(fields, "file"))
        return {"text": await in_background(opened.study.in_layout, path, _text(fields))}

    async def tests(self, request: Request, opened: OpenFolder, fields: Fields) -> dict[str, Any]:
        """Run the scenarios of a file as it is on the disk."""
        results, problems = await in_background(opened.study.tests, opened.files.path(first(fields, "file")))
        return {"tests": [asdict(each) for each in results], "problems": _told(problems)}

    async def lint(self, request: Request, opened: OpenFolder, fields: Fields) -> dict[str, Any]:
        """Look for what deserves a second look, for a moment. `more` says that it takes longer: ask again."""
        found = await in_background(opened.study.lints, opened.files.path(first(fields, "file")), _MOMENT)
        return {"more": found is None, "problems": _told(found or ())}

    async def coverage(self, request: Request, opened: OpenFolder, fields: Fields) -> dict[str, Any]:
        found = await in_background(opened.study.coverage)
        return {"coverage": asdict(found) if found is not None else None}

    async def texts(self, request: Request, opened: OpenFolder, fields: Fields) -> dict[str, Any]:
        """Return all texts, for a link that holds them."""
        return {"files": {name: opened.files.read(name).text for name in opened.files.marks()}}

    # ---- The table

    async def table(self, request: Request, opened: OpenFolder, fields: Fields) -> dict[str, Any]:
        """Return the path of the table. `do`: begin one, `again` with the same seed, or whatever there is."""
        place = table_of(self.site, opened)
        do, alone = first(fields, "do"), first(fields, "who") != "all"
        games = games_in(opened)
        if not games:
            return {"path": ""}
        wanted = whole_number(first(fields, "game"), 0, len(games) - 1) or 0
        if place is None or do in ("new", "again"):
            seed = place.live.record.seed if place is not None and do == "again" else None
            opened.game, opened.alone = games[wanted], alone
            place = await begin(self.site, request, opened, seed)
        return {"path": path_of(self.site, place), "seed": place.live.record.seed}

    async def record(self, request: Request, opened: OpenFolder, fields: Fields) -> dict[str, Any]:
        """Write a scenario of the author's last choices into a scenario file."""
        live = self._place(opened).live
        made_by_me = [at for at, each in enumerate(live.moments, 1) if each.seat in live.people]
        if not made_by_me:
            raise CannotStudy("nothing has been chosen at the table yet")
        number = whole_number(first(fields, "last"), 1, len(made_by_me)) or 1
        try:
            made = await in_background(
                self.site.tools.scenario,
                live.rules.choice,
                live.replay(),
                made_by_me[-number],
                len(live.moments),
                _SECONDS,
            )
        except CannotWrite as fault:
            raise CannotStudy(str(fault)) from None
        own = live.record.ruleset == str(opened.folder)
        name = first(fields, "file") or (_PLAYED if own else PurePosixPath(_PLAYED).name)
        before = opened.files.read(name)
        text, line = self.studio.tools.with_scenario(before.text, made.text)
        saved = opened.files.write(name, text, before.mark)
        opened.study.saved()
        opened.recorded = len(live.moments)
        return {**asdict(saved), "line": line, "remarks": list(made.remarks)}

    async def expect(self, request: Request, opened: OpenFolder, fields: Fields) -> dict[str, Any]:
        """Add a test of a counter, marker or zone to the scenario at a line, as it was when that was made.

        If its first test is there already, the next one is added.
        """
        thing, name = first(fields, "thing"), first(fields, "file")
        tests = [test for named, _, tests in self._tests_now(opened) if named == thing for test in tests]
        if not tests:
            raise CannotStudy("nothing can be expected of this")
        before = opened.files.read(name)
        number = whole_number(first(fields, "line"), 1, _MOST_LINES) or 1
        made = [(*self.studio.tools.with_test(before.text, number, test), test) for test in tests]
        text, line, test = next((each for each in made if each[0] != before.text), made[-1])
        saved = opened.files.write(name, text, before.mark)
        opened.study.saved()
        return {**asdict(saved), "line": line, "test": test}

    async def values(self, request: Request, opened: OpenFolder, fields: Fields) -> dict[str, Any]:
        """Return rows of all that can be expected: its name in drawings, its name in effects, and its tests."""
        return {"values": self._tests_now(opened)}

    def _tests_now(self, opened: OpenFolder) -> list[tuple[str, str, tuple[str, ...]]]:
        live = self._place(opened).live
        at = min(opened.recorded, len(live.moments)) or len(live.moments)
        return list(self.studio.tools.tests_now(live.game.blueprint, live.state_at(at)))

    def _place(self, opened: OpenFolder) -> OpenTable:
        place = table_of(self.site, opened)
        if place is None:
            raise CannotStudy("there is no table yet")
        return place


_FORMS: dict[str, StudioForm] = {
    each.__name__: each
    for each in (
        StudioForms.files, StudioForms.read, StudioForms.save, StudioForms.check, StudioForms.complete,
        StudioForms.meaning, StudioForms.named, StudioForms.rename, StudioForms.restore, StudioForms.format,
        StudioForms.tests, StudioForms.lint,
        StudioForms.coverage, StudioForms.texts,
        StudioForms.table, StudioForms.record, StudioForms.expect, StudioForms.values,
    )
}  # fmt: skip


_FORM_PATH = re.compile(r"/studio/[0-9]+/([a-z]+)")
_WRITING = frozenset({"save", "rename", "restore", "table", "record", "expect"})


def only_reads(path: str) -> bool:
    """Whether a form of a folder's page, by its path, changes nothing."""
    found = _FORM_PATH.fullmatch(path)
    return found is not None and found[1] in _FORMS.keys() - _WRITING


def _text(fields: Fields) -> str:
    """Return the text of a form, whose line feeds browsers may send as two characters."""
    return first(fields, "text").replace("\r\n", "\n")


def _place(fields: Fields) -> tuple[int, int]:
    """Return (line, column) of a form, both from 1."""
    line, column = (whole_number(first(fields, each), 1, _MOST_LINES) or 1 for each in ("line", "column"))
    return line, column


def _told(problems: tuple[Problem, ...]) -> list[dict[str, Any]]:
    return [asdict(each) for each in problems]
