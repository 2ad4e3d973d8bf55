"""The number or truth that an operator gives, which is worked out from all that it stands between."""

from __future__ import annotations


def calculated(op: str, one: int, two: int = 0, *more: int) -> int:
    """Return what an operator gives."""
    match op:
        case "non_negative":
            return 0 if one < 0 else one
        case "+":
            return one + two
        case "-":
            return one - two
        case "*":
            return one * two
        case "/":
            return one // two
        case "%":
            return one % two
        case "=":
            return int(one == two)
        case "!=":
            return int(one != two)
        case "<":
            return int(one < two)
        case "<=":
            return int(one <= two)
        case ">":
            return int(one > two)
        case ">=":
            return int(one >= two)
        case "not":
            return int(not one)
        case "neg":
            return -one
        case "abs":
            return abs(one)
        case "min":
            return min(one, two, *more)
        case "max":
            return max(one, two, *more)
        case "saturated":
            return one if abs(one) <= 10**15 else 10**15 if one > 0 else -(10**15)
        case "within":
            return one if 0 <= one <= two else -1
        case _:
            raise AssertionError(op)
