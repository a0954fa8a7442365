"""Makes what the network learns from: python mixtures.py TRAINING SPEECH OUT HOURS SEED ALIGNED...

TRAINING and SPEECH are folders as in ../noise/README.md, ALIGNED what align.py and synthetic.py printed. OUT gets two arrays of
sequences of 4 s: logarithms of the bands' energies, and the phone of each frame. Fold 4 of SPEECH is left out, to report by. The
noises are those of ../noise/mixtures.py, some of which are kept from training.
"""

import json
import sys
from pathlib import Path

import numpy as np
import soundfile
import torch
from scipy.signal import oaconvolve, resample_poly

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "noise"))
import importlib.util

from analysis import BANDS, FLOOR, HOP, RATE, band_energies, features, spectrum
from phones import NUMBER
from weights import Weights


def beside(name):
    """A module of ../noise that has the name of one here."""
    path = Path(__file__).resolve().parent.parent / "noise" / f"{name}.py"
    spec = importlib.util.spec_from_file_location(f"noise_{name}", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


noise = beside("mixtures")
FRAMES, SAMPLES = noise.FRAMES, noise.SAMPLES
HELD_OUT = (4,)
# How often speech is taken from each kind of source.
SHARES = {"coffee": 0.24, "speechocean762": 0.30, "librispeech": 0.16, "read-other": 0.05, "words": 0.04, "ljspeech": 0.02,
          "wake": 0.10, "confusable": 0.02, "background-speech": 0.03, "flite": 0.06, "voices": 0.5}
# Slower and lower, faster and higher: other speakers.
SPEEDS = [(7, 8), (9, 10), (15, 16), (1, 1), (1, 1), (16, 15), (11, 10), (8, 7)]


def load(paths):
    """By kind, (samples, phone of each frame)."""
    clips = {}
    for line in (line for path in paths for line in open(path)):
        entry = json.loads(line)
        if entry["fold"] in HELD_OUT:
            continue
        samples, rate = soundfile.read(entry["path"], dtype="float32")
        assert rate == RATE
        frames = len(samples) // HOP
        labels = np.zeros(frames + 2, np.uint8)
        for name, start, count in entry["phones"]:
            labels[start : start + count] = NUMBER.get(name, 0)
        clips.setdefault(entry["kind"], []).append((samples[: frames * HOP], labels[:frames]))
    return clips


def varied(samples, labels, random):
    up, down = SPEEDS[random.integers(len(SPEEDS))]
    if up == down:
        return samples, labels
    samples = resample_poly(samples, up, down).astype(np.float32)
    frames = len(samples) // HOP
    places = np.minimum((np.arange(frames) + 0.5) * down / up, len(labels) - 1).astype(int)
    return samples[: frames * HOP], labels[places]


def speech(clips, sources, random):
    """4 s of one kind of speech with pauses, in a room or not, and its phones."""
    track, labels = np.zeros(SAMPLES, np.float32), np.zeros(FRAMES, np.uint8)
    response = sources.rooms[random.integers(len(sources.rooms))] if random.random() < 0.4 else None
    tint = noise.colour(random) if random.random() < 0.6 else None
    kinds = [kind for kind in SHARES if kind in clips]
    shares = np.array([SHARES[kind] for kind in kinds])
    of_kind = clips[kinds[random.choice(len(kinds), p=shares / shares.sum())]]
    frame = int(random.integers(0, 120)) if random.random() < 0.6 else 0
    while frame < FRAMES - 20:
        samples, said = varied(*of_kind[random.integers(len(of_kind))], random)
        if len(said) > FRAMES:
            start = random.integers(0, len(said) - FRAMES + 1)
            samples, said = samples[start * HOP : (start + FRAMES) * HOP], said[start : start + FRAMES]
        count = min(len(said), FRAMES - frame)
        samples, said = samples[: count * HOP], said[:count]
        if tint is not None:
            samples = oaconvolve(samples, tint, "same")
        if response is not None:
            samples = oaconvolve(samples, response)[: len(samples)]
        track[frame * HOP : (frame + count) * HOP] = samples
        labels[frame : frame + count] = said
        frame += count + int(random.integers(0, 80))
    return track, labels


def mixture(clips, sources, random):
    if random.random() < 0.04:
        track, labels = np.zeros(SAMPLES), np.zeros(FRAMES, np.uint8)
        loudness = noise.decibels(random.uniform(-45, -15))
    else:
        track, labels = speech(clips, sources, random)
        spoken = noise.level(track[np.repeat(labels > 0, HOP)])
        if spoken < 1e-6:
            return mixture(clips, sources, random)
        loudness = noise.decibels(random.uniform(-45, -8))
        track = track * (loudness / spoken)
    sound = np.zeros(SAMPLES)
    if random.random() < 0.85:
        sound = noise.one_noise(sources, random)
        if random.random() < 0.2:
            sound = sound + noise.one_noise(sources, random) * noise.decibels(random.uniform(-15, 3))
        sound = sound * loudness / noise.decibels(random.uniform(-3, 30))
    mix = track + sound
    if random.random() < 0.2:
        mix, _ = noise.narrow(mix, np.zeros((FRAMES, BANDS)), random)
    full = 0.99 if random.random() > 0.04 else 0.5 * np.abs(mix).max() + 1e-9
    mix = np.rint(np.clip(mix, -full, full) * 32_767) / 32_768
    return band_energies(spectrum(mix)), labels


class Enhancement:
    """The noise reduction, which sound may or may not have gone through."""

    def __init__(self):
        folder = Path(__file__).resolve().parent.parent / "noise"
        self.weights = Weights.read(folder / "noise.weights")
        self.network = beside("train").Network(np.zeros(BANDS, "float32"), np.ones(BANDS, "float32"))
        self.network.take(self.weights)

    def __call__(self, energies):
        with torch.no_grad():
            gains = torch.sigmoid(self.network(torch.tensor(features(energies)[None], dtype=torch.float32)))[0].numpy()
        return energies * np.maximum(gains[:, :BANDS] ** self.weights.exponent, self.weights.least) ** 2


def main(training, speech_folder, out, hours, seed, *aligned):
    torch.set_num_threads(1)
    sources, enhanced = noise.Sources(Path(training), Path(speech_folder)), Enhancement()
    clips = load(aligned)
    print({kind: (len(of_kind), sum(len(labels) for _, labels in of_kind)) for kind, of_kind in clips.items()}, flush=True)
    random, count = np.random.default_rng(int(seed)), int(float(hours) * 900)
    Path(out).mkdir(parents=True, exist_ok=True)
    mixes = np.lib.format.open_memmap(f"{out}/mix.npy", "w+", "float16", (count, FRAMES, BANDS))
    phones = np.lib.format.open_memmap(f"{out}/phones.npy", "w+", "uint8", (count, FRAMES))
    for index in range(count):
        energies, phones[index] = mixture(clips, sources, random)
        if random.random() < 0.35:
            energies = enhanced(energies)
        mixes[index] = np.log10(energies + FLOOR)
    mixes.flush()
    phones.flush()


if __name__ == "__main__":
    main(*sys.argv[1:])
