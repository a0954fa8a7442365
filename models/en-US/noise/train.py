"""Trains the network and writes its weights: python train.py DATA WEIGHTS [STEPS [START]]

DATA is a folder that mixtures.py made; the last 2 % of its sequences are kept for validation. The learning rate falls to
nothing in STEPS. START is a file of weights to go on from. On one kind of machine the same call gives the same weights.
"""

import sys

import numpy as np
import torch
from torch import nn
from torch.nn import functional

from analysis import BANDS, features
from weights import Weights

DENSE, HIDDEN = 64, 72
BATCH, RATE = 64, 3e-3


class Network(nn.Module):
    def __init__(self, mean, scale):
        super().__init__()
        self.register_buffer("mean", torch.tensor(mean))
        self.register_buffer("scale", torch.tensor(scale))
        self.dense = nn.Linear(BANDS, DENSE)
        self.first = nn.GRU(DENSE, HIDDEN, batch_first=True)
        self.second = nn.GRU(HIDDEN, HIDDEN, batch_first=True)
        self.out = nn.Linear(2 * HIDDEN, BANDS + 1)

    def forward(self, feature):
        x = torch.tanh(self.dense((feature - self.mean) * self.scale))
        first, _ = self.first(x)
        second, _ = self.second(first)
        return self.out(torch.cat([first, second], dim=-1))

    def take(self, weights):
        """Goes on from these weights."""
        numbers = {name: torch.tensor(value) for name, value in weights.layers.items()}
        dense = numbers["dense.weight"]
        state = {"mean": self.mean, "scale": self.scale, "dense.weight": dense / self.scale,
                 "dense.bias": numbers["dense.bias"] + dense @ self.mean}
        for name, value in numbers.items():
            if "dense" not in name:
                state[name if name.startswith("out") else name + "_l0"] = value
        self.load_state_dict(state)

    def weights(self):
        """With the normalisation folded into the first layer."""
        numbers = {name: value.detach().numpy() for name, value in self.state_dict().items()}
        dense = numbers["dense.weight"] * numbers["scale"]
        layers = {"dense.weight": dense, "dense.bias": numbers["dense.bias"] - dense @ numbers["mean"]}
        for name in ["first", "second"]:
            for part in ["weight_ih", "weight_hh", "bias_ih", "bias_hh"]:
                layers[f"{name}.{part}"] = numbers[f"{name}.{part}_l0"]
        layers |= {"out.weight": numbers["out.weight"], "out.bias": numbers["out.bias"]}
        return Weights(layers)


def prepare(mix, clean, voice):
    """Features, wanted gains, how much each counts, and voice."""
    gain = np.sqrt(np.clip(clean / (mix + 1e-9), 0, 1))
    heard = (mix > 1e-5).astype(np.float32)  # where there is nothing, no gain is wrong
    weight = heard * (0.4 + 0.6 * voice[..., None])
    return tuple(torch.tensor(part, dtype=torch.float32) for part in (features(mix), gain, weight, voice))


def loss(output, gain, weight, voice):
    """Distance of the square roots of the gains, Valin's fourth power beside it; taking away speech costs double."""
    difference = torch.sigmoid(output[..., :BANDS]).sqrt() - gain.sqrt()
    square = difference**2
    cost = (square + 5 * square**2) * torch.where(difference < 0, 2.0, 1.0) * weight
    return cost.sum() / weight.sum() + 0.15 * functional.binary_cross_entropy_with_logits(output[..., BANDS], voice)


def main(data, path, steps="1500", start=None):
    torch.manual_seed(1)
    torch.set_num_threads(1)
    arrays = [np.load(f"{data}/{name}.npy", mmap_mode="r") for name in ["mix", "clean", "voice"]]
    count = len(arrays[0])
    fit = count - max(BATCH, count // 50)
    sample = features(arrays[0][: min(fit, 400)]).reshape(-1, BANDS)
    network = Network(sample.mean(axis=0).astype("float32"), (1 / sample.std(axis=0)).astype("float32"))
    if start:
        network.take(Weights.read(start))
    print(sum(p.numel() for p in network.parameters()), "parameters,", fit, "sequences", flush=True)
    kept = prepare(*[np.array(array[fit:]) for array in arrays])
    optimizer = torch.optim.AdamW(network.parameters(), lr=RATE, weight_decay=1e-4)
    random = np.random.default_rng(2 if start else 1)
    total, steps = 0.0, int(steps)
    for step in range(1, steps + 1):
        cosine = 0.5 * (1 + np.cos(np.pi * step / steps))
        optimizer.param_groups[0]["lr"] = RATE * min(1, step / 50) * (0.001 + cosine)
        chosen = np.sort(random.integers(0, fit, BATCH))
        feature, *wanted = prepare(*[array[chosen] for array in arrays])
        cost = loss(network(feature), *wanted)
        optimizer.zero_grad()
        cost.backward()
        nn.utils.clip_grad_norm_(network.parameters(), 1.0)
        optimizer.step()
        total += cost.item()
        if step % 100 == 0 or step == steps:
            with torch.no_grad():
                output = network(kept[0])
                right = ((output[..., BANDS] > 0) == (kept[3] > 0.5)).float().mean().item()
                print(f"{step}: {total / ((step - 1) % 100 + 1):.4f} {loss(output, *kept[1:]).item():.4f} voice {right:.3f}",
                      flush=True)
            total = 0.0
            network.weights().write(path)


if __name__ == "__main__":
    main(*sys.argv[1:])
