"""Search inside the module: determinized states, a tree of options, playouts and learning from them.

`play/policies/tree.py` has the meaning, step by step; both give the same numbers. A search gets a *request*, a block of
memory that the host fills in (`searcher.py`), whose address `$t_at` keeps.

A *who* is a seat at a site: `64 * site + seat + 1`. The tree is in `trees.py`, habits are in `learning.py`.
"""

from __future__ import annotations

from typing import Final

from rulewright.core.model import ahead
from rulewright.core.model.chance import COUNTER_STEP, POLICIES, STIR_1, STIR_2, STREAM_STEP
from rulewright.core.model.game import Blueprint
from rulewright.native.backend import layout as at
from rulewright.native.backend.layout import StateLayout
from rulewright.native.inside.dealing import dealing
from rulewright.native.inside.learned_choice import learned_choice
from rulewright.native.inside.learned_search import learned_search
from rulewright.native.inside.learning import learning
from rulewright.native.inside.trees import TREE
from rulewright.native.inside.valuing import FIELDS, valuing

WIDE: Final = ("SEED", "NUMBER", "CHANCE", "ENDS", "SPREAD", "MEAN", "SCALE", "L_EXPLORE", "L_TRUST")
"""The fields of a request of 8 bytes: the seed its simulations draw from, how many there were, the place in their
chance; how many ends were compared, the sums for that, and the scale that is given instead, 0 if none is; how much a
search with a learned player explores, and how many simulations count as much as what the player expects."""
NARROW: Final = (
    "STATE", "BASE", "MAP", "BAGS", "BAGS_END", "TOKENS", "TOKENS_END", "LYING", "LYING_END", "SLOTS", "SLOTS_END",
    "SEALED_LYING", "SEALED_LYING_END", "SEALED_SLOTS", "SEALED_SLOTS_END", "WORDS", "WORDS_END",
    "VALUES", "VALUES_END", "KEYS", "N_KEYS", "PLACES", "IS_FLAT", "SEAT", "POOL", "N_POOL", "INDEX", "INDEX_MASK",
    "HABITS", "HABITS_MASK", "HABITS_LEFT", "KNOWN", "SCORES", "WORTHS", "PATH", "PATH_END", "PLAYED", "PLAYED_END",
    *FIELDS,
)  # fmt: skip
"""Those of 4 bytes, most of them addresses; what ends in _END is where it ends, what begins with N_ a number."""
AT: Final = {
    **{name: 8 * place for place, name in enumerate(WIDE)},
    **{name: 8 * len(WIDE) + 4 * place for place, name in enumerate(NARROW)},
}
"""The offset of each field in a request."""
REQUEST_SIZE: Final = 8 * len(WIDE) + 4 * len(NARROW)

_TEXT = """
  (global $t_at (mut i32) (i32.const 0))
  (global $t_option (mut i32) (i32.const 0))
  (global $t_is_new (mut i32) (i32.const 0))
  (func $t_bits (result i64)
    (local $z i64)
    (local.set $z (i64.load offset={CHANCE} @t_at))
    (i64.store offset={CHANCE} @t_at (i64.add $z {COUNTER_STEP}))
    (local.set $z (i64.mul (i64.xor $z (i64.shr_u $z 30)) {STIR_1}))
    (local.set $z (i64.mul (i64.xor $z (i64.shr_u $z 27)) {STIR_2}))
    (i64.xor $z (i64.shr_u $z 31)))
  (func $t_below (param $bound i32) (result i32)
    (local $z i64)
    (local.set $z (call $t_bits))
    (i32.wrap_i64
      (i64.shr_u (i64.add (i64.mul (i64.shr_u $z 32) (i64.extend_i32_u $bound))
          (i64.shr_u (i64.mul (i64.and $z 0xffffffff) (i64.extend_i32_u $bound)) 32)) 32)))
  (func $t_who (param $state i32) (result i32)
    (i32.add (i32.shl $state.{AT_SITE} 6) (i32.add $state.{AT_SEAT} 1)))

  ;; ---- A simulation
  (func $t_code (i32.param $state $place) (result i64)
    (i64.load offset={OPTIONS} (item 8 $state $place)))
  ;; makes a choice; what was played is kept first, for who learns from a choice that came to a limit
  (func $t_step (i32.param $state $who) (param $code i64)
    (local $to i32)
    (local.set $to @t_at.{PLAYED_END})
    (i64.store $to $code)
    (i64.store offset=8 $to (i64.extend_i32_u $who))
    (i32.store offset={PLAYED_END} @t_at (i32.add $to 16))
    (drop (call $step $state $code)))
  (func $t_take (i32.param $state $who) (param $code i64)
    (local $to i32)
    (local.set $to @t_at.{PATH_END})
    (i32.store $to $state.{AT_SEAT})
    (i32.store offset=4 $to @t_option)
    (i32.store offset={PATH_END} @t_at (i32.add $to 8))
    (call $t_step $state $who $code))
  ;; Steps by what did well elsewhere. What it calls most is written out: most of a search's own time is spent here.
  ;; Worths are not negative, so that they compare as whole numbers do.
  (func $t_step_by_habit (param $state i32)
    (i32.local $at $who $count $first $this $end $habits $mask $there $known $place $habit $is_best)
    (i64.local $z $of_who $code $best $value $most)
    (local.set $at @t_at)
    (local.set $who (call $t_who $state))
    (local.set $count $state.{AT_N_OPTIONS})
    (local.set $first (i32.add $state {OPTIONS}))
    (block $chosen
      (if (i32.eq $count 1) (then
        (local.set $best (i64.load $first))
        (br $chosen)))
      (local.set $z (call $t_bits))
      (local.set $this (item 8 $first
        (i32.wrap_i64 (i64.shr_u (i64.mul (i64.and $z 0xffffffff) (i64.extend_i32_u $count)) 32))))
      (if (i32.or $at.{IS_FLAT} (i64.lt_u (i64.shr_u $z 32) {LOT})) (then
        (local.set $best (i64.load $this))
        (br $chosen)))
      (local.set $habits $at.{HABITS})
      (local.set $mask $at.{HABITS_MASK})
      (local.set $of_who (i64.mul (i64.extend_i32_u $who) {STREAM_STEP}))
      (local.set $end (item 8 $first $count))
      (local.set $most (i64.const -1))
      (loop $next
        (local.set $code (i64.load $this))
        (local.set $z (i64.add (i64.mul $code {COUNTER_STEP}) $of_who))
        (local.set $place (i32.wrap_i64 (i64.shr_u (i64.mul (i64.xor $z (i64.shr_u $z 32)) {STIR_1}) 32)))
        (block $found
          (loop $seek
            (local.set $there (item 32 $habits (i32.and $place $mask)))
            (local.set $known $there.8)
            (br_if $found (i32.or (i32.eqz $known) (i32.and (i32.eq $known $who) (i64.eq (i64.load $there) $code))))
            (i32.add_to $place 1)
            (br $seek)))
        (local.set $value
          (select (i64.reinterpret_f64 (f64.div $there.24 $there.16))
            (i64.reinterpret_f64 (f64.const {UNTRIED})) (f64.gt $there.16 {FAINT})))
        (local.set $is_best (i64.gt_s $value $most))
        (local.set $most (select $value $most $is_best))
        (local.set $best (select $code $best $is_best))
        (local.set $habit (select $there $habit $is_best))
        (i32.add_to $this 8)
        (local.set $this (select $first $this (i32.eq $this $end)))
        (br_if $next (local.tee $count (i32.sub $count 1)))))
    (local.set $this $at.{PLAYED_END})
    (i64.store $this $best)
    (i32.store offset=8 $this $who)
    (i32.store offset=12 $this $habit)
    (i32.store offset={PLAYED_END} $at (i32.add $this 16))
    (drop (call $step $state $best)))
  (func $t_goes_on (param $state i32) (result i32)
    (i32.and (i32.ne $state.{AT_FRAME} 0) (i32.lt_u @t_at.{PLAYED_END} (i32.add @t_at.{PLAYED} {PLAYED_SIZE}))))
  ;; deals the table of a simulation of some number
  (func $t_begin (param $number i64)
    (i64.store offset={CHANCE} @t_at (i64.add @t_at.{SEED} (i64.mul (i64.add $number {POLICIES}) {STREAM_STEP})))
    (i32.store offset={PATH_END} @t_at @t_at.{PATH})
    (i32.store offset={PLAYED_END} @t_at @t_at.{PLAYED})
    (call $t_deal))
  ;; takes one of the places among the options that an offer of the decision stands for
  (func $t_take_offer (i32.param $state $who $key)
    (local $place i32)
    (local.set $key (item 8 @t_at.{PLACES} $key))
    (local.set $place (i32.load $key))
    (if (i32.gt_u $key.4 1) (then
      (i32.add_to $place (i32.shl (call $t_below $key.4) 2))))
    (call $t_take $state $who (call $t_code $state (i32.load $place))))
  (func $t_simulate
    (i32.local $state $who $place $key)
    (local.set $state @t_at.{STATE})
    ;; the option of the decision itself
    (local.set $who (call $t_who $state))
    (if @t_at.{IS_FLAT} (then
        (local.set $key (i32.wrap_i64 (i64.rem_u @t_at.{NUMBER} (i64.load32_u offset={N_KEYS} @t_at))))
        (global.set $t_option (call $t_known @t_at 0 $who (i64.load (item 8 @t_at.{KEYS} $key))))
        (if (i32.eqz @t_option) (then
          (global.set $t_option (call $t_made 0 $who (i64.load (item 8 @t_at.{KEYS} $key))))))
        (global.set $t_is_new 1))
      (else (local.set $key (call $t_pick 0 $who @t_at.{KEYS} @t_at.{N_KEYS}))))
    (call $t_take_offer $state $who $key)
    ;; down the tree, to an option that is new
    (block $new
      (loop $down
        (br_if $new @t_is_new)
        (br_if $new (i32.eqz (call $t_goes_on $state)))
        (local.set $who (call $t_who $state))
        (if (i32.or (i32.eq $state.{AT_N_OPTIONS} 1) (i32.and $state.{AT_SEALED}
            (i32.ne $state.{AT_SEAT} @t_at.{SEAT})))
          (then
            (call $t_step_by_habit $state))
          (else
            (local.set $place (call $t_pick (call $t_node_after @t_option) $who (i32.add $state {OPTIONS})
              $state.{AT_N_OPTIONS}))
            (call $t_take $state $who (call $t_code $state $place))))
        (br $down)))
    ;; and on to the end of the game
    (until (i32.eqz (call $t_goes_on $state))
      (call $t_step_by_habit $state))
    (call $t_worth $state)
    (call $t_learn))
  ;; simulates so many times, or until there is little room for habits, or what is learned stops or decides it; how
  ;; often it did
  (func $t_think (export "think") (i32.param $request $times) (result i32)
    (local $done i32)
    (global.set $t_at $request)
    (i32.store offset={L_STOPPED} $request 0)
    (block $enough
      (loop $next
        (br_if $enough (i32.ge_u $done $times))
        (br_if $enough (i32.lt_s @t_at.{HABITS_LEFT} {MOST}))
        (call $t_begin (i64.load offset={NUMBER} @t_at))
        (if @t_at.{L_VIEWS} (then (br_if $enough (i32.eqz (call $p_simulate))))
          (else (call $t_simulate)))
        (i32.add_to $done 1)
        (if @t_at.{L_VIEWS} (then (br_if $enough (call $p_has_decided))))
        (br $next)))
    (local.get $done))
  ;; after a trap: the simulation is worth nothing to anybody
  (func $t_failed (export "think_failed") (param $request i32)
    (global.set $t_at $request)
    (memory.fill @t_at.{WORTHS} 0 {WORTHS_SIZE})
    (call $t_learn))
"""


def searching(layout: StateLayout, blueprint: Blueprint, rounds: tuple[int, int, int]) -> str:
    """Return the text of the functions by which a game's module searches.

    `rounds` is (slot of the round or 0, first round, last round), as in `valuing.py`.
    """
    names = {
        **AT, **{name: value for name, value in vars(at).items() if name.startswith("AT_")},
        "OPTIONS": layout.options, "WORTHS_SIZE": 8 * blueprint.max_seats, "PLAYED_SIZE": 16 * ahead.MOST,
        "EXPLORE": ahead.EXPLORE,
        "UNTRIED": ahead.UNTRIED, "KEPT": ahead.KEPT, "FAINT": ahead.FAINT,
        "WEAK": ahead.WEAK, "MOST": ahead.MOST, "LOT": ahead.LOT, "POLICIES": POLICIES,
        "COUNTER_STEP": COUNTER_STEP, "STREAM_STEP": STREAM_STEP, "STIR_1": STIR_1, "STIR_2": STIR_2,
    }  # fmt: skip
    worths = valuing(layout, blueprint, names, rounds), learned_choice(layout, AT), learned_search(layout, names)
    texts = (_TEXT.format(**names), TREE.format(**names), *worths)
    return "\n".join([*texts, *dealing(layout, blueprint, AT), *learning(blueprint, names)])
