"""Fits the probability of a command to decoded recordings, and reports how good it is.

    fit.py DATA                      five times: fit on four folds, report on the fifth
    fit.py DATA --keep 4             the same among the folds that are left, without fold 4
    fit.py DATA --write SOURCES      fit on all folds; write SOURCES/Interpretation/CommandProbability+Table.swift
    fit.py DATA --mean SOURCES       fit on all folds; write the mean of that and of the table that is there already
    fit.py DATA --plot FILE.svg      draw how often what was given a probability was right

DATA are folders that make_data.py filled; several are taken together, as recordings with and without the noise reduction of
the front end. To fit again after the sound or the search has changed:

    swift build -c release --product earshot
    make_data.py SPEECH TRAINING .build/release/earshot ALIGNED DATA
    fit.py DATA                                              # the reports of folds that were not fitted to
    fit.py DATA --write Sources --plot Sources/EarshotAppliance/EarshotAppliance.docc/Resources/reliability.svg

The table as it stands is of folds 0 to 3 alone (`make_data.py … --folds 0123`, `fit.py DATA --keep 4 --mean …`), with the noise reduction on, so
that fold 4 stays unheard by all that recognizes. It is the mean of two: by what the present network of phones heard, and by what one with 244 552
weights did, which had learned from the same voices, but less of them: begin with `--write` for the one, and go on with `--mean`, once, for the
other. Right commands of voices that the network knows score better than those of others, so that a fit to them asks for too much:
../phones/README.md has what each of the three comes to. make_data.py decodes for some 40 minutes of processor time (two sets at once); fit.py takes a
minute. Then run the tests of Interpretation, and set Trust's three probabilities by what the report says of them (--levels).

The model is a sum of broken lines, one a measure, of which those with a known direction go one way only; logistic loss, with a
penalty on bends. An attempt is right if the command and all of its labelled slots are what was said, and of a digit which one. Of what was said for a
grammar, with its own mistakes, every attempt counts as it came; other speech that the grammar takes for a command counts 0.7 times
as much as the right ones, where commands are short 2.8 times, and spoiled commands a fifth: that is the prior.

Tried and left out: how far a command leads before others of its grammar, which no measure here tells. Of 248 attempts at the orders of
fold 4 in a kitchen at 12 and 6 dB, beside a street and in rain at 6 dB, 209 right and 39 wrong, the probability by itself puts a right
one before a wrong one 76 times in 100. With the odds of the least sure word in the grammar's lattice (F. Wessel et al., "Confidence measures
for large vocabulary continuous speech recognition", 2001) besides it is 80, and 78 with the lead, by the mixed scores of the phones, before
the nearest sentence that differs in one word. But where as many right ones are believed as with 0.5 by the probability alone, 204, as many wrong
ones are, 24: a command that is wrong leads as far as one that is right. And to make such a lattice took PocketSphinx 0.6 s
for each order in the kitchen at 6 dB, on an x86.

Needs Python 3.11 with numpy and scipy.
"""

import argparse
import collections
import glob
import json
import os
import re
import sys

# One thread is fastest for so little.
os.environ.setdefault("OMP_NUM_THREADS", "1")
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import numpy as np
from scipy.optimize import minimize

# Measure, key in the JSON, direction (1: more is better, -1: more is worse, 0: either), and the knots of its line.
MEASURES = [
    ("wordMean", "word_mean", 1, [-30, -20, -13, -8, -4, 0, 4, 8]),
    # A word alone is said in more ways than the words of a sentence are on average: sentences have a line of their own besides.
    ("sentenceMean", "sentence_mean", 1, [-40, -28, -18, -11, -6, -2, 2, 6]),
    ("worstWindow", "worst_window", -1, [10, 20, 30, 40, 50, 65, 90]),
    ("worstWords", "worst_words", 1, [-70, -50, -36, -25, -16, -9, -3, 3]),
    ("lengthSpread", "length_spread", -1, [0.1, 0.2, 0.3, 0.4, 0.5, 0.65, 0.9]),
    ("worstOutside", "worst_outside", -1, [5, 15, 25, 32, 40, 55]),
    ("phones", "phones", 1, [3, 6, 9, 13, 18, 25, 40]),
    ("words", "words", 1, [1, 2, 3, 5, 8]),
    ("phoneRate", "phone_rate", 0, [5, 8, 11, 14, 18]),
    ("signalToNoise", "signal_to_noise", 1, [3, 8, 14, 20, 28, 40]),
    ("clarity", "clarity", 1, [0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7]),
]
# How much each grammar counts; for each right command of it, how many utterances of other speech there are that the grammar
# takes for one (short commands are found in speech far more often than long ones), and how many spoiled ones.
SHARES = {"orders": 0.6, "household": 0.3, "timer": 0.1}
OTHER = {"orders": 0.7, "household": 2.8, "timer": 2.8}
SPOILED = 0.2
BEND, SIZE = 0.6, 0.05


class Row:
    __slots__ = ("values", "right", "fold", "set", "clip", "grammar", "kind", "noise", "probability", "scores")


def labelled(slots):
    return {k: slots[k] for k in ("size", "roast", "shots", "drink", "milk", "sugar") if k in slots}


def load(folders):
    """All attempts, and all recordings: (set, clip, fold, whether a command was said in it)."""
    rows, clips = [], []
    for folder in folders:
        truth = json.load(open(f"{folder}/truth.json"))
        for path in sorted(glob.glob(f"{folder}/*.jsonl")):
            name = os.path.basename(path)[:-6]
            grammar, kind, _, noise = name.split(".")
            for line in open(path):
                entry = json.loads(line)
                said = truth[entry["audio"]]
                wanted = said.get("command") if grammar == "orders" else said.get(grammar)
                clips.append((grammar, kind, noise, entry["audio"], said["fold"], wanted is not None, folder))
                for attempt in entry["commands"]:
                    if not attempt.get("scores"): continue
                    row = Row()
                    row.right = attempt["name"] == wanted and (
                        grammar != "orders" or labelled(attempt["slots"]) == (said["slots"] or {})) and (
                        # Any digit is the same command.
                        grammar != "timer" or said["text"] in attempt["text"].split())
                    row.scores = attempt["scores"]
                    row.scores["sentence_mean"] = row.scores["word_mean"] if row.scores["words"] > 1 else 0
                    row.values = [float(row.scores[key]) for _, key, _, _ in MEASURES]
                    row.fold, row.clip, row.set = said["fold"], entry["audio"], (grammar, kind, noise, folder)
                    row.grammar, row.kind, row.noise = grammar, kind, noise
                    rows.append(row)
    return rows, clips


def weights(rows):
    """Each grammar has its prior, so that no length of command is likelier by itself because of the recordings that
    happened to be there."""
    groups = collections.defaultdict(list)
    for index, row in enumerate(rows): groups[row.grammar].append(index)
    w = np.zeros(len(rows))
    for grammar, members in groups.items():
        added = collections.defaultdict(list)
        for index in members:
            row = rows[index]
            if row.kind == "right": w[index] = 1
            # What was cut so that a whole command is left counts as said.
            elif row.right: w[index] = 0.5
            else: added["spoiled" if row.kind == "spoiled" else "other"].append(index)
        right = w[[i for i in members if rows[i].right]].sum()
        for kind, indices in added.items():
            w[indices] = (SPOILED if kind == "spoiled" else OTHER[grammar]) * right / len(indices)
        w[members] *= SHARES[grammar] / max(1e-9, w[members].sum())
    return w / w.mean()


def design(values):
    """Of each measure, how much of each stretch between two knots lies below the value, as a share of it."""
    values = np.asarray(values, dtype=float)
    blocks = []
    for column, (_, _, _, knots) in enumerate(MEASURES):
        knots = np.array(knots, dtype=float)
        x = values[:, column][:, None]
        blocks.append(np.clip((x - knots[:-1]) / (knots[1:] - knots[:-1]), 0, 1))
    return np.concatenate(blocks, axis=1)


def fit(rows, use=None):
    """The intercept and what each stretch adds."""
    use = use or [name for name, *_ in MEASURES]
    x = design([row.values for row in rows])
    y = np.array([row.right for row in rows], dtype=float)
    w = weights(rows)
    bounds, bends, column = [(None, None)], [], 1
    for name, _, direction, knots in MEASURES:
        widths = np.diff(knots)
        for index in range(len(widths)):
            bounds.append((0, 0) if name not in use else
                          (0, None) if direction > 0 else (None, 0) if direction < 0 else (None, None))
            if index: bends.append((column + index - 1, column + index, np.mean(widths) / widths[index - 1], np.mean(widths) / widths[index]))
        column += len(widths)
    a, b, wa, wb = (np.array(v) for v in zip(*bends))
    a, b = a.astype(int), b.astype(int)

    def loss(theta):
        z = theta[0] + x @ theta[1:]
        value = np.sum(w * (np.logaddexp(0, z) - y * z))
        grad = np.zeros_like(theta)
        residual = w * (1 / (1 + np.exp(-z)) - y)
        grad[0], grad[1:] = residual.sum(), x.T @ residual
        d = theta[a] * wa - theta[b] * wb
        value += BEND * np.sum(d * d) + SIZE * np.sum(theta[1:] ** 2)
        np.add.at(grad, a, 2 * BEND * d * wa)
        np.add.at(grad, b, -2 * BEND * d * wb)
        grad[1:] += 2 * SIZE * theta[1:]
        return value, grad

    start = np.zeros(x.shape[1] + 1)
    return minimize(loss, start, jac=True, method="L-BFGS-B", bounds=bounds, options={"maxiter": 2000}).x


def judge(theta, rows):
    if not rows: return np.array([])
    return 1 / (1 + np.exp(-(theta[0] + design([row.values for row in rows]) @ theta[1:])))


def outcome(rows, clips, accepts):
    """By set: recordings with a command that are right, wrong and refused; of others, how many attempts pass."""
    done = collections.defaultdict(list)
    for row in rows:
        if accepts(row): done[row.set, row.clip].append(row)
    table = collections.defaultdict(lambda: [0, 0, 0, 0])
    for grammar, kind, noise, clip, fold, said, folder in clips:
        passed = done.get(((grammar, kind, noise, folder), clip), [])
        line = table[grammar, kind + ("" if said or kind != "spoiled" else "-no-command"), noise]
        line[3] += 1
        if not passed: line[2] += 1
        elif said and len(passed) == 1 and passed[0].right: line[0] += 1
        else: line[1] += 1
    return table


def print_outcome(title, table):
    print(f"\n{title}\n  set                                right  wrong  refused  of")
    for key, (right, wrong, refused, count) in sorted(table.items()):
        print(f"  {'.'.join(key):34s} {100*right/count:5.1f}  {100*wrong/count:5.1f}  {100*refused/count:6.1f}  {count:5d}"
              + (f"   {wrong} pass" if key[1] in ("other", "acted") else ""))


def reliability(rows, probabilities):
    """Ten bins of (mean probability, share that is right, weight), and the expected calibration error."""
    w, p = weights(rows), np.asarray(probabilities)
    y = np.array([row.right for row in rows], dtype=float)
    bins = []
    for index in range(10):
        inside = (p >= index / 10) & ((p < (index + 1) / 10) | (index == 9))
        if w[inside].sum() > 0:
            bins.append((np.average(p[inside], weights=w[inside]), np.average(y[inside], weights=w[inside]),
                         w[inside].sum() / w.sum(), int(inside.sum())))
    return bins, sum(share * abs(mean - right) for mean, right, share, _ in bins)


def terms(theta, rows):
    """The table: for each measure its points, as what they add to the typical right command's odds."""
    right = np.array([row.values for row in rows if row.right and row.kind == "right"])
    column, result, typical = 1, [], theta[0]
    for index, (name, _, _, knots) in enumerate(MEASURES):
        adds = np.concatenate([[0], np.cumsum(theta[column:column + len(knots) - 1])])
        column += len(knots) - 1
        usual = float(np.interp(np.median(right[:, index]), knots, adds))
        typical += usual
        result.append((name, [(k, a - usual) for k, a in zip(knots, adds)]))
    return typical, result


def write_table(path, typical, table, command):
    lines = [f"// Made by: {command}", "// from recordings; the script says which, and how.", "",
             "extension CommandProbability {",
             "    /// The logarithm of the odds of a typical right command: the median of each measure.",
             f"    static let typical = {typical:.3f}", "",
             "    /// What each measure adds to it.", "    static let terms: [Term] = ["]
    for name, points in table:
        # A line that does not bend needs no points in between.
        points = [(k, round(a, 2)) for k, a in points]
        if all(a == points[0][1] for _, a in points): continue
        shown = []
        for index, (k, a) in enumerate(points):
            if 0 < index < len(points) - 1:
                (k0, a0), (k1, a1) = shown[-1], points[index + 1]
                if abs(a0 + (a1 - a0) * (k - k0) / (k1 - k0) - a) < 0.005: continue
            shown.append((k, a))
        body = ", ".join(f"({k:g}, {a + 0.0:.2f})".replace("-0.00", "0.00") for k, a in shown)
        lines += ["        Term(", f"            measure: .{name},", f"            points: [{body}]),"]
    lines += ["    ]", "}", ""]
    open(path, "w").write("\n".join(lines))


def mean_with(path, typical, table):
    """The mean of the table and of the one that the file has."""
    text = open(path).read()
    terms = {name: [tuple(map(float, point)) for point in re.findall(r"\((-?[\d.]+), (-?[\d.]+)\)", points)]
             for name, points in re.findall(r"measure: \.(\w+),\s*points: \[(.*?)\]\)", text, re.S)}

    def there(name, knot): return float(np.interp(knot, *zip(*terms[name]))) if name in terms else 0.0

    return ((typical + float(re.search(r"typical = (-?[\d.]+)", text)[1])) / 2,
            [(name, [(knot, (value + there(name, knot)) / 2) for knot, value in points]) for name, points in table])


def plot(path, bins, error):
    size, edge = 320, 46
    def at(x, y): return f"{edge + x * size:.1f},{edge / 2 + (1 - y) * size:.1f}"
    grid = "".join(
        f'<text x="{edge + i / 5 * size}" y="{edge / 2 + size + 16}" text-anchor="middle">{i / 5:g}</text>'
        f'<text x="{edge - 8}" y="{edge / 2 + (1 - i / 5) * size + 4}" text-anchor="end">{i / 5:g}</text>' for i in range(6))
    points = "".join(
        f'<circle cx="{at(m, r).split(",")[0]}" cy="{at(m, r).split(",")[1]}" r="{3 + 9 * share ** 0.5:.1f}"/>' for m, r, share, _ in bins)
    open(path, "w").write(f"""<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {size + 70} {size + 76}" font-family="sans-serif" font-size="12">
<rect width="100%" height="100%" fill="white"/>
<rect x="{edge}" y="{edge / 2}" width="{size}" height="{size}" fill="none" stroke="#888"/>
<path d="M{at(0, 0)} L{at(1, 1)}" stroke="#bbb" stroke-dasharray="4 4"/>
<g fill="#444">{grid}</g>
<path d="M{' L'.join(at(m, r) for m, r, _, _ in bins)}" fill="none" stroke="#06c"/>
<g fill="#06c" fill-opacity="0.6">{points}</g>
<text x="{edge + size / 2}" y="{size + 58}" text-anchor="middle">probability that was given; larger dots: more commands</text>
<text x="14" y="{edge / 2 + size / 2}" text-anchor="middle" transform="rotate(-90 14 {edge / 2 + size / 2})">share that was right</text>
<text x="{edge + 10}" y="{edge / 2 + 20}">expected calibration error {error:.3f}</text>
</svg>
""")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("data", nargs="+")
    parser.add_argument("--keep", type=int, action="append", default=[], help="a fold that is not looked at")
    parser.add_argument("--only", type=int, action="append", default=[], help="folds that are reported")
    parser.add_argument("--levels", type=float, nargs="+", default=[0.2, 0.5, 0.75], help="probabilities to report")
    parser.add_argument("--write", help="folder of the sources")
    parser.add_argument("--mean", help="folder of the sources, whose table is averaged with")
    parser.add_argument("--plot", help="an SVG file")
    options = parser.parse_args()
    rows, clips = load(options.data)
    rows = [row for row in rows if row.fold not in options.keep]
    clips = [clip for clip in clips if clip[4] not in options.keep]
    print(f"{len(rows)} attempts, {sum(row.right for row in rows)} right, in {len(clips)} recordings")
    for fold in range(5):
        if fold in options.keep or (options.only and fold not in options.only): continue
        theta = fit([row for row in rows if row.fold != fold])
        held = [row for row in rows if row.fold == fold]
        for row, p in zip(held, judge(theta, held)): row.probability = p
    seen = [row for row in rows if getattr(row, "probability", None) is not None]
    folds = {row.fold for row in seen}
    told = [clip for clip in clips if clip[4] in folds]
    bins, error = reliability(seen, [row.probability for row in seen])
    print("\nreliability of folds that were not fitted to: mean probability, share right, share of weight, attempts")
    for line in bins: print("  %.3f  %.3f  %.3f  %d" % line)
    print(f"expected calibration error {error:.4f}")
    for level in options.levels:
        print_outcome(f"accepted from {level}", outcome(seen, told, lambda row: row.probability >= level))
    if options.plot: plot(options.plot, bins, error)
    theta = fit(rows)
    typical, table = terms(theta, rows)
    print(f"\ntypical {typical:.3f}")
    for name, points in table: print(f"  {name:14s}", " ".join(f"{k:g}:{a:+.2f}" for k, a in points))
    for option, sources in (("write", options.write), ("mean", options.mean)):
        if not sources: continue
        path = f"{sources}/Interpretation/CommandProbability+Table.swift"
        if option == "mean": typical, table = mean_with(path, typical, table)
        write_table(path, typical, table, f"models/en-US/decision/fit.py DATA --{option} Sources")


if __name__ == "__main__":
    main()
