"""What a new tile brings: coins, and the sudden win."""

from burgrave.games.amber.board import NOBODY, TARGETS
from burgrave.games.amber.roads import connections, everything
from burgrave.games.amber.state import rule
from burgrave.games.amber.turn import finish


@rule
def settle(s, w):
    """Coins after a tile was laid, then the sudden win; true if the game goes on.

    A coin goes to the only seat connected with its village or castle, or to the box if there are several. Who alone is
    connected to everything wins at once; if several are, there is no sudden win any more.
    """
    anybody = 0
    several = 0
    complete = 0
    winner = NOBODY
    for seat in range(s.players):
        links = connections(s, w, seat)
        w.links[seat] = links
        several |= anybody & links
        anybody |= links
        if links == everything(s, seat):
            complete += 1
            winner = seat
    for target in range(TARGETS):
        if anybody >> target & 1 and s.coin[target]:
            s.coin[target] = 0
            if not several >> target & 1:
                for seat in range(s.players):
                    s.coins[seat] += int(w.links[seat]) >> target & 1
    if s.sudden_win_off or complete == 0:
        return True
    if complete > 1:
        s.sudden_win_off = 1
        return True
    finish(s, 1 << winner)
    return False
