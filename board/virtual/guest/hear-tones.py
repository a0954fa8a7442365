"""A recognizer that says of each utterance which tones are in it, a line each: hear-tones.py SOCKET HERTZ…"""

import json
import math
import socket
import struct
import sys

RATE = 16000
WINDOW = 640  # 40 ms
QUIETEST = 20  # root of the mean square


def is_tone(window, hertz):
    """Whether most of a window is this tone, by Goertzel's algorithm."""
    energy = sum(sample * sample for sample in window)
    factor = 2 * math.cos(2 * math.pi * hertz / RATE)
    last = before = 0.0
    for sample in window:
        last, before = sample + factor * last - before, last
    power = (last * last + before * before - factor * last * before) * 2 / WINDOW
    return energy > WINDOW * QUIETEST**2 and power > 0.7 * energy


def utterance(stream):
    """The samples up to the end of an utterance; nothing when it is given up."""
    sound = b""
    for line in stream:
        event = json.loads(line)
        stream.read(event.get("data_length") or 0)
        payload = stream.read(event.get("payload_length") or 0)
        if event["type"] == "audio-chunk":
            sound += payload
        if event["type"] == "audio-stop":
            return struct.unpack(f"<{len(sound) // 2}h", sound)
    return ()


address, *frequencies = sys.argv[1:]
server = socket.socket(socket.AF_UNIX)
server.bind(address)
server.listen()
while True:
    connection, _ = server.accept()
    with connection, connection.makefile("rb") as stream:
        samples = utterance(stream)
        if not samples:
            continue
        windows = [samples[at : at + WINDOW] for at in range(0, len(samples) - WINDOW, WINDOW // 2)]
        tones = [hertz for hertz in frequencies if any(is_tone(window, float(hertz)) for window in windows)]
        print(f"{len(samples) / RATE:.1f} s with {', '.join(tones) or 'no tone'}", flush=True)
        connection.sendall(b'{"type": "transcript", "data": {"text": "heard"}}\n')
