"""The typeface: pictures that stand alone carry it, and PNGs are drawn in it."""

from __future__ import annotations

from burgrave.core import typeface
from burgrave.core.drawing import text, text_width
from burgrave.core.picture import to_png, with_fonts


def picture(*texts: str) -> str:
    size = 'viewBox="0 0 200 40" width="200" height="40"'
    return f'<svg xmlns="http://www.w3.org/2000/svg" {size} font-family="{typeface.FONT}">{"".join(texts)}</svg>'


def faces(svg: str) -> list[str]:
    return [part.partition(";")[0] for part in svg.split("font-weight:")[1:]]


def test_a_picture_carries_the_weights_it_uses() -> None:
    assert faces(with_fonts(picture(text("Brick", 100, 20)))) == ["400"]
    assert faces(with_fonts(picture(text("Brick", 100, 20, bold=True)))) == ["700"]
    assert faces(with_fonts(picture(text("Brick", 50, 20), text("2", 150, 20, bold=True)))) == ["400", "700"]


def test_a_picture_with_polish_letters_carries_them_too() -> None:
    assert faces(with_fonts(picture(text("Cegła", 100, 20)))) == ["400", "400"]


def test_a_picture_without_text_carries_no_font() -> None:
    assert "<style" not in with_fonts(picture('<path d="M0 0H9"/>'))


def test_polish_letters_in_a_png_have_the_weight_of_their_word() -> None:
    plain, bold = (to_png(picture(text("ąćęłńśźż", 100, 20, bold=bold))) for bold in (False, True))
    assert plain != bold
    assert to_png(picture()) not in (plain, bold)


def test_names_in_other_alphabets_are_drawn() -> None:
    assert to_png(picture(text("Ольга", 100, 20))) != to_png(picture())


def test_the_estimated_width_has_room_for_the_text() -> None:
    assert 100 < text_width("Settlers of Catan", 14, bold=True) < 140
