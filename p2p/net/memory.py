"""What a session remembers of people from one evening to the next: names and keys. It blocks, for it reads files."""

from dataclasses import dataclass

from p2p.identity import PeerId
from p2p.net.files import StoreError
from p2p.net.log import Log
from p2p.net.store import KnownPlayer, Store
from p2p.table.contract import Contract


@dataclass(frozen=True, slots=True)
class Memory:
    """The known players, for one session; without a store nobody is known."""

    store: Store | None
    me: PeerId
    log: Log

    def look_up(self, name: str) -> PeerId | None:
        """Give the key that a name is known with. A file that can't be read knows nobody, and the log says so."""
        if self.store is None:
            return None
        try:
            known = self.store.known_players()
        except (StoreError, OSError) as error:
            self.log.write("players-unread", why=str(error))
            return None
        return next((player.peer_id for player in known if player.name == name), None)

    def remember(self, contract: Contract) -> None:
        """Remember the people of a contract that all have signed: not bots, and no name that two of them have."""
        if self.store is None:
            return
        names = [seat.name for seat in contract.seats if not seat.bot]
        people = [
            KnownPlayer(seat.name, seat.key)
            for seat in contract.seats
            if not seat.bot and seat.key != self.me and names.count(seat.name) == 1
        ]
        try:
            if not set(people) <= set(self.store.known_players()):
                self.store.remember_players(people)
        except (StoreError, OSError) as error:
            # The match has begun: that a file can't be written ends no evening.
            self.log.write("players-unwritten", why=str(error))
