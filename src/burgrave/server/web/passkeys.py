"""Passkeys: a device proves by WebAuthn that it is somebody's, wherever their cookie has gone."""

from __future__ import annotations

import base64
import contextlib
import hashlib
import json
import time
from collections.abc import Iterator, Mapping, Sequence
from typing import Any
from urllib.parse import urlsplit

from burgrave.server.store.people import Passkey
from burgrave.server.tables.refusal import Refusal

SECONDS = 300.0
"""How long a device may take to answer."""
ADD, ENTER = "passkey", "enter"
"""What a challenge is for."""


def site_of(address: str) -> str:
    """The name by which devices know this server."""
    return urlsplit(address).hostname or ""


def mark_of(credential: bytes) -> str:
    """What a passkey is found by; its own name may be long."""
    return hashlib.sha256(credential).hexdigest()


def wish_to_add(address: str, player: str, name: str, challenge: bytes, known: Sequence[Passkey]) -> dict[str, Any]:
    """What a browser needs to make a passkey."""
    from webauthn import generate_registration_options, options_to_json
    from webauthn.helpers.structs import (
        AuthenticatorSelectionCriteria,
        PublicKeyCredentialDescriptor,
        ResidentKeyRequirement,
        UserVerificationRequirement,
    )

    wish = generate_registration_options(
        rp_id=site_of(address),
        rp_name="Burgrave",
        user_id=hashlib.sha256(player.encode()).digest(),
        user_name=name,
        user_display_name=name,
        challenge=challenge,
        authenticator_selection=AuthenticatorSelectionCriteria(
            resident_key=ResidentKeyRequirement.REQUIRED, user_verification=UserVerificationRequirement.PREFERRED
        ),
        exclude_credentials=[PublicKeyCredentialDescriptor(id=_bytes(key.credential)) for key in known],
    )
    found: dict[str, Any] = json.loads(options_to_json(wish))
    return found


def wish_to_enter(address: str, challenge: bytes) -> dict[str, Any]:
    """What a browser needs to ask its person for a passkey of this server."""
    from webauthn import generate_authentication_options, options_to_json

    wish = generate_authentication_options(rp_id=site_of(address), challenge=challenge)
    found: dict[str, Any] = json.loads(options_to_json(wish))
    return found


def added(address: str, player: str, name: str, challenge: bytes, answer: Mapping[str, Any]) -> Passkey:
    """The passkey that a device has made; a Refusal when it does not prove that."""
    from webauthn import verify_registration_response

    with _refusing():
        found = verify_registration_response(
            credential=dict(answer),
            expected_challenge=challenge,
            expected_rp_id=site_of(address),
            expected_origin=_origin(address),
        )
    return Passkey(
        mark_of(found.credential_id),
        player,
        _text(found.credential_id),
        _text(found.credential_public_key),
        found.sign_count,
        name,
        time.time(),
    )


def entered(address: str, passkey: Passkey, challenge: bytes, answer: Mapping[str, Any]) -> int:
    """How often a passkey was used, by what the device says; a Refusal when it does not prove to be the one."""
    from webauthn import verify_authentication_response

    with _refusing():
        found = verify_authentication_response(
            credential=dict(answer),
            expected_challenge=challenge,
            expected_rp_id=site_of(address),
            expected_origin=_origin(address),
            credential_public_key=_bytes(passkey.public_key),
            credential_current_sign_count=passkey.sign_count,
        )
    return found.new_sign_count


def mark_in(answer: Mapping[str, Any]) -> str:
    """Which passkey an answer speaks of."""
    try:
        return mark_of(_bytes(str(answer.get("rawId", ""))))
    except ValueError:
        raise Refusal("passkey", 422) from None


def challenge_in(answer: Mapping[str, Any]) -> bytes:
    """The challenge that an answer says it answers."""
    try:
        told = json.loads(_bytes(str(answer["response"]["clientDataJSON"])))
        return _bytes(str(told["challenge"]))
    except (KeyError, TypeError, ValueError, RecursionError):
        raise Refusal("passkey", 422) from None


@contextlib.contextmanager
def _refusing() -> Iterator[None]:
    """Whatever is wrong with an answer is one sentence; the library fails in many ways at bytes that anybody sends."""
    try:
        yield
    except Exception as error:
        raise Refusal("passkey", 422) from error


def _origin(address: str) -> str:
    parts = urlsplit(address)
    return f"{parts.scheme}://{parts.netloc}"


def _text(given: bytes) -> str:
    return base64.urlsafe_b64encode(given).decode().rstrip("=")


def _bytes(text: str) -> bytes:
    return base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True)
