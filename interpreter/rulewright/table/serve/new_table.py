"""The form of a new table: game, modules, settings, house rule and players, or a saved game to continue."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from pathlib import Path

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from rulewright.core.diagnostics import render
from rulewright.core.load.folder import variants_in
from rulewright.core.load.outline import Outline, read_outline
from rulewright.core.load.variant_files import modules_of_variant
from rulewright.core.locales.wording import title_in
from rulewright.core.model.game import Blueprint
from rulewright.core.model.packages_used import PackageUsed
from rulewright.core.model.seats import ruled_setting
from rulewright.core.model.settings import SettingInfo, setting_text
from rulewright.core.pipeline import Choice, RulesetError, ruleset_root
from rulewright.core.run.atoms import LimitReached
from rulewright.core.run.steps import IllegalChoice, WrongSetup, settings_chosen
from rulewright.play.policies.naming import LEARNED, OFFERED, fits_table
from rulewright.play.records.match_files import says_match
from rulewright.play.records.renamed_games import renamed_since
from rulewright.play.records.replay import ReplayRefused, check_quits, parse_replay
from rulewright.play.session.quitting import is_ended
from rulewright.table.serve import links
from rulewright.table.serve.cards import matches_offered, rule_cards
from rulewright.table.serve.forms import (
    AS_OFFERED,
    Fields,
    SentFile,
    first,
    form_of,
    form_with_files,
    seed_of,
    untouched,
)
from rulewright.table.serve.hosting.background import in_background
from rulewright.table.serve.live import LiveTable
from rulewright.table.serve.modules import Picked, picked, ticks, told
from rulewright.table.serve.package_shelf import OfferedPackage, rules_in
from rulewright.table.serve.packages_in_forms import FILE, packages_in_form, packages_offered
from rulewright.table.serve.records import Record, StoredChoice
from rulewright.table.serve.rules import Rules
from rulewright.table.serve.seating import (
    KNOWN,
    NOBODY,
    SIMPLE,
    are_open,
    offered_for_seats,
    policies_in,
    seats_for,
    seats_to_fill,
    usual_policies,
)
from rulewright.table.serve.site import ServerState
from rulewright.table.serve.tables import CannotOpen

_HOUSE_RULE = "variant"
_MOST_NUMBERS = 40


@dataclass(slots=True)
class Wanted:
    """A visitor's picks for a new table so far, with messages about faults.

    `policies` are None as long as the players are those that the form offers. `given_way` is a house rule that did not
    fit, so that it was left out.
    """

    ruleset: str
    modules: tuple[str, ...]
    variant: str
    text: str
    settings: dict[str, str]
    policies: tuple[str, ...] | None
    seed: str
    shared: bool
    follows: bool
    picked: Picked
    changed: str = ""
    packages: tuple[OfferedPackage, ...] = ()
    faults: list[str] = field(default_factory=list)
    told: list[str] = field(default_factory=list)
    given_way: str = ""

    @property
    def used(self) -> list[PackageUsed]:
        """The packages that can be ticked."""
        return [each.packed.used for each in self.packages]

    @property
    def dropped(self) -> list[str]:
        """The hashes of the packages that were put into the form, each with the link that it was named by."""
        return [f"{each.packed.tree} {each.packed.origin}".strip() for each in self.packages if each.dropped]

    @property
    def known_variant(self) -> str | None:
        """The bundled house rule that is picked, or None if none is or if the text of one is given."""
        return self.variant if self.variant and not self.text else None


@dataclass(frozen=True, slots=True)
class Setting:
    """A setting as a form shows it: the values to pick from, none if a number is typed.

    `usual` is the value of a table that does not pick; `seats` tells whether it counts seats that the rules play.
    """

    id: str
    title: str
    values: tuple[str, ...]
    low: int
    high: int
    value: str
    usual: str
    seats: bool


class NewTable:
    """The form of a new table."""

    def __init__(self, site: ServerState) -> None:
        self.site = site

    async def form(self, request: Request) -> Response:
        self.site.refuse_strangers(request)
        name = request.query_params.get("ruleset", self.site.names[0])
        if name not in self.site.names:
            raise HTTPException(404, "this ruleset is not offered here")
        text = request.query_params.get("text", "") if self.site.alone else ""  # a link makes no server compile rules
        offered = packages_offered(self.site, self._root(name))
        default = self._outline(name, offered).default
        wanted = Wanted(
            name, default, "", text, {}, None, "", False, False, Picked(default), _HOUSE_RULE if text else "", offered,
        )  # fmt: skip
        try:
            return await self._form(request, wanted)
        finally:
            self.site.shelf.forget(text)

    async def make(self, request: Request) -> Response:
        """Show what has been picked, or begin the game."""
        self.site.refuse_strangers(request)
        fields, files = await form_with_files(request)
        wanted = await in_background(self._wanted, request, fields, files.get(FILE))
        try:
            return await self._made(request, wanted, first(fields, "do") == "start")
        finally:
            self.site.shelf.forget(wanted.text)

    async def _made(self, request: Request, wanted: Wanted, starts: bool) -> Response:
        if not starts:
            return await self._form(request, wanted)
        rules = await self._rules(wanted)
        if rules is None or wanted.given_way:
            return await self._form(request, wanted, status=422)
        record = self._record(request, wanted, rules.game.blueprint)
        if record is not None and LEARNED in record.policies and not fits_table(LEARNED, rules.game, record.seats):
            wanted.faults.append(self.site.words(request)("no_learned_bot"))
            record = None
        if record is None:
            return await self._form(request, wanted, status=422)
        try:
            place = self.site.tables.create(record, rules)
        except (WrongSetup, LimitReached, IllegalChoice) as fault:
            wanted.faults.append(str(fault))
            return await self._form(request, wanted, status=422)
        return RedirectResponse(first_page(self.site.secret, place.live), 303)

    async def from_save(self, request: Request) -> Response:
        """Make a table that continues a game that `rulewright play --save` has written."""
        self.site.refuse_strangers(request)
        fields = await form_of(request)
        if not self.site.takes_files:
            raise HTTPException(403, "this server accepts no files")
        text = first(fields, "save")
        if says_match(text):
            return await self._from_match(request, text)
        try:
            replay = parse_replay("the file", text.encode())
        except ReplayRefused as fault:
            raise HTTPException(422, f"the saved game cannot be read: {fault}") from None
        name = self._offered(replay.ruleset)
        if not name:
            raise HTTPException(422, f"'{replay.ruleset}' is not offered here")
        try:
            choice = self.site.shelf.choice_of(name, replay.modules, replay.variant, None, replay.packages)
            rules = await in_background(self.site.shelf.load, choice)
            if rules.digest != replay.ruleset_digest:
                renamed, _ = await in_background(renamed_since, replay, choice, rules.game.blueprint)
                if renamed is None:
                    raise HTTPException(422, "the game was played with other rules")
                replay = renamed
            known = (*KNOWN, *[LEARNED] * fits_table(LEARNED, rules.game, replay.seats))
            strange = next((each for each in replay.policies if each not in known), None)
            if strange is not None:
                offered = ", ".join(OFFERED)
                raise HTTPException(422, f"'{strange[:40]}' cannot play here; choose {offered}")
            check_quits(replay)
            record = self.site.new_record(
                request, name, modules=replay.modules, variant=replay.variant, settings=dict(replay.settings),
                seats=replay.seats, seed=replay.seed, policies=replay.policies, digest=rules.digest, brought=True,
                asks_singly=replay.asks_singly, quits=replay.quits, finished=is_ended(replay.quits),
            )  # fmt: skip
            made = self.site.tables.create(
                record, rules, [StoredChoice(each.seat - 1, each.choose) for each in replay.choices]
            )
        except (WrongSetup, LimitReached, IllegalChoice, ReplayRefused, RulesetError) as fault:
            raise HTTPException(422, f"the saved game cannot be continued: {fault}") from None
        return RedirectResponse(first_page(self.site.secret, made.live), 303)

    async def _from_match(self, request: Request, text: str) -> Response:
        """Make tables that continue a saved match, one for each of its games."""

        def record_of(name: str, alone: bool) -> Record | None:
            found = self._offered(name) if alone else matches_offered(self.site.names).get(name, ("", None))[0]
            return self.site.new_record(request, found, match_name="" if alone else name) if found else None

        try:
            made = self.site.in_a_row.from_file(text, record_of)
        except (ReplayRefused, WrongSetup, LimitReached, IllegalChoice, RulesetError, CannotOpen) as fault:
            raise HTTPException(422, f"the saved match cannot be continued: {fault}") from None
        return RedirectResponse(first_page(self.site.secret, made.live), 303)

    def _offered(self, id_: str) -> str:
        """Return the name under which the ruleset with an id is offered here, or "" if it is not offered."""
        roots = ((each, ruleset_root(each)) for each in self.site.names)
        return next((each for each, root in roots if root is not None and root.name == id_), "")

    def _root(self, name: str) -> Path:
        root = ruleset_root(name)
        if root is None:
            raise HTTPException(404, "this ruleset no longer exists")
        return root

    def _outline(self, name: str, packages: Iterable[OfferedPackage]) -> Outline:
        return read_outline(self._root(name), [each.folder for each in packages if not each.is_rule])

    def _wanted(self, request: Request, fields: Fields, file: SentFile | None) -> Wanted:
        name = first(fields, "ruleset")
        if name not in self.site.names:
            raise HTTPException(404, "this ruleset is not offered here")
        packages, new, faults = packages_in_form(self.site, request, self._root(name), fields, file)
        outline = self._outline(name, packages)
        rule = new.id if new is not None and new.is_rule else ""
        module = new.id if new is not None and not new.is_rule else ""
        changed = module or (_HOUSE_RULE if rule else first(fields, "changed")[:80])
        variant = rule or first(fields, _HOUSE_RULE)[:80]
        if not changed and AS_OFFERED in fields and not untouched(fields, _HOUSE_RULE):
            changed = _HOUSE_RULE
        modules = [each for key in fields if key.startswith("module") for each in fields[key]]
        path = self._house_rules(name, packages).get(variant)
        own = modules_of_variant(path, self._root(name)) if path is not None else ()
        modules += [each for each in own if each != changed]
        found = picked(outline, (*modules, *filter(None, [module])), changed)
        settings = {
            key[8:]: values[0]
            for key, values in fields.items()
            if key.startswith("setting-") and values[0] and not untouched(fields, key)
        }
        text = first(fields, "text").replace("\r\n", "\n") if self.site.takes_files else ""
        return Wanted(
            name, found.modules, variant, text, settings,
            None if are_open(fields) else policies_in(fields),
            first(fields, "seed").strip()[:20], first(fields, "shared") == "1" or self.site.alone,
            first(fields, "follows") == "1" and self.site.loopback, found, changed, packages, faults,
        )  # fmt: skip

    def _house_rules(self, name: str, packages: Iterable[OfferedPackage]) -> dict[str, Path]:
        """Map the id of each house rule that comes with a ruleset or a package to its file."""
        own = variants_in(self._root(name))
        return own | {each: file for each, (file, _) in rules_in(packages).items() if each not in own}

    async def _rules(self, wanted: Wanted) -> Rules | None:
        """Load the rules that were picked.

        If they cannot be loaded, add the faults to `wanted.faults` and return None.

        A house rule that has just been picked brings its own modules; one that does not fit a module picked after it
        gives way.
        """
        if wanted.picked.faults or wanted.faults:
            return None
        try:
            choice = self._choice(wanted)
            rules = await in_background(self.site.shelf.load, choice)
            wanted.modules = rules.game.blueprint.modules
            return rules
        except RulesetError as fault:
            if wanted.known_variant and wanted.changed in wanted.picked.modules:
                wanted.given_way, wanted.variant = wanted.variant, ""
                return await self._rules(wanted)
            for each in fault.diagnostics[:12]:
                file = Path(each.span.file)  # where the server keeps what was put into a form is nobody's business
                span = replace(each.span, file=file.name if file.is_absolute() else each.span.file)
                wanted.faults.append(render(replace(each, span=span), fault.lines.get((each.span.file, span.line))))
        except (WrongSetup, OSError) as fault:
            wanted.faults.append(str(fault))
        return None

    def _choice(self, wanted: Wanted) -> Choice:
        return self.site.shelf.choice_of(
            wanted.ruleset,
            wanted.modules if wanted.changed != _HOUSE_RULE else None,
            wanted.known_variant,
            wanted.text or None,
            wanted.used,
        )

    def _record(self, request: Request, wanted: Wanted, blueprint: Blueprint) -> Record | None:
        """Return the table's record to be stored.

        If something does not fit, add the fault to `wanted.faults` and return None.
        """
        settings = {name: value for name, value in wanted.settings.items() if name in blueprint.settings}
        policies = wanted.policies
        if policies is None:
            policies = usual_policies(seats_to_fill(blueprint, settings).start)
        try:
            chosen = settings_chosen(blueprint, settings)
            seed = seed_of(wanted.seed)
            seats = seats_for(blueprint, chosen, policies)
        except WrongSetup as fault:
            wanted.faults.append(str(fault))
            return None
        written = {name: setting_text(blueprint.settings[name], value) for name, value in chosen.items()}
        return self.site.new_record(
            request, wanted.ruleset, modules=blueprint.modules, variant=wanted.known_variant,
            variant_text=wanted.text or None, settings=written, seats=seats, seed=seed, policies=policies,
            digest=blueprint.digest, shared=wanted.shared, follows=wanted.follows,
            packages=tuple(each.packed for each in wanted.packages),
        )  # fmt: skip

    async def _form(self, request: Request, wanted: Wanted, status: int = 200) -> Response:
        language = self.site.language(request)
        outline = self._outline(wanted.ruleset, wanted.packages)
        left, apart = told(outline, wanted.picked, language, self.site.words(request))
        rules = await self._rules(wanted) if not wanted.faults else None
        blueprint = rules.game.blueprint if rules is not None else None
        if rules is not None and rules.choice.variant is not None:
            lines = await in_background(self.site.tools.changes, rules.choice, language)
            wanted.told += [each.replace(f"{rules.choice.variant.parent.as_posix()}/", "") for each in lines]
        settings = (
            [_setting(each, wanted.settings.get(each.id), language) for each in blueprint.settings.values()]
            if blueprint
            else []
        )
        rules_packed = rules_in(wanted.packages)
        files = self._house_rules(wanted.ruleset, wanted.packages)
        ways = [(each.id, each.title, each.summary) for each in rule_cards(files, language)]
        left += [self.site.words(request)("left_out", names=title) for id_, title, _ in ways if id_ == wanted.given_way]
        told_of = {each.id: " ".join(each.about.split()) for each in outline.settings}
        counts = seats_to_fill(blueprint, wanted.settings) if blueprint else range(1, 5)
        usual = usual_policies(counts.start)
        return self.site.page(
            request, "new.html", status, wanted=wanted, takes_packages=self.site.takes_packages(request),
            packed={each.id: each.packed for each in wanted.packages if not each.is_rule},
            rules_packed={name: packed for name, (_, packed) in rules_packed.items()},
            modules=ticks(outline, wanted.modules, language),
            left=left, apart=apart, is_shared=wanted.shared,
            settings=settings, ways=ways, told_of=told_of, counts=counts,
            usual=usual, policies=usual if wanted.policies is None else wanted.policies,
            ruled=_ruled(blueprint, counts, language) if blueprint else (),
            choices=offered_for_seats(rules is not None and bool(rules.game.players)), nobody=NOBODY, simple=SIMPLE,
            title=title_in(blueprint.title, language, wanted.ruleset) if blueprint else wanted.ruleset,
            loopback=self.site.loopback, takes_files=self.site.takes_files,
        )  # fmt: skip


def _ruled(blueprint: Blueprint, counts: range, language: str) -> tuple[str, int]:
    """Return (title, number) of the seats that the rules play, ("", 0) if none.

    `counts` are the numbers of other players that a table may have.
    """
    setting, number = ruled_setting(blueprint), blueprint.max_seats + 1 - counts.stop
    return (title_in(setting.title, language, setting.id), number) if setting is not None else ("", 0)


def first_page(secret: bytes, live: LiveTable) -> str:
    """Return the page for the maker of a table: the only person's seat, the one screen, or the links of all seats."""
    if len(live.people) == 1:
        return links.page_of(secret, live.record, str(live.people[0] + 1))
    return links.page_of(secret, live.record, links.SCREEN if live.record.shared and live.people else links.TABLE)


def _setting(info: SettingInfo, picked: str | None, language: str) -> Setting:
    numbers = () if info.values or info.high - info.low > _MOST_NUMBERS else range(info.low, info.high + 1)
    values = info.values or tuple(str(each) for each in numbers)
    usual = str(setting_text(info, info.default))
    value = picked if picked is not None else usual
    title = title_in(info.title, language, info.id)
    return Setting(info.id, title, values, info.low, info.high, value, usual, info.ruled_seats)
