"""Tables in a real browser; a package, so that one browser lasts as long as its tests."""
