"""Gathers what the acoustic model makes of the adaptation speech, and adapts it:
python adapt.py gather SPEECH [FOLDER…] | adapt SPEECH OUT [WITHOUT…]

SPEECH is a folder that speech.py made. `gather` makes features by sphinx_fe and counts by SphinxTrain's bw, in each of
its folders; `adapt` writes OUT/means and OUT/sendump from the counts of all folders, weighted by SHARES, but
of none of the kinds WITHOUT: `wake-view-glass` for a model that does not know "view glass", as it does not know a user's phrase.
Needs the Debian packages sphinxbase-utils, pocketsphinx, pocketsphinx-en-us and sphinxtrain.

The adaptation is maximum a posteriori: J.-L. Gauvain and C.-H. Lee, "Maximum a posteriori estimation for multivariate
Gaussian mixture observations of Markov chains", IEEE Transactions on Speech and Audio Processing 2 (2), 1994.
"""

import subprocess
import sys
from pathlib import Path

import numpy as np

from s3file import (read_counts, read_gaussians, read_sendump, read_weights, write_gaussians, write_sendump,
                    write_weights)

MODEL = Path("/usr/share/pocketsphinx/model/en-us")
ACOUSTIC = MODEL / "en-us"
# How much each kind of speech counts, and in noise half as much; what is not named here does not.
SHARES = {"coffee": 1, "read-other": 1, "words": 1, "wake": 1, "speechocean762": 0.3}
# As if the model had seen so much of each density, and of each senone, before.
MEAN_TAU, WEIGHT_TAU = 20, 50


def run(*command, log):
    with open(log, "w") as file:
        subprocess.run([str(part) for part in command], stdout=file, stderr=file, check=True)


def dictionary(work):
    """The dictionary with the variants, and the words that it has."""
    text = (MODEL / "cmudict-en-us.dict").read_text()
    (work / "words.dict").write_text(text)
    return {line.split(" ")[0] for line in text.splitlines()}


def gather(work, *only):
    """In the folders `only`, or in all."""
    words = dictionary(work)
    run("pocketsphinx_mdef_convert", "-text", ACOUSTIC / "mdef", work / "mdef.txt", log=work / "mdef.log")
    write_weights(work / "weights", read_sendump(ACOUSTIC / "sendump"))
    for folder in sorted(path for path in work.iterdir() if (path / "fileids").exists()):
        if only and folder.name not in only:
            continue
        names, sentences = [], []
        for name, line in zip((folder / "fileids").read_text().split(), (folder / "transcription").read_text().splitlines()):
            said = line.rsplit(" (", 1)[0].split()[1:-1]
            if all(word in words for word in said):
                names.append(name)
                sentences.append(line)
        (folder / "known").write_text("\n".join(names) + "\n")
        (folder / "sentences").write_text("\n".join(sentences) + "\n")
        run("sphinx_fe", "-argfile", ACOUSTIC / "feat.params", "-samprate", 16000, "-c", folder / "known", "-di", folder,
            "-do", folder, "-ei", "wav", "-eo", "mfc", "-mswav", "yes", "-remove_noise", "yes",
            "-remove_silence", "no", log=folder / "sphinx_fe.log")
        (folder / "counts").mkdir(exist_ok=True)
        run("/usr/lib/sphinxtrain/bw", "-moddeffn", work / "mdef.txt", "-ts2cbfn", ".ptm.", "-mixwfn", work / "weights",
            "-meanfn", ACOUSTIC / "means", "-varfn", ACOUSTIC / "variances", "-tmatfn", ACOUSTIC / "transition_matrices",
            "-feat", "1s_c_d_dd", "-svspec", "0-12/13-25/26-38", "-cmn", "batch", "-agc", "none",
            "-dictfn", work / "words.dict", "-fdictfn", ACOUSTIC / "noisedict", "-ctlfn", folder / "known",
            "-lsnfn", folder / "sentences", "-cepdir", folder, "-cepext", "mfc", "-accumdir", folder / "counts",
            "-varreest", "no", "-tmatreest", "no", "-topn", 8, log=folder / "bw.log")
        print(folder.name, len(names), flush=True)


def share_of(folder):
    """Of a folder such as `coffee-noisy` or `wake-computer-clean`."""
    kind, condition = folder.rsplit("-", 1)
    kind = "wake" if kind.startswith("wake-") else kind
    return SHARES.get(kind, 0) * (0.5 if condition == "noisy" else 1)


def adapt(work, out, *without):
    total = None
    for folder in sorted(path for path in work.iterdir() if (path / "counts" / "gauden_counts").exists()):
        share = 0 if folder.name.rsplit("-", 1)[0] in without else share_of(folder.name)
        if share:
            sums, occupancies = read_counts(folder / "counts" / "gauden_counts")
            parts = [*sums, occupancies, read_weights(folder / "counts" / "mixw_counts")]
            total = [share * part + (before if total else 0) for part, before in zip(parts, total or parts)]
    *sums, occupancies, counts = total
    out.mkdir(parents=True, exist_ok=True)
    means = []
    for stream, mean in enumerate(read_gaussians(ACOUSTIC / "means")):
        seen = occupancies[:, stream, :, None]
        means.append((MEAN_TAU * mean + sums[stream]) / (MEAN_TAU + seen))
        print("stream", stream, "moved by", np.abs(means[-1] - mean).mean(), "seen", np.median(seen))
    write_gaussians(out / "means", means)
    weights = read_sendump(ACOUSTIC / "sendump")
    weights /= weights.sum(axis=2, keepdims=True)
    weights = (WEIGHT_TAU * weights + counts) / (WEIGHT_TAU + counts.sum(axis=2, keepdims=True))
    write_sendump(out / "sendump", weights, ACOUSTIC / "sendump")


if __name__ == "__main__":
    if sys.argv[1] == "gather":
        gather(Path(sys.argv[2]), *sys.argv[3:])
    else:
        adapt(Path(sys.argv[2]), Path(sys.argv[3]), *sys.argv[4:])
