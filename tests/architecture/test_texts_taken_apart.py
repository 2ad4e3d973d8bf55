"""Data first, words last: no code takes a sentence apart that we made, to learn what happened.

A name of a person, a title of a ruleset or another language breaks such code. Let what makes the sentence hand on what
the reader needs, as a line of the log does (`observe/words/log_lines.py`) or a fault of a name (`NameFault`). Only
texts from outside are read so, and ids: a file, or a folder where all is of one sort, is listed with what it reads.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from tests.reference.checkout import PACKAGE, SOURCES, tree_of

METHODS = frozenset(
    ("startswith", "endswith", "removeprefix", "removesuffix", "partition", "rpartition", "split", "rsplit")
)
READS = {
    # ---- texts from outside
    "the files of rulesets, and the effects and amounts written there": (
        "author/difference/", "author/editor/", "author/handbook/", "author/lint/", "author/review/",
        "author/studio/", "author/testing/", "core/bind/", "core/compile/look_faults.py", "core/language/",
        "core/load/",
        "core/locales/line_text.py", "core/lower/node_words.py", "core/validate/", "observe/words/optional.py",
        "table/drawing/pieces.py", "table/primer/lessons.py",
    ),
    "titles, as an author ended or abbreviates them": (
        "cli/screen/listing.py", "core/locales/wording.py", "observe/words/choices_told.py", "observe/words/signs.py",
        "play/session/result_told.py", "table/drawing/still.py",
    ),
    "files by their names, and what is in them": (
        "author/proving/keeping.py", "cli/results/mutate.py", "cli/verbs/fmt.py", "core/pipeline.py",
        "play/jobs/checkpoint.py", "play/policies/learned_files.py", "play/records/replay_files.py", "table/offline/",
        "table/serve/cards.py", "table/serve/rules.py", "table/serve/studio/edited_files.py",
    ),
    "names, addresses and versions of packages, and paths inside them": (
        "author/review/translations.py", "author/sharing/", "author/translating/targets.py", "core/packages/",
        "table/serve/package_shelf.py", "table/serve/packages_in_forms.py",
    ),
    "translation files and keys in them, which stay as a translator left them": (
        "author/translating/", "core/translations/",
    ),
    "what somebody types": (
        "cli/__init__.py", "cli/options/", "cli/screen/answers.py", "cli/screen/prompt.py", "cli/verbs/prove.py",
        "cli/verbs/train.py", "core/model/settings.py", "observe/words/why.py", "play/policies/naming.py",
        "play/scenarios/seen.py", "table/serve/site.py",
    ),
    "addresses, headers and forms that a browser sends": (
        "author/printing/browser_pipe.py",
        "table/serve/hosting/addresses.py", "table/serve/hosting/gateway.py", "table/serve/hosting/guard.py",
        "table/serve/hosting/hooks.py", "table/serve/forms.py", "table/serve/lobby.py", "table/serve/new_table.py",
        "table/serve/seats.py", "table/serve/studio/studio_pages.py", "table/serve/why.py",
    ),
    "what the system, Python, Unicode or a library calls things": (
        "core/compile/cache.py", "core/look_alikes.py", "core/run/steps.py", "native/",
        "table/serve/hosting/worker_pool.py", "table/serve/store.py",
    ),
    # ---- names and code of one form, which are no sentences
    "ids, whose parts stand between signs that no part may contain": (
        "cli/verbs/check.py",
        "cli/verbs/rules.py", "core/lower/printed.py", "core/model/effect_names.py", "core/model/kinds.py",
        "core/model/primitives.py", "core/sound/program_flow.py",
        "lab/comparing/wording.py", "lab/reports/", "lab/training/varied_games.py",
        "observe/naming.py", "observe/words/causes.py", "observe/words/history.py", "observe/words/numbers.py",
        "observe/words/table_rows.py", "table/drawing/icons.py", "table/drawing/numbers.py",
        "table/drawing/options.py", "table/primer/examples.py",
    ),
    "Python that is being printed": ("core/backend/reductions.py",),
    "tags of languages, whose parts stand between hyphens": ("core/locales/tags.py",),
    "a word or number alone: how it sounds, its sign, its zeros": (
        "core/diagnostics.py", "core/locales/plural.py", "observe/words/phrasing.py", "observe/words/reasons.py",
        "observe/words/reasons_said.py", "table/pages/html.py",
    ),
    "the catalogue of our words: its holes and lists": ("observe/words/said.py", "table/serve/persons.py"),
}  # fmt: skip
KNOWN = tuple(place for places in READS.values() for place in places)


def taken_apart(tree: ast.Module) -> Iterator[tuple[int, str]]:
    """The line and the code of each call that takes a text apart; words and lines of a text are no parts of it."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in METHODS:
            given = [ast.unparse(each) for each in node.args]
            if node.func.attr != "split" or given not in ([], ["'\\n'"]):
                yield node.lineno, ast.unparse(node)


def test_only_texts_from_outside_are_taken_apart() -> None:
    found = []
    met: set[str] = set()
    for path in SOURCES:
        name = path.relative_to(PACKAGE).as_posix()
        places = [each for each in KNOWN if name == each or (each.endswith("/") and name.startswith(each))]
        calls = list(taken_apart(tree_of(path)))
        met |= {each for each in places if calls}
        found += [f"interpreter/rulewright/{name}:{line}: {code}" for line, code in calls if not places]
    assert found == [], "hand on as data what is read out of this text; if it is from outside, say in READS what it is"
    assert sorted(set(KNOWN) - met) == [], "nothing is taken apart here any more: remove it from READS"


def test_planted_calls_are_found_and_those_for_words_and_lines_are_not() -> None:
    planted = "a.split(': ')[1]\nb.startswith(c)\nd.split()\ne.split('\\n')\n(f + g).removesuffix(h)\n"
    assert sorted(line for line, _ in taken_apart(ast.parse(planted))) == [1, 2, 5]
