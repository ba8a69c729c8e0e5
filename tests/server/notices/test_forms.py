"""What is sent, and where to: the example of the push standard, guarded addresses, quiet hours."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime

import pytest
from cryptography.hazmat.primitives.asymmetric import ec

from burgrave.server.notices import guarded, webpush
from burgrave.server.notices.forms import STYLES, letter, push_body
from burgrave.server.notices.guarded import ForbiddenAddress, Outgoing, OutOfReach, check, is_public
from burgrave.server.notices.quiet import check as check_hours
from burgrave.server.notices.quiet import quiet_until
from burgrave.server.notices.writing import Message
from server.notices.receivers import PushBrowser, WebReceiver, bytes_of, text_of

LINES = ("Ada <b>rolls</b> 7.", "Bo pays.")
MESSAGE = Message("Twój ruch: Catan & Co", LINES, "/table/x?seat=0", "turn x", "Otwórz stół")


def private(text: str) -> ec.EllipticCurvePrivateKey:
    return ec.derive_private_key(int.from_bytes(bytes_of(text)), ec.SECP256R1())


def test_the_example_of_the_standard_is_encrypted_as_it_is_printed() -> None:
    """RFC 8291, section 5."""
    sender = private("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw")
    browser = PushBrowser(private("q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94"), bytes_of("BTBZMqHH6r4Tts7J_aSIgg"))
    text, salt = b"When I grow up, I want to be a watermelon", bytes_of("DGv6ra1nlYgDCS1FRnbzlw")
    body = webpush.encrypted(text, **browser.keys, salt=salt, sender=sender)
    assert text_of(body) == (
        "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_"
        "yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
    )
    assert browser.read(body) == text


def test_all_servers_with_one_signing_key_push_with_one_key() -> None:
    assert webpush.public_text(webpush.own_key("a" * 32)) == webpush.public_text(webpush.own_key("a" * 32))
    assert webpush.public_text(webpush.own_key("a" * 32)) != webpush.public_text(webpush.own_key("b" * 32))


def test_a_long_story_is_cut_to_what_push_services_take() -> None:
    long = Message(
        "Your turn", tuple(f"{number} " + "ż" * 200 for number in range(50)), "/table/x", "turn x", "Otwórz stół"
    )
    body = push_body(long)
    assert len(body) <= webpush.LONGEST
    assert "49 ż" in body.decode()


@pytest.mark.parametrize("keys", [("", ""), ("AAAA", "AAAA"), ("é", "x"), ("B" * 87, "A" * 22)])
def test_keys_that_are_none_are_refused(keys: tuple[str, str]) -> None:
    with pytest.raises(ValueError):  # noqa: PT011  whatever the library says
        webpush.check_keys(*keys)


PRIVATE = [
    *("127.0.0.1", "127.8.8.8", "0.0.0.0", "10.0.0.1", "172.16.3.4", "192.168.1.1", "169.254.169.254", "100.64.0.1"),
    *("224.0.0.1", "255.255.255.255", "::1", "::", "fe80::1", "fe80::1%eth0", "fc00::1", "ff02::1"),
    *("::ffff:127.0.0.1", "::ffff:10.0.0.1", "2002:7f00:1::", "64:ff9b::7f00:1", "nonsense"),
]


@pytest.mark.parametrize("address", PRIVATE)
def test_private_and_own_addresses_are_not_public(address: str) -> None:
    assert not is_public(address)


@pytest.mark.parametrize("address", ["1.1.1.1", "93.184.216.34", "2606:4700:4700::1111"])
def test_addresses_of_the_internet_are_public(address: str) -> None:
    assert is_public(address)


@pytest.mark.parametrize(
    "address",
    [
        "http://example.org/hook",
        "https://127.0.0.1/hook",
        "https://[::1]/hook",
        "https://10.0.0.1/",
        "https://user:word@example.org/",
        "https://example.org:25/",
        "ftp://example.org/",
        "file:///etc/passwd",
        "https:///x",
        "https://exa mple.org/",
        "https://example.org/\nhost: x",
        "https://[",
        "nonsense",
        "https://example.org/" + "x" * 1000,
    ],
)
def test_addresses_that_nobody_should_give_are_refused(address: str) -> None:
    with pytest.raises(ForbiddenAddress):
        check(address, private=False)


def test_an_operator_may_allow_their_own_network() -> None:
    check("http://127.0.0.1:8080/hook", private=True)
    check("https://example.org/hook", private=False)


def test_a_name_that_leads_into_our_network_is_not_followed(monkeypatch: pytest.MonkeyPatch) -> None:
    async def ask() -> int:
        async with WebReceiver() as receiver:
            monkeypatch.setattr(guarded, "check", lambda address, private: None)
            outgoing = Outgoing(private=False)
            try:
                with pytest.raises(ForbiddenAddress):
                    await outgoing.post(f"http://localhost:{receiver.port}/", {}, b"x")
            finally:
                await outgoing.close()
            return len(receiver.got)

    assert asyncio.run(ask()) == 0


def test_nobody_is_followed_to_another_address_and_silence_is_told() -> None:
    async def ask() -> tuple[int, int]:
        async with WebReceiver(statuses=[302]) as receiver:
            outgoing = Outgoing(private=True)
            status = await outgoing.post(f"{receiver.address}/a", {}, b"x")
            with pytest.raises(OutOfReach):
                await outgoing.post("http://127.0.0.1:1/", {}, b"x")
            await outgoing.close()
            return status, len(receiver.got)

    assert asyncio.run(ask()) == (302, 1)


def test_a_letter_is_plain_and_html_and_can_be_stopped_by_one_click() -> None:
    mail = letter(
        MESSAGE, "https://games.example", "https://games.example/stop", "b@games.example", "a@x.org", "pl", "mark"
    )
    assert (mail["To"], mail["Subject"], mail["List-Unsubscribe"]) == (
        "a@x.org",
        "Twój ruch: Catan & Co",
        "<https://games.example/stop>",
    )
    assert mail["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    plain, html = (mail.get_body((kind,)) for kind in ("plain", "html"))
    assert plain is not None
    assert html is not None
    assert "Ada <b>rolls</b> 7." in plain.get_content()
    assert "https://games.example/table/x?seat=0" in plain.get_content()
    assert "Ada &lt;b&gt;rolls&lt;/b&gt; 7." in html.get_content()


@pytest.mark.parametrize(
    ("style", "told"),
    [
        ("json", b'"lines": ["Ada <b>rolls</b> 7.", "Bo pays."]'),
        ("discord", b'"allowed_mentions": {"parse": []}'),
        ("slack", b"Catan &amp; Co"),
        ("ntfy", b"Bo pays."),
    ],
)
def test_each_service_is_told_as_it_wants(style: str, told: bytes) -> None:
    headers, body = STYLES[style](MESSAGE, "https://games.example/table/x", "mark")
    assert told in body
    assert all(value.isascii() for value in headers.values())


def at(hour: int, minute: int = 0, day: int = 10) -> float:
    return datetime(2026, 1, day, hour, minute, tzinfo=UTC).timestamp()


@pytest.mark.parametrize(
    ("begin", "end", "zone", "now", "until"),
    [
        ("22:00", "08:00", "UTC", at(23), at(8, day=11)),
        ("22:00", "08:00", "UTC", at(7, 59), at(8)),
        ("22:00", "08:00", "UTC", at(8), None),
        ("22:00", "08:00", "UTC", at(21, 59), None),
        ("09:00", "17:00", "UTC", at(12), at(17)),
        ("22:00", "08:00", "Europe/Warsaw", at(21, 30), at(7, day=11)),
        ("22:00", "08:00", "America/New_York", at(21, 30), None),
    ],
)
def test_quiet_hours_are_those_of_the_person(begin: str, end: str, zone: str, now: float, until: float | None) -> None:
    assert quiet_until({"begin": begin, "end": end, "zone": zone}, now) == until
    assert quiet_until(None, now) is None


@pytest.mark.parametrize(
    "given", [("Mars/Base", "22:00", "08:00"), ("UTC", "25:00", "08:00"), ("../etc", "22:00", "1:0")]
)
def test_hours_that_are_none_are_refused(given: tuple[str, str, str]) -> None:
    with pytest.raises(ValueError, match=r"hours|zone"):
        check_hours(*given)
