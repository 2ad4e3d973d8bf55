"""Faces for researchers: games as environments of other libraries, each imported only by a module of its own."""
