# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Talks to `rlx-run --chat` in a terminal: interrupt_chat.py COMMAND…. Ctrl-C stops the first answer, /clear and a
message follow, and Ctrl-C at the prompt ends the conversation. Prints "as expected"."""
import os
import pty
import subprocess
import sys
import time

controller, terminal = pty.openpty()
process = subprocess.Popen(sys.argv[1:], stdin=terminal, stdout=terminal, stderr=subprocess.DEVNULL,
                           start_new_session=True, preexec_fn=lambda: __import__("fcntl").ioctl(0, 0x540E, 0))
os.close(terminal)


def read_until(wanted, most=60):
    text, end = b"", time.time() + most
    while not wanted(text):
        assert time.time() < end, text[-200:]
        try:
            text += os.read(controller, 4096)
        except OSError:  # the other side has ended
            break
    return text


read_until(lambda text: text.endswith(b"> "))
os.write(controller, b"the cat\n")
read_until(lambda text: len(text) > 40)  # the answer has begun
os.write(controller, b"\x03")
read_until(lambda text: text.endswith(b"\n> "))
os.write(controller, b"/clear\n")
read_until(lambda text: text.endswith(b"> "))
os.write(controller, b"the dog\n")
read_until(lambda text: len(text) > 40)
os.write(controller, b"\x03")
read_until(lambda text: text.endswith(b"\n> "))
os.write(controller, b"\x03")
assert process.wait(60) == 0
print("as expected")
