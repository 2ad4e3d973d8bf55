"""What a ruleset says of itself: its rules with who cites them, its values with where they come from."""
