"""A game at a screen of text: what people are shown, what they type, one game or match from beginning to end."""
