"""Domains of pieces and of designs."""

from __future__ import annotations

from rulewright.core.model.kinds import PieceOf, kind_of


def test_pieces_and_designs_of_a_kind_are_two_domains_of_one_kind() -> None:
    assert PieceOf("card") != "card"
    assert (kind_of(PieceOf("card")), kind_of("card")) == ("card", "card")


def test_pieces_of_a_kind_are_told_in_words() -> None:
    assert f"this is a {PieceOf('card')}" == "this is a card piece"
