"""What a ruleset says about itself: its rules with who cites them, its values with where they come from."""
