"""The shorthand of the WebAssembly that is written by hand."""

from __future__ import annotations

import pytest

from rulewright.native.backend.shorthand import in_full


@pytest.mark.parametrize(
    ("short", "full"),
    [
        ("(i64.add $a 1)", "(i64.add (local.get $a) (i64.const 1))"),
        ("(call $f $a 2 @g)", "(call $f (local.get $a) (i32.const 2) (global.get $g))"),
        ("(i64.add $a.8 @b.16)", "(i64.add (i64.load offset=8 (local.get $a)) (i64.load offset=16 (global.get $b)))"),
        ("(if $x.4 (then (call $f $x.8)))",
         "(if (i32.load offset=4 (local.get $x)) (then (call $f (i32.load offset=8 (local.get $x)))))"),
        ("(f64.lt $x -inf)", "(f64.lt (local.get $x) (f64.const -inf))"),
        ("(f64.gt $x 1e-09)", "(f64.gt (local.get $x) (f64.const 1e-09))"),
        ("(i32.store offset=8 $at -0x1f)", "(i32.store offset=8 (local.get $at) (i32.const -0x1f))"),
        ("(i64.add_to $x $y)", "(local.set $x (i64.add (local.get $x) (local.get $y)))"),
        ("(i32.sub_from $x 4)", "(local.set $x (i32.sub (local.get $x) (i32.const 4)))"),
        ("(i32.load (item 8 $list $n))",
         "(i32.load (i32.add (local.get $list) (i32.shl (local.get $n) (i32.const 3))))"),
        ("(func $f (i32.param $a $b) (i64.local $c))",
         "(func $f (param $a i32) (param $b i32) (local $c i64))"),
        ("(until $x (call $f))",
         "(block $done (loop $again (br_if $done (local.get $x)) (call $f) (br $again)))"),
        ("(each $n 2 $end (call $f))",
         "(local.set $n (i32.const 2)) "
         "(block $done (loop $again (br_if $done (i32.ge_s (local.get $n) (local.get $end))) "
         "(call $f) (local.set $n (i32.add (local.get $n) (i32.const 1))) (br $again)))"),
    ],
)  # fmt: skip
def test_each_form_stands_for_the_webassembly_that_it_says(short: str, full: str) -> None:
    assert in_full(short) == full


def test_what_is_in_full_stays_as_it_is() -> None:
    text = (
        '(func $f (export "f ;(") (param $x i32) (result i32) (block $b (br_if $b (local.get $x))) '
        "(call_indirect (type $t) (local.get $x) (i32.const 3)))"
    )
    assert in_full(text) == text


def test_remarks_are_left_out() -> None:
    assert in_full(";; once (\n(nop)  ;; and twice\n(drop 1)") == "(nop)\n(drop (i32.const 1))"
