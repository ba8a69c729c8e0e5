"""Small programs that the Makefile calls."""
