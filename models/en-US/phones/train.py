"""Trains the network of phones: python train.py MODEL WEIGHTS STEPS STATE DATA... [--from STATE] [--rate RATE]

MODEL is the folder of the acoustic model, for its senones; WEIGHTS is written for the program (format: `PhoneWeights`), STATE to go
on from. DATA are folders that mixtures.py made; the last 128 sequences of the first are for validation. The learning rate falls to
nothing in STEPS.
"""

import argparse
import struct

import numpy as np
import torch
from torch import nn
from torch.nn import functional

import phones
from mixtures import BANDS

DENSE, HIDDEN = 96, 144
BATCH = 48
DELAY = 8  # frames that are heard before one is named
# What the scores of the acoustic model and the network's evidence are multiplied by: see README.md.
SCORE_WEIGHT, WEIGHT = 0.5, 0.5


class Network(nn.Module):
    def __init__(self, mean, scale):
        super().__init__()
        self.register_buffer("mean", torch.tensor(mean))
        self.register_buffer("scale", torch.tensor(scale))
        self.dense = nn.Linear(BANDS, DENSE)
        self.first = nn.GRU(DENSE, HIDDEN, batch_first=True)
        self.second = nn.GRU(HIDDEN, HIDDEN, batch_first=True)
        self.out = nn.Linear(2 * HIDDEN, len(phones.PHONES))
        self.drop = nn.Dropout(0.1)

    def forward(self, feature):
        x = torch.tanh(self.dense((feature - self.mean) * self.scale))
        first, _ = self.first(x)
        second, _ = self.second(self.drop(first))
        return self.out(self.drop(torch.cat([first, second], dim=-1)))


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
        file.write(b"EARPHONE" + struct.pack("<7I2f", 1, BANDS, DENSE, HIDDEN, len(phones.PHONES), DELAY, len(senones),
                                             SCORE_WEIGHT, WEIGHT))
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


def main(model, path, steps, state, folders, start, rate):
    torch.manual_seed(1)
    torch.set_num_threads(1)
    data = [tuple(np.load(f"{folder}/{name}.npy", mmap_mode="r") for name in ("mix", "phones")) for folder in folders]
    kept = len(data[0][0]) - 128
    sizes = np.array([kept] + [len(mix) for mix, _ in data[1:]])
    counts = np.bincount(np.array(data[0][1]).ravel(), minlength=len(phones.PHONES)) + 1
    counts[0] //= 2  # as they count in the loss
    priors = np.log(counts / counts.sum())
    sample = np.array(data[0][0][:400], dtype="float32").reshape(-1, BANDS)
    network = Network(sample.mean(axis=0), 1 / sample.std(axis=0))
    if start:
        network.load_state_dict(torch.load(start))

    def batch(source, chosen):
        mix, labels = data[source]
        return torch.tensor(np.array(mix[chosen], dtype="float32")), torch.tensor(np.array(labels[chosen], dtype="int64"))

    optimizer = torch.optim.AdamW(network.parameters(), lr=rate, weight_decay=1e-4)
    random, total = np.random.default_rng(4 if start else 3), 0.0
    last, wanted_last = batch(0, np.arange(kept, kept + 128))
    for step in range(1, steps + 1):
        optimizer.param_groups[0]["lr"] = rate * min(1, step / 50) * (0.002 + 0.5 * (1 + np.cos(np.pi * step / steps)))
        source = random.choice(len(data), p=sizes / sizes.sum())
        feature, wanted = batch(source, np.sort(random.integers(0, sizes[source], BATCH)))
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
    parser.add_argument("--rate", type=float, default=3e-3)
    options = parser.parse_args()
    main(options.model, options.weights, options.steps, options.state, options.data, options.start, options.rate)
