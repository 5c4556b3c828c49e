"""The loop over pipes: real processes, hostile input, interruption, speed of the start."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time

from gokan.gtp.engine import Engine
from gokan.gtp.protocol import MAX_LINE
from gokan.gtp.serve import serve

COMMAND = [sys.executable, "-m", "gokan", "gtp", "--size", "9", "--seed", "1"]


def _talk(data: bytes, *options: str) -> tuple[bytes, bytes, int]:
    done = subprocess.run([*COMMAND, *options], input=data, capture_output=True, timeout=60)
    return done.stdout, done.stderr, done.returncode


def test_a_conversation_ends_with_quit_or_with_the_input() -> None:
    assert _talk(b"1 name\n2 quit\n3 name\n") == (b"=1 Gokan\n\n=2 \n\n", b"", 0)
    assert _talk(b"name") == (b"= Gokan\n\n", b"", 0)
    assert _talk(b"") == (b"", b"", 0)


def test_hostile_input_is_answered() -> None:
    junk = bytes(range(256)).replace(b"\n", b"") + b"\n"
    long_line = b"4 play b " + b"D4" * MAX_LINE + b"\n"
    out, _, status = _talk(junk + long_line + b"\xff\xfe\n" + b"5 name\n")
    assert status == 0
    assert b"?4 line too long\n\n" in out
    assert out.endswith(b"? unknown command\n\n=5 Gokan\n\n")


def test_a_long_but_possible_line_is_played() -> None:
    moves = b" ".join(b"b pass w pass" for _ in range(20_000))
    out, _, _ = _talk(b"gogui-play_sequence " + moves + b"\nlast_move\n")
    assert out == b"= \n\n= white PASS\n\n"


def test_a_closed_output_ends_it_quietly() -> None:
    process = subprocess.Popen(
        COMMAND, bufsize=0, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    assert process.stdin
    assert process.stdout
    assert process.stderr
    process.stdin.write(b"name\n")
    assert process.stdout.readline() == b"= Gokan\n"
    process.stdout.close()
    for _ in range(50):
        try:
            process.stdin.write(b"list_commands\n" * 100)
        except BrokenPipeError:
            break
        time.sleep(0.02)
    with process.stdin, process.stderr:
        assert process.wait(20) in (0, 141)
        assert process.stderr.read() == b""


def test_ctrl_c_ends_it_quietly() -> None:
    process = subprocess.Popen(
        COMMAND, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    assert process.stdin
    assert process.stdout
    process.stdin.write(b"name\n")
    process.stdin.flush()
    process.stdout.readline()
    process.send_signal(signal.SIGINT)
    _, err = process.communicate(timeout=20)
    assert process.returncode == 130
    assert err == b""


def test_any_input_ends_a_live_command() -> None:
    process = subprocess.Popen(COMMAND, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    assert process.stdin
    assert process.stdout
    with process.stdin, process.stdout:
        process.stdin.write(b"7 gokan-playouts 1\n")
        process.stdin.flush()
        lines = [process.stdout.readline() for _ in range(4)]
        assert lines[0] == b"=7\n"
        assert all(line.startswith(b"games ") for line in lines[1:])
        games = [int(line.split()[1]) for line in lines[1:]]
        assert games == sorted(set(games))
        process.stdin.write(b"\n")  # an empty line is input, too
        process.stdin.flush()
        while process.stdout.readline() != b"\n":
            pass
        process.stdin.write(b"8 name\n")
        process.stdin.flush()
        assert process.stdout.readline() == b"=8 Gokan\n"
    process.wait(20)


def test_the_interrupt_comment_reaches_a_thinking_player() -> None:
    from gokan.go import PASS, Position
    from gokan.play.clock import Clock
    from gokan.play.player import Choice, Player, Stop, never

    thinking = threading.Event()

    class Slow(Player):
        name = "slow"

        def choose(self, position: Position, *, clock: Clock, stop: Stop = never) -> Choice:
            thinking.set()
            until = time.monotonic() + 20
            while not stop() and time.monotonic() < until:
                time.sleep(0.01)
            return Choice(PASS, "interrupted" if stop() else "slept")

    engine = Engine(Slow(), size=5)
    in_read, in_write = os.pipe()
    out_read, out_write = os.pipe()
    with os.fdopen(out_write, "wb") as output, os.fdopen(out_read, "rb") as answers:
        loop = threading.Thread(target=serve, args=(engine, in_read, output))
        loop.start()
        os.write(in_write, b"genmove b\n")
        assert thinking.wait(10)
        os.write(in_write, b"# interrupt\n")
        assert answers.readline() == b"= pass\n"
        assert engine.last_reason == "interrupted"
        os.close(in_write)
        loop.join(10)
    os.close(in_read)


def test_starting_brings_nothing_heavy() -> None:
    """What the start costs in time, benchmarks/bench_start.py tells."""
    code = (
        "import sys; from gokan.cli import main; sys.argv = ['gokan', 'gtp']\n"
        "try: main()\n"
        "except SystemExit: pass\n"
        "print([m for m in ('typer', 'rich', 'numpy', 'torch', 'xml') if m in sys.modules])"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], input=b"name\nquit\n", capture_output=True, timeout=60
    )
    assert done.stdout == b"= Gokan\n\n= \n\n[]\n"


def test_a_player_that_ponders_can_be_left() -> None:
    """The thread was inside the core when the interpreter ended, which aborted the process."""
    player = ("--player", "gokan:visits=2,ponder=1")
    for farewell in (b"quit\n", b""):
        output, errors, code = _talk(b"genmove b\n" + farewell, *player)
        assert (errors, code) == (b"", 0)
        assert output.startswith(b"= ")
