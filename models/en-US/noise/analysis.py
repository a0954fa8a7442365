"""The transform and the bands that the network sees and sets; what is here and in NoiseReduction must be the same."""

import numpy as np

RATE = 16_000
HOP = 160  # 10 ms
WINDOW = 2 * HOP
BINS = WINDOW // 2 + 1
BANDS = 32
FLOOR = 1e-7  # a little above the energy of the rounding to 16 bits

# Square root of the periodic Hann window: applied before and after, overlapping halves add up to one.
SHAPE = np.sin(np.pi * np.arange(WINDOW) / WINDOW).astype(np.float32)


def band_centres():
    """The middle of each band, as a bin: evenly spaced in mel from 0 to 8 kHz, at least one bin apart."""
    mel = np.linspace(0, 2595 * np.log10(1 + RATE / 2 / 700), BANDS)
    bins = np.rint(700 * (10 ** (mel / 2595) - 1) * WINDOW / RATE).astype(int)
    for band in range(1, BANDS):
        bins[band] = max(bins[band], bins[band - 1] + 1)
    return bins


def band_weights():
    """Share of each band in each bin, BINS x BANDS: triangles between the centres; they add up to one in each bin."""
    centres = band_centres()
    weights = np.zeros((BINS, BANDS), np.float32)
    for band, (left, right) in enumerate(zip(centres, centres[1:])):
        share = np.arange(right - left) / (right - left)
        weights[left:right, band] = 1 - share
        weights[left:right, band + 1] = share
    weights[centres[-1]:, -1] = 1
    return weights


WEIGHTS = band_weights()


def spectrum(samples):
    """Spectra of the overlapping windows: frame t covers the samples from (t - 1) * HOP to (t + 1) * HOP."""
    padded = np.concatenate([np.zeros(HOP, np.float32), samples.astype(np.float32)])
    count = len(padded) // HOP - 1
    frames = np.lib.stride_tricks.sliding_window_view(padded, WINDOW)[::HOP][:count]
    return np.fft.rfft(frames * SHAPE).astype(np.complex64)


def band_energies(spectra):
    return (spectra.real**2 + spectra.imag**2) @ WEIGHTS


def features(energies):
    return np.log10(energies + FLOOR)
