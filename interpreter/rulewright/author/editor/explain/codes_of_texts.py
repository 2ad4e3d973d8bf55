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
        "Make parts of it procedures, which also gives them names.",
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
        "`move`, `draw`, `shuffle`, `top` and `bottom` take zones. This is something else, such as a"
        " counter.",
        "effect", "shuffle coin", "shuffle deck",
    ),
    CodeExplained(
        "unknown-face", "A piece has no such face.",
        "The faces a piece can be flipped to are those its kind lists under `faces`.",
        "effect", "flip top(deck) donw", "flip top(deck) down",
    ),
    CodeExplained(
        "unknown-function", "No function or quantity has this name.",
        "What is before a bracket is a function of the language or a quantity of the ruleset that takes something.",
        "effect", "gain cuont(card in hand) coin", "gain count(card in hand) coin",
    ),
    CodeExplained(
        "no-effect", "`possible` needs an effect.",
        "It asks whether a procedure, or an effect that is written on a thing, could be done. A test or a number is"
        " written without it.",
        "effect", "if possible(coin): gain 1 points", "if possible(advance(me, 2)): gain 1 points",
    ),
    CodeExplained(
        "wrong-arguments", "A call has too many, too few or wrong arguments.",
        "A procedure or quantity takes what its `takes` says, each of several parts in brackets; a function what"
        " `rulewright explain` shows.",
        "effect", "advance me", "advance me 2",
    ),
    CodeExplained(
        "wrong-index", "A counter, marker or zone has a wrong index.",
        "What has `per` needs one index for each domain, in that order; the acting seat may be left out. A"
        " numbered"
        " space needs its number.",
        "effect", "move top(deck) to row", "move top(deck) to row[1]",
    ),
    CodeExplained(
        "belongs-to-none", "`none` and `no_one` have no counters, numbers or faces.",
        "Counters, numbers, faces and tests belong to a seat or a thing; `none` and `no_one` have none of them.",
        "effect", "gain 1 no_one.coin", "gain 1 coin",
    ),
    CodeExplained(
        "division-by-zero", "Division by 0.",
        "It has no result. Test the divisor first, or divide by a number that is never 0.",
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
        "Only `first`, `for each` and `ask in turn` take things in an order. Leave out what begins with `by`.",
        "effect", "gain count(card in hand by most card.cost) coin", "gain count(card in hand) coin",
    ),
    CodeExplained(
        "nested-ask-each", "`ask each` cannot be nested in another `ask each`.",
        "What is inside `ask each`, or is called there, cannot ask each seat again. Ask them one after the other"
        " with `ask in turn`, or one block later.",
        "effect", "ask each:\n  ask each: gain 1 coin", "ask each: gain 1 coin",
    ),
    CodeExplained(
        "unknown-outcome", "No outcome has this name.",
        "What follows `as` is an entry of the section `outcomes`, which says what people call such an end.",
        "effect", "end game drawn as full_board", "end game drawn",
    ),
    CodeExplained(
        "duplicate-option", "Two options of a choice have the same name.",
        "Who chooses names the option. Give one another name, or put both effects under one.",
        "effect", "choose:\n  rest: nothing\n  rest: gain 1 coin", "choose:\n  rest: nothing\n  work: gain 1 coin",
    ),
    CodeExplained(
        "gives-nothing", "A procedure may end without giving a value.",
        "A procedure with `gives` ends with `stop with VALUE` on each way through it: after an `if` without `else`, a"
        " `may` or a loop something must follow.",
        "content", "procedures:\n  - {id: dares, gives: truth, does: 'if coin > 3: stop with true'}",
        "procedures:\n  - {id: dares, gives: truth, does: stop with coin > 3}",
    ),
    CodeExplained(
        "misplaced-give", "`stop with` is used outside a procedure that gives a value.",
        "Only a procedure with `gives` gives a value. In `ask each`, `later` and `next`, `stop` leaves only that "
        "block.",
        "content", "procedures:\n  - {id: dares, does: stop with coin > 3}",
        "procedures:\n  - {id: dares, gives: truth, does: stop with coin > 3}",
    ),
    CodeExplained(
        "misplaced-later", "`later` has nothing to wait for here.",
        "By itself it waits for the end of the procedure, the trigger or the effect on a component in which it is"
        " written. A free action is none of these: name the procedure, such as the turn. A text of a scenario puts"
        " nothing off.",
        "content", "free_actions:\n  - {id: rest, during: [play], does: 'later: gain 1 coin'}",
        "free_actions:\n  - {id: rest, during: [play], does: 'later after play: gain 1 coin'}",
    ),
    CodeExplained(
        "misplaced-otherwise", "`otherwise` must be the last option of a `choose`, after others.",
        "`otherwise` is done if no other option of a `choose` is open. Write it as the last line, after others, "
        "without `for` and `confirm`; give an option that is offered along with others another name.",
        "effect", "choose:\n  otherwise: nothing\n  work: gain 1 coin",
        "choose:\n  work: pay 1 coin\n  otherwise: nothing",
    ),
    CodeExplained(
        "too-many-options", "A choice has too many named options.",
        "There are at most 63. Offer them with `LABEL for NAME in SET`, which counts once.",
    ),
)  # fmt: skip
