"""Adapters for researchers: games as environments of other libraries, one module for each library."""
