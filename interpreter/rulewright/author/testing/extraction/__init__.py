"""From play to scenario: a position and the choices made in it, written so that others can run and read them."""
