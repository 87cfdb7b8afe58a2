"""No secret of a seat stands in the text of anything that a table holds, so in no log and no traceback."""

from random import Random

from p2p.table.mental_poker import MentalPoker
from tests.cheats.cheating import dealing_of, section_of
from tests.p2p.table.ring import Ring, ring


def test_text_of_a_running_table_shows_no_secret_and_no_hand() -> None:
    played = ring("badam-satti", 3, lambda number: MentalPoker(Random(number).randbytes), options={"rounds": "3"})

    def is_dealt(one: Ring) -> bool:
        return all(table.hand for table in one.tables)

    played.run(until=is_dealt)
    for table in played.tables:
        secret, who, toss = dealing_of(table).secret, table._identity, section_of(table).flow._toss
        assert secret is not None
        assert who is not None
        text = repr((section_of(table), table._gossip, table._crypto, who, table._presence))
        assert len(text) > 10_000
        # The toss was revealed in its step; what is hidden here is the place where it waits for it.
        for hidden in (secret, who.seed):
            assert repr(hidden) not in text
        assert f"_toss={toss!r}" not in text
        assert "hand=" not in text
