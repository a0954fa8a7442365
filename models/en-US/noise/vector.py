"""Writes the numbers that the Swift tests compare with: python vector.py WEIGHTS RECORDING > NoiseReductionReference.swift

RECORDING is goforward.raw of Debian's pocketsphinx-testdata: 16-bit samples without a header.
"""

import sys

import numpy as np

from analysis import HOP
from weights import Weights

FIRST, STEP, END, FRAME_STEP = 9611, 307, 33_000, 5


def rows(values, form, width):
    parts = (values[start : start + width] for start in range(0, len(values), width))
    return "\n".join("        " + ", ".join(form(value) for value in part) + "," for part in parts)


def main(weights, recording):
    sound, speech = Weights.read(weights).enhance(np.fromfile(recording, "<i2") / 32_768)
    sound = np.rint(sound * 32_768).astype(int)
    print(f'''/// What the reference beside the weights, weights.py, makes of "go forward ten meters"; vector.py there wrote it.
enum NoiseReductionReference {{
    /// The place in the recording of the first sample, and how far the next ones lie apart.
    static let first = {FIRST}
    static let step = {STEP}
    static let samples = [
{rows(sound[HOP + FIRST : END : STEP], str, 15)}
    ]

    /// The probability of speech, each so many frames of 10 ms.
    static let frameStep = {FRAME_STEP}
    static let speech: [Float] = [
{rows(speech[::FRAME_STEP], "{:.4f}".format, 10)}
    ]
}}''')


if __name__ == "__main__":
    main(*sys.argv[1:])
