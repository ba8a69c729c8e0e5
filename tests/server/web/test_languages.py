"""Whatever a page refuses it says in the language of the page."""

from __future__ import annotations

import re
from collections.abc import Mapping
from itertools import combinations, product
from pathlib import Path
from typing import Any

import httpx
import pytest

import burgrave.server
from burgrave.core import registry, words
from burgrave.core.errors import Mistake
from burgrave.core.spec import Option, OptionValue, Spec
from burgrave.core.words import LANGUAGES
from server.conftest import application, client_of

FORM = {
    "content-type": "application/x-www-form-urlencoded",
    "accept": "text/html",
    "origin": "http://testserver",
}
RECORD = "burgrave 1\ngame: catan\nplayers: 2\nset_up: fixed_board\nfirst_player: p0\n"


async def page_after(client: httpx.AsyncClient, path: str, fields: Mapping[str, str], language: str) -> str:
    """What the page says that follows a form."""
    body = str(httpx.QueryParams(dict(fields)))
    answer = await client.post(path, content=body, headers={**FORM, "accept-language": language})
    said = re.search(r'<p class="(?:lead|notice alarm)"[^>]*>(?!.*<a href="/guide)(.*?)</p>', answer.text)
    assert said, answer.text
    return said[1].replace("&#39;", "'")


@pytest.mark.asyncio
@pytest.mark.parametrize(
    ("game", "fields", "english", "polish"),
    [
        (
            "catan",
            {"players": "9"},
            "“Players” cannot be “9”; valid: 2 to 4.",
            "Opcja „Liczba graczy” nie może mieć wartości „9”; do wyboru: od 2 do 4.",
        ),
        (
            "catan",
            {"target_points": "9" * 5000},
            f"“Points to win” cannot be “{'9' * 40}…”; valid: 5 to 15.",
            f"Opcja „Punkty do zwycięstwa” nie może mieć wartości „{'9' * 40}…”; do wyboru: od 5 do 15.",
        ),
        (
            "catan",
            {"bank_shortage": "x"},
            "“When the bank runs short” cannot be “x”; valid: nobody, unless only one is owed; in turn order, as far "
            "as it lasts.",
            "Opcja „Gdy w banku brakuje kart” nie może mieć wartości „x”; do wyboru: nikt, chyba że należy się tylko "
            "jednemu; w kolejności tury, póki starcza.",
        ),
        (
            "barony",
            {"voluntary_pass": "x"},
            "“Passing at will” cannot be “x”; valid: no; yes.",
            "Opcja „Dobrowolne pasowanie” nie może mieć wartości „x”; do wyboru: nie; tak.",
        ),
        (
            "catan",
            {"players": "3", "first_player": "p3"},
            "There is no player 4 to begin: only 3 play.",
            "Gracz 4 nie może zaczynać: to stół dla 3 osób.",
        ),
        (
            "hansa",
            {"players": "2", "first": "p4"},
            "There is no player 5 to begin: only 2 play.",
            "Gracz 5 nie może zaczynać: to stół dla 2 osób.",
        ),
        (
            "burgundy",
            {"players": "4", "estates": "", "estates.further": "39"},
            "“39” names 2 boards for 4 players; give one digit for each.",
            "„39” to 2 plansze dla 4 osób; podaj po jednej cyfrze dla każdej.",
        ),
        (
            "burgundy",
            {"estates": "", "estates.further": "0"},
            "“Estates” cannot be “0”; valid: board 1 for everybody, a random sheet, or one digit from 1 to 9 for each "
            "seat (such as 39 for two players).",
            "Opcja „Posiadłości” nie może mieć wartości „0”; do wyboru: plansza 1 dla wszystkich, losowa plansza z "
            "wyborem strony albo po jednej cyfrze od 1 do 9 dla każdego miejsca (na przykład 39 dla dwóch graczy).",
        ),
        (
            "catan",
            {"clock": "5"},
            "The time for a move must be 10 to 604800 seconds.",
            "Czas na ruch musi wynosić od 10 do 604800 sekund.",
        ),
        (
            "catan",
            {"clock": "soon"},
            "The time for a move must be 10 to 604800 seconds.",
            "Czas na ruch musi wynosić od 10 do 604800 sekund.",
        ),
        (
            "catan",
            {"seat0": "bot:genius"},
            "There is no bot level “genius”; valid: random, easy, normal, hard, master.",
            "Nie ma bota o poziomie „genius”; do wyboru: random, easy, normal, hard, master.",
        ),
        (
            "catan",
            {"seat0": "ghost"},
            "A seat cannot be “ghost”; valid: me, person, bot.",
            "Miejsca nie może zająć „ghost”; do wyboru: me (ja), person (inna osoba), bot.",
        ),
    ],
)
async def test_the_form_for_a_table_says_what_is_wrong(
    client: httpx.AsyncClient, game: str, fields: dict[str, str], english: str, polish: str
) -> None:
    for language, sentence in (("en", english), ("pl", polish)):
        assert await page_after(client, f"/new/{game}", fields, language) == sentence


@pytest.mark.asyncio
@pytest.mark.parametrize(
    ("text", "english", "polish"),
    [
        (
            "hello",
            "Line 1: this is no Burgrave record; it must begin with 'burgrave 1'.",
            "Wiersz 1: to nie jest zapis gry Burgrave; pierwszy wiersz musi brzmieć „burgrave 1”.",
        ),
        (
            "burgrave 7",
            "Line 1: a record of version '7'; this program reads version 1.",
            "Wiersz 1: zapis w wersji „7”; ten program czyta wersję 1.",
        ),
        (
            "burgrave 1",
            "Line 1: the record does not name its game ('game: catan').",
            "Wiersz 1: zapis nie mówi, jaka to gra („game: catan”).",
        ),
        (
            "burgrave 1\ngame: chess",
            "Line 2: There is no game “chess”; valid: amber, barony, burgundy, catan, hansa.",
            "Wiersz 2: Nie ma gry „chess”; do wyboru: amber, barony, burgundy, catan, hansa.",
        ),
        (
            "burgrave 1\ngame: amber\nsize: 3",
            "Line 3: This game has no option “size”; valid: players, layout, variant, castles, start, placement_join.",
            "Wiersz 3: Ta gra nie ma opcji „size”; do wyboru: players, layout, variant, castles, start, "
            "placement_join.",
        ),
        (
            "burgrave 1\ngame: catan\nplayers: 7",
            "Line 3: “Players” cannot be “7”; valid: 2 to 4.",
            "Wiersz 3: Opcja „Liczba graczy” nie może mieć wartości „7”; do wyboru: od 2 do 4.",
        ),
        (
            RECORD + "game: catan",
            "Line 6: 'game' is given twice.",
            "Wiersz 6: „game” podano dwa razy.",
        ),
        (
            RECORD + "what is this",
            "Line 6: 'what is this' is neither 'key: value' nor a move like 'p0: settle 12'.",
            "Wiersz 6: „what is this” to ani „nazwa: wartość”, ani ruch, na przykład „p0: settle 12”.",
        ),
        (
            RECORD + "seats: A, B, C",
            "Line 6: 3 seats for 2 players.",
            "Wiersz 6: 3 miejsca, a graczy ma być 2.",
        ),
        (
            RECORD + "p1: settle 12",
            "Line 6: it is the move of p0, not of p1.",
            "Wiersz 6: teraz ruch ma p0, a nie p1.",
        ),
        (
            RECORD + "p0: settle 12\nroll",
            "Line 7: 'roll' is not a move like 'p0: settle 12' or 'chance: roll 3 4'.",
            "Wiersz 7: „roll” nie jest ruchem, takim jak „p0: settle 12” albo „chance: roll 3 4”.",
        ),
        (
            RECORD + "p0: roll",
            "Line 6: 'roll' cannot be played: First place your settlement on a free intersection.",
            "Wiersz 6: ruchu „roll” nie można wykonać: Najpierw postaw osiedle na wolnym skrzyżowaniu.",
        ),
        (
            RECORD + "p0: fly",
            "Line 6: 'fly' cannot be played: There is no move “fly”.",
            "Wiersz 6: ruchu „fly” nie można wykonać: Nie ma ruchu „fly”.",
        ),
        (
            RECORD + "seed: 5",
            "Line 6: a seed belongs to a finished game only; this record stops before the end.",
            "Wiersz 6: ziarno podaje się tylko dla zakończonej gry, a ten zapis urywa się przed końcem.",
        ),
    ],
)
async def test_a_record_that_cannot_be_read_is_explained(
    client: httpx.AsyncClient, text: str, english: str, polish: str
) -> None:
    for language, sentence in (("en", english), ("pl", polish)):
        assert await page_after(client, "/upload", {"record": text}, language) == sentence


NOWHERE = "A" * 22


@pytest.mark.asyncio
@pytest.mark.parametrize(
    ("method", "path", "english", "polish"),
    [
        ("GET", "/nowhere", "There is no such page.", "Nie ma takiej strony."),
        ("GET", "/upload", "This page cannot be opened that way.", "Tej strony nie można tak otworzyć."),
        ("GET", f"/table/{NOWHERE}", "There is no such table (any more).", "Nie ma (już) takiego stołu."),
        (
            "GET",
            f"/replay/{NOWHERE}?n=last",
            "This address or form cannot be read: query.n is not valid.",
            "Tego adresu lub formularza nie da się odczytać: wartość query.n jest nieprawidłowa.",
        ),
        ("POST", "/seat", "This link does not open any seat.", "Ten link nie otwiera żadnego miejsca."),
    ],
)
async def test_a_wrong_address_is_explained(
    client: httpx.AsyncClient, method: str, path: str, english: str, polish: str
) -> None:
    for language, sentence in (("en", english), ("pl", polish)):
        answer = await client.request(method, path, headers={**FORM, "accept-language": language})
        assert f">{sentence}</p>" in answer.text


@pytest.mark.asyncio
@pytest.mark.parametrize(
    ("headers", "length", "english", "polish"),
    [
        ({}, 1_100_000, "Too long: more than 1000000 bytes.", "Za długie: więcej niż 1000000 bajtów."),
        (
            {"origin": "http://evil.example"},
            1,
            "This request does not come from one of this server's pages.",
            "To zapytanie nie pochodzi ze strony tego serwera.",
        ),
    ],
)
async def test_what_the_guard_stops_is_explained_on_a_page(
    client: httpx.AsyncClient, headers: dict[str, str], length: int, english: str, polish: str
) -> None:
    for language, sentence in (("en", english), ("pl", polish)):
        asked = {**FORM, **headers, "accept-language": language}
        answer = await client.post("/upload", content=b"x" * length, headers=asked)
        assert f">{sentence}</p>" in answer.text.replace("&#39;", "'")


@pytest.mark.asyncio
async def test_hurry_is_explained_on_a_page(tmp_path: Path) -> None:
    app = application(tmp_path, requests_per_second=0.001, request_burst=1, tables_per_minute=0.001)
    async with app.router.lifespan_context(app), client_of(app, headers=FORM) as client:
        await client.get("/health")
        for language, sentence in (("en", "Too many requests; wait"), ("pl", "Za dużo zapytań; poczekaj chwilę")):
            answer = await client.get("/", headers={"accept-language": language})
            assert sentence in answer.text
            assert answer.headers["retry-after"] == "1000"


@pytest.mark.asyncio
async def test_too_many_new_tables_are_explained_on_a_page(tmp_path: Path) -> None:
    app = application(tmp_path, tables_per_minute=0.001)
    async with app.router.lifespan_context(app), client_of(app, headers=FORM) as client:
        for language, sentence in (("en", "Too many new tables;"), ("pl", "Za dużo nowych stołów;")):
            answer = await client.post("/new/catan", content="players=2", headers={"accept-language": language})
            assert sentence in answer.text


@pytest.mark.asyncio
@pytest.mark.parametrize(
    ("path", "body", "english", "polish"),
    [
        ("moves", {"seq": 10**6, "move": "roll"}, "The position has changed", "Pozycja tymczasem się zmieniła."),
        ("moves", {"seq": -1, "move": "fly"}, "There is no move “fly”.", "Nie ma ruchu „fly”."),
        ("moves", {"seq": -1, "move": "setle 12"}, "The nearest: settle 12", "Najbliższe: settle 12"),
        ("moves", {"seq": -1, "move": "roll"}, "First place your settlement", "Najpierw postaw osiedle"),
        ("undo", {"seq": -1}, "This move cannot be taken back.", "Tego ruchu nie można cofnąć."),
        ("undo/answer", {"yes": True}, "No undo request is pending.", "Nikt teraz nie prosi o cofnięcie."),
        (
            "standing",
            {"answer": "pass nowhere", "on": True},
            "There is no such standing answer.",
            "Nie ma takiej stałej odpowiedzi.",
        ),
        ("chat", {"text": "  "}, "The message is empty.", "Wiadomość jest pusta."),
        ("chat", {"text": "x" * 501}, "body.text: String should have", "wartość body.text jest nieprawidłowa."),
        ("seats/1", {}, "This seat is taken.", "To miejsce jest zajęte."),
        ("seats/1/bot", {"level": "genius"}, "This seat cannot be changed", "Tego miejsca nie można teraz zmienić."),
        ("seats/5/return", {}, "This is not your seat.", "To nie jest twoje miejsce."),
        ("rematch", {}, "The game is not over yet.", "Gra jeszcze się nie skończyła."),
    ],
)
async def test_what_a_table_refuses_is_said_in_the_language_of_the_page(
    client: httpx.AsyncClient, path: str, body: dict[str, Any], english: str, polish: str
) -> None:
    table, seq = await own_table(client)
    if body.get("seq") == -1:
        body = {**body, "seq": seq}
    for language, sentence in (("en", english), ("pl", polish)):
        answer = await client.post(f"/api/tables/{table}/{path}?language={language}", json=body)
        assert answer.status_code >= 400
        assert sentence in answer.json()["detail"]


async def own_table(client: httpx.AsyncClient) -> tuple[str, int]:
    """A table of Catan for one person with two seats, and the number of its last event."""
    client.headers["origin"] = "http://testserver"
    await client.get("/", headers={"accept": "text/html"})
    options = {"set_up": "fixed_board", "first_player": "p0"}
    wanted = {"game": "catan", "seats": [{"kind": "me"}, {"kind": "me"}], "options": options}
    made = (await client.post("/api/tables", json=wanted)).json()
    state = (await client.get(f"/api/tables/{made['id']}")).json()
    return made["id"], state["seq"]


@pytest.mark.asyncio
@pytest.mark.parametrize(
    ("path", "body", "english", "polish"),
    [
        ("undo", {"seq": 1}, "You do not sit at this table.", "Nie siedzisz przy tym stole."),
        ("chat", {"text": "hi"}, "Choose a name first.", "Najpierw wybierz imię."),
        ("chat?seat=0", {"text": "hi"}, "This is not your seat.", "To nie jest twoje miejsce."),
        (
            "seats/0/bot",
            {},
            "Only the host or the player in this seat may do this.",
            "Może to zrobić tylko gospodarz stołu albo osoba, która tu siedzi.",
        ),
        ("seats/0/link", {}, "This is not your seat.", "To nie jest twoje miejsce."),
        ("rematch", {}, "You did not play here.", "Ta gra toczyła się bez ciebie."),
    ],
)
async def test_what_a_stranger_may_not_do_is_said_in_the_language_of_the_page(
    client: httpx.AsyncClient, path: str, body: dict[str, Any], english: str, polish: str
) -> None:
    table, _ = await own_table(client)
    client.cookies.clear()
    for language, sentence in (("en", english), ("pl", polish)):
        address = f"/api/tables/{table}/{path}{'&' if '?' in path else '?'}language={language}"
        answer = await client.post(address, json=body)
        assert answer.json()["detail"] == sentence


@pytest.mark.asyncio
async def test_a_typed_text_that_is_no_move_is_answered_in_the_language_of_the_page(client: httpx.AsyncClient) -> None:
    table, _ = await own_table(client)
    for language, sentence in (("en", "There is no move “fly”."), ("pl", "Nie ma ruchu „fly”.")):
        answer = await client.get(f"/api/tables/{table}/why_not?move=fly&language={language}")
        assert answer.json()["detail"] == sentence


@pytest.mark.asyncio
async def test_who_has_no_name_is_a_player_in_the_language_of_the_page(client: httpx.AsyncClient) -> None:
    wanted = {"game": "catan", "seats": [{"kind": "me"}, {"kind": "person"}, {"kind": "person"}]}
    made = (await client.post("/api/tables?language=pl", json=wanted)).json()
    host = {"authorization": f"Bearer {made['host_token']}"}
    await client.post(f"/api/tables/{made['id']}/seats/1?language=pl", json={})
    await client.post(f"/api/tables/{made['id']}/seats/2/bot", json={}, headers=host)
    state = (await client.get(f"/api/tables/{made['id']}")).json()
    assert [seat["name"] for seat in state["seats"]] == ["Gracz", "Gracz 2", "Ada"]


def some_values(option: Option) -> list[OptionValue]:
    """All values of an option, of a long range its ends."""
    return list(option.values) if len(option.values) < 30 else [option.values[0], option.values[-1]]


def settings_in_pairs(spec: Spec) -> list[dict[str, OptionValue]]:
    """Every number of players with every pair of option values."""
    usual = {option.name: option.default for option in spec.options}
    found: list[dict[str, OptionValue]] = [{"players": players, **usual} for players in spec.players]
    for one, other in combinations([*spec.options, Option("players", spec.default_players, range(2, 9))], 2):
        for first, second in product(some_values(one), some_values(other)):
            found.append({"players": spec.default_players, **usual, one.name: first, other.name: second})
    return [options for options in found if options["players"] in spec.players]


@pytest.mark.parametrize("name", registry.games())
def test_no_option_and_no_contradiction_of_a_game_lacks_words(name: str) -> None:
    spec = registry.spec(name)
    contradictions = [wrong for options in settings_in_pairs(spec) if (wrong := spec.conflict(options))]
    for wrong in contradictions:
        assert isinstance(wrong, Mistake)
        assert wrong.key.startswith("conflict.")
        assert len({wrong.told(language) for language in LANGUAGES}) == len(LANGUAGES)
    for option in spec.options:
        with pytest.raises(Mistake) as caught:
            spec.parse(option.name, "nonsense")
        assert len({caught.value.told(language) for language in LANGUAGES}) == len(LANGUAGES)
        for language in LANGUAGES:
            assert words.option_name(spec, option.name, language) in caught.value.told(language)


@pytest.mark.parametrize("name", ["catan", "hansa", "burgundy"])
def test_games_whose_options_can_contradict_each_other_do_so_in_the_test_above(name: str) -> None:
    spec = registry.spec(name)
    assert any(spec.conflict(options) for options in settings_in_pairs(spec))


def test_no_refusal_of_the_server_is_written_in_one_language() -> None:
    for path in Path(burgrave.server.__file__).parent.rglob("*.py"):
        source = path.read_text(encoding="utf-8")
        assert not re.search(r'(HTTPException|Refusal|Forbidden)\(\s*\d+,\s*f?"', source), path.name
