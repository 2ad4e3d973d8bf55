"""Effects in words, statement by statement, with `...` for a statement without words."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import assert_never

from rulewright.core.locales.wording import face_title
from rulewright.core.model import effects as ast
from rulewright.core.model import effects_on_pieces as on_pieces
from rulewright.core.model import expressions as ex
from rulewright.core.model.kinds import kind_of
from rulewright.core.model.packed_trees import PhraseTree, unpacked
from rulewright.observe.words.phrasing import Phrasing
from rulewright.observe.words.said import Mentioned, Said, filled_in, in_a_row, listed, text_of

_MOST_SHOWN = 4
"""A procedure without words is told by what it does if that is no more than so many statements."""
_CHANGES = {"gain": "gain", "pay": "pay", "lose": "lose"}
_CHANGED = {"+": "gain_more", "-": "pay_more"}
_ENDINGS = {"won": "is_won", "lost": "is_lost", "drawn": "is_drawn"}
_FOR_SEATS = {"seat": "for_players", "others": "for_others"}
"""The phrases of loops over all seats, which have names of their own."""
_SILENT = (ast.Let, ast.Leave, ast.Give)


@dataclass(frozen=True, slots=True)
class Deed:
    """An effect as a phrase, with the options it offers at its end as phrases of their own."""

    said: Said
    options: tuple[Said, ...] = ()

    @property
    def text(self) -> str:
        """The whole text on one line."""
        return "; ".join(text_of(each) for each in (self.said, *self.options) if each)


def deed_of(phrasing: Phrasing, block: ast.Block) -> Deed:
    """Return an effect of a printed text, with the options of a choice at its end separately."""
    *before, last = block or (ast.Leave("nothing", ast.START),)
    if not isinstance(last, ast.Choose) or isinstance(last, ast.InAnyOrder):
        return Deed(effect(phrasing, block))
    speaking, found = phrasing, list[Said]()
    for statement in before:
        if said := _one(speaking, statement):
            found.append(said)
        speaking = _after(speaking, statement)
    options = [_option(speaking, each) for each in last.options]
    return Deed(_in_course(phrasing, found), tuple(filter(None, options)))


def effect(phrasing: Phrasing, block: ast.Block) -> Said:
    """Return the words of a series of statements, empty if none of them has words."""
    found: list[Said] = []
    speaking = phrasing
    for statement in block:
        said = _one(speaking, statement)
        if said:
            found.append(said)
        elif not isinstance(statement, _SILENT):
            found.append((phrasing.glossary.say("and_more"),))
        speaking = _after(speaking, statement)
    dots = (phrasing.glossary.say("and_more"),)
    told = [each for at, each in enumerate(found) if each != dots or not at or found[at - 1] != dots]
    return () if not [each for each in told if each != dots] else _in_course(phrasing, told)


def _in_course(phrasing: Phrasing, several: list[Said]) -> Said:
    whole: Said = several[0] if several else ()
    for each in several[1:]:
        whole = filled_in(phrasing.glossary.say, "then", whole, each)
    return whole


def _after(phrasing: Phrasing, statement: ast.Statement) -> Phrasing:
    """Return the wording that knows the names which a statement introduces."""
    match statement:
        case ast.Let():
            domain = phrasing.domain(statement.value)
            known = phrasing.amount(statement.value) if domain not in ("", "number") else ()
            return phrasing.knowing(statement.name, domain, known)
        case ast.Pick() | ast.PickSet():
            return phrasing.knowing(statement.over.variable, phrasing.domain(statement.over.source))
        case _:
            return phrasing


def _becoming(phrasing: Phrasing, statement: ast.Assign) -> Said:
    """Return the new value of something, or the amount by which a number grows or shrinks."""
    target, value = statement.target, statement.value
    if isinstance(value, ast.Operation) and value.op in _CHANGED and value.left == target:
        return phrasing.fill(_CHANGED[value.op], phrasing.amount(target), phrasing.amount(value.right))
    said = phrasing.seats if phrasing.domain(target) == "seat" else phrasing.amount
    return phrasing.fill("becomes", phrasing.amount(target), said(value))


def _one(phrasing: Phrasing, statement: ast.Statement) -> Said:
    fill, amount = phrasing.fill, phrasing.amount
    match statement:
        case on_pieces.Plain():
            key, *fields = statement.phrase
            return fill(key, *(amount(getattr(statement, each)) for each in fields))
        case ast.Change():
            return _change(phrasing, statement.verb, statement.amount, statement.counter)
        case ast.Transfer():
            keys = ("from_seat", "from_counter") if statement.verb == "gain" else ("to_seat", "to_counter")
            key = keys[phrasing.domain(statement.seat) == "number"]
            change = _change(phrasing, statement.verb, statement.amount, statement.counter)
            return fill(key, change, amount(statement.seat))
        case ast.Assign():
            return _becoming(phrasing, statement)
        case on_pieces.Move():
            all_of_it = phrasing.glossary.is_zone(statement.piece)
            how = "move_under" if statement.under else "move_all" if all_of_it else "move"
            return fill(how, amount(statement.piece), amount(statement.to))
        case ast.PassOn():
            return fill(f"pass_{statement.side}", amount(statement.zone))
        case on_pieces.Flip():
            return fill("turn", amount(statement.piece), _face(phrasing, statement))
        case ast.Pick():
            return _pick(phrasing, statement)
        case ast.PickSet():
            return fill("choose_several", _how_many(phrasing, statement.many), phrasing.several(statement.over))
        case ast.Let() | ast.Give():
            return ()
        case ast.Require():
            return fill("needs", phrasing.test(statement.test))
        case ast.Call():
            return called(phrasing, statement.procedure, [phrasing.particular(each) for each in statement.arguments])
        case ast.Leave():
            told = {"end game": "end_game", "nothing": "nothing"}.get(statement.verb)
            return (phrasing.glossary.say(told),) if told else ()
        case ast.EndAs():
            return (phrasing.glossary.say("end_game"),)
        case ast.Ending():
            everybody = (phrasing.glossary.say("each_seat"),)
            seats = phrasing.seats(statement.seats) if statement.seats is not None else everybody
            return fill(_ENDINGS[statement.how], seats)
        case ast.Departure():
            return fill("is_ahead" if statement.ahead else "is_out", amount(statement.seats))
        case ast.Later():
            return fill("later", effect(phrasing, statement.body))
        case _:
            return _with_block(phrasing, statement)


_WithBlock = (
    ast.If | ast.ForEach | ast.Repeat | ast.While | ast.May | ast.Choose | ast.InAnyOrder | ast.Ask | ast.AskInTurn
)


def _with_block(phrasing: Phrasing, statement: _WithBlock) -> Said:
    fill = phrasing.fill
    match statement:
        case ast.If():
            test, then = phrasing.test(statement.test), effect(phrasing, statement.then)
            otherwise = effect(phrasing, statement.otherwise)
            return fill("if_else", test, then, otherwise) if statement.otherwise else fill("if", test, then)
        case ast.ForEach():
            over = statement.over
            inner = phrasing.knowing(over.variable, phrasing.domain(over.source))
            done = effect(inner, statement.body)
            if isinstance(over.source, ex.Name) and over.source.name in _FOR_SEATS:
                if over.where is not None:
                    done = fill("if", phrasing.within(over).test(over.where), done)
                return fill(_FOR_SEATS[over.source.name], done)
            return fill("for_each", phrasing.several(over), done)
        case ast.Repeat():
            return fill("repeat", phrasing.amount(statement.times), effect(phrasing, statement.body))
        case ast.While():
            return fill("while", phrasing.test(statement.test), effect(phrasing, statement.body))
        case ast.May():
            return fill("may", effect(phrasing, statement.body))
        case ast.InAnyOrder():
            parts = [_deed_of_option(phrasing, each) for each in statement.options]  # titles ask which one comes first
            return fill("in_any_order", listed(phrasing.glossary.say, "and", [each for each in parts if each]))
        case ast.Choose():
            options = [_option(phrasing, each) for each in statement.options]
            return fill("one_of", listed(phrasing.glossary.say, "or", [each for each in options if each]))
        case ast.Ask(seat=None):
            return fill("all_do", effect(phrasing, statement.body))
        case ast.Ask(seat=seat) if seat is not None:
            return fill("seat_does", phrasing.amount(seat), effect(phrasing, statement.body))
        case ast.Ask():
            return ()
        case ast.AskInTurn():
            return _all_in_turn(phrasing, statement)
        case _:
            assert_never(statement)


def _all_in_turn(phrasing: Phrasing, statement: ast.AskInTurn) -> Said:
    over, going = statement.over, statement.going
    inner = phrasing if over is None else phrasing.knowing(over.variable, phrasing.domain(over.source))
    done = effect(inner, statement.body)
    test = inner.test(going.test, holds=going.word == "while") if going is not None else ()
    return phrasing.fill("all_do_while", test, done) if test else phrasing.fill("all_do", done)


def _change(phrasing: Phrasing, verb: str, amount: ast.Expression, counter: ast.Expression) -> Said:
    number = phrasing.bound(amount)
    if number is not None and (counted := phrasing.counted(counter, str(number))):
        return phrasing.fill(_CHANGES[verb], counted)
    called, much = phrasing.amount(counter), phrasing.amount(amount)
    if number is None:
        return phrasing.fill(_CHANGES[verb], phrasing.fill("has", called, much))
    return phrasing.fill("gain_more" if verb == "gain" else "pay_more", called, much)


def _face(phrasing: Phrasing, flip: on_pieces.Flip) -> str:
    """Return the side that a piece is turned to."""
    own = {"up": "side_up", "down": "side_down"}.get(flip.face)
    if own is not None:
        return phrasing.glossary.say(own)
    kind = kind_of(phrasing.domain(flip.piece))
    return face_title(phrasing.glossary.blueprint, kind, flip.face, phrasing.glossary.language)


def _pick(phrasing: Phrasing, statement: ast.Pick) -> Said:
    over = statement.over
    what = _picked(phrasing, over) or phrasing.amount(over.source)
    test = phrasing.within(over).test(over.where) if over.where is not None else ()
    said = phrasing.fill("choose_with", what, test) if test else phrasing.fill("choose", what)
    return phrasing.fill("by_lot", what) if statement.verb == "roll" else said


def _picked(phrasing: Phrasing, over: ast.Candidates) -> Said:
    """Return what is chosen, by its author's words, or as a thing of its kind."""
    called = phrasing.glossary.words(phrasing.entry, over.variable)
    called = called or phrasing.glossary.kind(phrasing.domain(over.source))
    return (called,) if called else ()


def _how_many(phrasing: Phrasing, many: ast.HowMany) -> Said:
    if many.amount is None:
        return (phrasing.glossary.say("any_number"),)
    if many.most is not None:
        return phrasing.fill("from_to", phrasing.amount(many.amount), phrasing.amount(many.most))
    amount = phrasing.amount(many.amount)
    return phrasing.fill("up_to", amount) if many.word == "up to" else amount


def _option(phrasing: Phrasing, option: ast.Option) -> Said:
    """Return an option by its title, or else by its effect."""
    words = phrasing.glossary.words(phrasing.entry, option.label)
    return (words,) if words else _deed_of_option(phrasing, option)


def _deed_of_option(phrasing: Phrasing, option: ast.Option) -> Said:
    inner = phrasing
    if option.over is not None:
        inner = phrasing.knowing(option.over.variable, phrasing.domain(option.over.source))
    if option.also is not None:
        inner = inner.knowing(option.also.variable, inner.domain(option.also.source))
    return effect(inner, option.body)


def called(phrasing: Phrasing, procedure: str, given: list[Said]) -> Said:
    """Return a procedure in words: its author's sentence, or its title, or its effect."""
    glossary = phrasing.glossary
    phrase = glossary.blueprint.phrases.get(procedure)
    named = phrase.names if phrase is not None else ()
    names = {name: said for (name, _), said in zip(named, given, strict=False)}
    said = glossary.in_sentence(procedure, "", names)
    title = glossary.entry(procedure)
    if said or title:
        known = [each for each in given if each]
        said = said or (phrasing.fill("of", title, in_a_row(known)) if known else title)
        numbers = [text for each in known if (text := text_of(each)).isdecimal()]
        about = tuple(part for each in known for part in each if isinstance(part, Mentioned))
        return (Mentioned(text_of(said), "entry", procedure, numbers[0] if len(numbers) == 1 else "", about),)
    if phrase is None or phrasing.depth > 3:
        return ()
    tree = unpacked(phrase.tree)
    if not isinstance(tree, tuple) or len(tree) > _MOST_SHOWN:
        return ()
    inner = Phrasing(glossary, entry=procedure, depth=phrasing.depth + 1)
    for name, domain in phrase.names:
        inner = inner.knowing(name, domain, names.get(name, ()))
    return effect(inner, tree)


def printed(phrasing: Phrasing, id_: str) -> Deed | None:
    """Return an effect, test or amount on a component, by the name of its text: `plan.reward`.

    None if the component has none.
    """
    phrase = phrasing.glossary.blueprint.phrases.get(id_)
    if phrase is None:
        return None
    known: Phrasing = replace(phrasing, entry=id_)
    for name, domain in phrase.names:
        known = known.knowing(name, domain)
    tree = unpacked(phrase.tree)
    if isinstance(tree, tuple):
        return deed_of(known, tree)
    return Deed(known.test(tree) or known.amount(tree))


def price_of(phrasing: Phrasing, tree: PhraseTree | None, seen: str) -> Said:
    """Return the amount that a statement has to pay: as written, or as `seen`."""
    statement = tree[0] if isinstance(tree, tuple) and tree else None
    if not isinstance(statement, ast.Change | ast.Transfer):
        return ()
    number = phrasing.bound(statement.amount)
    amount = str(number) if number is not None else seen
    if not amount:
        return phrasing.amount(statement.counter)
    counted = phrasing.counted(statement.counter, amount)
    return counted or phrasing.fill("has", phrasing.amount(statement.counter), amount)


def call_titled(phrasing: Phrasing, tree: PhraseTree | None) -> Said:
    """Return what a statement calls, empty if that has no words of its own."""
    statement = tree[0] if isinstance(tree, tuple) and tree else None
    if isinstance(statement, ast.Do):
        written = statement.target
        whose = phrasing.particular(written.target) if isinstance(written, ast.Field) else ()
        return whose or phrasing.amount(written)
    if not isinstance(statement, ast.Call):
        return ()
    procedure, glossary = statement.procedure, phrasing.glossary
    has_words = procedure in glossary.blueprint.says or glossary.entry(procedure)
    return called(phrasing, procedure, [phrasing.particular(each) for each in statement.arguments]) if has_words else ()


def asked_for(phrasing: Phrasing, tree: PhraseTree | None) -> Said:
    """Return what a statement asks somebody to choose."""
    statement = tree[0] if isinstance(tree, tuple) and tree else None
    if not isinstance(statement, ast.Pick | ast.PickSet):
        return ()
    return _picked(phrasing, statement.over)
