"""Makes the mixtures that the network learns from: python mixtures.py TRAINING SPEECH OUT [HOURS] [SEED]

TRAINING and SPEECH are folders with a manifest.jsonl each. OUT gets three arrays of sequences of 4 s: band energies of
the mixture, of its speech alone, and whether there is speech. What is spoken in fold 4 of SPEECH and the noises of
`is_held_out` are never read.
"""

import json
import sys
from pathlib import Path

import numpy as np
import soundfile
from scipy.signal import butter, oaconvolve, sosfilt

from analysis import BANDS, HOP, RATE, WEIGHTS, WINDOW, band_energies, spectrum

FRAMES = 400
SAMPLES = FRAMES * HOP
# How often speech is taken from each kind of source.
SHARES = {"coffee": 0.25, "speechocean762": 0.25, "librispeech": 0.22, "wake": 0.08, "words": 0.05, "read-other": 0.05,
          "background-speech": 0.05, "vctk": 0.03, "ljspeech": 0.02}


def is_held_out(path):
    """Noises kept for the report: a fifth of ESC-10, a dishwasher, a street, a café, a playground."""
    name = path.name
    of_fifth_fold = name.startswith("5-") or (name.startswith("esc10-") and "-5-" in name)
    return of_fifth_fold or any(kept in name for kept in ("dishwasher_2", "street_0", "coffee-shop", "playground"))


def is_clatter(path):
    """Short hard sounds; each of the two long recordings of dishes counts for many."""
    return any(kind in str(path) for kind in ("dishes", "dishwasher", "clock-tick", "fire", "cave-drops", "Applause"))


def read(path):
    samples, rate = soundfile.read(path, dtype="float32")
    assert rate == RATE and samples.ndim == 1, path
    return samples


class Sources:
    """All recordings that may be used, in memory."""

    def __init__(self, training, speech):
        self.speech, self.noise, self.clatter, self.rooms = {}, [], [], []
        for line in open(training / "manifest.jsonl"):
            entry = json.loads(line)
            path = training / entry["audio"]
            if entry["kind"] == "clean":
                self.speech.setdefault(path.parts[-2], []).append(read(path))
            elif entry["kind"] == "noise" and not is_held_out(path):
                (self.clatter if is_clatter(path) else self.noise).append(read(path))
            elif entry["kind"] == "rir" and ("web-audio" not in path.name or "kitchen" in path.name):
                self.rooms.append(room(read(path)))
        for line in open(speech / "manifest.jsonl"):
            entry = json.loads(line)
            path = speech / entry["audio"]
            kind = entry["audio"].split("/")[0]
            if entry["fold"] == 4:
                continue
            if kind in SHARES:
                self.speech.setdefault(kind, []).append(read(path))
        for path in sorted((speech / "noise").rglob("*.flac")):
            if path.name == "kitchen.flac":  # its second half is for the report
                kitchen = read(path)
                self.clatter.extend([kitchen[: len(kitchen) // 2]] * 6)
            elif not is_held_out(path):
                (self.clatter if is_clatter(path) else self.noise).append(read(path))
        self.noise = [each for each in self.noise if level(each) > 0]
        self.clatter = [each for each in self.clatter if level(each) > 0]
        self.kinds = list(SHARES)
        self.shares = np.array([SHARES[kind] for kind in self.kinds]) / sum(SHARES.values())


def room(response):
    """From the direct sound on, 0.6 s at most, with the energy of one."""
    start = max(0, int(np.argmax(np.abs(response))) - 8)
    response = response[start : start + int(0.6 * RATE)]
    return response / np.sqrt(np.sum(response**2))


def level(samples):
    return float(np.sqrt(np.mean(samples**2))) if len(samples) else 0.0


def decibels(value):
    return 10 ** (value / 20)


def piece(samples, length, random):
    """`length` samples from a random place, repeated where there are too few."""
    if len(samples) < length:
        samples = np.tile(samples, -(-length // len(samples)) + 1)
    start = random.integers(0, len(samples) - length + 1)
    return samples[start : start + length].copy()


def colour(random, most=6):
    """A short filter with a random smooth response, within `most` dB."""
    points = np.interp(np.arange(65), np.linspace(0, 64, 6), random.uniform(-most, most, 6))
    response = np.fft.irfft(decibels(points))
    return np.roll(response, 32) * np.hanning(128)[: len(response)]


def synthetic(random):
    """Coloured hiss, hum with overtones, or clicks."""
    kind = random.integers(3)
    if kind == 0:
        white = np.fft.rfft(random.standard_normal(SAMPLES))
        slope = np.arange(1, len(white) + 1) ** random.uniform(-1, 0.2)
        return oaconvolve(np.fft.irfft(white * slope), colour(random, 10), "same")
    if kind == 1:
        time = np.arange(SAMPLES) / RATE
        tone = random.choice([50, 60, 100, 120, random.uniform(80, 400)])
        return sum(random.uniform(0, 1) / order**random.uniform(0.3, 1.5)
                   * np.sin(2 * np.pi * order * tone * time + random.uniform(0, 6.3)) for order in range(1, 16))
    clicks = np.zeros(SAMPLES)
    clicks[random.integers(0, SAMPLES, random.integers(2, 30))] = random.uniform(-1, 1)
    return oaconvolve(clicks, random.standard_normal(400) * np.exp(-np.arange(400) / random.uniform(5, 120)), "same")


def strike(random):
    """One hit on metal, china, glass or wood, 0.5 s: a burst, and tones that die away, the high ones first."""
    time = np.arange(RATE // 2) / RATE
    lowest, decay = random.choice([(1500, 0.12), (700, 0.05), (2500, 0.2), (120, 0.03)])
    lowest, decay = lowest * random.uniform(0.6, 1.6), decay * random.uniform(0.3, 2)
    sound = random.standard_normal(len(time)) * np.exp(-time / random.uniform(0.001, 0.01)) * random.uniform(0.2, 2)
    for _ in range(random.integers(2, 8)):
        tone = lowest * random.uniform(1, 6)
        if tone < RATE / 2:
            sound += random.uniform(0.1, 1) * np.exp(-time * (tone / lowest) ** 0.5 / decay) * np.sin(
                2 * np.pi * tone * time + random.uniform(0, 6.3))
    return sound


def strikes(random):
    """Dishes and cutlery: a few things struck in bunches, or knocks in a row."""
    sound = np.zeros(SAMPLES + RATE)
    things = [strike(random) for _ in range(random.integers(1, 6))]
    place = int(random.integers(0, RATE))
    while place < SAMPLES:
        for _ in range(random.integers(1, 8)):
            thing = things[random.integers(len(things))]
            place = min(place, SAMPLES)
            sound[place : place + len(thing)] += thing * decibels(random.uniform(-20, 0))
            place += int(RATE * random.exponential(0.12))
        place += int(RATE * random.exponential(0.6))
    return sound[:SAMPLES]


def music(random):
    """Chords with overtones on a beat, with a drum or without."""
    sound = np.zeros(SAMPLES + 2 * RATE)
    beat = random.uniform(0.12, 0.6)
    root, bright = random.uniform(70, 250), random.uniform(0.5, 2)
    scale = [0, 2, 4, 5, 7, 9, 11, 12] if random.random() < 0.5 else [0, 2, 3, 5, 7, 8, 10, 12]
    drum = strike(random) * random.uniform(0, 1.5)
    for start in np.arange(0, SAMPLES / RATE, beat):
        place, length = int(start * RATE), int(RATE * min(2, beat * random.uniform(0.8, 4)))
        time = np.arange(length) / RATE
        shape = np.minimum(1, time / random.uniform(0.003, 0.08)) * np.exp(-time / random.uniform(0.1, 1.5))
        for note in random.choice(scale, random.integers(1, 4)):
            tone = root * 2 ** (note / 12 + random.integers(0, 3))
            for order in range(1, min(12, int(RATE / 2 / tone))):
                sound[place : place + length] += shape / order**bright * np.sin(
                    2 * np.pi * order * tone * time + random.uniform(0, 6.3))
        sound[place : place + len(drum)] += drum
    return sound[:SAMPLES]


def one_noise(sources, random):
    """A recorded noise, clatter, babble, a television or music in the room, or a synthetic one; of level 1."""
    kind = random.random()
    if kind < 0.38:
        sound = piece(sources.noise[random.integers(len(sources.noise))], SAMPLES, random)
    elif kind < 0.62:
        sound = piece(sources.clatter[random.integers(len(sources.clatter))], SAMPLES, random)
        if random.random() < 0.3:
            sound = sound / (level(sound) + 1e-9)
            sound += piece(sources.clatter[random.integers(len(sources.clatter))], SAMPLES, random)
    elif kind < 0.74:
        sound = in_a_room(strikes(random), sources, random)
    elif kind < 0.84:
        sound = sum(talk(sources, random) for _ in range(random.integers(3, 9)))
    elif kind < 0.87:
        sound = in_a_room(talk(sources, random), sources, random)
        if random.random() < 0.5:
            sound = sound + music(random) * random.uniform(0.05, 0.5)
    elif kind < 0.91:
        sound = in_a_room(music(random), sources, random)
    else:
        sound = synthetic(random)
    if random.random() < 0.5:
        sound = oaconvolve(sound, colour(random), "same")
    return sound / (level(sound) + 1e-9)


def in_a_room(sound, sources, random):
    return oaconvolve(sound, sources.rooms[random.integers(len(sources.rooms))])[:SAMPLES]


def talk(sources, random):
    """Somebody's speech for the whole time, of level 1."""
    clips = sources.speech[random.choice(sources.kinds, p=sources.shares)]
    clip = clips[random.integers(len(clips))]
    sound = piece(clip, SAMPLES, random)
    return sound / (level(sound) + 1e-9)


def speech(sources, random):
    """4 s of one kind of speech with pauses; its band energies less its own background; where it is spoken."""
    track = np.zeros(SAMPLES, np.float32)
    clean = np.zeros((FRAMES, BANDS), np.float32)
    voiced = np.zeros(FRAMES, bool)
    response = sources.rooms[random.integers(len(sources.rooms))] if random.random() < 0.4 else None
    tint = colour(random) if random.random() < 0.6 else None
    clips = sources.speech[random.choice(sources.kinds, p=sources.shares)]
    frame = int(random.integers(0, 120)) if random.random() < 0.6 else 0
    while frame < FRAMES - 20:
        clip = clips[random.integers(len(clips))]
        if len(clip) > SAMPLES:
            clip = piece(clip, SAMPLES, random)
        clip = clip[: (FRAMES - frame) * HOP]
        clip = clip[: len(clip) // HOP * HOP]
        if tint is not None:
            clip = oaconvolve(clip, tint, "same")
        if response is not None:
            clip = oaconvolve(clip, response)[: len(clip)]
        energies = band_energies(spectrum(clip))
        energies = np.maximum(energies - 2 * np.percentile(energies, 10, axis=0), 0)
        loud = energies[:, 5:24].sum(axis=1)
        spoken = loud > 1e-3 * np.percentile(loud, 98)
        spoken = np.convolve(spoken, np.ones(5), "same") >= 3
        spoken = np.convolve(spoken, np.ones(5), "same") >= 1
        count = len(energies)
        track[frame * HOP : frame * HOP + len(clip)] = clip
        clean[frame : frame + count] = energies
        voiced[frame : frame + count] = spoken
        frame += count + int(random.integers(10, 150))
    return track, clean, voiced


def narrow(mix, clean, random):
    """A microphone that does not hear the lowest or the highest sounds."""
    if random.random() < 0.5:
        sections = butter(2, random.uniform(60, 300), "high", fs=RATE, output="sos")
    else:
        sections = butter(6, random.uniform(3400, 7000), "low", fs=RATE, output="sos")
    passed = np.abs(np.fft.rfft(sosfilt(sections, np.eye(1, WINDOW)[0]))) ** 2
    return sosfilt(sections, mix), clean * (passed @ WEIGHTS / WEIGHTS.sum(axis=0))


def mixture(sources, random):
    """Band energies of a mixture and of the speech in it, and where there is speech."""
    if random.random() < 0.08:
        track, clean, voiced = np.zeros(SAMPLES), np.zeros((FRAMES, BANDS)), np.zeros(FRAMES, bool)
        loudness = decibels(random.uniform(-45, -15))
    else:
        track, clean, voiced = speech(sources, random)
        spoken = level(track[np.repeat(voiced, HOP)])
        if spoken < 1e-6:
            return mixture(sources, random)
        loudness = decibels(random.uniform(-45, -8))
        track = track * (loudness / spoken)
        clean = clean * (loudness / spoken) ** 2
    noise = np.zeros(SAMPLES)
    if random.random() < 0.92:
        noise = one_noise(sources, random)
        if random.random() < 0.3:
            noise = noise + one_noise(sources, random) * decibels(random.uniform(-15, 3))
        if random.random() < 0.1:
            noise[: random.integers(0, SAMPLES)] = 0
        noise = noise * loudness / decibels(random.uniform(-6, 30))
    mix = track + noise
    if random.random() < 0.25:
        mix, clean = narrow(mix, clean, random)
    full = 0.99 if random.random() > 0.04 else 0.5 * np.abs(mix).max() + 1e-9
    mix = np.rint(np.clip(mix, -full, full) * 32_767) / 32_768
    return band_energies(spectrum(mix)), clean, voiced


def main(training, speech_folder, out, hours="5", seed="1"):
    sources = Sources(Path(training), Path(speech_folder))
    print("speech", {kind: len(clips) for kind, clips in sources.speech.items()}, "noise", len(sources.noise), flush=True)
    random = np.random.default_rng(int(seed))
    count = int(float(hours) * 3600 / 4)
    Path(out).mkdir(parents=True, exist_ok=True)
    arrays = {name: np.lib.format.open_memmap(f"{out}/{name}.npy", "w+", kind, (count, FRAMES) + shape)
              for name, kind, shape in [("mix", "float32", (BANDS,)), ("clean", "float32", (BANDS,)), ("voice", "uint8", ())]}
    for index in range(count):
        arrays["mix"][index], arrays["clean"][index], arrays["voice"][index] = mixture(sources, random)
    for array in arrays.values():
        array.flush()


if __name__ == "__main__":
    main(*sys.argv[1:])
