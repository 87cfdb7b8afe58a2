import ast
import json
from pathlib import Path
from random import Random
from string import Formatter

import pytest
from typer.testing import CliRunner

import p2p.table.audit
import p2p.table.transcript
from cli import checked_file, verify, words_table, words_verify
from cli.app import app
from cli.checked_file import check_file
from cli.language import Language
from cli.text import Words
from cli.verify import report_json, report_lines
from p2p.identity import fingerprint
from p2p.table.blame import Code
from p2p.wire.envelope import Chained, parse_envelope, seal_chained
from p2p.wire.messages import Agree
from tests.cli.transcripts import (
    NAMES,
    cheated_match,
    cut,
    entry_at,
    false_reveal,
    false_toss,
    fast_match,
    fast_ring,
    joined,
    kinds,
    real_double_sir,
)
from tests.p2p.table.standin import StandIn

runner = CliRunner()


@pytest.fixture
def fast(monkeypatch: pytest.MonkeyPatch) -> None:
    """Check signatures and proofs with the stand-in."""
    monkeypatch.setattr(checked_file, "MentalPoker", lambda _: StandIn(Random(0)))


def at(tmp_path: Path, data: bytes) -> str:
    path = tmp_path / "table.patte"
    path.write_bytes(data)
    return str(path)


def told(path: str, *words: str, code: int) -> str:
    result = runner.invoke(app, ["verify", path, *words])
    assert result.exit_code == code, result.output
    assert result.stderr == ""
    return result.stdout


def found(path: str, code: int) -> dict[str, object]:
    report: dict[str, object] = json.loads(told(path, "--json", code=code))
    return report


def test_fair_match_is_told_check_by_check(tmp_path: Path) -> None:
    path = at(tmp_path, real_double_sir())
    lines = told(path, code=0).splitlines()
    marks = [line[:2] for line in lines if line[2:4] == "  "]
    assert marks == ["ok"] * 10
    whole = "\n".join(lines)
    for said in (
        "by P0, P1, P2, P3, in this order",
        "208 keys",
        "53 moves",
        "score sheet. Won by",
        "holds: this table",
    ):
        assert said in whole
    report = found(path, 0)
    assert (report["fair"], report["finished"], report["signed"], report["cheats"]) == (True, True, True, [])
    rounds = report["rounds"]
    assert isinstance(rounds, list)
    assert len(rounds) == 1
    expected = {"shuffled": [0, 1, 2, 3], "same_deck": True, "escrow": True, "shares": 208, "moves": 53}
    assert expected.items() <= rounds[0].items()
    assert rounds[0]["revealed"] == [0, 1, 2, 3]


@pytest.mark.usefixtures("fast")
def test_explain_says_each_reason_once(tmp_path: Path) -> None:
    path = at(tmp_path, fast_match())
    short, long = told(path, code=0), " ".join(told(path, "--explain", code=0).split())
    for name, reason in vars(words_verify).items():
        if name in {
            "SHUFFLES_WHY",
            "SAME_DECK_WHY",
            "ESCROW_WHY",
            "SHARES_WHY",
            "MOVES_WHY",
            "REVEAL_WHY",
            "SCORE_WHY",
        }:
            assert reason.en not in short
            assert long.count(reason.en) == 1


@pytest.mark.usefixtures("fast")
def test_every_round_of_a_match_is_told(tmp_path: Path) -> None:
    path = at(tmp_path, fast_match(random_seats=True))
    lines = told(path, code=0).splitlines()
    assert [line for line in lines if line.startswith("Round")] == ["Round 1", "Round 2", "Round 3"]
    rounds = found(path, 0)["rounds"]
    assert isinstance(rounds, list)
    assert [(one["attempt"], one["round"], one["counted"]) for one in rounds] == [(n, n + 1, True) for n in range(3)]


@pytest.mark.usefixtures("fast")
def test_hindi_report_has_the_same_lines(tmp_path: Path) -> None:
    path = at(tmp_path, fast_match())
    english, hindi = (told(path, "--lang", lang, code=0).splitlines() for lang in ("en", "hi"))
    assert [line[:4] for line in english if line[2:4] == "  "] == [line[:4] for line in hindi if line[2:4] == "  "]
    assert len(english) == len(hindi)
    assert all(any("\u0900" <= char <= "\u097f" for char in line) for line in hindi if line.startswith("ok"))


@pytest.mark.usefixtures("fast")
def test_changed_message_is_found_where_it_stands(tmp_path: Path) -> None:
    entries = cut(fast_match())
    chooser = Random(1)
    for index in chooser.sample(range(1, len(entries)), 25):
        changed = [*entries]
        place = chooser.randrange(len(entries[index]) - 66)
        changed[index] = entries[index][:place] + bytes([entries[index][place] ^ 1]) + entries[index][place + 1 :]
        fault = found(at(tmp_path, joined(changed)), 6)["fault"]
        assert isinstance(fault, dict)
        assert fault["entry"] == index


@pytest.mark.usefixtures("fast")
def test_byte_changed_without_closing_the_file_anew_is_found(tmp_path: Path) -> None:
    data = fast_match()
    chooser = Random(2)
    for place in chooser.sample(range(len(data)), 40):
        changed = data[:place] + bytes([data[place] ^ 1 << chooser.randrange(8)]) + data[place + 1 :]
        fault = found(at(tmp_path, changed), 6)["fault"]
        assert isinstance(fault, dict)
        # A contract that was changed still reads as one; the first signature under it shows that it is another.
        assert fault["entry"] in {entry_at(data, place), entry_at(data, place) + (entry_at(data, place) == 0)}


@pytest.mark.usefixtures("fast")
def test_message_left_out_repeated_or_moved_is_found(tmp_path: Path) -> None:
    entries = cut(fast_match())
    for index in Random(3).sample(range(1, len(entries) - 1), 12):
        out = [*entries[:index], *entries[index + 1 :]]
        twice = [*entries[: index + 1], *entries[index:]]
        swapped = [*entries[:index], entries[index + 1], entries[index], *entries[index + 2 :]]
        for changed in (out, twice, swapped):
            fault = found(at(tmp_path, joined(changed)), 6)["fault"]
            assert isinstance(fault, dict)
            # Two messages of two seats for one step, swapped, show at the second.
            assert abs(fault["entry"] - index) <= 2


@pytest.mark.usefixtures("fast")
def test_fault_names_the_message(tmp_path: Path) -> None:
    entries = cut(fast_match())
    index = kinds(entries).index("shuffle", 1)
    entries[index] = entries[index][:-1] + bytes([entries[index][-1] ^ 1])
    text = told(at(tmp_path, joined(entries)), code=6)
    assert f"Message {index + 1} of {len(entries)}, “shuffle” by Asha, Round 1: the signature does not hold." in text
    assert "accuses nobody" in text


@pytest.mark.usefixtures("fast")
def test_table_that_was_left_after_a_round_is_fair_and_unfinished(tmp_path: Path) -> None:
    entries = cut(fast_match())
    names = kinds(entries)
    end = names.index("commit", names.index("reveal"))
    path = at(tmp_path, joined(entries[:end]))
    assert "was not finished in this file" in told(path, code=0)
    report = found(path, 0)
    assert (report["fair"], report["finished"], report["signed"], report["winners"]) == (True, False, False, [])


@pytest.mark.usefixtures("fast")
def test_match_without_signed_sheet_says_so(tmp_path: Path) -> None:
    entries = cut(fast_match())
    path = at(tmp_path, joined(entries[: kinds(entries).index("sheet")]))
    assert "--  The match is over, but the score sheet is not signed" in told(path, code=0)
    report = found(path, 0)
    assert (report["finished"], report["signed"]) == (True, False)


@pytest.mark.usefixtures("fast")
def test_only_the_contract_signed(tmp_path: Path) -> None:
    entries = cut(fast_match())
    path = at(tmp_path, joined(entries[: kinds(entries).index("coin-commit")]))
    text = told(path, code=0)
    assert "coin was thrown" not in text
    assert found(path, 0)["coin"] is None


@pytest.mark.usefixtures("fast")
def test_cheat_is_named_with_what_and_where(tmp_path: Path) -> None:
    path = at(tmp_path, cheated_match())
    text = told(path, code=6)
    assert "NO  Caught, with proof: Chitra (bot) told different people different things" in text
    assert "Where: Round 2, step" in text
    assert "A cheat is proved" in text
    report = found(path, 6)
    cheats = report["cheats"]
    assert isinstance(cheats, list)
    assert [(one["seat"], one["code"], one["round"]) for one in cheats] == [(2, "two-messages", 2)]
    assert report["fair"] is False


@pytest.mark.usefixtures("fast")
def test_who_takes_the_seat_of_a_cheat_is_not_named_for_it(tmp_path: Path) -> None:
    path = at(tmp_path, cheated_match(goes_on=True))
    text = told(path, code=6)
    caught = [line for line in text.splitlines() if "Caught" in line]
    assert len(caught) == 1
    assert "Chitra" in caught[0]
    assert "Round 2, dealt again" in text
    assert "score sheet. Won by" in text
    report = found(path, 6)
    seats, cheats = report["seats"], report["cheats"]
    assert isinstance(seats, list)
    assert isinstance(cheats, list)
    assert [seat["name"] for seat in seats] == ["Asha", "Bina", "Dev"]
    assert cheats[0]["name"] == "Chitra (bot)"
    assert cheats[0]["key"] != seats[2]["key"]


@pytest.mark.usefixtures("fast")
def test_names_reach_the_screen_made_safe(tmp_path: Path) -> None:
    hostile = ("\x1b[2Jred", "a\u202eb", "Chitra")
    path = at(tmp_path, fast_match(hostile))
    for words in ((), ("--json",), ("--lang", "hi")):
        text = told(path, *words, code=0)
        assert not {"\x1b", "\u202e"} & set(text)
        assert "\\u001b" not in text


@pytest.mark.usefixtures("fast")
def test_keys_are_shown(tmp_path: Path) -> None:
    text = told(at(tmp_path, fast_match()), code=0)
    for seat, name in zip(fast_ring().tables[0].contract.seats, NAMES, strict=True):
        assert f"{fingerprint(seat.key)}   {name}" in text


def test_file_that_is_not_there_is_a_wrong_line(tmp_path: Path) -> None:
    result = runner.invoke(app, ["verify", str(tmp_path / "none.patte")])
    assert (result.exit_code, result.stdout) == (2, "")
    assert "none.patte" in result.stderr


@pytest.mark.parametrize("name", ["", "a\0b"])
def test_file_that_cannot_be_read_is_local_trouble(name: str, tmp_path: Path) -> None:
    result = runner.invoke(app, ["verify", str(tmp_path) + name])
    assert (result.exit_code, result.stdout) == (7, "")
    assert "cannot be read" in result.stderr


@pytest.mark.parametrize("data", [b"", b"\0", b"patte", b"patte transcript 1\n", b"patte transcript 1\n\0\0\0\1\x90"])
def test_file_that_is_no_transcript_is_not_true(data: bytes, tmp_path: Path) -> None:
    path = at(tmp_path, data)
    assert "not a true record" in told(path, code=6)
    assert found(path, 6)["game"] is None


def test_file_beyond_all_measure_is_not_read_whole(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(checked_file, "MOST_FILE_BYTES", 1000)
    assert "longer than any" in told(at(tmp_path, b"p" * 1001), code=6)


def test_every_fault_has_words() -> None:
    """Nothing that reader or auditor say of a file is left without words, and no words are left over."""
    said = {"the seats disagree about the state of the match", "the file is too long"}
    for module in (p2p.table.audit, p2p.table.transcript):
        assert module.__file__ is not None
        for node in ast.walk(ast.parse(Path(module.__file__).read_text())):
            match node:
                case ast.Call(func=ast.Name("TranscriptError"), args=[_, ast.Constant(str(why))]):
                    said.add(why)
                case ast.Call(func=ast.Name("TranscriptError"), args=[_, ast.JoinedStr([ast.Constant(str(why)), *_])]):
                    said.add(why.partition(":")[0])
                case ast.Assign([ast.Name("_WHY_NOT")], ast.Dict(values=values)):
                    said.update(str(value.value) for value in values if isinstance(value, ast.Constant))
                case _:
                    pass
    assert set(words_verify.FAULTS) == said


def test_every_code_has_words() -> None:
    assert set(words_table.CHEATS) == {code.value for code in Code}


def test_both_languages_take_the_same_values() -> None:
    phrases = [value for value in vars(words_verify).values() if isinstance(value, Words)]
    assert len(phrases) > 40
    for phrase in [*phrases, *words_verify.FAULTS.values()]:
        english, hindi = (
            {name for _, name, _, _ in Formatter().parse(text) if name} for text in (phrase.en, phrase.hi)
        )
        assert english == hindi, phrase


def test_unknown_fault_is_told_in_the_programs_words() -> None:
    fault = checked_file.Fault(3, 9, "something new")
    assert verify._fault_line(fault, Language.ENGLISH) == "Message 4 of 9: something does not fit (something new)."


@pytest.mark.usefixtures("fast")
def test_report_is_the_same_for_the_same_file(tmp_path: Path) -> None:
    path = at(tmp_path, cheated_match(goes_on=True))
    first, second = (check_file(path, Language.ENGLISH) for _ in range(2))
    assert report_json(path, first) == report_json(path, second)
    assert list(report_lines(first, Language.HINDI, explain=True, columns=40)) == list(
        report_lines(second, Language.HINDI, explain=True, columns=40)
    )


@pytest.mark.usefixtures("fast")
def test_loss_of_a_file_in_its_middle_names_the_entry(tmp_path: Path) -> None:
    data = fast_match()
    text = told(at(tmp_path, data[: len(data) // 2]), code=6)
    assert "the file ends in its middle" in text


@pytest.mark.usefixtures("fast")
def test_fault_of_a_contract_or_of_a_seat_that_is_none(tmp_path: Path) -> None:
    entries = cut(fast_match())
    fault = found(at(tmp_path, joined([entries[1], *entries[1:]])), 6)["fault"]
    assert isinstance(fault, dict)
    assert (fault["entry"], fault["seat"]) == (0, None)
    fault = found(at(tmp_path, joined([entries[0], entries[0], *entries[1:]])), 6)["fault"]
    assert isinstance(fault, dict)
    assert (fault["entry"], fault["seat"]) == (1, None)
    envelope = parse_envelope(entries[1])
    assert isinstance(envelope, Chained)
    stranger = seal_chained(
        contract_hash=envelope.contract_hash,
        seat=5,
        step=0,
        head=envelope.head,
        message=Agree(),
        sign=lambda _: bytes(64),
    )
    text = told(at(tmp_path, joined([entries[0], stranger.raw, *entries[2:]])), code=6)
    assert "“agree” by ?, before the first round: nobody has that seat." in text


@pytest.mark.usefixtures("fast")
def test_secret_that_does_not_hold_is_told_in_its_round(tmp_path: Path) -> None:
    report = told(at(tmp_path, false_reveal()), code=6)
    assert "NO  The envelope of Chitra (bot) does not fit" in report
    assert "opened another envelope than the one sealed" in report


@pytest.mark.usefixtures("fast")
def test_cheat_before_the_first_round_says_so(tmp_path: Path) -> None:
    text = told(at(tmp_path, false_toss()), code=6)
    assert "Where: before the first round, step 2." in text
    assert "Round" not in text
