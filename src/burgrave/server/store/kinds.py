"""The words by which rows are told apart, the same in the database and in the API."""

from __future__ import annotations

from enum import StrEnum


class Status(StrEnum):
    """How far a table is: people sit down, the game is being played, it is over, or nobody finished it."""

    OPEN = "open"
    PLAYING = "playing"
    OVER = "over"
    CLOSED = "closed"


class SeatKind(StrEnum):
    """Who sits on a chair: nobody yet, a person, a bot."""

    FREE = "open"
    PERSON = "person"
    BOT = "bot"


class TimeOut(StrEnum):
    """What happens to a seat whose time is up: a bot plays until its person returns, or it has lost."""

    BOT = "bot"
    FORFEIT = "forfeit"


class EventKind(StrEnum):
    """What can happen at a table."""

    START = "start"
    RESUME = "resume"
    BY_HAND = "by_hand"
    SET_UP = "set_up"
    MOVE = "move"
    UNDO = "undo"
    ASK_UNDO = "ask_undo"
    ANSWER_UNDO = "answer_undo"
    CHAT = "chat"
    STANDING = "standing"
    EARLY = "early"
    FORFEIT = "forfeit"
    BOT_GONE = "bot_gone"
    SIT = "sit"
    OVER = "over"
    CLOSE = "close"
    REMATCH = "rematch"
    PAUSE = "pause"
    ASK_HALT = "ask_halt"
    ANSWER_HALT = "answer_halt"
    HALT = "halt"
    GO_ON = "go_on"
    AWAY = "away"
    KICK = "kick"
    LEAVE = "leave"
    LET_IN = "let_in"
    MUTE = "mute"
    SPECTATORS = "spectators"
    HINTS = "hints"
    ASK_SEAT = "ask_seat"
    ANSWER_SEAT = "answer_seat"
    RENEW_LINKS = "renew_links"
    DELETE_LINE = "delete_line"
    CLEAR_CHAT = "clear_chat"
    FORGET_NAME = "forget_name"


EVERYTHING = "*"
"""Stands for all tables in a notice."""


class Notice(StrEnum):
    """What a process tells the others beside new events: what has changed at a table without one."""

    PEOPLE = "people"
    """Who may act for a seat, or who is here."""
    SECRETS = "secrets"
    TOURNAMENT = "tournament"
    """Who takes part in a tournament, or how far it is."""
    CLOCKS = "clocks"
    """All tables' clocks stood still."""
