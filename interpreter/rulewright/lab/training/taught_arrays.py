"""The training rows of games as arrays on disk, for other learning programs.

Files of numpy hold numbers and texts alone, no objects: `numpy.load(FILE, allow_pickle=False)` reads them. Features are
a sparse matrix by rows, as `scipy.sparse.csr_array((amounts, columns, rows))` takes it.
"""

from __future__ import annotations

import io
import json
from collections.abc import Sequence
from errno import EEXIST
from pathlib import Path

import numpy as np

from rulewright.core.model.game import Blueprint
from rulewright.core.writing import write_whole
from rulewright.lab.training.table_rows import GameRows

NAMES = "names.json"


def write_names(folder: Path, blueprint: Blueprint, seats: Sequence[int], names: Sequence[str]) -> None:
    """Write the names of the columns of all arrays, and the ruleset they are for.

    Raises OSError if the folder holds arrays of other rules or seats, or cannot be written.
    """
    told = {
        "ruleset": blueprint.ruleset, "ruleset_digest": blueprint.digest, "modules": list(blueprint.modules),
        "seats": list(seats), "features": list(names),
    }  # fmt: skip
    text = json.dumps(told, ensure_ascii=False, indent=0) + "\n"
    folder.mkdir(exist_ok=True)
    known = folder / NAMES
    if known.exists() and known.read_text("utf-8") != text:
        raise FileExistsError(EEXIST, "it holds training data of other rules or other numbers of seats", str(folder))
    write_whole(known, text)


def write_rows(folder: Path, first: int, games: Sequence[GameRows]) -> Path:
    """Write the rows of some games, numbered from `first`, and return the file's path.

    Equal games give an equal file. Raises OSError if it cannot be written.
    """
    lengths = [length for each in games for length in each.lengths]
    choices = [name for each in games for name in each.choices]
    known = sorted(set(choices))
    number = {name: at for at, name in enumerate(known)}
    marks = [mark for each in games for mark in each.marks]
    file = io.BytesIO()
    np.savez_compressed(
        file,
        rows=np.concatenate([[0], np.cumsum(np.array(lengths, dtype=np.int64))]),
        columns=np.concatenate([np.array(each.numbers, dtype=np.int32) for each in games]),
        amounts=np.concatenate([np.array(each.amounts, dtype=np.float32) for each in games]),
        worth=np.array([worth for each in games for worth in each.worths], dtype=np.float32),
        counts=np.array([count for each in games for count in each.counts], dtype=np.float32),
        game=np.repeat(np.arange(first, first + len(games), dtype=np.int32), [len(each.lengths) for each in games]),
        decision=np.array([mark.decision for mark in marks], dtype=np.int32),
        seat=np.array([mark.seat for mark in marks], dtype=np.int8),
        place=np.array([mark.place for mark in marks], dtype=np.int32),
        taken=np.array([mark.taken for mark in marks], dtype=np.int32),
        chosen=np.array([mark.is_chosen for mark in marks], dtype=np.bool_),
        choice=np.array([number[name] for name in choices], dtype=np.int32),
        choice_names=np.array(known, dtype=np.str_),
    )
    path = folder / f"games-{first:06d}.npz"
    write_whole(path, file.getvalue())
    return path
