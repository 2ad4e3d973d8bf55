"""Changes one thing in the rules at a time and sees whether a scenario notices."""
