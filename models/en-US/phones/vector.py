"""Writes the numbers that the Swift tests compare with: python vector.py WEIGHTS RECORDING > PhoneReference.swift

RECORDING is goforward.raw of Debian's pocketsphinx-testdata: 16-bit samples without a header.
"""

import struct
import sys
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "noise"))
from analysis import BANDS, HOP, band_energies, features, spectrum
from phones import PHONES

FIRST, STEP, COUNT, UNIT = 60, 6, 30, 0.1024


def read(path):
    """Delay, weight, priors and layers."""
    data = open(path, "rb").read()
    assert data[:8] == b"EARPHONE"
    version, bands, dense, hidden, phones, delay, senones, _, weight = struct.unpack_from("<7I2f", data, 8)
    assert version == 1 and bands == BANDS and phones == len(PHONES)
    priors = np.frombuffer(data, "<f4", phones, 44)
    values, layers = np.frombuffer(data, "<f2", offset=44 + 4 * phones + senones).astype(np.float32), []
    shapes = [(dense, bands), (dense,)]
    for inputs in (dense, hidden):
        shapes += [(3 * hidden, inputs), (3 * hidden, hidden), (3 * hidden,), (3 * hidden,)]
    for shape in shapes + [(phones, 2 * hidden), (phones,)]:
        layers.append(values[: np.prod(shape)].reshape(shape))
        values = values[np.prod(shape) :]
    return delay, weight, priors, layers


def sigmoid(x):
    return 1 / (1 + np.exp(-x))


def costs(path, samples):
    """A row a frame, in PocketSphinx's units."""
    delay, weight, priors, layers = read(path)
    (dense, bias), (output, output_bias) = layers[:2], layers[-2:]

    def gru(parts, x, state):
        given, kept = parts[0] @ x + parts[2], parts[1] @ state + parts[3]
        (r, z, n), (rr, zz, nn) = given.reshape(3, -1), kept.reshape(3, -1)
        update = sigmoid(z + zz)
        return (1 - update) * np.tanh(n + sigmoid(r + rr) * nn) + update * state

    first = second = np.zeros(output.shape[1] // 2, np.float32)
    rows = []
    padded = np.concatenate([samples[: len(samples) // HOP * HOP], np.zeros(delay * HOP)])
    for x in features(band_energies(spectrum(padded))):
        first = gru(layers[2:6], np.tanh(dense @ x + bias), first)
        second = gru(layers[6:10], first, second)
        logits = output @ np.concatenate([first, second]) + output_bias
        rows.append(logits - logits.max() - np.log(np.exp(logits - logits.max()).sum()))
    return -(np.array(rows[delay:]) - priors) * weight / UNIT


def main(weights, recording):
    found = costs(weights, np.fromfile(recording, "<i2") / 32_768)[FIRST:][: STEP * COUNT : STEP]
    rows = "\n".join(f"        ({PHONES[row.argmin()]!r}, {row.argmin()}, {row.min():.0f}),".replace("'", '"') for row in found)
    print(f'''/// What the reference beside the weights, vector.py, makes of "go forward ten meters".
enum PhoneReference {{
    /// The first frame of 10 ms, and how far the next ones lie apart.
    static let first = {FIRST}
    static let step = {STEP}
    /// The phone that fits best, its number, and its cost.
    static let best: [(name: String, number: Int, cost: Int32)] = [
{rows}
    ]
}}''')


if __name__ == "__main__":
    main(*sys.argv[1:])
