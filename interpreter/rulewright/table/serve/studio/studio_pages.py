"""The pages of a studio: the start with its example games, a folder, and what somebody has shared by a link."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from rulewright.core.language.vocabulary import WORDS
from rulewright.core.load.folder import MANIFEST
from rulewright.core.locales.catalogue import phrases
from rulewright.core.pipeline import existing_root
from rulewright.core.run.steps import WrongSetup
from rulewright.table.serve.cards import game_card
from rulewright.table.serve.forms import first, form_of
from rulewright.table.serve.hosting.background import in_background
from rulewright.table.serve.site import ServerState, set_cookie
from rulewright.table.serve.studio.edited_files import write_shared
from rulewright.table.serve.studio.example_games import examples, trials_for
from rulewright.table.serve.studio.open_folders import COOKIE, OpenFolder, Studio
from rulewright.table.serve.studio.studio_forms import about, shared_files
from rulewright.table.serve.studio.studio_tools import CannotStudy

_KEY = re.compile(r"[A-Za-z0-9_-]{1,80}")
_OF_SCRIPTS = "studio_js_"


class StudioPages:
    """The pages. Each refuses a browser that was not given the key."""

    def __init__(self, site: ServerState, studio: Studio) -> None:
        self.site, self.studio = site, studio

    async def home(self, request: Request) -> Response:
        """Show the start page, or keep the key of a link and lead on without it."""
        key = request.query_params.get("key")
        if key is not None:
            return _keeping(request, key)
        self.studio.refuse_strangers(request)
        return self._start(request)

    async def begin(self, request: Request) -> Response:
        """Open a folder, or write a copy of an example, a new game or what was shared, and open that."""
        self.studio.refuse_strangers(request)
        fields = await form_of(request)
        do, name = first(fields, "do"), first(fields, "name").strip()[:80]
        try:
            if do == "open" and not self.site.alone:
                folder = self._existing(first(fields, "folder")[:1000])
            elif do == "new":
                folder = await in_background(self.studio.tools.begun, name, self.studio.home)
            elif do == "shared":
                folder = self._named(name)
                write_shared(folder, shared_files(first(fields, "files")))
            else:
                root = existing_root(first(fields, "example")[:80])
                folder = await in_background(self.studio.tools.copied, root, name, self.studio.home)
        except (CannotStudy, WrongSetup) as fault:
            return self._start(request, str(fault), 422)
        return RedirectResponse(f"/studio/{self.studio.open(folder).number}/", 303)

    async def draft(self, request: Request) -> Response:
        """Rename or delete a draft that a browser keeps, where no folder of an author is at stake."""
        self.studio.refuse_strangers(request)
        opened = self.studio.numbered(int(request.path_params["number"]))
        if opened is None or not self.site.alone:
            raise HTTPException(404, "there is no such draft in this studio")
        fields = await form_of(request)
        try:
            if first(fields, "do") == "delete":
                self.studio.close(opened)
                shutil.rmtree(opened.folder)
            else:
                await in_background(self._rename, opened, first(fields, "name").strip()[:80])
        except CannotStudy as fault:
            return self._start(request, str(fault), 422)
        return RedirectResponse("/studio/", 303)

    def _rename(self, opened: OpenFolder, name: str) -> None:
        """Write a draft anew under another name, by which its rules are known as well, and let the old one go."""
        old, new = opened.folder, self._named(name)
        if new.exists():
            raise CannotStudy(f"there is a draft '{name}' already; choose another name")
        if (old / MANIFEST).is_file():
            self.studio.tools.copied(old, name, self.studio.home)

        def renamed(folder: str, names: list[str]) -> list[str]:
            return [each for each in names if (new / Path(folder).relative_to(old) / each).is_file()]

        shutil.copytree(old, new, ignore=renamed, dirs_exist_ok=True)
        self.studio.close(opened)
        shutil.rmtree(old)
        self.studio.open(new, opened.number)

    async def folder(self, request: Request) -> Response:
        """Show the files of an open folder, the text of one, and the table."""
        key = request.query_params.get("key")
        if key is not None:
            return _keeping(request, key)
        self.studio.refuse_strangers(request)
        opened = self.studio.numbered(int(request.path_params["number"]))
        if opened is None:
            return RedirectResponse("/studio/", 303)
        shown = opened.folder.name if self.site.alone else opened.folder
        return self.site.page(
            request, "studio.html", folder=shown, title=self._title(request, opened),
            known=self._known(request, opened), trials=trials_for(opened.folder),
        )  # fmt: skip

    async def shared(self, request: Request) -> Response:
        """Show the page that unpacks a link. The fragment of its address never reaches the server."""
        self.studio.refuse_strangers(request)
        return self.site.page(request, "studio_shared.html", home=self.studio.home, words=self._words(request))

    def _start(self, request: Request, fault: str = "", status: int = 200) -> Response:
        language = self.site.language(request)
        return self.site.page(
            request, "studio_start.html", status, fault=fault, home=self.studio.home,
            games=[(each, game_card(each.name, language)) for each in examples()],
            opened=[(each, self._title(request, each)) for each in self.studio.folders],
        )  # fmt: skip

    def _title(self, request: Request, opened: OpenFolder) -> str:
        card = game_card(str(opened.folder), self.site.language(request))
        return card.title

    def _known(self, request: Request, opened: OpenFolder) -> dict[str, object]:
        """Return what the scripts of a folder's page begin with."""
        return {
            "words": self._words(request), "name": opened.folder.name, "files": opened.files.marks(),
            "vocabulary": sorted({part for each in WORDS for part in each.name.split() if part.isidentifier()}),
            "alone": self.site.alone, **about(opened),
        }  # fmt: skip

    def _words(self, request: Request) -> dict[str, str]:
        """Return what scripts say, by key."""
        known = phrases(self.site.language(request), "browser").known
        return {key.removeprefix(_OF_SCRIPTS): told for key, told in known.items() if key.startswith(_OF_SCRIPTS)}

    def _existing(self, written: str) -> Path:
        folder = Path(written).expanduser()
        try:
            if written and folder.is_dir():
                return folder
        except (OSError, ValueError):
            pass
        raise CannotStudy(f"there is no folder '{written[:200]}'")

    def _named(self, name: str) -> Path:
        """Return a new folder in the home. Raises CannotStudy if its name is not a plain one."""
        if not re.fullmatch(r"[a-z][a-z0-9_-]{0,59}", name):
            raise CannotStudy(f"'{name}' cannot be a folder here: small letters, digits, _ and -, a letter first")
        return self.studio.home / name


def _keeping(request: Request, key: str) -> Response:
    """Return a redirect to the same page without the key, which the browser keeps."""
    response = RedirectResponse(request.url.path, 303)
    set_cookie(request, response, COOKIE, key if _KEY.fullmatch(key) else "")
    return response
