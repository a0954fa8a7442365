"""Trains the network of phones: python train.py MODEL WEIGHTS STEPS STATE DATA... [--from STATE | --widen SMALLER] [OPTION...]

MODEL is the folder of the acoustic model, for its senones; WEIGHTS is written for the program (format: `PhoneWeights`), STATE to go
on from. DATA are folders that mixtures.py made; the last 128 sequences of the first are for validation. The learning rate falls to
nothing in STEPS. With --widen a network begins with what smaller weights know, its other units by chance; with --hide some
bands and some moments of what it hears are hidden, so that it leans on none; with --vary it hears other throats and tempi than were recorded.

Sources: T. Chen, I. Goodfellow, J. Shlens, "Net2Net: Accelerating Learning via Knowledge Transfer", ICLR 2016; D. S. Park et al.,
"SpecAugment", Interspeech 2019; N. Jaitly, G. E. Hinton, "Vocal Tract Length Perturbation (VTLP) improves speech recognition",
ICML 2013 workshop on deep learning for audio, speech and language.
"""

import argparse
import struct

import numpy as np
import torch
from torch import nn
from torch.nn import functional

import phones
from vector import read  # before mixtures: ../noise, where that looks, has one of this name, too
from mixtures import BANDS
from analysis import WEIGHTS  # of each bin's energy each band's share

BATCH = 48
DELAY = 8  # frames that are heard before one is named
# What the scores of the acoustic model and the network's evidence are multiplied by: see README.md.
SCORE_WEIGHT, WEIGHT = 0.4, 0.6


class Network(nn.Module):
    def __init__(self, mean, scale, units, hidden, dropout):
        super().__init__()
        self.register_buffer("mean", torch.tensor(mean))
        self.register_buffer("scale", torch.tensor(scale))
        self.dense = nn.Linear(BANDS, units)
        self.first = nn.GRU(units, hidden, batch_first=True)
        self.second = nn.GRU(hidden, hidden, batch_first=True)
        self.out = nn.Linear(2 * hidden, len(phones.PHONES))
        self.drop = nn.Dropout(dropout)

    def forward(self, feature):
        x = torch.tanh(self.dense((feature - self.mean) * self.scale))
        first, _ = self.first(x)
        second, _ = self.second(self.drop(first))
        return self.out(self.drop(torch.cat([first, second], dim=-1)))


def widen(network, path):
    """Has the first units of each layer be those of smaller weights, which the others do not disturb at first."""
    _, _, _, (dense, dense_bias, *gates, out, out_bias) = read(path)
    old, hidden = out.shape[1] // 2, network.first.hidden_size

    def put(name, values):
        target = getattr(layer, f"{name}_l0").reshape(3, hidden, -1)
        values = torch.tensor(values).reshape(3, old, -1)
        target[:, :old] = 0
        target[:, :old, : values.shape[2]] = values

    with torch.no_grad():
        dense = torch.tensor(dense)
        network.dense.weight[: len(dense)] = dense / network.scale
        network.dense.bias[: len(dense)] = torch.tensor(dense_bias) + dense @ network.mean
        for layer, values in ((network.first, gates[:4]), (network.second, gates[4:])):
            for name, value in zip(("weight_ih", "weight_hh", "bias_ih", "bias_hh"), values):
                put(name, value)
        network.out.weight *= 0.1
        network.out.weight[:, :old] = torch.tensor(out[:, :old])
        network.out.weight[:, hidden : hidden + old] = torch.tensor(out[:, old:])
        network.out.bias[:] = torch.tensor(out_bias)


def hidden_in_part(feature, random):
    """With some bands and some moments of each sequence as they are on average in it, each a little louder or quieter."""
    feature, usual = feature.clone(), feature.mean(1, keepdim=True)
    _, frames, bands = feature.shape
    for sequence, mean in zip(feature, usual):
        if random.random() < 0.4:
            for _ in range(random.integers(1, 3)):
                width = random.integers(1, 5)
                start = random.integers(0, bands - width)
                sequence[:, start : start + width] = mean[:, start : start + width]
        if random.random() < 0.4:
            for _ in range(random.integers(1, 4)):
                width = random.integers(2, 12)
                start = random.integers(0, frames - width)
                sequence[start : start + width] = mean
        sequence += random.normal() * 0.15
    return feature


# Where each band lies, in bins.
CENTRES = (WEIGHTS * np.arange(len(WEIGHTS))[:, None]).sum(0) / WEIGHTS.sum(0)


def of_others(feature, wanted, random):
    """With the frequencies of each sequence scaled, as by a shorter or longer throat, and the time of all of them."""
    count, frames, bands = feature.shape
    tempo, top = random.uniform(0.85, 1.18), CENTRES[-1]
    place = np.minimum(np.arange(int(frames / tempo) if tempo > 1 else frames) * tempo, frames - 1.001)
    if tempo < 1:
        place += random.uniform(0, frames - 1.001 - place[-1])
    whole = torch.tensor(place.astype(int))
    part = torch.tensor((place % 1).astype("float32"))[None, :, None]
    feature = feature[:, whole] * (1 - part) + feature[:, whole + 1] * part
    wanted = wanted[:, torch.tensor(np.rint(place).astype(int))]
    scaling = np.zeros((count, bands, bands), "float32")
    for matrix, scale in zip(scaling, random.uniform(0.87, 1.15, count)):
        knee = 0.8 * top * min(1, 1 / scale)  # above it, what is left of the spectrum is stretched or pressed
        source = np.where(CENTRES <= knee, CENTRES * scale,
                          top - (top - scale * knee) / (top - knee) * (top - CENTRES))
        at = np.interp(source, CENTRES, np.arange(bands)).clip(0, bands - 1.001)
        low = at.astype(int)
        matrix[np.arange(bands), low] += 1 - (at - low)
        matrix[np.arange(bands), low + 1] += at - low
    return torch.einsum("bkj,btj->btk", torch.tensor(scaling), feature), wanted


def write(network, priors, model, path):
    """With the normalisation folded into the first layer."""
    values = {name: value.detach().numpy() for name, value in network.state_dict().items()}
    dense = values["dense.weight"] * values["scale"]
    layers = [dense, values["dense.bias"] - dense @ values["mean"]]
    for name in ("first", "second"):
        layers += [values[f"{name}.{part}_l0"] for part in ("weight_ih", "weight_hh", "bias_ih", "bias_hh")]
    layers += [values["out.weight"], values["out.bias"]]
    senones = phones.of_senones(model)
    with open(path, "wb") as file:
        file.write(b"EARPHONE" + struct.pack("<7I2f", 1, BANDS, len(dense), network.first.hidden_size,
                                             len(phones.PHONES), DELAY, len(senones), SCORE_WEIGHT, WEIGHT))
        file.write(priors.astype("<f4").tobytes() + senones)
        for layer in layers:
            file.write(layer.astype("<f2").tobytes())


def loss(output, wanted):
    """Frames of silence count half."""
    output = output[:, DELAY:].reshape(-1, output.shape[-1])
    wanted = wanted[:, :-DELAY].reshape(-1)
    weight = torch.where(wanted == 0, 0.5, 1.0)
    cost = functional.cross_entropy(output, wanted, reduction="none", label_smoothing=0.02)
    return (cost * weight).sum() / weight.sum()


def main(options):
    model, path, steps, state, rate = options.model, options.weights, options.steps, options.state, options.rate
    torch.manual_seed(1)
    torch.set_num_threads(1)
    data = [tuple(np.load(f"{folder}/{name}.npy", mmap_mode="r") for name in ("mix", "phones")) for folder in options.data]
    kept = len(data[0][0]) - 128
    sizes = np.array([kept] + [len(mix) for mix, _ in data[1:]])
    counts = np.bincount(np.array(data[0][1]).ravel(), minlength=len(phones.PHONES)) + 1
    counts[0] //= 2  # as they count in the loss
    priors = np.log(counts / counts.sum())
    sample = np.array(data[0][0][:400], dtype="float32").reshape(-1, BANDS)
    network = Network(sample.mean(axis=0), 1 / sample.std(axis=0), options.dense, options.hidden, options.dropout)
    if options.start:
        network.load_state_dict(torch.load(options.start))
    elif options.widen:
        widen(network, options.widen)

    def batch(source, chosen):
        mix, labels = data[source]
        return torch.tensor(np.array(mix[chosen], dtype="float32")), torch.tensor(np.array(labels[chosen], dtype="int64"))

    optimizer = torch.optim.AdamW(network.parameters(), lr=rate, weight_decay=options.decay)
    random, total = np.random.default_rng(4 if options.start else 3), 0.0
    last, wanted_last = batch(0, np.arange(kept, kept + 128))
    for step in range(1, steps + 1):
        optimizer.param_groups[0]["lr"] = rate * min(1, step / 50) * (0.002 + 0.5 * (1 + np.cos(np.pi * step / steps)))
        source = random.choice(len(data), p=sizes / sizes.sum())
        feature, wanted = batch(source, np.sort(random.integers(0, sizes[source], BATCH)))
        if options.vary and random.random() < 0.8:
            feature, wanted = of_others(feature, wanted, random)
        if options.hide:
            feature = hidden_in_part(feature, random)
        cost = loss(network(feature), wanted)
        optimizer.zero_grad()
        cost.backward()
        nn.utils.clip_grad_norm_(network.parameters(), 1.0)
        optimizer.step()
        total += cost.item()
        if step % 100 == 0 or step == steps:
            network.eval()
            with torch.no_grad():
                output = network(last)
                right = (output[:, DELAY:].argmax(-1) == wanted_last[:, :-DELAY])[wanted_last[:, :-DELAY] > 0]
            print(f"{step}: {total / 100:.4f} kept {loss(output, wanted_last).item():.4f}, "
                  f"of speech {right.float().mean().item():.3f} right", flush=True)
            network.train()
            total = 0.0
            torch.save(network.state_dict(), state)
            write(network, priors, model, path)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("model")
    parser.add_argument("weights")
    parser.add_argument("steps", type=int)
    parser.add_argument("state")
    parser.add_argument("data", nargs="+")
    parser.add_argument("--from", dest="start")
    parser.add_argument("--widen")
    parser.add_argument("--hide", action="store_true")
    parser.add_argument("--vary", action="store_true")
    parser.add_argument("--dense", type=int, default=128)
    parser.add_argument("--hidden", type=int, default=224)
    parser.add_argument("--dropout", type=float, default=0.2)
    parser.add_argument("--decay", type=float, default=1e-3)
    parser.add_argument("--rate", type=float, default=3e-3)
    main(parser.parse_args())
