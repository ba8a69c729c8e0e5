"""Fair dice: what a commitment, a seed and kept bytes prove, and what they do not."""

from __future__ import annotations

from dataclasses import replace

import pytest

from burgrave.core import fair, records
from burgrave.core.fair import Claim, Kept, Verdict
from burgrave.core.game import Game
from burgrave.core.match import Match
from burgrave.core.words import LANGUAGES, core_words

SECRET = "5e" * 32
COMMITMENT = fair.commitment_of(SECRET)
ENTROPY = ("0a" * 16, "0b" * 16)
CLAIM = Claim(True, 2, fair.joint_seed(SECRET, ENTROPY), COMMITMENT, (0, 1))
KEPT = Kept(COMMITMENT, {1: ENTROPY[1]})


def played(game: Game, seed: str) -> Match:
    match = game.match(seed=seed, names=("Ada", "Bea"))
    while not match.is_over:
        match.play(match.position.moves()[0])
    return match


def test_a_seed_is_taken_apart_as_it_was_put_together() -> None:
    assert fair.parts_of(fair.joint_seed(SECRET, ["0a", "", "0c"])) == (SECRET, ("0a", "", "0c"))
    assert fair.parts_of("7") is None
    assert fair.parts_of(SECRET) is None


def test_bytes_that_are_no_bytes_count_by_their_hash() -> None:
    assert fair.clean_entropy(ENTROPY[0]) == ENTROPY[0]
    assert fair.clean_entropy("") == ""
    odd = fair.clean_entropy("-" * 40)
    assert len(odd) == 2 * fair.ENTROPY_BYTES
    assert fair.parts_of(fair.joint_seed(SECRET, [odd])) == (SECRET, (odd,))


def test_promised_dice_are_verified() -> None:
    assert fair.judge(CLAIM).verdict == Verdict.VERIFIED
    assert fair.judge(CLAIM, KEPT).key == "kept"


def test_what_a_player_kept_verifies_even_what_the_record_does_not_tell() -> None:
    assert fair.judge(replace(CLAIM, verifiable_by=()), KEPT).verdict == Verdict.VERIFIED
    assert fair.judge(replace(CLAIM, commitment=""), KEPT).verdict == Verdict.VERIFIED


@pytest.mark.parametrize(
    ("claim", "key"),
    [
        (replace(CLAIM, commitment=""), "no_commitment"),
        (replace(CLAIM, commitment="", seed=None), "no_commitment"),
        (replace(CLAIM, over=False, seed=None), "not_over"),
        (replace(CLAIM, verifiable_by=()), "nobody"),
    ],
)
def test_dice_that_prove_nothing_are_not_verifiable(claim: Claim, key: str) -> None:
    found = fair.judge(claim)
    assert (found.verdict, found.key) == (Verdict.NOT_VERIFIABLE, key)


@pytest.mark.parametrize(
    ("claim", "kept", "key"),
    [
        (replace(CLAIM, commitment="0" * 64), Kept(), "other_secret"),
        (replace(CLAIM, seed=None), Kept(), "no_seed"),
        (replace(CLAIM, seed="7"), Kept(), "no_seed"),
        (replace(CLAIM, seed=fair.joint_seed("00" * 32, ENTROPY)), Kept(), "other_secret"),
        (replace(CLAIM, seed=fair.joint_seed(SECRET, ENTROPY[:1])), Kept(), "seats"),
        (replace(CLAIM, seed=fair.joint_seed(SECRET, ("0a", ""))), Kept(), "missing_bytes"),
        (CLAIM, Kept("0" * 64), "other_commitment"),
        (CLAIM, Kept(COMMITMENT, {0: ENTROPY[1]}), "other_bytes"),
        (CLAIM, Kept("", {5: ENTROPY[1]}), "other_bytes"),
        (replace(CLAIM, commitment="", seed=None), KEPT, "no_seed"),
        (replace(CLAIM, commitment="", seed=None), Kept("", KEPT.entropy), "no_seed"),
    ],
)
def test_whatever_contradicts_is_tampering(claim: Claim, kept: Kept, key: str) -> None:
    found = fair.judge(claim, kept)
    assert (found.verdict, found.key) == (Verdict.TAMPERED, key)


def test_bytes_alone_that_are_in_the_seed_prove_nothing_without_a_commitment() -> None:
    found = fair.judge(replace(CLAIM, commitment=""), Kept("", KEPT.entropy))
    assert (found.verdict, found.key) == (Verdict.NOT_VERIFIABLE, "no_commitment")


def test_a_server_that_replaces_bytes_to_get_better_dice_is_found_out_by_who_kept_theirs(pebbles: Game) -> None:
    honest = played(pebbles, fair.joint_seed(SECRET, ENTROPY))
    ground = honest
    for attempt in range(500):  # the server tries bytes of its own in place of seat 1's until the draw pleases it
        ground = played(pebbles, fair.joint_seed(SECRET, (ENTROPY[0], f"{attempt:032x}")))
        if ground.moves[:2] != honest.moves[:2]:
            break
    assert ground.moves[:2] != honest.moves[:2]
    text = fair.remarks(COMMITMENT, (0, 1)) + records.write(ground)
    again = records.read(text)
    assert fair.check_record(text, again).verdict == Verdict.VERIFIED  # to somebody who kept nothing
    found = fair.check_record(text, again, KEPT)
    assert (found.verdict, found.key) == (Verdict.TAMPERED, "other_bytes")


def test_a_server_that_chooses_its_secret_after_the_bytes_is_found_out_by_who_kept_the_commitment(
    pebbles: Game,
) -> None:
    later = "0c" * 32
    text = fair.remarks(fair.commitment_of(later), (0, 1)) + records.write(
        played(pebbles, fair.joint_seed(later, ENTROPY))
    )
    match = records.read(text)
    assert fair.check_record(text, match).verdict == Verdict.VERIFIED
    found = fair.check_record(text, match, KEPT)
    assert (found.verdict, found.key) == (Verdict.TAMPERED, "other_commitment")


def test_a_record_tells_commitment_and_who_can_verify(pebbles: Game) -> None:
    match = played(pebbles, str(CLAIM.seed))
    assert fair.claim_of(fair.remarks(COMMITMENT, (1, 0)) + records.write(match), match) == CLAIM
    nobody = fair.claim_of(fair.remarks(COMMITMENT, ()) + records.write(match), match)
    assert nobody == replace(CLAIM, verifiable_by=())
    assert fair.claim_of(records.write(match), match) == replace(CLAIM, commitment="", verifiable_by=())


def test_every_finding_has_its_sentence() -> None:
    values = {"told": "a", "kept": "b", "seat": "p0", "parts": 1, "players": 2}
    for language in LANGUAGES:
        keys = {key.removeprefix("dice.") for key in core_words(language).sentences if key.startswith("dice.")}
        assert len(keys) == 11
        for key in keys:
            assert fair.Finding(Verdict.TAMPERED, key, values).told(language)
