"""The terminal's two halves with nothing behind them: rows out, lines in, whatever the bytes and their packets."""

import io
import os
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
import trio
from hypothesis import given, settings
from hypothesis import strategies as st

from cli.language import Language
from cli.plain import Look, ScreenGoneError, Terminal, spoken_language

PERSON = Look(has_signs=True, has_colour=False, has_bell=True, wraps=True, has_prompt=True, is_interactive=True)
PIPE = Look(has_signs=True, has_colour=False, has_bell=False, wraps=False, has_prompt=False, is_interactive=False)


def terminal_of(chunks: list[bytes], look: Look = PERSON, columns: int | None = 80) -> tuple[Terminal, list[str]]:
    written: list[str] = []
    left = [*chunks]

    async def read() -> bytes:
        await trio.lowlevel.checkpoint()
        return left.pop(0) if left else b""

    return Terminal(look, written.append, read, lambda: columns), written


def read_all(chunks: list[bytes], look: Look = PIPE) -> list[str]:
    async def main() -> list[str]:
        terminal, _ = terminal_of(chunks, look)
        lines = []
        while (line := await terminal.next_line()) is not None:
            lines.append(line)
        return lines

    return trio.run(main)


@settings(max_examples=80, deadline=None, derandomize=True)
@given(
    st.lists(st.text(st.characters(exclude_characters="\n\r", exclude_categories=["Cs"]), max_size=20), max_size=5),
    st.data(),
)
def test_lines_come_whole_however_they_are_cut(lines: list[str], data: st.DataObject) -> None:
    raw = "".join(f"{line}\n" for line in lines).encode()
    cuts = sorted(data.draw(st.lists(st.integers(0, len(raw)), max_size=6)))
    chunks = [raw[start:end] for start, end in zip([0, *cuts], [*cuts, len(raw)], strict=True)]
    assert read_all([chunk for chunk in chunks if chunk]) == lines


@settings(max_examples=100, deadline=None, derandomize=True)
@given(st.lists(st.binary(min_size=1, max_size=30), max_size=6))
def test_any_bytes_are_lines(chunks: list[bytes]) -> None:
    for line in read_all(chunks):
        assert "\n" not in line


def test_last_line_needs_no_newline_and_crlf_is_one() -> None:
    assert read_all([b"7h\r\n8", b"h"]) == ["7h", "8h"]


def test_endless_line_is_cut() -> None:
    assert [len(line) for line in read_all([b"x" * 4096, b"x" * 4096, b"y\n"])] == [8192, 1]


async def test_a_terminal_goes_on_after_its_end() -> None:
    terminal, _ = terminal_of([b"7h\n", b"", b"8h\n"])
    assert [await terminal.next_line() for _ in range(3)] == ["7h", None, "8h"]


async def test_a_pipe_stays_ended() -> None:
    terminal, _ = terminal_of([b"7h\n", b"", b"8h\n"], PIPE)
    assert [await terminal.next_line() for _ in range(3)] == ["7h", None, None]


async def test_prompt_and_bell_and_what_comes_behind_them() -> None:
    terminal, written = terminal_of([b"7h\n"])
    await terminal.show(["Your turn"], prompt=True, bell=True)
    await terminal.show(["Asha says: hi"])
    await terminal.show(["Your turn"], prompt=True)
    await terminal.next_line()
    await terminal.show(["You: 7♥"])
    await terminal.show([])
    assert written == ["\aYour turn\n> ", "\nAsha says: hi\n", "Your turn\n> ", "You: 7♥\n"]


async def test_nothing_but_lines_goes_into_a_pipe() -> None:
    terminal, written = terminal_of([], PIPE, None)
    await terminal.show(["word " * 40, "Your turn"], prompt=True, bell=True)
    assert written == ["word " * 40 + "\nYour turn\n"]


async def test_letters_and_colours_by_look() -> None:
    letters = Look(has_signs=False, has_colour=False, has_bell=False, wraps=True, has_prompt=False, is_interactive=True)
    terminal, written = terminal_of([], letters)
    await terminal.show(["[1]10♥"])
    colours = Look(has_signs=True, has_colour=True, has_bell=False, wraps=True, has_prompt=False, is_interactive=True)
    coloured, painted = terminal_of([], colours)
    await coloured.show(["[1]10♥"])
    assert (written, painted) == (["[1]TH\n"], ["[1]\x1b[31m10♥\x1b[0m\n"])


async def test_rows_wrap_at_the_width_of_the_moment() -> None:
    written: list[str] = []
    width = 80

    async def read() -> bytes:
        await trio.lowlevel.checkpoint()
        return b""

    terminal = Terminal(PERSON, written.append, read, lambda: width)
    await terminal.show(["one two three"])
    width = 8
    await terminal.show(["one two three"])
    assert written == ["one two three\n", "one two\n  three\n"]


async def test_a_reader_that_is_gone_is_told() -> None:
    def write(_: str) -> None:
        raise BrokenPipeError

    async def read() -> bytes:
        await trio.lowlevel.checkpoint()
        return b""

    terminal = Terminal(PIPE, write, read, lambda: None)
    with pytest.raises(ScreenGoneError):
        await terminal.show(["line"])


def _pipe(data: bytes, folder: Path) -> int:
    reading, writing = os.pipe()
    os.write(writing, data)
    os.close(writing)
    return reading


def _file(data: bytes, folder: Path) -> int:
    path = folder / "typed"
    path.write_bytes(data)
    return os.open(path, os.O_RDONLY)


def _null(data: bytes, folder: Path) -> int:
    return os.open(os.devnull, os.O_RDONLY)


@pytest.mark.skipif(sys.platform == "win32", reason="descriptors as POSIX has them")
@pytest.mark.parametrize(("make", "lines"), [(_pipe, ["7h", "8h"]), (_file, ["7h", "8h"]), (_null, [])])
async def test_standard_input_is_read(
    make: Callable[[bytes, Path], int], lines: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with os.fdopen(make(b"7h\n8h\n", tmp_path)) as stream:
        monkeypatch.setattr(sys, "stdin", stream)
        terminal = Terminal.of_process(PIPE)
        found = []
        with trio.fail_after(10):
            while (line := await terminal.next_line()) is not None:
                found.append(line)
    assert found == lines


async def test_no_standard_input_at_all_is_its_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", None)
    assert await Terminal.of_process(PIPE).next_line() is None


def test_english_where_no_devanagari_can_be_written(monkeypatch: pytest.MonkeyPatch) -> None:
    for encoding, language in (("utf-8", Language.HINDI), ("ascii", Language.ENGLISH), ("cp437", Language.ENGLISH)):
        monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(io.BytesIO(), encoding))
        assert spoken_language(Language.HINDI) is language
        assert Look.find(plain=False, no_color=False, bell=True).has_signs is (language is Language.HINDI)
