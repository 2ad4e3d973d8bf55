"""All lints and the codes of what they find, in one place."""

from __future__ import annotations

from rulewright.lint.beyond import index_beyond
from rulewright.lint.constants import constant_tests, costs_out_of_reach
from rulewright.lint.copies import same_copies
from rulewright.lint.guards import redundant_guards, unforeseen_guards
from rulewright.lint.hidden import hidden_options
from rulewright.lint.loops import endless_free_actions, endless_loops
from rulewright.lint.narrowed import narrowed_picks
from rulewright.lint.none_index import none_as_index
from rulewright.lint.plain import expressions_shown, names_shown
from rulewright.lint.scene import EntryLint, TextLint
from rulewright.lint.settings import same_values
from rulewright.lint.shut import shut_decisions
from rulewright.lint.sources import sources
from rulewright.lint.thresholds import conditions, test_chains, tiers
from rulewright.lint.titles import titles
from rulewright.lint.unreached import unreached
from rulewright.lint.unused_names import unused_lets, unused_parameters

ENTRY_LINTS: tuple[EntryLint, ...] = (
    unreached,
    unused_parameters,
    same_values,
    conditions,
    tiers,
    titles,
    sources,
    expressions_shown,
    names_shown,
)
TEXT_LINTS: tuple[TextLint, ...] = (
    unused_lets,
    constant_tests,
    costs_out_of_reach,
    test_chains,
    endless_loops,
    endless_free_actions,
    unforeseen_guards,
    shut_decisions,
    narrowed_picks,
    same_copies,
    redundant_guards,
    none_as_index,
    index_beyond,
    hidden_options,
)

IN_ENTRIES = (
    "never-reached", "never-read", "never-used", "never-changed", "never-filled", "never-in-play",
    "unused-name", "unused-parameter", "same-values", "missing-translation", "different-holes", "missing-source",
    "raw-expression", "unworded-name",
    "always-true", "always-false", "never-run", "never-payable",
    "narrowed-pick", "same-copy",
    "unforeseen-guard", "shut-decision", "redundant-guard", "none-as-index", "index-beyond", "hidden-option",
    "endless-loop", "endless-free-action",
    "gap-in-tests", "overlapping-tests", "unordered-tiers", "doubled-tier",
)  # fmt: skip
"""What an entry can accept."""
CODES = (*IN_ENTRIES, "doubled-scenario", "scenario-expects-nothing", "unknown-lint", "useless-accept")
