"""Finds where each phone is spoken: python align.py TRAINING SPEECH DICTIONARY VARIANTS MODEL > ALIGNED

TRAINING and SPEECH are folders of recordings with a manifest.jsonl each, and SPEECH may be `-` for none; DICTIONARY, VARIANTS and MODEL are what model.yaml
names. A line of JSON for each recording: `path`, `kind`, `fold`, `phones` and `words` (name, first
frame, frames).

What was said is taken from the manifest. Drink orders have their slots there: the longest sentence of coffee.gram is taken for
said if it has them all. Audiobooks without a text are transcribed with MODEL's language model; most of the words are
right, and where they are not, words that sound alike are found.

Needs Python 3.11 with pocketsphinx and soundfile.
"""

import json
import re
import sys
from pathlib import Path

import pocketsphinx
import soundfile

RATE = 16_000
TRANSCRIBED = ("librispeech", "ljspeech", "background-speech")
KINDS = ("coffee", "read-other", "words", "wake", "confusable", "background-speech")


def words_of(path):
    """(word without its number, phones) of a dictionary."""
    for line in open(path):
        if line.strip() and not line.startswith(";"):
            word, *phones = line.split()
            yield re.sub(r"\(\d+\)$", "", word), phones


class Aligner:
    def __init__(self, dictionaries, model, grammar, folder):
        counts, lines = {}, []
        for path in dictionaries:
            for word, phones in words_of(path):
                counts[word] = counts.get(word, 0) + 1
                number = "" if counts[word] == 1 else f"({counts[word]})"
                lines.append(f"{word}{number} {' '.join(phones)}")
        self.words = set(counts)
        merged = folder / "aligned.dict"
        merged.write_text("\n".join(lines) + "\n")
        wide = {"beam": 1e-100, "pbeam": 1e-100, "wbeam": 1e-80}
        common = {"hmm": f"{model}/en-us", "dict": str(merged), "loglevel": "FATAL", "fwdflat": False}
        self.aligner = pocketsphinx.Decoder(**common, **wide, bestpath=False, lm=None)
        self.orders = grammar and pocketsphinx.Decoder(**common, **wide, bestpath=False, lm=None, jsgf=str(grammar))
        self.transcriber = pocketsphinx.Decoder(**common, lm=f"{model}/en-us.lm.bin", maxhmmpf=4000, maxwpf=8, pl_window=8)

    @staticmethod
    def search(decoder, sound):
        decoder.start_utt()
        decoder.process_raw(sound, full_utt=True)
        decoder.end_utt()

    def hear(self, decoder, sound):
        self.search(decoder, sound)
        found = decoder.hyp()
        return found.hypstr if found else ""

    def text(self, entry, sound):
        if entry.get("command"):
            said = self.hear(self.orders, sound)
            return said if all(f" {value} " in f" {said} " for value in entry["slots"].values()) else ""
        if entry.get("text"):
            return entry["text"].lower()
        if entry["kind"] in TRANSCRIBED:
            return " ".join(re.sub(r"\(\d+\)$", "", word) for word in self.hear(self.transcriber, sound).split())
        return ""

    def align(self, entry, sound):
        """Phones and words, or None where the words are not known or not found."""
        words = re.sub(r"[^a-z' ]", " ", self.text(entry, sound)).split()
        if not words or not self.words.issuperset(words):
            return None
        self.aligner.set_align_text(" ".join(words))
        if not self.hear(self.aligner, sound):
            return None
        self.aligner.set_alignment()
        self.search(self.aligner, sound)
        found = {"phones": [], "words": []}
        for word in self.aligner.get_alignment():  # each is gone when the next comes
            found["words"].append((word.name, word.start, word.duration))
            found["phones"] += [(phone.name, phone.start, phone.duration) for phone in word]
        return found


def entries(training, speech):
    for line in open(training / "manifest.jsonl"):
        entry = json.loads(line)
        if entry["kind"] == "clean" and "vctk" not in entry["audio"]:
            yield {**entry, "path": training / entry["audio"], "kind": entry["audio"].split("/")[1], "fold": None}
    for line in open(speech / "manifest.jsonl") if speech else ():
        entry = json.loads(line)
        kind = entry["audio"].split("/")[0]
        # One wake phrase stays unknown.
        if kind in KINDS and "view-glass" not in entry["audio"]:
            yield {**entry, "path": speech / entry["audio"], "kind": kind}


def main(training, speech, dictionary, variants, model):
    speech = None if speech == "-" else Path(speech)
    aligner = Aligner([dictionary, variants], model, speech and speech / "coffee.gram", Path("."))
    for entry in entries(Path(training), speech):
        samples, rate = soundfile.read(entry["path"], dtype="int16")
        assert rate == RATE
        try:
            aligned = aligner.align(entry, samples.tobytes())
        except RuntimeError:  # no path through the words
            aligned = None
        if aligned:
            print(json.dumps({"path": str(entry["path"]), "kind": entry["kind"], "fold": entry["fold"], **aligned}))


if __name__ == "__main__":
    main(*sys.argv[1:])
