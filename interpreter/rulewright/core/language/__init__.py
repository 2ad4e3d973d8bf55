"""The effect language: its grammar, parsing and unparsing, its words, and mistakes with them."""
