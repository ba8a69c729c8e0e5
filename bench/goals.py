"""What is aimed at for our own games; a figure that misses its goal is starred."""

from __future__ import annotations

from burgrave.bench import GOALS

GOALS |= {
    "playouts": {"catan": 5e6, "barony": 3e6, "hansa": 2e6, "burgundy": 2e6, "amber": 1e6},
    "compile": {"catan": 15.0, "barony": 15.0, "hansa": 20.0, "burgundy": 25.0, "amber": 15.0},
    "memory": {"catan": 100.0},
    "arena": {"catan": 31.5, "barony": 31.0, "amber": 70.0},
    "environment": {"catan": 1.5e6, "burgundy": 1.5e6, "hansa": 1.5e6, "barony": 1e6, "amber": 0.9e6},
}
