"""Addresses to be photographed."""

from __future__ import annotations

import io

import segno


def qr_of(address: str) -> bytes:
    """An address as a picture."""
    out = io.BytesIO()
    segno.make(address, error="m").save(out, kind="svg", border=3, scale=4, dark="#2b2118", light="#ffffff")
    return out.getvalue()
