"""Proofs of invariants: what holds in all positions, what is broken and how, small games solved, values tuned."""
