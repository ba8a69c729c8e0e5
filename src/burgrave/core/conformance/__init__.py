"""What every game must pass. `check_game("catan")` runs it all; outside packages call it in their own tests.

    check_game("pebbles")  # raises Nonconformance with everything that was found
    examine_game("pebbles")  # the same findings, and notices of what the game lacks, as a value
    examine_face("pebbles")  # words, pictures and guide only
    fuzz("pebbles", games=1000)  # ever more random games with all checks on

A finding says the game, its options, the seed, the decision point and the last moves, and has a record that
`burgrave replay` opens.
"""

from burgrave.core.conformance.faces import examine_face
from burgrave.core.conformance.findings import Finding, Nonconformance, Tally
from burgrave.core.conformance.suite import check_game, examine_game, first_look, fuzz

__all__ = ["Finding", "Nonconformance", "Tally", "check_game", "examine_face", "examine_game", "first_look", "fuzz"]
