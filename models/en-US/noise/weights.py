"""The file of weights and the reference inference that NoiseReduction is tested against.

Format, all little-endian: the magic "EARNOISE", version (uint32, 1), then uint32: bands, dense, hidden; float32:
exponent of the gains, least gain; then the layers' values as float16 in the order of `order`, each row by row (outputs x
inputs), gates of the recurrent layers in the order reset, update, new.
"""

import struct

import numpy as np

from analysis import BANDS, HOP, SHAPE, WEIGHTS, band_energies, features, spectrum

MAGIC, VERSION = b"EARNOISE", 1
EXPONENT, LEAST = 0.6, 0.2  # chosen by recognition: see README.md


def order(bands, dense, hidden):
    """Names and shapes of the layers, as they follow each other in the file."""
    layers = [("dense.weight", (dense, bands)), ("dense.bias", (dense,))]
    for name, inputs in [("first", dense), ("second", hidden)]:
        layers += [(f"{name}.weight_ih", (3 * hidden, inputs)), (f"{name}.weight_hh", (3 * hidden, hidden)),
                   (f"{name}.bias_ih", (3 * hidden,)), (f"{name}.bias_hh", (3 * hidden,))]
    return layers + [("out.weight", (bands + 1, 2 * hidden)), ("out.bias", (bands + 1,))]


def sigmoid(x):
    return 1 / (1 + np.exp(-x))


class Weights:
    def __init__(self, layers, exponent=EXPONENT, least=LEAST):
        self.layers = {name: np.asarray(value, np.float16).astype(np.float32) for name, value in layers.items()}
        self.exponent, self.least = exponent, least

    def write(self, path):
        dense, bands = self.layers["dense.weight"].shape
        hidden = self.layers["first.weight_hh"].shape[1]
        with open(path, "wb") as file:
            file.write(MAGIC + struct.pack("<4I2f", VERSION, bands, dense, hidden, self.exponent, self.least))
            for name, shape in order(bands, dense, hidden):
                assert self.layers[name].shape == shape
                file.write(self.layers[name].astype("<f2").tobytes())

    @staticmethod
    def read(path):
        data = open(path, "rb").read()
        assert data[:8] == MAGIC
        version, bands, dense, hidden, exponent, least = struct.unpack_from("<4I2f", data, 8)
        assert version == VERSION and bands == BANDS
        values, start, layers = np.frombuffer(data, "<f2", offset=32), 0, {}
        for name, shape in order(bands, dense, hidden):
            layers[name] = values[start : start + np.prod(shape)].reshape(shape)
            start += int(np.prod(shape))
        return Weights(layers, exponent, least)

    def run(self, feature):
        """Gains of the bands and probability of speech, a row a frame."""
        w = self.layers

        def gru(name, x, state):
            given = w[f"{name}.weight_ih"] @ x + w[f"{name}.bias_ih"]
            kept = w[f"{name}.weight_hh"] @ state + w[f"{name}.bias_hh"]
            (r, z, n), (rr, zz, nn) = given.reshape(3, -1), kept.reshape(3, -1)
            update = sigmoid(z + zz)
            return (1 - update) * np.tanh(n + sigmoid(r + rr) * nn) + update * state

        first = second = np.zeros(len(w["first.bias_ih"]) // 3, np.float32)
        rows = []
        for x in feature:
            first = gru("first", np.tanh(w["dense.weight"] @ x + w["dense.bias"]), first)
            second = gru("second", first, second)
            rows.append(sigmoid(w["out.weight"] @ np.concatenate([first, second]) + w["out.bias"]))
        rows = np.array(rows)
        return rows[:, :-1], rows[:, -1]

    def enhance(self, samples):
        """Samples of -1 to 1 in, as many out, late by HOP; and the probabilities of speech."""
        count = len(samples) // HOP * HOP
        spectra = spectrum(samples[:count])
        gains, voice = self.run(features(band_energies(spectra)))
        gains = np.maximum(gains**self.exponent, self.least) @ WEIGHTS.T
        frames = np.fft.irfft(spectra * gains) * SHAPE
        output = np.zeros(count + HOP)
        for frame, values in enumerate(frames):
            output[frame * HOP : (frame + 2) * HOP] += values
        return output[:count].astype(np.float32), voice
