"""Looking ahead inside the module: freshly dealt tables, a tree of options, games played out, and what they taught.

`play/tree.py` has the meaning, step by step; both arrive at the same numbers. What to think about is given by a
*request*, a block of memory that the host fills in (`in_module.py`), whose address `$t_at` keeps.

A *who* is a seat at a site: `64 * site + seat + 1`. The tree is in `trees.py`, habits are in `learning.py`.
"""

from __future__ import annotations

from typing import Final

from rulewright.backends.wasm import layout as at
from rulewright.backends.wasm.layout import StateLayout
from rulewright.model import ahead
from rulewright.model.chance import COUNTER_STEP, POLICIES, STREAM_STEP
from rulewright.model.game import Blueprint
from rulewright.native_play.dealing import dealing
from rulewright.native_play.learned_choice import learned_choice
from rulewright.native_play.learned_search import learned_search
from rulewright.native_play.learning import learning
from rulewright.native_play.loops import signed
from rulewright.native_play.trees import TREE
from rulewright.native_play.valuing import FIELDS, valuing

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
    (local.set $z (i64.load offset={CHANCE} (global.get $t_at)))
    (i64.store offset={CHANCE} (global.get $t_at) (i64.add (local.get $z) (i64.const {COUNTER_STEP})))
    (local.set $z (i64.mul (i64.xor (local.get $z) (i64.shr_u (local.get $z) (i64.const 30))) (i64.const {STIR_1})))
    (local.set $z (i64.mul (i64.xor (local.get $z) (i64.shr_u (local.get $z) (i64.const 27))) (i64.const {STIR_2})))
    (i64.xor (local.get $z) (i64.shr_u (local.get $z) (i64.const 31))))
  (func $t_below (param $bound i32) (result i32)
    (local $z i64)
    (local.set $z (call $t_bits))
    (i32.wrap_i64 (i64.shr_u (i64.add
      (i64.mul (i64.shr_u (local.get $z) (i64.const 32)) (i64.extend_i32_u (local.get $bound)))
      (i64.shr_u (i64.mul (i64.and (local.get $z) (i64.const 0xffffffff)) (i64.extend_i32_u (local.get $bound)))
        (i64.const 32))) (i64.const 32))))
  (func $t_who (param $state i32) (result i32)
    (i32.add (i32.shl (i32.load offset={AT_SITE} (local.get $state)) (i32.const 6))
      (i32.add (i32.load offset={AT_SEAT} (local.get $state)) (i32.const 1))))

  ;; ---- A simulation
  (func $t_code (param $state i32) (param $place i32) (result i64)
    (i64.load offset={OPTIONS} (i32.add (local.get $state) (i32.shl (local.get $place) (i32.const 3)))))
  ;; makes a choice; what was played is kept first, for who learns from a choice that came to a limit
  (func $t_step (param $state i32) (param $who i32) (param $code i64)
    (local $to i32)
    (local.set $to (i32.load offset={PLAYED_END} (global.get $t_at)))
    (i64.store (local.get $to) (local.get $code))
    (i64.store offset=8 (local.get $to) (i64.extend_i32_u (local.get $who)))
    (i32.store offset={PLAYED_END} (global.get $t_at) (i32.add (local.get $to) (i32.const 16)))
    (drop (call $step (local.get $state) (local.get $code))))
  (func $t_take (param $state i32) (param $who i32) (param $code i64)
    (local $to i32)
    (local.set $to (i32.load offset={PATH_END} (global.get $t_at)))
    (i32.store (local.get $to) (i32.load offset={AT_SEAT} (local.get $state)))
    (i32.store offset=4 (local.get $to) (global.get $t_option))
    (i32.store offset={PATH_END} (global.get $t_at) (i32.add (local.get $to) (i32.const 8)))
    (call $t_step (local.get $state) (local.get $who) (local.get $code)))
  ;; Steps by what did well elsewhere. What it calls most is written out: most of a search's own time is spent here.
  ;; Worths are not negative, so that they compare as whole numbers do.
  (func $t_step_by_habit (param $state i32)
    (local $at i32) (local $who i32) (local $count i32) (local $first i32) (local $this i32) (local $end i32)
    (local $habits i32) (local $mask i32) (local $there i32) (local $known i32) (local $place i32) (local $habit i32)
    (local $is_best i32) (local $z i64) (local $of_who i64) (local $code i64) (local $best i64) (local $value i64)
    (local $most i64)
    (local.set $at (global.get $t_at))
    (local.set $who (call $t_who (local.get $state)))
    (local.set $count (i32.load offset={AT_N_OPTIONS} (local.get $state)))
    (local.set $first (i32.add (local.get $state) (i32.const {OPTIONS})))
    (block $chosen
      (if (i32.eq (local.get $count) (i32.const 1)) (then
        (local.set $best (i64.load (local.get $first)))
        (br $chosen)))
      (local.set $z (call $t_bits))
      (local.set $this (i32.add (local.get $first) (i32.shl (i32.wrap_i64 (i64.shr_u
        (i64.mul (i64.and (local.get $z) (i64.const 0xffffffff)) (i64.extend_i32_u (local.get $count)))
        (i64.const 32))) (i32.const 3))))
      (if (i32.or (i32.load offset={IS_FLAT} (local.get $at))
          (i64.lt_u (i64.shr_u (local.get $z) (i64.const 32)) (i64.const {LOT}))) (then
        (local.set $best (i64.load (local.get $this)))
        (br $chosen)))
      (local.set $habits (i32.load offset={HABITS} (local.get $at)))
      (local.set $mask (i32.load offset={HABITS_MASK} (local.get $at)))
      (local.set $of_who (i64.mul (i64.extend_i32_u (local.get $who)) (i64.const {STREAM_STEP})))
      (local.set $end (i32.add (local.get $first) (i32.shl (local.get $count) (i32.const 3))))
      (local.set $most (i64.const -1))
      (loop $next
        (local.set $code (i64.load (local.get $this)))
        (local.set $z (i64.add (i64.mul (local.get $code) (i64.const {COUNTER_STEP})) (local.get $of_who)))
        (local.set $place (i32.wrap_i64 (i64.shr_u (i64.mul
          (i64.xor (local.get $z) (i64.shr_u (local.get $z) (i64.const 32))) (i64.const {STIR_1})) (i64.const 32))))
        (block $found
          (loop $seek
            (local.set $there (i32.add (local.get $habits)
              (i32.shl (i32.and (local.get $place) (local.get $mask)) (i32.const 5))))
            (local.set $known (i32.load offset=8 (local.get $there)))
            (br_if $found (i32.or (i32.eqz (local.get $known)) (i32.and (i32.eq (local.get $known) (local.get $who))
              (i64.eq (i64.load (local.get $there)) (local.get $code)))))
            (local.set $place (i32.add (local.get $place) (i32.const 1)))
            (br $seek)))
        (local.set $value (select
          (i64.reinterpret_f64
            (f64.div (f64.load offset=24 (local.get $there)) (f64.load offset=16 (local.get $there))))
          (i64.reinterpret_f64 (f64.const {UNTRIED}))
          (f64.gt (f64.load offset=16 (local.get $there)) (f64.const {FAINT}))))
        (local.set $is_best (i64.gt_s (local.get $value) (local.get $most)))
        (local.set $most (select (local.get $value) (local.get $most) (local.get $is_best)))
        (local.set $best (select (local.get $code) (local.get $best) (local.get $is_best)))
        (local.set $habit (select (local.get $there) (local.get $habit) (local.get $is_best)))
        (local.set $this (i32.add (local.get $this) (i32.const 8)))
        (local.set $this (select (local.get $first) (local.get $this) (i32.eq (local.get $this) (local.get $end))))
        (br_if $next (local.tee $count (i32.sub (local.get $count) (i32.const 1))))))
    (local.set $this (i32.load offset={PLAYED_END} (local.get $at)))
    (i64.store (local.get $this) (local.get $best))
    (i32.store offset=8 (local.get $this) (local.get $who))
    (i32.store offset=12 (local.get $this) (local.get $habit))
    (i32.store offset={PLAYED_END} (local.get $at) (i32.add (local.get $this) (i32.const 16)))
    (drop (call $step (local.get $state) (local.get $best))))
  (func $t_goes_on (param $state i32) (result i32)
    (i32.and (i32.ne (i32.load offset={AT_FRAME} (local.get $state)) (i32.const 0))
      (i32.lt_u (i32.load offset={PLAYED_END} (global.get $t_at))
        (i32.add (i32.load offset={PLAYED} (global.get $t_at)) (i32.const {PLAYED_SIZE})))))
  ;; deals the table of a simulation of some number
  (func $t_begin (param $number i64)
    (i64.store offset={CHANCE} (global.get $t_at) (i64.add (i64.load offset={SEED} (global.get $t_at))
      (i64.mul (i64.add (local.get $number) (i64.const {POLICIES})) (i64.const {STREAM_STEP}))))
    (i32.store offset={PATH_END} (global.get $t_at) (i32.load offset={PATH} (global.get $t_at)))
    (i32.store offset={PLAYED_END} (global.get $t_at) (i32.load offset={PLAYED} (global.get $t_at)))
    (call $t_deal))
  ;; takes one of the places among the options that an offer of the decision stands for
  (func $t_take_offer (param $state i32) (param $who i32) (param $key i32)
    (local $place i32)
    (local.set $key (i32.add (i32.load offset={PLACES} (global.get $t_at)) (i32.shl (local.get $key) (i32.const 3))))
    (local.set $place (i32.load (local.get $key)))
    (if (i32.gt_u (i32.load offset=4 (local.get $key)) (i32.const 1)) (then
      (local.set $place (i32.add (local.get $place)
        (i32.shl (call $t_below (i32.load offset=4 (local.get $key))) (i32.const 2))))))
    (call $t_take (local.get $state) (local.get $who)
      (call $t_code (local.get $state) (i32.load (local.get $place)))))
  (func $t_simulate
    (local $state i32) (local $who i32) (local $place i32) (local $key i32)
    (local.set $state (i32.load offset={STATE} (global.get $t_at)))
    ;; the option of the decision itself
    (local.set $who (call $t_who (local.get $state)))
    (if (i32.load offset={IS_FLAT} (global.get $t_at))
      (then
        (local.set $key (i32.wrap_i64 (i64.rem_u (i64.load offset={NUMBER} (global.get $t_at))
          (i64.load32_u offset={N_KEYS} (global.get $t_at)))))
        (global.set $t_option (call $t_known (global.get $t_at) (i32.const 0) (local.get $who)
          (i64.load (i32.add (i32.load offset={KEYS} (global.get $t_at)) (i32.shl (local.get $key) (i32.const 3))))))
        (if (i32.eqz (global.get $t_option)) (then
          (global.set $t_option (call $t_made (i32.const 0) (local.get $who) (i64.load (i32.add
            (i32.load offset={KEYS} (global.get $t_at)) (i32.shl (local.get $key) (i32.const 3))))))))
        (global.set $t_is_new (i32.const 1)))
      (else (local.set $key (call $t_pick (i32.const 0) (local.get $who)
        (i32.load offset={KEYS} (global.get $t_at)) (i32.load offset={N_KEYS} (global.get $t_at))))))
    (call $t_take_offer (local.get $state) (local.get $who) (local.get $key))
    ;; down the tree, to an option that is new
    (block $new
      (loop $down
        (br_if $new (global.get $t_is_new))
        (br_if $new (i32.eqz (call $t_goes_on (local.get $state))))
        (local.set $who (call $t_who (local.get $state)))
        (if (i32.or (i32.eq (i32.load offset={AT_N_OPTIONS} (local.get $state)) (i32.const 1))
            (i32.and (i32.load offset={AT_SEALED} (local.get $state))
              (i32.ne (i32.load offset={AT_SEAT} (local.get $state)) (i32.load offset={SEAT} (global.get $t_at)))))
          (then
            (call $t_step_by_habit (local.get $state)))
          (else
            (local.set $place (call $t_pick (call $t_node_after (global.get $t_option)) (local.get $who)
              (i32.add (local.get $state) (i32.const {OPTIONS})) (i32.load offset={AT_N_OPTIONS} (local.get $state))))
            (call $t_take (local.get $state) (local.get $who) (call $t_code (local.get $state) (local.get $place)))))
        (br $down)))
    ;; and on to the end of the game
    (block $end
      (loop $on
        (br_if $end (i32.eqz (call $t_goes_on (local.get $state))))
        (call $t_step_by_habit (local.get $state))
        (br $on)))
    (call $t_worth (local.get $state))
    (call $t_learn))
  ;; simulates so many times, or until there is little room for habits, or what is learned stops or decides it; how
  ;; often it did
  (func $t_think (export "think") (param $request i32) (param $times i32) (result i32)
    (local $done i32)
    (global.set $t_at (local.get $request))
    (i32.store offset={L_STOPPED} (local.get $request) (i32.const 0))
    (block $enough
      (loop $next
        (br_if $enough (i32.ge_u (local.get $done) (local.get $times)))
        (br_if $enough (i32.lt_s (i32.load offset={HABITS_LEFT} (global.get $t_at)) (i32.const {MOST})))
        (call $t_begin (i64.load offset={NUMBER} (global.get $t_at)))
        (if (i32.load offset={L_VIEWS} (global.get $t_at))
          (then (br_if $enough (i32.eqz (call $p_simulate))))
          (else (call $t_simulate)))
        (local.set $done (i32.add (local.get $done) (i32.const 1)))
        (if (i32.load offset={L_VIEWS} (global.get $t_at)) (then (br_if $enough (call $p_has_decided))))
        (br $next)))
    (local.get $done))
  ;; after a trap: the simulation is worth nothing to anybody
  (func $t_failed (export "think_failed") (param $request i32)
    (global.set $t_at (local.get $request))
    (memory.fill (i32.load offset={WORTHS} (global.get $t_at)) (i32.const 0) (i32.const {WORTHS_SIZE}))
    (call $t_learn))
"""


def searching(layout: StateLayout, blueprint: Blueprint, rounds: tuple[int, int, int]) -> str:
    """The functions by which a game's module looks ahead; `rounds` as in `valuing.py`."""
    names = {
        **AT, **{name: value for name, value in vars(at).items() if name.startswith("AT_")},
        "OPTIONS": layout.options, "WORTHS_SIZE": 8 * blueprint.max_seats, "PLAYED_SIZE": 16 * ahead.MOST,
        "EXPLORE": ahead.EXPLORE,
        "UNTRIED": ahead.UNTRIED, "KEPT": ahead.KEPT, "FAINT": ahead.FAINT,
        "WEAK": ahead.WEAK, "MOST": ahead.MOST, "LOT": ahead.LOT, "POLICIES": POLICIES,
        "COUNTER_STEP": signed(COUNTER_STEP), "STREAM_STEP": signed(STREAM_STEP),
        "STIR_1": signed(0xBF58476D1CE4E5B9), "STIR_2": signed(0x94D049BB133111EB),
    }  # fmt: skip
    worths = valuing(layout, blueprint, names, rounds), learned_choice(layout, AT), learned_search(layout, names)
    texts = (_TEXT.format(**names), TREE.format(**names), *worths)
    return "\n".join([*texts, *dealing(layout, blueprint, AT), *learning(blueprint, names)])
