"""Makes the sound that the acoustic model is adapted to: python speech.py TRAINING SPEECH WEIGHTS OUT [COPIES]

TRAINING and SPEECH are folders with a manifest.jsonl each, of which what has `text` is taken, but nothing of fold 4 of
SPEECH. OUT gets a folder a kind of source, or wake phrase, and condition (clean, noisy): wav files, `fileids` and
`transcription`, as SphinxTrain wants them. Each recording comes once as it is and COPIES times in noise, and everything goes through the noise
reduction with WEIGHTS, as what the decoder hears does.
"""

import json
import sys
from pathlib import Path

import numpy as np
import soundfile
import torch
from scipy.signal import oaconvolve

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "noise"))
import mixtures
from analysis import BANDS, HOP, RATE, SHAPE, WEIGHTS, band_energies, features, spectrum
from train import Network
from weights import Weights

LEAD = RATE  # so much is heard before the piece that is kept
MARGIN = int(0.3 * RATE)
CUT = 20 * RATE


def recordings(training, speech):
    """(kind, name, path, text) of recordings with text: half of TRAINING, for its speakers are alike, and all of SPEECH."""
    for number, line in enumerate(open(training / "manifest.jsonl")):
        entry = json.loads(line)
        if entry.get("text") and number % 2 == 0:
            path = training / entry["audio"]
            yield path.parts[-2], path.stem, path, entry["text"]
    for line in open(speech / "manifest.jsonl"):
        entry = json.loads(line)
        if entry.get("text") and entry["fold"] != 4 and not entry["text"].startswith("("):
            path = speech / entry["audio"]
            kind, *name = Path(entry["audio"]).with_suffix("").parts
            if kind == "wake":
                kind, name = f"wake-{name[0]}", name[1:]
            yield kind, "-".join(name), path, entry["text"]


def spoken(samples):
    """First and last sample of the speech."""
    energies = band_energies(spectrum(samples))
    energies = np.maximum(energies - 2 * np.percentile(energies, 10, axis=0), 0)
    loud = energies[:, 5:24].sum(axis=1)
    active = np.flatnonzero(np.convolve(loud > 1e-3 * np.percentile(loud, 98), np.ones(5), "same") >= 3)
    return (active[0] * HOP, (active[-1] + 1) * HOP) if len(active) else (0, len(samples))


def loudest(samples):
    """The level of the loudest 2048 samples."""
    return max(mixtures.level(samples[start : start + 2048]) for start in range(0, max(1, len(samples) - 2047), 2048))


def noise(sources, length, random):
    parts = [mixtures.one_noise(sources, random) for _ in range(-(-length // mixtures.SAMPLES))]
    return np.concatenate(parts)[:length]


def mixed(samples, sources, random):
    """In a room or not, in noise that is 3 to 30 dB less loud; at most half of full scale."""
    if random.random() < 0.25:
        samples = oaconvolve(samples, sources.rooms[random.integers(len(sources.rooms))])[: len(samples)]
    if random.random() < 0.3:
        samples = np.convolve(samples, mixtures.colour(random, 4), "same")
    sound = noise(sources, len(samples), random)
    sound = samples + sound * loudest(samples) / (loudest(sound) + 1e-9) / mixtures.decibels(random.uniform(3, 30))
    return sound / np.abs(sound).max() * mixtures.decibels(random.uniform(-20, -6))


def enhanced(network, exponent, least, sounds):
    """Through the noise reduction, a batch at once; without its delay."""
    longest = -(-max(map(len, sounds)) // HOP) * HOP + 2 * HOP
    spectra = np.stack([spectrum(np.pad(sound, (0, longest - len(sound)))) for sound in sounds])
    with torch.no_grad():
        gains = torch.sigmoid(network(torch.tensor(features(band_energies(spectra))))).numpy()[..., :BANDS]
    gains = np.maximum(gains**exponent, least) @ WEIGHTS.T
    frames = np.fft.irfft(spectra * gains) * SHAPE
    output = np.zeros((len(sounds), longest + HOP))
    for frame in range(frames.shape[1]):
        output[:, frame * HOP : (frame + 2) * HOP] += frames[:, frame]
    return [row[HOP : HOP + len(sound)] for row, sound in zip(output, sounds)]


def main(training, speech, weights_path, out, copies="2", seed="1"):
    torch.set_num_threads(1)
    training, speech, out = Path(training), Path(speech), Path(out)
    sources = mixtures.Sources(training, speech)
    weights = Weights.read(weights_path)
    network = Network(np.zeros(BANDS, np.float32), np.ones(BANDS, np.float32))
    network.take(weights)
    random = np.random.default_rng(int(seed))
    wanted = []
    for kind, name, path, text in recordings(training, speech):
        samples = mixtures.read(path)
        start, end = spoken(samples)
        start, end = max(0, start - MARGIN), min(len(samples), end + MARGIN)
        if end - start > CUT:
            continue
        samples = samples[max(0, start - LEAD) : end]
        kept = len(samples) - (end - start)
        # Where the recording begins with the speech, so does the sound; noise goes on before it.
        padded = np.pad(samples, (LEAD - kept, 0))
        wanted.append((f"{kind}-clean", name, samples, kept, text))
        for copy in range(int(copies)):
            wanted.append((f"{kind}-noisy", f"{name}-{copy}", mixed(padded, sources, random), LEAD, text))
    wanted.sort(key=lambda each: len(each[2]))
    lists = {}
    for first in range(0, len(wanted), 64):
        batch = wanted[first : first + 64]
        sounds = enhanced(network, weights.exponent, weights.least, [each[2] for each in batch])
        for (group, name, _, kept, text), sound in zip(batch, sounds):
            (out / group).mkdir(parents=True, exist_ok=True)
            values = np.clip(np.rint(sound[kept:] * 32_768), -32_768, 32_767).astype("<i2")
            soundfile.write(out / group / f"{name}.wav", values, RATE)
            lists.setdefault(group, []).append((name, text.lower()))
    for group, entries in lists.items():
        (out / group / "fileids").write_text("".join(f"{name}\n" for name, _ in entries))
        (out / group / "transcription").write_text("".join(f"<s> {text} </s> ({name})\n" for name, text in entries))
        print(group, len(entries), flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
