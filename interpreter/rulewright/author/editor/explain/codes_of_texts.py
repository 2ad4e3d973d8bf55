"""Codes about the texts of effects, tests and amounts."""

from __future__ import annotations

from typing import Final

from rulewright.core.diagnostics import CodeExplained

TEXTS: Final[tuple[CodeExplained, ...]] = (
    CodeExplained(
        "effect-syntax", "A text does not follow the grammar of the language.",
        "A word is missing or in the wrong place, or a block is not indented. `rulewright explain VERB` shows"
        " how"
        " each statement is written.",
        "effect", "move top(deck) hand", "move top(deck) to hand",
    ),
    CodeExplained(
        "effect-too-long", "An effect, a test or an amount is too long.",
        "Move parts of it to procedures.",
    ),
    CodeExplained(
        "effect-too-deep", "An effect, a test or an amount is nested too deeply.",
        "Too many brackets or nested loops. Give a part of it a name: a quantity or a procedure.",
    ),
    CodeExplained(
        "too-deep-to-foresee", "Too many branches to check in advance whether an effect is possible (limit: 120).",
        "Before an option is offered, its guards (`pay`, `require`, `pick`) and those after it are looked at, through"
        " every `if`, `choose`, `may` and `pick` before them. Make parts of the text procedures, or move the guard"
        " forward.",
    ),
    CodeExplained(
        "unknown-name", "Nothing has this name here.",
        "The name is misspelt, belongs to a module that is off, or was made by `let` or `pick` in another block.",
        "effect", "gain pionts coin", "gain points coin",
    ),
    CodeExplained(
        "unknown-zone", "A zone is needed here.",
        "`move`, `draw`, `shuffle`, `top` and `bottom` take zones, not a counter or another value.",
        "effect", "shuffle coin", "shuffle deck",
    ),
    CodeExplained(
        "unknown-face", "A piece has no such face.",
        "A piece can be flipped to the faces that its kind lists under `faces`.",
        "effect", "flip top(deck) donw", "flip top(deck) down",
    ),
    CodeExplained(
        "unknown-function", "No function or quantity has this name.",
        "The name before a parenthesis must be a function of the language or a quantity with `takes`.",
        "effect", "gain cuont(card in hand) coin", "gain count(card in hand) coin",
    ),
    CodeExplained(
        "no-effect", "`possible` needs an effect.",
        "It tests whether a procedure, or an effect on a thing, is possible. Write a test or number without it.",
        "effect", "if possible(coin): gain 1 points", "if possible(advance(me, 2)): gain 1 points",
    ),
    CodeExplained(
        "wrong-arguments", "A call has too many, too few or wrong arguments.",
        "`takes` lists the arguments of a procedure or quantity; write one of several parts in parentheses. "
        "`rulewright explain` shows those of functions.",
        "effect", "advance me", "advance me 2",
    ),
    CodeExplained(
        "wrong-index", "A counter, marker or zone has a wrong index.",
        "An entry with `per` needs one index for each domain, in that order; the acting seat can be left out. A "
        "numbered space needs its number.",
        "effect", "move top(deck) to row", "move top(deck) to row[1]",
    ),
    CodeExplained(
        "belongs-to-none", "`none` has no counters, numbers or faces.",
        "Counters, numbers, faces and tests belong to a seat or a thing; `none` is neither.",
        "effect", "gain 1 none.coin", "gain 1 coin",
    ),
    CodeExplained(
        "division-by-zero", "Division by 0.",
        "Test the divisor first, or divide by a number that is never 0.",
        "effect", "gain (4 / 0) coin", "gain (4 / 2) coin",
    ),
    CodeExplained(
        "not-changeable", "Only counters and markers can be changed.",
        "`gain`, `lose`, `pay` and `set` change a counter or a marker. Computed values, printed fields and settings "
        "cannot be changed; use a modifier for quantities.",
        "effect", "gain 1 size(hand)", "gain 1 coin",
    ),
    CodeExplained(
        "no-order-here", "An order has no effect here.",
        "Only `first`, `for each` and `ask in turn` use an order. Remove the part from `by` on.",
        "effect", "gain count(card in hand by most card.cost) coin", "gain count(card in hand) coin",
    ),
    CodeExplained(
        "nested-ask-each", "`ask each` cannot be nested in another `ask each`.",
        "Neither the block of `ask each` nor a procedure it calls can ask all seats again. Ask them one after the "
        "other with `ask in turn`, or in a later block.",
        "effect", "ask each:\n  ask each: gain 1 coin", "ask each: gain 1 coin",
    ),
    CodeExplained(
        "unknown-outcome", "No outcome has this name.",
        "After `as`, write an entry of the section `outcomes`, which gives the end its title.",
        "effect", "end game drawn as full_board", "end game drawn",
    ),
    CodeExplained(
        "duplicate-option", "Two options of a choice have the same name.",
        "The chooser names an option by its label. Rename one, or put both effects under one label.",
        "effect", "choose:\n  rest: nothing\n  rest: gain 1 coin", "choose:\n  rest: nothing\n  work: gain 1 coin",
    ),
    CodeExplained(
        "gives-nothing", "A procedure may end without giving a value.",
        "Every branch of a procedure with `gives` must end with `stop with VALUE`, also after an `if` without "
        "`else`, a `may` or a loop.",
        "content", "procedures:\n  - {id: dares, gives: truth, does: 'if coin > 3: stop with true'}",
        "procedures:\n  - {id: dares, gives: truth, does: stop with coin > 3}",
    ),
    CodeExplained(
        "misplaced-give", "`stop with` is used outside a procedure that gives a value.",
        "Only a procedure with `gives` gives a value. In `ask each` and `later`, `stop` leaves only that block.",
        "content", "procedures:\n  - {id: dares, does: stop with coin > 3}",
        "procedures:\n  - {id: dares, gives: truth, does: stop with coin > 3}",
    ),
    CodeExplained(
        "misplaced-later", "`later` has nothing to wait for here.",
        "Without `after`, it waits for the end of the procedure, trigger or component effect that contains it. In a "
        "free action, name the procedure, such as the turn. A text of a scenario cannot defer anything.",
        "content", "free_actions:\n  - {id: rest, during: [play], does: 'later: gain 1 coin'}",
        "free_actions:\n  - {id: rest, during: [play], does: 'later after play: gain 1 coin'}",
    ),
    CodeExplained(
        "misplaced-otherwise", "`otherwise` must be the last option of a `choose`, after others.",
        "`otherwise` runs if no other option of a `choose` is open. Write it as the last line, without `for` and "
        "`confirm`; give an option that is offered with others another name.",
        "effect", "choose:\n  otherwise: nothing\n  work: gain 1 coin",
        "choose:\n  work: pay 1 coin\n  otherwise: nothing",
    ),
    CodeExplained(
        "too-many-options", "A choice has too many named options.",
        "The limit is 63. Offer them with `LABEL for NAME in SET`, which counts as one.",
    ),
)  # fmt: skip
