"""Decodes the recordings that the probability of a command is fitted to.

    make_data.py SPEECH TRAINING EARSHOT ALIGNED OUT [--front-end]

SPEECH and TRAINING are folders of recordings with a manifest.jsonl each, EARSHOT is the program, built for release, ALIGNED
what ../phones/align.py says of where the words are, and OUT gets one file of `earshot evaluate --json` for each set of recordings, and truth.json with what was said in them. What is
in OUT already is not made again. Two sets are decoded at once. With --front-end the configurations have
`front_end: { noise: on }`.

Sets are named GRAMMAR.KIND.FOLD.NOISE: the grammar that listened, what the recordings are (right commands, spoiled ones,
other speech, noise), the fold of the recordings (`all` where nothing is mixed in), and the ratio to the noise in dB. Each fold has
noises of its own, so that a fold that a model was not fitted to has neither its speakers nor its noise.

Needs Python 3.11 with numpy and soundfile.
"""

import argparse
import concurrent.futures
import itertools
import json
import os
import random
import re
import subprocess

import numpy as np
import soundfile

RATE = 16_000
RATIOS = [24, 18, 12, 6]

# One of each fold's noises for one ratio, the next for the next.
NOISES = [
    ["S/noise/kitchen.flac", "T/noise/household-street_0.opus"],
    ["T/noise/speech-commands-bg-doing_the_dishes.opus", "T/noise/household-vacuuming_0.opus"],
    ["T/noise/household-dishwasher_2.opus", "T/noise/blanket-coffee-shop-000.opus"],
    ["T/noise/noisekun-playground-000.opus", "T/noise/blanket-rain-000.opus"],
    ["T/noise/household-dishwasher_0.opus", "T/noise/noisekun-stream-water-000.opus"],
]

# Single words and pairs of which there are recordings, among commands as a household has them.
HOUSEHOLD = {
    "computer": "computer", "glass": "view glass", "talk": "hey chatterbox", "off": "off", "left": "left",
    "light-on": "turn on the light | light on", "light-off": "turn off the light | light off",
    "pump": "stop the pump", "door": "open the door", "louder": "turn it up | louder",
}
DIGITS = ["zero", "one", "two", "three", "four", "six", "seven", "eight", "nine"]
TIMER = {
    "floor": "[floor] (" + " | ".join(DIGITS) + ")", "timer": "set a timer for <duration>", "stop": "stop",
    "cancel": "cancel the timer",
}


def commands(table):
    return "".join(f'  {name}:\n    say: "{say}"\n    trust: TRUST\n' for name, say in table.items())


class Orders:
    """The drink orders' grammar, for telling what a text orders."""

    def __init__(self, path):
        text = open(path).read()
        self.say = re.search(r'say: "(.*)"', text).group(1)
        self.rules = dict(re.findall(r'^  (\w+): "(.*)"$', text, re.M))
        self.slots = set(SLOTS)

    def parse(self, words):
        """Slots of the order, or None."""
        return next((s for rest, s in self._match(self.say, words, {}) if not rest), None)

    def _match(self, body, words, slots):
        for option in split(body, "|"):
            yield from self._sequence(items(option), words, slots)

    def _sequence(self, parts, words, slots):
        if not parts:
            yield words, slots
            return
        head, rest = parts[0], parts[1:]
        if head[0] == "[":
            matches = itertools.chain(self._match(head[1:-1], words, slots), [(words, slots)])
        elif head[0] == "(":
            matches = self._match(head[1:-1], words, slots)
        elif head[0] == "<":
            name = head[1:-1]
            matches = (
                (left, {**s, name: " ".join(words[: len(words) - len(left)])} if name in self.slots else s)
                for left, s in self._match(self.rules[name], words, slots))
        else:
            matches = [(words[1:], slots)] if words and words[0] == head else []
        for left, found in matches:
            yield from self._sequence(rest, left, found)


def split(body, mark):
    depth, start, parts = 0, 0, []
    for index, letter in enumerate(body):
        depth += letter in "([<"
        depth -= letter in ")]>"
        if letter == mark and depth == 0:
            parts.append(body[start:index])
            start = index + 1
    return parts + [body[start:]]


def items(option):
    parts = []
    for part in split(option.strip().replace("\t", " "), " "):
        if part.strip(): parts.append(part.strip())
    return parts


SLOTS = ("size", "roast", "shots", "drink", "milk", "sugar")


def labelled(slots):
    """The slots that labels have."""
    return None if slots is None else {name: slots[name] for name in SLOTS if name in slots}


def spoil(out, orders, clips, speech, decoded, aligned):
    """Orders with their end cut off, a word cut out, and a word replaced by other speech; gives truth by file."""
    generator = random.Random(1)
    os.makedirs(f"{out}/spoiled", exist_ok=True)
    others = [c for c in clips if c["audio"].startswith(("background", "read"))]
    truth = {}
    for line in decoded:
        clip = clips_by_name[line["audio"]]
        done = [c for c in line["commands"] if labelled(c["slots"]) == clip["slots"]]
        if not done or line["audio"] not in aligned: continue
        sound, rate = soundfile.read(f"{speech}/{clip['audio']}", dtype="float32")
        words = [{"name": name, "first": start, "last": start + count}
                 for name, start, count in aligned[line["audio"]]["words"] if name[0] not in "<[+("]
        names = [re.sub(r"\(\d+\)$", "", w["name"]) for w in words]

        def at(frame): return int(frame * 0.01 * RATE)

        begin, end = max(0, at(words[0]["first"]) - RATE // 2), min(len(sound), at(words[-1]["last"]) + RATE)
        content = [i for i, w in enumerate(words) if len(names[i]) > 2 and i > 0]
        if len(content) < 2: continue
        stem = os.path.splitext(os.path.basename(clip["audio"]))[0]

        def keep(kind, pieces, text):
            pieces = [p for p in pieces if len(p)]
            joined = pieces[0]
            for piece in pieces[1:]:
                fade = min(80, len(joined), len(piece))
                ramp = np.linspace(0, 1, fade, dtype="float32")
                joined = np.concatenate(
                    [joined[:-fade], joined[-fade:] * (1 - ramp) + piece[:fade] * ramp, piece[fade:]])
            name = f"spoiled/{kind}-{stem}.flac"
            soundfile.write(f"{out}/{name}", joined, RATE)
            slots = labelled(orders.parse(text)) if text else None
            truth[name] = {"fold": clip["fold"], "slots": slots, "command": "order-drink" if slots else None}

        floor = sound[:at(words[0]["first"])][-RATE // 4:] if at(words[0]["first"]) > RATE // 8 else sound[-RATE // 4:]
        quiet = np.tile(floor, 8)[: RATE]
        cut = generator.choice(content[1:] if len(content) > 2 else content)
        keep("cut", [sound[begin:at(words[cut]["first"])], quiet], names[:cut])
        out_word = generator.choice(content)
        keep("gap", [sound[begin:at(words[out_word]["first"])], sound[at(words[out_word]["last"]):end]],
             names[:out_word] + names[out_word + 1:])
        swap = generator.choice(content)
        first, last = at(words[swap]["first"]), at(words[swap]["last"])
        other = generator.choice([o for o in others if o["fold"] == clip["fold"]] or others)
        speech_of_other, _ = soundfile.read(f"{speech}/{other['audio']}", dtype="float32")
        length = last - first
        start = generator.randrange(RATE // 2, max(RATE // 2 + 1, len(speech_of_other) - length - RATE // 2))
        piece = speech_of_other[start:start + length]
        level = np.sqrt(np.mean(sound[first:last] ** 2)) / max(1e-4, np.sqrt(np.mean(piece ** 2)))
        keep("swap", [sound[begin:first], piece * min(20, level), sound[last:end]], None)
        first_word = content[len(content) // 2]
        keep("late", [quiet, sound[at(words[first_word]["first"]):end]], names[first_word:])
    return truth


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    for name in ("speech", "training", "earshot", "aligned", "out"): parser.add_argument(name)
    parser.add_argument("--front-end", action="store_true")
    parser.add_argument("--trust", default="0", help="a trust that believes everything")
    parser.add_argument("--only", default="", help="sets whose name has this")
    parser.add_argument("--folds", default="01234", help="right and spoiled commands of these folds only")
    options = parser.parse_args()
    speech, out = os.path.abspath(options.speech), os.path.abspath(options.out)
    os.makedirs(out, exist_ok=True)
    orders = Orders(f"{speech}/coffee.yaml")
    aligned = {entry["path"].removeprefix(speech + "/"): entry for entry in map(json.loads, open(options.aligned))}
    clips = [json.loads(line) for line in open(f"{speech}/manifest.jsonl")]
    clips_by_name = {clip["audio"]: clip for clip in clips}

    front = "front_end: { noise: on }\n" if options.front_end else ""
    coffee = open(f"{speech}/coffee.yaml").read().replace("    say:", "    trust: TRUST\n    say:", 1)
    for name, text in {
        "orders": coffee, "household": "locale: en-US\ncommands:\n" + commands(HOUSEHOLD),
        "timer": "locale: en-US\ncommands:\n" + commands(TIMER),
    }.items():
        open(f"{out}/{name}.yaml", "w").write(front + text.replace("TRUST", options.trust))

    def kind(clip): return clip["audio"].split("/")[0]

    def said(clip, table):
        word = clip.get("text") or clip.get("wake")
        return next((n for n, s in table.items() if word in [x.strip() for x in s.split("|")]), None)

    single = {"household": HOUSEHOLD, "timer": {"floor": " | ".join(DIGITS)}}
    truth = {}
    for clip in clips:
        truth[clip["audio"]] = {
            "fold": clip["fold"], "kind": kind(clip), "slots": clip.get("slots"), "command": clip.get("command"),
            "household": said(clip, single["household"]) if kind(clip) in ("wake", "words") else None,
            "timer": said(clip, single["timer"]) if kind(clip) == "words" else None,
            "text": clip.get("text") or clip.get("wake")}

    training = os.path.abspath(options.training)
    mixed = {path.removeprefix("T/"): fold for fold, paths in enumerate(NOISES) for path in paths}
    sounds = [json.loads(line) for line in open(f"{training}/manifest.jsonl")]
    noise = [sound["audio"] for sound in sounds if sound["kind"] == "noise"]
    # Of many that last for five seconds a fifth.
    alone = [name for name in noise if "esc10" not in name] + [name for name in noise if "esc10" in name][::5]
    for index, audio in enumerate(alone):
        truth[audio] = {"fold": mixed.get(audio, index % 5), "kind": "noise", "slots": None, "command": None}

    def noises(fold, ratio):
        path = NOISES[fold][RATIOS.index(ratio) % 2]
        return path.replace("S/", speech + "/", 1).replace("T/", training + "/", 1)

    def evaluate(name, grammar, names, root, fold=None, ratio=None):
        target = f"{out}/{name}.jsonl"
        if os.path.exists(target) or options.only not in name: return
        manifest = f"{out}/{name}.manifest"
        with open(manifest, "w") as file:
            for audio in names: file.write(json.dumps({"audio": f"{root}/{audio}", "command": None}) + "\n")
        command = ["nice", "-n", "10", options.earshot, "evaluate", manifest, "--config", f"{out}/{grammar}.yaml", "--json", "--workers", "1"]
        if ratio: command += ["--noise", noises(fold, ratio), "--snr", str(ratio), "--seed", str(fold + 1)]
        result = subprocess.run(command, capture_output=True, text=True)
        lines = [line for line in result.stdout.splitlines() if '"audio"' in line]
        if result.returncode != 0 and not lines: raise SystemExit(f"{' '.join(command)}\n{result.stderr}")
        with open(target, "w") as file:
            for line in lines: file.write(line.replace(root + "/", "") + "\n")

    def of(*kinds, fold=None, where=lambda clip: True):
        return [c["audio"] for c in clips if kind(c) in kinds and where(c) and (fold is None or c["fold"] == fold)]

    folds = [int(digit) for digit in options.folds]

    def in_folds(clip): return clip["fold"] in folds

    drinks = of("coffee", where=in_folds)
    evaluate("orders.right.all.clean", "orders", drinks, speech)
    if os.path.exists(f"{out}/spoiled.json"):
        spoiled = json.load(open(f"{out}/spoiled.json"))
    else:
        decoded = [json.loads(line) for line in open(f"{out}/orders.right.all.clean.jsonl")]
        spoiled = spoil(out, orders, clips, speech, decoded, aligned)
        json.dump(spoiled, open(f"{out}/spoiled.json", "w"))
    truth.update({name: {"kind": "spoiled", **value} for name, value in spoiled.items()})
    json.dump(truth, open(f"{out}/truth.json", "w"))

    def short(grammar): return lambda clip: truth[clip["audio"]].get(grammar) is not None

    def long(grammar): return lambda clip: not short(grammar)(clip)

    def drinks_in(ratio):
        return [(f"orders.right.{fold}.{ratio}", "orders", of("coffee", fold=fold), speech, fold, ratio) for fold in folds]

    # What tells most comes first.
    jobs = drinks_in(12)
    jobs.append(("orders.spoiled.all.clean", "orders", sorted(spoiled)[::2], out))
    for grammar in ("household", "timer"):
        jobs.append((f"{grammar}.right.all.clean", grammar, of("wake", "words", where=lambda clip: in_folds(clip) and short(grammar)(clip)), speech))
    for grammar in ("orders", "household", "timer"):
        jobs.append((f"{grammar}.other.all.clean", grammar,
                     of("background-speech", "read-other", "confusable")
                     + of("wake", "words", where=long(grammar))[::2], speech))
    for fold in folds:
        for grammar, ratio in itertools.product(("household", "timer"), (12, 6)):
            jobs.append((f"{grammar}.right.{fold}.{ratio}", grammar,
                         of("wake", "words", fold=fold, where=short(grammar)), speech, fold, ratio))
    # Nobody speaks; those that were mixed in are of the fold that has them.
    for grammar in ("household", "orders"):
        jobs.append((f"{grammar}.noise.all.clean", grammar, sorted(alone), training))
    for grammar in ("household", "orders"):
        jobs.append((f"{grammar}.acted.all.clean", grammar, of("acted-speech")[::2], speech))
    jobs += drinks_in(6)
    for fold in folds:
        jobs.append((f"orders.spoiled.{fold}.12", "orders",
                     [name for name in sorted(spoiled) if spoiled[name]["fold"] == fold][1::4], out, fold, 12))
    jobs += drinks_in(18)
    jobs += drinks_in(24)
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        for job in [pool.submit(evaluate, *job) for job in jobs]: job.result()
